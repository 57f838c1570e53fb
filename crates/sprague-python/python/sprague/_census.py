"""The census: what is known of many codes, in a store that survives anything (docs/census.md, docs/cluster.md)."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _sprague
from ._rules import Rule
from ._settings import Settings, Size, integer, native, size

if TYPE_CHECKING:
    from distributed import Client
    from typing_extensions import Unpack

#: Workers that may die on a task before the task is thought to be the reason.
ALLOWED_FAILURES = 100
#: How often a task is tried again where it raised an exception, such as a disk that was full for a while.
RETRIES = 3


class Census:
    """A store: rows, certificates and what is complete. ``Census(store)`` opens one that is there."""

    def __init__(self, store: str | os.PathLike[str]) -> None:
        self.store = Path(store)
        self.report()

    def rows(self) -> list[dict[str, Any]]:
        """For every rule that was computed the row that tells most, as docs/json.md has it."""
        _, rows = _sprague.census_rows(self.store)
        return [json.loads(row) for row in rows]

    def codes(self) -> list[dict[str, Any]]:
        """Every code that was asked for: its rule, how far it is behind, and the row of the rule, shifted."""
        codes, rows = _sprague.census_rows(self.store)
        of_rule = {row["normal"]: row for row in map(json.loads, rows)}
        return [_of_code(code, rule, shift, of_rule.get(rule)) for code, rule, shift in codes]

    def report(self) -> dict[str, Any]:
        """Counts by status, and how far each round is complete."""
        report: dict[str, Any] = json.loads(_sprague.census_report(self.store)[0])
        return report

    def verify(self, **settings: Unpack[Settings]) -> int:
        """Every certificate to the independent checker; how many laws it verified. A fault raises ``SpragueError``."""
        with native(settings) as given:
            verified, faults = _sprague.census_verify(self.store, given)
        if faults:
            rule, fault = faults[0]
            raise _sprague.SpragueError(f"{len(faults)} certificates have faults; {rule}: {fault}")
        return verified

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """The table, a line a rule, as the command writes it."""
        _replace(Path(path), _sprague.census_csv(self.store).encode())

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """A line a code, as a Parquet file. Needs pyarrow: ``pip install 'sprague[cluster]'``."""
        try:
            import pyarrow as pa
            import pyarrow.parquet as pq
        except ImportError:
            raise ImportError("Parquet needs pyarrow: pip install 'sprague[cluster]'") from None
        columns = {name: pa.type_for_alias(kind) for name, kind in _COLUMNS.items()}
        table = pa.Table.from_pylist(self.codes(), schema=pa.schema(columns))
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink)
        _replace(Path(path), sink.getvalue().to_pybytes())

    def __repr__(self) -> str:
        return f"<Census {self.store}>"

    def __str__(self) -> str:
        return _sprague.census_report(self.store)[1]


#: Columns of the table by code, with their types.
_COLUMNS = {
    "code": "string",
    "rule": "string",
    "shift": "int64",
    "status": "string",
    "period": "int64",
    "preperiod": "int64",
    "saltus": "int64",
    "max_value": "int64",
    "max_value_at": "int64",
    "values_computed": "int64",
    "stopped": "string",
    "theorem": "string",
    "sparse_mask": "int64",
    "sparse_parity": "bool",
    "rare_positions": "int64",
    "last_rare": "int64",
    "seconds": "float64",
    "engine": "string",
    "certificate": "string",
}


def _of_code(code: str, rule: str, shift: int, row: dict[str, Any] | None) -> dict[str, Any]:
    shown: dict[str, Any] = dict.fromkeys(_COLUMNS)
    shown |= {name: value for name, value in (row or {}).items() if name in _COLUMNS}
    shown |= {"code": code, "rule": rule, "shift": shift}
    if row is None:
        return shown
    if row["preperiod"] == 0:
        shown["preperiod"] = max(0, shift - row["zeros_before"])
    elif row["preperiod"] is not None:
        shown["preperiod"] += shift
    if row["max_value"]:
        shown["max_value_at"] += shift
    if row["last_rare"] is not None:
        shown["last_rare"] += shift
    shown["values_computed"] += shift
    return shown


def _replace(path: Path, data: bytes) -> None:
    """Writes a file that takes the place of the one that is there when it is complete."""
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with new.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def census(
    rules: str | Rule | Iterable[str | Rule] = (),
    *,
    store: str | os.PathLike[str],
    rounds: Size | Iterable[Size] = (10**4,),
    seconds: int | None = None,
    client: Client | None = None,
    **settings: Unpack[Settings],
) -> Census:
    """Finds the laws of many codes, in rounds, into a store; what is there already is not computed again.

    ``rules`` are codes or patterns such as ``"0.???"`` and ``"0.xx"``; without any those that the store has. ``rounds`` are numbers
    of values, ``seconds`` and ``memory`` the limits of a task. With a Dask ``client`` its workers compute the tasks and write the rows
    themselves, so the store has to be a directory that all of them see; without one, threads of this process do.

    >>> import sprague, tempfile
    >>> found = sprague.census("0.?7", store=tempfile.mkdtemp() + "/census", rounds="1e4")
    >>> sum(row["status"] == "proved" for row in found.codes())
    6
    """
    given = [rules] if isinstance(rules, (str, Rule)) else list(rules)
    values = [rounds] if isinstance(rounds, (str, int)) or hasattr(rounds, "__index__") else list(rounds)
    limits = [_whole(number) for number in values]
    with native(settings) as usual:
        plan = _sprague.CensusPlan(Path(store), [str(rule) for rule in given], limits, seconds, usual["memory"])
        try:
            if client is None:
                plan.run(usual)
            else:
                _on_cluster(plan, Path(store).absolute(), client, usual["progress"])
        finally:
            plan.close()
    return Census(store)


def census_row(rule: str | Rule) -> dict[str, Any] | None:
    """The row of a rule in the table that comes with the package (docs/census.md), if it has one.

    >>> import sprague
    >>> sprague.census_row("0.07")["period"]
    34
    """
    row = _sprague.census_row(str(rule))
    return None if row is None else json.loads(row)


def _whole(number: Any) -> int:
    if isinstance(number, float) and number.is_integer():
        number = int(number)
    return integer(_sprague.digits(_sprague.integer(size(number))))


def _task(store: str, task: str) -> str:
    """What a worker does: the row and its certificate are in the store when it returns."""
    return _sprague.census_task(Path(store), task, {"memory": None, "threads": 1, "progress": None})


def _on_cluster(plan: _sprague.CensusPlan, store: Path, client: Client, progress: Any) -> None:
    """Hands tasks to workers, rounds as priorities; each row that comes back may leave a further task."""
    from distributed import as_completed

    client.run_on_scheduler(_allow_failures)
    done, pending = 0, set(_submitted(client, store, plan.tasks()))
    futures = as_completed(pending, with_results=True)
    try:
        for future, row in futures:
            done += 1
            pending.discard(future)
            following = plan.note(row)
            for later in _submitted(client, store, [] if following is None else [following]):
                pending.add(later)
                futures.add(later)
            if progress is not None:
                progress(done, done + len(pending))
    except BaseException:
        client.cancel(list(pending))
        raise


def _submitted(client: Client, store: Path, tasks: list[tuple[int, str]]) -> Iterator[Any]:
    for number, task in tasks:
        limit = json.loads(task)["limit"]
        # The dashboard shows tasks by what stands before the dash: a bar for each round.
        key = f"census_{limit}-{hashlib.sha256(task.encode()).hexdigest()[:32]}"
        yield client.submit(_task, str(store), task, key=key, pure=False, priority=-number, retries=RETRIES)


def _allow_failures(dask_scheduler: Any) -> None:
    dask_scheduler.allowed_failures = max(dask_scheduler.allowed_failures, ALLOWED_FAILURES)
