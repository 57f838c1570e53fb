"""Games written in Python."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from random import Random

import cloudpickle
import pytest

import sprague
from oracle import cut, nim_values
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


class Halves:
    """Options as an object."""

    def __call__(self, n: int) -> list[int]:
        return [n // 2] if n else []


def halving(n: int) -> list[int]:
    return [n // 2] if n else []


plain = Game(halving, name="halves")


@pytest.mark.parametrize("game", [kayles, plain, Game(Halves())], ids=["decorated", "plain", "object"])
def test_games_can_be_pickled(game: Game) -> None:
    expected = game.values(range(30)).tolist()
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        other = pickle.loads(pickle.dumps(game, protocol))
        assert other.name == game.name and other.values(range(30)).tolist() == expected
    for other in (pickle.loads(cloudpickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
        assert other.values(range(30)).tolist() == expected
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(game.value, 29).result() == expected[29]


def test_games_of_the_main_program_can_be_pickled(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import pickle, sys, cloudpickle, sprague\n"
        "@sprague.Game\n"
        "def half(n): return [n // 2] if n else []\n"
        "assert pickle.loads(pickle.dumps(half)).value(5) == 1\n"
        "sys.stdout.buffer.write(cloudpickle.dumps(half))\n"
    )
    made = subprocess.run([sys.executable, str(program)], capture_output=True, check=True)
    # Another program, as a worker of a cluster is, has no such function.
    assert pickle.loads(made.stdout).value(5) == 1


def test_errors_of_options_are_the_authors() -> None:
    broken = Game(lambda n: [{}[n]])
    with pytest.raises(KeyError, match="3"):
        broken.value(3)
    with pytest.raises(TypeError, match="unhashable"):
        Game(lambda n: [{1}]).value(3)  # type: ignore[list-item]


def random_game(seed: int) -> Game:
    """A game on 60 pieces with options of none to three parts, each smaller."""

    def options(n: int) -> list[int | list[int]]:
        at_random = Random(seed * 1000 + n)
        if n == 0:
            return []
        sums = [[at_random.randrange(n) for _ in range(at_random.randrange(4))] for _ in range(at_random.randrange(6))]
        return [one[0] if len(one) == 1 and at_random.random() < 0.5 else one for one in sums]

    return Game(options)


@pytest.mark.parametrize("seed", range(20))
def test_values_are_those_of_the_definition(seed: int) -> None:
    game = random_game(seed)
    value = nim_values(lambda n: [tuple(option) for option in game.options(n)])
    assert [game.value(n) for n in reversed(range(60))] == [value(n) for n in reversed(range(60))]


def test_long_games_and_circles() -> None:
    down = Game(lambda n: [n - 1] if n else [])
    assert down.value(20_001) == 1
    circle = Game(lambda n: [(n + 1) % 5])
    with pytest.raises(SpragueError, match="can return to"):
        circle.value(0)
    endless = Game(lambda n: [n + 1])
    with pytest.raises(SpragueError, match="can last for"):
        endless.value(0)
    with pytest.raises(TypeError):
        Game(5)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["kayles", "0.77", "cards", "cut", "mock-turtles", "board:nim", "wythoff"])
def test_a_name_is_not_an_identity(name: str) -> None:
    # Take 1 or 2: values are remainders by 3, whatever the game calls itself.
    game = Game(lambda n: [n - taken for taken in (1, 2) if n >= taken], name=name)
    assert game.values(range(30)).tolist() == [n % 3 for n in range(30)]
    assert game.wins(range(30)) == 20 and game.histogram(range(30)) == [10, 10, 10]
