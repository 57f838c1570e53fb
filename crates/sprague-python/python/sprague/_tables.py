"""Games that are not played with heaps, as tables: two sizes, or suits of cards."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from typing import Any, SupportsIndex, Union, overload

import numpy as np

from . import _html, _sprague
from ._rules import Rule
from ._settings import Timed, whole
from ._typing import Axes, NDArray, Unpack, Unsigned

Index = Union[SupportsIndex, slice]


class SheetTable:
    """Nim-values of all pieces with two sizes, from the least to a largest.

    ``table[5, 3]`` is the value of piece 5x3, ``table[5]`` the row of all pieces 5xH, and slices select ranges
    of sizes as Python does: ``table[2:4, :]`` has widths 2 and 3. Sizes are those of the game, so a table of
    ``cut`` starts at 1x1 and one of ``wythoff`` at 0x0; ``first`` and ``last`` say which. ``len`` and iteration
    go over the rows, and ``numpy.asarray(table)`` is the whole array.

    Parameters
    ----------
    rule : Rule
        The rule.
    values : numpy.ndarray
        The values, entry [0, 0] that of the least size.

    Examples
    --------
    >>> table = sprague.sheets(4, 5, rule="wythoff")
    >>> table
    <SheetTable of wythoff from 0x0 to 4x5>
    >>> table[1, 2], table[1, 2] == sprague.Rule("wythoff").value((1, 2))
    (0, True)
    >>> table[:2, :3].tolist()
    [[0, 1, 2], [1, 2, 0]]
    """

    __slots__ = ("rule", "values")

    def __init__(self, rule: Rule, values: Unsigned) -> None:
        self.rule = rule
        self.values = values

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns there are."""
        width, height = self.values.shape
        return width, height

    @property
    def first(self) -> tuple[int, int]:
        """The least sizes."""
        width, height = self.rule.least_sizes
        return width, height

    @property
    def last(self) -> tuple[int, int]:
        """The largest sizes."""
        return self.first[0] + self.shape[0] - 1, self.first[1] + self.shape[1] - 1

    @overload
    def __getitem__(self, at: tuple[SupportsIndex, SupportsIndex]) -> int: ...  # type: ignore[overload-overlap]
    @overload
    def __getitem__(self, at: Union[Index, tuple[Index, Index]]) -> Unsigned: ...
    def __getitem__(self, at: Union[Index, tuple[Index, Index]]) -> Union[int, Unsigned]:
        indices = at if isinstance(at, tuple) else (at, slice(None))
        if len(indices) != 2:
            raise IndexError(f"a table of two sizes has two indices, not {len(indices)}")
        found = self.values[tuple(self._index(index, axis) for axis, index in enumerate(indices))]
        return int(found) if np.ndim(found) == 0 else found

    def _index(self, index: Index, axis: int) -> Union[int, slice]:
        """Where a size, or a range of sizes, is in the array."""
        first, last = self.first[axis], self.last[axis]
        if isinstance(index, slice):
            bounds = [None if end is None else operator.index(end) for end in (index.start, index.stop)]
            if any(end is not None and end < 0 for end in bounds) or (index.step or 1) < 1:
                raise IndexError("sizes of a slice are not negative")
            start, stop = [None if end is None else max(end - first, 0) for end in bounds]
            return slice(start, stop, index.step)
        size = operator.index(index)
        if not first <= size <= last:
            raise IndexError(f"{size} is not in a table {self._range()}")
        return size - first

    def _range(self) -> str:
        return " ".join(f"{word} {w}x{h}" for word, (w, h) in (("from", self.first), ("to", self.last)))

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Unsigned]:
        return iter(self.values)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return _as_array(self.values, dtype, copy)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SheetTable):
            return NotImplemented
        return self.rule == other.rule and np.array_equal(self.values, other.values)

    __hash__ = None  # type: ignore[assignment]  # the array may be written to

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw a heat map: the first size across, the second upwards. Needs matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; a new figure if left out.

        Returns
        -------
        matplotlib.axes.Axes
            The axes that were drawn on.

        Examples
        --------
        >>> sprague.sheets(12, 20).plot().get_title(loc="left")
        'Nim-values of cut, 1x1 to 12x20'
        """
        from . import _plots

        return _plots.sheets(self, ax)

    def __repr__(self) -> str:
        return f"<SheetTable of {self.rule.title} {self._range()}>"

    def _repr_html_(self) -> str:
        return _html.sheets(f"Nim-values of {self.rule.title}", self.first, self.values)


def _as_array(values: Unsigned, dtype: Any, copy: bool | None) -> NDArray[Any]:
    if copy is False and dtype is not None and values.dtype != dtype:
        raise ValueError(f"an array of {np.dtype(dtype)} is a copy")
    return np.array(values, dtype=dtype) if copy else np.asarray(values, dtype=dtype)


def sheets(w: SupportsIndex, h: SupportsIndex, rule: str | Rule = "cut", **settings: Unpack[Timed]) -> SheetTable:
    """Compute the nim-values of all pieces up to w x h, of a rule whose pieces have two sizes.

    Parameters
    ----------
    w, h : int
        The largest sizes.
    rule : str or Rule, default "cut"
        Such as ``cut``, ``cut:one``, ``wythoff`` or ``board:sub:2,3,5,7``.
    **settings
        ``memory``, ``threads``, ``time`` and ``progress``, see :class:`Settings`.

    Returns
    -------
    SheetTable

    Raises
    ------
    ValueError
        If the pieces of the rule do not have two sizes.

    Examples
    --------
    >>> sprague.sheets(5, 7)[5, 3]
    2
    """
    rule = Rule(rule)
    if not rule.has_pairs:
        raise ValueError(f"rule = {rule}: its pieces do not have two sizes; take cut, cut:one or wythoff")
    return SheetTable(rule, rule.values((whole(w, "w"), whole(h, "h")), **settings))


class SuitTable(Sequence[int]):
    """Nim-values of all 2^n suits of n cards: a sequence whose entry i has card j visible if bit j-1 of i is set.

    A suit may also be named as text, ``table["2,5/9"]`` or ``table["010010000"]``.

    Parameters
    ----------
    cards : int
        How many cards a suit has.
    values : numpy.ndarray
        The values of all suits.

    Examples
    --------
    >>> table = sprague.suits(3)
    >>> table
    <SuitTable of 8 suits of 3 cards>
    >>> list(table), table["100"], table[1]
    ([0, 2, 1, 1, 0, 1, 0, 0], 2, 2)
    """

    __slots__ = ("cards", "values")

    def __init__(self, cards: int, values: Unsigned) -> None:
        self.cards = cards
        self.values = values

    def histogram(self) -> list[int]:
        """Return how many suits have value 0, 1, 2, …

        Returns
        -------
        list of int
            Entry v is the number of suits of value v.

        Examples
        --------
        >>> sprague.suits(3).histogram()
        [4, 3, 1]
        """
        return [int(count) for count in np.bincount(self.values)]

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw how many suits have each value. Needs matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; a new figure if left out.

        Returns
        -------
        matplotlib.axes.Axes
            The axes that were drawn on.

        Examples
        --------
        >>> sprague.suits(6).plot().get_title(loc="left")
        'Suits of 6 cards by nim-value'
        """
        from . import _plots

        return _plots.bars(self.histogram(), f"Suits of {self._cards()} by nim-value", ax)

    def _cards(self) -> str:
        return "1 card" if self.cards == 1 else f"{self.cards} cards"

    # An array is a sequence to everyone but type checkers.
    @overload  # type: ignore[override]
    def __getitem__(self, suit: Union[SupportsIndex, str]) -> int: ...
    @overload
    def __getitem__(self, suit: slice) -> Unsigned: ...
    def __getitem__(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, suit: Union[SupportsIndex, str, slice]
    ) -> Union[int, Unsigned]:
        if isinstance(suit, slice):
            return self.values[suit]
        if not isinstance(suit, str):
            return int(self.values[operator.index(suit)])
        cards, *visible = _sprague.Rule("cards").numbers(suit)
        if cards != self.cards:
            raise KeyError(f"{suit} has {cards} cards; this is a table of suits of {self._cards()}")
        return int(self.values[visible[0] if visible else 0])

    def __len__(self) -> int:
        return len(self.values)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return _as_array(self.values, dtype, copy)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SuitTable):
            return NotImplemented
        return self.cards == other.cards and np.array_equal(self.values, other.values)

    __hash__ = None  # type: ignore[assignment]  # the array may be written to

    def __repr__(self) -> str:
        return f"<SuitTable of {len(self)} suits of {self._cards()}>"

    def _repr_html_(self) -> str:
        rows = [(str(value), str(count)) for value, count in enumerate(self.histogram())]
        return _html.listed(f"Suits of {self._cards()} by nim-value", ("value", "suits"), rows, "proved")


def suits(cards: SupportsIndex, **settings: Unpack[Timed]) -> SuitTable:
    """Compute the nim-values of all suits of this many cards.

    Parameters
    ----------
    cards : int
        How many cards a suit has, at most 24.
    **settings
        ``memory``, ``threads``, ``time`` and ``progress``, see :class:`Settings`.

    Returns
    -------
    SuitTable

    Examples
    --------
    >>> sprague.suits(4) == sprague.suits(4)
    True
    """
    number = whole(cards, "cards")
    return SuitTable(number, Rule("cards").values(number, **settings))
