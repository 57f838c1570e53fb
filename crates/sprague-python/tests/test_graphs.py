"""Explicit games, games on graphs and formulas, each beside a brute force of this file."""

from __future__ import annotations

import pickle
import random
from functools import lru_cache
from pathlib import Path

import pytest

import sprague
from sprague import Rule, SpragueError


def mex(values: set[int]) -> int:
    return next(value for value in range(len(values) + 1) if value not in values)


def test_explicit_games_equal_brute_force() -> None:
    dice = random.Random(7)
    for _ in range(20):
        edges = [(f"p{a}", f"p{b}") for a in range(12) for b in range(a) if dice.random() < 0.3]
        targets: dict[str, set[str]] = {f"p{a}": set() for a in range(12)}
        for one, other in edges:
            targets[one].add(other)
        values: dict[str, int] = {}
        for a in range(12):
            values[f"p{a}"] = mex({values[other] for other in targets[f"p{a}"]})
        game = Rule.graph(edges, targets)
        assert {name: game.value(name) for name in targets} == values
        assert set(game.zeros("all")) == {name for name, value in values.items() if value == 0}
        assert game.wins("all") == sum(value > 0 for value in values.values())
        won = [name for name, value in values.items() if value > 0]
        assert all(values[move.leaves] == 0 for name in won for move in game.moves(name))
        assert pickle.loads(pickle.dumps(game)) == game == Rule(game.notation)


def test_cycles_are_named() -> None:
    with pytest.raises(SpragueError, match="1 → 2 → 1"):
        Rule.graph([(1, 2), (2, 1), (2, 3)])


def test_games_on_graphs_equal_brute_force() -> None:
    dice = random.Random(3)
    for _ in range(12):
        edges = frozenset((a, b) for a in range(1, 8) for b in range(1, a) if dice.random() < 0.4) | {(2, 1)}
        nodes = frozenset(range(1, 8))

        def near(one: int, other: int) -> bool:
            return (one, other) in edges or (other, one) in edges  # noqa: B023

        @lru_cache(maxsize=None)
        def value(left: frozenset[int]) -> int:
            return mex({value(frozenset(n for n in left if n != at and not near(at, n))) for at in left})

        text = sprague.graph(edges, nodes)
        assert Rule("node-kayles").value(text) == value(nodes)


def test_formulas(tmp_path: Path) -> None:
    mark = Rule("moves:n-1;n/2")
    assert mark.values(40).tolist() == Rule("mark").values(40).tolist()
    assert Rule({"moves": ["n-1", "n/2"]}) == mark == Rule('moves = ["n-1", "n/2"]')
    file = tmp_path / "mark.toml"
    file.write_text('moves = ["n-1", "n/2"]', encoding="utf-8")
    assert Rule(f"@{file}") == mark
    law = Rule("moves:n-1;n-3;n-4").law(limit=1000)
    assert (law.period, law.status) == (7, "observed")


def test_files(tmp_path: Path) -> None:
    csv, json = tmp_path / "game.csv", tmp_path / "game.json"
    csv.write_text("a,b\nb,c\na,c\n", encoding="utf-8")
    json.write_text('{"a": ["b", "c"], "b": ["c"]}', encoding="utf-8")
    assert Rule(f"@{csv}") == Rule(f"@{json}") == Rule("graph:a>b,a>c,b>c")
    csv.write_text("a,b\na,b,c\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"game.csv: line 2"):
        Rule(f"@{csv}")
