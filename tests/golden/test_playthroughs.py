"""One match a game, told from each chair and compared with a committed file: any change of what people see shows.

To write the files anew after a change that is meant: PARLOUR_GOLDEN=write make test
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support import OURS

import parlour
from parlour.match.match import Match
from parlour.match.transcript import transcript
from parlour.players import play_match

FOLDER = Path(__file__).parent
VARIANTS = {
    **{name: parlour.game(name) for name in OURS},
    "resource-war-hidden": parlour.game("resource-war", hidden=1),
}


def playthrough(match: Match) -> str:
    """What each chair sees before every decision, and while one choice is sealed."""
    lines = [transcript(match)]
    again = Match(match.game, match.seats, match.seed)
    for number, decision in enumerate(match.decisions, start=1):
        lines.append(f"## Decision {number}")
        lines += [chair(again, seat) for seat in (0, 1, None)]
        if isinstance(decision, tuple):
            again.choose(0, decision[0])
            lines.append("### the first choice is sealed")
            lines += [chair(again, seat) for seat in (0, 1, None)]
            again.choose(1, decision[1])
        else:
            again.decide(decision)
    lines += ["## The end", *(chair(again, seat) for seat in (0, 1, None))]
    return "\n".join(lines) + "\n"


def chair(match: Match, seat: int | None) -> str:
    view = match.view(seat)
    name = "spectator" if seat is None else match.game.words.PLAYERS[seat]
    board = [
        "".join(span.text for span in line).rstrip() for line in match.game.words.board(view.game.rules, view.state)
    ]
    facts = [f"to act {view.to_act}", f"chosen {view.chosen}", f"actions {view.actions}", f"decided {view.decisions}"]
    return "\n".join([f"{name}: {view.state}", *board, *(f"  {fact}" for fact in facts)])


@pytest.mark.parametrize("name", VARIANTS)
def test_playthrough(name: str) -> None:
    path = FOLDER / f"{name}.txt"
    told = playthrough(play_match(VARIANTS[name], seed=11))
    if os.environ.get("PARLOUR_GOLDEN") == "write":
        path.write_text(told, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == told
