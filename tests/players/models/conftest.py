"""Makes models for tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from players.models.loopback import Loopback
from players.models.seats import KEY, Seat

from parlour.players.models.player import ModelPlayer, model_player


@pytest.fixture
def seat(monkeypatch: pytest.MonkeyPatch) -> Iterator[Seat]:
    """Makes players, and closes them at the end."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    made: list[ModelPlayer] = []

    def make(server: Loopback | str, **settings: object) -> ModelPlayer:
        url = server if isinstance(server, str) else server.url
        made.append(model_player("gpt-loop", {"base_url": url, "retries": 2, **settings})())
        return made[-1]

    yield make
    for player in made:
        player.close()
