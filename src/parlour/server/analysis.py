"""What the exact solution says about a match or a position, as plain data. All of this runs in the worker process."""

from __future__ import annotations

from typing import Any

from parlour.drawing import scene_data, scene_of
from parlour.games.contract import Decision, State
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.match.match import HUMAN, Match
from parlour.match.record import contents, parse
from parlour.match.transcript import closing
from parlour.server.choosing import MOST_DECISIONS
from parlour.server.worker import Variant, solution_within

LARGEST_MATRIX = 40_000  # outcomes that are sent


def review_record(text: str, seconds: float) -> dict[str, Any]:
    """The review of the match in a record. All functions here get the seconds that solving may take."""
    match = parse(text)
    if len(match.decisions) > MOST_DECISIONS:
        raise ParlourError(f"a match of more than {MOST_DECISIONS} decisions takes too long to review here")
    return review(match, seconds)


def review(match: Match, seconds: float) -> dict[str, Any]:
    """Every decision with what it gave away and what was luck, and the boards in between."""
    from parlour.solver.grading import given_away, grade, turning_point

    game = match.game
    solution = solution_within(game, seconds)
    graded = grade(solution, match.decisions)
    turning = turning_point(graded)
    start = game.start()
    lower, upper = solution.bounds(start)
    return {
        "game": game.name,
        "title": game.title,
        "rules": game.named_rules(),
        "roles": game.words.PLAYERS,
        "seats": ["" if seat == HUMAN else seat for seat in match.seats],
        "start": {"scene": scene_data(scene_of(game, start)), "value": solution.value(start), "bounds": [lower, upper]},
        "decisions": [
            {
                "number": decision.number,
                "events": [line for line in events(game, decision.before, match.step(decision.number - 1)) if line],
                "choices": [
                    {
                        "player": choice.player,
                        "action": choice.action,
                        "label": game.label(decision.before, choice.player, choice.action),
                        "loss": choice.loss,
                        "best": mix_data(game, decision.before, choice.player, choice.best),
                    }
                    for choice in decision.choices
                ],
                "luck": decision.luck,
                "scene": scene_data(scene_of(game, decision.after)),
                "value": decision.value_after,
                "bounds": decision.bounds_after,
            }
            for decision in graded
        ],
        "given_away": given_away(graded),
        "turning_point": turning.number if turning else None,
        "widest": solution.certificate.widest,
        "result": {**contents(match)["result"], "lines": [line for line in closing(match) if line]},
    }


def events(game: Game, before: State, step: Any) -> list[str]:
    return game.words.events(game.rules, game.shown(before), step.first, step.second, step.after, ())


def explore(variant: Variant, decisions: list[Decision], seconds: float) -> dict[str, Any]:
    """A position: its value, both perfect mixes, what every action gives away, and the outcomes of all pairs."""
    match = Match(variant.load())
    for decision in decisions:
        match.decide(decision)
    game, state = match.game, match.state
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
                "best": mix_data(game, state, player, solution.policy(state, player)),
            }
        )
    rows, columns = (game.actions(state, player) or (None,) for player in (0, 1))
    if len(rows) * len(columns) <= LARGEST_MATRIX:
        found["matrix"] = [[solution.value(game.play(state, first, second)) for second in columns] for first in rows]
    return found


def mix_data(game: Game, state: State, player: int, mix: dict[int, float]) -> list[dict[str, Any]]:
    return [
        {"action": action, "label": game.label(state, player, action), "chance": chance}
        for action, chance in mix.items()
    ]
