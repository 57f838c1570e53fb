"""The census: what is known of many codes, in a store that survives crashes (docs/census.md, docs/cluster.md)."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast

from . import _sprague
from ._rules import Rule
from ._settings import Settings, Size, native, size
from ._typing import Client, Unpack

#: Workers that may die on a task before the task is thought to be the reason.
ALLOWED_FAILURES = 100
#: How often a task that raised an exception, such as one on a full disk, is tried again.
RETRIES = 3


class Census:
    """A store of laws: rows, certificates and what is complete.

    Parameters
    ----------
    store : str or path-like
        The directory of a store that is there; :func:`sprague.census` makes one.

    Examples
    --------
    >>> import tempfile
    >>> store = tempfile.mkdtemp() + "/census"
    >>> made = sprague.census("0.?7", store=store)
    >>> len(sprague.Census(store).codes())
    8
    """

    def __init__(self, store: str | os.PathLike[str]) -> None:
        self.store = Path(store)
        self.report()

    def rows(self) -> list[dict[str, Any]]:
        """Return the most complete row of every rule that was computed, as docs/json.md describes it.

        Returns
        -------
        list of dict
            One dictionary per rule.

        Examples
        --------
        >>> import tempfile
        >>> found = sprague.census("0.07", store=tempfile.mkdtemp() + "/census")
        >>> found.rows()[0]["period"]
        34
        """
        _, rows = _sprague.census_rows(self.store)
        return [json.loads(row) for row in rows]

    def codes(self) -> list[dict[str, Any]]:
        """Return every requested code: its rule, its shift against the rule, and the row of the rule, shifted.

        Returns
        -------
        list of dict
            One dictionary per code, with ``code``, ``rule``, ``shift`` and the columns of the row.

        Examples
        --------
        >>> import tempfile
        >>> found = sprague.census("0.07", store=tempfile.mkdtemp() + "/census")
        >>> [(row["code"], row["rule"], row["preperiod"]) for row in found.codes()]
        [('0.07', '0.137', 53)]
        """
        codes, rows = _sprague.census_rows(self.store)
        of_rule = {row["normal"]: row for row in map(json.loads, rows)}
        return [_of_code(code, rule, shift, of_rule.get(rule)) for code, rule, shift in codes]

    def report(self) -> dict[str, Any]:
        """Return counts by status, and how far each round is complete.

        Returns
        -------
        dict
            The numbers of codes and rules by status, and for each round how many rules are done.

        Examples
        --------
        >>> import tempfile
        >>> found = sprague.census("0.07", store=tempfile.mkdtemp() + "/census")
        >>> found.report()["codes"]
        1
        """
        report: dict[str, Any] = json.loads(_sprague.census_report(self.store)[0])
        return report

    def verify(self, **settings: Unpack[Settings]) -> int:
        """Check every certificate with the independent checker.

        Parameters
        ----------
        **settings
            ``memory``, ``threads`` and ``progress``, see :class:`Settings`.

        Returns
        -------
        int
            How many laws it verified.

        Raises
        ------
        SpragueError
            If a certificate has a fault.

        Examples
        --------
        >>> import tempfile
        >>> sprague.census("0.07", store=tempfile.mkdtemp() + "/census").verify()
        1
        """
        with native(settings, Settings) as given:
            verified, faults = _sprague.census_verify(self.store, given)
        if faults:
            rule, fault = faults[0]
            raise _sprague.SpragueError(f"{len(faults)} certificates have faults; {rule}: {fault}")
        return verified

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the table, one line per rule, as the command writes it.

        Parameters
        ----------
        path : str or path-like
            The file.

        Examples
        --------
        >>> import tempfile, pathlib
        >>> folder = pathlib.Path(tempfile.mkdtemp())
        >>> sprague.census("0.07", store=folder / "census").to_csv(folder / "laws.csv")
        >>> len((folder / "laws.csv").read_text().splitlines())
        2
        """
        _replace(Path(path), _sprague.census_csv(self.store).encode())

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write the table, one line per code, as a Parquet file. Needs pyarrow: ``pip install 'sprague[cluster]'``.

        Parameters
        ----------
        path : str or path-like
            The file.

        Examples
        --------
        >>> import tempfile, pathlib
        >>> folder = pathlib.Path(tempfile.mkdtemp())
        >>> sprague.census("0.07", store=folder / "census").to_parquet(folder / "laws.parquet")
        >>> (folder / "laws.parquet").exists()
        True
        """
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
    """Search for the laws of many codes in rounds and save them to a store; existing rows are not computed again.

    Parameters
    ----------
    rules : str, Rule or iterable of them
        Codes, or patterns such as ``"0.???"`` and ``"0.xx"``; those that the store has if left out.
    store : str or path-like
        The directory of the store.
    rounds : int, str or iterable of them
        Numbers of values, one for each round.
    seconds : int, optional
        At most this many seconds for one task.
    client : distributed.Client, optional
        A Dask client. Its workers compute the tasks and write the rows themselves, so the store has to be a directory
        that all of them see. Without one, threads of this process compute.
    **settings
        ``memory`` (of one task), ``threads`` and ``progress``, see :class:`Settings`.

    Returns
    -------
    Census

    Examples
    --------
    >>> import tempfile
    >>> found = sprague.census("0.?7", store=tempfile.mkdtemp() + "/census", rounds="1e4")
    >>> sum(row["status"] == "proved" for row in found.codes())
    6
    """
    given = [rules] if isinstance(rules, (str, Rule)) else list(rules)
    several = isinstance(rounds, Iterable) and not isinstance(rounds, str)
    limits = [_whole(number) for number in (cast("Iterable[Size]", rounds) if several else [rounds])]
    with native(settings, Settings) as usual:
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
    """Return the row of a rule in the table that comes with the package (docs/census.md).

    Parameters
    ----------
    rule : str or Rule
        A rule.

    Returns
    -------
    dict or None
        ``None`` if the table does not have it.

    Examples
    --------
    >>> row = sprague.census_row("0.07")
    >>> row is not None and row["period"]
    34
    """
    row = _sprague.census_row(str(rule))
    return None if row is None else json.loads(row)


def _whole(number: object) -> int:
    if isinstance(number, float) and number.is_integer():
        number = int(number)
    return _sprague.integer(size(cast(Size, number), "rounds"))


def _task(store: str, task: str) -> str:
    """What a worker does: the row and its certificate are in the store when it returns."""
    return _sprague.census_task(Path(store), task, {"memory": None, "threads": 1, "time": None, "progress": None})


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
