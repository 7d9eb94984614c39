"""`arboretum prune`: forget tables that nobody has touched for long."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import click

from arboretum.cli.serve import default_file
from arboretum.language import say_many

DAY = 24 * 3600


@click.command()
@click.option("--older", type=click.IntRange(1), required=True, metavar="DAYS", help="Days without a move.")
@click.option(
    "--db", "file", type=click.Path(dir_okay=False, path_type=Path), help="The file that keeps all tables."
)
def prune(older: int, file: Path | None) -> None:
    """
    Forget the tables that have not changed for so many days, finished or not.

    Nothing else ever deletes a table. What is forgotten cannot be had back: make a backup first if in doubt.
    """
    from arboretum.web.process import existing

    async def forget() -> int:
        store = existing(file or default_file())
        try:
            return await store.prune(time.time() - older * DAY)
        finally:
            await store.close()

    gone = asyncio.run(forget())
    click.echo(_told(gone, older))


def _told(gone: int, days: int) -> str:
    """How many tables were forgotten."""
    if days == 1:
        return say_many(
            "{count} table was forgotten: older than a day.",
            "{count} tables were forgotten: older than a day.",
            gone,
        )
    return say_many(
        "{count} table was forgotten: older than {days} days.",
        "{count} tables were forgotten: older than {days} days.",
        gone,
        days=days,
    )
