"""In which respects evaluations that stand side by side are not comparable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.arena.evaluation.subject import CHANGEABLE, MODEL
from parlour.arena.harness.frozen import shown
from parlour.players.models.settings import ModelSettings

SHORT = 12  # characters of a hash


def differing(evaluations: Sequence[dict[str, Any]]) -> list[tuple[str, list[str]]]:
    """Every condition that is not the same for all, with its value for each; empty for those it does not concern."""
    found = [conditions_of(each) for each in evaluations]
    rows = []
    for name in dict.fromkeys(name for each in found for name in each):
        texts = [each.get(name, "") for each in found]
        if len(set(texts) - {""}) > 1:
            rows.append((name, texts))
    return rows


def conditions_of(evaluation: dict[str, Any]) -> dict[str, str]:
    """What can change a figure, apart from who the player is."""
    texts = {
        "seed, which draws positions, matches and questions": shown(evaluation["seed"]),
        "version of Parlour": evaluation["versions"]["parlour"],
        "questions": evaluation["questions"][:SHORT],
        **{name: sha256[:SHORT] for name, sha256 in evaluation["game"]["sha256"].items()},
    }
    if evaluation["max_turns"] is not None:
        texts["decisions of a match at most"] = shown(evaluation["max_turns"])
    player = evaluation["player"]
    if player["player"].startswith(MODEL):
        names = [name for name in ModelSettings._fields if name not in CHANGEABLE]
        texts |= {name: shown(player["settings"][name]) if name in player["settings"] else "not set" for name in names}
    return texts
