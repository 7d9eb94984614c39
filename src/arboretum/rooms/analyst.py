"""
The process in which a finished game is reviewed: `python -m arboretum.rooms.analyst`.

It is given one record, a line of JSON, says how far it is as the share that is done, and at last the review in
every language, each a line of JSON. Then it ends. Its work gives way to everybody else's.
"""

from __future__ import annotations

import json
from typing import Any

from arboretum.analysis import analysed, analysis_json
from arboretum.bots.ask import exception_in_words
from arboretum.language import languages, speaking
from arboretum.record import Record
from arboretum.records.lines import compact
from arboretum.rooms.thinker import be_modest, own_pipes


def main() -> None:
    """Review the game that is asked for."""
    requests, answers = own_pipes()
    be_modest()

    def tell(told: dict[str, Any]) -> None:
        print(compact(told), file=answers, flush=True)

    request = json.loads(requests.readline())
    try:
        analysis = analysed(Record.parse(request["record"]), progress=lambda share: tell({"share": share}))
        told = {}
        for code in languages():
            with speaking(code):
                told[code] = analysis_json(analysis)
        tell({"review": told})
    except Exception as error:
        tell({"failed": exception_in_words(error)})


if __name__ == "__main__":
    main()
