"""Rules: what a move is, and everything that can be asked about it."""

from __future__ import annotations

import json
import operator
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, Union, cast

from . import _html, _sprague
from ._answers import Answer, Count, Explanation, Histogram, Law, Moves, PartitionTable, Problem, Zeros, answered
from ._settings import Progress, Settings, Size, native, size

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from numpy.typing import NDArray
    from typing_extensions import Unpack

#: A sum of pieces: ``"3+7+12"``, ``[3, 7, 12]``, one heap ``12``, or sheets ``[(5, 3), (2, 2)]``.
Position = Union[str, SupportsIndex, Sequence[Size]]

#: Which positions are counted.
Outcome = Literal["won", "lost"]

# Counts that take no time once the law of a rule is known.
_QUICK = ("wins", "histogram")
# Where no law is known, more than what was asked is found the second time, so that a loop over heaps solves few times.
_MOST_AHEAD = 1_000_000
# Longer sizes are beyond what is computed one by one.
_MOST_DIGITS = 18


class Rule:
    """A rule by name or notation: ``Rule("kayles")``, ``Rule("0.77")``, ``Rule("sub:1,3,4")``, ``Rule("cut")``.

    A rule of heaps may also be given as a rule file says it (docs/notation.md): as a dictionary, as the text of a file,
    or as ``"@mygame.toml"``, the name of one.

    >>> Rule({"move": [{"take": [1, 2], "parts": [0, 1, 2]}]}) == Rule("kayles")
    True

    :func:`sprague.rules` lists all names and notations. Rules are compared by their canonical notation. They are immutable, may be
    shared between threads, pickled and copied.
    """

    __slots__ = ("__weakref__", "_heaps", "_known", "_line", "_notation", "_numbers", "_quick", "_text")

    def __init__(self, rule: str | Mapping[str, Any] | Rule) -> None:
        text = _notation(rule)
        self._text: str = text
        # Whether its law is found in no time.
        self._quick = False
        self._notation, self._line, self._numbers, self._heaps = _sprague.describe(text)
        # What is known of it so far, and up to which heap it was looked for.
        self._known: tuple[_sprague.Known, int] | None = None

    @property
    def notation(self) -> str:
        """The canonical notation."""
        return self._notation

    @property
    def line(self) -> str:
        """What a move is, in one line."""
        return self._line

    def values(self, to: Size, **settings: Unpack[Settings]) -> NDArray[np.unsignedinteger[Any]]:
        """Nim-values as an array of the narrowest unsigned type: entry n is the value of heap n, for 0 <= n <= ``to``.

        Of sheets: a table of all sheets up to ``(w, h)``, entry [i, j] that of sheet (i+1) x (j+1). Of cards: all suits of
        ``to`` cards.
        """
        with native(settings) as given:
            return _sprague.values(self._text, size(to), given)

    def value(self, position: Position, **settings: Unpack[Settings]) -> int:
        """The nim-value of a piece of any size, or of a sum of pieces.

        >>> Rule("kayles").value(10**40)
        1
        """
        pieces = self._position(position).split("+")
        total = 0
        for piece in pieces:
            total ^= self._value(piece.strip(), settings)
        return total

    def _value(self, piece: str, settings: Settings) -> int:
        found = self._known
        if found is not None:
            try:
                return found[0].value(piece)
            except _sprague.SpragueError:
                pass  # it is larger than what is known
        wanted, upto = piece, 0
        if self._heaps and piece.isdecimal() and len(piece) <= _MOST_DIGITS:
            upto = max(int(piece), min(2 * found[1], _MOST_AHEAD) if found else 0)
            wanted = str(upto)
        with native(settings) as given:
            known = _sprague.known(self._text, wanted, given)
        self._known = (known, upto)
        return known.value(piece)

    def law(
        self, limit: Size | None = None, *, upto: Size | None = None, window: bool = False, **settings: Unpack[Settings]
    ) -> Law:
        """Finds and proves the law that all values follow, looking at no more than ``limit`` values.

        If nothing is proved the answer has status ``observed``. Of sheets: rows 1 to ``upto``. With ``window`` only the last
        values are kept, so long laws need little memory.
        """
        return cast(Law, self._ask("law", settings, limit=limit, upto=upto, window=window))

    def moves(
        self,
        position: Position,
        *,
        first: int | None = None,
        all: bool = False,
        limit: Size | None = None,
        **settings: Unpack[Settings],
    ) -> Moves:
        """The value of a position and its first winning moves, 20 unless told otherwise; with ``all`` also those that lose."""
        question: dict[str, Any] = {"ask": "moves", "rule": self._text, "position": self._position(position)}
        if limit is not None:
            question["limit"] = size(limit)
        if first is not None:
            question["first"] = operator.index(first)
        if all:
            question["all"] = True
        return cast(Moves, self._answered(question, settings, True))

    def explain(
        self, position: Position, *, limit: Size | None = None, **settings: Unpack[Settings]
    ) -> Explanation:
        """Why a position is won or lost, for a blackboard: values as the least that no option has, their xor in binary,
        and a move that wins."""
        question: dict[str, Any] = {"ask": "explain", "rule": self._text, "position": self._position(position)}
        if limit is not None:
            question["limit"] = size(limit)
        return cast(Explanation, self._answered(question, settings, True))

    def wins(
        self,
        upto: Size | None = None,
        *,
        from_: Size | None = None,
        size: Size | None = None,
        mod: Size | None = None,
        limit: Size | None = None,
        outcome: Outcome | None = None,
        **settings: Unpack[Settings],
    ) -> Count:
        """How many pieces up to a size, from one to another, or of one size the first player wins; or loses."""
        return self._count(
            "wins", settings, {"from": from_}, upto=upto, size=size, mod=mod, limit=limit, outcome=outcome
        )

    def count_moves(
        self,
        upto: Size | None = None,
        *,
        from_: Size | None = None,
        size: Size | None = None,
        mod: Size | None = None,
        limit: Size | None = None,
        polynomial: bool = False,
        **settings: Unpack[Settings],
    ) -> Count:
        """How many first moves win, summed over all single pieces; of sheets also the polynomial in the height."""
        return self._count(
            "moves", settings, {"from": from_}, upto=upto, size=size, mod=mod, limit=limit, polynomial=polynomial
        )

    def tuples(
        self,
        heaps: Size,
        upto: Size | None = None,
        *,
        from_: Size | None = None,
        size: Size | None = None,
        mod: Size | None = None,
        limit: Size | None = None,
        outcome: Outcome | None = None,
        **settings: Unpack[Settings],
    ) -> Count:
        """How many ordered tuples of ``heaps`` pieces are lost for the player to move; or won."""
        keys: dict[str, Size | None] = {"from": from_, "outcome": outcome}
        return self._count("tuples", settings, keys, upto=upto, size=size, heaps=heaps, mod=mod, limit=limit)

    def multisets(
        self,
        heaps: Size,
        upto: Size | None = None,
        *,
        from_: Size | None = None,
        mod: Size | None = None,
        limit: Size | None = None,
        outcome: Outcome | None = None,
        **settings: Unpack[Settings],
    ) -> Count:
        """How many unordered choices of ``heaps`` pieces, equal ones allowed, are lost for the player to move, or won."""
        keys: dict[str, Size | None] = {"from": from_, "outcome": outcome}
        return self._count("multisets", settings, keys, upto=upto, heaps=heaps, mod=mod, limit=limit)

    def sets(
        self,
        heaps: Size,
        upto: Size | None = None,
        *,
        from_: Size | None = None,
        mod: Size | None = None,
        limit: Size | None = None,
        ordered: bool = False,
        outcome: Outcome | None = None,
        **settings: Unpack[Settings],
    ) -> Count:
        """How many choices of ``heaps`` different pieces are lost for the player to move, or won.

        With ``ordered`` every order of a choice counts.

        >>> Rule("nim").sets(3, 7, from_=1, ordered=True, outcome="won").answer
        168
        """
        keys: dict[str, Size | bool | None] = {"from": from_, "outcome": outcome, "ordered": ordered}
        return self._count("sets", settings, keys, upto=upto, heaps=heaps, mod=mod, limit=limit)

    def pattern(
        self,
        multiples: str | Sequence[SupportsIndex],
        upto: Size,
        *,
        mod: Size | None = None,
        limit: Size | None = None,
        outcome: Outcome | None = None,
        **settings: Unpack[Settings],
    ) -> Count:
        """How many n up to a size make the heaps a*n, b*n, … together lost for the player to move; or won.

        >>> Rule("nim").pattern([1, 2, 3], 2**30).answer
        2178309
        """
        text = multiples if isinstance(multiples, str) else ",".join(size(multiple) for multiple in multiples)
        keys: dict[str, Size | None] = {"pattern": text, "outcome": outcome}
        return self._count("pattern", settings, keys, upto=upto, mod=mod, limit=limit)

    def zeros(
        self,
        upto: Size | None = None,
        *,
        from_: Size | None = None,
        size: Size | None = None,
        limit: Size | None = None,
        **settings: Unpack[Settings],
    ) -> Zeros:
        """Which pieces are lost for the player to move.

        >>> Rule("sub:squares").zeros(15).heaps
        [0, 2, 5, 7, 10, 12, 15]
        """
        keys: dict[str, Size | None] = {"from": from_}
        return cast(Zeros, self._ask("count", settings, count="zeros", **keys, upto=upto, size=size, limit=limit))

    def histogram(
        self,
        upto: Size | None = None,
        *,
        from_: Size | None = None,
        mod: Size | None = None,
        limit: Size | None = None,
        **settings: Unpack[Settings],
    ) -> Histogram:
        """How many pieces have value 0, 1, 2, …"""
        keys: dict[str, Size | None] = {"from": from_}
        asked = self._ask("count", settings, count="histogram", **keys, upto=upto, mod=mod, limit=limit)
        return cast(Histogram, asked)

    def partitions(
        self,
        of: Size,
        *,
        mod: Size | None = None,
        limit: Size | None = None,
        outcome: Outcome | None = None,
        **settings: Unpack[Settings],
    ) -> Count:
        """How many partitions of a number into heaps are won (``answer``, unless ``outcome`` says so) and ``lost``."""
        return self._count("partitions", settings, {}, of=of, mod=mod, limit=limit, outcome=outcome)

    def partition_table(
        self, of: Size, *, mod: Size | None = None, limit: Size | None = None, **settings: Unpack[Settings]
    ) -> PartitionTable:
        """The same for 0, 1, 2, … up to a number."""
        asked = self._ask("count", settings, count="partitions", of=of, mod=mod, limit=limit, table=True)
        return cast(PartitionTable, asked)

    def plot(self, to: Size | None = None, ax: Axes | None = None, **settings: Unpack[Settings]) -> Axes:
        """Nim-values as points; of sheets a heat map; of suits how many have each value. Needs matplotlib."""
        from . import _plots

        return _plots.rule(self, to, ax, settings)

    def _count(
        self, count: str, settings: Settings, more: Mapping[str, Size | bool | None], **keys: Size | bool | None
    ) -> Count:
        return cast(Count, self._ask("count", settings, count=count, **more, **keys))

    def _ask(self, kind: str, settings: Settings, **keys: Size | bool | None) -> Answer:
        question: dict[str, Any] = {"ask": kind, "rule": self._text}
        for key, value in keys.items():
            if value is None or value is False:
                continue
            question[key] = value if value is True else size(value)
        quick = kind == "law" or question.get("count") in _QUICK
        return self._answered(question, settings, quick and not question.get("window"))

    def _answered(self, question: dict[str, Any], settings: Settings, quick: bool) -> Answer:
        answer = answered(question, settings, quick=quick and self._quick)
        if not self._quick and answer._native is not None:
            self._quick = answer._native.is_quick()
        return answer

    def _position(self, position: Position) -> str:
        if isinstance(position, str):
            return position
        if not isinstance(position, Iterable):
            return size(operator.index(position))
        pieces = list(position)
        # A tuple of numbers is one sheet where sizes have two numbers, and several heaps where they have one.
        if isinstance(position, tuple) and self._numbers == len(pieces) > 1 and not isinstance(pieces[0], (tuple, str)):
            return size(position)
        return "+".join(size(piece) for piece in pieces) or "0"

    def __eq__(self, other: object) -> bool:
        return self._notation == other._notation if isinstance(other, Rule) else NotImplemented

    def __hash__(self) -> int:
        return hash((Rule, self._notation))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Rule, (self._text,))

    def __copy__(self) -> Rule:
        return self

    def __deepcopy__(self, _: object) -> Rule:
        return self

    def __str__(self) -> str:
        return self._notation

    def __repr__(self) -> str:
        return f"Rule({self._text!r})"

    def _repr_html_(self) -> str:
        first = [int(value) for value in self.values(19)] if self._heaps else []
        return _html.rule(self._text, self._notation, self._line, first)


def _notation(rule: object) -> str:
    """A rule as the engine reads it."""
    if isinstance(rule, Rule):
        return rule._text
    if isinstance(rule, Mapping):
        return _sprague.from_toml(_toml(rule))
    if not isinstance(rule, str):
        raise TypeError(
            f"a rule is text such as 'kayles' or '0.77', or a dictionary, not {type(rule).__name__}; see sprague.Game"
        )
    if rule.startswith("@"):
        return _sprague.from_toml(Path(rule[1:]).read_text(encoding="utf-8"))
    return _sprague.from_toml(rule) if "[[move]]" in rule else rule


def _toml(rule: Mapping[str, Any]) -> str:
    """The rule file that says the same as a dictionary. What is no rule is refused where the file is read."""
    lines = []
    for name, entries in rule.items():
        if isinstance(entries, Mapping) and name != "move":
            lines.append(f"[{name}]")
            lines += [f"{key} = {_toml_value(value)}" for key, value in entries.items()]
            continue
        for entry in entries if isinstance(entries, (list, tuple)) else [entries]:
            if not isinstance(entry, Mapping):
                raise ValueError(f"`{name}` of a rule is a dictionary or a list of them, not {type(entry).__name__}")
            lines.append(f"[[{name}]]")
            lines += [f"{key} = {_toml_value(value)}" for key, value in entry.items()]
    return "\n".join(lines) + "\n"


def _toml_value(value: object) -> str:
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, (list, tuple, range)):
        return "[" + ", ".join(_toml_value(entry) for entry in value) + "]"
    try:
        return str(operator.index(cast(SupportsIndex, value)))
    except TypeError:
        raise ValueError(f"{value!r} is no number, text or list of them, as a rule has") from None


def euler(
    problem: int,
    *,
    mod: Size | None = None,
    exact: bool = False,
    memory: int | str | None = None,
    threads: int | None = None,
    progress: bool | Progress | None = None,
    **sizes: Size,
) -> Problem:
    """A Project Euler problem, at the statement's sizes or others: 301, 306, 310, 400, 409, 509, 550, 560, 629, 649, 798,
    888 or 933.

    >>> euler(933, w=12, h=123).answer
    327398
    """
    question: dict[str, Any] = {"ask": "euler", "problem": operator.index(problem)}
    if sizes:
        question["sizes"] = {name: size(given) for name, given in sizes.items()}
    if mod is not None:
        question["mod"] = size(mod)
    if exact:
        question["exact"] = True
    settings: Settings = {"memory": memory, "threads": threads, "progress": progress}
    return cast(Problem, answered(question, settings))


def rules() -> list[tuple[str, str, str]]:
    """Every name and notation: as it is written, a rule it stands for, and one line."""
    return _sprague.rules()
