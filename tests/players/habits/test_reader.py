"""The model of a person, and the player that uses it: what it notices, what it gains, and what it risks at most."""

from __future__ import annotations

from itertools import product
from math import log

import numpy as np
import pytest
from support import SIXTH, with_file

import parlour
from parlour.games.game import Game
from parlour.games.habits import largest
from parlour.games.line import Choices, Line
from parlour.players import Perfect, play_match
from parlour.players.base import Player
from parlour.players.habits import reader
from parlour.players.habits.choices import MadeChoice, choices_of
from parlour.players.habits.habitual import Casual, calibration_opponents
from parlour.players.habits.person import Person
from parlour.players.habits.reader import RISK, Reader, exploiting_mix
from parlour.solver.memory import solution_of
from parlour.solver.policies.matchup import matchup
from parlour.solver.states.stage import stages

SHOWDOWN = parlour.game("token-showdown", tokens=5, points=2)
WAR = parlour.game("resource-war", points=3, target=2)
CAPTURE = parlour.game("color-capture", repeats=2)


def choices(game: Game, person: Player, seeds: range) -> list[MadeChoice]:
    """What a player chooses in matches against a casual one."""
    return [
        choice
        for seed in seeds
        for choice in choices_of(play_match(game, person, "medium", seed=seed, max_turns=100).line, 0)
    ]


@pytest.mark.parametrize("name", with_file("opponents.py"))
def test_every_casual_strategy_has_words(name: str) -> None:
    casual = parlour.game(name).part("opponents").CASUAL
    assert [getattr(each, "pick", None) for each in calibration_opponents(parlour.game(name))] == list(casual)
    assert len({words for words in casual.values() if words}) == 4


@pytest.mark.parametrize("name", ["resource-war", "color-capture"])
def test_it_finds_the_habit_behind_choices_and_predicts_others(name: str) -> None:
    game = parlour.game(name)
    for number, strategy in enumerate(calibration_opponents(game)):
        person = Person(game, choices(game, strategy, range(12)))
        best = list(person.explanations)[int(person.weights.argmax())]
        assert isinstance(strategy, Casual)
        assert isinstance(best, Casual)
        assert best.pick is strategy.pick, number
        later = choices(game, strategy, range(100, 110))
        surprise = [-log(person.expected(state, player)[action]) for state, player, action in later]
        blind = [log(len(game.actions(state, player))) for state, player, _ in later]
        assert sum(surprise) < 0.6 * sum(blind), number


def test_without_choices_every_explanation_is_as_likely() -> None:
    assert np.ptp(Person(WAR, []).weights) == 0.0


def test_what_it_expects_are_chances_and_follow_what_was_done_in_the_same_position() -> None:
    state = WAR.start()
    before = Person(WAR, []).expected(state, 0)
    after = Person(WAR, [MadeChoice(state, 0, 3)] * 20).expected(state, 0)
    assert sum(before.values()) == pytest.approx(1.0)
    assert sum(after.values()) == pytest.approx(1.0)
    assert before[3] < 0.5
    assert after[3] > 0.8


def test_the_mix_is_the_same_in_many_states_at_once() -> None:
    game = parlour.game("resource-war", points=9, target=1)  # so many options that habits may be followed nearly
    person = Person(game, choices(game, calibration_opponents(game)[0], range(3)))
    solution = solution_of(game)
    for stage in stages(solution.states.explorer, solution.proved):
        expected = [
            chance
            for number in stage.states.tolist()
            for player in (0, 1)
            for chance in person.mix(game, solution.states.state(number), player).values()
        ]
        assert person.chances(stage) == pytest.approx(np.array(expected))


def test_a_habit_can_be_followed_nearly() -> None:
    game = parlour.game("token-showdown")
    purses = range(60, 100, 2)
    after_a_bid = {purse: game.play(game.start(), 100 - purse, 1) for purse in purses}
    bids = [MadeChoice(state, 0, purse // 3 + purse % 5 - 2) for purse, state in after_a_bid.items()]
    assert Person(game, bids).habits() == [("bid a third of your purse, or nearly so", [True] * len(bids))]


def test_forced_choices_say_nothing_about_a_person() -> None:
    match = play_match(CAPTURE, "random", "random")
    assert 0 < len(choices_of(match.line, 0)) + len(choices_of(match.line, 1)) < len(match.line)


def guaranteed(player: Reader, *choices: Choices) -> float:
    """What the player gets against an opponent who knows how it chooses and plays best against it."""
    return outcome(player, Line(player.game, choices), None)


def outcome(player: Reader, line: Line, opponent: Casual | None) -> float:
    """What the player gets on average: against this opponent, or against the worst there is."""
    game, seat, state = player.game, player.player, line.state
    if game.is_over(state):
        return float(game.returns(state)[seat])
    actors, replies = game.to_act(state), game.actions(state, 1 - seat) or (0,)
    mix = player.mix_after(line) if seat in actors else {0: 1.0}

    def after(own: int, reply: int) -> float:
        pair = (own, reply) if seat == 0 else (reply, own)
        return outcome(player, line.advance(tuple(pair[who] for who in actors)), opponent)

    gains = {reply: sum(chance * after(own, reply) for own, chance in mix.items() if chance > 0.0) for reply in replies}
    if opponent is None or 1 - seat not in actors:
        return min(gains.values())
    return sum(chance * gains[reply] for reply, chance in opponent.mix(game, state, 1 - seat).items())


@pytest.mark.untraced
@pytest.mark.parametrize("game", [SHOWDOWN, WAR, CAPTURE], ids=lambda game: game.name)
@pytest.mark.parametrize("seat", [0, 1])
def test_it_gains_from_a_habit_and_risks_at_most_what_it_says(game: Game, seat: int) -> None:
    habit = calibration_opponents(game)[0]
    person = Person(game, choices(game, habit, range(10)))
    lower, upper = parlour.solve(game).bounds(game.start())
    value = lower if seat == 0 else -upper
    bold, careful = Reader(person, seat), Reader(person, seat, risk=0.0)
    assert guaranteed(bold) >= value - RISK - 1e-6
    assert guaranteed(careful) >= value - 1e-6
    assert isinstance(habit, Casual)
    pair = (Perfect(), habit) if seat == 0 else (habit, Perfect())
    perfect = matchup(game, *pair).expected * (1 if seat == 0 else -1)
    assert outcome(bold, Line(game), habit) >= perfect - 1e-6
    if game.words.SECRET:  # otherwise there is nothing to guess
        assert guaranteed(bold) < value - 0.8 * RISK  # it uses what it may risk
        assert outcome(bold, Line(game), habit) > perfect + 0.2


def test_the_mix_with_most_gain_is_found_within_the_limit() -> None:
    pennies = np.array([[1.0, -1.0], [-1.0, 1.0]])
    even = np.array([0.5, 0.5])
    expected = pennies @ np.array([0.7, 0.3])
    assert exploiting_mix(even, pennies, expected, -0.1) == pytest.approx([0.55, 0.45])
    assert exploiting_mix(even, pennies, expected, 0.0) == pytest.approx(even)
    assert exploiting_mix(even, pennies, expected, -1.0) == pytest.approx([1.0, 0.0])
    assert exploiting_mix(even, pennies, 0.0 * expected, -1.0) is even


def test_it_does_not_know_what_it_risked_before_a_match_was_resumed() -> None:
    person, solution = Person(WAR, choices(WAR, calibration_opponents(WAR)[0], range(10))), parlour.solve(WAR)
    bold, resumed = Reader(person, 0), Reader(person, 0, since=1)
    losses = []
    for choices_of_turn in product(range(4), range(4)):
        state = WAR.play(WAR.start(), *choices_of_turn)
        assert guaranteed(resumed, choices_of_turn) >= solution.value(state) - 1e-6
        losses.append(solution.value(state) - guaranteed(bold, choices_of_turn))
    assert max(losses) > RISK


def test_a_long_match_ends_with_perfect_play(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Reader(Person(WAR, choices(WAR, calibration_opponents(WAR)[0], range(10))), 0)
    perfect = Perfect().mix(WAR, WAR.start(), 0)
    assert player.mix_after(Line(WAR)) != perfect
    monkeypatch.setattr(reader, "LAST", 0)
    assert player.mix_after(Line(WAR)) == perfect


def test_a_large_game_takes_the_values_of_perfect_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "LARGE", 0)
    player = Reader(Person(SHOWDOWN, []), 0)
    assert player.worth is player.solution.values


def test_it_plays_a_game_without_casual_strategies() -> None:
    game = parlour.game(SIXTH)
    person = Person(game, choices(game, Casual(largest), range(6)))
    assert person.habits()[0].words == "took the last choice on the list"
    match = play_match(game, Reader(person, 0), Casual(largest))
    assert match.result.outcome in ("won", "drawn")
