"""What others wrote and the browser runs: byte for byte what was published, all of it told, and nothing else."""

from __future__ import annotations

import hashlib
import re
import tomllib
from pathlib import Path

import arboretum

STATIC = Path(arboretum.__file__).parent / "web" / "static"
VENDOR = STATIC / "vendor"
PACKAGES = tomllib.loads((VENDOR / "vendor.toml").read_text())


def test_every_file_of_a_package_has_its_hash() -> None:
    for name, package in PACKAGES.items():
        folder = VENDOR / name
        there = {
            path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in folder.rglob("*")
            if path.is_file()
        }
        assert there == package["sha256"], name


def test_every_folder_is_told_with_version_source_and_licence() -> None:
    assert {path.name for path in VENDOR.iterdir() if path.is_dir()} == set(PACKAGES)
    for name, package in PACKAGES.items():
        assert package["version"] in package["source"], name
        assert "LICENSE" in package["sha256"], name
        assert package["licence"], name


def test_modules_import_nothing_that_is_not_there() -> None:
    """Relative imports that end at files: no build step will mend another kind."""
    for path in STATIC.rglob("*.js"):
        for found in re.findall(r"""(?m)(?:^|;)(?:import|export)[\w\s{},*$]*["']([^"']+)["']""", path.read_text()):
            assert found.startswith("."), f"{path.name} imports {found}"
            assert (path.parent / found).is_file(), f"{path.name} imports {found}"
