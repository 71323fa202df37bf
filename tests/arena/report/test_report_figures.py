"""The parts of a report: who is said to be better, which mixes are used, losses, replays and calls."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from arena.played_pairs import Cautious, played_pairs
from arena.tournaments import plan_of

import parlour
from parlour.arena.harness.match_losses import MatchLosses
from parlour.arena.harness.played import PairScore, PlayedMatch
from parlour.arena.report import head_to_head, replays
from parlour.arena.report.failures import calls_in, forfeits_of, kind
from parlour.arena.report.figures import balance, sentence, tell_apart
from parlour.arena.report.head_to_head import HeadToHead, load_mixes, over_all_games
from parlour.arena.report.html import heat, loss_chart, nice_step, rating_bar
from parlour.arena.report.replays import Boards, telling_matches
from parlour.arena.statistics import exact
from parlour.arena.statistics.losses import player_losses
from parlour.arena.statistics.luck_adjusted import adjust_luck
from parlour.arena.statistics.ratings import Rating, rate
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.match.match import Failure
from parlour.players import Careless, Uniform
from parlour.players.base import Player
from parlour.solver.policies.matchup import Matchup, matchups

SHOWDOWN = parlour.game("token-showdown", tokens=8, points=2)


def rating(player: str, points: float, seeds: int = 100) -> Rating:
    return Rating(player, points, points - 20, points + 20, 2 * seeds, seeds, "", 0)


def pairs_of(one: str, other: str, scores: list[float], game: str = "war") -> list[PairScore]:
    return [PairScore(game, (one, other), seed, score, False) for seed, score in enumerate(scores)]


def test_the_verdict_says_who_is_better_and_who_cannot_be_told_apart() -> None:
    three = [rating("a", 1600), rating("b", 1500), rating("c", 1400)]
    assert sentence(three, [True, True]).endswith("with 95 % confidence for all of this together.")
    assert sentence(three, [True, False]).endswith("cannot tell apart: b and c.")
    assert "tell no two neighbours apart" in sentence(three, [False, False])
    assert sentence(three[:2], [True]) == "a is better than b, with 95 % confidence, by about 100 rating points."
    assert sentence(three[:2], [False]).startswith("a and b cannot be told apart")
    assert "less certain than it looks" in sentence([rating("a", 1600, 99), rating("b", 1500)], [True])


def test_players_are_told_apart_by_the_interval_of_their_difference() -> None:
    scores = pairs_of("a", "b", [1.0, 0.5] * 60) + pairs_of("b", "c", [0.5, -0.5] * 60)
    table = rate(scores)
    assert table.ratings[0].player == "a"
    assert tell_apart(table.ratings, scores) == [True, False]


def test_with_more_players_more_is_needed_to_tell_two_of_them_apart() -> None:
    """Of many equal players, some look better than others by luck, so comparisons must be right together."""
    two = pairs_of("a", "b", [1.0, 0.5, 0.0, 0.5, -0.5] * 6)
    assert tell_apart(rate(two).ratings, two) == [True]
    others = [score for players in combinations("bcdef", 2) for score in pairs_of(*players, [0.5, -0.5] * 15)]
    many = two + others
    table = rate(many).ratings
    assert table[0].player == "a"
    assert tell_apart(table, many)[0] is False


def test_over_all_games_every_game_counts_the_same() -> None:
    scores = pairs_of("a", "b", [1.0] * 5, "war") + pairs_of("a", "b", [-1.0] * 2, "peace")
    chosen = balance(scores, ["war", "peace"])
    assert [score.game for score in chosen] == ["war"] * 2 + ["peace"] * 2
    assert balance(scores, ["war", "peace", "never"]) == []


def test_models_and_programs_are_never_made_for_their_mix() -> None:
    players = [
        "hard",
        "search",
        "openai:some",
        "program:false",
        {"name": "own", "player": "arena.played_pairs:Cautious"},
    ]
    plan = plan_of(players=["hard", "search"])
    entrants = plan_of(players=[player for player in players if player not in ("openai:some", "program:false")]).players
    others = tuple(plan.players[0]._replace(name=spec, player=spec) for spec in ("openai:some", "program:false"))
    gone = plan.players[0]._replace(name="gone", player="no_such_module:Player")
    found, notes = load_mixes(plan._replace(players=(*entrants, *others, gone)))
    assert set(found) == {"hard", "own"}
    assert notes == ["gone cannot be loaded here, so its mix is not known."]


def test_a_player_that_is_asked_state_by_state_is_not_asked_in_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    played = played_pairs(SHOWDOWN, Careless(1.0), Cautious(), 4)
    mixes = {"X": Careless(1.0), "Y": Cautious()}
    met = HeadToHead(SHOWDOWN, played, mixes, [("X", "Y")])
    assert ("X", "Y") in met.exact
    monkeypatch.setattr(head_to_head, "SLOW_STATES", 1)
    met = HeadToHead(SHOWDOWN, played, mixes, [("X", "Y")])
    assert met.exact == {}
    scores = met.scores(("X", "Y"))
    assert scores is not None
    assert scores.luck_adjusted is not None
    assert scores.luck_adjusted.without_luck_of == "X"
    assert "too many states to ask Y" in met.notes[0]


def test_a_game_that_is_too_large_says_so() -> None:
    large = parlour.game("token-showdown", tokens=10_000)
    met = HeadToHead(large, [], {"X": Uniform(), "Y": Careless(1.0)}, [("X", "Y")])
    assert "No exact and no luck-adjusted scores" in met.notes[0]
    assert met.exact == {}


def test_luck_adjusted_scores_of_either_player_have_the_same_sign() -> None:
    played = played_pairs(SHOWDOWN, Careless(0.4), Uniform(), 20)
    players: dict[str, Player] = {"X": Careless(0.4), "Y": Uniform()}
    for name, player in players.items():
        met = HeadToHead(SHOWDOWN, played, {name: player}, [("X", "Y")])
        scores = met.scores(("X", "Y"))
        assert scores is not None
        assert scores.luck_adjusted is not None
        score = scores.luck_adjusted.score
        assert score.mean > 0.2
        assert score.low <= score.mean <= score.high


class Pretender(Cautious):
    """Says that it always chooses the lowest action, and does not."""

    def mix(self, game: Game, state: State, player: int) -> Mapping[int, float]:
        return {game.actions(state, player)[0]: 1.0}


class Broken(Cautious):
    def mix(self, game: Game, state: State, player: int) -> Mapping[int, float]:
        raise ZeroDivisionError("no mix")


@pytest.mark.parametrize(
    ("player", "reason"), [(Pretender(), "where its mix gives that no chance"), (Broken(), "ZeroDivisionError: no mix")]
)
def test_a_mix_that_the_player_did_not_play_by_is_not_used(player: Player, reason: str) -> None:
    played = played_pairs(SHOWDOWN, Careless(1.0), Cautious(), 4)
    met = HeadToHead(SHOWDOWN, played, {"X": Careless(1.0), "Y": player}, [("X", "Y")])
    scores = met.scores(("X", "Y"))
    assert scores is not None
    assert scores.exact is None
    assert scores.luck_adjusted is not None
    assert scores.luck_adjusted.without_luck_of == "X"
    assert met.notes[0].startswith("The mix of Y is not used: ")
    assert reason in met.notes[0]
    alone = HeadToHead(SHOWDOWN, played, {"Y": player}, [("X", "Y")])
    assert alone.luck_adjusted == {}


def test_the_states_of_a_game_are_gone_through_once_for_all_matchups(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def counted(game: Game, policies: list[Any], pairs: list[tuple[int, int]]) -> list[Matchup]:
        calls.append(len(pairs))
        return matchups(game, policies, pairs)

    monkeypatch.setattr(exact, "matchups", counted)
    players: dict[str, Player] = {name: Careless(1.0 + place) for place, name in enumerate("XYZ")}
    one = played_pairs(SHOWDOWN, players["X"], players["Y"], 4)
    other = [
        match._replace(players=("Z", "Y") if match.players[0] == "X" else ("Y", "Z"), pair=10 + match.pair)
        for match in played_pairs(SHOWDOWN, players["Z"], players["Y"], 4)
    ]
    met = HeadToHead(SHOWDOWN, one + other, players, [("X", "Y"), ("Z", "Y")])
    assert calls == [12]  # two exact scores from two each, and two luck-adjusted ones from four each
    assert met.luck_adjusted["X", "Y"] == adjust_luck(SHOWDOWN, one, "X", players["Y"])  # type: ignore[arg-type]


def test_over_all_games_the_means_of_the_games_count_the_same_whatever_is_missing() -> None:
    mixes = {"X": Careless(1.0), "Y": Uniform()}
    one = played_pairs(SHOWDOWN, Careless(1.0), Uniform(), 6)
    war = parlour.game("resource-war", points=5, target=4)
    other = [each._replace(pair=100 + each.pair) for each in played_pairs(war, Careless(1.0), Uniform(), 3)]
    met = [HeadToHead(SHOWDOWN, one, mixes, [("X", "Y")]), HeadToHead(war, other, mixes, [("X", "Y")])]
    found = over_all_games(("X", "Y"), met)
    apart = [each.scores(("X", "Y")) for each in met]
    assert found is not None
    assert found.score.pairs == 9
    for name in ("score", "luck_adjusted", "exact"):
        means = [mean_of(getattr(each, name)) for each in (found, *apart)]
        assert means[0] == pytest.approx((means[1] + means[2]) / 2)
    assert over_all_games(("X", "Y"), [*met, HeadToHead(war, [], mixes, [("X", "Y")])]) is None


def mean_of(score: Any) -> float:
    found = getattr(score, "score", score)
    return float(getattr(found, "mean", found))


def match(pair: int, turns: int, failure: Failure | None = None, players: tuple[str, str] = ("a", "b")) -> PlayedMatch:
    line: Any = range(turns)  # only its length matters
    return PlayedMatch(pair, False, "war", players, pair, line, "won", 0, failure)


def losses(by_turn: Sequence[tuple[float | None, float | None]]) -> MatchLosses:
    """From the losses of both seats in each turn."""
    first, second = (
        tuple((number, loss) for number, both in enumerate(by_turn, start=1) if (loss := both[seat]) is not None)
        for seat in (0, 1)
    )
    return MatchLosses((first, second), 0.0)


def test_losses_are_means_over_choices_by_phase_and_number() -> None:
    matches = [match(0, 3), match(1, 6)]
    by_match = {
        (0, False): losses([(0.3, None), (None, 0.5), (0.0, 0.1)]),
        (1, False): losses([(0.6, 0.0)] * 6),
    }
    found = player_losses("a", matches, by_match)
    assert found is not None
    assert found.choices == 8
    assert found.loss.mean == pytest.approx((0.3 + 6 * 0.6) / 8)
    opening = found.phases["opening"]
    assert opening is not None
    assert opening.mean == pytest.approx((0.3 + 2 * 0.6) / 3)
    assert [each.choices for each in found.bins] == [2, 1, 2, 1, 1, 1]
    assert player_losses("c", matches, by_match) is None
    assert loss_chart([found]).count("<circle") == 6


def test_a_forfeit_is_a_choice_of_its_match() -> None:
    matches = [match(0, 2), match(1, 2, Failure(0, "late"))]
    played: list[tuple[float | None, float | None]] = [(0.3, 0.0), (0.0, 0.0)]
    by_match = {(0, False): losses(played), (1, False): losses([*played, (1.5, None)])}
    found = player_losses("a", matches, by_match)
    assert found is not None
    assert (found.choices, found.forfeits) == (5, 1)
    assert found.loss.mean == pytest.approx((0.3 + 0.3 + 1.5) / 5)
    assert found.without_forfeits is not None
    assert found.without_forfeits.mean == pytest.approx(0.6 / 4)
    end = found.phases["end"]
    assert end is not None
    assert end.mean == 1.5, "the third of three turns"


def test_long_matches_are_put_into_few_bins() -> None:
    by_match = {(0, False): losses([(0.1, 0.0)] * 90)}
    found = player_losses("a", [match(0, 90)], by_match)
    assert found is not None
    assert len(found.bins) == 18
    assert (found.bins[-1].begin, found.bins[-1].end) == (86, 90)


def test_turns_that_few_matches_reach_are_in_no_bin() -> None:
    matches = [match(0, 60), *(match(pair, 2) for pair in range(1, 30))]
    by_match = {(each.pair, False): losses([(0.1, 0.0)] * len(each.line)) for each in matches}
    found = player_losses("a", matches, by_match)
    assert found is not None
    assert [(each.begin, each.end, each.choices) for each in found.bins] == [(1, 1, 30), (2, 2, 30)]
    assert found.choices == 60 + 29 * 2  # but they count in the mean


def test_telling_matches_are_failures_and_then_the_worst_of_every_matchup() -> None:
    failed = match(9, 1, Failure(0, "it raised ValueError('x')"))
    matches = [
        *(match(pair, 1) for pair in range(5)),
        *(match(5 + pair, 1, None, ("a", "c")) for pair in range(3)),
        failed,
    ]
    by_match = {(each.pair, False): losses([(each.pair / 10, None)]) for each in matches}
    assert [each.pair for each in telling_matches(matches, by_match, 4)] == [9, 4, 7, 3]
    assert list(telling_matches(matches, by_match, 9)) == matches
    assert list(telling_matches(matches, by_match, 0)) == []


def test_boards_become_text_when_pictures_take_too_much_room(monkeypatch: pytest.MonkeyPatch) -> None:
    game = parlour.game("color-capture")
    boards = Boards()
    first = boards.add(game, game.start())
    assert boards.add(game, game.start()) is first  # drawn once
    assert first.symbol == 0
    assert len(boards.symbols) == 1
    monkeypatch.setattr(replays, "PICTURES", 0)
    other = boards.add(game, game.play(game.start(), 0))
    assert other.symbol is None
    assert "Player 1" in other.text


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("Player 1 (player 0) cannot choose -1; allowed: 0 to 1", "illegal action"),
        ("it raised NoLegalAnswer('no legal answer in 3 tries')", "no legal answer"),
        ("it raised ProgramFailed('it did not answer within 5 seconds')", "too slow"),
        ("it raised ValueError('x')", "error"),
    ],
)
def test_forfeits_are_counted_by_kind(reason: str, expected: str) -> None:
    assert kind(reason) == expected
    found = forfeits_of("b", [match(0, 1, Failure(1, reason)), match(1, 1), match(2, 1, Failure(0, reason))])
    assert (found.matches, found.forfeits, found.kinds) == (3, 1, {expected: 1})


def test_damaged_calls_are_counted_and_left_out(tmp_path: Path) -> None:
    assert calls_in(tmp_path) == ([], [])
    good = {
        "player": "m",
        "kind": "illegal",
        "seconds": 1.5,
        "tokens_in": 7,
        "tokens_out": 1,
        "cost": None,
        "reply": "9",
    }
    lines = [json.dumps(good), "{", "[]", json.dumps({**good, "kind": "legal", "tokens_in": "many"}), "7", '{"torn']
    (tmp_path / "calls.jsonl").write_text("\n".join(lines))
    (calls,), notes = calls_in(tmp_path)
    assert notes == ["3 lines of calls.jsonl cannot be read and are not counted."]
    assert (calls.calls, calls.illegal, calls.tokens_in, calls.cost, calls.replies) == (2, 0.5, 7, None, ("9",))


def test_charts_stay_inside_their_frame() -> None:
    table = [rating("a", 9000), rating("b", -7000)]
    for each in table:
        drawn = rating_bar(each, table)
        places = [float(part.split('"')[1]) for part in drawn.split() if part.startswith(("x1=", "x2=", "cx="))]
        assert all(0 <= place <= 200 for place in places)
    assert [heat(score) for score in (-2.0, -1.0, 0.0, 1.0, 2.0)] == [0, 0, 4, 8, 8]
    assert [nice_step(most) for most in (0.01, 0.7, 2.0)] == pytest.approx([0.002, 0.2, 0.5])
