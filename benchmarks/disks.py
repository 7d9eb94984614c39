"""A disk that can be filled, and one that cannot be written: real ones where this may mount them."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from served import Server

MEGABYTES: Final = 8


class FullDisk:
    """A small file system in memory, which is filled by a file."""

    kind = "a full file system"

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, server: Server) -> None:
        """Take all that is left."""
        with contextlib.suppress(OSError), (self.folder / "ballast").open("wb", buffering=0) as ballast:
            while True:
                ballast.write(bytes(4096))

    def free(self, server: Server) -> None:
        """Give it back."""
        (self.folder / "ballast").unlink()


class LimitedFiles(FullDisk):
    """Where nothing may be mounted: the server may write no file beyond its first bytes any more."""

    kind = "a limit on the size of files"

    def fill(self, server: Server) -> None:
        server.limit_file_size(4096)

    def free(self, server: Server) -> None:
        server.limit_file_size(None)


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[FullDisk]:
    """A folder on a disk that can be filled."""
    place = folder / "disk"
    place.mkdir()
    if not _run("mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", str(place)):
        yield LimitedFiles(place)
        return
    try:
        yield FullDisk(place)
    finally:
        _run("umount", "--lazy", str(place))


@contextlib.contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Let nothing in a folder be written meanwhile: neither by its owner nor, where this may mount, by root."""
    mounted = _run("mount", "--bind", str(folder), str(folder))
    try:
        if mounted and _run("mount", "-o", "remount,bind,ro", str(folder)):
            yield
            return
        for path in (*folder.iterdir(), folder):
            path.chmod(0o500 if path.is_dir() else 0o400)
        yield
    finally:
        if mounted:
            _run("umount", "--lazy", str(folder))
        for path in (folder, *folder.iterdir()):
            path.chmod(0o700 if path.is_dir() else 0o600)


def _run(*command: str) -> bool:
    """Whether a command is there and does what it should."""
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False
