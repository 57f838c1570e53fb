"""Memory, threads, time and progress of a computation; arguments as the engine reads them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from numbers import Real
from typing import TYPE_CHECKING, SupportsIndex, TypedDict, Union

from . import _sprague

if TYPE_CHECKING:
    from ._sprague import _Settings

#: A number of any length, text such as ``"10^18"`` or ``"12x123"``, or a tuple such as ``(12, 123)``.
Size = Union[SupportsIndex, str, tuple[SupportsIndex, ...]]

#: Called with steps done and steps in all (0 if unknown).
Progress = Callable[[int, int], object]

_UNITS = {"K": 10, "M": 20, "G": 30, "T": 40}
# Python converts longer numbers to and from decimal digits only on request; the engine has no such limit.
_LONG = 4000
_LONG_BITS = 3 * _LONG
# Seconds that no computation takes: thirty years.
_FOREVER = 1e9


class Settings(TypedDict, total=False):
    """Keyword arguments of every computation."""

    #: Bytes, or text such as ``"700M"`` or ``"2G"``; what is free if left out.
    memory: Union[int, str, None]
    #: All processors if left out.
    threads: Union[int, None]
    #: ``True`` for a tqdm bar, or a function of steps done and steps in all.
    progress: Union[bool, Progress, None]


class Timed(Settings, total=False):
    """Keyword arguments of every question to the engine."""

    #: Seconds, after which a search for a law returns what it found; anything else raises ``TimeoutError``.
    time: Union[float, None]


#: No settings, as the native half takes them.
NOTHING: _Settings = {"memory": None, "threads": None, "time": None, "progress": None}


@contextmanager
def native(settings: Settings | Timed, known: type = Timed) -> Iterator[_Settings]:
    """The settings as the native half takes them; a progress bar is closed at the end."""
    unknown = settings.keys() - known.__annotations__.keys()
    if unknown:
        raise TypeError(f"unexpected keyword argument {min(unknown)!r}")
    progress = settings.get("progress")
    if not (progress is None or isinstance(progress, bool) or callable(progress)):
        raise TypeError(f"progress = {progress!r}: take True for a bar, or a function of steps done and steps in all")
    bar = _Bar() if progress is True else None
    try:
        yield {
            "memory": _memory(settings.get("memory")),
            "threads": _threads(settings.get("threads")),
            "time": _time(settings.get("time")),
            "progress": bar or (progress if callable(progress) else None),
        }
    finally:
        if bar is not None:
            bar.close()


class _Bar:
    """A tqdm bar that follows the reports of the engine."""

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


def _memory(memory: object) -> int | None:
    if memory is None:
        return None
    if isinstance(memory, str):
        text = memory.strip().upper().removesuffix("B")
        power = _UNITS.get(text[-1:], 0)
        number = text[:-1] if power else text
        if not number.isdecimal():
            fix = "write bytes such as 700000000, 700M or 2G"
            raise ValueError(f"memory = {memory!r} is not an amount of memory: {fix}")
        bytes_ = int(number) << power
    else:
        bytes_ = whole(memory, "memory")
    if not 0 < bytes_ < 1 << 64:
        raise ValueError(f"memory = {memory}: take at least 1 byte, below 2^64")
    return bytes_


def _threads(threads: object) -> int | None:
    if threads is None:
        return None
    number = whole(threads, "threads")
    if number < 1:
        raise ValueError(f"threads = {number}: take at least 1")
    return min(number, 1 << 16)


def _time(time: object) -> float | None:
    if time is None:
        return None
    if isinstance(time, bool) or not isinstance(time, Real):
        raise TypeError(f"time = {time!r}: take seconds, such as 2.5")
    try:
        seconds = float(time)
    except OverflowError:
        seconds = _FOREVER
    if not seconds > 0:
        raise ValueError(f"time = {time}: take more than 0 seconds")
    return min(seconds, _FOREVER)


def whole(given: object, name: str) -> int:
    """An argument that has to be a whole number."""
    try:
        if isinstance(given, bool):
            raise TypeError
        return operator.index(given)  # type: ignore[arg-type]  # what is no number is refused
    except TypeError:
        raise TypeError(f"{name} = {given!r}: take a whole number") from None


def size(given: Size, name: str = "size") -> str:
    """A size as the engine reads it; what is none is refused with the name of the argument."""
    if given == "all":
        return "all"
    if isinstance(given, str):
        for part in given.replace("X", "x").replace("×", "x").split("x"):
            try:
                _sprague.integer(part)
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from None
        return given
    if isinstance(given, tuple):
        return "x".join(size(number, name) for number in given)
    try:
        if isinstance(given, bool):
            raise TypeError
        number = operator.index(given)
    except TypeError:
        line = f"{name} = {given!r} is not a size: take a whole number such as 10**18, or text such as '10^18'"
        raise TypeError(line) from None
    if number < 0:
        shown = str(number) if number.bit_length() < _LONG_BITS else "a long negative number"
        raise ValueError(f"{name} = {shown} is not a size: take at least 0")
    return str(number) if number.bit_length() < _LONG_BITS else _sprague.digits(number)


def integer(text: str) -> int:
    """The number that decimal digits stand for, of any length."""
    return int(text) if len(text) < _LONG else _sprague.integer(text)
