"""Records on disk: a complete record is never lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support import played

import parlour
from parlour import storage
from parlour.match.record import BadRecord, dump

WAR = parlour.game("resource-war")


def test_a_saved_match_can_be_loaded(tmp_path: Path) -> None:
    match = played(WAR, (3, 2))
    assert storage.save(match, tmp_path / "match.json") == (tmp_path / "match.json").read_bytes()
    assert dump(storage.load(tmp_path / "match.json")) == dump(match)
    assert os.listdir(tmp_path) == ["match.json"]


def test_a_failed_write_leaves_the_previous_record_intact(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.json"
    storage.save(played(WAR, (3, 2)), path)
    good = path.read_bytes()

    def full_disk(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space left"):
        storage.save(played(WAR, (3, 2), (1, 1)), path)
    assert path.read_bytes() == good
    assert os.listdir(tmp_path) == ["match.json"]


def test_a_full_disk_leaves_no_empty_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full_disk(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space left"):
        storage.create(played(WAR, (3, 2)), tmp_path / "match.json")
    assert os.listdir(tmp_path) == []


def test_a_process_killed_while_writing_leaves_a_complete_record(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    storage.save(played(WAR, (3, 2)), path)
    busy = (
        "import sys, itertools, parlour\n"
        "from parlour import storage\n"
        "from parlour.match.match import Match\n"
        "match = Match(parlour.game('resource-war', stall=0))\n"
        "for number in itertools.count():\n"
        "    match.play(0, 0); storage.save(match, sys.argv[1])\n"
        "    if number == 2: print('busy', flush=True)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", busy, str(path)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"busy\n"
    time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert len(storage.load(path).line) >= 3


def test_saving_through_a_link_keeps_the_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    storage.save(played(WAR, (3, 2)), real)
    link.symlink_to(real)
    storage.save(played(WAR, (1, 1)), link)
    assert link.is_symlink()
    assert storage.load(real).line.choices == ((1, 1),)


def test_an_unreadable_record_is_rejected_with_the_file_and_the_reason(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match=r"missing\.json cannot be read: No such file"):
        storage.load(tmp_path / "missing.json")
    with pytest.raises(BadRecord, match="cannot be read: Is a directory"):
        storage.load(tmp_path)
    odd = tmp_path / "odd.json"
    odd.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match=r"odd\.json is not a text file"):
        storage.load(odd)
    odd.write_text("{}")
    with pytest.raises(BadRecord, match=r"odd\.json: not a record of a Parlour match"):
        storage.load(odd)


def test_an_endless_file_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "LARGEST", 1000)
    with pytest.raises(BadRecord, match="larger than any record"):
        storage.load("/dev/zero")
