"""How answers look in a notebook, and what plots hold."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pytest

import sprague
from sprague import Game, Rule, SpragueError


def test_html() -> None:
    assert "kayles = 0.77" in Rule("kayles")._repr_html_()
    assert "proved" in Rule("kayles").law()._repr_html_() and "71" in Rule("kayles").law()._repr_html_()
    moves = Rule("kayles").moves("3+7+12")._repr_html_()
    assert "take 2" in moves and "the player to move wins" in moves
    assert "852938" in sprague.euler(306)._repr_html_()
    assert "the corner of 20x30" in sprague.sheets(20, 30)._repr_html_()
    assert "<script" not in Game(lambda n: [], name="<script>")._repr_html_()
    assert "xor" in Rule("kayles").explain("3+4")._repr_html_()
    assert "Law rule=0.77 period=12" in repr(Rule("kayles").law())


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
    with pytest.raises(SpragueError, match="no period to draw"):
        Rule("grundy").law(limit=1000).plot()
    plt.close("all")
