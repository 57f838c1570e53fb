"""Sprague, the engine for impartial games: nim-values, proved laws, exact counts, certificates.

>>> import sprague
>>> kayles = sprague.Rule("kayles")
>>> kayles.values(10)
array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2], dtype=uint8)
>>> law = kayles.law()
>>> law.period, law.preperiod, law.status
(12, 71, 'proved')
>>> sprague.Rule("0.07").wins(upto=10**18).answer
852941176470588232
"""

from importlib.metadata import version as _version

from ._answers import (
    Answer,
    Count,
    Explanation,
    Histogram,
    Law,
    Move,
    Moves,
    PartitionTable,
    Problem,
    Row,
    Values,
    Zeros,
    ask,
)
from ._census import Census, census, census_row
from ._certificates import Certificate, Verdict, check
from ._games import Game
from ._rules import Outcome, Rule, euler, rules
from ._settings import Progress, Settings, Size
from ._sprague import SpragueError
from ._tables import SheetTable, SuitTable, sheets, suits

__version__ = _version("sprague")

__all__ = [
    "Answer",
    "Census",
    "Certificate",
    "Count",
    "Explanation",
    "Game",
    "Histogram",
    "Law",
    "Move",
    "Moves",
    "Outcome",
    "PartitionTable",
    "Problem",
    "Progress",
    "Row",
    "Rule",
    "Settings",
    "SheetTable",
    "Size",
    "SpragueError",
    "SuitTable",
    "Values",
    "Verdict",
    "Zeros",
    "ask",
    "census",
    "census_row",
    "check",
    "euler",
    "rules",
    "sheets",
    "suits",
]
