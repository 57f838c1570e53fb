"""Answers: what they say, and that they are plain values: compared, hashed, copied, pickled."""

from __future__ import annotations

import copy
import json
import math
import pickle
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import sprague
from sprague import Answer, Law, Rule, SpragueError


def test_laws() -> None:
    law = Rule("kayles").law()
    assert (law.period, law.preperiod, law.saltus, law.status, law.theorem) == (12, 71, 0, "proved", "periodicity")
    assert law.proved and law.answer == 12 and law.basis == "periodicity" and law.seconds >= 0
    values = Rule("kayles").values(500)
    assert [law.value(n) for n in range(501)] == values.tolist()
    assert law.value(10**40) == Rule("kayles").value(10**40) == law.value("10^40")
    nim = Rule("nim").law()
    assert nim.value(10**5000) == 10**5000 and nim.max_value is None
    unproved = Rule("grundy").law(limit=1000)
    assert (unproved.status, unproved.proved, unproved.theorem) == ("observed", False, None) and unproved.reason
    assert unproved.value(999) == Rule("grundy").value(999)
    with pytest.raises(SpragueError, match="known below 1000, not of 1000"):
        unproved.value(1000)


def test_laws_of_other_games() -> None:
    rows = Rule("cut").law(to=6)
    assert len(rows.rows) == 6 and rows.rows[1].w == 2
    table = sprague.sheets(6, 60)
    for row in rows.rows:
        assert all(table[row.w, h] == row.tail_value for h in range(row.tail_start, 61))
    assert rows.value((5, 10**30)) == rows.rows[4].tail_value
    assert "gap rule" in str(Rule("cards").law().theorem)


def test_counts_of_any_size() -> None:
    strip = Rule("paper-strip")
    assert strip.wins(10**6).answer == 852938 and int(strip.wins("10^6")) == 852938
    assert range(10**6)[strip.wins(10**5)] == strip.wins(10**5).answer
    huge = strip.wins(10**6000)
    # 29 of 34 heaps are won, but for a few exceptions.
    assert bool(abs(huge.answer * 34 - 29 * 10**6000) < 10_000)
    assert huge.answer % 10**9 == strip.wins(10**6000, mod=10**9).answer
    assert (huge.status, huge.kind, huge.asked.split(" up to ")[0]) == ("proved", "count", "wins of 0.07")
    found = Rule("cut").count_moves("12x123", polynomial=True)
    assert (found.answer, found.polynomial_from) == (327398, 96) and "H^2" in str(found.polynomial)
    assert Rule("cut").count_moves((12, 123)).answer == 327398
    values = sprague.suits(4).values
    assert Rule("cards").tuples(3, size=4).answer == sum(a ^ b ^ c == 0 for a in values for b in values for c in values)
    deals = Rule("cards").tuples(4, size=13)
    assert Rule("cards").tuples(4, size=13, mod=10**9 + 7).answer == deals.answer % (10**9 + 7)
    with pytest.raises(TypeError, match="to is missing"):
        strip.wins()


def test_partitions() -> None:
    table = Rule("split:3").partition_table(20)
    for n in (0, 1, 7, 20):
        single = Rule("split:3").partitions(n)
        assert (single.answer, single.lost) == (table.won[n], table.lost[n])
    partitions = [1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42]
    assert [won + lost for won, lost in zip(table.won, table.lost)][:11] == partitions
    assert table.answer == table.won[20]


def test_euler() -> None:
    assert sprague.euler(306).answer == 852938
    theorem = {"by": "coq", "theorem": "Euler306.euler_306"}
    assert sprague.euler(306).checked_by == [theorem] and "Coq: theorem" in sprague.euler(306)._repr_html_()
    assert [check["by"] for check in sprague.euler(798).checked_by] == ["random-test", "coq"]
    assert sprague.euler(306, n=5).checked_by == [] and sprague.euler(306, n=5).machine_checked is None
    assert sprague.euler(933, w=5, h=3).answer == sprague.Rule("cut").count_moves((5, 3)).answer
    problem = sprague.euler(629, n=40, exact=True)
    assert problem.problem == 629 and problem.mod is None and problem.answer % 97 == sprague.euler(629, n=40, mod=97).answer
    with pytest.raises(TypeError, match="takes n, not w"):
        sprague.euler(306, w=5)


def test_moves_and_their_explanation() -> None:
    found = Rule("kayles").moves("3+7+12")
    assert found.value == 5 and found.answer == len(found) == 1 and found
    assert found.winning_moves == [("12", "take 2", "3+7", "3+7+3+7", 0, "lost")] and found.pieces == [("3", 3), ("7", 2), ("12", 4)]
    told = Rule("kayles").explain([3, 7, 12])
    assert "The xor, digit by digit:" in told.text and "12 (number 3): take 2" in told.text
    assert str(told) == repr(told) == told.text and (told.value, told.winning_move) == (5, found[0])
    assert pickle.loads(pickle.dumps(told)).text == told.text
    assert Rule("kayles").value("3+7") == 1
    lost = Rule("kayles").explain([5, 5])
    assert not Rule("kayles").moves([5, 5]) and lost.winning_move is None and "lost for the player" in lost.text


def test_sets_patterns_and_zeros() -> None:
    kayles = Rule("kayles")
    values = kayles.values(30).tolist()
    pairs = [(a, b) for a in range(31) for b in range(a)]
    assert kayles.sets(2, 30).answer == sum(values[a] == values[b] for a, b in pairs)
    assert kayles.sets(2, 30, outcome="won").answer == sum(values[a] != values[b] for a, b in pairs)
    assert kayles.sets(2, 30, ordered=True).answer == 2 * kayles.sets(2, 30).answer
    assert Rule("nim").sets(3, 2**100, mod=10**9).answer == Rule("nim").sets(3, 2**100).answer % 10**9
    assert kayles.pattern([1, 2], 15).answer == sum(values[n] == values[2 * n] for n in range(1, 16))
    assert kayles.pattern("1,2", 15).answer == kayles.pattern([1, 2], 15).answer
    assert kayles.pattern([1, 2], 15, outcome="won").answer == 15 - kayles.pattern([1, 2], 15).answer
    dawson = Rule("dawson")
    zeros = dawson.zeros(100)
    assert zeros.heaps == [n for n, value in enumerate(dawson.values(100)) if value == 0] and len(zeros) == zeros.answer
    assert Rule("wythoff").zeros("7x7").pieces[:2] == ["0x0", "1x2"]
    assert dawson.wins(100, outcome="lost").answer == len(zeros)
    assert kayles.tuples(2, 9, outcome="won").answer + kayles.tuples(2, 9).answer == 100
    both = Rule("split:3").partitions(12)
    assert Rule("split:3").partitions(12, outcome="lost").answer == both.lost


def test_rules_from_dictionaries_and_files(tmp_path: Path) -> None:
    text = '[[move]]\ntake = [1, 2]\nparts = [0, 1, 2]\n'
    path = tmp_path / "kayles.toml"
    path.write_text(text)
    one = {"move": [{"take": [1, 2], "parts": range(3)}]}
    assert Rule(one) == Rule(text) == Rule(f"@{path}") == Rule("kayles")
    grundy = {"move": {"take": [0], "parts": [2]}, "condition": {"alike": "unequal"}}
    assert Rule(grundy) == Rule("grundy") and Rule({"move": [{"take": ["3-4", 1]}]}) == Rule("sub:1,3,4")
    assert Rule({"move": [{"take": [1], "repeats": 1}]}) == Rule("nim")
    assert pickle.loads(pickle.dumps(Rule(one))) == Rule("kayles")
    mistakes: list[tuple[dict[str, object], str]] = [
        ({"move": [{"take": [1], "parts": [-2]}]}, "line 3: `parts`"),
        ({"move": [{"take": [1.5]}]}, "1.5 is no number"),
        ({"move": 5}, "`move` of a rule is a dictionary"),
        ({"moves": [{"take": [1]}]}, "is no number, text or list"),
        ({}, "move"),
    ]
    for wrong, line in mistakes:
        with pytest.raises(ValueError, match=line):
            Rule(wrong)


def test_certificates(tmp_path: Path) -> None:
    for answer in (Rule("0.156").law(), Rule("0.07").wins(10**6), sprague.euler(933, w=9, h=1000)):
        certificate = answer.certificate()
        path = tmp_path / "a.cert"
        certificate.save(path)
        assert path.read_bytes() == bytes(certificate) and [f.name for f in tmp_path.iterdir()] == ["a.cert"]
        verdict = sprague.check(path)
        assert verdict and verdict.status == "verified" and verdict.verdict.startswith("VERIFIED: ")
        assert verdict.to_dict().keys() == {"file", "verdict", "status", "seconds"}
        assert certificate.check().verdict == verdict.verdict
    assert "0.156: period 349" in Rule("0.156").law().certificate().check().verdict
    with pytest.raises(ValueError, match="cannot be read"):
        sprague.check(b"not a certificate")
    with pytest.raises(FileNotFoundError):
        sprague.check(tmp_path / "none")
    with pytest.raises(SpragueError, match="no law was proved"):
        Rule("grundy").law(limit=100).certificate()
    with pytest.raises(SpragueError, match="no certificate"):
        Rule("0.156").law(window=True).certificate()


def test_counts_are_numbers() -> None:
    wins = Rule("paper-strip").wins(10**6)
    assert isinstance(wins, int) and wins == 852938 == wins.answer and wins != 852937 and 852938 == wins
    assert wins < 852939 and wins <= 852938 and wins > 852937 and 852939 > wins and sorted([wins, 1]) == [1, wins]
    assert wins + 1 == 852939 and 2 * wins == 1705876 and wins // 2 == 426469 and -wins == -852938 and divmod(wins, 10) == (85293, 8)
    assert type(wins + 1) is int and type(wins.answer) is int and wins**2 % 97 == pow(852938, 2, 97)
    assert hash(wins) == hash(852938) and {wins: "a"}[852938] == "a" and len({wins, 852938}) == 1  # type: ignore[index]
    assert bool(wins) and not Rule("nim").wins(0) and f"{wins}" == str(wins) == "852938" and f"{wins:,}" == "852,938"
    assert f"{wins:>10x}" == f"{852938:>10x}" and "%d" % wins == "852938" and json.dumps([wins]) == "[852938]"
    assert np.asarray([wins, wins]).dtype.kind == "i" and np.int64(wins) == 852938 and math.isqrt(wins) == 923
    assert (wins.status, wins.rule, wins.rule_as_asked) == ("proved", "0.07", "paper-strip")
    assert repr(wins) == "<Count 852938: wins of 0.07 up to 1000000, proved>"
    for other in (pickle.loads(pickle.dumps(wins)), copy.deepcopy(wins)):
        assert type(other) is sprague.Count and other == wins and other.status == "proved" and other.certificate().check()
    # Numbers that Python itself does not write as digits.
    huge = Rule("nim").wins(10**6000)
    assert huge == 10**6000 and str(huge) == f"{huge}" == "1" + 6000 * "0" and len(repr(huge)) < 300
    residue = Rule("kayles").tuples(10**18, 10**12, mod=97)
    assert 0 <= residue < 97 and residue.mod == 97 and "(mod 97)" in repr(residue)
    assert sum(Rule("kayles").wins(n) for n in range(4)) == 0 + 1 + 2 + 3
    assert int(sprague.euler(306)) == sprague.euler(306) == 852938 and not hasattr(sprague.euler(306), "rule")


def test_lists_are_sequences() -> None:
    kayles = Rule("kayles")
    values = kayles.values(100).tolist()
    zeros, histogram, table = Rule("dawson").zeros(100), kayles.histogram(100), Rule("split:3").partition_table(20)
    assert zeros[0] == 0 and zeros[-1] == zeros[len(zeros) - 1] and zeros[1:3] == list(zeros)[1:3] and 0 in zeros
    assert histogram[1] == values.count(1) and sum(histogram) == 101 and np.asarray(histogram).tolist() == list(histogram)
    assert list(reversed(histogram)) == list(histogram)[::-1] and histogram.index(histogram[2]) <= 2
    assert np.asarray(table).shape == (21, 2) and table[20].won == table.won[20] and len(table[5:8]) == 3
    assert [lost for _, lost in table] == table.lost
    long = Rule("cards").histogram(size=70)
    assert np.asarray(long).dtype == object and np.asarray(long).sum() == 2**70
    assert np.asarray(long, dtype=float)[0] == float(long[0])
    assert np.asarray(zeros).dtype == np.int64 and np.asarray(Rule("wythoff").zeros("5x5")).shape[1] == 2
    assert list(Rule("cards").zeros(size=2)) == Rule("cards").zeros(size=2).pieces
    listed = sprague.ask({"ask": "values", "rule": "kayles", "to": "20"})
    assert isinstance(listed, sprague.Values) and list(listed) == values[:21] and np.asarray(listed).tolist() == values[:21]
    with pytest.raises(IndexError):
        zeros[1000]
    for answer in (zeros, histogram, table, kayles.moves("3+7"), listed):
        assert isinstance(answer, Sequence) and pickle.loads(pickle.dumps(answer)) == answer
    suits = sprague.suits(4)
    assert isinstance(suits, Sequence) and suits == sprague.suits(4) != sprague.suits(3) and suits != 5
    assert list(suits) == np.asarray(suits).tolist() and suits[3] == suits["1100"] == suits["1,2/4"]
    assert suits[2:4].tolist() == list(suits)[2:4] and suits == pickle.loads(pickle.dumps(suits)) == copy.deepcopy(suits)
    sheets = sprague.sheets(4, 5)
    assert sheets == pickle.loads(pickle.dumps(sheets)) == copy.deepcopy(sheets) != sprague.sheets(5, 4)
    assert np.asarray(sheets, dtype=np.int64).dtype == np.int64


def test_equal_answers() -> None:
    assert Rule("kayles").law() == Rule("0.77").law() == Rule("kayles").law(limit=5000) != Rule("dawson").law()
    assert hash(Rule("kayles").law()) == hash(Rule(".770").law()) and Rule("kayles").law().rule_as_asked == "kayles"
    assert Rule("grundy").law(limit=1000) == Rule("grundys-game").law(limit=1000) != Rule("grundy").law(limit=2000)
    assert Rule("kayles").histogram(1000) == Rule("0.77").histogram("10^3") != Rule("0.77").histogram(1001)
    assert Rule("kayles").moves([3, 7]) == Rule("0.77").moves("3+7") != Rule("0.77").moves([7, 3])
    assert Rule("dawson").zeros(50) == Rule("0.07").zeros("50") and Rule("cut").law(to=5) == Rule("paper-cutting").law(to=5)
    assert Rule("cut").law(to=5) != Rule("cut").law(to=6)


def test_all_moves() -> None:
    nim = Rule("nim")
    found = nim.moves([3, 5, 7], all=True)
    assert found.moves is not None and len(found.moves) == 15 and found.answer == len(found) == 3
    assert [move for move in found.moves if move.wins] == list(found)
    assert all(nim.value(move.position) == move.value for move in found.moves)
    assert "3 winning moves among 15 moves" in repr(found) and "15 moves, 3 winning moves" in found._repr_html_()
    assert found._repr_html_().count("wins</td>") == 3
    assert nim.moves([3, 5, 7]).moves is None
    some = Rule("sub:1-200").moves(200, all=True, first=5)
    assert some.moves is not None and len(some.moves) == 5
    many = Rule("kayles").moves(10**6, first=5)
    assert len(many) == 5 < many.answer and f"5 of {many.answer} winning moves" in repr(many)
    assert f"5 of {many.answer} winning moves" in many._repr_html_()
    assert "1 winning move" in repr(nim.moves(5)) and "0 winning moves" in repr(nim.moves([5, 5]))


def test_limits_and_times() -> None:
    grundy = Rule("grundy")
    value = grundy.value(5000)
    for _ in range(3):
        assert grundy.value(5000, limit=5001) == value and grundy.moves(5000, limit=5001, first=0).value == value
        with pytest.raises(SpragueError, match="no law proved within 5000 values"):
            grundy.value(5000, limit=5000)
        with pytest.raises(SpragueError, match="no law proved within 100 values"):
            grundy.wins(10**9, limit=100)
        with pytest.raises(SpragueError, match="no law proved within 100 values"):
            grundy.moves(5000, limit=100)
    assert Rule("kayles").wins(10**30, limit=1000) == Rule("kayles").wins(10**30)
    start = time.perf_counter()
    law = Rule("0.007").law(time=0.3)
    assert law.status == "observed" and law.to_dict()["out_of_time"] and time.perf_counter() - start < 3
    with pytest.raises(SpragueError, match="no law proved within"):
        Rule("0.007").value(10**30, time=0.1)
    with pytest.raises(TimeoutError, match="time"):
        Rule("wythoff").values((1500, 1500), time=0.1)
    assert time.perf_counter() - start < 20


def test_arrays_of_a_type() -> None:
    kayles = Rule("kayles")
    assert kayles.values(10, dtype=np.int64).dtype == np.int64 and kayles.values(10, dtype=float).dtype == float
    assert (kayles.values(10, dtype=int) == kayles.values(10)).all()
    unsigned, signed = kayles.values(2), kayles.values(2, dtype=int)
    with np.errstate(over="ignore"):
        assert unsigned[1] - unsigned[2] == 255 and signed[1] - signed[2] == -1


def test_laws_of_many_rules() -> None:
    pandas = pytest.importorskip("pandas")
    seen: list[tuple[int, int]] = []
    found = sprague.laws(["kayles", Rule("dawson"), "grundy"], limit=2000, progress=lambda *at: seen.append(at))
    assert seen == [(1, 3), (2, 3), (3, 3)] and [law.proved for law in found] == [True, True, False]
    assert found[0] == Rule("kayles").law() and found[1:] == sprague.laws(["0.07", "grundy"], limit=2000)
    assert found == pickle.loads(pickle.dumps(found)) and "Laws of 3 rules, 2 proved" in repr(found) + found._repr_html_()
    frame = found.to_pandas()
    assert list(frame["code"]) == ["kayles", "dawson", "grundy"] and list(frame["rule"]) == ["0.77", "0.07", "grundy"]
    for column in ("period", "preperiod", "saltus", "max_value", "max_value_at", "values_computed"):
        assert frame[column].dtype == pandas.Int64Dtype(), column
    assert frame["period"][0] == 12 and frame["period"].isna().tolist() == [False, False, True]
    assert len(pandas.DataFrame(found.rows())) == 3
    octal = sprague.laws("0._7", limit=10_000)
    assert [law.rule_as_asked for law in octal] == [f"0.{digit}7" for digit in range(8)]
    assert sprague.laws([]).rows() == [] and len(sprague.laws("kayles")) == 1


def test_problems_and_their_sizes() -> None:
    listed = {entry.number: entry for entry in sprague.problems()}
    assert listed[550].sizes == {"n": "10^7", "k": "10^12"} and listed[301].mod is None and listed[629].mod == 10**9 + 7
    document = str(sprague.euler.__doc__)
    for entry in listed.values():
        assert f"- {entry.number}, {entry.name}: " in document
        for name, given in entry.sizes.items():
            assert f"``{name}={given}``" in document
        with pytest.raises(TypeError, match="not zz"):
            sprague.euler(entry.number, zz=1)


ANSWERS = [
    Rule("kayles").law(),
    Rule("kayles").moves("3+7+12"),
    Rule("0.07").wins(10**30),
    Rule("split:3").partition_table(10),
    sprague.euler(306),
    sprague.ask({"ask": "values", "rule": "kayles", "to": "5"}),
    Rule("kayles").explain("3+7+12"),
    Rule("dawson").zeros(50),
    Rule("kayles").histogram(100),
]


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: str(answer.kind))
def test_answers_are_values(answer: Answer) -> None:
    for other in (pickle.loads(pickle.dumps(answer)), copy.copy(answer), copy.deepcopy(answer)):
        assert type(other) is type(answer) and other == answer and hash(other) == hash(answer)
        assert other.to_dict() == answer.to_dict()
    again = sprague.ask(answer.question)
    assert again == answer and len({again, answer}) == 1
    assert Answer.from_dict(answer.to_dict()) == answer
    assert answer != Rule("0.07").wins(7) and answer != 5 and answer != "5"
    answer.to_dict()["status"] = "changed"
    assert answer.status == "proved"


def test_evidence_is_found_again_after_pickling() -> None:
    law: Law = pickle.loads(pickle.dumps(Rule("kayles").law()))
    assert law.value(1000) == Rule("kayles").value(1000) and law.certificate().check()


def test_rules_are_values() -> None:
    rule = Rule("kayles")
    assert rule == Rule("0.77") == Rule(".770") == Rule(rule) != Rule("dawson") and rule != "kayles"
    assert len({rule, Rule("0.77")}) == 1 and (str(rule), repr(rule)) == ("0.77", "Rule('kayles')")
    for other in (pickle.loads(pickle.dumps(rule)), copy.copy(rule), copy.deepcopy(rule)):
        assert other == rule
    assert ("kayles", "0.77") in [entry[:2] for entry in sprague.rules()]


@pytest.mark.parametrize(
    ("call", "error", "line"),
    [
        (lambda: Rule("kales"), ValueError, "did you mean kayles"),
        (lambda: Rule("0.8.1"), ValueError, "is not"),
        (lambda: Rule(5), TypeError, "a rule is text"),  # type: ignore[arg-type]
        (lambda: Rule("@none.toml"), FileNotFoundError, "none.toml"),
        (lambda: Rule(""), ValueError, r"sprague\.rules\(\) lists"),
        (lambda: Rule("kayles").values(-1), ValueError, "to = -1 is not a size"),
        (lambda: Rule("kayles").values(1.5), TypeError, "to = 1.5 is not a size"),  # type: ignore[call-overload]
        (lambda: Rule("kayles").values(True), TypeError, "to = True is not a size"),
        (lambda: Rule("kayles").values("x"), ValueError, "to: `` is not a size"),
        (lambda: Rule("nim").values(300, dtype="uint8"), ValueError, "dtype = uint8: the largest value, 300"),
        (lambda: Rule("kayles").value(-(10**5000)), ValueError, "position = a long negative number is not a size"),
        (lambda: Rule("kayles").value(5, limit="many"), ValueError, "limit: `many` is not a size"),
        (lambda: Rule("cut").values(5), ValueError, r"to = 5: a size of cut has 2 numbers; take a pair such as \(5, 3\)"),
        (lambda: Rule("kayles").wins((5, 3)), ValueError, r"to = \(5, 3\): a size of 0.77 has 1 number; take one number"),
        (lambda: Rule("kayles").wins(5, from_="y"), ValueError, "from_: `y` is not a size"),
        (lambda: Rule("kayles").wins(5, size=3), ValueError, "size is one size alone"),
        (lambda: Rule("kayles").wins(5, outcome="drawn"), ValueError, "outcome = 'drawn'"),  # type: ignore[arg-type]
        (lambda: Rule("kayles").tuples(-3, 5), ValueError, "heaps = -3"),
        (lambda: Rule("kayles").pattern("", 5), ValueError, "is not a size"),
        (lambda: Rule("kayles").pattern([1, 2.5], 5), TypeError, "multiples = 2.5"),  # type: ignore[list-item]
        (lambda: Rule("kayles").moves(5, first=-1), ValueError, "first = -1"),
        (lambda: Rule("kayles").moves(5, first="all"), TypeError, "first = 'all'"),  # type: ignore[arg-type]
        (lambda: Rule("wythoff").wins((5, 5), limit=10), ValueError, "limit is for heaps"),
        (lambda: Rule("cards").wins(5, polynomial=True), TypeError, "'polynomial'"),  # type: ignore[call-arg]
        (lambda: Rule("kayles").values(10**30), ValueError, "below 2\\^64"),
        (lambda: Rule("kayles").moves("3+x"), ValueError, "`x` is not"),
        (lambda: Rule("kayles").wins(5, colour=1), TypeError, "'colour'"),  # type: ignore[call-arg]
        (lambda: Rule("kayles").wins(5, mod=0), ValueError, "mod 0"),
        (lambda: Rule("kayles").wins(5, threads=0), ValueError, "take at least 1"),
        (lambda: Rule("kayles").wins(5, threads="two"), TypeError, "threads = 'two'"),  # type: ignore[arg-type]
        (lambda: Rule("kayles").wins(5, progress=3), TypeError, "progress = 3"),  # type: ignore[arg-type]
        (lambda: Rule("kayles").wins(5, time=0), ValueError, "time = 0"),
        (lambda: Rule("kayles").wins(5, time=float("nan")), ValueError, "time = nan"),
        (lambda: Rule("kayles").wins(5, time="1s"), TypeError, "time = '1s'"),  # type: ignore[arg-type]
        (lambda: Rule("kayles").wins(5, memory="much"), ValueError, "memory = 'much' is not an amount of memory"),
        (lambda: Rule("kayles").wins(5, memory=1.5), TypeError, "memory = 1.5"),  # type: ignore[arg-type]
        (lambda: Rule("kayles").law().certificate().check(time=1), TypeError, "'time'"),  # type: ignore[call-arg]
        (lambda: Rule("kayles").value("10^9", limit=10), SpragueError, "no law proved within 10 values"),
        (lambda: Rule("grundy").wins(10**30), SpragueError, "no law proved within"),
        (lambda: Rule("grundy").values(10**9, memory="1M"), SpragueError, "needs about"),
        (lambda: Rule("kayles").values(10**15), SpragueError, "needs about"),
        (lambda: sprague.ask({"ask": "dance"}), ValueError, "not a question"),
        (lambda: sprague.ask({"ask": "law", "rule": "0.7", "colour": 1}), ValueError, "unknown field"),
        (lambda: sprague.euler(305), ValueError, "problem = 305 is not one of 260, 301"),
        (lambda: sprague.euler("306"), TypeError, "problem = '306'"),  # type: ignore[arg-type]
        (lambda: sprague.euler(306, n="many"), ValueError, "n: `many` is not a size"),
        (lambda: sprague.sheets(3, 3, "kayles"), ValueError, "rule = 0.77: its pieces do not have two sizes"),
        (lambda: sprague.sheets("3", 3), TypeError, "w = '3'"),  # type: ignore[arg-type]
        (lambda: sprague.suits(4)["101"], KeyError, "101 has 3 cards"),
        (lambda: sprague.laws("0.??????????"), SpragueError, "stands for more than"),
        (lambda: sprague.check(b"", steps=0), ValueError, "steps = 0"),
        (lambda: sprague.Game(range).tuples(-1, [1]), ValueError, "length = -1"),
        (lambda: sprague.Game(range).tuples(1, [1], mod=0), ValueError, "mod = 0"),
    ],
)
def test_errors_are_one_line(call: object, error: type[Exception], line: str) -> None:
    assert callable(call)
    with pytest.raises(error, match=line) as raised:
        call()
    said = str(raised.value)
    # One line, without the words of the shell.
    assert "\n" not in said and " --" not in said and "`sprague " not in said
