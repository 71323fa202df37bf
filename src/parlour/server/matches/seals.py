"""Sealed choices on disk: encrypted, all of one length, and bound to the slot that they belong to.

A choice is sealed by the rules of a match (`match/match.py`): it cannot be changed, and is opened when both are in. The
encryption here keeps it from readers of the store meanwhile.
"""

import hmac
import os
import secrets
import sys
from contextlib import suppress
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from parlour.files import sync
from parlour.games.errors import ParlourError
from parlour.match.commitments import NONCE_BYTES, SealedChoice, Slot

ACTION_BYTES = 4
KEY_BYTES = 32
IV_BYTES = 12  # as AES-GCM demands


class LostKey(ParlourError):
    """A sealed choice was made with another key, or does not belong to its slot."""


def fresh_nonce() -> bytes:
    return secrets.token_bytes(NONCE_BYTES)


class SealKey:
    """Encrypts choices for the store. All boxes have the same length, and each can be decrypted in its slot only."""

    def __init__(self, key: bytes) -> None:
        self._key, self._cipher = key, AESGCM(key)

    def fingerprint(self, address: str) -> str:
        """Stands for an address in the store. Only with the key can the address be found."""
        return hmac.digest(self._key, b"address|" + address.encode(), "sha256").hex()[:32]

    def encrypt(self, slot: Slot, choice: SealedChoice) -> bytes:
        iv = os.urandom(IV_BYTES)
        plain = choice.action.to_bytes(ACTION_BYTES, "big") + choice.nonce
        return iv + self._cipher.encrypt(iv, plain, label(slot))

    def decrypt(self, slot: Slot, box: bytes) -> SealedChoice:
        try:
            plain = self._cipher.decrypt(box[:IV_BYTES], box[IV_BYTES:], label(slot))
        except InvalidTag:
            raise LostKey("a sealed choice cannot be decrypted: the key has changed") from None
        return SealedChoice(int.from_bytes(plain[:ACTION_BYTES], "big"), plain[ACTION_BYTES:])


def label(slot: Slot) -> bytes:
    return f"{slot.match}|{slot.turn}|{slot.taken_back}|{slot.seat}".encode()


def load_key(path: Path) -> SealKey:
    """The key in a file; a new one, safe on disk before it is used, if there is no file."""
    try:
        key = path.read_bytes()
    except FileNotFoundError:
        key = make_key(path)
    if len(key) != KEY_BYTES:
        raise ParlourError(f"{path} is not a key of {KEY_BYTES} bytes; move it away to have a new one made")
    if sys.platform != "win32" and path.stat().st_mode & 0o077:
        raise ParlourError(f"other users may read or change {path}, the key of sealed choices; run: chmod 600 {path}")
    return SealKey(key)


def make_key(path: Path) -> bytes:
    """Write a new key under another name first: a file that is found is complete."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(secrets.token_bytes(KEY_BYTES))
    sync(draft)
    with suppress(FileExistsError):  # another server, started at the same moment, was faster
        os.link(draft, path)
    draft.unlink()
    sync(path.parent)
    return path.read_bytes()
