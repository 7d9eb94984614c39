"""
Packed records: a class of annotated fields, its NumPy type, and fast access without NumPy scalars.

The rules run over two kinds of object with the same field names: interpreted, over an instance of a `Packed`
class, whose fields are memory views and so give plain Python integers; compiled, over a record of the NumPy
type `dtype`, which Numba reads as a C struct. Both look at the same bytes.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self, TypeAlias, get_args, get_origin, get_type_hints

import numpy as np

from arboretum.rules.jit import compiled_as, rule

Byte: TypeAlias = Annotated[int, "u1", ()]
"""A field that is one number from 0 to 255."""

Count: TypeAlias = Annotated[int, "i1", ()]
"""A field that counts, up to 127. Signed, as all counts are: a loop to an unsigned bound has an unsigned
counter, and Numba makes a float of that together with a signed number."""

if TYPE_CHECKING:
    Reals: TypeAlias = memoryview[float]
else:
    Reals = memoryview
"""A field of floating point numbers."""

Rows: TypeAlias = np.ndarray[Any, Any]
"""An array of records."""


class Packed:
    """One record of bytes; subclasses declare their fields by annotations `Annotated[type, code, shape]`."""

    dtype: ClassVar[np.dtype[np.void]]
    """The NumPy type: packed, without padding, so that equal records have equal bytes."""
    _kinds: ClassVar[dict[np.dtype[np.void], type[Packed]]] = {}
    """Every class of packed records, by its NumPy type."""

    _bytes: memoryview

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        described = [
            (name, code, shape)
            for name, hint in get_type_hints(cls, include_extras=True).items()
            if get_origin(hint) is Annotated
            for _, code, shape in [get_args(hint)]
        ]
        cls.dtype = np.dtype(described)
        Packed._kinds[cls.dtype] = cls
        for name, code, shape in described:
            kind, start = cls.dtype.fields[name][:2]  # type: ignore[index]  # it has fields: made above
            place = slice(start, start + kind.itemsize)
            setattr(cls, name, _number(start) if shape == () else _Array(name, place, code, shape))

    def __init__(self, rows: Rows | None = None) -> None:
        """A record of zeros, or a face for the one record of `rows`, whose bytes it shares."""
        if rows is None:
            self._bytes = memoryview(bytearray(self.dtype.itemsize))
        else:
            self.rows = rows
            self._bytes = memoryview(rows.view(np.uint8))  # type: ignore[arg-type]  # an array is a buffer

    @functools.cached_property
    def rows(self) -> Rows:
        """The same bytes as an array of one record: what compiled rules take. Read it at the door only."""
        return np.frombuffer(self._bytes, self.dtype)

    def copy(self) -> Self:
        """A record with the same content and bytes of its own. (An array would copy itself field by field.)"""
        twin = type(self).__new__(type(self))
        twin._bytes = memoryview(bytearray(self._bytes))
        return twin

    def freeze(self) -> Self:
        """Let nobody change this record any more; returns it."""
        made = self.__dict__
        if "rows" in made:
            made.pop("rows").flags.writeable = False
        for name, field in made.items():  # the bytes, and the fields that were made so far
            made[name] = field.toreadonly()
        return self


class _Array:
    """A field of several numbers, as a memory view: made when it is first used, since most are not in a copy."""

    def __init__(self, name: str, place: slice, code: str, shape: tuple[int, ...]) -> None:
        self._name = name
        self._place = place
        self._code: Any = {"u1": "B", "i1": "b", "i2": "h", "i8": "q", "f8": "d"}[code]
        self._shape = shape

    def __get__(self, record: Packed, kind: type[Packed] | None = None) -> memoryview:
        view = record._bytes[self._place].cast(self._code, self._shape)
        record.__dict__[self._name] = view  # found first from now on
        return view


def _number(at: int) -> property:
    """A field of one byte at this offset, as a property that reads and writes a plain integer."""

    def read(self: Packed) -> int:
        return self._bytes[at]

    def write(self: Packed, value: int) -> None:
        self._bytes[at] = value

    return property(read, write)


@rule
def record_of(rows: Rows, index: int) -> Any:  # noqa: ANN401
    """One record of an array, to read and to change: interpreted a face of it, compiled the record itself."""
    return Packed._kinds[rows.dtype](rows[index : index + 1])


@compiled_as(record_of)
def _record_of_compiled(rows: Rows, index: int) -> Any:  # noqa: ANN401  # pragma: no cover (runs compiled only)
    return rows[index]
