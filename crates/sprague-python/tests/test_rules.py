"""Every rule that the engine lists, through everything a rule can be asked, each answer compared with the others."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import matplotlib.pyplot as plt
import numpy as np
import pytest

import sprague
from sprague import Rule, SpragueError

HEAPS, WIDTH, HEIGHT, SIZE, NUMBER = 24, 5, 6, 5, 8

RULES = sorted({entry.rule for entry in sprague.rules()} | {entry.name for entry in sprague.rules() if " " not in entry.name})
HEAP_RULES = [rule for rule in RULES if Rule(rule).has_heaps]
PAIR_RULES = [rule for rule in RULES if Rule(rule).has_pairs]
OTHER_RULES = [rule for rule in RULES if rule not in HEAP_RULES and rule not in PAIR_RULES]


def parts(total: int, largest: int) -> Iterator[list[int]]:
    """The partitions of a number."""
    if total == 0:
        yield []
    for part in range(min(total, largest), 0, -1):
        for rest in parts(total - part, part):
            yield [part, *rest]


def xor(values: list[int]) -> int:
    return int(np.bitwise_xor.reduce(values)) if values else 0


def counts_agree(rule: Rule, to: sprague.Size, values: list[int]) -> None:
    """Everything that is counted, beside the values themselves."""
    counter = Counter(values)
    assert list(rule.histogram(to)) == [counter[value] for value in range(max(values) + 1)]
    assert rule.wins(to) == len(values) - counter[0] and rule.wins(to, outcome="lost") == counter[0]
    assert rule.tuples(2, to) == sum(a == b for a, b in product(values, repeat=2))
    assert rule.multisets(2, to) == sum(a == b for a, b in combinations_with_replacement(values, 2))
    assert rule.sets(2, to) == rule.multisets(2, to) - len(values)


def test_every_rule_is_of_one_kind() -> None:
    assert len(RULES) > 30 and {"nim", "ruler", "wythoff", "cards", "tree"} <= {*RULES}
    for rule in map(Rule, RULES):
        assert rule.has_heaps + rule.has_pairs <= 1 and rule == pickle.loads(pickle.dumps(rule)) == Rule(rule.notation)


@pytest.mark.parametrize("name", HEAP_RULES)
def test_rules_of_heaps(name: str) -> None:
    rule = Rule(name)
    (least,) = rule.least_sizes
    heaps = range(least, HEAPS + 1)
    values = rule.values(HEAPS).tolist()
    assert values == [rule.value(n) for n in heaps] == [Rule(name).value(n) for n in heaps]
    assert values == [rule.value(n, time=60) for n in heaps] and len(values) == len(heaps)
    counts_agree(rule, HEAPS, values)
    zeros = [n for n, value in zip(heaps, values) if value == 0]
    assert list(rule.zeros(HEAPS)) == zeros and np.asarray(rule.zeros(HEAPS)).tolist() == zeros
    found = [rule.moves(n) for n in heaps]
    assert [moves.value for moves in found] == values and rule.count_moves(HEAPS) == sum(moves.answer for moves in found)
    assert all(rule.value(move.position) == 0 for moves in found for move in moves if move.position != "0" or least == 0)
    pattern = sum(rule.value([n, 2 * n]) == 0 for n in range(1, 9))
    assert rule.pattern([1, 2], 8) == pattern
    points = np.asarray(rule.plot(HEAPS).collections[0].get_offsets()).tolist()
    assert points == [list(pair) for pair in zip(heaps, values)]
    plt.close("all")
    cells = re.findall(r"<td[^>]*>([^<]*)</td>", rule._repr_html_())
    shown = rule.values(least + 19).tolist()
    assert cells == ["n", *map(str, range(least, least + 20)), "G(n)", *map(str, shown)]
    assert rule.explain(HEAPS).value == values[-1]


@pytest.mark.parametrize("name", HEAP_RULES)
def test_partitions_of_rules_of_heaps(name: str) -> None:
    rule = Rule(name)
    (least,) = rule.least_sizes
    # Heaps that the rule does not have are no parts.
    lost = sum(xor([rule.value(n) for n in heaps]) == 0 for heaps in parts(NUMBER, NUMBER) if min(heaps) >= least)
    every = sum(min(heaps) >= least for heaps in parts(NUMBER, NUMBER))
    found = rule.partitions(NUMBER)
    assert (found.lost, found + lost) == (lost, every)
    assert rule.partition_table(NUMBER)[NUMBER] == (every - lost, lost)


@pytest.mark.parametrize("name", PAIR_RULES)
def test_rules_of_pairs(name: str) -> None:
    rule = Rule(name)
    (a, b) = rule.least_sizes
    pairs = [(x, y) for x in range(a, WIDTH + 1) for y in range(b, HEIGHT + 1)]
    values = [rule.value(pair) for pair in pairs]
    table = sprague.sheets(WIDTH, HEIGHT, rule)
    assert (table.first, table.last) == ((a, b), (WIDTH, HEIGHT)) and [table[pair] for pair in pairs] == values
    assert rule.values((WIDTH, HEIGHT)).ravel().tolist() == values == np.asarray(table).ravel().tolist()
    assert [value for row in table for value in row] == values and len(table) == WIDTH + 1 - a
    assert (table[WIDTH] == table[WIDTH, :]).all() and (table[a : a + 2, b:] == table.values[:2]).all()
    assert [rule.value(f"{x}x{y}") for x, y in pairs] == values
    for outside in ((a - 1, b), (a, HEIGHT + 1), (WIDTH + 1, b)):
        with pytest.raises(IndexError):
            table[outside]
    counts_agree(rule, (WIDTH, HEIGHT), values)
    assert list(rule.zeros((WIDTH, HEIGHT))) == [pair for pair, value in zip(pairs, values) if value == 0]
    found = [rule.moves(pair) for pair in pairs]
    assert [moves.value for moves in found] == values
    assert rule.count_moves((WIDTH, HEIGHT)) == sum(moves.answer for moves in found)
    ax = rule.plot((WIDTH, HEIGHT))
    drawn = ax.images[0]
    assert np.asarray(drawn.get_array()).T.ravel().tolist() == values
    assert list(drawn.get_extent()) == [a - 0.5, WIDTH + 0.5, b - 0.5, HEIGHT + 0.5]
    assert f"{a}x{b} to {WIDTH}x{HEIGHT}" in ax.get_title(loc="left") and f"{a}x{b} to {WIDTH}x{HEIGHT}" in repr(table)
    plt.close("all")
    for shown in (rule._repr_html_(), table._repr_html_()):
        assert f"<b>{a}</b>" in shown and all(f">{value}</td>" in shown for value in values)


@pytest.mark.parametrize("name", OTHER_RULES)
def test_rules_with_many_pieces_of_a_size(name: str) -> None:
    rule = Rule(name)
    # No play of these graphs is longer than one move or two.
    size = 1 if name.startswith("graph:") else SIZE
    histogram = list(rule.histogram(size=size))
    assert rule.wins(size=size, outcome="lost") == histogram[0] and rule.wins(size=size) == sum(histogram[1:])
    assert rule.tuples(2, size=size) == sum(count**2 for count in histogram)
    zeros = rule.zeros(size=size)
    assert len(zeros) == histogram[0] and all(rule.value(str(piece)) == 0 for piece in zeros)
    assert [rule.moves(str(piece)).answer for piece in zeros] == [0] * len(zeros)
    if rule._native.is_listed:
        assert np.bincount(rule.values(size)).tolist() == histogram
    else:
        with pytest.raises(SpragueError, match="no order to be listed in"):
            rule.values(size)
    bars = rule.plot(size).patches
    assert [bar.get_height() for bar in bars] == histogram  # type: ignore[attr-defined]
    plt.close("all")
    shown = rule._repr_html_()
    assert "pieces of size" in shown and f">{rule.histogram(size=rule.least_sizes[0])[0]}</td>" in shown


def test_nimbers() -> None:
    assert sprague.nim("4*4") == 6 and sprague.nim("sqrt(24)") == 16 and sprague.nim("1/5*5") == 1
    with pytest.raises(ValueError, match="no inverse"):
        sprague.nim("1/0")


def test_three_heaps_on_lines() -> None:
    rule = Rule("lines:1,0,0;0,1,1")
    assert rule.least_sizes == (0, 0, 0) and not rule.has_pairs and not rule.has_heaps
    values = [rule.value((x, y, z)) for x, y, z in product(range(4), repeat=3)]
    assert values == [x ^ min(y, z) for x, y, z in product(range(4), repeat=3)]
    counts_agree(rule, (3, 3, 3), values)
