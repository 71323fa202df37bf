"""The tasks of the workers, which run in their processes. The last argument is the seconds that solving may take.

Answers are made into JSON here: they can be long, and the server only passes them on.
"""

import time
from collections.abc import Sequence
from random import SystemRandom
from typing import Any

from parlour.coach.reviews import analysis_document, review_match
from parlour.coach.wording import mix_document
from parlour.drawing import scene_data, scene_of
from parlour.games.contract import State
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.games.line import MAX_TURNS, Choices, Line, turn_events
from parlour.match.match import HUMAN, Match, View
from parlour.match.record import dump, finish, is_plain, parse
from parlour.match.transcript import closing
from parlour.players.base import Contestant
from parlour.players.roster import player as by_name
from parlour.players.search.search import Search
from parlour.server.compact import compact
from parlour.server.contents import check_line, line_in, object_in
from parlour.server.errors import BadRequest
from parlour.server.live.worker import TakesLong
from parlour.server.matches.past_turns import turn_texts
from parlour.server.matches.records import FinishedMatch, record_of
from parlour.server.matches.seats import GivenTurn
from parlour.server.matches.stored import pack
from parlour.server.store.transaction import TurnRow

LARGEST_MATRIX = 40_000  # outcomes of a position that are sent
SEARCH = 0.3  # seconds that the player `search` may think


def solution_within(game: Game, seconds: float) -> Any:
    """The solution of a game; TakesLong if finding it takes longer."""
    from parlour.solver.memory import solution_of

    deadline = time.monotonic() + seconds

    def progress(*_: object) -> None:
        if time.monotonic() > deadline:
            raise TakesLong(f"{game.title} with these rules takes too long to solve on this server")

    return solution_of(game, progress)


# Computer players


def computer_choice(
    game: Game, state: State, seat: int, choices: tuple[Choices, ...], player: str, seconds: float
) -> int:
    """The choice of a computer player, from the view of its seat. It needs the past choices if states are hidden."""
    chosen = by_name(player)
    if isinstance(chosen, Search):
        chosen = Search(seconds=SEARCH)
    elif needs_solution(player):
        solution_within(game, seconds)
    return chosen.choose(View.of(game, seat, state, choices, game.to_act(state)), SystemRandom())


def is_quick(player: str, game: Game) -> bool:
    """Whether a player chooses at once: it neither searches nor has to solve the game first."""
    return not isinstance(by_name(player), Search) and (game.comes_solved or not needs_solution(player))


def needs_solution(player: str) -> bool:
    return Contestant(by_name(player)).consults_solution


def check_solvable(game: Game, seconds: float) -> None:
    """Raises a ParlourError if a game cannot be solved here."""
    solution_within(game, seconds)


# Long matches


def given_turns(game: Game, turns: list[Any], _: float) -> tuple[GivenTurn, ...]:
    """The turns before a match begins, checked and with their states."""
    line = check_line(game, turns)
    if not line.to_act:
        raise BadRequest("the game is over after these turns")
    return tuple([GivenTurn(*turn.both, pack(turn.after)) for turn in line.turns])


def render(game: Game, rows: Sequence[TurnRow], known: int, _: float) -> list[str]:
    """Past turns as JSON."""
    return turn_texts(game, rows, known)


def record(match: FinishedMatch, _: float) -> str:
    """The record of a match on this server."""
    return record_of(match)


# Reviews and the explorer


def review(match: FinishedMatch, seconds: float) -> str:
    """The review of a match on this server."""
    return compact(review_record(record_of(match), seconds))


def review_upload(data: bytes, seconds: float) -> str:
    """The review of any record, or of the match in a shared link."""
    content = object_in(data)
    text = content["record"] if "record" in content else dump(shared_match(content))
    if not isinstance(text, str):
        raise BadRequest("record must be the text of a record")
    return compact(review_record(text, seconds))


def shared_match(content: dict[str, Any]) -> Match:
    """The match in a link: its seats, its turns, and its result, since it may have ended before the game."""
    match = Match.at(line_in(content))
    seats, result = content.get("seats", ["", ""]), content.get("result", {})
    if not isinstance(seats, list) or len(seats) != 2 or not all(map(is_plain, seats)):
        raise BadRequest("seats must be two plain names")
    if not isinstance(result, dict):
        raise BadRequest("result must be that of a review")
    match.seats = (seats[0] or HUMAN, seats[1] or HUMAN)
    finish(match, result)
    return match


def review_record(text: str, seconds: float) -> dict[str, Any]:
    """The analysis of the match in a record, as the terminal has it, with the boards and the events for the page."""
    match = parse(text, MAX_TURNS)
    game, start = match.game, match.game.start()
    solution = solution_within(game, seconds)
    document = analysis_document(match, solution, review_match(solution, match))
    for entry, turn, public in zip(document["turns"], match.line.turns, match.line.public_turns, strict=True):
        entry["events"] = list(filter(None, turn_events(game, public)))
        entry["scene"] = scene_data(scene_of(game, turn.after))
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
        "result": {**document["result"], "lines": list(filter(None, closing(match)))},
    }


def explore_upload(data: bytes, seconds: float) -> str:
    """The position that a client asks for."""
    return compact(explore(line_in(object_in(data)), seconds))


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
    if game.shown(state) != state:
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
