"""
The score pad: what people note down of a game played with cardboard, read and scored.

>>> entries = read('''
...     player Ada
...     hand   MP7
...     MP1 MP3 MP4 OK6
...     ... JA4 MP5 MP8
... ''')
>>> entries.score().totals
(13,)
"""

from __future__ import annotations

from arboretum.errors import ScoreError
from arboretum.language import say
from arboretum.pad.entries import Entries, Entry
from arboretum.pad.json_form import read_json
from arboretum.pad.plain_form import read_plain

__all__ = ["Entries", "Entry", "read", "read_json", "read_plain"]


def read(text: str, *, bare: bool = False) -> Entries:
    """
    Read a filled-in score pad; JSON if its first sign is a bracket, else the plain text form.

    With `bare` a card may be there twice. Raises ScoreError with the place and the reason.
    """
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise ScoreError(say("There is nothing to score: the input is empty."))
    return read_json(text) if text.lstrip()[0] in "{[" else read_plain(text, bare=bare)
