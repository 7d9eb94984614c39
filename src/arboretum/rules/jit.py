"""
The one place that knows Numba, and the one random stream of the package.

`rule` registers a function and returns it unchanged. `compiled(f)` gives the same function compiled: on the
first call it imports Numba and builds a dispatcher from the same code object, with a copy of the globals in
which the names of rules are dispatchers too. Nothing compiles at import, and the plain functions stay plain.

Traps, each met once and kept away by how the rules are written:
- a record with padding compares unequal to its equal: records are packed (`layout.py`);
- NumPy keeps `uint8 * 8` in eight bits, Numba widens it: interpreted rules see plain integers, never scalars;
- `int64` with `uint64` becomes a float in Numba: rules use numbers below 2**63 only, counts are signed
  (`layout.Count`), and the one function that needs 64 bits, `next_word`, has a twin for the compiler;
- `destination[:] = source` on bytes is a slow loop in Numba, an explicit `for` is a fast one;
- Numba's cache on disk does not see an edit in a called function: the cache lies in a folder named by a
  digest of every source file of the package that is compiled, and of the versions of Numba and NumPy;
- Numba names a function compiled for a record by the number that the record got in its process: one from the
  cache and one that is new can then have the same name, and no longer compile. `_name_records` mends that.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import sys
import tempfile
import types
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

import numpy as np

P = ParamSpec("P")
R = TypeVar("R")

Stream = np.ndarray[Any, np.dtype[np.uint64]]
"""A random stream: an array of one 64-bit word, changed by each number drawn from it."""

MASK64: Final = (1 << 64) - 1
FRACTION: Final = 1 << 56

_rules: Final[dict[types.FunctionType, None]] = {}
_twins: Final[dict[types.FunctionType, types.FunctionType]] = {}
_dispatchers: Final[dict[types.FunctionType, Any]] = {}
_namespaces: Final[dict[str, dict[str, Any]]] = {}


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a plain function that `compiled` may compile; returns it as it is."""
    assert isinstance(function, types.FunctionType)
    _rules[function] = None
    return function


def compiled_as(function: Callable[P, R]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Mark the source that the compiler takes in place of a rule; a test must hold the two equal."""

    def keep(source: Callable[P, R]) -> Callable[P, R]:
        assert isinstance(function, types.FunctionType)
        assert isinstance(source, types.FunctionType)
        _twins[function] = source
        return source

    return keep


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """
    The compiled twin of a rule, or the rule itself where Numba is not installed (it says so once) or disabled.

    Functions that are compiled take arrays of records (`Packed.rows`), never the interpreted faces.
    """
    assert isinstance(function, types.FunctionType)
    found = _dispatchers.get(function)
    if found is None:
        if not can_compile():
            return function
        numba: Any = importlib.import_module("numba")
        _name_records(numba)
        # A record that begins like another one is tried as that one first: this is meant, and works.
        begins_alike = numba.errors.NumbaExperimentalFeatureWarning
        warnings.filterwarnings("ignore", r"Record\(", begins_alike)
        _tell_if_cold()
        found = _build(function, numba)
    dispatcher: Callable[P, R] = found
    return dispatcher


def can_compile() -> bool:
    """Whether Numba is there to compile the rules, and not disabled; says once that it is not there."""
    try:
        numba: Any = importlib.import_module("numba")
    except ImportError:
        _say_once("Numba is not installed: the rules run interpreted, some 150 times slower.")
        return False
    return not numba.config.DISABLE_JIT


def _build(function: types.FunctionType, numba: Any) -> Any:  # noqa: ANN401
    """A dispatcher for this rule and, by its globals, for every rule it can call."""
    source = _twins.get(function, function)
    namespace = _namespaces.setdefault(source.__module__, dict(source.__globals__))
    twin = types.FunctionType(source.__code__, namespace, function.__name__, source.__defaults__)
    twin.__qualname__, twin.__module__ = function.__qualname__, function.__module__
    folder = cache_folder()
    before = numba.config.CACHE_DIR
    try:
        # Numba chooses the place of a cache when the dispatcher is made; leave the setting as it was.
        numba.config.CACHE_DIR = str(folder) if folder else before
        dispatcher = numba.njit(cache=folder is not None, nogil=True)(twin)
    finally:
        numba.config.CACHE_DIR = before
    _dispatchers[function] = dispatcher
    for name in source.__code__.co_names:
        called = source.__globals__.get(name)
        if isinstance(called, types.FunctionType) and called in _rules:
            namespace[name] = _dispatchers.get(called) or _build(called, numba)
    return dispatcher


def _name_records(numba: Any) -> None:  # noqa: ANN401
    """Let the names of compiled functions tell records apart by what they hold, the same in every process."""

    def told(record: Any) -> tuple[str, tuple[int, ...]]:  # noqa: ANN401
        return "Record", (int(hashlib.sha256(record.name.encode()).hexdigest()[:12], 16),)

    numba.types.Record.mangling_args = property(told)


def _tell_if_cold() -> None:
    """On a terminal, say once why the first use after an installation or an edit takes a while."""
    folder = cache_folder()
    cold = not _dispatchers and (folder is None or not any(folder.iterdir()))
    if cold and sys.stderr is not None and sys.stderr.isatty():
        sentence = "Compiling the rules, once on a machine: ten seconds, up to two minutes for strong bots ..."
        print(sentence, file=sys.stderr)


# The cache on disk. ---------------------------------------------------------------------------------------


def cache_folder() -> Path | None:
    """
    Where compiled rules are kept between runs, or None (said once) if no place can be written.

    `ARBORETUM_CACHE` names another place than the user's cache folder.
    """
    global _folder, _folder_known
    if not _folder_known:
        _folder_known = True
        _folder = next(filter(_writable, (place / "rules" / _digest() for place in _cache_places())), None)
        if _folder is None:
            _say_once("No cache folder can be written: compiled rules are made anew in each process.")
    return _folder


_folder: Path | None = None
_folder_known = False


def _cache_places() -> list[Path]:
    """Candidates, best first."""
    chosen = os.environ.get("ARBORETUM_CACHE")
    if chosen:
        return [Path(chosen)]
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    user = getattr(os, "getuid", lambda: "user")()
    places = [Path(tempfile.gettempdir()) / f"arboretum-{user}"]
    return [Path(base) / "arboretum", *places] if base and not base.startswith("~") else places


def _writable(folder: Path) -> bool:
    """Whether this folder exists, or can be made, belongs to us, and takes a file."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
            return False  # somebody else's machine code is not run
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _digest() -> str:
    """A name for everything that the compiled code depends on."""
    numba: Any = importlib.import_module("numba")
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version_info[:2]}".encode())
    for source in sorted(Path(__file__).parent.parent.rglob("*.py")):
        text = source.read_bytes()
        if source.parent.name == "rules" or b"@rule\n" in text:
            digest.update(source.name.encode() + text)
    return digest.hexdigest()[:16]


_said: Final[set[str]] = set()


def _say_once(sentence: str) -> None:
    """Warn with this sentence, but only the first time in a process."""
    if sentence not in _said:
        _said.add(sentence)
        warnings.warn(sentence, RuntimeWarning, stacklevel=4)


# The random stream. ---------------------------------------------------------------------------------------


def stream(*seeds: int) -> Stream:
    """
    A stream from one or more whole numbers, by splitmix64; 0 is a seed like any other.

    Numbers beyond 64 bits count with all their bits. Raises ValueError for a negative one.
    """
    return np.array([_state(seeds) or 1], np.uint64)


def streams(seed: int, first: int, count: int) -> Stream:
    """The first words of `stream(seed, number)` for so many numbers from `first` on: uint64[count]."""
    numbers = np.arange(first, first + count, dtype=np.uint64)
    words: Stream = _mixed(_mixed(_state((seed,)) ^ 1) ^ numbers)
    return np.where(words == 0, np.uint64(1), words)


def _state(seeds: tuple[int, ...]) -> int:
    state = 0
    for seed in seeds:
        if seed < 0:
            raise ValueError(f"A seed is a whole number from 0 up, not {seed}.")
        words = max(1, -(-seed.bit_length() // 64))
        for word in (words, *((seed >> 64 * place) & MASK64 for place in range(words))):
            state = _mixed(state ^ word)
    return state


def _mixed(word: Any) -> Any:  # noqa: ANN401
    """The output function of splitmix64 (Steele, Lea, Flood 2014), of one word or of each word of an array."""
    word = (word + 0x9E3779B97F4A7C15) & MASK64
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK64
    return word ^ (word >> 31)


@rule
def next_word(stream: Stream) -> int:
    """The next 56 random bits of a stream: the high bits of xorshift64* (Vigna 2016)."""
    word = int(stream[0])
    word ^= word >> 12
    word = (word ^ (word << 25)) & MASK64
    word ^= word >> 27
    stream[0] = word
    return ((word * 0x2545F4914F6CDD1D) & MASK64) >> 8


@rule
def below(stream: Stream, count: int) -> int:
    """A random number from 0 to count - 1, for a count up to 127; its bias is under 2**-49."""
    return (next_word(stream) * count) >> 56


# Several choices from one word: the word is a fraction of 1, in units of 2**-56. Its product with a count has the
# choice before the point, and behind it a fraction that is as random as what the choice has left over.


@rule
def chosen(chance: int, count: int) -> int:
    """A choice from 0 to count - 1, for a count up to 127, made by a fraction `chance`."""
    return (chance * count) >> 56


@rule
def chance_left(chance: int, count: int) -> int:
    """The fraction that is left for further choices after `chosen`; all together they have a bias under 2**-27."""
    return (chance * count) & (FRACTION - 1)


@compiled_as(next_word)
def _next_word_compiled(stream: Stream) -> int:
    """`next_word` for the compiler, in wrapping 64-bit arithmetic; a test holds the two equal."""
    word = stream[0]
    word ^= word >> np.uint64(12)
    word ^= word << np.uint64(25)
    word ^= word >> np.uint64(27)
    stream[0] = word
    return np.int64((word * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(8))  # type: ignore[return-value]  # compiled: an int


def shuffled(items: list[int], stream: Stream) -> list[int]:
    """The items in random order (Fisher-Yates from the end); the list given is not changed."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = below(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return order
