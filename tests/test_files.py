"""A file is written completely or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from parlour.files import draft_of, write_file


def test_text_and_bytes_replace_a_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_file(path, "Grüße\n")
    assert path.read_text(encoding="utf-8") == "Grüße\n"
    write_file(path, b"\x00\xff")
    assert path.read_bytes() == b"\x00\xff"
    assert os.listdir(tmp_path) == ["file"]


def test_an_error_leaves_the_old_file_and_no_draft(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_file(path, "old")
    with pytest.raises(ValueError, match="interrupted"), draft_of(path) as draft:  # noqa: PT012
        draft.write_text("half of the new")
        assert path.read_text() == "old"
        raise ValueError("interrupted")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["file"]


def test_a_folder_that_cannot_be_synced_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def no_folders(handle: int) -> None:
        calls.append(handle)
        if len(calls) == 2:
            raise OSError(22, "Invalid argument")

    monkeypatch.setattr(os, "fsync", no_folders)
    write_file(tmp_path / "file", "new")
    assert (tmp_path / "file").read_text() == "new"
