"""The unit for systemd is one that systemd and `parlour serve` understand."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from release.building import ROOT

from parlour.cli.serve import serve

UNIT = ROOT / "container" / "parlour.service"
TEXT = UNIT.read_text(encoding="utf-8")


def test_its_options_exist() -> None:
    known = {option for parameter in serve.params for option in parameter.opts}
    options = set(re.findall(r"--[\w-]+", TEXT))
    assert {"--database", "--key"} <= options <= known


def test_it_lets_the_games_be_compiled() -> None:
    assert "MemoryDenyWriteExecute=" not in TEXT


def test_the_key_is_not_next_to_the_matches() -> None:
    assert re.search(r"--database %S/parlour/\S+ --key %d/(\S+)", TEXT)
    assert "LoadCredential=seal.key:/etc/parlour/seal.key" in TEXT


def test_systemd_accepts_it(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("no systemd here")
    unit = tmp_path / UNIT.name
    unit.write_text(TEXT.replace("/opt/parlour/bin/parlour", sys.executable))
    checked = subprocess.run([analyze, "verify", unit], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")
