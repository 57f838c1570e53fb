"""Measure the package: values beside plain numpy and numba programs and beside the command, small calls, loops over
single values, and games written in Python beside a plain loop.

    pip install numba
    SPRAGUE_COMMAND=target/release/sprague python crates/sprague-python/bench.py

Every figure is the best of several runs, taken in turns. Without numba its program is left out.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator

import numpy as np

from sprague import Game, Rule

RULE = "0.6"
SMALL = 20_000
COMPILED = 100_000
# One whose law is found at once and one that is solved for 742825 values before.
LARGE_RULES = ("kayles", "0.16")
LARGE = 10_000_000
# Loops over single values: a code, a rule whose values are listed, and one that is played out.
ASCENDING = 20_000
SIDE = 63
# Rings of Kayles, written in Python.
RING = 1500


def straightforward(count: int) -> np.ndarray:
    """Officers (0.6): take one, leave one heap or two, by the definition with whole rows of numpy."""
    values = np.zeros(count + 1, dtype=np.uint8)
    seen = np.zeros(256, dtype=np.int64)
    for n in range(2, count + 1):
        half = (n - 1) // 2
        seen[values[1 : half + 1] ^ values[n - 2 : n - 2 - half : -1]] = n
        seen[values[n - 1]] = n
        values[n] = np.argmax(seen != n)
    return values


def compiled() -> Callable[[int], np.ndarray] | None:
    """The same, loop by loop, compiled by numba; the first call compiles."""
    try:
        from numba import njit
    except ImportError:
        return None

    @njit
    def loops(count: int) -> np.ndarray:
        values = np.zeros(count + 1, dtype=np.uint8)
        seen = np.zeros(256, dtype=np.int64)
        for n in range(2, count + 1):
            for a in range(1, (n - 1) // 2 + 1):
                seen[values[a] ^ values[n - 1 - a]] = n
            seen[values[n - 1]] = n
            value = 0
            while seen[value] == n:
                value += 1
            values[n] = value
        return values

    return loops


def best(call: Callable[[], object], runs: int) -> float:
    """Seconds of the best of several runs."""
    found = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        call()
        found = min(found, time.perf_counter() - start)
    return found


def best_of_many(call: Callable[[], object]) -> float:
    """Seconds of one call, the best mean of a hundred in a row."""
    call()
    return best(lambda: [call() for _ in range(100)], 50) / 100


def ascending() -> None:
    """Values asked for one after the other, smallest first, of a new rule."""

    def heaps(name: str) -> list[int]:
        rule = Rule(name)
        return [rule.value(n) for n in range(ASCENDING)]

    def pairs(name: str) -> list[int]:
        rule = Rule(name)
        return [rule.value((a, b)) for a in range(SIDE) for b in range(SIDE)]

    for name in ("0.6", "sub:squares", "mark"):
        assert heaps(name) == [*Rule(name).values(ASCENDING - 1)]
        print(f"{ASCENDING} calls of value of {name}, ascending: {best(lambda name=name: heaps(name), 3):.3f} s")
    assert pairs("wythoff") == [*Rule("wythoff").values((SIDE - 1, SIDE - 1)).ravel()]
    print(f"{SIDE}x{SIDE} calls of value of wythoff, ascending: {best(lambda: pairs('wythoff'), 3):.3f} s")


def ring(n: int) -> Iterator[int | list[int]]:
    """Kayles on a ring of -n pins, which a move makes a row; on a row of n."""
    for taken in (1, 2):
        if n < 0 and -n >= taken:
            yield -n - taken
        for left in range((n - taken) // 2 + 1 if n >= taken else 0):
            yield [left, n - taken - left]


def plain_rings() -> list[int]:
    """The same in two loops."""

    def least(reached: set[int]) -> int:
        return next(value for value in range(len(reached) + 1) if value not in reached)

    rows = [0]
    for n in range(1, RING + 1):
        reached = set()
        for taken in (1, 2):
            for left in range((n - taken) // 2 + 1 if n >= taken else 0):
                reached.add(rows[left] ^ rows[n - taken - left])
        rows.append(least(reached))
    return [least({rows[n - taken] for taken in (1, 2) if n >= taken}) for n in range(1, RING + 1)]


def games() -> None:
    """Games written in Python beside a plain loop, and what it takes to go through their options."""

    def game() -> list[int]:
        return [*Game(ring).values(range(-1, -RING - 1, -1))]

    def options() -> None:
        for n in range(RING):
            for _ in ring(n):
                pass

    assert game() == plain_rings()
    solved = plain = alone = float("inf")
    for _ in range(5):
        solved, plain, alone = min(solved, best(game, 1)), min(plain, best(plain_rings, 1)), min(alone, best(options, 1))
    print(f"Kayles on rings to {RING}: Game {solved:.3f} s, its options alone {alone:.3f} s, ratio {solved / alone:.1f}; ", end="")
    print(f"a plain loop {plain:.3f} s, ratio {solved / plain:.1f}")


def main() -> None:
    rule = Rule(RULE)
    assert (straightforward(2000) == rule.values(2000)).all()
    plain, ours = best(lambda: straightforward(SMALL), 3), best(lambda: rule.values(SMALL), 10)
    print(f"{SMALL} values of {RULE}: numpy {plain:.4f} s, sprague {ours:.6f} s, ratio {plain / ours:.0f}")

    loops = compiled()
    if loops is None:
        print("numba is not installed: not compared with it")
    else:
        assert (loops(2000) == rule.values(2000)).all()
        plain = ours = float("inf")
        for _ in range(3):
            plain = min(plain, best(lambda: loops(COMPILED), 1))
            ours = min(ours, best(lambda: rule.values(COMPILED), 1))
        print(f"{COMPILED} values of {RULE}: numba {plain:.4f} s, sprague {ours:.6f} s, ratio {plain / ours:.0f}")

    kayles = Rule("kayles")
    calls: dict[str, Callable[[], object]] = {
        "value": lambda: kayles.value(10**18),
        "values(10)": lambda: kayles.values(10),
        "law": kayles.law,
        "wins": lambda: kayles.wins(10**18).answer,
        "moves": lambda: kayles.moves([3, 7, 12]),
        "tuples": lambda: kayles.tuples(3, 100).answer,
    }
    print("one call: " + ", ".join(f"{name} {best_of_many(call) * 1e6:.1f} us" for name, call in calls.items()))

    ascending()
    games()

    command = os.environ.get("SPRAGUE_COMMAND")
    if not command:
        print("SPRAGUE_COMMAND does not name the command: not compared with it")
        return
    for name in LARGE_RULES:
        theirs = here = float("inf")
        for _ in range(5):
            run = [command, "values", name, "--to", str(LARGE), "--digest", "--json"]
            said = json.loads(subprocess.run(run, capture_output=True, text=True, check=True).stdout)
            theirs = min(theirs, said["seconds"])
            here = min(here, best(lambda name=name: Rule(name).values(LARGE), 1))
        print(f"{LARGE} values of {name}: command {theirs:.3f} s, sprague {here:.3f} s, ratio {theirs / here:.2f}")


if __name__ == "__main__":
    main()
