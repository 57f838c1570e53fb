"""Ctrl-C, threads, the interpreter's lock, progress, memory, forks."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

import sprague
from sprague import Rule

posix = pytest.mark.skipif(os.name != "posix", reason="signals are sent as on Unix")

# Something that takes minutes and needs little memory.
LONG = "0.6"
FAR = 2_000_000_000


@posix
@pytest.mark.parametrize("what", ["values", "law", "check"])
def test_ctrl_c_within_half_a_second(what: str) -> None:
    certificate = Rule("0.16").law(limit=10**6).certificate() if what == "check" else None
    calls: dict[str, Callable[[], object]] = {
        "values": lambda: Rule(LONG).values(FAR, memory=1 << 40),
        "law": lambda: Rule(LONG).law(limit=FAR, memory=1 << 40),
        "check": lambda: [certificate.check() for _ in range(100)] if certificate else None,
    }
    pressed = [0.0]

    def press() -> None:
        pressed[0] = time.monotonic()
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.7, press)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        calls[what]()
    assert time.monotonic() - pressed[0] < 0.5
    timer.join()
    assert Rule("kayles").value(1000) == Rule("kayles").values(1000)[-1]


def test_the_interpreter_is_free_meanwhile() -> None:
    done = threading.Event()

    def compute() -> None:
        Rule(LONG).values(300_000, threads=1)
        done.set()

    worker = threading.Thread(target=compute)
    worker.start()
    turns = 0
    while not done.is_set():
        turns += 1
        time.sleep(0.001)
    worker.join()
    assert turns > 10


def test_many_threads_at_once() -> None:
    expected = {name: Rule(name).values(5000).tolist() for name in ("kayles", "0.6", "grundy", "0.156")}
    shared = {name: Rule(name) for name in expected}

    def look(i: int) -> bool:
        name = list(expected)[i % 4]
        rule, n = shared[name], 37 * i % 5000
        return bool(rule.values(5000).tolist() == expected[name]) and rule.value(n) == expected[name][n]

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(look, range(64)))


def test_quick_answers_from_many_threads() -> None:
    """Where a law is known the calling thread answers by itself: each for itself, and all the same."""
    rules = {name: Rule(name) for name in ("kayles", "dawson", "nim", "0.156")}
    expected = {name: (rule.wins(10**18).answer, rule.law().period) for name, rule in rules.items()}

    def look(i: int) -> bool:
        name = list(rules)[i % 4]
        return (rules[name].wins(10**18).answer, rules[name].law().period) == expected[name]

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(look, range(400)))


def test_a_law_longer_than_a_hundred_thousand_values() -> None:
    assert Rule("0.16").value(10**40) == Rule("0.16").law().value(10**40)


def test_progress() -> None:
    told: list[tuple[int, int]] = []
    Rule(LONG).values(400_000, progress=lambda done, total: told.append((done, total)), threads=1)
    assert told and all(0 <= done for done, _ in told)
    Rule(LONG).values(200_000, progress=True)


def test_a_callback_may_stop_it() -> None:
    def stop(done: int, total: int) -> None:
        raise RuntimeError("enough")

    start = time.monotonic()
    with pytest.raises(RuntimeError, match="enough"):
        Rule(LONG).values(FAR, progress=stop, memory=1 << 40)
    assert time.monotonic() - start < 10


def test_progress_without_tqdm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(ImportError, match=r"sprague\[progress\]"):
        Rule("kayles").values(10, progress=True)


def _child(queue: multiprocessing.Queue[int]) -> None:
    queue.put(int(Rule("0.07").wins(10**6)))


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_forked_children_compute() -> None:
    assert sprague.euler(306).answer == 852938
    context = multiprocessing.get_context("fork")
    queue: multiprocessing.Queue[int] = context.Queue()
    child = context.Process(target=_child, args=(queue,))
    child.start()
    assert queue.get(timeout=60) == 852938
    child.join(60)


def test_a_small_call_is_quick() -> None:
    rule = Rule("kayles")
    rule.value(1)

    def best(call: object, times: int) -> float:
        assert callable(call)
        found = float("inf")
        for _ in range(20):
            start = time.perf_counter()
            for _ in range(times):
                call()
            found = min(found, (time.perf_counter() - start) / times)
        return found

    assert best(lambda: rule.value(10**18), 200) < 20e-6
