"""
The description of the interface for programs: OpenAPI, made from the shapes and the commands.

`python -m arboretum.web.openapi` prints it; docs/openapi.json is that.
"""

from __future__ import annotations

import json
from typing import Any, Final

import msgspec

from arboretum.web import shapes
from arboretum.web.commands import LinkTo, Sent
from arboretum.web.hint_shapes import Hint
from arboretum.web.history_shapes import History
from arboretum.web.review_shapes import Review

Json = dict[str, Any]

TEMPLATE: Final = "#/components/schemas/{name}"

SHAPES: Final = (
    shapes.View,
    History,
    Review,
    shapes.Preview,
    Hint,
    shapes.Done,
    shapes.Problem,
    shapes.Link,
    shapes.Rules,
    shapes.Health,
    shapes.Frame,
    shapes.PadAnswer,
    shapes.Pad,
)

REFUSED: Final = {
    400: "That is not JSON.",
    401: "The token stands for no seat.",
    403: "Not for this visitor.",
    404: "There is no such table.",
    409: "Something else happened first: look again, then choose.",
    413: "Too long: more than 4096 bytes, of a score pad more than 16384.",
    415: "Another content type is needed.",
    421: "The server is not called by this name.",
    422: "The rules, or the table, do not allow it.",
    429: "Too many requests: wait as `Retry-After` says.",
    503: "Not now: try again as `Retry-After` says.",
}

AS: Final = {"name": "as", "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": 3}}
EYES: Final = {"name": "as", "in": "query", "schema": {"type": "string", "pattern": "^(all|public|[0-3])$"}}
AT: Final = {"name": "at", "in": "query", "schema": {"type": "integer", "minimum": 0}}
OF: Final = {"name": "of", "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": 3}}
THEME: Final = {"name": "theme", "in": "query", "schema": {"enum": ["light", "dark"]}}
PAD: Final = {"name": "p", "in": "query", "required": True, "schema": {"type": "string"}}
SINCE: Final = {"name": "since", "in": "query", "schema": {"type": "integer", "minimum": 0}}
SEAT: Final = {"name": "seat", "in": "query", "required": True, "schema": {"type": "integer"}}
CARD: Final = {"name": "card", "in": "query", "required": True, "schema": {"type": "string"}}
PLACE: Final = {"name": "place", "in": "query", "schema": {"type": "string"}}
INSTEAD: Final = {"name": "instead", "in": "query", "schema": {"type": "string"}}
HINT: Final = (SEAT, PLACE, INSTEAD)


def document() -> Json:
    """The whole description."""
    _, components = msgspec.json.schema_components([*SHAPES, Sent, LinkTo], ref_template=TEMPLATE)
    command, _ = msgspec.json.schema_components([Sent], ref_template=TEMPLATE)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Arboretum",
            "version": "1",
            "description": "A table of the card game Arboretum. docs/6-api.md tells it in words.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "security": [{"cookie": []}, {"seat": []}, {}],
        "paths": _paths(command[0]),
        "components": {
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "arb"},
                "seat": {"type": "http", "scheme": "bearer", "description": "The token of a personal link."},
            },
            "responses": _refusals(),
            "schemas": dict(sorted(components.items())),
        },
    }


def _refusals() -> Json:
    """The ways in which a request is refused."""
    problem = {"application/json": {"schema": {"$ref": TEMPLATE.format(name="Problem")}}}
    return {str(code): {"description": why, "content": problem} for code, why in REFUSED.items()}


def _paths(command: Json) -> Json:
    """Every route that answers programs."""
    link = {"$ref": TEMPLATE.format(name="LinkTo")}
    return {
        "/healthz": {"get": _told("The server answers, and its store does.", "Health")},
        "/openapi.json": {"get": _answer("This description.", "application/json", {"type": "object"})},
        "/score/answer": {
            "post": _told(
                "What a score pad is worth, and why.", "PadAnswer", body={"$ref": TEMPLATE.format(name="Pad")}
            )
        },
        "/t/{id}/view": _table("get", _told("All that you may see of a table now.", "View", AS)),
        "/t/{id}/commands": _table("post", _told("Do something at a table.", "Done", body=command)),
        "/t/{id}/preview": _table("get", _told("What a card adds on each open cell.", "Preview", SEAT, CARD)),
        "/t/{id}/hint": _table("get", _told("Advice on your decision, where it may be given.", "Hint", *HINT)),
        "/t/{id}/history": _table("get", _told("The game step by step, as you may see it.", "History", EYES)),
        "/t/{id}/review": _table("get", _told("What the decisions of a finished game were worth.", "Review")),
        "/t/{id}/rules": _table("get", _told("The rules as this table plays them.", "Rules")),
        "/t/{id}/link": _table("post", _told("A new personal link to your seat.", "Link", body=link)),
        "/t/{id}/record": _table(
            "get", _answer("The whole game, when it is over.", "application/jsonl", {"type": "string"})
        ),
        "/t/{id}/invitation.svg": _table(
            "get", _answer("The invitation as a QR code, for the host.", "image/svg+xml", {"type": "string"})
        ),
        **_pictures(),
        "/t/{id}/stream": _table(
            "get", _told("A WebSocket of frames, each a JSON text.", "Frame", SINCE, AS, status=101)
        ),
        "/t/{id}/stream.ndjson": _table(
            "get",
            _answer(
                "The same frames, a line each, for as long as the reader stays.",
                "application/x-ndjson",
                {"$ref": TEMPLATE.format(name="Frame")},
                SINCE,
                AS,
            ),
        ),
    }


def _pictures() -> Json:
    """The routes that draw."""
    pixels: Json = {"type": "string", "format": "binary"}
    kinds = (("svg", "image/svg+xml", {"type": "string"}), ("png", "image/png", pixels))
    told: Json = {}
    for name, kind, schema in kinds:
        table = _answer("A table as a picture.", kind, schema, AT, EYES, OF, THEME)
        told[f"/t/{{id}}/picture.{name}"] = _table("get", table)
        told[f"/score/picture.{name}"] = {"get": _answer("A score pad as a picture.", kind, schema, PAD, THEME)}
    told["/t/{id}/preview.png"] = _table("get", _answer("What goes with a link to a table.", "image/png", pixels))
    told["/score/preview.png"] = {"get": _answer("What goes with a link to a pad.", "image/png", pixels, PAD)}
    told["/preview.png"] = {"get": _answer("What goes with every other link.", "image/png", pixels)}
    return told


def _table(method: str, operation: Json) -> Json:
    """A route below a table."""
    name = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
    return {"parameters": [name], method: operation}


def _told(what: str, shape: str, *parameters: Json, body: Json | None = None, status: int = 200) -> Json:
    """An operation that answers with a shape."""
    schema = {"$ref": TEMPLATE.format(name=shape)}
    operation = _answer(what, "application/json", schema, *parameters, status=status)
    if body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return operation


def _answer(what: str, kind: str, schema: Json, *parameters: Json, status: int = 200) -> Json:
    """An operation, with the ways in which it is refused."""
    refused = {str(code): {"$ref": f"#/components/responses/{code}"} for code in REFUSED}
    done = {str(status): {"description": what, "content": {kind: {"schema": schema}}}}
    operation: Json = {"summary": what, "responses": done | refused}
    if parameters:
        operation["parameters"] = list(parameters)
    return operation


def text() -> str:
    """The file."""
    return json.dumps(document(), indent=2) + "\n"


if __name__ == "__main__":
    print(text(), end="")
