"""Games that are not played with heaps: sheets of paper and suits of cards, as tables."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, SupportsIndex

from . import _html
from ._rules import Rule

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from numpy.typing import NDArray
    from typing_extensions import Unpack

    from ._settings import Settings


class SheetTable:
    """Nim-values of all sheets up to w x h: ``table[5, 3]`` is the value of sheet 5x3, ``values`` the array from 1x1 on."""

    __slots__ = ("rule", "values")

    def __init__(self, rule: Rule, values: NDArray[np.unsignedinteger[Any]]) -> None:
        self.rule = rule
        self.values = values

    @property
    def shape(self) -> tuple[int, int]:
        """Width and height."""
        width, height = self.values.shape
        return width, height

    def __getitem__(self, sheet: tuple[SupportsIndex, SupportsIndex]) -> int:
        w, h = (operator.index(side) for side in sheet)
        if not (1 <= w <= self.shape[0] and 1 <= h <= self.shape[1]):
            raise IndexError(f"{w}x{h} is not in a table of sheets from 1x1 to {self.shape[0]}x{self.shape[1]}")
        return int(self.values[w - 1, h - 1])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SheetTable):
            return NotImplemented
        return self.rule == other.rule and self.shape == other.shape and bool((self.values == other.values).all())

    __hash__ = None  # type: ignore[assignment]  # the array may be written to

    def plot(self, ax: Axes | None = None) -> Axes:
        """A heat map: width across, height upwards."""
        from . import _plots

        return _plots.sheets(self, ax)

    def __repr__(self) -> str:
        return f"<SheetTable of {self.rule} up to {self.shape[0]}x{self.shape[1]}>"

    def _repr_html_(self) -> str:
        return _html.sheets(str(self.rule), self.values)


def sheets(w: SupportsIndex, h: SupportsIndex, rule: str | Rule = "cut", **settings: Unpack[Settings]) -> SheetTable:
    """Nim-values of all sheets up to w x h, of ``cut`` or ``cut:one``."""
    rule = Rule(rule)
    if rule._numbers != 2:
        raise ValueError(f"{rule} is not played with sheets; take cut or cut:one")
    return SheetTable(rule, rule.values((w, h), **settings))


class SuitTable:
    """Nim-values of all 2^n suits of n cards; entry i of ``values`` has card j visible if bit j-1 of i is set."""

    __slots__ = ("cards", "values")

    def __init__(self, cards: int, values: NDArray[np.unsignedinteger[Any]]) -> None:
        self.cards = cards
        self.values = values

    def histogram(self) -> list[int]:
        """How many suits have value 0, 1, 2, …"""
        import numpy as np

        return [int(count) for count in np.bincount(self.values)]

    def plot(self, ax: Axes | None = None) -> Axes:
        """How many suits have each value."""
        from . import _plots

        return _plots.suits(self, ax)

    def __getitem__(self, suit: str) -> int:
        return Rule("cards").value(suit)

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        return f"<SuitTable of {len(self)} suits of {self.cards} cards>"


def suits(cards: SupportsIndex, **settings: Unpack[Settings]) -> SuitTable:
    """Nim-values of all suits of so many cards."""
    return SuitTable(operator.index(cards), Rule("cards").values(cards, **settings))
