"""Games written in Python: a function from a piece to its options, played by a memoised solver.

A piece is anything that can be hashed. An option is a piece, or a *list* of pieces: their sum. So Kayles is

    @sprague.Game
    def kayles(n):
        for taken in (1, 2):
            for left in range((n - taken) // 2 + 1):
                yield [left, n - taken - left]

The value of a piece is the least number that no option has (mex); that of a sum is the xor of its pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Union

from . import _html
from ._sprague import SpragueError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: A piece, or a list of pieces: their sum.
Sum = Union[Hashable, "list[Any]"]


class Game:
    """A game written in Python. Values are remembered; a game in which play can go round in a circle is refused."""

    def __init__(self, options: Callable[[Any], Iterable[Sum]], name: str | None = None) -> None:
        if not callable(options):
            raise TypeError("a game is made of a function from a piece to its options")
        self._options = options
        self.name = name or str(getattr(options, "__name__", "game"))
        self.__doc__ = options.__doc__ or Game.__doc__
        self._values: dict[Hashable, int] = {}

    def options(self, piece: Hashable) -> list[list[Hashable]]:
        """Every option of a piece, as a sum of pieces."""
        return [option if isinstance(option, list) else [option] for option in self._options(piece)]

    def value(self, position: Sum) -> int:
        """The nim-value of a piece, or of a list of pieces: 0 if the player to move loses."""
        total = 0
        for piece in position if isinstance(position, list) else [position]:
            total ^= self._value(piece)
        return total

    def values(self, pieces: Iterable[Hashable]) -> NDArray[np.unsignedinteger[Any]]:
        """The values of many pieces, as an array of the narrowest unsigned type."""
        import numpy as np

        found = [self._value(piece) for piece in pieces]
        return np.array(found, dtype=np.min_scalar_type(max(found, default=0)))

    def moves(self, position: Sum) -> list[tuple[Hashable, list[Hashable]]]:
        """Every winning move: the piece it is made on, and what is left of it."""
        pieces = position if isinstance(position, list) else [position]
        total = self.value(pieces)
        if total == 0:
            return []
        found: list[tuple[Hashable, list[Hashable]]] = []
        for piece in dict.fromkeys(pieces):
            wanted = self._value(piece) ^ total
            found += [(piece, option) for option in self.options(piece) if self.value(option) == wanted]
        return found

    def wins(self, pieces: Iterable[Hashable]) -> int:
        """How many of these pieces the first player wins."""
        return sum(self._value(piece) != 0 for piece in pieces)

    def count_moves(self, pieces: Iterable[Hashable]) -> int:
        """How many first moves win, summed over these pieces."""
        return sum(len(self.moves(piece)) for piece in pieces)

    def histogram(self, pieces: Iterable[Hashable]) -> list[int]:
        """How many of these pieces have value 0, 1, 2, …"""
        found = [self._value(piece) for piece in pieces]
        counts = [0] * (max(found, default=-1) + 1)
        for value in found:
            counts[value] += 1
        return counts

    def tuples(self, length: int, pieces: Iterable[Hashable], mod: int | None = None) -> int:
        """How many ordered tuples of so many of these pieces are lost for the player to move.

        By the Walsh-Hadamard transform: the transform of the histogram, to the power, transformed back at 0.
        """
        if length < 0:
            raise ValueError(f"length = {length}: take at least 0")
        counts = self.histogram(pieces)
        size = 1 << max(len(counts) - 1, 0).bit_length()
        counts += [0] * (size - len(counts))
        step = 1
        while step < size:
            for i in range(size):
                if not i & step:
                    counts[i], counts[i | step] = counts[i] + counts[i | step], counts[i] - counts[i | step]
            step *= 2
        if mod is None:
            powers: list[int] = [count**length for count in counts]
            return sum(powers) // size
        # A residue modulo size * mod is enough to divide by size exactly.
        return sum(pow(count, length, mod * size) for count in counts) % (mod * size) // size

    def _value(self, piece: Hashable) -> int:
        known = self._values.get(piece)
        return self._solve(piece) if known is None else known

    def _solve(self, start: Hashable) -> int:
        """Depth first with a stack of its own: games may be longer than Python's recursion is deep."""
        values = self._values
        # The options of every piece on the way from the start to the one at hand.
        options = {start: self.options(start)}
        stack = [(start, _parts(options[start]))]
        while stack:
            piece, parts = stack[-1]
            for part in parts:
                if part in values:
                    continue
                if part in options:
                    raise SpragueError(f"play can come back to {part!r}, so it has no nim-value")
                options[part] = self.options(part)
                stack.append((part, _parts(options[part])))
                break
            else:
                values[piece] = _mex({self.value(option) for option in options.pop(piece)})
                stack.pop()
        return values[start]

    def __call__(self, piece: Hashable) -> list[list[Hashable]]:
        return self.options(piece)

    def __repr__(self) -> str:
        return f"Game({self.name})"

    def _repr_html_(self) -> str:
        return _html.facts("Game", [("name", self.name), ("values known", str(len(self._values)))], "computed")


def _parts(options: list[list[Hashable]]) -> Iterator[Hashable]:
    """Every piece of every option."""
    return (part for option in options for part in option)


def _mex(values: set[int]) -> int:
    """The least number that is not in the set."""
    least = 0
    while least in values:
        least += 1
    return least
