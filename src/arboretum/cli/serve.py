"""`arboretum serve`: the table in the browser, for one's own machine, one's own network, or friends far away."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

HERE = "127.0.0.1"
PORT = 8420


def default_file() -> Path:
    """Where tables are kept if nobody says where: in the environment's ARBORETUM_DB, or with the user's data."""
    if given := os.environ.get("ARBORETUM_DB"):
        return Path(given)
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return folder / "arboretum" / "tables.db"


database = click.option(
    "--db", "file", type=click.Path(dir_okay=False, path_type=Path), help="The file that keeps all tables."
)
"""The option that names the file, for every command that needs it."""


@click.command()
@click.option(
    "--host", default=HERE, show_default=True, help="Address to listen on; 0.0.0.0 for the whole network."
)
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0 for any free one.")
@database
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
@click.option("--public-url", metavar="URL", help="Where a reverse proxy makes this server known.")
@click.option("--allow-host", "hosts", multiple=True, metavar="NAME", help="A further name of this machine.")
@click.option(
    "--pace",
    type=click.FloatRange(0, 60),
    default=0.8,
    show_default=True,
    metavar="SECONDS",
    help="What a bot takes at least for a decision, so that one can follow.",
)
@click.option(
    "--think",
    type=click.FloatRange(0, 60),
    default=0.5,
    show_default=True,
    metavar="SECONDS",
    help="What a bot may think about a decision, less when others wait; 0 seats no bots that search.",
)
@click.option(
    "--crowd",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    metavar="N",
    help="How many households share one address, as in a school: its limits are so much wider.",
)
def serve(
    host: str,
    port: int,
    file: Path | None,
    no_browser: bool,
    public_url: str | None,
    hosts: tuple[str, ...],
    pace: float,
    think: float,
    crowd: int,
) -> None:
    """
    Serve the table in the browser, and open it.

    One process, one file: close the laptop and come back, every table is as it was. Only this machine can
    reach it, until --host 0.0.0.0 lets the network in, or --public-url says where a proxy does.
    """
    from arboretum.web.process import Plan, serve_tables

    kept = file or default_file()
    serve_tables(Plan(host, port, kept, not no_browser, public_url, hosts, pace, crowd, think), click.echo)
