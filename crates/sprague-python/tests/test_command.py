"""Every question of the README and more, asked here and of the command: the same data."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sprague
from sprague import Answer, Rule

README = Path(__file__).parents[3] / "README.md"
COMMAND = os.environ.get("SPRAGUE_COMMAND", "")

# How a command is asked here; what it prints to a file or instead of JSON is no part of the question.
ASKED: dict[str, Callable[[], Answer]] = {
    "euler 306": lambda: sprague.euler(306),
    "euler 629": lambda: sprague.euler(629),
    "euler 798": lambda: sprague.euler(798),
    "euler 933": lambda: sprague.euler(933),
    "euler 306 --n 10^100": lambda: sprague.euler(306, n="10^100"),
    "count tuples kayles --to 10^12 --heaps 10^18 --mod 1000000007": lambda: Rule("kayles").tuples(
        "10^18", to="10^12", mod=1000000007
    ),
    "count moves cut --to 12x123 --polynomial": lambda: Rule("cut").count_moves("12x123", polynomial=True),
    "law kayles": lambda: Rule("kayles").law(),
    "law allbut:1,4": lambda: Rule("allbut:1,4").law(),
    "law 0.16 --window --limit 10^6": lambda: Rule("0.16").law("10^6", window=True),
    "law grundy --limit 1000": lambda: Rule("grundy").law(1000),
    "law 0.156": lambda: Rule("0.156").law(),
    "moves kayles 3+7+12": lambda: Rule("kayles").moves("3+7+12"),
    "moves nim 10^18 5 5": lambda: Rule("nim").moves("10^18 5 5"),
    "moves kayles 10^40 --first 3": lambda: Rule("kayles").moves("10^40", first=3),
    "explain kayles 3+4": lambda: Rule("kayles").explain("3+4"),
    "value kayles 10^40 12": lambda: sprague.ask({"ask": "value", "rule": "kayles", "sizes": ["10^40", "12"]}),
    "values cut --to 4x8": lambda: sprague.ask({"ask": "values", "rule": "cut", "to": "4x8"}),
    "values dawson --to 29": lambda: sprague.ask({"ask": "values", "rule": "dawson", "to": "29"}),
}


def readme_questions() -> set[str]:
    """What the README asks, without options that change how it is printed."""
    found = set()
    for line in re.findall(r"^\$ sprague (.*)$", README.read_text(), re.MULTILINE):
        line = re.sub(r" --(bare|json|self-check|format \w+)\b", "", line)
        if line == "euler all":
            found |= {f"euler {problem}" for problem in (306, 629, 798, 933)}
        elif line.split()[0] in ("euler", "count", "explain", "law", "moves", "value", "values"):
            found.add(line)
    return found


def test_every_question_of_the_readme_is_here() -> None:
    assert readme_questions() <= ASKED.keys()


@pytest.mark.skipif(not COMMAND, reason="SPRAGUE_COMMAND does not name the command")
@pytest.mark.parametrize("question", ASKED)
def test_the_command_says_the_same(question: str) -> None:
    run = subprocess.run([COMMAND, *question.split(), "--json"], capture_output=True, text=True, check=False)
    theirs: dict[str, Any] = json.loads(run.stdout)
    ours = ASKED[question]().to_dict()
    assert ours.keys() == theirs.keys()
    for timed in (ours, theirs):
        del timed["seconds"]
    assert ours == theirs


@pytest.mark.skipif(not COMMAND, reason="SPRAGUE_COMMAND does not name the command")
def test_certificates_are_the_commands(tmp_path: Path) -> None:
    theirs, ours = tmp_path / "theirs.cert", tmp_path / "ours.cert"
    subprocess.run([COMMAND, "law", "0.156", "--save", str(theirs)], capture_output=True, check=True)
    Rule("0.156").law().certificate().save(ours)
    assert ours.read_bytes() == theirs.read_bytes()
    run = subprocess.run([COMMAND, "check", str(ours), "--json"], capture_output=True, text=True, check=True)
    said: dict[str, Any] = json.loads(run.stdout)
    verdict = sprague.check(ours).to_dict()
    assert verdict.keys() == said.keys() and verdict["verdict"] == said["verdict"]
