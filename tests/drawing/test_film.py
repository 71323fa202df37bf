"""The film of a match in README.md."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_film_moves_calmly_and_loads_fast(theme: str) -> None:
    path = PICTURES / f"match-{theme}.webp"
    assert path.stat().st_size < 1_500_000
    durations = []
    with Image.open(path) as film:
        for number in range(film.n_frames):  # type: ignore[attr-defined]
            film.seek(number)
            film.load()
            durations.append(film.info["duration"])
    assert len(durations) > 10
    assert min(durations) >= 1_500
