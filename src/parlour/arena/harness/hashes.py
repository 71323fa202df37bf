"""Hashes of everything that can change what a player is told or chooses: texts of games, and sources of own players."""

from __future__ import annotations

import hashlib
import shlex
import sys
from pathlib import Path

from parlour.games.game import Game
from parlour.players.base import Player
from parlour.players.roster import PREFIXES

RULES = "rules.py"
TEXTS = (RULES, "words.py", "RULES.md")  # what happens, what a seat sees, and what a language model reads
RENAMED = ("renamed.py", "RENAMED.md")  # the same in other words, where a game has them


def game_hashes(game: Game) -> dict[str, str]:
    """By the name of the file."""
    renamed = [name for name in RENAMED if (game.folder / name).is_file()]
    return {name: file_hash(game.folder / name) for name in (*TEXTS, *renamed)}


def player_hashes(spec: str, player: Player) -> dict[str, str]:
    """By the name of the file: the module that defines an own class, or the files that a command names.

    What these import or start is not followed. The players of Parlour belong to its version.
    """
    kind, colon, rest = spec.partition(":")
    if kind == "program":
        return {word: file_hash(Path(word)) for word in shlex.split(rest) if Path(word).is_file()}
    if not colon or kind in PREFIXES:
        return {}
    source = getattr(sys.modules[type(player).__module__], "__file__", None)
    return {Path(source).name: file_hash(Path(source))} if source else {}


def file_hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
