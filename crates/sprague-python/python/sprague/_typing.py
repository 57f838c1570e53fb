"""Types used in hints, such that ``typing.get_type_hints`` finds every name.

matplotlib and distributed are optional and slow to import: outside of type checkers their types are ``Any``.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

if sys.version_info >= (3, 11):
    from typing import Unpack
else:
    from typing_extensions import Unpack

if TYPE_CHECKING:
    from distributed import Client
    from matplotlib.axes import Axes
else:
    Axes = Client = Any

#: Nim-values in the narrowest unsigned type.
Unsigned = NDArray[np.unsignedinteger[Any]]

__all__ = ["Axes", "Client", "DTypeLike", "NDArray", "Unpack", "Unsigned"]
