"""How answers look in a notebook: small tables that follow the page's colours."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._answers import Move
    from ._typing import Unsigned

_CELL = "padding:2px 10px;text-align:left;border:0;background:none"
_NUMBER = "padding:2px 6px;text-align:right;border:0;background:none;font-variant-numeric:tabular-nums"
_FRAME = "display:inline-block;border:1px solid #8886;border-radius:6px;padding:8px 12px;line-height:1.45"
_TEXT = f"{_FRAME};font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre-wrap;background:none"
_STATUS = {"proved": "#1a7f37", "computed": "#7a5c00", "observed": "#b35900"}
# Rows and columns of a table that are shown.
_LARGEST = 16
# Entries of a list that are shown.
_LONGEST = 60


def name(text: str, notation: str) -> str:
    """A rule as it was asked for, and its canonical notation."""
    return notation if text == notation else f"{text} ({notation})"


def _frame(title: str, body: str) -> str:
    return f'<div style="{_FRAME}"><b>{title}</b>{body}</div>'


def _table(rows: Sequence[Sequence[str]], head: Sequence[str] = (), style: str = _CELL) -> str:
    def line(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f'<{tag} style="{style}">{cell}</{tag}>' for cell in cells) + "</tr>"

    heading = line([escape(cell) for cell in head], "th") if head else ""
    return f'<table style="margin:4px 0;border:0;color:inherit">{heading}{"".join(line(row, "td") for row in rows)}</table>'


def _badge(status: str) -> str:
    colour = _STATUS.get(status, "#666")
    return f'<span style="color:#fff;background:{colour};border-radius:4px;padding:0 6px">{escape(status)}</span>'


def facts(title: str, pairs: Sequence[tuple[str, str]], status: str) -> str:
    """Names and what they are."""
    rows = [(escape(key), _badge(status) if key == "status" else escape(text)) for key, text in pairs]
    return _frame(escape(title), _table(rows))


def listed(title: str, head: Sequence[str], rows: Sequence[Sequence[str]], status: str) -> str:
    """A list with its status; of a long one the beginning."""
    shown = [[escape(cell) for cell in row] for row in rows[:_LARGEST]]
    more = f"<div>and {len(rows) - _LARGEST} more</div>" if len(rows) > _LARGEST else ""
    return _frame(_titled(title, status), _table(shown, head) + more)


def enumerated(title: str, entries: Sequence[str], status: str) -> str:
    """Short entries one after the other; of a long list the beginning."""
    shown = ", ".join(escape(entry) for entry in entries[:_LONGEST])
    more = f", and {len(entries) - _LONGEST} more" if len(entries) > _LONGEST else ""
    return _frame(_titled(title, status), f'<div style="max-width:60em">{shown}{more}</div>')


def _titled(title: str, status: str) -> str:
    return f"{escape(title)} {_badge(status)}" if status else escape(title)


def seconds(time: float) -> str:
    """A time as people read it."""
    if time < 1e-3:
        return f"{time * 1e6:.0f} µs"
    return f"{time * 1e3:.1f} ms" if time < 1 else f"{time:.2f} s"


def rule(title: str, line: str, body: str) -> str:
    """A rule with what a move is and its first values."""
    return _frame(escape(title), f"<div>{escape(line)}</div>{body}")


def values(first: int, found: Sequence[int]) -> str:
    """The values of heaps from one on."""
    head = ["n", *(str(first + i) for i in range(len(found)))]
    return _table([head, ["G(n)", *map(str, found)]], style=_NUMBER)


def by_value(rows: Sequence[tuple[int, Sequence[int]]]) -> str:
    """How many pieces of each size have each value."""
    width = max((len(counts) for _, counts in rows), default=0)
    head = ["pieces of size", *(f"value {value}" for value in range(width))]
    cells = [[str(size), *map(str, counts), *[""] * (width - len(counts))] for size, counts in rows]
    return _table(cells, head, _NUMBER)


def moves(
    title: str,
    what: str,
    pieces: Sequence[tuple[str, str]],
    summary: str,
    winning: Sequence[Move],
    every: Sequence[Move] | None,
) -> str:
    """A position, its pieces and its moves."""
    body = _table([(escape(piece), escape(worth)) for piece, worth in pieces], ("piece", what))
    if every is not None:
        rows = [
            [
                escape(move.piece),
                escape(move.action),
                escape(move.leaves),
                "" if move.value is None else str(move.value),
                "wins" if move.wins else "",
            ]
            for move in every
        ]
        body += f"<div>{len(every)} moves, {summary}</div>" if len(every) != 1 else f"<div>1 move, {summary}</div>"
        body += _table(rows, ("on", "move", "leaving", "value", ""))
    elif winning:
        rows = [[escape(cell) for cell in move[:3]] for move in winning]
        body += f"<div>{summary}</div>" + _table(rows, ("on", "winning move", "leaving"))
    return _frame(escape(title), body)


def corner(first: tuple[int, int], found: Unsigned, largest: int = _LARGEST) -> str:
    """The corner of a table of two sizes."""
    part = found[:largest, :largest]
    head = ["", *(str(first[1] + column) for column in range(part.shape[1]))]
    rows = [[f"<b>{first[0] + row}</b>", *map(str, cells)] for row, cells in enumerate(part.tolist())]
    return _table(rows, head, _NUMBER)


def sheets(title: str, first: tuple[int, int], found: Unsigned) -> str:
    """A table of two sizes, or its corner."""
    last = "x".join(str(least + side - 1) for least, side in zip(first, found.shape))
    more = f"<div>the corner of a table to {last}</div>" if max(found.shape) > _LARGEST else ""
    return _frame(escape(title), corner(first, found) + more)


def text(lines: str) -> str:
    """Text as it stands, in letters of one width."""
    return f'<pre style="{_TEXT}">{escape(lines)}</pre>'
