"""Misère play against the definition: the player who cannot move wins."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, product

import pytest

import sprague
from oracle import code, sums
from sprague import Rule, SpragueError

HEAPS = 7


def misere_outcomes(digits: str) -> object:
    """Whether the player to move wins a sum of heaps, by playing it out."""
    options = code(digits)

    @cache
    def won(heaps: tuple[int, ...]) -> bool:
        after = [
            tuple(sorted([*heaps[:i], *heaps[i + 1 :], *(part for part in option if part)]))
            for i, heap in enumerate(heaps)
            for option in options(heap)
        ]
        return not after or not all(won(position) for position in after)

    return won


@pytest.mark.parametrize("digits", ["0.77", "0.07", "0.333", "0.3", "0.15", "0.6"])
def test_small_positions(digits: str) -> None:
    rule, won = Rule(digits), misere_outcomes(digits)
    assert callable(won)
    heaps = range(HEAPS + 1)
    for position in combinations_with_replacement(heaps, 2):
        found = rule.moves(list(position), misere=True)
        wins = won(tuple(sorted(heap for heap in position if heap)))
        assert bool(found) == wins and found.outcome == rule.outcome(position, misere=True) == ("won" if wins else "lost")
        assert all(not won(tuple(sorted(int(n) for n in move.position.split("+") if n != "0"))) for move in found)
    single = [won((n,) if n else ()) for n in heaps]
    assert list(rule.zeros(HEAPS, misere=True)) == [n for n in heaps if not single[n]]
    assert rule.wins(HEAPS, misere=True) == sum(single) and rule.wins(HEAPS, from_=1, misere=True) == sum(single[1:])
    pairs = [won(tuple(sorted(heap for heap in pair if heap))) for pair in product(heaps, repeat=2)]
    assert rule.tuples(2, HEAPS, misere=True) == len(pairs) - sum(pairs)
    assert rule.tuples(2, HEAPS, misere=True, outcome="won") == sum(pairs)
    parts = [heaps for count in range(9) for heaps in sums(8, count)]
    assert rule.partitions(8, misere=True) == sum(won(tuple(sorted(heaps))) for heaps in parts)


def test_laws_of_misere_play() -> None:
    law = Rule("kayles").law(misere=True)
    assert isinstance(law, sprague.MisereLaw) and not isinstance(law, sprague.Law)
    assert (law.order, law.p_portion, law.period, law.preperiod, law.tame, law.proved) == (40, 9, 12, 71, False, True)
    assert law.genera[:4] == ["0^120", "1^031", "2^20", "3^31"] and law.heaps_up_to is None and law.certificate().check()
    assert law.generators and law.images[0] == "1" and law.orders[-1][1] == 40
    assert law == Rule("0.77").law(misere=True) != Rule("kayles").law() and "order: 40" in repr(law)
    assert "order" in law._repr_html_() and sprague.Answer.from_dict(law.to_dict()) == law
    unproved = Rule("0.07").law(20, misere=True)
    assert unproved.status == "observed" and unproved.reason
    with pytest.raises(SpragueError, match="no law was proved"):
        unproved.certificate()


def test_what_there_is_not_in_misere_play() -> None:
    kayles = Rule("kayles")
    found = kayles.moves([3, 4], misere=True)
    assert found.misere and not kayles.moves([3, 4]).misere and "misère play" in repr(found) + found._repr_html_()
    assert [piece for piece, _ in found.images] == ["3", "4"] and found[0].value is None and found[0].wins
    with pytest.raises(SpragueError, match="no nim-values in misère play"):
        found.value
    with pytest.raises(SpragueError, match="no nim-values in misère play"):
        found.pieces
    with pytest.raises(SpragueError, match="no nim-values in misère play"):
        kayles.explain([3, 4], misere=True).value
    assert kayles.explain([1], misere=True).outcome == "lost" and kayles.explain([1]).outcome == "won"
    count = kayles.tuples(3, 10**40, misere=True)
    assert count + kayles.tuples(3, 10**40, misere=True, outcome="won") == (10**40 + 1) ** 3
    assert kayles.outcome(10**40, misere=True) == kayles.outcome(10**40) == "won"
