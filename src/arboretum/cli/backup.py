"""`arboretum backup`: a copy of all tables, made while the server runs or stands."""

from __future__ import annotations

from pathlib import Path

import click

from arboretum.cli.serve import default_file
from arboretum.errors import ArboretumError


@click.command()
@click.argument("target", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--db", "file", type=click.Path(dir_okay=False, path_type=Path), help="The file that keeps all tables."
)
def backup(target: Path, file: Path | None) -> None:
    """
    Copy all tables into FILE, a new one. A server that is running goes on.

    The copy is itself a file that `arboretum serve --db FILE` can be started with.
    """
    with opened(file or default_file()) as store:
        store.backup(target)
    click.echo(f"All tables are in {target}.")
