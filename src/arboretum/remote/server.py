"""Requests to a server, each answered or refused with a sentence. No answer at all is an error of its own."""

from __future__ import annotations

import dataclasses
import http.client
import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

from arboretum.errors import ArboretumError
from arboretum.language import later, said, say, spoken
from arboretum.remote.words import plain, sentence_of

Json = dict[str, Any]

LARGEST: Final = 4 << 20
"""Bytes of an answer, or of a line of a stream, that are read."""

ANSWERS: Final = 10.0
"""Seconds within which a server answers."""

SILENCE: Final = 50.0
"""Seconds after which a silent stream is taken for dead: a server gives signs of life more often."""

STRANGE: Final = later("That address answers, but not as a table of Arboretum does.")

BUSY: Final = (429, 500, 502, 503, 504)
"""Statuses after which it is worth while to ask again: too much at once, or only a proxy is there."""


EMPTY: Final = (204, 304)
"""Statuses of answers that have no body."""


class NoAnswer(ArboretumError):
    """The server cannot be reached, or stopped in the middle; later it may answer."""


class Denied(ArboretumError):
    """The server answered, and said no."""

    def __init__(self, sentence: str, status: int, *, version: int = 0, wait: float = 1.0) -> None:
        super().__init__(sentence)
        self.status = status
        """The HTTP status."""
        self.version = version
        """The version that the table has, if the server told it."""
        self.wait = wait
        """Seconds after which to ask again, if the status is one of BUSY."""


@dataclasses.dataclass(frozen=True, slots=True)
class Reply:
    """What a request was answered."""

    status: int
    location: str
    """Where it leads to, for a redirection."""
    body: bytes

    @property
    def json(self) -> Json:
        """The body as an object. Raises ArboretumError for anything else."""
        return json_object(self.body)


class Server:
    """A server, as one visitor who keeps its cookies, or who shows the token of a seat instead."""

    def __init__(self, base: str, token: str = "") -> None:
        """base: `http://host:port`."""
        parts = urlsplit(base)
        self.base = base
        self.token = token
        self._netloc = parts.netloc
        self._kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._cookies: dict[str, str] = {}

    def get(self, path: str) -> Reply:
        """Ask for something. Raises NoAnswer, Denied."""
        return self._ask("GET", path, None, {})

    def form(self, path: str, fields: Mapping[str, str]) -> Reply:
        """Send a form. Raises NoAnswer, Denied."""
        return self._ask(
            "POST", path, urlencode(fields).encode(), {"content-type": "application/x-www-form-urlencoded"}
        )

    def send(self, path: str, value: Mapping[str, object]) -> Reply:
        """Send JSON. Raises NoAnswer, Denied."""
        return self._ask("POST", path, json.dumps(value).encode(), {"content-type": "application/json"})

    def frames(self, path: str) -> Iterator[Json]:
        """The frames of a stream until it ends. Raises NoAnswer, Denied; ArboretumError for what is none."""
        with closing(self._kind(self._netloc, timeout=SILENCE)) as connection:
            try:
                response = self._begin(connection, "GET", path, None, {})
                if response.status != 200:
                    self._finish(response)
                while line := response.readline(LARGEST):
                    if not line.endswith(b"\n"):
                        return  # cut off in the middle
                    yield json_object(line)
            except (OSError, http.client.HTTPException) as error:
                raise self._silent(error) from None

    def _ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Reply:
        """A request, answered to its end."""
        with closing(self._kind(self._netloc, timeout=ANSWERS)) as connection:
            try:
                return self._finish(self._begin(connection, method, path, body, headers))
            except (OSError, http.client.HTTPException) as error:
                raise self._silent(error) from None

    def _begin(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        path: str,
        body: bytes | None,
        more: dict[str, str],
    ) -> http.client.HTTPResponse:
        headers = {"accept": "application/json", "accept-language": spoken(), **more}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        elif self._cookies:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        connection.request(method, path, body, headers)
        return connection.getresponse()

    def _finish(self, response: http.client.HTTPResponse) -> Reply:
        """The whole answer. Raises Denied; HTTPException where it broke off in the middle."""
        body = response.read(LARGEST)
        # What is left unread is not noticed by http.client, and a head that is cut off tells no length.
        cut = response.length if response.length is not None else not (body or response.chunked)
        if cut and len(body) < LARGEST and response.status not in EMPTY:
            raise http.client.IncompleteRead(body, response.length)
        self._keep_cookies(response.headers.get_all("set-cookie") or [])
        if response.status >= 400:
            raise self._denied(response, body)
        return Reply(response.status, response.headers.get("location", ""), body)

    def _keep_cookies(self, lines: list[str]) -> None:
        for line in lines:
            try:
                self._cookies.update({name: morsel.coded_value for name, morsel in SimpleCookie(line).items()})
            except CookieError:
                continue  # no cookie of ours

    def _denied(self, response: http.client.HTTPResponse, body: bytes) -> Denied:
        kind = response.headers.get_content_type()
        told: Json = {}
        if kind == "application/json":
            told = json_object(body)
            sentence = plain(str(told.get("error", "")))
        else:
            sentence = sentence_of(kind, body)
        after, version = response.headers.get("retry-after", ""), told.get("version")
        return Denied(
            sentence
            or say(
                "The server at {address} refused that, with status {status}.",
                address=self.base,
                status=response.status,
            ),
            response.status,
            version=version if type(version) is int else 0,
            wait=float(after) if after.isascii() and after.isdecimal() and len(after) < 4 else 1.0,
        )

    def _silent(self, error: Exception) -> NoAnswer:
        """That nothing came, and what to do."""
        why = (error.strerror if isinstance(error, OSError) else "") or str(error) or say("it broke off")
        return NoAnswer(
            say(
                "No table answers at {address} ({why}): is the address right, and its server on?",
                address=self.base,
                why=plain(why),
            )
        )


def json_object(body: bytes) -> Json:
    """JSON that is an object. Raises ArboretumError."""
    try:
        value = json.loads(body)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise ArboretumError(said(STRANGE))
    return value
