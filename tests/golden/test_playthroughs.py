"""One match per game, as each seat sees it, compared with a committed file. Any change in what people see fails.

To update the files after an intended change, or to add the file of a new game:

    PARLOUR_GOLDEN=write .venv/bin/python -m pytest tests/golden
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
    """What each seat sees before every turn, and while one choice is sealed."""
    lines = [transcript(match)]
    again = Match(match.game, match.seats, match.seed)
    for number, choices in enumerate(match.line.choices, start=1):
        lines.append(f"## Turn {number}")
        lines += [seen(again, seat) for seat in (0, 1, None)]
        if len(choices) == 2:
            again.choose(0, choices[0])
            lines.append("### the first choice is sealed")
            lines += [seen(again, seat) for seat in (0, 1, None)]
            again.choose(1, choices[1])
        else:
            again.play(*choices)
    lines += ["## The end", *(seen(again, seat) for seat in (0, 1, None))]
    return "\n".join(lines) + "\n"


def seen(match: Match, seat: int | None) -> str:
    view = match.view(seat)
    name = "spectator" if seat is None else match.game.words.PLAYERS[seat]
    board = [
        "".join(span.text for span in line).rstrip() for line in match.game.words.board(view.game.rules, view.state)
    ]
    decided = tuple(choices if len(choices) == 2 else choices[0] for choices in view.choices)
    facts = [f"to act {view.to_act}", f"chosen {view.chosen}", f"actions {view.actions}", f"decided {decided}"]
    return "\n".join([f"{name}: {view.state}", *board, *(f"  {fact}" for fact in facts)])


@pytest.mark.parametrize("name", VARIANTS)
def test_a_playthrough_is_as_committed(name: str) -> None:
    path = FOLDER / f"{name}.txt"
    text = playthrough(play_match(VARIANTS[name], seed=11))
    if os.environ.get("PARLOUR_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), __doc__
    assert path.read_text(encoding="utf-8") == text, __doc__
