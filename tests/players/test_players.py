"""The players, and what happens when one fails."""

from __future__ import annotations

import re
from random import Random

import pytest
from support import ALL, SIXTH

import parlour
from parlour.match.match import Match, View
from parlour.match.record import dump, parse
from parlour.players import Perfect, Scripted, Search, Uniform, play_match, player, player_names
from parlour.players.base import BadPlayer
from parlour.players.habits.characters import CHARACTERS
from parlour.players.habits.levels import Level

WAR = parlour.game("resource-war")


@pytest.mark.parametrize("name", ALL)
def test_random_players_finish_every_game_and_a_seed_repeats_the_match(name: str) -> None:
    game = parlour.game(name)
    match = play_match(game, "random", "random", seed=5)
    assert match.result.outcome in ("won", "drawn")
    assert play_match(game, seed=5).line.choices == match.line.choices
    assert any(play_match(game, seed=seed).line.choices != match.line.choices for seed in range(5))


def test_random_chooses_every_action_about_equally_often() -> None:
    view = Match(WAR).view(0)
    counts = [0] * 11
    for seed in range(2200):
        counts[Uniform().choose(view, Random(seed))] += 1
    assert min(counts) > 140
    assert max(counts) < 260


def test_a_scripted_player_plays_its_script() -> None:
    match = play_match(WAR, Scripted([3, 4, 2, 1]), Scripted([2, 5, 3, 0]))
    assert match.result.winner == 0
    assert match.seats == ("scripted", "scripted")


def test_a_script_that_ends_early_is_reported() -> None:
    match = play_match(WAR, Scripted([0]), Scripted([0, 0]))
    assert match.result.outcome == "failed"
    failure = match.result.failure
    assert failure is not None
    assert failure.player == 0
    assert "the script ends after 1 actions" in failure.reason


class Liar:
    def choose(self, view: View, random: Random) -> int:
        return 99


class Crasher:
    def choose(self, view: View, random: Random) -> int:
        raise RuntimeError("out of ideas")


class Recorder(Uniform):
    def __init__(self) -> None:
        self.views: list[View] = []

    def choose(self, view: View, random: Random) -> int:
        self.views.append(view)
        return super().choose(view, random)


def test_an_illegal_action_ends_the_match_and_names_the_player() -> None:
    match = play_match(WAR, "random", Liar())
    assert match.result.winner is None
    assert match.result.failure == (1, "Player 2 (player 1) cannot choose 99; allowed: 0 to 10")
    assert match.game.returns(match.state) == (0, 0)
    assert match.line.choices == ()


def test_a_crash_ends_the_match_with_the_reason() -> None:
    match = play_match(WAR, Crasher(), "random")
    assert match.result.failure == (0, "it raised RuntimeError('out of ideas')")


def test_a_crash_in_the_rules_names_the_line() -> None:
    class Careless:
        def choose(self, view: View, random: Random) -> int:
            view.game.module.play(view.game.rules, view.state, "two", 0)  # type: ignore[arg-type]
            return 0

    failure = play_match(WAR, Careless(), "random").result.failure
    assert failure is not None
    assert failure.player == 0
    assert re.fullmatch(r"it raised TypeError\(.*\) \(rules.py, line \d+\)", failure.reason)


def test_ctrl_c_is_not_reported_as_a_failure() -> None:
    class Interrupted:
        def choose(self, view: View, random: Random) -> int:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_match(WAR, Interrupted(), "random")


def test_the_second_player_to_be_asked_sees_no_more_than_the_first() -> None:
    first, second = Recorder(), Recorder()
    play_match(parlour.game(SIXTH), first, second)
    for one, two in zip(first.views, second.views, strict=True):
        assert one._replace(player=None) == two._replace(player=None, chosen=())


def test_players_are_found_by_name() -> None:
    assert list(player_names()) == ["random", "beginner", "easy", "medium", "hard", "perfect", "search", *CHARACTERS]
    assert all(description and len(description) < 60 for description in player_names().values())
    assert isinstance(player("random"), Uniform)
    assert isinstance(player("hard"), Level)
    assert isinstance(player("perfect"), Perfect)
    assert isinstance(player("search"), Search)
    with pytest.raises(BadPlayer, match="there is no player 'deep-blue'; the players are: random, beginner"):
        player("deep-blue")


def test_a_reason_with_line_breaks_leaves_a_record_that_can_be_read() -> None:
    class Verbose(Exception):
        def __repr__(self) -> str:
            return "two\nlines\x1b[2J"

    class Broken:
        def choose(self, view: View, random: Random) -> int:
            raise Verbose

    match = parlour.play_match(parlour.game("resource-war"), Broken(), "random")
    assert match.result.failure == (0, "it raised two lines [2J")
    assert parse(dump(match)).result == match.result
