"""Answers: small objects around the JSON form that the command prints (docs/json.md).

A count is an int, lists of things are sequences, and each has its status and its certificate attached.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeVar, Union, cast, overload

import numpy as np

from . import _html, _sprague
from ._certificates import Certificate
from ._settings import NOTHING, Size, Timed, integer, native, size
from ._typing import Axes, NDArray, Unpack

T = TypeVar("T")


def ask(question: Mapping[str, Any], **settings: Unpack[Timed]) -> Answer:
    """Answer a question in its JSON form.

    Parameters
    ----------
    question : mapping
        The question, such as ``{"ask": "law", "rule": "0.77"}``; docs/json.md lists all of them.
    **settings
        ``memory``, ``threads``, ``time`` and ``progress``, see :class:`Settings`.

    Returns
    -------
    Answer
        Of the class for its kind. Its ``to_dict()`` is what ``sprague --json`` prints for the same question.

    Examples
    --------
    >>> sprague.ask({"ask": "value", "rule": "kayles", "sizes": ["10^40"]}).to_dict()["values"]
    [{'piece': '10^40', 'value': '1'}]
    """
    return answered(question, settings)


def answered(question: Mapping[str, Any], settings: Timed, *, quick: bool = False) -> Answer:
    """The answer to a question; one that takes no time is tried on this thread first."""
    if not settings:
        found = _sprague.ask(json.dumps(question), quick, NOTHING)
    else:
        with native(settings) as given:
            found = _sprague.ask(json.dumps(question), quick, given)
    return Answer._of(found.data(), found)


class Answer:
    """An answer: the question, what was found, its status and how long it took.

    Equal answers say the same, however long they took and however rule and sizes were written. A pickled or
    copied answer keeps what it says; evidence (values, a certificate) is found again when it is needed.

    Examples
    --------
    >>> law = sprague.Rule("kayles").law()
    >>> law.kind, law.rule, law.rule_as_asked, law.status
    ('law', '0.77', 'kayles', 'proved')
    >>> law == sprague.Rule("0.77").law()
    True
    """

    _data: dict[str, Any]
    _native: _sprague.Answered | None

    def __init__(self, data: Mapping[str, Any], native: _sprague.Answered | None = None) -> None:
        self._data = data if type(data) is dict else dict(data)
        self._native = native

    @staticmethod
    def _of(data: Mapping[str, Any], native: _sprague.Answered | None = None) -> Answer:
        if data["kind"] == "problem" and "." in data["answer"]:
            return DecimalProblem(data, native)
        return _KINDS.get(data["kind"], Answer)(data, native)

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Answer:
        """Restore an answer from its JSON form.

        Parameters
        ----------
        data : mapping
            What :meth:`to_dict` returned, or what the command printed.

        Returns
        -------
        Answer
            An answer of the class that fits its kind, equal to the one it was made from.

        Examples
        --------
        >>> law = sprague.Rule("kayles").law()
        >>> sprague.Answer.from_dict(law.to_dict()) == law
        True
        """
        return Answer._of(json.loads(json.dumps(data)))

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form: the same keys and values as the command's.

        Returns
        -------
        dict
            Text, numbers, lists and dictionaries; numbers that may pass 2^53 are text.

        Examples
        --------
        >>> sprague.Rule("0.07").wins(10**6).to_dict()["answer"]
        '852938'
        """
        copy: dict[str, Any] = json.loads(json.dumps(self._data))
        return copy

    @property
    def question(self) -> dict[str, Any]:
        """The question, in its JSON form."""
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
    def rule_as_asked(self) -> str:
        """The rule as it was written in the question."""
        return str(self._data["question"].get("rule", ""))

    @property
    def answer(self) -> int | Decimal | None:
        """The number that was asked for, if it was one; of a law its period."""
        answer = self._data.get("answer")
        return None if answer is None else integer(answer)

    @property
    def asked(self) -> str:
        """What was asked for, in words, if it was a count or a list; else empty."""
        return str(self._data.get("asked", ""))

    @property
    def mod(self) -> int | None:
        """The modulus, if the answer is a residue."""
        modulus = self._data.get("mod")
        return None if modulus is None else integer(modulus)

    @property
    def status(self) -> str:
        """``proved``, ``computed`` or ``observed``."""
        return str(self._data["status"])

    @property
    def basis(self) -> str:
        """What it rests on, in a few words."""
        return str(self._data.get("basis") or self._data.get("theorem") or self._data.get("reason") or "play")

    @property
    def checked_by(self) -> list[dict[str, str]]:
        """What checked it in addition to the computation that found it, each a dictionary with ``by``.

        That is ``random-test`` (with ``error``, a probability), ``checker`` (with its ``verdict``) or ``coq`` (with the
        ``theorem``).
        """
        return [dict(check) for check in self._data.get("checked_by", [])]

    @property
    def seconds(self) -> float:
        """How long it took."""
        return float(self._data["seconds"])

    def certificate(self, **settings: Unpack[Timed]) -> Certificate:
        """Return a certificate for the independent checker: rule, claim and evidence.

        Parameters
        ----------
        **settings
            ``memory``, ``threads``, ``time`` and ``progress``, used if evidence has to be found again.

        Returns
        -------
        Certificate
            The certificate, in memory; its ``save`` writes it to a file.

        Raises
        ------
        SpragueError
            If the format has no certificate for such an answer.

        Examples
        --------
        >>> sprague.Rule("0.07").wins(10**6).certificate().check().status
        'verified'
        """
        return Certificate(self._evidence(settings).certificate())

    def _evidence(self, settings: Timed) -> _sprague.Answered:
        if self._native is None:
            with native(settings) as given:
                self._native = _sprague.ask(json.dumps(self._data["question"]), False, given)
        return self._native

    def _said(self) -> str:
        """What it says, apart from how it was written, how far was searched and how long it took."""
        said = {key: value for key, value in self._data.items() if key not in _NOT_SAID}
        said["question"] = {
            key: _number_if_one(value) for key, value in self._data["question"].items() if key not in _NOT_ASKED
        }
        return json.dumps(said, sort_keys=True)

    def __eq__(self, other: object) -> bool:
        return self._said() == other._said() if isinstance(other, Answer) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._said())

    def __reduce__(self) -> tuple[Any, ...]:
        return (Answer._of, (self._data,))

    def _facts(self) -> list[tuple[str, str]]:
        """The facts shown in a notebook, in order."""
        shown = {k: v for k, v in self._data.items() if k not in ("schema", "question", "kind") and v is not None}
        return [_fact(key, value) for key, value in shown.items()]

    def __repr__(self) -> str:
        facts = ", ".join(f"{key}: {value}" for key, value in self._facts())
        return f"<{type(self).__name__} {facts}>"

    def _repr_html_(self) -> str:
        return _html.facts(type(self).__name__, self._facts(), self.status)

    def _rule_in_words(self) -> str:
        return _html.name(self.rule_as_asked or self.rule, self.rule)


# Keys that are no part of what an answer says, and keys of a question that say how it is answered or shown.
_NOT_SAID = {"seconds", "question", "asked"}
_NOT_ASKED = {"rule", "limit", "first", "window"}


def _number_if_one(text: object) -> object:
    """A size as digits: ``10^6`` and ``1000000`` ask for the same."""
    try:
        return _sprague.digits(_sprague.integer(text)) if isinstance(text, str) else text
    except ValueError:
        return text


def _fact(key: str, value: Any) -> tuple[str, str]:
    """A key of the JSON form and its value, as people read them."""
    if key == "seconds":
        return "time", _html.seconds(value)
    return key.replace("_", " "), "; ".join(map(_check, value)) if key == "checked_by" else _short(value)


def _check(check: Mapping[str, str]) -> str:
    """Who checked an answer, in words."""
    words = {
        "random-test": "a random test: error probability at most {error}",
        "checker": "the independent checker: {verdict}",
        "coq": "Coq: theorem {theorem}",
    }
    return words.get(check["by"], "{by}").format(**check)


def _short(value: object) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    return text if len(text) <= 80 else f"{text[:36]}…{text[-36:]}"


def plural(number: int, one: str, many: str = "") -> str:
    """``1 move``, ``2 moves``."""
    return f"{number} {one if number == 1 else many or one + 's'}"


class Count(int, Answer):
    """An exact number: an ``int`` with its status, what was counted, and its certificate.

    It compares, hashes, formats and computes as the number does; what comes of arithmetic is a plain ``int``.

    Examples
    --------
    >>> wins = sprague.Rule("0.07").wins(10**6)
    >>> wins
    <Count 852938: wins of 0.07 up to 1000000, proved>
    >>> wins + 1, wins > 850_000, f"{wins:,}", wins.status
    (852939, True, '852,938', 'proved')
    """

    def __new__(cls, data: Mapping[str, Any], native: _sprague.Answered | None = None) -> Count:
        return super().__new__(cls, integer(data["answer"]))

    @property
    def answer(self) -> int:
        """The number as a plain int, or its residue; of partitions those that are won."""
        return int(self)

    @property
    def lost(self) -> int | None:
        """Of partitions: those that are lost."""
        lost = self._data.get("lost")
        return None if lost is None else integer(lost)

    @property
    def polynomial(self) -> str | None:
        """Of winning cuts: the polynomial in the height, valid from ``polynomial_from`` on."""
        return self._data.get("polynomial")

    @property
    def polynomial_from(self) -> int | None:
        """The height from which on the polynomial holds."""
        return self._data.get("polynomial_from")

    def __str__(self) -> str:
        return str(self._data["answer"])

    def __format__(self, spec: str) -> str:
        return int.__format__(self, spec) if spec else str(self)

    def __repr__(self) -> str:
        modulus = "" if self.mod is None else f" (mod {self._data['mod']})"
        return f"<{type(self).__name__} {_short(str(self))}{modulus}: {_short(self.asked)}, {self.status}>"


class _OfProblem(Answer):
    """What the answer to a Project Euler problem tells beside the number."""

    @property
    def rule(self) -> str:
        """A problem may combine several rules, so it has no ``rule``."""
        raise AttributeError("a problem has no rule: it may combine several")

    @property
    def problem(self) -> int:
        """The number of the problem."""
        return int(self._data["problem"])

    @property
    def name(self) -> str:
        """The name of the problem."""
        return str(self._data["name"])

    @property
    def machine_checked(self) -> str | None:
        """The theorem in Coq that is this very answer (docs/machine-checked.md)."""
        theorems = (check["theorem"] for check in self._data.get("checked_by", []) if check["by"] == "coq")
        return next(theorems, None)


class Problem(_OfProblem, Count):
    """The answer to a Project Euler problem, an ``int``.

    Examples
    --------
    >>> found = sprague.euler(306)
    >>> found.problem, found.name, found == 852938
    (306, 'paper strip', True)
    """


class DecimalProblem(Decimal, _OfProblem):
    """The answer to a problem that asks for a decimal fraction, a ``Decimal``.

    Examples
    --------
    >>> found = sprague.euler(870, k=22)
    >>> str(found), found.problem
    ('6.3043478261', 870)
    """

    def __new__(cls, data: Mapping[str, Any], native: _sprague.Answered | None = None) -> DecimalProblem:
        return super().__new__(cls, data["answer"])

    @property
    def answer(self) -> Decimal:
        """The number."""
        return Decimal(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}: {_short(self.asked)}, {self.status}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Answer.__reduce__(self)


class Nimber(Count):
    """The value of an expression in the field of nimbers, an ``int``.

    Examples
    --------
    >>> found = sprague.nim("2*2")
    >>> found.asked, found == 3
    ('2*2', True)
    """


class Listed(Answer, Sequence[T]):
    """An answer that is a list: a sequence, and an array to ``numpy.asarray``."""

    @cached_property
    def _entries(self) -> list[T]:
        return self._listed()

    @abstractmethod
    def _listed(self) -> list[T]:
        """The entries, in order."""

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[T, list[T]]:
        return self._entries[index]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        if copy is False:
            raise ValueError("an answer becomes an array by copying")
        return array(self._entries, dtype)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Answer._of, (self._data,))


def array(entries: Sequence[Any], dtype: Any = None) -> NDArray[Any]:
    """Numbers as an array: 64-bit integers, or Python's own where they are longer."""
    if dtype is None and entries and isinstance(entries[0], (int, tuple)):
        numbers = [number for entry in entries for number in (entry if isinstance(entry, tuple) else (entry,))]
        if all(isinstance(number, int) for number in numbers):
            dtype = np.int64 if max(numbers).bit_length() < 64 else object
    return np.array(list(entries), dtype=dtype)


class Partitions(NamedTuple):
    """How many partitions of a number are won and lost."""

    won: int
    lost: int


class PartitionTable(Listed[Partitions]):
    """Won and lost partitions of 0, 1, 2, …: entry n is those of n.

    Examples
    --------
    >>> table = sprague.Rule("split:3").partition_table(5)
    >>> table[5]
    Partitions(won=5, lost=2)
    >>> [won for won, lost in table]
    [0, 0, 1, 2, 3, 5]
    """

    def _listed(self) -> list[Partitions]:
        return [Partitions(won, lost) for won, lost in zip(self.won, self.lost)]

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

    def __repr__(self) -> str:
        return f"<PartitionTable of {self._rule_in_words()}: 0 to {len(self) - 1}, {self.status}>"

    def _repr_html_(self) -> str:
        rows = [(str(n), str(won), str(lost)) for n, (won, lost) in enumerate(self)]
        return _html.listed(f"Partitions under {self._rule_in_words()}", ("n", "won", "lost"), rows, self.status)


class Histogram(Listed[int]):
    """How many pieces have each value: entry v counts value v, and the last is not 0.

    Examples
    --------
    >>> found = sprague.Rule("kayles").histogram(20)
    >>> list(found)
    [1, 6, 5, 3, 4, 0, 1, 1]
    >>> sum(found)
    21
    """

    def _listed(self) -> list[int]:
        return self.counts

    @property
    def counts(self) -> list[int]:
        """The numbers as a list."""
        return [integer(number) for number in self._data["counts"]]

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw one bar for each value. Needs matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; a new figure if left out.

        Returns
        -------
        matplotlib.axes.Axes
            The axes that were drawn on.

        Examples
        --------
        >>> len(sprague.Rule("kayles").histogram(20).plot().patches)
        8
        """
        from . import _plots

        return _plots.bars(self.counts, f"{self.asked[:1].upper()}{self.asked[1:]}", ax)

    def __repr__(self) -> str:
        return f"<Histogram of {self.asked}: {_short(self.counts)}; {self.status}>"

    def _repr_html_(self) -> str:
        rows = [(str(value), str(count)) for value, count in enumerate(self)]
        return _html.listed(self.asked, ("value", "pieces"), rows, self.status)


#: A piece: a number for heaps, a pair for sheets, text for anything else.
Piece = Union[int, tuple[int, ...], str]


class Zeros(Listed[Piece]):
    """The pieces that are lost for the player to move: numbers for heaps, pairs for sheets, text for others.

    Examples
    --------
    >>> zeros = sprague.Rule("sub:squares").zeros(15)
    >>> list(zeros)
    [0, 2, 5, 7, 10, 12, 15]
    >>> sprague.Rule("wythoff").zeros((4, 4))[:2]
    [(0, 0), (1, 2)]
    """

    def _listed(self) -> list[Piece]:
        rule = _sprague.Rule(self.rule)
        if not rule.one_piece_per_size:
            return list(self.pieces)
        sizes = [tuple(integer(number) for number in piece.split("x")) for piece in self.pieces]
        return [size[0] if len(rule.least_size) == 1 else size for size in sizes]

    @property
    def answer(self) -> int:
        """How many there are."""
        return integer(self._data["answer"])

    @property
    def pieces(self) -> list[str]:
        """The pieces as text."""
        return list(self._data["pieces"])

    @property
    def heaps(self) -> list[int]:
        """The pieces as numbers, for games that are played with heaps."""
        return [integer(piece) for piece in self._data["pieces"]]

    def __repr__(self) -> str:
        return f"<Zeros {len(self)} {self.asked}: {_short(self.pieces)}; {self.status}>"

    def _repr_html_(self) -> str:
        title = f"{len(self)} {self.asked}"
        return _html.enumerated(title, self.pieces, self.status)


class Row(NamedTuple):
    """One row of paper cutting: constant from ``tail_start`` on."""

    w: int
    tail_start: int
    tail_value: int
    max_value: int


class _AnyLaw(Answer):
    """What laws of normal and of misère play have in common."""

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
    def theorem(self) -> str | None:
        """The theorem that proves it."""
        return self._data.get("theorem")

    @property
    def reason(self) -> str | None:
        """Why there is no law."""
        return self._data.get("reason")

    def certificate(self, **settings: Unpack[Timed]) -> Certificate:
        """Return a certificate for the independent checker: rule, law and evidence.

        Parameters
        ----------
        **settings
            ``memory``, ``threads``, ``time`` and ``progress``, used if evidence has to be found again.

        Raises
        ------
        SpragueError
            If no law was proved.

        Examples
        --------
        >>> sprague.Rule("0.156").law().certificate().check().verdict
        'VERIFIED: nim-values of 0.156: period 349, preperiod 3479, both least, for all heaps'
        """
        if not self.proved:
            raise _sprague.SpragueError(f"{self.rule}: no law was proved, so there is no certificate")
        return super().certificate(**settings)

    def _shown(self, *keys: str) -> list[tuple[str, str]]:
        """The rule and these keys, as far as they have values."""
        pairs = [(key, self._data.get(key)) for key in (*keys, "theorem", "reason", "status", "seconds")]
        facts = [_fact(key, value) for key, value in pairs if value is not None]
        return [("rule", self._rule_in_words()), *facts]


class Law(_AnyLaw):
    """The law that all further values follow, and why; with status ``observed``, what was seen and not proved.

    Examples
    --------
    >>> law = sprague.Rule("kayles").law()
    >>> law.period, law.preperiod, law.theorem, law.proved
    (12, 71, 'periodicity', True)
    """

    @property
    def saltus(self) -> int | None:
        """What is added from period to period; ``None`` where that differs by class."""
        return self._number("saltus")

    @property
    def saltus_by_class(self) -> list[int | None] | None:
        """Where it differs: what is added in the class of heap ``preperiod``, of the next one, and so on."""
        return self._data.get("saltus_by_class")

    @property
    def max_value(self) -> int | None:
        """The largest value; ``None`` if values grow forever."""
        return self._number("max_value")

    @property
    def max_value_at(self) -> int | None:
        """The first heap that has it."""
        return self._number("max_value_at")

    @property
    def values_computed(self) -> int | None:
        """How many values were computed to find it."""
        return self._number("values_computed")

    @property
    def formula(self) -> str | None:
        """The formula, if the theorem is one."""
        return self._data.get("formula")

    @property
    def rows(self) -> list[Row]:
        """Of sheets: where each row becomes constant, and at what."""
        return [Row(**row) for row in self._data.get("rows", [])]

    def value(self, n: Size, **settings: Unpack[Timed]) -> int:
        """Return the value of a piece of any size, read off the law.

        Parameters
        ----------
        n : int, str or tuple
            A heap such as ``10**40`` or ``"10^40"``, a sheet such as ``(5, 3)``.
        **settings
            ``memory``, ``threads``, ``time`` and ``progress``, used if evidence has to be found again.

        Returns
        -------
        int
            The nim-value: 0 if the player to move loses.

        Raises
        ------
        SpragueError
            If nothing was proved and the piece is beyond the values that were computed.

        Examples
        --------
        >>> sprague.Rule("kayles").law().value(10**40)
        1
        """
        return self._evidence(settings).value(size(n, "n"))

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the preperiod, some periods, and the exceptions among the first values. Needs matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; a new figure if left out.

        Returns
        -------
        matplotlib.axes.Axes
            The axes that were drawn on.

        Raises
        ------
        SpragueError
            If there is no period, or it is too long to draw.

        Examples
        --------
        >>> sprague.Rule("kayles").law().plot().get_title(loc="left")
        'kayles (0.77): period 12, preperiod 71 (proved)'
        """
        from . import _plots

        return _plots.law(self, ax)

    def _said(self) -> str:
        if not self.proved:
            return super()._said()
        found = {key: self._data.get(key) for key in _LAW}
        return json.dumps(found, sort_keys=True)

    def _facts(self) -> list[tuple[str, str]]:
        if "rows" in self._data:
            tails = ", ".join(f"{row.w}: {row.tail_start}" for row in self.rows)
            return [
                ("rule", self._rule_in_words()),
                ("rows constant from", _short(tails)),
                ("theorem", str(self.theorem)),
                ("status", self.status),
            ]
        return self._shown("period", "preperiod", "saltus", "max_value", "formula")


# What a law that was proved says.
_LAW = (
    "rule",
    "kind",
    "status",
    "period",
    "preperiod",
    "saltus",
    "saltus_by_class",
    "max_value",
    "max_value_at",
    "rows",
)


class MisereLaw(_AnyLaw):
    """The quotient of misère play, in which the player who cannot move wins (docs/misere.md).

    It is the quotient of all heaps if there is a law, else that of the heaps up to ``heaps_up_to``.

    Examples
    --------
    >>> law = sprague.Rule("kayles").law(misere=True)
    >>> law.order, law.period, law.preperiod, law.tame, law.status
    (40, 12, 71, False, 'proved')
    """

    @property
    def order(self) -> int:
        """The number of elements of the quotient."""
        return int(self._data["order"])

    @property
    def p_portion(self) -> int:
        """The number of lost elements of the quotient."""
        return int(self._data["p_portion"])

    @property
    def tame(self) -> bool:
        """Whether it is the quotient of some Nim heaps."""
        return bool(self._data["tame"])

    @property
    def heaps_up_to(self) -> int | None:
        """The largest heap of the quotient; ``None`` if it covers all heaps."""
        return self._number("heaps_up_to")

    @property
    def generators(self) -> list[int]:
        """The heaps that generate the quotient; they are written a, b, c, …"""
        return [int(heap) for heap in self._data["generators"]]

    @property
    def presentation(self) -> str | None:
        """Generators, relations and lost elements; ``None`` if they are too many to print."""
        return self._data.get("presentation")

    @property
    def images(self) -> list[str]:
        """The elements of the first heaps."""
        return [str(image) for image in self._data["images"]]

    @property
    def genera(self) -> list[str]:
        """The genera of the first heaps."""
        return [str(genus) for genus in self._data["genera"]]

    @property
    def orders(self) -> list[tuple[int, int]]:
        """Heaps at which the quotient grew, with its order from there on."""
        return [(int(heap), int(order)) for heap, order in self._data["orders"]]

    def _facts(self) -> list[tuple[str, str]]:
        return self._shown("order", "p_portion", "period", "preperiod", "heaps_up_to", "presentation")


#: Who wins: the player to move, or not.
Outcome = Literal["won", "lost"]


class Move(NamedTuple):
    """A move: the piece it is made on, what is done, what is left of the piece, and the position it leads to.

    ``value`` is the nim-value of that position, ``None`` in misère play; ``outcome`` says whether it is won or lost for
    the opponent, who is to move there.
    """

    piece: str
    action: str
    leaves: str
    position: str
    value: Union[int, None]
    outcome: Outcome

    @property
    def wins(self) -> bool:
        """Whether it leaves your opponent a lost position."""
        return self.outcome == "lost"


def _move(move: Mapping[str, str]) -> Move:
    said = move.get("outcome")
    value = integer(move["value"]) if said is None else None
    outcome = cast(Outcome, said or ("won" if value else "lost"))
    return Move(move["piece"], move["action"], move["leaves"], move["position"], value, outcome)


class Moves(Listed[Move]):
    """A position: the values of its pieces, its own value, and its winning moves.

    It is the sequence of winning moves that were listed; equal pieces are played once. It is true if the player
    to move wins. ``answer`` is how many winning moves there are, ``moves`` all moves if they were asked for.

    Examples
    --------
    >>> found = sprague.Rule("kayles").moves("3+7+12")
    >>> found.value, len(found), found[0].action, bool(found)
    (5, 1, 'take 2', True)
    >>> found
    <Moves 3+7+12 in kayles (0.77): value 5, won; 1 winning move: 12: take 2, leaving 3+7>
    """

    def _listed(self) -> list[Move]:
        return self.winning_moves

    @property
    def answer(self) -> int:
        """How many moves win; a lower bound if ``at_least``."""
        return integer(self._data["answer"])

    @property
    def at_least(self) -> bool:
        """Whether ``answer`` is only a lower bound."""
        return bool(self._data["at_least"])

    @property
    def position(self) -> str:
        """The position."""
        return str(self._data["position"])

    @property
    def misere(self) -> bool:
        """Whether the player who cannot move wins."""
        return "outcome" in self._data

    @property
    def outcome(self) -> Outcome:
        """``won`` or ``lost`` for the player to move."""
        return _outcome(self._data)

    @property
    def value(self) -> int:
        """Its value: 0 if the player to move loses. In misère play there is none; see ``image``."""
        if self.misere:
            raise _sprague.SpragueError("positions have no nim-values in misère play; see outcome and image")
        if self._data["value"] == "won":
            raise _sprague.SpragueError("who wins is known here, but not the value; see outcome")
        return integer(self._data["value"])

    @property
    def image(self) -> str:
        """In misère play the element of the quotient, in normal play the value, as text.

        ``won`` where only who wins is known.
        """
        return str(self._data["value"])

    @property
    def pieces(self) -> list[tuple[str, int]]:
        """Its pieces with their values, of normal play."""
        if self.misere:
            raise _sprague.SpragueError("pieces have no nim-values in misère play; see images")
        if self._data["value"] == "won":
            raise _sprague.SpragueError("who wins is known here, but not the value; see outcome")
        return [(piece, integer(image)) for piece, image in self.images]

    @property
    def images(self) -> list[tuple[str, str]]:
        """Its pieces with their elements of the quotient, or their values, as text."""
        return [(piece["piece"], piece["value"]) for piece in self._data["pieces"]]

    @property
    def winning_moves(self) -> list[Move]:
        """The winning moves that were listed."""
        return [_move(move) for move in self._data["winning_moves"]]

    @property
    def moves(self) -> list[Move] | None:
        """All moves that were listed, with the value each leaves; ``None`` unless ``all=True`` was asked for."""
        moves = self._data.get("moves")
        return None if moves is None else [_move(move) for move in moves]

    def __bool__(self) -> bool:
        return self.outcome == "won"

    def _summary(self) -> str:
        """``5 of 112 winning moves``."""
        least = "at least " if self.at_least else ""
        shown = f"{len(self)} of " if len(self) < self.answer or self.at_least else ""
        return f"{shown}{least}{plural(self.answer, 'winning move')}"

    def __repr__(self) -> str:
        play = "misère play, image" if self.misere else "value"
        text = f"{self.position} in {self._rule_in_words()}: {play} {self.image}, {self.outcome}; {self._summary()}"
        if self.moves is not None:
            text += f" among {plural(len(self.moves), 'move')}: " + _told(self.moves, values=True)
        elif len(self):
            text += ": " + _told(self._entries)
        return f"<Moves {text}>"

    def _repr_html_(self) -> str:
        verdict = "the player to move wins" if self else "the player to move loses"
        play = "misère play, image" if self.misere else "value"
        title = f"{self.position} in {self._rule_in_words()}: {play} {self.image}, {verdict}"
        return _html.moves(title, play.split()[-1], self.images, self._summary(), self._entries, self.moves)


def _outcome(data: Mapping[str, Any]) -> Outcome:
    return cast(Outcome, data.get("outcome") or ("lost" if data["value"] == "0" else "won"))


# The most moves shown in one line.
_TOLD = 5


def _told(moves: Sequence[Move], values: bool = False) -> str:
    def one(move: Move) -> str:
        value = f" ({move.outcome if move.value is None else f'value {move.value}'})" if values else ""
        return f"{move.piece}: {move.action}, leaving {move.leaves}{value}"

    more = "; …" if len(moves) > _TOLD else ""
    return "; ".join(one(move) for move in moves[:_TOLD]) + more


class Explanation(Answer):
    """Why a position is won or lost. Its text is what the command prints; ``print`` and notebooks show it.

    Examples
    --------
    >>> told = sprague.Rule("kayles").explain([3, 3])
    >>> told.value, told.winning_move
    (0, None)
    >>> print(told.text.splitlines()[1])
    G(3) = 3 is the least value that no option has:
    """

    @property
    def outcome(self) -> Outcome:
        """``won`` or ``lost`` for the player to move."""
        return _outcome(self._data)

    @property
    def answer(self) -> int:
        """The value of the position: 0 if the player to move loses. In misère play there is none."""
        if "outcome" in self._data:
            raise _sprague.SpragueError("positions have no nim-values in misère play; see outcome")
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
        return None if move is None else _move(move)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return _html.text(self.text)


class Values(Listed[Any]):
    """Nim-values as data; :meth:`sprague.Rule.values` gives the same as an array, much faster.

    Examples
    --------
    >>> found = sprague.ask({"ask": "values", "rule": "kayles", "to": "5"})
    >>> isinstance(found, sprague.Values) and list(found)
    [0, 1, 2, 3, 1, 4]
    """

    def _listed(self) -> list[Any]:
        return list(self._data["values"])

    @property
    def values(self) -> NDArray[np.int64]:
        """The values as an array."""
        return np.array(self._data["values"], dtype=np.int64)

    @property
    def first(self) -> str:
        """The size of the first value."""
        return str(self._data["from"])

    def __repr__(self) -> str:
        return f"<Values of {self._rule_in_words()} from {self.first} on: {_short(self._entries)}>"


_KINDS: dict[str, Callable[[Mapping[str, Any], "_sprague.Answered | None"], Answer]] = {
    "count": Count,
    "explanation": Explanation,
    "formula": Law,
    "histogram": Histogram,
    "law": Law,
    "misere-law": MisereLaw,
    "moves": Moves,
    "nim": Nimber,
    "problem": Problem,
    "rows": Law,
    "table": PartitionTable,
    "values": Values,
    "zeros": Zeros,
}
