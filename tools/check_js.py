"""
Check the types of the browser's code, which JSDoc tells, with TypeScript's compiler.

    python tools/check_js.py          checks src/arboretum/web/static

Node.js has to be there. TypeScript is put into .venv/js once, by npm, in the version named below. Where either is
missing, this says so and passes; with CI=true in the environment, where checks must be complete, it fails.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
STATIC: Final = ROOT / "src" / "arboretum" / "web" / "static"
HOME: Final = ROOT / ".venv" / "js"
"""Where npm installs, beside the environment of Python: nothing of it is part of the project."""

PLAN: Final = HOME / "tsconfig.json"
PACKAGE: Final = HOME / "node_modules" / "typescript"

TYPESCRIPT: Final = "5.9.3"

OPTIONS: Final = {
    "allowJs": True,
    "checkJs": True,
    "noEmit": True,
    "strict": True,
    "noUnusedLocals": True,
    "noFallthroughCasesInSwitch": True,
    "target": "es2022",
    "lib": ["es2023", "dom", "dom.iterable"],
    "module": "es2022",
    "moduleResolution": "bundler",
    "skipLibCheck": True,
    "types": [],
}


class Missing(Exception):
    """Something that the check needs is not here; the message says what, and what to do."""


def own_files() -> list[Path]:
    """The files to check: all of ours, none of others."""
    return sorted(path for path in STATIC.rglob("*.js") if "vendor" not in path.relative_to(STATIC).parts)


def compiler() -> list[str]:
    """How TypeScript's compiler is called; installed if need be. Raises Missing."""
    node = shutil.which("node")
    if node is None:
        raise Missing("Node.js is not here, so the types of the browser's code are not checked: install nodejs.")
    if not is_installed():
        _install()
    return [node, str(PACKAGE / "bin" / "tsc")]


def is_installed() -> bool:
    """Whether TypeScript is there, in the version that is wanted, and Node.js to run it."""
    told = PACKAGE / "package.json"
    return bool(shutil.which("node")) and told.is_file() and json.loads(told.read_text())["version"] == TYPESCRIPT


def _install() -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise Missing("npm is not here, so TypeScript cannot be installed to check the browser's code.")
    HOME.mkdir(parents=True, exist_ok=True)
    options = ["--no-audit", "--no-fund", "--ignore-scripts", "--no-save", "--loglevel=error"]
    done = subprocess.run(
        [npm, "install", "--prefix", str(HOME), *options, f"typescript@{TYPESCRIPT}"],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise Missing(
            f"npm could not install TypeScript, so the browser's code is not checked: {done.stderr[-400:]}"
        )


def check(call: list[str]) -> subprocess.CompletedProcess[str]:
    """Run the compiler over our files."""
    PLAN.write_text(json.dumps({"compilerOptions": OPTIONS, "files": [str(path) for path in own_files()]}))
    return subprocess.run([*call, "--project", str(PLAN)], capture_output=True, text=True, check=False, cwd=ROOT)


def main() -> int:
    try:
        done = check(compiler())
    except Missing as missing:
        print(missing)
        return 1 if os.environ.get("CI") else 0
    print(done.stdout + done.stderr or f"The types of {len(own_files())} files hold.")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
