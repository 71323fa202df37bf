"""Luck-adjusted scores are right on average, whichever players play, and vary less."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Any

import pytest
from arena.played_pairs import SMALL, Cautious, Stubborn, played_pairs

import parlour
from parlour.arena.harness.played import PlayedMatch
from parlour.arena.statistics.luck_adjusted import LuckAdjustment, Value, adjust_luck
from parlour.games.contract import State
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.games.line import Line, Turn
from parlour.match.match import Failure
from parlour.players import Careless, Perfect, Uniform
from parlour.solver.policies.matchup import matchup

TACTICS, SHOWDOWN, SIEGE, CAPTURE, WAR = SMALL
TINY_WAR = parlour.game("resource-war", points=3, target=3)
ENUMERATED = [TACTICS, SHOWDOWN, SIEGE, CAPTURE, TINY_WAR]
each_game = pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
each_seat = pytest.mark.parametrize("seat", [0, 1])


# Without sampling: all play is enumerated


def arbitrary(state: State) -> float:
    """A guess of values that has nothing to do with the game."""
    return sha256(repr(state).encode()).digest()[0] / 128 - 1


def expectations(game: Game, seat: int, own: Any, opponent: Any, value: Value, turns: int) -> tuple[float, float]:
    """The raw and the luck-adjusted score of the player in this seat, exactly, if a match stops after so many turns."""
    adjustment = LuckAdjustment(game, seat, opponent, value)
    policies = (own, opponent) if seat == 0 else (opponent, own)

    @cache
    def scores(state: Any, left: int) -> tuple[float, float]:
        actors = game.to_act(state)
        if not actors or not left:
            return (float(game.returns(state)[seat]),) * 2
        mixes = [policies[each].mix(game, state, each) if each in actors else {0: 1.0} for each in (0, 1)]
        raw = adjusted = 0.0
        for first, chance in mixes[0].items():
            for second, other_chance in mixes[1].items():
                after: Any = game.play(state, first, second)
                later_raw, later = scores(after, left - 1)
                luck = adjustment.draw_luck(Turn(state, actors, tuple((first, second)[each] for each in actors), after))
                raw += chance * other_chance * later_raw
                adjusted += chance * other_chance * (later - luck)
        return raw, adjusted

    start: Any = game.start()
    return scores(start, turns)


@pytest.mark.untraced
@pytest.mark.parametrize("game", ENUMERATED, ids=lambda game: game.name)
@each_seat
@pytest.mark.parametrize("own", [Uniform(), Careless(2.0), Cautious()], ids=["random", "easy", "cautious"])
def test_the_expected_score_is_the_same_for_any_guess_of_values(game: Game, seat: int, own: Any) -> None:
    for opponent in (Careless(0.4), Uniform()):
        raw, adjusted = expectations(game, seat, own, opponent, arbitrary, turns=5)
        assert adjusted == pytest.approx(raw, abs=1e-12)


@pytest.mark.parametrize("game", [SHOWDOWN, CAPTURE, TINY_WAR], ids=lambda game: game.name)
@each_seat
@pytest.mark.untraced
def test_the_expected_score_is_that_of_the_matchup(game: Game, seat: int) -> None:
    own, opponent = Cautious(), Careless(1.0)
    policies: tuple[Any, Any] = (own, opponent) if seat == 0 else (opponent, own)
    expected = matchup(game, *policies).expected * (1 if seat == 0 else -1)
    guess = matchup(game, Careless(0.7), Careless(0.7)).value
    assert expectations(game, seat, own, opponent, guess, turns=100) == pytest.approx((expected, expected), abs=1e-12)


@each_game
@each_seat
@pytest.mark.parametrize("opponent", [Uniform(), Careless(2.0), Perfect()], ids=["random", "easy", "perfect"])
@pytest.mark.untraced
def test_nothing_varies_if_only_the_opponent_draws_and_the_values_are_exact(
    game: Game, seat: int, opponent: Any
) -> None:
    exact = matchup(game, *((Stubborn(), opponent) if seat == 0 else (opponent, Stubborn())))
    adjustment = LuckAdjustment(game, seat, opponent, exact.value)
    matches = [match for match in played_pairs(game, Stubborn(), opponent, 12) if match.players[seat] == "X"]
    expected = exact.expected if seat == 0 else -exact.expected
    assert [adjustment.score(match) for match in matches] == pytest.approx([expected] * 12, abs=1e-9)


# From matches that were played


def exact_score(game: Game, own: Any, opponent: Any) -> float:
    """The expected score of a pair."""
    return (matchup(game, own, opponent).expected - matchup(game, opponent, own).expected) / 2


@pytest.mark.untraced
@each_game
@pytest.mark.parametrize(
    ("own", "opponent"),
    [(Uniform(), Careless(0.4)), (Careless(2.0), Perfect()), (Cautious(), Careless(1.0)), (Stubborn(), Uniform())],
    ids=["random-hard", "easy-perfect", "cautious-medium", "stubborn-random"],
)
def test_the_mean_is_within_four_standard_errors_of_the_exact_score(game: Game, own: Any, opponent: Any) -> None:
    result = adjust_luck(game, played_pairs(game, own, opponent, 80), "X", opponent)
    scores = [pair.adjusted for pair in result.pairs]
    mean = sum(scores) / len(scores)
    error = (sum((score - mean) ** 2 for score in scores) / len(scores) / (len(scores) - 1)) ** 0.5
    assert abs(mean - exact_score(game, own, opponent)) <= 4 * error + 1e-9
    assert result.adjusted.mean == pytest.approx(mean)


def test_raw_and_luck_adjusted_scores_stand_side_by_side() -> None:
    game, opponent = SHOWDOWN, Careless(0.4)
    matches = played_pairs(game, Careless(1.0), opponent, 120)
    result = adjust_luck(game, matches, "X", opponent)
    assert (result.player, result.opponent, len(result.pairs)) == ("X", "Y", 120)
    assert result.raw.mean == pytest.approx(sum(match.score("X") for match in matches) / 240)
    exact = exact_score(game, Careless(1.0), opponent)
    assert result.adjusted.low <= exact <= result.adjusted.high
    assert result.factor is not None
    assert result.factor > 1.5
    assert result.adjusted.high - result.adjusted.low < result.raw.high - result.raw.low
    assert [fit.carelessness for fit in result.fits] == [pytest.approx(1.0, rel=0.4)] * 2


def test_the_order_of_the_matches_does_not_matter() -> None:
    matches = played_pairs(WAR, Cautious(), Careless(1.0), 15)
    assert adjust_luck(WAR, matches[::-1], "X", Careless(1.0)) == adjust_luck(WAR, matches, "X", Careless(1.0))


def test_a_pair_is_adjusted_with_values_that_have_not_seen_its_half() -> None:
    matches, others = (played_pairs(WAR, player, Careless(0.4), 20) for player in (Careless(1.0), Stubborn()))
    changed = [*matches[:8], *others[8:10], *matches[10:]]  # pair 4
    before, after = (adjust_luck(WAR, each, "X", Careless(0.4)).pairs for each in (matches, changed))
    same = {one.pair for one, other in zip(before, after, strict=True) if one == other}
    assert {pair for pair in range(0, 20, 2) if pair != 4} <= same
    assert len(same) < 12  # of the other half, hardly any


def test_nothing_is_left_to_vary_between_players_who_never_draw() -> None:
    result = adjust_luck(CAPTURE, played_pairs(CAPTURE, Stubborn(), Stubborn(), 10), "X", Stubborn())
    assert result.factor is None
    assert result.adjusted.method == "counted"
    assert result.adjusted.low < result.adjusted.mean


def test_a_forfeit_is_a_lost_match_whose_earlier_luck_is_taken_away() -> None:
    exact = matchup(WAR, Careless(1.0), Uniform())
    adjustment = LuckAdjustment(WAR, 0, Uniform(), exact.value)
    forfeit = PlayedMatch(0, False, "war", ("X", "Y"), 0, Line(WAR, [(2, 1)]), "failed", None, Failure(0, "it gave up"))
    after = WAR.play(WAR.start(), 2, 1)
    average = sum(exact.value(WAR.play(WAR.start(), 2, bid)) for bid in range(6)) / 6
    assert adjustment.score(forfeit) == pytest.approx(-1.0 - (exact.value(after) - average))


# Errors


def test_the_matches_must_be_against_one_opponent_in_one_game() -> None:
    matches = played_pairs(CAPTURE, Uniform(), Uniform(), 2)
    for wrong in (
        [],
        [match._replace(players=("X", "X")) for match in matches],
        [*matches[:2], *other_opponent(matches)],
    ):
        with pytest.raises(ParlourError, match="luck-adjusted scores need pairs of X against one opponent"):
            adjust_luck(CAPTURE, wrong, "X", Uniform())
    with pytest.raises(ParlourError, match="luck-adjusted scores need pairs of one game"):
        adjust_luck(CAPTURE, [*matches[:2], *(match._replace(game="other") for match in matches[2:])], "X", Uniform())


def other_opponent(matches: list[PlayedMatch]) -> list[PlayedMatch]:
    return [match._replace(players=("X", "Z")) for match in matches[2:]]
