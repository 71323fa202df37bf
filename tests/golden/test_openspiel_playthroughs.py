"""OpenSpiel playthroughs with what each player observes, compared with committed files.

To update the files after an intended change, or to add the file of a new game:

    PARLOUR_GOLDEN=write .venv/bin/python -m pytest tests/golden
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from open_spiel.python.algorithms.generate_playthrough import playthrough
from support import OURS

import parlour.envs.openspiel  # noqa: F401  # registers the games

FOLDER = Path(__file__).parent
SHORT = {
    "token-showdown": "tokens=12,points=3,max_turns=12",
    "color-capture": "max_turns=15",
    "resource-war": "max_turns=12",
}
GAMES = {
    **{name: f"parlour_{name.replace('-', '_')}({SHORT.get(name, 'max_turns=20')})" for name in OURS},
    "resource-war-hidden": "parlour_resource_war(hidden=True,max_turns=12)",
}


@pytest.mark.parametrize("name", GAMES)
def test_an_openspiel_playthrough_is_as_committed(name: str) -> None:
    path = FOLDER / f"openspiel-{name}.txt"
    text = playthrough(GAMES[name], None, seed=5)
    if os.environ.get("PARLOUR_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), __doc__
    assert path.read_text(encoding="utf-8") == text, __doc__
