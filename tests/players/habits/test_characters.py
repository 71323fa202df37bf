"""The characters: what they do, that it can be learnt, and that they are no easy opponents before."""

from __future__ import annotations

import numpy as np
import pytest
from support import SIXTH, with_file

import parlour
from parlour.arena.statistics.exact import exact_table
from parlour.games.game import Game
from parlour.games.habits import FREE, Seen
from parlour.players import Perfect, player_names
from parlour.players.habits import habitual
from parlour.players.habits.characters import CHARACTERS, Character
from parlour.players.roster import load_player
from parlour.server.contents import new_match_in
from parlour.server.live.tasks import computer_choice
from parlour.solver.memory import solution_of
from parlour.solver.policies.best_response import best_response
from parlour.solver.policies.matchup import matchup

SMALL = [
    parlour.game("token-tactics", start=4, cap=6),
    parlour.game("token-showdown", tokens=8, points=2),
    parlour.game("tower-siege", tower=4, cards=2),
    parlour.game("color-capture", repeats=3),
    parlour.game("resource-war", points=4, target=3),
    parlour.game(SIXTH),
]
WAR, TACTICS, SIEGE = (parlour.game(name) for name in ("resource-war", "token-tactics", "tower-siege"))
SHOWDOWN, CAPTURE = parlour.game("token-showdown"), parlour.game("color-capture")
FIRST = (0, 15, 0, 0, 0, 0, 0, 0, 1, 0)  # the start of Color Capture


def habit_in(character: str, game: Game, state: tuple[int, ...], seat: int) -> str | None:
    """What a character always does in a state; None if it plays perfectly there."""
    full = game.module.State(*state)
    actions = game.actions(full, seat)
    seen = Seen(full._fields, np.array([full]), seat, np.array([len(actions)]))
    option = int(habitual.character_habit(character, game).options(seen)[0])
    return None if option == FREE else game.label(full, seat, actions[option])


def test_every_character_has_a_habit_in_every_game() -> None:
    games = [parlour.game(name).part("opponents").CHARACTERS for name in with_file("opponents.py")]
    assert all(list(CHARACTERS) == list(habits) for habits in [*games, habitual.CHARACTER_HABITS])
    assert set(CHARACTERS) < set(player_names())
    sentences = [habit.sentence for habits in games for habit in habits.values()]
    assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
@pytest.mark.untraced
def test_mixes_are_the_same_state_by_state_and_all_at_once(game: Game) -> None:
    for name in CHARACTERS:

        def one_by_one(state: object, seat: int, character: Character = Character(name)) -> object:  # noqa: B008
            return character.mix(game, state, seat)  # type: ignore[arg-type]

        slowly = matchup(game, one_by_one, one_by_one)  # type: ignore[arg-type]
        assert matchup(game, Character(name), Character(name)).values == pytest.approx(slowly.values)


def test_habits_in_token_showdown() -> None:
    assert habit_in("hoarder", SHOWDOWN, (100, 98, 0, 1, 0), 0) == "bid 1"
    assert habit_in("hoarder", SHOWDOWN, (98, 96, 0, 2, 0), 0) is None
    assert habit_in("hothead", SHOWDOWN, (70, 80, 0, 1, 0), 0) == "bid 23"
    assert habit_in("hothead", SHOWDOWN, (70, 80, 1, 1, 0), 0) is None
    assert habit_in("bully", SHOWDOWN, (70, 80, 0, 1, 0), 1) == "bid 26"
    assert habit_in("clockwork", SHOWDOWN, (100, 100, 0, 0, 0), 1) == "bid 12"
    assert habit_in("sentry", SHOWDOWN, (60, 41, 1, 3, 0), 0) == "bid 20"
    assert habit_in("sentry", SHOWDOWN, (60, 41, 1, 2, 0), 0) is None


def test_habits_in_resource_war() -> None:
    assert habit_in("hoarder", WAR, (10, 10, 0, 0, 0, 0, 0, 0, 0), 0) == "bid 0"
    assert habit_in("hoarder", WAR, (10, 9, 0, 1, 0, 1, 2, 0, 0), 0) is None
    assert habit_in("hothead", WAR, (9, 7, 0, 2, 0, 1, 2, 0, 0), 0) == "bid 4"
    assert habit_in("bully", WAR, (9, 7, 0, 2, 0, 1, 2, 0, 0), 1) == "bid 3"
    assert habit_in("clockwork", WAR, (8, 8, 1, 1, 1, 1, 2, 0, 0), 1) == "bid 1"
    assert habit_in("sentry", WAR, (10, 10, 0, 0, 0, 0, 0, 0, 0), 1) == "bid 4"


def test_habits_in_token_tactics() -> None:
    assert habit_in("hoarder", TACTICS, (10, 9, 1, 0, 0), 0) == "fortify"
    assert habit_in("hoarder", TACTICS, (10, 9, 1, 1, 0), 1) == "defend with 4"
    assert habit_in("hoarder", TACTICS, (15, 9, 1, 0, 0), 0) == "attack"  # a full reserve cannot fortify
    assert habit_in("hothead", TACTICS, (10, 9, 2, 0, 0), 1) == "attack"
    assert habit_in("hothead", TACTICS, (10, 9, 2, 1, 0), 1) == "commit 4"
    assert habit_in("bully", TACTICS, (10, 9, 1, 0, 0), 0) == "attack"
    assert habit_in("clockwork", TACTICS, (10, 9, 1, 1, 0), 0) == "commit 5"
    assert habit_in("sentry", TACTICS, (10, 9, 1, 1, 0), 1) == "defend with 5"


def test_habits_in_tower_siege() -> None:
    full = 0b11111
    battle = (3, 3, full, 0b00111, 1, 1, 0)  # the first player moved into it
    assert habit_in("hoarder", SIEGE, battle, 1) == "card 1"
    assert habit_in("hoarder", SIEGE, battle, 0) is None
    assert habit_in("hothead", SIEGE, battle, 1) == "card 3"
    assert habit_in("hothead", SIEGE, (3, 5, full, full, 1, 0, 0), 0) == "move 3"
    assert habit_in("bully", SIEGE, (3, 5, full, full, 1, 0, 0), 0) == "move 2"
    assert habit_in("bully", SIEGE, (0, 2, full, full, 1, 0, 0), 0) == "move 2"
    assert habit_in("bully", SIEGE, (3, 7, full, full, 1, 0, 0), 0) is None
    assert habit_in("bully", SIEGE, battle, 0) == "card 4"
    assert habit_in("clockwork", SIEGE, battle, 0) == "card 3"
    assert habit_in("sentry", SIEGE, battle, 1) == "card 2"


def test_habits_in_color_capture() -> None:
    later = (1, 11, 1, 0, 1, 1, 1, 0, 1, 0)  # at the left end is blue, at the right end green
    assert habit_in("hoarder", CAPTURE, later, 0) == "take position 11: Green"
    assert habit_in("hothead", CAPTURE, later, 0) is None
    assert habit_in("hothead", CAPTURE, (1, 12, 1, 1, 0, 0, 0, 1, 2, 0), 1) == "take position 12: Red"
    assert habit_in("bully", CAPTURE, later, 0) == "take position 11: Green"
    assert habit_in("bully", CAPTURE, FIRST, 0) is None
    assert habit_in("clockwork", CAPTURE, later, 0) == "take position 11: Green"
    assert habit_in("clockwork", CAPTURE, (1, 13, 1, 0, 0, 0, 0, 1, 1, 0), 0) == "take position 1: Blue"
    assert habit_in("sentry", CAPTURE, later, 0) == "take position 1: Blue"
    assert habit_in("sentry", CAPTURE, FIRST, 0) is None


def test_a_character_follows_its_habit_and_plays_perfectly_elsewhere() -> None:
    hothead, lost = Character("hothead"), WAR.module.State(9, 7, 0, 2, 0, 1, 2, 0, 0)
    assert hothead.mix(WAR, lost, 0) == {4: 1.0}
    assert hothead.mix(WAR, WAR.start(), 0) == Perfect().mix(WAR, WAR.start(), 0)
    assert hothead.mix(TACTICS, TACTICS.start(), 1) == {}


@pytest.mark.parametrize("name", CHARACTERS)
def test_servers_and_tables_know_the_characters_by_name(name: str) -> None:
    new, seat = new_match_in({"game": "resource-war", "opponent": name}, "creator")
    assert new.seats[1 - seat].name == name
    game = parlour.game("resource-war", points=4, target=3)
    assert 0 <= computer_choice(game, game.start(), 1, (), name, 10.0) <= 4
    assert exact_table(game, {name: load_player(name)(), "perfect": Perfect()}).average(name) <= 0.0


def test_in_other_games_a_habit_is_half_of_all_choices() -> None:
    game = parlour.game(SIXTH)
    usual, chosen = (each.mix(game, game.start(), 0) for each in (Perfect(), Character("hoarder")))
    lowest = game.actions(game.start(), 0)[0]
    assert chosen[lowest] == pytest.approx(0.5 + usual.get(lowest, 0.0) / 2)
    assert sum(chosen.values()) == pytest.approx(1.0)


@pytest.mark.parametrize("game", [WAR, TACTICS, CAPTURE], ids=lambda game: game.name)
@pytest.mark.untraced
def test_learning_the_habit_beats_a_character_where_the_seat_is_not_lost_anyway(game: Game) -> None:
    value = solution_of(game).value(game.start())
    for name in CHARACTERS:
        for seat, usual in enumerate((-value, value)):  # of the other player against perfect play
            learnt = best_response(game, Character(name), 1 - seat).value
            assert learnt > min(0.99, usual + 0.25), (name, seat)
