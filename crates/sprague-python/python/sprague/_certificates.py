"""Certificates: files that an independent checker verifies without trusting the engine."""

from __future__ import annotations

import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

from . import _sprague
from ._settings import Settings, native, whole
from ._typing import Unpack

#: Steps after which a check gives up, as the command's.
MOST_STEPS = 10**13


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate: rule, claim and evidence, in the format of docs/certificate-format.md.

    Parameters
    ----------
    data : bytes
        The file.

    Examples
    --------
    >>> certificate = sprague.Rule("0.07").law().certificate()
    >>> certificate.check().status
    'verified'
    """

    data: bytes

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the certificate to a file, which is replaced atomically.

        Parameters
        ----------
        path : str or path-like
            The file.

        Examples
        --------
        >>> import tempfile, pathlib
        >>> path = pathlib.Path(tempfile.mkdtemp()) / "kayles.cert"
        >>> sprague.Rule("kayles").law().certificate().save(path)
        >>> sprague.check(path).status
        'verified'
        """
        target = Path(path)
        with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as file:
            try:
                file.write(self.data)
                file.flush()
                os.fsync(file.fileno())
                file.close()
                os.chmod(file.name, 0o644)
                os.replace(file.name, target)
            except BaseException:
                os.unlink(file.name)
                raise

    def check(self, **settings: Unpack[Settings]) -> Verdict:
        """Run the independent checker on it.

        Parameters
        ----------
        **settings
            ``memory``, ``threads`` and ``progress``, see :class:`Settings`.

        Returns
        -------
        Verdict
            True if the certificate was verified; it has the line that the checker prints.

        Examples
        --------
        >>> bool(sprague.Rule("kayles").law().certificate().check())
        True
        """
        return check(self, **settings)

    def __bytes__(self) -> bytes:
        return self.data

    def __repr__(self) -> str:
        return f"<Certificate of {len(self.data)} bytes>"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict of the checker. True if it verified the certificate.

    Examples
    --------
    >>> verdict = sprague.Rule("kayles").law().certificate().check()
    >>> verdict.status, verdict.verdict
    ('verified', 'VERIFIED: nim-values of 0.77: period 12, preperiod 71, both least, for all heaps')
    """

    #: The file, or ``bytes``.
    file: str
    #: One line.
    verdict: str
    #: ``verified`` or ``not verified``.
    status: str
    #: How long it took.
    seconds: float

    def __bool__(self) -> bool:
        return self.status == "verified"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, with the keys of the command's.

        Returns
        -------
        dict
            Text, numbers and truth values.

        Examples
        --------
        >>> sorted(sprague.Rule("kayles").law().certificate().check().to_dict())
        ['file', 'seconds', 'status', 'verdict']
        """
        return {"file": self.file, "verdict": self.verdict, "status": self.status, "seconds": self.seconds}


def check(
    certificate: Union[str, os.PathLike[str], bytes, Certificate],
    *,
    steps: int = MOST_STEPS,
    **settings: Unpack[Settings],
) -> Verdict:
    """Run the independent checker, which shares no solving code with the engine.

    Parameters
    ----------
    certificate : str, path-like, bytes or Certificate
        A file, or its content.
    steps : int, default 10**13
        Give up after this many steps.
    **settings
        ``memory``, ``threads`` and ``progress``, see :class:`Settings`.

    Returns
    -------
    Verdict
        True if the certificate was verified.

    Raises
    ------
    ValueError
        If it is no certificate.
    SpragueError
        If the steps or the memory are not enough.

    Examples
    --------
    >>> certificate = sprague.Rule("0.07").law().certificate()
    >>> sprague.check(bytes(certificate)).status
    'verified'
    """
    if not 0 < whole(steps, "steps") < 1 << 64:
        raise ValueError(f"steps = {steps}: take at least 1, below 2^64")
    if isinstance(certificate, (bytes, Certificate)):
        name, data = "bytes", bytes(certificate)
    else:
        name = os.fspath(certificate)
        data = Path(name).read_bytes()
    start = time.perf_counter()
    with native(settings, Settings) as given:
        verified, line = _sprague.check(data, steps, given)
    status = "verified" if verified else "not verified"
    return Verdict(name, line, status, time.perf_counter() - start)
