"""Plots with matplotlib: values as points, laws with their periods, sheets as heat maps, suits as bars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ._settings import Settings, Size
from ._sprague import SpragueError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from ._answers import Law
    from ._rules import Rule
    from ._tables import SheetTable, SuitTable

_INK = "#1f3b73"
_ACCENT = "#d1495b"
_BAND = "#edf1f9"
_USUAL_HEAPS = 1000
_USUAL_SHEET = (60, 60)
_USUAL_CARDS = 12
# A law is drawn over so many periods, and over more if these are short.
_PERIODS = 3
_LEAST_HEAPS = 48
# More points than this are no longer points.
_MOST_POINTS = 200_000


def _axes(ax: Axes | None, wide: float = 9.0, high: float = 4.0) -> Axes:
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise ImportError("plots need matplotlib: pip install 'sprague[plot]'") from None
    _, made = plt.subplots(figsize=(wide, high), layout="constrained")
    return made


def _dress(ax: Axes, title: str, x: str, y: str) -> Axes:
    ax.set_title(title, loc="left", fontweight="bold")
    ax.set_xlabel(x)
    ax.set_ylabel(y)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    return ax


def _whole_numbers(ax: Axes) -> None:
    from matplotlib.ticker import MaxNLocator

    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.grid(axis="y", color="#d8dde6", linewidth=0.6)
    ax.set_axisbelow(True)


def _points(ax: Axes, at: NDArray[Any], values: NDArray[Any], colour: str, label: str | None = None) -> None:
    # Few points are large, many are small and let others through.
    size = float(np.clip(6000 / max(len(at), 1), 1.5, 26))
    alpha = 0.9 if len(at) < 5000 else 0.35
    ax.scatter(at, values, s=size, c=colour, alpha=alpha, linewidths=0, label=label, rasterized=len(at) > 5000)


def rule(rule: Rule, to: Size | None, ax: Axes | None, settings: Settings) -> Axes:
    """Nim-values of a rule."""
    from ._tables import SheetTable, SuitTable

    if rule._numbers == 2:
        return sheets(SheetTable(rule, rule.values(to or _USUAL_SHEET, **settings)), ax)
    values = rule.values(to or (_USUAL_HEAPS if rule._heaps else _USUAL_CARDS), **settings)
    if not rule._heaps:
        return suits(SuitTable(int(len(values)).bit_length() - 1, values), ax)
    ax = _axes(ax)
    at = np.arange(len(values))
    if len(at) > _MOST_POINTS:
        at = np.linspace(0, len(values) - 1, _MOST_POINTS).astype(np.int64)
    _points(ax, at, values[at], _INK)
    ax.set_xlim(-0.01 * len(values), 1.01 * len(values))
    _whole_numbers(ax)
    return _dress(ax, f"Nim-values of {_name(rule)}", "heap n", "G(n)")


def _name(rule: Rule) -> str:
    text, notation = rule._text, rule.notation
    return notation if text == notation else f"{text} ({notation})"


def law(law: Law, ax: Axes | None) -> Axes:
    """Preperiod and some periods, with the heaps that do not follow the law yet."""
    from ._rules import Rule

    if law.period is None or law.preperiod is None:
        raise SpragueError(f"{law.rule}: there is no period to draw; plot the rule instead")
    period, start = law.period, law.preperiod
    shown = max(_PERIODS, -(-_LEAST_HEAPS // period))
    end = start + shown * period
    if end > _MOST_POINTS:
        raise SpragueError(f"{law.rule}: {end} values are too many to draw one by one; plot the rule instead")
    values = Rule(law.rule).values(end - 1).astype(np.int64)
    at = np.arange(end)
    exceptions = _exceptions(values, period, start, law.saltus)
    ax = _axes(ax)
    for i in range(0, shown, 2):
        ax.axvspan(start + i * period - 0.5, start + (i + 1) * period - 0.5, color=_BAND, zorder=0, linewidth=0)
    _points(ax, at, values, _INK, "value")
    if len(exceptions):
        label = f"{len(exceptions)} exceptions, the last at {exceptions[-1]}"
        ax.scatter(exceptions, values[exceptions], s=30, c=_ACCENT, linewidths=0, label=label, zorder=3)
        ax.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=2, frameon=False, borderaxespad=0.2)
    ax.set_xlim(-0.01 * end, 1.01 * end)
    _whole_numbers(ax)
    grows = f", saltus {law.saltus}" if law.saltus else ""
    title = f"{law.rule}: period {period}, preperiod {start}{grows} ({law.status})"
    return _dress(ax, title, "heap n (bands: one period each)", "G(n)")


def _exceptions(values: NDArray[Any], period: int, start: int, saltus: int | None) -> NDArray[Any]:
    """Heaps before the preperiod that do not have the value of the first heap behind it in their class, less the saltus."""
    if saltus is None:
        return np.arange(0)
    before = np.arange(start)
    periods = -((before - start) // period)
    return np.flatnonzero(values[:start] != values[before + periods * period] - periods * saltus)


def sheets(table: SheetTable, ax: Axes | None) -> Axes:
    """A heat map of a table of sheets."""
    width, height = table.shape
    ax = _axes(ax, 7.0, float(np.clip(7.0 * height / width, 3.0, 7.0)))
    extent = (0.5, width + 0.5, 0.5, height + 0.5)
    image = ax.imshow(
        table.values.T, origin="lower", extent=extent, cmap="viridis", interpolation="nearest", aspect="auto"
    )
    figure = cast(Any, ax.figure)
    bar = figure.colorbar(image, ax=ax, label="nim-value")
    bar.outline.set_visible(False)
    ax.tick_params(length=0)
    for side in ax.spines.values():
        side.set_visible(False)
    return _dress(ax, f"Nim-values of {table.rule}, sheets up to {width}x{height}", "width w", "height h")


def suits(table: SuitTable, ax: Axes | None) -> Axes:
    """How many suits have each value."""
    counts = table.histogram()
    ax = _axes(ax)
    bars = ax.bar(range(len(counts)), counts, color=_INK, width=0.75)
    ax.bar_label(bars, fontsize=8, padding=2)
    ax.set_xticks(range(len(counts)))
    _whole_numbers(ax)
    return _dress(ax, f"Suits of {table.cards} cards by nim-value", "nim-value", "suits")
