"""How quick the package is: values beside a straightforward numpy program and beside the command, and one small call.

    SPRAGUE_COMMAND=target/release/sprague python crates/sprague-python/bench.py

Every figure is the best of several runs, taken in turns.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable

import numpy as np

from sprague import Rule

RULE = "0.6"
SMALL = 20_000
# One whose law is found at once and one that is solved for 742867 values before.
LARGE_RULES = ("kayles", "0.16")
LARGE = 10_000_000


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


def best(call: Callable[[], object], runs: int) -> float:
    """Seconds of the best of several runs."""
    found = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        call()
        found = min(found, time.perf_counter() - start)
    return found


def main() -> None:
    rule = Rule(RULE)
    assert (straightforward(2000) == rule.values(2000)).all()
    plain, ours = best(lambda: straightforward(SMALL), 3), best(lambda: rule.values(SMALL), 10)
    print(f"{SMALL} values of {RULE}: numpy {plain:.4f} s, sprague {ours:.6f} s, ratio {plain / ours:.0f}")

    kayles = Rule("kayles")
    kayles.value(1)
    loops = 1000
    single = best(lambda: [kayles.value(10**18) for _ in range(loops)], 5) / loops
    asked = best(lambda: [kayles.values(10) for _ in range(loops)], 5) / loops
    print(f"one call: value {single * 1e6:.1f} us, values(10) {asked * 1e6:.1f} us")

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
