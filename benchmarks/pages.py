"""
How much is loaded with a page the first time, compressed: the page, its styles, its scripts with all they
import.

    python benchmarks/pages.py [--json]

Pictures do not count for the budget: they come afterwards, and nothing waits for them. The drawing of the cards
is one of them.
"""

from __future__ import annotations

import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urljoin

import click
from served import serving
from verdict import Verdict, judged

FIRST: Final = 60.0
"""Kilobytes of the home page with everything that it needs."""
TABLE: Final = 130.0
"""And of the table's page, which most people see as their second one."""

PAGES: Final = {"the home page": ("/", FIRST), "a table": ("/play", TABLE), "the rules": ("/rules", FIRST)}

ASKED: Final = re.compile(r"""<(?:link|script)\b[^>]*?\b(?:href|src)="([^"]+\.(?:css|js))\"""")
IMPORTED: Final = re.compile(
    r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']+\.js)["']|@import\s+(?:url\()?["']([^"']+)["']"""
)
ART: Final = re.compile(r"/static/[^/]+/(art/|art\.js)")


def fetched(url: str, body: bytes | None = None) -> tuple[str, bytes, int]:
    """Where it was found, what it says, and the bytes that came over the line."""
    request = urllib.request.Request(url, body, {"accept-encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        packed = answer.read()
        if answer.headers.get("content-encoding") == "gzip":
            import gzip

            return answer.url, gzip.decompress(packed), len(packed)
        return answer.url, packed, len(packed)


def needed(url: str, text: str, pattern: re.Pattern[str]) -> Iterator[str]:
    """The addresses that a page, a script or a style asks for."""
    for found in pattern.findall(text):
        yield urljoin(url, found if isinstance(found, str) else next(filter(None, found)))


def everything(url: str, body: bytes | None) -> dict[str, int]:
    """By address, the bytes of a page and of all that it loads, art left out."""
    place, page, size = fetched(url, body)
    sizes = {place: size}
    waiting = list(needed(place, page.decode(), ASKED))
    while waiting:
        address = waiting.pop()
        if address not in sizes and not ART.search(address):
            _, told, sizes[address] = fetched(address)
            waiting += needed(address, told.decode(), IMPORTED)
    return sizes


def measured(folder: Path) -> Verdict:
    """The whole measurement, in a folder that is there."""
    verdict = Verdict("Kilobytes that a page needs the first time, compressed, without art")
    with serving(folder / "tables.db") as server:
        for name, (path, budget) in PAGES.items():
            sizes = everything(f"http://{server.address}{path}", b"" if path == "/play" else None)
            verdict.add(name, sum(sizes.values()) / 1024, f"KB in {len(sizes)} files", at_most=budget)
            largest = sorted(sizes.items(), key=lambda item: -item[1])[:3]
            told = ", ".join(f"{address.rpartition('/')[2] or '/'} {size / 1024:.1f}" for address, size in largest)
            verdict.notes.append(f"Largest of {name}: {told}.")
    return verdict


@click.command(help=__doc__)
@click.option("--json", "as_json", is_flag=True, help="One line of JSON instead of a table.")
def main(as_json: bool) -> None:
    judged(measured, as_json)


if __name__ == "__main__":
    main()
