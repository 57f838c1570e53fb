"""Answers: what they say, and that they are plain values: compared, hashed, copied, pickled."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

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
    rows = Rule("cut").law(upto=6)
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
    with pytest.raises(ValueError, match="upto is missing"):
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
    assert sprague.euler(933, w=5, h=3).answer == sprague.Rule("cut").count_moves((5, 3)).answer
    problem = sprague.euler(629, n=40, exact=True)
    assert problem.problem == 629 and problem.mod is None and problem.answer % 97 == sprague.euler(629, n=40, mod=97).answer
    with pytest.raises(SpragueError, match="takes n, not w"):
        sprague.euler(306, w=5)


def test_moves_and_their_explanation() -> None:
    found = Rule("kayles").moves("3+7+12")
    assert found.value == 5 and found.answer == len(found) == 1 and found
    assert found.winning_moves == [("12", "take 2", "3+7")] and found.pieces == [("3", 3), ("7", 2), ("12", 4)]
    told = Rule("kayles").explain([3, 7, 12])
    assert "The xor, digit by digit:" in told.text and "12 (number 3): take 2" in told.text
    assert str(told) == repr(told) == told.text and (told.value, told.winning_move) == (5, ("12", "take 2", "3+7"))
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
        ({"moves": [{"take": [1]}]}, "moves"),
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
    assert answer != Rule("0.07").wins(7) and answer != 5
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
        (lambda: Rule("kales"), ValueError, "near it: kayles"),
        (lambda: Rule("0.8.1"), ValueError, "is not"),
        (lambda: Rule(5), TypeError, "a rule is text"),  # type: ignore[arg-type]
        (lambda: Rule("@none.toml"), FileNotFoundError, "none.toml"),
        (lambda: Rule("kayles").values(-1), ValueError, "`-1` is not a size"),
        (lambda: Rule("kayles").values(1.5), TypeError, "is not a size"),  # type: ignore[arg-type]
        (lambda: Rule("kayles").value(-(10**5000)), ValueError, "is not a size"),
        (lambda: Rule("cut").values(5), ValueError, "such as 5x3"),
        (lambda: Rule("kayles").values(10**30), ValueError, "below 2\\^64"),
        (lambda: Rule("kayles").moves("3+x"), ValueError, "`x` is not"),
        (lambda: Rule("kayles").wins(5, colour=1), TypeError, "'colour'"),  # type: ignore[call-arg]
        (lambda: Rule("kayles").wins(5, mod=0), ValueError, "mod 0"),
        (lambda: Rule("kayles").wins(5, threads=0), ValueError, "take at least 1"),
        (lambda: Rule("kayles").wins(5, memory="much"), ValueError, "is not an amount of memory"),
        (lambda: Rule("grundy").wins(10**30), SpragueError, "no law proved within"),
        (lambda: Rule("grundy").values(10**9, memory="1M"), SpragueError, "needs about"),
        (lambda: Rule("kayles").values(10**15), SpragueError, "needs about"),
        (lambda: sprague.ask({"ask": "dance"}), ValueError, "not a question"),
        (lambda: sprague.ask({"ask": "law", "rule": "0.7", "colour": 1}), ValueError, "unknown field"),
        (lambda: sprague.euler(305), SpragueError, "no problem 305"),
        (lambda: sprague.sheets(3, 3, "kayles"), ValueError, "not played with sheets"),
    ],
)
def test_errors_are_one_line(call: object, error: type[Exception], line: str) -> None:
    assert callable(call)
    with pytest.raises(error, match=line) as raised:
        call()
    assert "\n" not in str(raised.value)
