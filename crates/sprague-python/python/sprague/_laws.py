"""The laws of many rules at once, as rows of a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Union, overload

from . import _html, _sprague
from ._answers import Law
from ._rules import Rule
from ._settings import Size, Timed, native
from ._typing import Unpack

if TYPE_CHECKING:
    from pandas import DataFrame
else:
    DataFrame = Any

# Values that are computed of each rule unless the caller asks for more or less.
_USUAL_LIMIT = 100_000


class LawRow(NamedTuple):
    """What is known of one rule, as a row of a table; ``None`` where it is unknown."""

    code: str
    rule: str
    status: str
    period: Union[int, None]
    preperiod: Union[int, None]
    saltus: Union[int, None]
    max_value: Union[int, None]
    max_value_at: Union[int, None]
    values_computed: Union[int, None]
    theorem: Union[str, None]


# Columns of whole numbers, of which some may be unknown.
_WHOLE = ("period", "preperiod", "saltus", "max_value", "max_value_at", "values_computed")


class Laws(Sequence[Law]):
    """The laws of many rules: a sequence, and rows for pandas.

    Examples
    --------
    >>> found = sprague.laws(["kayles", "0.07"])
    >>> found
    <Laws of 2 rules, 2 proved>
    >>> [law.period for law in found]
    [12, 34]
    """

    __slots__ = ("_laws",)

    def __init__(self, laws: Iterable[Law]) -> None:
        self._laws = tuple(laws)

    def rows(self) -> list[LawRow]:
        """Return one row for each rule, in the order in which they were asked for.

        Returns
        -------
        list of LawRow
            Named tuples; ``pandas.DataFrame(found.rows())`` has one column for each field.

        Examples
        --------
        >>> row = sprague.laws(["kayles"]).rows()[0]
        >>> row.code, row.rule, row.period, row.preperiod
        ('kayles', '0.77', 12, 71)
        """
        return [_row(law) for law in self._laws]

    def to_pandas(self) -> DataFrame:
        """Return a data frame, with columns of integers that may be missing (``Int64``). Needs pandas.

        Returns
        -------
        pandas.DataFrame
            One line per rule, in the order in which they were asked for.

        Examples
        --------
        >>> str(sprague.laws(["kayles", "0.6"], limit=1000).to_pandas()["period"].dtype)
        'Int64'
        """
        try:
            import pandas as pd
        except ImportError:
            raise ImportError("to_pandas needs pandas: pip install 'sprague[pandas]'") from None
        return pd.DataFrame(self.rows(), columns=list(LawRow._fields)).astype(dict.fromkeys(_WHOLE, "Int64"))

    @overload
    def __getitem__(self, index: int) -> Law: ...
    @overload
    def __getitem__(self, index: slice) -> Laws: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Law, Laws]:
        return Laws(self._laws[index]) if isinstance(index, slice) else self._laws[index]

    def __len__(self) -> int:
        return len(self._laws)

    def __eq__(self, other: object) -> bool:
        return self._laws == other._laws if isinstance(other, Laws) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._laws)

    def __repr__(self) -> str:
        rules = "1 rule" if len(self) == 1 else f"{len(self)} rules"
        return f"<Laws of {rules}, {sum(law.proved for law in self)} proved>"

    def _repr_html_(self) -> str:
        def cell(value: object) -> str:
            return "" if value is None else str(value)

        rows = [[cell(value) for value in row] for row in self.rows()]
        head = [field.replace("_", " ") for field in LawRow._fields]
        return _html.listed(repr(self)[1:-1], head, rows, "")


def _row(law: Law) -> LawRow:
    return LawRow(
        law.rule_as_asked,
        law.rule,
        law.status,
        law.period,
        law.preperiod,
        law.saltus,
        law.max_value,
        law.max_value_at,
        law.values_computed,
        law.theorem,
    )


def laws(
    rules: str | Rule | Iterable[str | Rule], *, limit: Size | None = _USUAL_LIMIT, **settings: Unpack[Timed]
) -> Laws:
    """Search for the laws of many rules.

    Parameters
    ----------
    rules : str, Rule or iterable of them
        Rules, or patterns of codes such as ``"0.__"``, in which an underscore is any octal digit.
    limit : int or str, default 100000
        Compute at most this many values of each rule: the same laws every time. With ``None`` each search takes at
        most four seconds, or ``time``.
    **settings
        ``memory``, ``threads``, ``time`` (of each search) and ``progress`` (called with rules done and rules in all).

    Returns
    -------
    Laws
        A sequence of :class:`Law`, with ``rows()`` and ``to_pandas()``. For thousands of codes take
        :func:`sprague.census`, which survives interruptions.

    Examples
    --------
    >>> for row in sprague.laws("0.0_").rows()[5:]:
    ...     print(row.code, row.period, row.preperiod)
    0.05 2 1
    0.06 None None
    0.07 34 53
    """
    asked = list(_asked(rules))
    with native({"progress": settings.pop("progress", None)}) as given:
        report, found = given["progress"], []
        for done, rule in enumerate(asked, 1):
            found.append(rule.law(limit, **settings))
            if report is not None:
                report(done, len(asked))
    return Laws(found)


def _asked(rules: str | Rule | Iterable[str | Rule]) -> Iterator[Rule]:
    if isinstance(rules, Rule):
        yield rules
    elif isinstance(rules, str):
        yield from map(Rule, _sprague.codes([rules]) if "?" in rules or "_" in rules else [rules])
    else:
        for each in rules:
            yield from _asked(each)
