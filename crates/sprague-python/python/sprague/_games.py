"""Games written in Python: a function from a piece to its options, solved with every value remembered.

A piece is anything that can be hashed. An option is a piece, or a *list* of pieces: their sum. So Kayles is

    @sprague.Game
    def kayles(n):
        for taken in (1, 2):
            for left in range((n - taken) // 2 + 1):
                yield [left, n - taken - left]

The value of a piece is the least number that no option has (mex); that of a sum is the xor of its pieces.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import chain
from typing import Any, SupportsIndex, Union

import numpy as np

from . import _html
from ._settings import whole
from ._sprague import SpragueError
from ._typing import Unsigned

#: A piece, or a list of pieces: their sum.
Sum = Union[Hashable, list[Any]]


#: Moves of one play that are followed, in about 200 MB: a play without an end would take all memory.
LONGEST_PLAY = 250_000


class Game:
    """A game written in Python.

    Parameters
    ----------
    options : callable
        From a piece to its options. A piece is anything that can be hashed; an option is a piece, or a *list* of
        pieces: their sum.
    name : str, optional
        The name; that of the function if left out.

    Notes
    -----
    Values are remembered. A game in which play can return to a piece is refused. Games can be pickled if their
    functions can, decorated functions too; values that are known are not pickled.

    Examples
    --------
    >>> @sprague.Game
    ... def kayles(n: int):
    ...     for taken in (1, 2):
    ...         for left in range((n - taken) // 2 + 1 if n >= taken else 0):
    ...             yield [left, n - taken - left]
    >>> kayles.value(5), kayles.value([3, 7, 12])
    (4, 5)
    """

    def __init__(self, options: Callable[[Any], Iterable[Sum]], name: str | None = None) -> None:
        if not callable(options):
            raise TypeError(f"options = {options!r}: take a function from a piece to its options")
        self._options = options
        self.name = name or str(getattr(options, "__name__", "game"))
        self.__doc__ = options.__doc__ or Game.__doc__
        self.__module__ = getattr(options, "__module__", Game.__module__)
        self._values: dict[Hashable, int] = {}

    def options(self, piece: Hashable) -> list[list[Hashable]]:
        """Return every option of a piece, as a sum of pieces.

        Parameters
        ----------
        piece : hashable
            A piece.

        Returns
        -------
        list of list
            One list of pieces per option.

        Examples
        --------
        >>> halves = sprague.Game(lambda n: [n // 2] if n else [])
        >>> halves.options(5)
        [[2]]
        """
        return [option if isinstance(option, list) else [option] for option in self._options(piece)]

    def value(self, position: Sum) -> int:
        """Return the nim-value of a piece, or of a list of pieces: 0 if the player to move loses.

        Parameters
        ----------
        position : hashable or list
            A piece, or a list of pieces.

        Returns
        -------
        int
            The nim-value.

        Raises
        ------
        SpragueError
            If play can return to a piece.

        Examples
        --------
        >>> halves = sprague.Game(lambda n: [n // 2] if n else [])
        >>> halves.value(5), halves.value([5, 2])
        (1, 1)
        """
        total = 0
        for piece in position if isinstance(position, list) else [position]:
            total ^= self._value(piece)
        return total

    def values(self, pieces: Iterable[Hashable]) -> Unsigned:
        """Return the values of many pieces, as an array of the narrowest unsigned type.

        Parameters
        ----------
        pieces : iterable of hashable
            The pieces.

        Returns
        -------
        numpy.ndarray
            One value per piece, in the order of the pieces.

        Examples
        --------
        >>> sprague.Game(lambda n: [n // 2] if n else []).values(range(8))
        array([0, 1, 0, 0, 1, 1, 1, 1], dtype=uint8)
        """
        found = [self._value(piece) for piece in pieces]
        return np.array(found, dtype=np.min_scalar_type(max(found, default=0)))

    def moves(self, position: Sum) -> list[tuple[Hashable, list[Hashable]]]:
        """Return every winning move: the piece it is made on, and what is left of it.

        Parameters
        ----------
        position : hashable or list
            A piece, or a list of pieces; equal pieces are played once.

        Returns
        -------
        list of tuple
            Pairs of a piece and the list of pieces that the move leaves of it.

        Examples
        --------
        >>> nim = sprague.Game(lambda n: range(n))
        >>> nim.moves([3, 5])
        [(5, [3])]
        """
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
        """Count how many of these pieces the first player wins.

        Parameters
        ----------
        pieces : iterable of hashable
            The pieces.

        Returns
        -------
        int
            How many of the pieces have a value other than 0.

        Examples
        --------
        >>> sprague.Game(lambda n: range(n)).wins(range(10))
        9
        """
        return sum(self._value(piece) != 0 for piece in pieces)

    def count_moves(self, pieces: Iterable[Hashable]) -> int:
        """Count the first moves that win, summed over these pieces.

        Parameters
        ----------
        pieces : iterable of hashable
            The pieces.

        Returns
        -------
        int
            The number of options of value 0 of all pieces together.

        Examples
        --------
        >>> sprague.Game(lambda n: range(n)).count_moves(range(10))
        9
        """
        return sum(len(self.moves(piece)) for piece in pieces)

    def histogram(self, pieces: Iterable[Hashable]) -> list[int]:
        """Count how many of these pieces have value 0, 1, 2, …

        Parameters
        ----------
        pieces : iterable of hashable
            The pieces.

        Returns
        -------
        list of int
            Entry v is the number of pieces of value v; the last entry is not 0.

        Examples
        --------
        >>> sprague.Game(lambda n: [n // 2] if n else []).histogram(range(8))
        [3, 5]
        """
        found = [self._value(piece) for piece in pieces]
        counts = [0] * (max(found, default=-1) + 1)
        for value in found:
            counts[value] += 1
        return counts

    def tuples(self, length: int, pieces: Iterable[Hashable], mod: int | None = None) -> int:
        """Count the ordered tuples of these pieces that are lost for the player to move.

        By the Walsh-Hadamard transform: the transform of the histogram, to the power, transformed back at 0.

        Parameters
        ----------
        length : int
            How many pieces a tuple has.
        pieces : iterable of hashable
            The pieces.
        mod : int, optional
            Compute the residue modulo this number.

        Returns
        -------
        int
            The number of tuples, or its residue modulo ``mod``.

        Examples
        --------
        >>> sprague.Game(lambda n: range(n)).tuples(3, range(8))
        64
        """
        length = whole(length, "length")
        if length < 0:
            raise ValueError(f"length = {length}: take at least 0")
        if mod is not None and whole(mod, "mod") < 1:
            raise ValueError(f"mod = {mod}: take at least 1")
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
        """Depth first with its own stack: games may be longer than Python's recursion is deep."""
        values = self._values
        # The pieces from the start to the one at hand: the options that are left, and the values reached.
        path: dict[Hashable, tuple[Iterator[Sum], set[int]]] = {start: (iter(self._options(start)), set())}
        stack = [start]
        while stack:
            piece = stack[-1]
            options, reached = path[piece]
            unknown = _reach(options, reached, values)
            if unknown is None:
                least = 0
                while least in reached:
                    least += 1
                values[piece] = least
                stack.pop()
                del path[piece]
                continue
            part, option = unknown
            if part in path:
                raise SpragueError(f"play can return to {part!r}, so it has no nim-value")
            if len(stack) == LONGEST_PLAY:
                raise SpragueError(
                    f"play from {start!r} can last for {LONGEST_PLAY} moves and more: "
                    "let it end, or ask for smaller pieces first, whose values are remembered"
                )
            path[piece] = (chain([option], options), reached)
            path[part] = (iter(self._options(part)), set())
            stack.append(part)
        return values[start]

    def __call__(self, piece: Hashable) -> list[list[Hashable]]:
        return self.options(piece)

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        function = self._options
        name = getattr(function, "__qualname__", "").removesuffix("._options")
        if self is _found(self.__module__, name):
            # A decorated function: its name stands for the game, and it is found again as an attribute of
            # that. Old protocols cannot name an attribute.
            if operator.index(protocol) < 4:
                return name
            function.__qualname__ = f"{name}._options"
        return (Game, (function, self.name))

    def __repr__(self) -> str:
        return f"Game({self.name})"

    def _repr_html_(self) -> str:
        return _html.facts("Game", [("name", self.name), ("values known", str(len(self._values)))], "computed")


def _reach(
    options: Iterator[Sum], reached: set[int], values: dict[Hashable, int]
) -> tuple[Hashable, Sum] | None:
    """Notes the values of options; ends at the first with a piece of unknown value, and returns both."""
    add = reached.add
    for option in options:
        try:
            if isinstance(option, list):
                if len(option) == 2:
                    one, other = option
                    add(values[one] ^ values[other])
                    continue
                value = 0
                for part in option:
                    value ^= values[part]
                add(value)
            else:
                add(values[option])
        except KeyError:
            for part in option if isinstance(option, list) else [option]:
                if part not in values:
                    return part, option
            raise
    return None


def _found(module: str, name: str) -> object:
    """What a name stands for in a module that is loaded."""
    found: object = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return found
