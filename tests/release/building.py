"""Builds the wheel and the sdist, and installs the wheel as an ordinary user finds it: nothing there can be written."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent.parent
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
ORDINARY_USERS = [  # what a root user starts a program with, so that read-only files are read-only
    ["unshare", "--user", "--map-user=54321", "--map-group=54321"],
    ["setpriv", "--inh-caps=-all", "--bounding-set=-all"],
]


def build(kind: str, tree: Path, to: Path) -> Path:
    """The file that `hatchling` builds from a source tree: a `wheel` or an `sdist`."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(to)]
    subprocess.run(command, cwd=tree, check=True, capture_output=True)
    (file,) = to.iterdir()
    return file


class Installed(NamedTuple):
    """An environment with the wheel, a home that cannot be written, and a folder that can."""

    programs: Path
    home: Path
    work: Path

    def start(self, program: str, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [*as_ordinary_user(), str(self.programs / program), *arguments],
            cwd=self.work,
            env={"PATH": os.defpath, "HOME": str(self.home), "LANG": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def output(self, program: str, *arguments: str) -> str:
        process = self.start(program, *arguments)
        out, error = process.communicate(timeout=300)
        assert process.returncode == 0, f"{program} {' '.join(arguments)}: {error}"
        return out


def as_ordinary_user() -> list[str]:
    """The words before a command that take away what only root may do."""
    if os.geteuid() != 0:
        return []
    for words in ORDINARY_USERS:
        try:
            if subprocess.run([*words, "true"], capture_output=True, check=False).returncode == 0:
                return words
        except FileNotFoundError:
            continue
    pytest.skip("root cannot start a program as an ordinary user here")


def install(wheel: Path, folder: Path) -> Installed:
    """Only the wheel is installed. What it needs comes from the environment of the tests, so nothing is downloaded."""
    environment = folder / "environment"
    venv.create(environment, symlinks=True, with_pip=False)
    programs = environment / "bin"
    command = [*PIP, "--python", str(programs / "python"), "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(command, check=True)
    (packages,) = environment.glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    installed = Installed(programs, folder / "home", folder / "work")
    installed.home.mkdir()
    installed.work.mkdir()
    return installed


@contextmanager
def read_only(*folders: Path) -> Iterator[None]:
    """Within this block nothing in these folders can be written."""
    inside = [path for folder in folders for path in [folder, *folder.rglob("*")] if path.is_dir()]
    for path in inside:
        path.chmod(0o555)
    yield
    for path in inside:
        path.chmod(0o755)
