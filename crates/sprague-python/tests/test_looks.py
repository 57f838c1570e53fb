"""How answers look in a notebook, and what plots hold."""

from __future__ import annotations

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgb

import sprague
from sprague import Game, Rule, SpragueError


def test_html() -> None:
    assert "kayles (0.77)" in Rule("kayles")._repr_html_()
    assert "proved" in Rule("kayles").law()._repr_html_() and "71" in Rule("kayles").law()._repr_html_()
    moves = Rule("kayles").moves("3+7+12")._repr_html_()
    assert "take 2" in moves and "the player to move wins" in moves
    assert "852938" in sprague.euler(306)._repr_html_()
    assert "the corner of a table to 20x30" in sprague.sheets(20, 30)._repr_html_()
    assert "<script" not in Game(lambda n: [], name="<script>")._repr_html_()
    explained = Rule("kayles").explain("3+4")._repr_html_()
    assert "xor" in explained and "monospace" in explained and "white-space:pre" in explained
    assert "Law rule: kayles (0.77), period: 12" in repr(Rule("kayles").law())
    assert "color:inherit" in Rule("kayles")._repr_html_() and "and 41 more" in Rule("sub:1").zeros(200)._repr_html_()
    assert "proved" in Rule("cut").law(to=4)._repr_html_() and "4 pieces" in Rule("sub:squares").zeros(7)._repr_html_()
    assert ">value</th>" in Rule("kayles").histogram(9)._repr_html_() and "and 5 more" in Rule("nim").histogram(20)._repr_html_()
    assert ">won</th>" in Rule("kayles").partition_table(5)._repr_html_() and "suits" in sprague.suits(2)._repr_html_()


def test_plots() -> None:
    ax = Rule("kayles").plot(500)
    points = np.asarray(ax.collections[0].get_offsets())
    assert points[:, 1].tolist() == Rule("kayles").values(500).tolist()
    assert "kayles (0.77)" in ax.get_title(loc="left")
    ax = Rule("kayles").law().plot()
    legend = ax.get_legend()
    assert legend is not None and "the last at 70" in legend.get_texts()[1].get_text()
    ax = Rule("allbut:1,4").law().plot()
    assert len(np.asarray(ax.collections[0].get_offsets())) == 48
    table = sprague.sheets(12, 20)
    drawn = table.plot().images[0].get_array()
    assert drawn is not None and (np.asarray(drawn) == table.values.T).all()
    bars = sprague.suits(6).plot().patches
    assert [int(bar.get_height()) for bar in bars] == sprague.suits(6).histogram()  # type: ignore[attr-defined]
    assert Rule("cut").plot((5, 6)).images and Rule("cards").plot(5).patches
    _, own = plt.subplots()
    assert Rule("dawson").plot(50, ax=own) is own
    assert Rule("0.07").law().plot().get_title(loc="left").startswith("0.07: period 34, preperiod 53")
    with pytest.raises(SpragueError, match="no period to draw"):
        Rule("grundy").law(limit=1000).plot()
    plt.close("all")


def test_plural_forms() -> None:
    legend = Rule("0.01").law().plot().get_legend()
    assert legend is not None and "1 exception, at 2" == legend.get_texts()[1].get_text()
    assert sprague.suits(1).plot().get_title(loc="left") == "Suits of 1 card by nim-value"
    assert "1 rule," in repr(sprague.laws("kayles"))
    plt.close("all")


def _contrast(one: object, other: object) -> float:
    """The contrast of two colours as the web's guidelines define it: 1 is none, 21 the most."""

    def light(colour: Any) -> float:
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in to_rgb(colour)]
        return float(np.dot(parts, (0.2126, 0.7152, 0.0722)))

    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("style", ["default", "dark_background", "ggplot", "Solarize_Light2", "seaborn-v0_8-darkgrid"])
def test_every_style_is_readable(style: str) -> None:
    with plt.style.context(style):
        for ax in (Rule("kayles").plot(100), Rule("kayles").law().plot(), Rule("wythoff").plot((9, 9)), sprague.suits(5).plot()):
            behind = ax.get_facecolor()
            page = ax.figure.get_facecolor()
            patches: list[Any] = [*ax.collections[:2], *ax.patches[:1]]
            marks = [np.asarray(mark.get_facecolor()).ravel() for mark in patches]
            assert all(_contrast(mark[:3], behind) > 1.9 for mark in marks if len(mark) >= 4 and mark[3] > 0.5), style
            for text in (ax.xaxis.label, ax.yaxis.label, ax.title, *ax.get_xticklabels()[:1]):
                assert _contrast(text.get_color(), page) > 2.5, style
            legend = ax.get_legend()
            assert legend is None or all(_contrast(text.get_color(), page) > 2.5 for text in legend.get_texts())
    plt.close("all")
