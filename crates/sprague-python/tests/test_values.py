"""Values, moves and counts against the definition in plain Python."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague
from oracle import code, cut, nim_values, subtraction, suit
from sprague import Rule

HEAPS = 30

codes = st.builds(
    lambda first, rest: f"{first}.{''.join(rest)}",
    st.sampled_from("04"),
    st.lists(st.sampled_from("01234567"), min_size=1, max_size=4),
)
hexadecimal = st.lists(st.sampled_from("0123456789ABCDEF"), min_size=1, max_size=3).map(lambda d: "0." + "".join(d))
sets = st.lists(st.integers(1, 12), min_size=1, max_size=5, unique=True)


@given(st.one_of(codes, hexadecimal))
@settings(deadline=None, max_examples=60)
def test_codes(digits: str) -> None:
    value = nim_values(code(digits))
    assert Rule(digits).values(HEAPS).tolist() == [value(n) for n in range(HEAPS + 1)]


@given(sets)
@settings(deadline=None)
def test_subtraction_sets(taken: list[int]) -> None:
    value = nim_values(subtraction(taken))
    rule = Rule("sub:" + ",".join(map(str, taken)))
    assert rule.values(200).tolist() == [value(n) for n in range(201)]


@given(codes, st.lists(st.integers(0, 20), min_size=1, max_size=3))
@settings(deadline=None, max_examples=40)
def test_winning_moves(digits: str, heaps: list[int]) -> None:
    options = code(digits)
    value = nim_values(options)
    total = 0
    for heap in heaps:
        total ^= value(heap)
    expected = set()
    for heap in set(heaps):
        for option in options(heap):
            left = 0
            for part in option:
                left ^= value(part)
            if total and left == value(heap) ^ total:
                expected.add((heap, tuple(sorted(option))))
    found = Rule(digits).moves(heaps, first=10_000)
    assert found.value == total
    leaves = [tuple(sorted(int(part) for part in move.leaves.split("+") if part != "0")) for move in found.winning_moves]
    assert set(zip([int(move.piece) for move in found.winning_moves], leaves)) == expected


@given(codes, st.integers(0, 25), st.integers(0, 3))
@settings(deadline=None, max_examples=40)
def test_counts(digits: str, upto: int, length: int) -> None:
    rule = Rule(digits)
    options = code(digits)
    value = nim_values(options)
    values = [value(n) for n in range(upto + 1)]
    assert rule.wins(upto).answer == sum(v > 0 for v in values)
    to_zero = 0
    for n in range(upto + 1):
        for option in {tuple(sorted(option)) for option in options(n)}:
            left = 0
            for part in option:
                left ^= value(part)
            to_zero += left == 0
    assert rule.count_moves(upto).answer == to_zero
    lost = 0
    for chosen in product(values, repeat=length):
        left = 0
        for v in chosen:
            left ^= v
        lost += left == 0
    assert rule.tuples(length, upto).answer == lost
    assert rule.tuples(length, upto, mod=97).answer == lost % 97
    lost = 0
    for chosen in combinations_with_replacement(values, length):
        left = 0
        for v in chosen:
            left ^= v
        lost += left == 0
    assert rule.multisets(length, upto).answer == lost
    assert rule.histogram(upto).counts == [values.count(v) for v in range(max(values) + 1)]


@given(st.integers(1, 9), st.integers(1, 9))
@settings(deadline=None, max_examples=30)
def test_sheets(w: int, h: int) -> None:
    value = nim_values(cut)
    table = sprague.sheets(w, h)
    assert table.shape == (w, h)
    assert all(table[x, y] == value((x, y)) for x in range(1, w + 1) for y in range(1, h + 1))
    assert Rule("cut").value((w, h)) == value((w, h)) == Rule("cut").value(f"{w}x{h}")
    with pytest.raises(IndexError):
        table[0, 1]


@pytest.mark.parametrize("cards", range(1, 8))
def test_suits(cards: int) -> None:
    value = nim_values(suit)
    table = sprague.suits(cards)
    assert len(table) == 2**cards
    for i, found in enumerate(table.values.tolist()):
        visible = tuple(bool(i >> j & 1) for j in range(cards))
        text = "".join("01"[card] for card in visible)
        assert found == value(visible) == table[text]
    assert sum(table.histogram()) == 2**cards


def test_arrays_are_narrow_owned_and_writable() -> None:
    for rule, to, dtype in [("kayles", 1000, np.uint8), ("nim", 255, np.uint8), ("nim", 256, np.uint16), ("nim", 70000, np.uint32)]:
        values = Rule(rule).values(to)
        assert values.dtype == dtype and values.shape == (to + 1,)
        assert values.flags.c_contiguous and values.flags.writeable
    assert (Rule("nim").values(70000) == np.arange(70001)).all()
    assert Rule("cut").values((3, 5)).shape == (3, 5)


def test_single_values_of_any_size() -> None:
    kayles = Rule("kayles")
    values = kayles.values(1000)
    assert [kayles.value(n) for n in range(1001)] == values.tolist()
    assert kayles.value(10**40) == values[10**40 % 12 + 960] == kayles.value("10^40")
    assert kayles.value("3+7+12") == kayles.value([3, 7, 12]) == kayles.value((3, 7, 12)) == 5
    grundy = Rule("grundy")
    expected = grundy.values(3000)
    assert [grundy.value(n) for n in range(0, 3001, 37)] == expected[::37].tolist()
    assert Rule("nim").value(10**5000) == 10**5000
    assert Rule("cut").value((5, 10**30)) == Rule("cut").value("5x10^30")
    assert Rule("cards").value("2,5/9") == Rule("cards").value("010010000")


def test_what_is_known_grows() -> None:
    cut_rule, table = Rule("cut"), sprague.sheets(12, 30)
    for sheet in [(3, 4), (9, 30), (2, 2), (12, 7), (11, 29)]:
        assert cut_rule.value(sheet) == table[sheet]
    officers, values = Rule("0.6"), Rule("0.6").values(500)
    assert [officers.value(n) for n in range(501)] == values.tolist()
    with pytest.raises(ValueError, match="is not a size"):
        officers.value("x")
