"""`arboretum backup`: a copy of all tables, made while the server runs or stands."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from arboretum.cli.serve import default_file
from arboretum.language import say


@click.command()
@click.argument("target", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--db", "file", type=click.Path(dir_okay=False, path_type=Path), help="The file that keeps all tables."
)
def backup(target: Path, file: Path | None) -> None:
    """
    Copy all tables into FILE, a new one. A server that is running goes on.

    The copy is a file that `arboretum serve --db FILE` can be started with.
    """
    from arboretum.web.process import existing

    async def copy() -> None:
        store = existing(file or default_file())
        try:
            await store.backup(target)
        finally:
            await store.close()

    asyncio.run(copy())
    click.echo(say("All tables are in {file}.", file=target))
