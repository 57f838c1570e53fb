"""The definition, in plain Python: what the engine is compared with."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import combinations_with_replacement
from typing import TypeVar

P = TypeVar("P", bound=Hashable)


def nim_values(options: Callable[[P], Iterable[tuple[P, ...]]]) -> Callable[[P], int]:
    """The value of a piece, from its options: the least number that none of them has."""
    known: dict[P, int] = {}

    def value(piece: P) -> int:
        if piece not in known:
            reached = set()
            for option in options(piece):
                total = 0
                for part in option:
                    total ^= value(part)
                reached.add(total)
            known[piece] = min(set(range(len(reached) + 1)) - reached)
        return known[piece]

    return value


def sums(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to write a number as this many positive parts, in order of size."""
    if parts == 0:
        if total == 0:
            yield ()
        return
    for head in combinations_with_replacement(range(1, total + 1), parts - 1):
        last = total - sum(head)
        if last >= (head[-1] if head else 1):
            yield (*head, last)


def code(digits: str) -> Callable[[int], Iterator[tuple[int, ...]]]:
    """A take-and-break code such as 0.77: bit j of digit t says that taking t may leave j heaps."""
    numbers = [int(digit, 16) for digit in digits.replace(".", "")]

    def options(n: int) -> Iterator[tuple[int, ...]]:
        for taken, number in enumerate(numbers):
            for heaps in range(4):
                if number >> heaps & 1 and n >= taken:
                    yield from sums(n - taken, heaps)

    return options


def subtraction(taken: Iterable[int]) -> Callable[[int], Iterator[tuple[int, ...]]]:
    """Take one of these numbers."""
    allowed = sorted(set(taken))
    return lambda n: ((n - t,) for t in allowed if t <= n)


def cut(sheet: tuple[int, int]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Cut a sheet at an inner grid point into four."""
    w, h = sheet
    for x in range(1, w):
        for y in range(1, h):
            yield ((x, y), (w - x, y), (x, h - y), (w - x, h - y))


def suit(visible: tuple[bool, ...]) -> Iterator[tuple[tuple[bool, ...], ...]]:
    """Put a higher unused card on a visible one, which is out of play then."""
    for low in range(len(visible)):
        for high in range(low + 1, len(visible)):
            if visible[low] and not visible[high]:
                after = list(visible)
                after[high] = True
                del after[low]
                yield (tuple(after),)
