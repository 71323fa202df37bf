"""The five games under other names and with other numbers, but with the same structure, for models that know ours.

Each file here is the whole text of one game: rules, positions and actions. The rules that decide stay the game's own,
so nothing but the words can differ.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from parlour.players.models.renamed.color_capture import RenamedColorCapture
from parlour.players.models.renamed.names import Renamed
from parlour.players.models.renamed.resource_war import RenamedResourceWar
from parlour.players.models.renamed.token_showdown import RenamedTokenShowdown
from parlour.players.models.renamed.token_tactics import RenamedTokenTactics
from parlour.players.models.renamed.tower_siege import RenamedTowerSiege

RENAMED: dict[str, type[Renamed]] = {
    "token-tactics": RenamedTokenTactics,
    "token-showdown": RenamedTokenShowdown,
    "tower-siege": RenamedTowerSiege,
    "color-capture": RenamedColorCapture,
    "resource-war": RenamedResourceWar,
}


def names_digest() -> str:
    """A hash of all texts in this folder."""
    files = sorted(path for path in Path(__file__).parent.iterdir() if path.suffix in (".md", ".py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()
