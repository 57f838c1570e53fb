"""Sprague, the engine for impartial games: nim-values, proved laws, exact counts, certificates.

>>> import sprague
>>> kayles = sprague.Rule("kayles")
>>> kayles.values(10)
array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2], dtype=uint8)
>>> law = kayles.law()
>>> law.period, law.preperiod, law.status
(12, 71, 'proved')
>>> sprague.Rule("0.07").wins(10**18)
<Count 852941176470588232: wins of 0.07 up to 1000000000000000000, proved>
"""

from importlib.metadata import version as _version

from ._answers import (
    Answer,
    Count,
    DecimalProblem,
    Explanation,
    Histogram,
    Law,
    MisereLaw,
    Move,
    Moves,
    Nimber,
    Outcome,
    Partitions,
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
from ._laws import LawRow, Laws, laws
from ._rules import ProblemEntry, Rule, RuleEntry, euler, graph, nim, problems, rules
from ._settings import Progress, Settings, Size, Timed
from ._sprague import SpragueError
from ._tables import SheetTable, SuitTable, sheets, suits

__version__ = _version("sprague")

__all__ = [
    "Answer",
    "Census",
    "Certificate",
    "Count",
    "DecimalProblem",
    "Explanation",
    "Game",
    "Histogram",
    "Law",
    "LawRow",
    "Laws",
    "MisereLaw",
    "Move",
    "Moves",
    "Nimber",
    "Outcome",
    "PartitionTable",
    "Partitions",
    "Problem",
    "ProblemEntry",
    "Progress",
    "Row",
    "Rule",
    "RuleEntry",
    "Settings",
    "SheetTable",
    "Size",
    "SpragueError",
    "SuitTable",
    "Timed",
    "Values",
    "Verdict",
    "Zeros",
    "ask",
    "census",
    "census_row",
    "check",
    "euler",
    "graph",
    "laws",
    "nim",
    "problems",
    "rules",
    "sheets",
    "suits",
]
