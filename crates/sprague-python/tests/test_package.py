"""What is installed: metadata, licences, types."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
from importlib.metadata import files, metadata
from pathlib import Path

import sprague

PROJECT = Path(__file__).parents[1]


def test_metadata() -> None:
    about = metadata("sprague")
    assert about["Author"] == "The Sprague developers" and about["License-Expression"] == "MIT OR Apache-2.0"
    assert about["Version"] == sprague.__version__ and about["Requires-Python"] == ">=3.10"
    assert {line.split(",")[0] for line in about.get_all("Project-URL") or []} >= {"Documentation", "Crate"}
    assert "Rust compiler" in about["Description"]


def test_licences_and_types_are_installed() -> None:
    installed = {path.name: path for path in files("sprague") or []}
    for name in ("LICENSE-MIT", "LICENSE-APACHE"):
        assert installed[name].read_text() == (PROJECT.parents[1] / name).read_text()
    package = Path(sprague.__file__).parent
    assert (package / "py.typed").exists() and (package / "_sprague.pyi").exists()


def test_every_extra_that_errors_name_is_there() -> None:
    source = "".join(path.read_text() for path in (PROJECT / "python" / "sprague").glob("*.py"))
    extras = set(re.findall(r"pip install 'sprague\[(\w+)\]'", source))
    assert extras and extras <= set(metadata("sprague").get_all("Provides-Extra") or [])


def test_the_source_distribution_is_complete(tmp_path: Path) -> None:
    """Licences, metadata, types and every crate that is compiled."""
    command = [sys.executable, "-m", "maturin", "sdist", "--out", str(tmp_path)]
    subprocess.run(command, cwd=PROJECT, capture_output=True, check=True)
    (made,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(made) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
        about = archive.extractfile(f"{made.name.removesuffix('.tar.gz')}/PKG-INFO")
        assert about is not None and b"Author: The Sprague developers" in about.read()
    assert {"LICENSE-MIT", "LICENSE-APACHE", "python/sprague/py.typed", "README.md"} <= names
    for crate in ("sprague", "sprague-kernels", "sprague-certificate", "sprague-check", "sprague-census"):
        assert f"{crate}/Cargo.toml" in names, crate
