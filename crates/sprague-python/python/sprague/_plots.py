"""Plots with matplotlib: values as points, laws with their periods, pairs as heat maps, other pieces as bars.

Colours come from the style in use, so that dark styles stay readable.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ._settings import Size, Timed
from ._sprague import SpragueError
from ._typing import Axes, NDArray

if TYPE_CHECKING:
    from ._answers import Law
    from ._rules import Rule
    from ._tables import SheetTable

_USUAL_HEAPS = 1000
_USUAL_SIDE = 60
# The size of pieces of which there are many of one size.
_USUAL_SIZE = 10
# A law is drawn over this many periods, and over more if these are short.
_PERIODS = 3
_LEAST_HEAPS = 48
# More points than this are no longer points.
_MOST_POINTS = 200_000
# With more bars than this, the numbers do not fit.
_MOST_LABELS = 20


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


def _ink(ax: Axes) -> Any:
    """The colour of the lines around, which is readable on the background of every style."""
    return ax.xaxis.label.get_color()


def _whole_numbers(ax: Axes) -> None:
    from matplotlib.ticker import MaxNLocator

    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.grid(axis="y", color=_ink(ax), alpha=0.15, linewidth=0.6)
    ax.set_axisbelow(True)


def _points(ax: Axes, at: NDArray[Any], values: NDArray[Any], label: str | None = None) -> None:
    # Few points are large, many are small and let others through.
    size = float(np.clip(6000 / max(len(at), 1), 1.5, 26))
    alpha = 0.9 if len(at) < 5000 else 0.35
    ax.scatter(at, values, s=size, color="C0", alpha=alpha, linewidths=0, label=label, rasterized=len(at) > 5000)


def rule(rule: Rule, to: Size | None, ax: Axes | None, settings: Timed) -> Axes:
    """Nim-values of a rule."""
    from ._tables import SheetTable

    least = rule.least_sizes
    if rule.has_pairs:
        largest = (least[0] + _USUAL_SIDE - 1, least[1] + _USUAL_SIDE - 1)
        return sheets(SheetTable(rule, rule.values(largest if to is None else to, **settings)), ax)
    if not rule.has_heaps:
        if len(least) > 1:
            return rule.histogram((_USUAL_SIZE,) * len(least) if to is None else to, **settings).plot(ax)
        return rule.histogram(size=_USUAL_SIZE if to is None else to, **settings).plot(ax)
    values = rule.values(_USUAL_HEAPS if to is None else to, **settings)
    ax = _axes(ax)
    at = np.arange(len(values))
    if len(at) > _MOST_POINTS:
        at = np.linspace(0, len(values) - 1, _MOST_POINTS).astype(np.int64)
    _points(ax, at + least[0], values[at])
    margin = 0.01 * len(values)
    ax.set_xlim(least[0] - margin, least[0] + len(values) + margin)
    _whole_numbers(ax)
    return _dress(ax, f"Nim-values of {rule.title}", "n", "G(n)")


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
    values = Rule(law.rule).values(end - 1, dtype=np.int64)
    exceptions = _exceptions(values, period, start, law.saltus)
    ax = _axes(ax)
    for i in range(0, shown, 2):
        left = start + i * period - 0.5
        ax.axvspan(left, left + period, color=_ink(ax), alpha=0.07, zorder=0, linewidth=0)
    _points(ax, np.arange(end), values, "value")
    if len(exceptions):
        many = "1 exception," if len(exceptions) == 1 else f"{len(exceptions)} exceptions, the last"
        label = f"{many} at {exceptions[-1]}"
        ax.scatter(exceptions, values[exceptions], s=30, color="C1", linewidths=0, label=label, zorder=3)
        # Below the axes, where neither points nor the title are.
        ax.legend(loc="upper right", bbox_to_anchor=(1.0, -0.06), ncols=2, frameon=False, handletextpad=0.1)
    ax.set_xlim(-0.01 * end, 1.01 * end)
    _whole_numbers(ax)
    grows = f", saltus {law.saltus}" if law.saltus else ""
    title = f"{law._rule_in_words()}: period {period}, preperiod {start}{grows} ({law.status})"
    _dress(ax, title, "n", "G(n)")
    ax.set_xlabel("n", loc="left")
    return ax


def _exceptions(values: NDArray[Any], period: int, start: int, saltus: int | None) -> NDArray[Any]:
    """Heaps before the preperiod that do not have the value of their class, less the saltus."""
    if saltus is None:
        return np.arange(0)
    before = np.arange(start)
    periods = -((before - start) // period)
    return np.flatnonzero(values[:start] != values[before + periods * period] - periods * saltus)


def sheets(table: SheetTable, ax: Axes | None) -> Axes:
    """A heat map of a table of two sizes."""
    (width, height), first, last = table.shape, table.first, table.last
    ax = _axes(ax, 7.0, float(np.clip(7.0 * height / width, 3.0, 7.0)))
    extent = (first[0] - 0.5, last[0] + 0.5, first[1] - 0.5, last[1] + 0.5)
    image = ax.imshow(
        table.values.T, origin="lower", extent=extent, cmap="viridis", interpolation="nearest", aspect="auto"
    )
    figure = cast(Any, ax.figure)
    bar = figure.colorbar(image, ax=ax, label="G(a, b)")
    bar.outline.set_visible(False)
    ax.tick_params(length=0)
    ax.grid(visible=False)
    for side in ax.spines.values():
        side.set_visible(False)
    names = ["x".join(map(str, sizes)) for sizes in (first, last)]
    return _dress(ax, f"Nim-values of {table.rule.title}, {names[0]} to {names[1]}", "a", "b")


def bars(counts: Sequence[int], title: str, ax: Axes | None) -> Axes:
    """How many pieces have each value."""
    from matplotlib.ticker import MaxNLocator

    ax = _axes(ax)
    drawn = ax.bar(range(len(counts)), [float(count) for count in counts], color="C0", width=0.75)
    if len(counts) <= _MOST_LABELS:
        ax.bar_label(drawn, labels=[str(count) for count in counts], fontsize=8, padding=2)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    _whole_numbers(ax)
    return _dress(ax, title, "nim-value", "pieces")
