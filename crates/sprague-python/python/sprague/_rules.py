"""Rules: what a move is, and everything that can be asked about it."""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, SupportsIndex, Union, cast, get_args, overload

import numpy as np

from . import _html, _sprague
from ._answers import (
    Answer,
    Count,
    DecimalProblem,
    Explanation,
    Histogram,
    Law,
    MisereLaw,
    Moves,
    Nimber,
    Outcome,
    PartitionTable,
    Problem,
    Zeros,
    answered,
)
from ._settings import Progress, Size, Timed, native, whole
from ._settings import size as _size
from ._typing import Axes, DTypeLike, NDArray, Unpack, Unsigned

#: A sum of pieces: ``"3+7+12"``, ``[3, 7, 12]``, one heap ``12``, or sheets ``[(5, 3), (2, 2)]``.
Position = Union[str, SupportsIndex, Sequence[Size]]

# Counts that take no time once the law of a rule is known.
_QUICK = ("wins", "histogram")
# Where no law is known, a second question finds out twice as much as was known, up to this many pieces, so that a
# loop over pieces solves few times.
_MOST_AHEAD = 1_000_000
# Sizes below this are digits to Python itself.
_SHORT = 10**1000
# Longer sizes are beyond what is computed one by one.
_LONGEST_AHEAD = 10**18
# With ``all=True`` every move is listed: as many as the engine lists at all.
_EVERY_MOVE = 2**63
# Sizes that a card of a rule shows.
_SHOWN_HEAPS, _SHOWN_SIDE, _SHOWN_SIZES = 20, 8, 5


class Rule:
    """A rule by name or notation.

    Parameters
    ----------
    rule : str, mapping or Rule
        A name or notation, such as ``"kayles"``, ``"0.77"``, ``"sub:1,3,4"`` or ``"cut"``; :func:`sprague.rules` lists
        them. A rule of heaps may also be given as a rule file describes it (docs/notation.md): as a dictionary, as the
        text of a file, or as ``"@mygame.toml"``, the name of one; ``"@game.csv"`` and
        ``"@game.json"`` name files with the moves of an explicit game, see :meth:`graph`.

    Notes
    -----
    Rules are compared by their canonical notation. They are immutable, may be shared between threads, pickled and
    copied. A rule remembers what was found out about it, so asking for one value after the other is quick.

    Examples
    --------
    >>> kayles = sprague.Rule("kayles")
    >>> kayles, kayles.text, kayles.notation
    (Rule('kayles'), 'kayles', '0.77')
    >>> sprague.Rule({"move": [{"take": [1, 2], "parts": [0, 1, 2]}]}) == kayles
    True
    """

    __slots__ = ("__weakref__", "_known", "_native", "_quick", "_text")

    def __init__(self, rule: str | Mapping[str, Any] | Rule) -> None:
        self._text: str = _notation(rule)
        self._native = _sprague.Rule(self._text)
        # Whether its law is found in no time.
        self._quick = False
        # What is known of it so far, and up to which sizes it was asked for.
        self._known: tuple[_sprague.Answered, tuple[int, ...]] | None = None

    @classmethod
    def graph(cls, edges: Iterable[tuple[object, object]], positions: Iterable[object] = ()) -> Rule:
        """Return the game in which each edge is a move from its first end to its second.

        Parameters
        ----------
        edges : iterable of pairs
            Moves, as pairs of positions. Positions are named by text, numbers or anything else that ``str`` names.
        positions : iterable, optional
            Positions that may have no move, and to which none may lead.

        Returns
        -------
        Rule
            An explicit game, whose pieces are the names of positions.

        Raises
        ------
        SpragueError
            If a play can return to a position it came from; the error names the cycle.

        Examples
        --------
        >>> game = sprague.Rule.graph([("a", "b"), ("a", "c"), ("b", "c")])
        >>> game.value("a"), game.value("a+b"), list(game.zeros("all"))
        (2, 3, ['c'])
        """
        pairs = [(str(one), str(other)) for one, other in edges]
        return cls(_sprague.graph_rule(pairs, [str(position) for position in positions]))

    @property
    def text(self) -> str:
        """The rule as it was written."""
        return self._text

    @property
    def notation(self) -> str:
        """The canonical notation."""
        return self._native.notation

    @property
    def title(self) -> str:
        """The rule as it was written, with its canonical notation if that differs."""
        return _html.name(self._text, self.notation)

    @property
    def line(self) -> str:
        """What a move is, in one line."""
        return self._native.line

    @property
    def least_sizes(self) -> tuple[int, ...]:
        """The least size of a piece, one number or two: where tables start."""
        return tuple(self._native.least_size)

    @property
    def has_heaps(self) -> bool:
        """Whether a piece is one number."""
        return self._native.one_piece_per_size and len(self._native.least_size) == 1

    @property
    def has_pairs(self) -> bool:
        """Whether a piece is a pair of numbers."""
        return self._native.one_piece_per_size and len(self._native.least_size) == 2

    @overload
    def values(self, to: Size, *, dtype: None = None, **settings: Unpack[Timed]) -> Unsigned: ...
    @overload
    def values(self, to: Size, *, dtype: DTypeLike, **settings: Unpack[Timed]) -> NDArray[Any]: ...
    def values(self, to: Size, *, dtype: DTypeLike | None = None, **settings: Unpack[Timed]) -> NDArray[Any]:
        """Compute nim-values one by one, as an array.

        Parameters
        ----------
        to : int, str or tuple
            The largest size: a heap, a pair ``(w, h)``, or the number of cards of a suit.
        dtype : dtype, optional
            The type of the array. Without it, the narrowest unsigned type that all values fit.
        **settings
            ``memory``, ``threads``, ``time`` and ``progress``, see :class:`Settings`.

        Returns
        -------
        numpy.ndarray
            Entry i is the value of size i plus the least size, ``least_sizes``: 0 for heaps, but 1 for coins of
            ``ruler``. For pairs a table whose entry [0, 0] is that of the least pair, 1x1 for ``cut`` and 0x0 for
            ``wythoff``. For cards the values of all suits of ``to`` cards, as :func:`sprague.suits` orders them.

        Raises
        ------
        ValueError
            If ``dtype`` is too narrow for the largest value.
        SpragueError
            If the array does not fit in memory, or pieces of one size have no order to be listed in (trees).

        Notes
        -----
        Unsigned arrays wrap around: with them ``values[1] - values[2]`` is 255, not -1. Compare and xor them as they
        are, and take ``dtype=int`` to compute differences and sums.

        Examples
        --------
        >>> sprague.Rule("kayles").values(10)
        array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2], dtype=uint8)
        >>> sprague.Rule("ruler").values(4)
        array([1, 2, 1, 4], dtype=uint8)
        >>> signed = sprague.Rule("kayles").values(10, dtype=int)
        >>> signed[1] - signed[2] == -1
        np.True_
        """
        with native(settings) as given:
            found = _sprague.values(self._text, self._size(to, "to"), given)
        return found if dtype is None else _as_type(found, np.dtype(dtype))

    def value(self, position: Position, *, limit: Size | None = None, **settings: Unpack[Timed]) -> int:
        """Return the nim-value of a piece of any size, or of a sum of pieces: 0 if the player to move loses.

        Parameters
        ----------
        position : int, str, tuple or sequence
            A piece or a sum of pieces: ``12``, ``"3+7+12"``, ``[3, 7, 12]``, ``(5, 3)`` or ``[(5, 3), (2, 2)]`` for
            sheets, ``"2,5/9"`` for cards.
        limit : int or str, optional
            Compute at most this many values. With it the answer is the same every time; without it, heaps beyond ten
            million that need a law have one searched for during four seconds, or during ``time``.
        **settings
            ``memory``, ``threads``, ``time`` and ``progress``, see :class:`Settings`.

        Returns
        -------
        int

        Raises
        ------
        SpragueError
            If a piece needs a law and none was proved, or needs more than ``limit`` values.

        Examples
        --------
        >>> kayles = sprague.Rule("kayles")
        >>> kayles.value(10**40), kayles.value([3, 7, 12])
        (1, 5)
        """
        known = self._known
        if type(position) is int and known and limit is None and not settings and 0 <= position < _SHORT:
            # Most calls are of this kind and need only a lookup.
            try:
                return known[0].value(str(position))
            except _sprague.SpragueError:
                pass  # it is larger than what is known
        pieces = self._pieces(position)
        total = 0
        if limit is None and settings.get("time") is None:
            for piece in pieces:
                total ^= self._value(piece, settings)
            return total
        question: dict[str, Any] = {"ask": "value", "rule": self._text, "sizes": pieces}
        if limit is not None:
            question["limit"] = _size(limit, "limit")
        for entry in answered(question, settings)._data["values"]:
            total ^= _sprague.integer(entry["value"])
        return total

    def outcome(
        self, position: Position, *, misere: bool = False, limit: Size | None = None, **settings: Unpack[Timed]
    ) -> Outcome:
        """Return who wins: ``"won"`` if the player to move does, else ``"lost"``.

        Parameters
        ----------
        position : int, str, tuple or sequence
            A sum of pieces, as :meth:`value` takes it.
        misere : bool, default False
            Play misère: the player who cannot move wins.
        limit : int or str, optional
            Compute at most this many values, as :meth:`value` does.
        **settings
            ``memory``, ``threads``, ``time`` and ``progress``, see :class:`Settings`.

        Returns
        -------
        str
            ``"won"`` or ``"lost"``, for the player to move.

        Examples
        --------
        >>> kayles = sprague.Rule("kayles")
        >>> kayles.outcome([1, 1, 1]), kayles.outcome([1, 1, 1], misere=True)
        ('won', 'lost')
        """
        if misere:
            return self.moves(position, first=0, misere=True, limit=limit, **settings).outcome
        return "won" if self.value(position, limit=limit, **settings) else "lost"

    def _value(self, piece: str, settings: Timed) -> int:
        known = self._known
        if known is not None:
            try:
                return known[0].value(piece)
            except _sprague.SpragueError:
                pass  # it is larger than what is known
        sizes, ahead = self._ahead(piece, known[1] if known else ())
        with native(settings) as given:
            try:
                found = self._find("x".join(map(str, ahead)) if ahead else piece, given)
            except _sprague.SpragueError:
                if ahead in ((), sizes):
                    raise
                # As much as that cannot be found out; the piece alone may.
                found, ahead = self._find(piece, given), sizes
        self._known = (found, ahead)
        return found.value(piece)

    def _find(self, piece: str, given: _sprague._Settings) -> _sprague.Answered:
        return _sprague.ask(json.dumps({"ask": "value", "rule": self._text, "sizes": [piece]}), False, given)

    def _ahead(self, piece: str, known: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The sizes of a piece that have to be known, and those that are worth finding out; none if it is no size."""
        if not self._native.one_piece_per_size:
            return (), ()
        sizes = tuple(self._native.numbers(piece))
        if max(sizes) >= _LONGEST_AHEAD:
            return (), ()
        known = known or sizes
        sizes = tuple(map(max, sizes, known))
        ahead = tuple(new if new == old else max(new, 2 * old) for new, old in zip(sizes, known))
        pieces = 1
        for side in ahead:
            pieces *= side + 1
        return sizes, ahead if pieces <= _MOST_AHEAD else sizes

    @overload
    def law(
        self,
        limit: Size | None = None,
        *,
        to: Size | None = None,
        window: bool = False,
        misere: Literal[False] = False,
        **settings: Unpack[Timed],
    ) -> Law: ...
    @overload
    def law(
        self, limit: Size | None = None, *, misere: Literal[True], **settings: Unpack[Timed]
    ) -> MisereLaw: ...
    def law(
        self,
        limit: Size | None = None,
        *,
        to: Size | None = None,
        window: bool = False,
        misere: bool = False,
        **settings: Unpack[Timed],
    ) -> Law | MisereLaw:
        """Search for the law that all values follow, and prove it.

        Parameters
        ----------
        limit : int or str, optional
            Compute at most this many values: the same law every time. Without it the search takes at most four
            seconds, or ``time``.
        to : int or str, optional
            Of sheets: find the rows of widths 1 to this.
        window : bool, default False
            Keep only the last values, so that long laws need little memory.
        misere : bool, default False
            Find the quotient of misère play, in which the player who cannot move wins (docs/misere.md).
        **settings
            ``memory``, ``threads``, ``time`` and ``progress``, see :class:`Settings`.

        Returns
        -------
        Law or MisereLaw
            If nothing is proved its status is ``observed`` and ``reason`` says why.

        Examples
        --------
        >>> law = sprague.Rule("dawson").law()
        >>> law.period, law.preperiod, law.status
        (34, 53, 'proved')
        >>> sprague.Rule("grundy").law(limit=1000).status
        'observed'
        >>> sprague.Rule("kayles").law(misere=True).order
        40
        """
        width = None if to is None else _size(to, "to")
        found = self._ask("law", settings, limit=limit, to=width, window=window, misere=misere)
        return cast("Law | MisereLaw", found)

    def moves(
        self,
        position: Position,
        *,
        first: int | None = None,
        all: bool = False,
        limit: Size | None = None,
        misere: bool = False,
        **settings: Unpack[Timed],
    ) -> Moves:
        """Return the value of a position, the values of its pieces, and its winning moves.

        Parameters
        ----------
        position : int, str, tuple or sequence
            A sum of pieces, as :meth:`value` takes it.
        first : int, optional
            List at most this many moves. Without it 20, or with ``all`` every one.
        all : bool, default False
            Also list the moves that do not win, each with the value it leaves, as ``moves``.
        limit : int or str, optional
            Compute at most this many values, as :meth:`value` does.
        misere : bool, default False
            Play misère: the player who cannot move wins.
        **settings
            ``memory``, ``threads``, ``time`` and ``progress``, see :class:`Settings`.

        Returns
        -------
        Moves
            The sequence of winning moves.

        Examples
        --------
        >>> found = sprague.Rule("kayles").moves([3, 7, 12])
        >>> [(move.piece, move.action, move.leaves) for move in found]
        [('12', 'take 2', '3+7')]
        >>> every = sprague.Rule("nim").moves([1, 2], all=True).moves
        >>> every is not None and [(move.position, move.value) for move in every]
        [('2', 2), ('1+1', 0), ('1', 1)]
        """
        question: dict[str, Any] = {"ask": "moves", "rule": self._text, "position": self._position(position)}
        if limit is not None:
            question["limit"] = _size(limit, "limit")
        if first is not None:
            question["first"] = whole(first, "first")
            if question["first"] < 0:
                raise ValueError(f"first = {first}: take at least 0")
        if all:
            question["all"] = True
            question.setdefault("first", _EVERY_MOVE)
        if misere:
            question["misere"] = True
        return cast(Moves, self._answered(question, settings, not misere))

    def explain(
        self, position: Position, *, limit: Size | None = None, misere: bool = False, **settings: Unpack[Timed]
    ) -> Explanation:
        """Explain why a position is won or lost: values as the least that no option has, their xor, a winning move.

        Parameters
        ----------
        position : int, str, tuple or sequence
            A sum of pieces, as :meth:`value` takes it.
        limit : int or str, optional
            Compute at most this many values, as :meth:`value` does.
        misere : bool, default False
            Play misère: the player who cannot move wins.
        **settings
            ``memory``, ``threads``, ``time`` and ``progress``, see :class:`Settings`.

        Returns
        -------
        Explanation

        Examples
        --------
        >>> print(sprague.Rule("kayles").explain(2))
        A move: take 1 or 2, leaving the rest as up to 2 heaps.
        G(2) = 2 is the least value that no option has:
            0  take 2, leaving 0
            1  take 1, leaving 1
        Not 0: won for the player to move. 2: take 2. That leads to 0, of value 0, so your opponent loses.
        """
        question: dict[str, Any] = {"ask": "explain", "rule": self._text, "position": self._position(position)}
        if limit is not None:
            question["limit"] = _size(limit, "limit")
        if misere:
            question["misere"] = True
        return cast(Explanation, self._answered(question, settings, not misere))

    def wins(
        self,
        to: Size | None = None,
        *,
        from_: Size | None = None,
        size: Size | None = None,
        mod: Size | None = None,
        limit: Size | None = None,
        outcome: Outcome | None = None,
        misere: bool = False,
        **settings: Unpack[Timed],
    ) -> Count:
        """Count the pieces that the first player wins, or loses.

        Parameters
        ----------
        to : int, str or tuple, optional
            The largest size.
        from_ : int, str or tuple, optional
            The smallest size; the least there is if left out.
        size : int, str or tuple, optional
            One size alone, instead of ``to``: such as the number of cards of every suit.
        mod : int or str, optional
            Compute the residue modulo this number.
        limit : int or str, optional
            Of heaps: compute at most this many values, so that the answer is the same every time. Without it, a law is
            searched for during four seconds, or during ``time``, where more than ten million heaps need one.
        outcome : {"won", "lost"}, optional
            Which are counted; those that are won if left out.
        misere : bool, default False
            Play misère: the player who cannot move wins. The heap of 0, which is won then, is counted unless
            ``from_`` is larger.
        **settings
            ``memory``, ``threads``, ``time`` and ``progress``, see :class:`Settings`.

        Returns
        -------
        Count
            An ``int`` with its status.

        Raises
        ------
        SpragueError
            If the sizes need a law and none was proved, or ``limit`` values are not enough.

        Examples
        --------
        >>> sprague.Rule("0.07").wins(10**18)
        <Count 852941176470588232: wins of 0.07 up to 1000000000000000000, proved>
        >>> sprague.Rule("cards").wins(size=5) + sprague.Rule("cards").wins(size=5, outcome="lost")
        32
        """
        return self._count(
            "wins", settings, to=to, from_=from_, size=size, mod=mod, limit=limit, outcome=outcome, misere=misere
        )

    def count_moves(
        self,
        to: Size | None = None,
        *,
        from_: Size | None = None,
        size: Size | None = None,
        mod: Size | None = None,
        limit: Size | None = None,
        polynomial: bool = False,
        **settings: Unpack[Timed],
    ) -> Count:
        """Count the first moves that win, summed over all single pieces.

        Parameters
        ----------
        to : int, str or tuple, optional
            The largest size.
        from_ : int, str or tuple, optional
            The smallest size; the least there is if left out.
        size : int, str or tuple, optional
            One size alone, instead of ``to``: such as the number of cards of every suit.
        mod : int or str, optional
            Compute the residue modulo this number.
        limit : int or str, optional
            Of heaps: compute at most this many values, so that the answer is the same every time. Without it, a law is
            searched for during four seconds, or during ``time``, where more than ten million heaps need one.
        polynomial : bool, default False
            Of ``cut``: also find the polynomial in the height.
        **settings
            ``memory``, ``threads``, ``time`` and ``progress``, see :class:`Settings`.

        Returns
        -------
        Count
            An ``int`` with its status.

        Raises
        ------
        SpragueError
            If the sizes need a law and none was proved, or ``limit`` values are not enough.

        Examples
        --------
        >>> found = sprague.Rule("cut").count_moves((12, 123), polynomial=True)
        >>> found == 327398, found.polynomial_from
        (True, 96)
        """
        return self._count(
            "moves", settings, to=to, from_=from_, size=size, mod=mod, limit=limit, polynomial=polynomial
        )

    def tuples(
        self,
        heaps: Size,
        to: Size | None = None,
        *,
        from_: Size | None = None,
        size: Size | None = None,
        mod: Size | None = None,
        limit: Size | None = None,
        outcome: Outcome | None = None,
        misere: bool = False,
        **settings: Unpack[Timed],
    ) -> Count:
        """Count the ordered tuples of pieces that are lost for the player to move, or won.

        Parameters
        ----------
        heaps : int or str
            How many pieces are chosen.
        to : int, str or tuple, optional
            The largest size.
        from_ : int, str or tuple, optional
            The smallest size; the least there is if left out.
        size : int, str or tuple, optional
            One size alone, instead of ``to``: such as the number of cards of every suit.
        mod : int or str, optional
            Compute the residue modulo this number.
        limit : int or str, optional
            Of heaps: compute at most this many values, so that the answer is the same every time. Without it, a law is
            searched for during four seconds, or during ``time``, where more than ten million heaps need one.
        outcome : {"won", "lost"}, optional
            Which are counted; those that are lost if left out.
        misere : bool, default False
            Play misère: the player who cannot move wins.
        **settings
            ``memory``, ``threads``, ``time`` and ``progress``, see :class:`Settings`.

        Returns
        -------
        Count
            An ``int`` with its status.

        Raises
        ------
        SpragueError
            If the sizes need a law and none was proved, or ``limit`` values are not enough.

        Examples
        --------
        >>> int(sprague.Rule("kayles").tuples(3, 100))
        48271
        >>> int(sprague.Rule("kayles").tuples(10**18, 10**12, mod=10**9 + 7))
        83739331
        """
        return self._count(
            "tuples",
            settings,
            to=to,
            from_=from_,
            size=size,
            heaps=heaps,
            mod=mod,
            limit=limit,
            outcome=outcome,
            misere=misere,
        )

    def multisets(
        self,
        heaps: Size,
        to: Size | None = None,
        *,
        from_: Size | None = None,
        size: Size | None = None,
        mod: Size | None = None,
        limit: Size | None = None,
        outcome: Outcome | None = None,
        misere: bool = False,
        **settings: Unpack[Timed],
    ) -> Count:
        """Count the unordered choices of pieces, equal ones allowed, that are lost for the player to move, or won.

        Parameters
        ----------
        heaps : int or str
            How many pieces are chosen.
        to : int, str or tuple, optional
            The largest size.
        from_ : int, str or tuple, optional
            The smallest size; the least there is if left out.
        size : int, str or tuple, optional
            One size alone, instead of ``to``: such as the number of cards of every suit.
        mod : int or str, optional
            Compute the residue modulo this number.
        limit : int or str, optional
            Of heaps: compute at most this many values, so that the answer is the same every time. Without it, a law is
            searched for during four seconds, or during ``time``, where more than ten million heaps need one.
        outcome : {"won", "lost"}, optional
            Which are counted; those that are lost if left out.
        misere : bool, default False
            Play misère: the player who cannot move wins.
        **settings
            ``memory``, ``threads``, ``time`` and ``progress``, see :class:`Settings`.

        Returns
        -------
        Count
            An ``int`` with its status.

        Raises
        ------
        SpragueError
            If the sizes need a law and none was proved, or ``limit`` values are not enough.

        Examples
        --------
        >>> int(sprague.Rule("sub:squares").multisets(3, 29))
        1160
        """
        return self._count(
            "multisets",
            settings,
            to=to,
            from_=from_,
            size=size,
            heaps=heaps,
            mod=mod,
            limit=limit,
            outcome=outcome,
            misere=misere,
        )

    def sets(
        self,
        heaps: Size,
        to: Size | None = None,
        *,
        from_: Size | None = None,
        size: Size | None = None,
        mod: Size | None = None,
        limit: Size | None = None,
        ordered: bool = False,
        outcome: Outcome | None = None,
        misere: bool = False,
        **settings: Unpack[Timed],
    ) -> Count:
        """Count the choices of different pieces that are lost for the player to move, or won.

        Parameters
        ----------
        heaps : int or str
            How many pieces are chosen.
        to : int, str or tuple, optional
            The largest size.
        from_ : int, str or tuple, optional
            The smallest size; the least there is if left out.
        size : int, str or tuple, optional
            One size alone, instead of ``to``: such as the number of cards of every suit.
        mod : int or str, optional
            Compute the residue modulo this number.
        limit : int or str, optional
            Of heaps: compute at most this many values, so that the answer is the same every time. Without it, a law is
            searched for during four seconds, or during ``time``, where more than ten million heaps need one.
        ordered : bool, default False
            Whether every order of a choice counts.
        outcome : {"won", "lost"}, optional
            Which are counted; those that are lost if left out.
        misere : bool, default False
            Play misère: the player who cannot move wins.
        **settings
            ``memory``, ``threads``, ``time`` and ``progress``, see :class:`Settings`.

        Returns
        -------
        Count
            An ``int`` with its status.

        Raises
        ------
        SpragueError
            If the sizes need a law and none was proved, or ``limit`` values are not enough.

        Examples
        --------
        >>> int(sprague.Rule("nim").sets(3, 7, from_=1, ordered=True, outcome="won"))
        168
        """
        return self._count(
            "sets",
            settings,
            to=to,
            from_=from_,
            size=size,
            heaps=heaps,
            mod=mod,
            limit=limit,
            ordered=ordered,
            outcome=outcome,
            misere=misere,
        )

    def pattern(
        self,
        multiples: str | Sequence[SupportsIndex],
        to: Size,
        *,
        mod: Size | None = None,
        limit: Size | None = None,
        outcome: Outcome | None = None,
        **settings: Unpack[Timed],
    ) -> Count:
        """Count the n from 1 to a size that make the heaps a*n, b*n, … together lost for the player to move, or won.

        Parameters
        ----------
        multiples : str or sequence of int
            The multiples, such as ``[1, 2, 3]`` or ``"1,2,3"``.
        to : int or str
            The largest n.
        mod : int or str, optional
            Compute the residue modulo this number.
        limit : int or str, optional
            Of heaps: compute at most this many values, so that the answer is the same every time. Without it, a law is
            searched for during four seconds, or during ``time``, where more than ten million heaps need one.
        outcome : {"won", "lost"}, optional
            Which are counted; those that are lost if left out.
        **settings
            ``memory``, ``threads``, ``time`` and ``progress``, see :class:`Settings`.

        Returns
        -------
        Count
            An ``int`` with its status.

        Raises
        ------
        SpragueError
            If the sizes need a law and none was proved, or ``limit`` values are not enough.

        Examples
        --------
        >>> int(sprague.Rule("nim").pattern([1, 2, 3], 2**30))
        2178309
        """
        text = multiples if isinstance(multiples, str) else ",".join(_size(each, "multiples") for each in multiples)
        return self._count("pattern", settings, pattern=text, to=to, mod=mod, limit=limit, outcome=outcome)

    def zeros(
        self,
        to: Size | None = None,
        *,
        from_: Size | None = None,
        size: Size | None = None,
        limit: Size | None = None,
        misere: bool = False,
        **settings: Unpack[Timed],
    ) -> Zeros:
        """List the pieces that are lost for the player to move.

        Parameters
        ----------
        to : int, str or tuple, optional
            The largest size.
        from_ : int, str or tuple, optional
            The smallest size; the least there is if left out.
        size : int, str or tuple, optional
            One size alone, instead of ``to``: such as the number of cards of every suit.
        limit : int or str, optional
            Of heaps: compute at most this many values, so that the answer is the same every time. Without it, a law is
            searched for during four seconds, or during ``time``, where more than ten million heaps need one.
        misere : bool, default False
            Play misère: the player who cannot move wins.
        **settings
            ``memory``, ``threads``, ``time`` and ``progress``, see :class:`Settings`.

        Returns
        -------
        Zeros
            A sequence: numbers for heaps, pairs for sheets, text for others.

        Examples
        --------
        >>> list(sprague.Rule("sub:squares").zeros(15))
        [0, 2, 5, 7, 10, 12, 15]
        """
        return cast(Zeros, self._counted("zeros", settings, to=to, from_=from_, size=size, limit=limit, misere=misere))

    def histogram(
        self,
        to: Size | None = None,
        *,
        from_: Size | None = None,
        size: Size | None = None,
        mod: Size | None = None,
        limit: Size | None = None,
        **settings: Unpack[Timed],
    ) -> Histogram:
        """Count how many pieces have value 0, 1, 2, …

        Parameters
        ----------
        to : int, str or tuple, optional
            The largest size.
        from_ : int, str or tuple, optional
            The smallest size; the least there is if left out.
        size : int, str or tuple, optional
            One size alone, instead of ``to``: such as the number of cards of every suit.
        mod : int or str, optional
            Compute the residue modulo this number.
        limit : int or str, optional
            Of heaps: compute at most this many values, so that the answer is the same every time. Without it, a law is
            searched for during four seconds, or during ``time``, where more than ten million heaps need one.
        **settings
            ``memory``, ``threads``, ``time`` and ``progress``, see :class:`Settings`.

        Returns
        -------
        Histogram
            A sequence of numbers.

        Examples
        --------
        >>> list(sprague.Rule("kayles").histogram(10**9))[:3]
        [1, 250000000, 249999997]
        """
        asked = self._counted("histogram", settings, to=to, from_=from_, size=size, mod=mod, limit=limit)
        return cast(Histogram, asked)

    def partitions(
        self,
        of: Size,
        *,
        mod: Size | None = None,
        limit: Size | None = None,
        outcome: Outcome | None = None,
        misere: bool = False,
        **settings: Unpack[Timed],
    ) -> Count:
        """Count the partitions of a number into heaps that are won, or lost.

        Parameters
        ----------
        of : int or str
            The number.
        mod : int or str, optional
            Compute the residue modulo this number.
        limit : int or str, optional
            Of heaps: compute at most this many values, so that the answer is the same every time. Without it, a law is
            searched for during four seconds, or during ``time``, where more than ten million heaps need one.
        outcome : {"won", "lost"}, optional
            Which are counted; if left out those that are won, and ``lost`` has the others.
        misere : bool, default False
            Play misère: the player who cannot move wins.
        **settings
            ``memory``, ``threads``, ``time`` and ``progress``, see :class:`Settings`.

        Returns
        -------
        Count
            An ``int`` with its status.

        Raises
        ------
        SpragueError
            If the sizes need a law and none was proved, or ``limit`` values are not enough.

        Examples
        --------
        >>> found = sprague.Rule("split:3").partitions(20)
        >>> found.answer, found.lost
        (533, 94)
        """
        return self._count("partitions", settings, of=of, mod=mod, limit=limit, outcome=outcome, misere=misere)

    def partition_table(
        self, of: Size, *, mod: Size | None = None, limit: Size | None = None, **settings: Unpack[Timed]
    ) -> PartitionTable:
        """Count the partitions of 0, 1, 2, … up to a number that are won and lost.

        Parameters
        ----------
        of : int or str
            The largest number.
        mod : int or str, optional
            Compute the residue modulo this number.
        limit : int or str, optional
            Of heaps: compute at most this many values, so that the answer is the same every time. Without it, a law is
            searched for during four seconds, or during ``time``, where more than ten million heaps need one.
        **settings
            ``memory``, ``threads``, ``time`` and ``progress``, see :class:`Settings`.

        Returns
        -------
        PartitionTable
            A sequence: entry n is the won and lost partitions of n.

        Examples
        --------
        >>> sprague.Rule("split:3").partition_table(20)[20]
        Partitions(won=533, lost=94)
        """
        asked = self._counted("partition-table", settings, of=of, mod=mod, limit=limit)
        return cast(PartitionTable, asked)

    def plot(self, to: Size | None = None, ax: Axes | None = None, **settings: Unpack[Timed]) -> Axes:
        """Draw nim-values: points for heaps, a heat map for pairs, else bars of how many pieces have each value.

        Parameters
        ----------
        to : int, str or tuple, optional
            The largest size; of cards and trees the one size that is drawn.
        ax : matplotlib.axes.Axes, optional
            Where to draw; a new figure if left out.
        **settings
            ``memory``, ``threads``, ``time`` and ``progress``, see :class:`Settings`.

        Returns
        -------
        matplotlib.axes.Axes

        Examples
        --------
        >>> sprague.Rule("sub:squares").plot(100).get_title(loc="left")
        'Nim-values of sub:squares'
        """
        from . import _plots

        return _plots.rule(self, to, ax, settings)

    def _count(self, count: str, settings: Timed, **keys: Size | bool | None) -> Count:
        return cast(Count, self._counted(count, settings, **keys))

    def _counted(
        self,
        count: str,
        settings: Timed,
        *,
        to: Size | None = None,
        from_: Size | None = None,
        size: Size | None = None,
        **keys: Size | bool | None,
    ) -> Answer:
        """The answer to a question of a kind of count. Its sizes are those of pieces, but in a pattern numbers."""
        if size is not None:
            if to is not None or from_ is not None:
                raise ValueError("size is one size alone; leave out to and from_")
            to = from_ = size
        ends = {"to": (to, "to"), "from": (from_, "from_")}
        sized = _size if count == "pattern" else self._size
        sizes = {key: sized(given, name) for key, (given, name) in ends.items() if given is not None}
        if to is None and "of" not in keys:
            raise TypeError("to is missing: the largest size, or size for one size alone")
        outcome = keys.get("outcome")
        if outcome not in (None, *get_args(Outcome)):
            raise ValueError(f"outcome = {outcome!r}: take 'won' or 'lost'")
        return self._ask("count", settings, count=count, **sizes, **keys)

    def _ask(self, kind: str, settings: Timed, **keys: Size | bool | None) -> Answer:
        question: dict[str, Any] = {"ask": kind, "rule": self._text}
        for key, value in keys.items():
            if value is None or value is False:
                continue
            question[key] = value if value is True or key in _WORDS else _size(value, key)
        quick = kind == "law" or question.get("count") in _QUICK
        return self._answered(question, settings, quick and not (question.get("window") or question.get("misere")))

    def _answered(self, question: dict[str, Any], settings: Timed, quick: bool) -> Answer:
        answer = answered(question, settings, quick=quick and self._quick)
        if not self._quick and answer._native is not None:
            self._quick = answer._native.is_quick()
        return answer

    def _size(self, given: Size, name: str) -> str:
        """A size of this rule as the engine reads it."""
        text, numbers = _size(given, name), len(self._native.least_size)
        if len(text.replace("X", "x").replace("×", "x").split("x")) != numbers:
            fixes = ("take one number", "take a pair such as (5, 3) or '5x3'", "take a triple such as (5, 3, 4) or '5x3x4'")
            fix = fixes[min(numbers, 3) - 1]
            raise ValueError(f"{name} = {given!r}: a size of {self.notation} has {numbers} {_numbers(numbers)}; {fix}")
        return text

    def _pieces(self, position: Position) -> list[str]:
        """The pieces of a sum as text."""
        if isinstance(position, str):
            return self._native.split(position)
        if not isinstance(position, Iterable):
            return [_size(position, "position")]
        pieces = list(position)
        # A tuple of numbers is one sheet where sizes have two numbers, and several heaps where they have one.
        if isinstance(position, tuple) and len(self._native.least_size) == len(pieces) > 1:
            if not isinstance(pieces[0], (tuple, str)):
                return [_size(cast("tuple[SupportsIndex, ...]", position), "position")]
        return [piece if isinstance(piece, str) else _size(piece, "position") for piece in pieces] or ["0"]

    def _position(self, position: Position) -> str:
        return position if isinstance(position, str) else "+".join(self._pieces(position))

    def __eq__(self, other: object) -> bool:
        return self.notation == other.notation if isinstance(other, Rule) else NotImplemented

    def __hash__(self) -> int:
        return hash((Rule, self.notation))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Rule, (self._text,))

    def __copy__(self) -> Rule:
        return self

    def __deepcopy__(self, _: object) -> Rule:
        return self

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"Rule({self._text!r})"

    def _repr_html_(self) -> str:
        return _html.rule(self.title, self.line, self._first_values())

    def _first_values(self) -> str:
        """The first values, as a card shows them."""
        least = self.least_sizes
        if self.has_heaps:
            return _html.values(least[0], self.values(least[0] + _SHOWN_HEAPS - 1).tolist())
        if self.has_pairs:
            largest = (least[0] + _SHOWN_SIDE - 1, least[1] + _SHOWN_SIDE - 1)
            return _html.corner((least[0], least[1]), self.values(largest))
        sizes = range(least[0], least[0] + _SHOWN_SIZES)
        if len(least) > 1:
            return _html.by_value([(size, self.histogram((size,) * len(least)).counts) for size in sizes])
        return _html.by_value([(size, self.histogram(size=size).counts) for size in sizes])


# Arguments that are words, not sizes.
_WORDS = ("count", "pattern", "outcome")


def _numbers(count: int) -> str:
    return "number" if count == 1 else "numbers"


def _as_type(values: Unsigned, dtype: np.dtype[Any]) -> NDArray[Any]:
    largest = int(values.max(initial=0))
    if dtype.kind in "iu" and largest > np.iinfo(dtype).max:
        raise ValueError(f"dtype = {dtype}: the largest value, {largest}, does not fit")
    return values.astype(dtype, copy=False)


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
        return _sprague.from_file(rule[1:], Path(rule[1:]).read_text(encoding="utf-8"))
    return _sprague.from_toml(rule) if "[[move]]" in rule or _FORMULAS.match(rule) else rule


# The text of a rule file whose moves are formulas.
_FORMULAS = re.compile(r"\s*(#.*\n\s*)*moves\s*=")


def graph(edges: Iterable[tuple[object, object]], nodes: Iterable[object] = ()) -> str:
    """Write a graph as games on graphs read it: ``node-kayles``, ``arc-kayles`` and ``geography``.

    Parameters
    ----------
    edges : iterable of pairs
        Edges between two nodes. Nodes are named by whole numbers from 1 on, which they keep, or by anything else; then
        they are numbered in the order in which they are named. ``graph.edges`` of networkx will do.
    nodes : iterable, optional
        Nodes that may have no edge.

    Returns
    -------
    str
        The edges, such as ``"1-2,2-3"``.

    Examples
    --------
    >>> sprague.graph([("a", "b"), ("b", "c")])
    '1-2,2-3'
    >>> sprague.Rule("node-kayles").value(sprague.graph((i, i + 1) for i in range(1, 10)))
    3
    """
    return _sprague.graph_piece([(str(one), str(other)) for one, other in edges], [str(node) for node in nodes])


def _toml(rule: Mapping[str, Any]) -> str:
    """The rule file that says the same as a dictionary. What is no rule is refused where the file is read."""
    lines = []
    for name, entries in rule.items():
        if isinstance(entries, Mapping) and name != "move":
            lines.append(f"[{name}]")
            lines += [f"{key} = {_toml_value(value)}" for key, value in entries.items()]
            continue
        if name == "moves":
            lines.append(f"moves = {_toml_value(entries)}")
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


class ProblemEntry(NamedTuple):
    """A Project Euler problem: its number and name, what is asked, its sizes as in the statement, its modulus."""

    number: int
    name: str
    asked: str
    sizes: dict[str, str]
    mod: int | None


def problems() -> list[ProblemEntry]:
    """List the Project Euler problems that :func:`euler` answers, with the sizes of their statements.

    Returns
    -------
    list of ProblemEntry

    Examples
    --------
    >>> [(entry.number, entry.sizes) for entry in sprague.problems() if entry.name == "paper cutting"]
    [(933, {'w': '123', 'h': '1234567'})]
    """
    return [
        ProblemEntry(number, name, asked, dict(sizes), mod)
        for number, name, asked, sizes, mod in _sprague.problems()
    ]


def euler(
    problem: int,
    *,
    mod: Size | None = None,
    exact: bool = False,
    memory: int | str | None = None,
    threads: int | None = None,
    time: float | None = None,
    progress: bool | Progress | None = None,
    **sizes: Size,
) -> Problem | DecimalProblem:
    """Answer a Project Euler problem, at the sizes of its statement or at others.

    Parameters
    ----------
    problem : int
        Its number, one of those below.
    mod : int or str, optional
        A modulus, instead of that of the statement.
    exact : bool, default False
        The number itself where the statement asks for a residue.
    memory, threads, time, progress
        As of every computation, see :class:`Settings`.
    **sizes
        Sizes by name.

    Returns
    -------
    Problem or DecimalProblem
        An ``int`` with its status; a ``Decimal`` where the problem asks for a fraction.

    Raises
    ------
    ValueError
        If there is no such problem.
    TypeError
        If a size does not belong to the problem.

    Notes
    -----
    The problems, and their sizes with those of the statements:

    {problems}

    Examples
    --------
    >>> int(sprague.euler(933, w=12, h=123))
    327398
    >>> sprague.euler(306)
    <Problem 852938: winning lengths up to 1000000, proved>
    """
    found = [entry for entry in problems() if entry.number == whole(problem, "problem")]
    if not found:
        raise ValueError(f"problem = {problem} is not one of {', '.join(str(entry.number) for entry in problems())}")
    unknown = sizes.keys() - found[0].sizes.keys()
    if unknown:
        taken = ", ".join(found[0].sizes)
        raise TypeError(f"problem {problem} takes {taken}, not {min(unknown)}")
    question: dict[str, Any] = {"ask": "euler", "problem": found[0].number}
    if sizes:
        question["sizes"] = {name: _size(size, name) for name, size in sizes.items()}
    if mod is not None:
        question["mod"] = _size(mod, "mod")
    if exact:
        question["exact"] = True
    settings: Timed = {"memory": memory, "threads": threads, "time": time, "progress": progress}
    return cast("Problem | DecimalProblem", answered(question, settings))


def _sizes_of_problems() -> str:
    """What a problem takes, one line each."""

    def line(entry: ProblemEntry) -> str:
        sizes = ", ".join(f"``{name}={size}``" for name, size in entry.sizes.items())
        modulus = "" if entry.mod is None else f", mod {entry.mod}"
        return f"    - {entry.number}, {entry.name}: {sizes}{modulus}"

    return "\n".join(line(entry) for entry in problems())


# Python without docstrings (-OO) has none to complete.
if euler.__doc__:
    euler.__doc__ = euler.__doc__.replace("{problems}", _sizes_of_problems().strip())


def nim(expression: str) -> Nimber:
    """Compute in the field of nimbers.

    Parameters
    ----------
    expression : str
        Numbers below 2^64 with ``+`` (xor), ``*`` (nim product), ``/``, ``^`` with whole exponents, ``sqrt(…)`` and
        parentheses.

    Returns
    -------
    Nimber
        An ``int`` with its status.

    Examples
    --------
    >>> sprague.nim("4*4")
    <Nimber 6: 4*4, proved>
    >>> int(sprague.nim("sqrt(24) + 1/5*5"))
    17
    """
    return cast("Nimber", answered({"ask": "nim", "expression": expression}, {}))


class RuleEntry(NamedTuple):
    """A name or notation of rules: as it is written, a rule it stands for, and one line on it."""

    name: str
    rule: str
    line: str


def rules() -> list[RuleEntry]:
    """List every name and notation that :class:`Rule` reads.

    Returns
    -------
    list of RuleEntry

    Examples
    --------
    >>> sprague.rules()[2]
    RuleEntry(name='kayles', rule='0.77', line='take one or two; what is left may be split in two')
    """
    return [RuleEntry(*entry) for entry in _sprague.rules()]
