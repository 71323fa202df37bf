"""The wheel has everything that runs, the sdist everything that the wheel and its tests are made from."""

from __future__ import annotations

import tarfile
import zipfile
from email import message_from_bytes
from pathlib import Path

from release.building import ROOT, build

import parlour

NO_CODE = {"__pycache__", ".mypy_cache", ".ruff_cache"}


def source_files() -> set[str]:
    """The files of the package, named as in the wheel."""
    files = (path for path in (ROOT / "src").rglob("*") if path.is_file())
    return {path.relative_to(ROOT / "src").as_posix() for path in files if not NO_CODE & set(path.parts)}


def test_the_wheel_is_the_package_and_nothing_else(tmp_path: Path) -> None:
    with zipfile.ZipFile(build("wheel", ROOT, tmp_path)) as wheel:
        names = set(wheel.namelist())
        about = f"parlour-{parlour.__version__}.dist-info"
        metadata = message_from_bytes(wheel.read(f"{about}/METADATA"))
    assert {name for name in names if not name.startswith(about)} == source_files()
    assert f"{about}/licenses/LICENSE" in names
    assert metadata["Version"] == parlour.__version__
    assert metadata["Requires-Python"] == ">=3.11"


def test_an_sdist_is_enough_to_build_the_same_wheel(tmp_path: Path) -> None:
    (tmp_path / "unpacked").mkdir()
    with tarfile.open(build("sdist", ROOT, tmp_path / "sdist")) as sdist:
        sdist.extractall(tmp_path / "unpacked", filter="data")
    (tree,) = (tmp_path / "unpacked").iterdir()
    with zipfile.ZipFile(build("wheel", tree, tmp_path / "wheel")) as wheel:
        assert source_files() <= set(wheel.namelist())
    for path in ("Makefile", "requirements.txt", "LICENSE", "examples", "benchmarks", "tests/release", "tools"):
        assert (tree / path).exists(), path
