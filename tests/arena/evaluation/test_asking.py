"""Who is asked: a player for every match, whatever it does, and one model for every thread."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from arena.evaluation.evaluating import GAME, PLENTY, in_matches, named, on_positions, over_http
from players.models.loopback import Loopback

import parlour
from parlour.arena.evaluation.asking import AskingStopped, asking
from parlour.arena.evaluation.matches import PLAYER, own_matches
from parlour.arena.evaluation.sampling import positions_in_run
from parlour.arena.evaluation.subject import EvaluationSubject, load_subject
from parlour.arena.harness.engines import engine
from parlour.arena.tournament.plan import plan_from
from parlour.arena.tournament.run import run_plan
from parlour.games.errors import ParlourError
from parlour.match.match import Match

PLAYERS = """
made = []
class Remembering:
    def __init__(self):
        made.append(self)
        self.seen = -1
        self.closed = False
    def choose(self, view, random):
        assert len(view.choices) > self.seen, "this player was in another match before"
        self.seen = len(view.choices)
        return random.choice(view.actions)
    def close(self):
        self.closed = True
class Failing:
    def choose(self, view, random):
        if view.choices:
            raise RuntimeError("<b>no idea</b>")
        return 99 if view.player else 1
class Numpy:
    def choose(self, view, random):
        import numpy
        return numpy.int64(random.choice(view.actions))
class Boolean:
    def choose(self, view, random):
        return True
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "strange_players.py").write_text(PLAYERS)
    monkeypatch.syspath_prepend(tmp_path)
    return "strange_players"


def strange(module: str, name: str) -> EvaluationSubject:
    return load_subject(GAME, f"{module}:{name}", {}, 1)


def test_every_match_and_every_position_has_a_new_player(tmp_path: Path, module: str) -> None:
    who = strange(module, "Remembering")
    result = in_matches(tmp_path, who, 5, threads=2)
    on_positions(tmp_path, who, 5)
    assert named(result, "no answer at all").mean == 0.0
    made = __import__(module).made
    assert len([player for player in made if player.seen >= 0]) == 2 * 2 * 5 + 5
    assert all(player.closed for player in made)


def test_whatever_a_player_raises_or_chooses_is_a_forfeit(tmp_path: Path, module: str) -> None:
    result = in_matches(tmp_path, strange(module, "Failing"), 4)
    assert named(result, "raw score against perfect").mean == -1.0
    assert set(result.conduct.examples) == {"RuntimeError: <b>no idea</b>", "chose 99; allowed: 1 to 8"}
    losses = on_positions(tmp_path, strange(module, "Failing"), 40)
    assert named(losses, "mean loss per choice").mean > named(losses, "mean loss per choice, without forfeits").mean


def test_an_action_is_a_whole_number_of_any_library_and_no_boolean(tmp_path: Path, module: str) -> None:
    assert on_positions(tmp_path / "numpy", strange(module, "Numpy"), 5).conduct.examples == ()
    assert named(in_matches(tmp_path / "numpy", strange(module, "Numpy"), 2), "no answer at all").mean == 0.0
    result = on_positions(tmp_path / "boolean", strange(module, "Boolean"), 5)
    assert named(result, "no answer at all").mean == 1.0
    assert result.conduct.examples[0].startswith("chose True; allowed: ")


def test_a_forfeited_choice_of_a_match_counts_like_one_of_a_position(tmp_path: Path, module: str) -> None:
    who = strange(module, "Failing")
    result = in_matches(tmp_path, who, 4)
    with asking(tmp_path, who, "positions", PLENTY) as asker:
        played = [match for match in own_matches(asker) if "perfect" in match.players]
    solution, lost, given = parlour.solve(GAME), list[float](), list[float]()
    for match in played:
        seat = match.players.index(PLAYER)
        for turn in match.line.turns:
            given.append(solution.loss(turn.before, seat, turn.choices[seat]))
        lost.append(1.0 + solution.value(match.line.state) * (1 - 2 * seat))
    assert named(result, "mean loss per choice against perfect").mean == pytest.approx(
        (sum(lost) + sum(given)) / (len(lost) + len(given))
    )
    assert named(result, "mean loss per choice against perfect, without forfeits").mean == pytest.approx(
        sum(given) / len(given)
    )
    assert named(result, "loss per match against perfect").mean == pytest.approx((sum(lost) + sum(given)) / 8)


def test_rates_are_as_sure_as_there_are_pairs_or_positions(tmp_path: Path, module: str) -> None:
    """A player that always fails in the second seat, and never in the first, is one observation per pair."""
    result = in_matches(tmp_path, strange(module, "Failing"), 6)
    rate = named(result, "no answer at all")
    assert (rate.n, rate.unit) == (2 * 6, "pairs")
    asked = on_positions(tmp_path, strange(module, "Failing"), 6, times=5)
    rate = named(asked, "no answer at all")
    assert (rate.n, rate.unit) == (6, "positions"), "one for each drawing"
    assert asked.conduct.questions == 30


def test_a_thread_keeps_its_model(tmp_path: Path) -> None:
    with Loopback("medium", structured=False) as server:
        on_positions(tmp_path, over_http(server), 10)
    assert server.counts["refused"] == 1, "a refusal of structured output is remembered"


def test_ctrl_c_ends_before_the_next_question(tmp_path: Path) -> None:
    with asking(tmp_path, load_subject(GAME, "easy", {}, 1), "positions", PLENTY) as asker:

        def interrupt() -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            asker.run([interrupt], "stopping")
        with asker.player(lambda _: "key") as player, pytest.raises(AskingStopped):
            player.choose(Match(GAME).view(0), Random(0))


def test_own_positions_may_come_from_a_tournament(tmp_path: Path) -> None:
    plan = {
        "pairs": 3,
        "games": [{"game": GAME.name, "rules": GAME.named_rules()}],
        "players": [{"player": "easy", "name": "A"}, "hard"],
    }
    run_plan(plan_from(plan), tmp_path, engine("one"))
    sample = list(positions_in_run(load_subject(GAME, "easy", {}, 1), tmp_path))
    assert len(sample) == 6
    with pytest.raises(ParlourError, match="has no matches of medium"):
        positions_in_run(load_subject(GAME, "medium", {}, 1), tmp_path)


def test_a_model_with_other_settings_has_not_played_in_a_tournament(tmp_path: Path) -> None:
    with Loopback() as server:
        where = {"base_url": server.url}
        plan = {
            "pairs": 2,
            "games": [{"game": GAME.name, "rules": GAME.named_rules()}],
            "players": [
                {"player": "openai:gpt-loop", "name": "plain", "settings": where},
                {"player": "openai:gpt-loop", "name": "listed", "settings": {**where, "legal_actions": True}},
                "easy",
            ],
            "matchups": [["plain", "easy"], ["listed", "easy"]],
        }
        run_plan(plan_from(plan), tmp_path, engine("one"))
        assert len(list(positions_in_run(over_http(server, timeout=9, legal_actions=False), tmp_path))) == 4
        assert len(list(positions_in_run(over_http(server, legal_actions=True), tmp_path))) == 4
        with pytest.raises(ParlourError, match=r"with these settings: settings.tries was 3, now 2; fingerprint was"):
            positions_in_run(over_http(server, tries=2), tmp_path)
