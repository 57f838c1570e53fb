"""Answers: small objects around the JSON form that the command prints (docs/json.md)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _html, _sprague
from ._certificates import Certificate
from ._settings import NOTHING, Settings, Size, integer, native, size

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from typing_extensions import Unpack


def ask(question: Mapping[str, Any], **settings: Unpack[Settings]) -> Answer:
    """Answers a question in its JSON form, such as ``{"ask": "law", "rule": "0.77"}``.

    The answer's ``to_dict()`` is what ``sprague --json`` prints for the same question.
    """
    return answered(question, settings)


def answered(question: Mapping[str, Any], settings: Settings, *, quick: bool = False) -> Answer:
    """The answer to a question; one that takes no time is tried on this thread first."""
    if not settings:
        found = _sprague.ask(json.dumps(question), quick, NOTHING)
    else:
        with native(settings) as given:
            found = _sprague.ask(json.dumps(question), quick, given)
    data = found.data()
    return _KINDS.get(data["kind"], Answer)(data, found)


class Answer:
    """An answer: what was asked, what was found, its status and its time.

    Equal answers say the same, however long they took. A pickled or copied answer keeps what it says; evidence (values, a
    certificate) is found again when it is asked for.
    """

    __slots__ = ("_data", "_native")
    _data: dict[str, Any]
    _native: _sprague.Answered | None

    def __init__(self, data: Mapping[str, Any], native: _sprague.Answered | None = None) -> None:
        self._data = data if type(data) is dict else dict(data)
        self._native = native

    @staticmethod
    def _of(data: Mapping[str, Any], native: _sprague.Answered | None = None) -> Answer:
        return _KINDS.get(data["kind"], Answer)(data, native)

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Answer:
        """The answer that ``to_dict`` made a dictionary of, or the command printed."""
        return Answer._of(json.loads(json.dumps(data)))

    def to_dict(self) -> dict[str, Any]:
        """The JSON form: the same keys and values as the command's."""
        copy: dict[str, Any] = json.loads(json.dumps(self._data))
        return copy

    @property
    def question(self) -> dict[str, Any]:
        """What was asked."""
        return dict(self._data["question"])

    @property
    def kind(self) -> str:
        """What was found: ``law``, ``count``, ``moves``, …"""
        return str(self._data["kind"])

    @property
    def rule(self) -> str:
        """The rule in canonical notation."""
        return str(self._data["rule"])

    @property
    def answer(self) -> int | None:
        """The number that was asked for, if it was one; of a law its period."""
        answer = self._data.get("answer")
        return None if answer is None else integer(answer)

    @property
    def status(self) -> str:
        """``proved``, ``verified``, ``computed`` or ``observed``."""
        return str(self._data["status"])

    @property
    def basis(self) -> str:
        """What it rests on, in a few words."""
        return str(self._data.get("basis") or self._data.get("theorem") or self._data.get("reason") or "play")

    @property
    def seconds(self) -> float:
        """How long it took."""
        return float(self._data["seconds"])

    def certificate(self, **settings: Unpack[Settings]) -> Certificate:
        """A file for the independent checker: rule, claim and evidence."""
        return Certificate(self._evidence(settings).certificate())

    def _evidence(self, settings: Settings) -> _sprague.Answered:
        if self._native is None:
            with native(settings) as given:
                self._native = _sprague.ask(json.dumps(self._data["question"]), False, given)
        return self._native

    def _said(self) -> str:
        """Everything but the time it took."""
        return json.dumps({key: value for key, value in self._data.items() if key != "seconds"}, sort_keys=True)

    def __eq__(self, other: object) -> bool:
        return self._said() == other._said() if isinstance(other, Answer) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._said())

    def __reduce__(self) -> tuple[Any, ...]:
        return (Answer._of, (self._data,))

    def _facts(self) -> list[tuple[str, str]]:
        """What a reader wants to see, in order."""
        shown = {k: v for k, v in self._data.items() if k not in ("schema", "question", "kind") and v is not None}
        return [(key.replace("_", " "), _short(value)) for key, value in shown.items()]

    def __repr__(self) -> str:
        facts = " ".join(f"{key}={value}" for key, value in self._facts())
        return f"<{type(self).__name__} {facts}>"

    def _repr_html_(self) -> str:
        return _html.facts(type(self).__name__, self._facts(), self.status)


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 80 else f"{text[:36]}…{text[-36:]}"


class Count(Answer):
    """An exact number. ``int(count)`` is the number itself."""

    __slots__ = ()

    @property
    def answer(self) -> int:
        """The number, or its residue; of partitions those that are won."""
        return integer(self._data["answer"])

    @property
    def asked(self) -> str:
        """What was counted, in words."""
        return str(self._data["asked"])

    @property
    def lost(self) -> int | None:
        """Of partitions: those that are lost."""
        lost = self._data.get("lost")
        return None if lost is None else integer(lost)

    @property
    def mod(self) -> int | None:
        """The modulus, if the answer is a residue."""
        modulus = self._data.get("mod")
        return None if modulus is None else integer(modulus)

    @property
    def polynomial(self) -> str | None:
        """Of winning cuts: the polynomial in the height, valid from ``polynomial_from`` on."""
        return self._data.get("polynomial")

    @property
    def polynomial_from(self) -> int | None:
        """The height from which on the polynomial holds."""
        return self._data.get("polynomial_from")

    def __int__(self) -> int:
        return self.answer

    def __index__(self) -> int:
        return self.answer


class Problem(Count):
    """A Project Euler problem."""

    __slots__ = ()

    @property
    def problem(self) -> int:
        """Its number."""
        return int(self._data["problem"])

    @property
    def name(self) -> str:
        """Its name."""
        return str(self._data["name"])

    @property
    def machine_checked(self) -> str | None:
        """The theorem in Coq that is this very answer (docs/machine-checked.md)."""
        return self._data.get("machine_checked")


class PartitionTable(Answer):
    """Won and lost partitions of 0, 1, 2, …"""

    __slots__ = ()

    @property
    def answer(self) -> int:
        """The won partitions of the largest number."""
        return self.won[-1]

    @property
    def won(self) -> list[int]:
        """Those that are won."""
        return [integer(number) for number in self._data["won"]]

    @property
    def lost(self) -> list[int]:
        """Those that are lost."""
        return [integer(number) for number in self._data["lost"]]


class Histogram(Answer):
    """How many pieces have each value."""

    __slots__ = ()

    @property
    def counts(self) -> list[int]:
        """Entry v counts value v; the last is not 0."""
        return [integer(number) for number in self._data["counts"]]


class Zeros(Answer):
    """Which pieces are lost."""

    __slots__ = ()

    @property
    def answer(self) -> int:
        """How many there are."""
        return integer(self._data["answer"])

    @property
    def pieces(self) -> list[str]:
        """The pieces, as people write them."""
        return list(self._data["pieces"])

    @property
    def heaps(self) -> list[int]:
        """The same as numbers, of games whose pieces are heaps."""
        return [integer(piece) for piece in self._data["pieces"]]

    def __len__(self) -> int:
        return len(self._data["pieces"])


class Row(NamedTuple):
    """One row of paper cutting: constant from ``tail_start`` on."""

    w: int
    tail_start: int
    tail_value: int
    max_value: int


class Law(Answer):
    """What all further values are, and why; or, with status ``observed``, what was seen and not proved."""

    __slots__ = ()

    def _number(self, key: str) -> int | None:
        number = self._data.get(key)
        return None if number is None else int(number)

    @property
    def answer(self) -> int | None:
        """The period, if there is one."""
        return self.period

    @property
    def proved(self) -> bool:
        """Whether a theorem proves it."""
        return self.status == "proved"

    @property
    def period(self) -> int | None:
        """The least period."""
        return self._number("period")

    @property
    def preperiod(self) -> int | None:
        """The last exception plus one."""
        return self._number("preperiod")

    @property
    def saltus(self) -> int | None:
        """What is added from period to period."""
        return self._number("saltus")

    @property
    def max_value(self) -> int | None:
        """The largest value; ``None`` if values grow for ever."""
        return self._number("max_value")

    @property
    def max_value_at(self) -> int | None:
        """The first heap that has it."""
        return self._number("max_value_at")

    @property
    def theorem(self) -> str | None:
        """The theorem that proves it."""
        return self._data.get("theorem")

    @property
    def formula(self) -> str | None:
        """The formula, if the theorem is one."""
        return self._data.get("formula")

    @property
    def reason(self) -> str | None:
        """Why there is no law."""
        return self._data.get("reason")

    @property
    def rows(self) -> list[Row]:
        """Of sheets: where each row becomes constant, and at what."""
        return [Row(**row) for row in self._data.get("rows", [])]

    def value(self, n: Size, **settings: Unpack[Settings]) -> int:
        """The value of heap ``n``, of any size, off the law."""
        numbers = [_sprague.integer(number) for number in size(n).split("x")]
        return self._evidence(settings).value(numbers)

    def certificate(self, **settings: Unpack[Settings]) -> Certificate:
        """A file for the independent checker: rule, law and evidence."""
        if not self.proved:
            raise _sprague.SpragueError(f"{self.rule}: no law was proved, so there is no certificate")
        return super().certificate(**settings)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Preperiod, some periods, and the exceptions among the first values."""
        from . import _plots

        return _plots.law(self, ax)

    def _facts(self) -> list[tuple[str, str]]:
        if "rows" in self._data:
            tails = ", ".join(f"{row.w}: {row.tail_start}" for row in self.rows)
            return [("rule", self.rule), ("rows constant from", _short(tails)), ("theorem", str(self.theorem))]
        shown = ("rule", "period", "preperiod", "saltus", "max_value", "formula", "theorem", "reason", "status", "seconds")
        pairs = [(key, self._data.get(key)) for key in shown]
        return [(key.replace("_", " "), _short(value)) for key, value in pairs if value is not None]


class Move(NamedTuple):
    """A winning move: on which piece, what is done, what is left of it."""

    piece: str
    action: str
    leaves: str


class Moves(Answer):
    """A position taken apart: the values of its pieces, its own, and winning moves; equal pieces are played once."""

    __slots__ = ()

    @property
    def answer(self) -> int:
        """How many moves win."""
        return integer(self._data["answer"])

    @property
    def position(self) -> str:
        """The position."""
        return str(self._data["position"])

    @property
    def value(self) -> int:
        """Its value: 0 if the player to move loses."""
        return integer(self._data["value"])

    @property
    def pieces(self) -> list[tuple[str, int]]:
        """Its pieces with their values."""
        return [(piece["piece"], integer(piece["value"])) for piece in self._data["pieces"]]

    @property
    def winning_moves(self) -> list[Move]:
        """The first winning moves; ``answer`` is how many there are."""
        return [Move(move["piece"], move["action"], move["leaves"]) for move in self._data["winning_moves"]]

    def __len__(self) -> int:
        return len(self._data["winning_moves"])

    def __bool__(self) -> bool:
        return self.value != 0

    def _repr_html_(self) -> str:
        return _html.moves(self.rule, self.position, self.value, self.pieces, self.winning_moves)


class Explanation(Answer):
    """Why a position is won or lost. Its text is what the command prints; it shows itself as it is."""

    __slots__ = ()

    @property
    def answer(self) -> int:
        """The value of the position: 0 if the player to move loses."""
        return integer(self._data["value"])

    value = answer

    @property
    def position(self) -> str:
        """The position."""
        return str(self._data["position"])

    @property
    def text(self) -> str:
        """The values of the pieces, each the least that no option has, their xor, and a move that wins."""
        return _sprague.explanation(json.dumps(self._data))

    @property
    def winning_move(self) -> Move | None:
        """A move that wins, if there is one."""
        move = self._data.get("winning_move")
        return None if move is None else Move(move["piece"], move["action"], move["leaves"])

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return _html.text(self.text)


class Values(Answer):
    """Nim-values as data; :meth:`sprague.Rule.values` gives the same as an array, much faster."""

    __slots__ = ()

    @property
    def values(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The values."""
        return np.array(self._data["values"], dtype=np.int64)


_KINDS: dict[str, type[Answer]] = {
    "count": Count,
    "explanation": Explanation,
    "formula": Law,
    "histogram": Histogram,
    "law": Law,
    "moves": Moves,
    "problem": Problem,
    "rows": Law,
    "table": PartitionTable,
    "values": Values,
    "zeros": Zeros,
}
