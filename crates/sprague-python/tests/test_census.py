"""The census: one machine and a real cluster come to the same store, even if workers die meanwhile."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sprague

distributed = pytest.importorskip("distributed")

COMMAND = os.environ.get("SPRAGUE_COMMAND", "")
PATTERN, ROUNDS = "?.??", ("1e2", "3e3")

# What a dying cluster has to say about its own connections.
pytestmark = [
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning"),
]


def rows(store: Path) -> dict[tuple[str, int], dict[str, Any]]:
    """Every row of every part by rule and limit, without its time."""
    found: dict[tuple[str, int], dict[str, Any]] = {}
    for part in (store / "rows").glob("*.ndjson"):
        for line in part.read_text().splitlines():
            row = json.loads(line)
            del row["seconds"]
            found[row["normal"], int(row["question"]["limit"])] = row
    return found


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of a run on threads of this process."""
    store = tmp_path_factory.mktemp("census") / "alone"
    sprague.census(PATTERN, store=store, rounds=ROUNDS, threads=2)
    return store


def cluster(workers: int = 2) -> Any:
    return distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs="CRITICAL"
    )


@pytest.fixture
def client() -> Iterator[Any]:
    with cluster() as local, distributed.Client(local) as client:
        yield client


def test_the_commands_store(alone: Path, tmp_path: Path) -> None:
    if not COMMAND:
        pytest.skip("SPRAGUE_COMMAND does not name the command")
    store = tmp_path / "command"
    asked = [COMMAND, "census", "run", PATTERN, "--rounds", ",".join(ROUNDS), "--dir", str(store), "--memory", "1G"]
    subprocess.run([*asked, "--threads", "1"], check=True, capture_output=True)
    assert rows(store) == rows(alone)
    sprague.Census(alone).to_csv(tmp_path / "table.csv")
    assert (tmp_path / "table.csv").read_text().startswith("rule,codes,status,period")


def test_rows_codes_and_verdict(alone: Path) -> None:
    found = sprague.Census(alone)
    codes = {row["code"]: row for row in found.codes()}
    assert len(codes) == 128
    for text in ("0.07", "0.4", "4.3", "0.01", "0.77"):
        law = sprague.Rule(text).law(3000)
        row = codes[text]
        assert (row["status"], row["period"], row["preperiod"]) == (law.status, law.period, law.preperiod)
    assert found.verify() == sum(row["status"] == "proved" for row in found.rows())
    assert "128 codes" in str(found) and found.report()["rounds"][-1]["codes"] == 128
    assert sprague.Census(alone).rows() == found.rows()
    with pytest.raises(OSError, match="no census here"):
        sprague.Census(alone / "nothing")


def test_parquet(alone: Path, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    sprague.Census(alone).to_parquet(tmp_path / "census.parquet")
    table = pq.read_table(tmp_path / "census.parquet")
    assert table.to_pylist() == sprague.Census(alone).codes()
    assert str(table.schema.field("preperiod").type) == "int64"


def test_the_table_of_the_package() -> None:
    row = sprague.census_row("0.07")
    assert row is not None and (row["period"], row["preperiod"], row["normal"]) == (34, 53, "0.137")
    assert sprague.census_row("0.123456") is None


def test_a_cluster_comes_to_the_same_store(alone: Path, tmp_path: Path, client: Any) -> None:
    told: list[tuple[int, int]] = []
    store = tmp_path / "cluster"
    sprague.census(PATTERN, store=store, rounds=ROUNDS, client=client, progress=lambda *now: told.append(now))
    assert rows(store) == rows(alone)
    assert told[-1][0] == told[-1][1] == len(rows(alone))
    assert client.run_on_scheduler(lambda dask_scheduler: dask_scheduler.allowed_failures) >= 100


def test_a_worker_is_killed(alone: Path, tmp_path: Path, client: Any) -> None:
    store = tmp_path / "killed"
    killed: list[int] = []

    def kill() -> None:
        while not list((store / "rows").glob("*.ndjson")):
            time.sleep(0.01)
        for pid in client.run(os.getpid).values():
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)
            time.sleep(0.2)

    murder = threading.Thread(target=kill)
    murder.start()
    sprague.census(PATTERN, store=store, rounds=ROUNDS, client=client)
    murder.join()
    assert len(killed) == 2
    assert rows(store) == rows(alone)
    assert sprague.Census(store).verify() > 0


def test_the_scheduler_is_stopped_and_started_again(alone: Path, tmp_path: Path) -> None:
    store = tmp_path / "stopped"
    first = cluster()
    client = distributed.Client(first)

    def stop() -> None:
        while len(rows(store)) < 10:
            time.sleep(0.01)
        first.close()

    stopper = threading.Thread(target=stop)
    (store / "rows").mkdir(parents=True)
    (store / "rows").rmdir()
    store.rmdir()
    failed: list[BaseException] = []

    def compute() -> None:
        try:
            sprague.census(PATTERN, store=store, rounds=(*ROUNDS, "1e5"), client=client)
        except BaseException as error:  # noqa: BLE001
            failed.append(error)

    runner = threading.Thread(target=compute, daemon=True)
    runner.start()
    stopper.start()
    stopper.join(60)
    runner.join(30)
    client.close(timeout=2)
    assert failed, "the scheduler went away before the census was done"
    with cluster() as second, distributed.Client(second) as again:
        sprague.census(PATTERN, store=store, rounds=ROUNDS, client=again)
    found = {key: row for key, row in rows(store).items() if key[1] <= 3000}
    assert found == rows(alone)


def test_bad_input(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="rounds"):
        sprague.census("0.7", store=tmp_path / "store", rounds=())
    with pytest.raises(ValueError, match="no codes yet"):
        sprague.census(store=tmp_path / "store")
    with pytest.raises(ValueError, match="is not"):
        sprague.census("0.!", store=tmp_path / "store")
    with pytest.raises(sprague.SpragueError, match="not played with heaps"):
        sprague.census("cut", store=tmp_path / "store")
    (tmp_path / "file").write_text("x")
    with pytest.raises(OSError, match="not empty"):
        sprague.census("0.7", store=tmp_path)
