"""What a reader of an analysis should know about it: sentences."""

from __future__ import annotations

from arboretum.analysis.model import Analysis
from arboretum.language import all_of, say


def notes(analysis: Analysis) -> tuple[str, ...]:
    """How it was judged, and what cannot be told from this record."""
    found = [
        say(
            "Judged by a learned value, from what each player could know at the time: a hidden card never counts"
            " against a choice."
        )
    ]
    told = {ledger.seat for ledger in analysis.known.ledgers}
    missing = [player for seat, player in enumerate(analysis.setup.players) if seat not in told]
    if missing:
        found.append(
            say(
                "The hands of {players} are not in this record, so their choices cannot be judged, nor is there an"
                " analysis with all cards open.",
                players=all_of(missing),
            )
        )
    if not analysis.is_complete:
        found.append(say("The game is not over: it is analysed as far as the record goes."))
    return tuple(found)
