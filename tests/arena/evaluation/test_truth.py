"""Known players are evaluated, some of them over HTTP: the figures must agree with what is exactly true of them."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from arena.evaluation.evaluating import GAME, contains, exploited, in_matches, known, named, on_positions, over_http
from players.models.loopback import Loopback

import parlour
from parlour.arena.evaluation.asking import asking
from parlour.arena.evaluation.exploit import ForfeitScores
from parlour.arena.evaluation.matches import PLAYER, own_matches, play_pairs
from parlour.arena.evaluation.positions import evaluate_positions
from parlour.arena.evaluation.sampling import (
    SampledPosition,
    positions_in_matches,
    positions_met_by,
    reachable_positions,
)
from parlour.arena.harness.played import PlayedMatch
from parlour.games.line import Line
from parlour.match.match import Failure
from parlour.players import player as by_name
from parlour.solver.memory import solution_of
from parlour.solver.policies.matchup import matchup

pytestmark = pytest.mark.untraced

SAMPLE = 2_000  # positions whose average stands for the whole distribution


def mixed(name: str) -> Any:
    """A player that has a mix."""
    return by_name(name)


def expected_loss(name: str, met: SampledPosition) -> float:
    """The mean loss of a player in a position: exact, from its mix."""
    state = met.line.state
    losses = solution_of(GAME).losses(state, met.player)
    return float(sum(share * losses[action] for action, share in mixed(name).mix(GAME, state, met.player).items()))


def expected_score(name: str, opponent: str) -> float:
    """What a player scores in both seats: exact."""
    one, other = mixed(name), mixed(opponent)
    return (matchup(GAME, one, other).expected - matchup(GAME, other, one).expected) / 2


def test_medium_over_http_loses_on_positions_what_its_mix_says(tmp_path: Path) -> None:
    with Loopback("medium", seed=3) as server:
        result = on_positions(tmp_path, over_http(server), 150)
    losses = [expected_loss("medium", met) for met in islice(positions_met_by("perfect", GAME, 999), SAMPLE)]
    loss = named(result, "mean loss per choice")
    assert contains(loss, sum(losses) / SAMPLE), (loss, sum(losses) / SAMPLE)
    assert loss.n == 150
    assert loss.high - loss.low < 0.15
    assert result.conduct.calls == len(server.requests) == 150
    assert result.conduct.tokens_in


def test_medium_over_http_scores_in_matches_what_is_exactly_expected(tmp_path: Path) -> None:
    faults = {"429": 0.02, "500": 0.02, "illegal": 0.02, "unreadable": 0.02}
    with Loopback("medium", faults, seed=4) as server:
        result = in_matches(tmp_path, over_http(server, tries=10), 50)
    for opponent in ("hard", "perfect"):
        truth = expected_score("medium", opponent)
        assert contains(named(result, f"luck-adjusted score against {opponent}"), truth)
        assert contains(named(result, f"raw score against {opponent}"), truth)
    # Against perfect play, the loss of a player is what it scores less than its opponent.
    assert contains(named(result, "loss per match against perfect"), -expected_score("medium", "perfect"))
    assert not result.stopped
    assert named(result, "no answer at all").mean == 0.0
    assert contains(named(result, "illegal reply"), 0.02)


def test_the_luck_adjusted_score_varies_less(tmp_path: Path) -> None:
    result = in_matches(tmp_path, known("perfect"), 60)
    raw, adjusted = named(result, "raw score against hard"), named(result, "luck-adjusted score against hard")
    truth = expected_score("perfect", "hard")
    assert abs(adjusted.mean - truth) < abs(raw.mean - truth) / 5
    assert contains(adjusted, truth)
    (times,) = re.findall(r"Against hard, the raw score needs (\d+\.\d) times as many games", "".join(result.notes))
    assert float(times) > 25


def test_uniform_positions_are_all_positions_that_can_be_reached(tmp_path: Path) -> None:
    with asking(tmp_path, known("easy"), "positions", 10_000) as asker:
        result = evaluate_positions(asker, "uniform", islice(reachable_positions(GAME, 1), 400), 2)
    states = parlour.states(GAME)
    losses = []
    for number in range(len(states)):
        state = states.state(number)
        mine = [player for player in (0, 1) if len(GAME.actions(state, player)) > 1]
        for player in mine:
            mix, lost = mixed("easy").mix(GAME, state, player), solution_of(GAME).losses(state, player)
            losses += [(sum(share * lost[action] for action, share in mix.items()), 1 / len(mine))]
    truth = sum(loss * weight for loss, weight in losses) / sum(weight for _, weight in losses)
    assert contains(named(result, "mean loss per choice"), truth)


def test_own_positions_come_from_the_matches_of_the_player(tmp_path: Path) -> None:
    in_matches(tmp_path, known("easy"), 40)
    with asking(tmp_path, known("easy"), "positions", 10_000) as asker:
        played = own_matches(asker)
        sample = list(positions_in_matches(played, PLAYER, 1))
        result = evaluate_positions(asker, "own", sample, 5)
    assert len(played) == 160
    assert len(sample) >= 150
    truth = sum(expected_loss("easy", met) for met in sample) / len(sample)
    assert contains(named(result, "mean loss per choice"), truth)
    assert "own matches" in result.answers


@pytest.mark.parametrize("player", ["perfect", "medium", "random"])
def test_the_bound_of_exploitability_is_sound(tmp_path: Path, player: str) -> None:
    gain = named(exploited(tmp_path, known(player), 100), "gain of a learnt response")
    assert gain.low <= parlour.exploitability(GAME, mixed(player))
    assert (gain.low > 0.1) == (player != "perfect")


def test_forfeits_do_not_make_play_exploitable(tmp_path: Path) -> None:
    """Perfect play behind a server that often answers in prose loses many matches, but not by its play."""
    with Loopback("perfect", {"unreadable": 0.3}, seed=7) as server:
        result = exploited(tmp_path, over_http(server, tries=1), 60)
    assert named(result, "gain of a learnt response").low > 0.1
    play = named(result, "gain of a learnt response, without forfeits")
    assert play.low <= 0.0
    assert play.n == 60, "forfeited matches count as far as they went"
    assert "Its play was not found to be exploitable." in result.notes


def test_a_forfeited_match_is_worth_what_the_best_reply_gets_from_there() -> None:
    response = mixed("easy")
    forfeits = ForfeitScores(GAME, response)
    for seat in (0, 1):
        players = (PLAYER, "r") if seat == 0 else ("r", PLAYER)
        match = PlayedMatch(0, bool(seat), GAME.name, players, 0, Line(GAME), "failed", None, Failure(seat, "late"))
        best = parlour.best_response(GAME, response, seat).value
        assert forfeits.score(match) == pytest.approx(best)
        assert forfeits.score(match._replace(failure=None, winner=seat, outcome="won")) == 1.0


def test_perfect_play_has_no_loss(tmp_path: Path) -> None:
    result = on_positions(tmp_path, known("perfect"), 120)
    assert named(result, "mean loss per choice").mean == 0.0
    assert 0.0 < named(result, "mean loss per choice").high < 0.1


def test_the_luck_of_a_known_player_is_not_the_same_while_it_is_watched_and_afterwards(tmp_path: Path) -> None:
    """Otherwise the response would be tested on what it has learnt from."""
    with asking(tmp_path, known("random"), "exploit", 10_000) as asker:
        openings = [
            [match.line.choices[0][match.players.index(PLAYER)] for match in play_pairs(asker, name, mixed("hard"), 20)]
            for name in ("one", "other")
        ]
    assert openings[0] != openings[1]
