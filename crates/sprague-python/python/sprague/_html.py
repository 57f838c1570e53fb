"""How answers look in a notebook: small tables that follow the page's colours."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_CELL = "padding:2px 10px;text-align:left;border:0"
_FRAME = "display:inline-block;border:1px solid #8886;border-radius:6px;padding:8px 12px;line-height:1.45"
_STATUS = {"proved": "#1a7f37", "verified": "#0a66c2", "computed": "#7a5c00", "observed": "#b35900"}
_LARGEST = 16


def _frame(title: str, body: str) -> str:
    return f'<div style="{_FRAME}"><b>{title}</b>{body}</div>'


def _table(rows: Sequence[Sequence[str]], head: Sequence[str] = ()) -> str:
    def line(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f'<{tag} style="{_CELL}">{cell}</{tag}>' for cell in cells) + "</tr>"

    heading = line([escape(cell) for cell in head], "th") if head else ""
    return f'<table style="margin:4px 0;border:0">{heading}{"".join(line(row, "td") for row in rows)}</table>'


def _badge(status: str) -> str:
    colour = _STATUS.get(status, "#666")
    return f'<span style="color:#fff;background:{colour};border-radius:4px;padding:0 6px">{escape(status)}</span>'


def facts(title: str, pairs: Sequence[tuple[str, str]], status: str) -> str:
    """Names and what they are."""
    rows = [(escape(key), _badge(status) if key == "status" else escape(text)) for key, text in pairs]
    return _frame(escape(title), _table(rows))


def rule(text: str, notation: str, line: str, values: Sequence[int]) -> str:
    """A rule with its first values."""
    name = escape(text) if text == notation else f"{escape(text)} = {escape(notation)}"
    body = f"<div>{escape(line)}</div>"
    if values:
        rows = [["n", *map(str, range(len(values)))], ["G(n)", *map(str, values)]]
        body += _table(rows)
    return _frame(name, body)


def moves(
    rule: str,
    position: str,
    value: int,
    pieces: Sequence[tuple[str, int]],
    winning: Sequence[tuple[str, str, str]],
) -> str:
    """A position, its pieces and its winning moves."""
    verdict = "the player to move wins" if value else "the player to move loses"
    title = f"{escape(position)} in {escape(rule)}: value {value}, {verdict}"
    body = _table([(escape(piece), str(worth)) for piece, worth in pieces], ("piece", "value"))
    if winning:
        body += _table([[escape(cell) for cell in move] for move in winning], ("on", "winning move", "leaving"))
    return _frame(title, body)


def sheets(rule: str, values: NDArray[np.unsignedinteger[Any]]) -> str:
    """The corner of a table of sheets."""
    width, height = values.shape
    corner = values[:_LARGEST, :_LARGEST]
    head = ["w \\ h", *(str(h + 1) for h in range(corner.shape[1]))]
    rows = [[f"<b>{w + 1}</b>", *map(str, row)] for w, row in enumerate(corner.tolist())]
    more = "" if corner.shape == values.shape else f"<div>the corner of {width}x{height}</div>"
    return _frame(f"sheets of {escape(rule)}", _table(rows, head) + more)


def text(lines: str) -> str:
    """Text as it stands."""
    return f'<pre style="{_FRAME}">{escape(lines)}</pre>'
