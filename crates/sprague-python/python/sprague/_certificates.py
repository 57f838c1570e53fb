"""Certificates: files that an independent checker verifies without trusting the engine."""

from __future__ import annotations

import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

from . import _sprague
from ._settings import Settings, native

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: Steps after which a check gives up, as the command's.
MOST_STEPS = 10**13


@dataclass(frozen=True, slots=True)
class Certificate:
    """Rule, claim and evidence, in the format of docs/certificate-format.md."""

    data: bytes

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file: complete, or as it was before."""
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
        """Runs the independent checker on it."""
        return check(self, **settings)

    def __bytes__(self) -> bytes:
        return self.data

    def __repr__(self) -> str:
        return f"<Certificate of {len(self.data)} bytes>"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the checker says. True if it verified the certificate."""

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
        """What ``sprague check --json`` prints."""
        return {"file": self.file, "verdict": self.verdict, "status": self.status, "seconds": self.seconds}


def check(
    certificate: Union[str, os.PathLike[str], bytes, Certificate],
    *,
    steps: int = MOST_STEPS,
    **settings: Unpack[Settings],
) -> Verdict:
    """Runs the independent checker, which shares no solving code with the engine, on a file or its bytes."""
    if isinstance(certificate, (bytes, Certificate)):
        name, data = "bytes", bytes(certificate)
    else:
        name = os.fspath(certificate)
        data = Path(name).read_bytes()
    start = time.perf_counter()
    with native(settings) as given:
        verified, line = _sprague.check(data, steps, given)
    status = "verified" if verified else "not verified"
    return Verdict(name, line, status, time.perf_counter() - start)
