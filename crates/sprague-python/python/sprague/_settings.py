"""What a computation may use: memory, threads, and whom it tells how far it is; and sizes as the engine reads them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, SupportsIndex, TypedDict, Union

from . import _sprague

if TYPE_CHECKING:
    from ._sprague import _Settings

#: A number of any length, or text such as ``"10^18"`` or ``"12x123"``.
Size = Union[SupportsIndex, str, "tuple[SupportsIndex, ...]"]

#: Called with steps done and steps in all (0 if unknown).
Progress = Callable[[int, int], object]

_UNITS = {"K": 10, "M": 20, "G": 30, "T": 40}
# Python converts longer numbers to and from decimal digits only on request; the engine has no such limit.
_LONG = 4000
_LONG_BITS = 3 * _LONG


class Settings(TypedDict, total=False):
    """Keyword arguments of every computation."""

    #: Bytes, or text such as ``"700M"`` or ``"2G"``; what is free if left out.
    memory: int | str | None
    #: All processors if left out.
    threads: int | None
    #: ``True`` for a tqdm bar, or a function of steps done and steps in all.
    progress: bool | Progress | None


#: No settings, as the native half takes them.
NOTHING: _Settings = {"memory": None, "threads": None, "progress": None}


@contextmanager
def native(settings: Settings) -> Iterator[_Settings]:
    """The settings as the native half takes them; a progress bar is closed at the end."""
    unknown = settings.keys() - Settings.__annotations__.keys()
    if unknown:
        raise TypeError(f"unexpected keyword argument {min(unknown)!r}")
    progress = settings.get("progress")
    threads = settings.get("threads")
    if threads is not None and threads < 1:
        raise ValueError(f"threads = {threads}: take at least 1")
    bar = _Bar() if progress is True else None
    try:
        yield {
            "memory": _memory(settings.get("memory")),
            "threads": threads,
            "progress": bar or (progress if callable(progress) else None),
        }
    finally:
        if bar is not None:
            bar.close()


class _Bar:
    """A tqdm bar that follows what the engine tells."""

    def __init__(self) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            raise ImportError("progress=True needs tqdm: pip install 'sprague[progress]'") from None
        self._bar = tqdm(total=None, leave=False)

    def __call__(self, done: int, total: int) -> None:
        self._bar.total = total or None
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        self._bar.close()


def _memory(memory: int | str | None) -> int | None:
    if memory is None:
        return None
    if isinstance(memory, str):
        text = memory.strip().upper().removesuffix("B")
        power = _UNITS.get(text[-1:], 0)
        number = text[:-1] if power else text
        if not number.isdecimal():
            raise ValueError(f"`{memory}` is not an amount of memory: write bytes such as 700000000, 700M or 2G")
        memory = int(number) << power
    if not 0 < memory < 1 << 64:
        raise ValueError(f"memory = {memory}: take at least 1 byte, below 2^64")
    return memory


def size(given: Size) -> str:
    """A size as the engine reads it."""
    if isinstance(given, str):
        return given
    if isinstance(given, tuple):
        return "x".join(size(number) for number in given)
    try:
        number = operator.index(given)
    except TypeError:
        raise TypeError(f"{given!r} is not a size: take a whole number such as 10**18, or text such as '10^18'") from None
    return str(number) if number.bit_length() < _LONG_BITS else _long_digits(number)


def _long_digits(number: int) -> str:
    sign = "-" if number < 0 else ""
    return sign + _sprague.digits(abs(number))


def integer(text: str) -> int:
    """The number that decimal digits stand for, of any length."""
    return int(text) if len(text) < _LONG else _sprague.integer(text)
