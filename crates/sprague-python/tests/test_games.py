"""Games written in Python."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

import sprague
from oracle import cut
from sprague import Game, Rule, SpragueError


@Game
def kayles(n: int) -> Iterator[list[int]]:
    """Take one or two; what is left may be split in two."""
    for taken in (1, 2):
        for left in range((n - taken) // 2 + 1 if n >= taken else 0):
            yield [left, n - taken - left]


def test_kayles_is_kayles() -> None:
    assert kayles.values(range(150)).tolist() == Rule("kayles").values(149).tolist()
    assert kayles.values(range(10)).dtype == "uint8" and kayles.name == "kayles"
    assert kayles.value([3, 7, 12]) == 5
    assert kayles.moves([3, 7, 12]) == [(12, [3, 7])] and kayles.moves([5, 5]) == []
    assert kayles.wins(range(101)) == Rule("kayles").wins(100).answer
    assert kayles.histogram(range(4)) == [1, 1, 1, 1]
    for length, mod in product((0, 1, 2, 5), (None, 97)):
        assert kayles.tuples(length, range(101), mod) == Rule("kayles").tuples(length, 100, mod=mod).answer


def test_pieces_may_be_anything() -> None:
    paper = Game(lambda sheet: map(list, cut(sheet)), name="paper")
    table = sprague.sheets(7, 7)
    assert all(paper.value((w, h)) == table[w, h] for w in range(1, 8) for h in range(1, 8))
    sizes = [(w, h) for w in range(1, 6) for h in range(1, 7)]
    assert paper.count_moves(sizes) == Rule("cut").count_moves((5, 6)).answer
    words = Game(lambda word: [word[:i] + word[i + 1 :] for i in range(len(word)) if word[i] == "a"])
    assert words.value("abba") == 0 and words.value("aba a") == 1


def test_long_games_and_circles() -> None:
    down = Game(lambda n: [n - 1] if n else [])
    assert down.value(20_001) == 1
    circle = Game(lambda n: [(n + 1) % 5])
    with pytest.raises(SpragueError, match="can come back to"):
        circle.value(0)
    with pytest.raises(TypeError):
        Game(5)  # type: ignore[arg-type]
