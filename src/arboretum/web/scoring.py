"""The score pad of the cardboard game: its page, and the answer to what was entered there."""

from __future__ import annotations

import dataclasses
import json
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from arboretum.cards import EDITIONS
from arboretum.errors import ScoreError
from arboretum.language import say
from arboretum.pad.entries import Entries
from arboretum.pad.json_form import read_json
from arboretum.pad.link_form import read_link
from arboretum.pad.missing import Note, notes_on
from arboretum.web.api import json_answer
from arboretum.web.bodies import BadRequest, body_of
from arboretum.web.count import counted
from arboretum.web.previews import LinkPreview, of_pad
from arboretum.web.site import Site

LONGEST: Final = 16_384
"""Bytes of a pad; a whole game of four has about three thousand."""

Json = dict[str, Any]


class Scoring:
    """The handlers of one site. They know no visitor: what is entered is kept by the browser alone."""

    def __init__(self, site: Site) -> None:
        self.site = site

    async def page(self, request: Request) -> Response:
        """The page, perhaps with the pad that `p` holds; it draws and keeps what is entered by itself."""
        shared, refused = request.query_params.get("p", ""), ""
        preview = LinkPreview()
        if shared:
            try:
                preview = of_pad(read_link(shared), shared)
            except ScoreError as error:
                shared, refused = "", str(error)
        plan = {
            "editions": {name: [kind.code for kind in species] for name, species in EDITIONS.items()},
            "shared": shared,
            "refused": refused,
        }
        return self.site.pages.answer(request, "score.html", plan=json.dumps(plan), preview=preview)

    async def worker(self, request: Request) -> Response:
        """The script that shows the page without a network; a browser takes it for the page it lies beside."""
        headers = {"service-worker-allowed": "/score", "cache-control": "no-cache"}
        body = self.site.statics.body("score/worker.js")
        return Response(body, headers=headers, media_type="text/javascript; charset=utf-8")

    async def answer(self, request: Request) -> Response:
        """What a pad in JSON is worth: the score with every number explained, and what is missing."""
        self.site.allow(self.site.scores, self.site.address(request))
        try:
            text = (await body_of(request, "application/json", LONGEST)).decode()
        except UnicodeDecodeError:
            raise BadRequest(400, say("That is not UTF-8 text."), "MALFORMED") from None
        return json_answer(told(_placed(read_json(text))))


def told(entries: Entries) -> Json:
    """A pad's score as JSON values, with notes of what is missing. Raises ScoreError."""
    return counted(entries.score()) | {"notes": [_note(note) for note in notes_on(entries)]}


def _note(note: Note) -> Json:
    return {"seat": note.seat, "part": note.part, "say": note.says, "wrong": note.is_wrong}


def _placed(entries: Entries) -> Entries:
    """The same entries, with places that are told as people call them."""
    players = (
        dataclasses.replace(entry, place=say("The arboretum of {name}", name=entry.name))
        for entry in entries.players
    )
    return dataclasses.replace(entries, players=tuple(players))
