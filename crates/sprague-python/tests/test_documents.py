"""Docstrings: each public function has one in NumPy style, with examples that run and that the type checker accepts."""

from __future__ import annotations

import doctest
import inspect
import re
import subprocess
import sys
import textwrap
import typing
from collections.abc import Iterator
from pathlib import Path

import matplotlib.pyplot as plt
import pytest

import sprague

ROOT = Path(__file__).parents[3]
PROJECT = Path(__file__).parents[1] / "pyproject.toml"
# Types that are written in signatures and never called.
PLAIN = {"Outcome", "Progress", "Size", "SpragueError", "Settings", "Timed"}


def public() -> Iterator[tuple[str, object]]:
    """Every function, class and method that users call, by name."""
    for name in sprague.__all__:
        thing = getattr(sprague, name)
        if name in PLAIN:
            continue
        yield name, thing
        for attribute, member in vars(thing).items() if inspect.isclass(thing) else ():
            if not attribute.startswith("_") and (inspect.isfunction(member) or isinstance(member, staticmethod)):
                yield f"{name}.{attribute}", getattr(thing, attribute)


PUBLIC = dict(public())
RECORDS = {name for name, thing in PUBLIC.items() if inspect.isclass(thing) and issubclass(thing, tuple)}


def document(name: str) -> str:
    return inspect.cleandoc(str(PUBLIC[name].__doc__))


def section(text: str, title: str) -> str:
    found = re.search(rf"^{title}\n-+\n(.*?)(?=^\S[^\n]*\n-+\n|\Z)", text, re.MULTILINE | re.DOTALL)
    return found.group(1) if found else ""


@pytest.mark.parametrize("name", PUBLIC)
def test_docstrings(name: str) -> None:
    text = document(name)
    assert re.match(r"[A-Z][^\n]*[.…]\n?", text) or re.match(r"[A-Z][^\n]*\n?", text), name
    assert len(text.splitlines()[0]) <= 110 and all(len(line) <= 120 for line in text.splitlines())
    if name in RECORDS:
        return
    assert ">>>" in section(text, "Examples"), f"{name} has no example"
    thing = PUBLIC[name]
    given = inspect.signature(thing).parameters if callable(thing) else {}
    internal = {"self", "data", "native", "laws"} if inspect.isclass(thing) and name not in DOCUMENTED else {"self"}
    for parameter in given.keys() - internal:
        if inspect.isclass(thing) and name not in DOCUMENTED:
            continue
        described = section(text, "Parameters")
        assert re.search(rf"^(.*, )?\*{{0,2}}{parameter}\b.*", described, re.MULTILINE), f"{name} does not document {parameter}"
    if not inspect.isclass(thing) and typing.get_type_hints(thing).get("return") is not type(None):
        assert section(text, "Returns"), f"{name} does not say what it returns"


# Classes that users make themselves.
DOCUMENTED = {"Rule", "Game", "Census"}


@pytest.mark.parametrize("name", [name for name in PUBLIC if name not in RECORDS])
def test_examples_run(name: str) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    test = doctest.DocTestParser().get_doctest(document(name), {"sprague": sprague}, name, None, 0)
    assert test.examples
    said: list[str] = []
    runner.run(test, out=said.append)
    plt.close("all")
    assert not said, "".join(said)


def test_examples_of_the_package_run() -> None:
    assert doctest.testmod(sprague).failed == 0 and "Rule" in str(sprague.__doc__)


def test_examples_have_the_right_types(tmp_path: Path) -> None:
    """All examples as one program, a function each, under the strictest settings."""
    lines = ["import sprague", ""]
    for name in PUBLIC:
        examples = doctest.DocTestParser().get_examples(document(name))
        if examples:
            body = "".join(example.source for example in examples)
            body = body.replace("def kayles(n: int):", "def kayles(n: int) -> Iterator[list[int]]:")
            lines += [f"def example_{name.replace('.', '_')}() -> None:", textwrap.indent(body, "    ")]
    program = tmp_path / "examples.py"
    program.write_text("from collections.abc import Iterator\n" + "\n".join(lines))
    command = [sys.executable, "-m", "mypy", "--config-file", str(PROJECT), str(program)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("name", PUBLIC)
def test_hints_can_be_read(name: str) -> None:
    thing = PUBLIC[name]
    for function in [thing, getattr(thing, "__init__", None)] if inspect.isclass(thing) else [thing]:
        if inspect.isfunction(function) or inspect.isclass(function):
            typing.get_type_hints(function)
    members = vars(thing).values() if inspect.isclass(thing) else ()
    for member in members:
        if isinstance(member, property) and member.fget is not None:
            assert "return" in typing.get_type_hints(member.fget) and member.__doc__


def test_hints_of_settings_can_be_read() -> None:
    assert typing.get_type_hints(sprague.Timed).keys() == {"memory", "threads", "progress", "time"}
    assert typing.get_type_hints(sprague.Settings).keys() == {"memory", "threads", "progress"}
    assert typing.get_type_hints(sprague.Rule.wins)["return"] is sprague.Count
