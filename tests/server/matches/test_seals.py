"""Boxes on disk: one length, one slot, one key; and the file that holds the key."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.games.errors import ParlourError
from parlour.match.commitments import SealedChoice, Slot
from parlour.server.matches.seals import KEY_BYTES, LostKey, SealKey, fresh_nonce, load_key

KEY = SealKey(b"k" * KEY_BYTES)
SLOT = Slot("match", 3, 1, 0)
slots = st.builds(
    Slot, st.sampled_from(["match", "match|3", "3"]), st.integers(1, 4), st.integers(0, 2), st.integers(0, 1)
)
choices = st.builds(SealedChoice, st.integers(0, 2**31 - 1), st.binary(min_size=32, max_size=32))


@given(slots, choices)
def test_a_box_opens_in_its_slot(slot: Slot, choice: SealedChoice) -> None:
    assert KEY.decrypt(slot, KEY.encrypt(slot, choice)) == choice


@given(slots, slots, choices)
def test_a_box_opens_in_no_other_slot(slot: Slot, other: Slot, choice: SealedChoice) -> None:
    if slot != other:
        with pytest.raises(LostKey):
            KEY.decrypt(other, KEY.encrypt(slot, choice))


@given(choices, st.integers(0, 63), st.integers(1, 255))
def test_a_changed_box_does_not_open(choice: SealedChoice, place: int, change: int) -> None:
    box = bytearray(KEY.encrypt(SLOT, choice))
    box[place] ^= change
    with pytest.raises(LostKey):
        KEY.decrypt(SLOT, bytes(box))


def test_a_box_needs_the_key_it_was_made_with() -> None:
    with pytest.raises(LostKey):
        SealKey(b"x" * KEY_BYTES).decrypt(SLOT, KEY.encrypt(SLOT, SealedChoice(1, fresh_nonce())))


@given(choices)
def test_all_boxes_have_the_same_length_and_no_two_are_equal(choice: SealedChoice) -> None:
    first, second = KEY.encrypt(SLOT, choice), KEY.encrypt(SLOT, choice)
    assert len(first) == len(second) == 64
    assert first != second


def test_a_choice_does_not_show_itself() -> None:
    assert "17" not in f"{SealedChoice(17, b'')!r} {SealedChoice(17, b'')}"


def test_a_key_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "seal.key"
    box = load_key(path).encrypt(SLOT, SealedChoice(5, fresh_nonce()))
    assert load_key(path).decrypt(SLOT, box).action == 5
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert list(path.parent.iterdir()) == [path]


def test_servers_that_start_together_have_the_same_key(tmp_path: Path) -> None:
    path = tmp_path / "seal.key"
    with ThreadPoolExecutor(8) as threads:
        keys = list(threads.map(lambda _: load_key(path), range(8)))
    box = keys[0].encrypt(SLOT, SealedChoice(5, fresh_nonce()))
    assert [key.decrypt(SLOT, box).action for key in keys] == [5] * 8


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602])
def test_a_key_that_others_can_read_or_change_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "seal.key"
    load_key(path)
    path.chmod(mode)
    with pytest.raises(ParlourError, match=f"run: chmod 600 {path}"):
        load_key(path)
    path.chmod(0o400)
    load_key(path)


def test_a_damaged_key_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "seal.key"
    path.write_bytes(b"short")
    with pytest.raises(ParlourError, match="not a key of 32 bytes"):
        load_key(path)
