"""What the exact solution says about a match or a position, as plain data. All of this runs in the worker process."""

from __future__ import annotations

from typing import Any

from parlour.coach.reviews import analysis_document, review_match
from parlour.coach.wording import mix_document
from parlour.drawing import scene_data, scene_of
from parlour.games.errors import ParlourError
from parlour.games.line import MAX_TURNS, Line
from parlour.match.match import HUMAN
from parlour.match.record import parse
from parlour.match.transcript import closing
from parlour.server.live.worker import solution_within
from parlour.server.matches.views import events

LARGEST_MATRIX = 40_000  # outcomes that are sent


def review_record(text: str, seconds: float) -> dict[str, Any]:
    """The analysis of the match in a record, as the terminal has it, with the boards and the events for the page.

    All functions here get the seconds that solving may take.
    """
    match = parse(text)
    if len(match.line) > MAX_TURNS:
        raise ParlourError(f"a match of more than {MAX_TURNS} turns takes too long to review here")
    game, start = match.game, match.game.start()
    solution = solution_within(game, seconds)
    document = analysis_document(match, solution, review_match(solution, match))
    for entry, turn, public in zip(document["turns"], match.line.turns, match.line.public_turns, strict=True):
        entry |= {"events": events(game, public), "scene": scene_data(scene_of(game, turn.after))}
    return {
        **document,
        "title": game.title,
        "roles": game.words.PLAYERS,
        "seats": ["" if seat == HUMAN else seat for seat in match.seats],
        "start": {
            "scene": scene_data(scene_of(game, start)),
            "value_after": solution.value(start),
            "bounds_after": solution.bounds(start),
        },
        "result": {**document["result"], "lines": [line for line in closing(match) if line]},
    }


def explore(line: Line, seconds: float) -> dict[str, Any]:
    """A position: its value, both perfect mixes, the loss of every action, and the outcomes of all pairs."""
    game, state = line.game, line.state
    solution = solution_within(game, seconds)
    found: dict[str, Any] = {
        "game": game.name,
        "title": game.title,
        "rules": game.named_rules(),
        "roles": game.words.PLAYERS,
        "state": game.shown(state)._asdict(),
        "scene": scene_data(scene_of(game, state)),
        "value": solution.value(state),
        "bounds": solution.bounds(state),
        "over": game.is_over(state),
        "players": [],
        "matrix": None,
    }
    if game.is_over(state):
        return found
    if hasattr(game.module, "shown") and game.shown(state) != state:
        raise ParlourError("positions of this variant have hidden parts, so they cannot be explored")
    for player in game.to_act(state):
        losses = solution.losses(state, player)
        found["players"].append(
            {
                "player": player,
                "actions": [
                    {"action": action, "label": game.label(state, player, action), "loss": loss}
                    for action, loss in losses.items()
                ],
                "best": mix_document(game, state, player, solution.policy(state, player)),
            }
        )
    rows, columns = (game.actions(state, player) or (None,) for player in (0, 1))
    if len(rows) * len(columns) <= LARGEST_MATRIX:
        found["matrix"] = [[solution.value(game.play(state, first, second)) for second in columns] for first in rows]
    return found
