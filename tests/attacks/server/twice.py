"""What it takes to play the same scenario twice, so that two runs can be compared byte for byte."""

from __future__ import annotations

import itertools
import re
import secrets
from collections.abc import Callable, Iterable

import pytest

from parlour.server.cache import Cache
from parlour.server.matches import views
from parlour.server.matches.clocks import Clock

NONCE = "5c" * 32
HASH = re.compile(rb"[0-9a-f]{64}")


@pytest.fixture
def same_every_time(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Makes ids, secrets and times the same for every run that begins with a call of this."""
    numbers = itertools.count()

    def restart() -> None:
        nonlocal numbers
        numbers = itertools.count()
        monkeypatch.setattr(views, "_public", Cache(500))  # the same id is another match now

    monkeypatch.setattr(secrets, "token_urlsafe", lambda length: f"{next(numbers):0{length}d}-always-the-same")
    monkeypatch.setattr(Clock, "now", lambda _: 1_800_000_000_000)
    return restart


def without_hashes(messages: Iterable[bytes]) -> list[bytes]:
    """Commitments differ, as they must; nobody knows the 256 random bits in them."""
    return [HASH.sub(b"H" * 64, message) for message in messages]
