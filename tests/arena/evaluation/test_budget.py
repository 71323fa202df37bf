"""The budget holds whatever goes wrong; what was answered is kept, and asked only once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from arena.evaluation.evaluating import GAME, RULES, exploited, in_matches, known, named, on_positions, over_http
from players.models.loopback import Loopback

from parlour.arena.evaluation.answers import Answers
from parlour.arena.evaluation.asking import asking
from parlour.arena.evaluation.matches import PLAYER, own_matches, play_pairs
from parlour.arena.evaluation.subject import load_subject
from parlour.arena.harness.frozen import Changed
from parlour.arena.harness.ledger import DamagedFile, InUse
from parlour.match.match import View

FAULTS = {"429": 0.06, "500": 0.06, "illegal": 0.1, "unreadable": 0.1, "prose": 0.05}
COMMAND = "from parlour.cli.evaluate import evaluate; evaluate()"


class First:
    def choose(self, view: View, random: Random) -> int:
        return view.actions[0]


class Second:
    def choose(self, view: View, random: Random) -> int:
        return view.actions[:2][-1]


def spent(folder: Path, evaluation: str) -> int:
    answers = Answers(folder)
    answers.close()
    return answers.spent(evaluation)


@pytest.mark.parametrize("threads", [1, 5])
def test_no_request_exceeds_the_budget_under_faults(tmp_path: Path, threads: int) -> None:
    with Loopback("medium", FAULTS, seed=1) as server:
        who = over_http(server)
        for calls in (5, 30, 75):
            result = in_matches(tmp_path, who, 50, calls, threads)
            assert "calls are spent" in result.stopped
            assert len(server.requests) == spent(tmp_path, "matches") <= calls
        assert len(server.requests) > 75 - who.most_calls, "what can be spent is spent"
        on_positions(tmp_path, who, 50, calls=40, threads=threads)
        assert len(server.requests) <= 75 + 40, "every command has a budget of its own"


def test_a_budget_that_cannot_pay_for_a_single_question_asks_nothing(tmp_path: Path) -> None:
    with Loopback("medium") as server:
        result = on_positions(tmp_path, over_http(server), 10, calls=11)
    assert not server.requests
    assert "0 of 11 calls are spent, and a question can take 12" in result.stopped
    assert not result.figures


def test_a_run_in_many_parts_finds_the_same(tmp_path: Path) -> None:
    whole = in_matches(tmp_path / "whole", known("easy"), 12)
    for calls in (1, 7, 20, 21, 60):
        part = in_matches(tmp_path / "parts", known("easy"), 12, calls)
        assert part.conduct.calls == calls
    parts = in_matches(tmp_path / "parts", known("easy"), 12)
    assert parts == whole
    lines = [(folder / "answers.jsonl").read_text().splitlines() for folder in tmp_path.iterdir()]
    assert sorted(lines[0]) == sorted(lines[1])


def test_an_answer_counts_only_after_the_same_turns(tmp_path: Path) -> None:
    """If an opponent plays differently when a run goes on, its match has other positions, and new questions."""
    with asking(tmp_path, known("easy"), "matches", 1000) as asker:
        before = play_pairs(asker, "opponent", First(), 3)
        same, spent = play_pairs(asker, "opponent", First(), 3), asker.budget.spent
        assert same == before
        assert asker.budget.spent == spent
        after = play_pairs(asker, "opponent", Second(), 3)
    openings = [match.line.choices[0][match.players.index(PLAYER)] for match in (*before, *after)]
    assert openings[:6] == openings[6:], "what comes first is the same question"
    assert asker.budget.spent > spent
    assert all(match.failure is None for match in after)


def test_threads_change_nothing(tmp_path: Path) -> None:
    one, four = (on_positions(tmp_path / str(threads), known("easy"), 30, 2, threads=threads) for threads in (1, 4))
    assert one == four


def test_a_torn_last_line_is_asked_again(tmp_path: Path) -> None:
    before = on_positions(tmp_path, known("easy"), 20)
    path = tmp_path / "answers.jsonl"
    path.write_bytes(path.read_bytes()[:-5])
    assert on_positions(tmp_path, known("easy"), 20) == before
    assert len(path.read_text().splitlines()) == 20


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    on_positions(tmp_path, known("easy"), 3)
    path = tmp_path / "answers.jsonl"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0], lines[1][:-9], lines[2], ""]))
    with pytest.raises(DamagedFile, match=r"answers\.jsonl, line 2 is damaged"):
        on_positions(tmp_path, known("easy"), 3)


def test_a_folder_belongs_to_one_player_and_game(tmp_path: Path) -> None:
    on_positions(tmp_path, known("easy"), 3)
    with pytest.raises(Changed, match='player was "easy", now "hard"'):
        on_positions(tmp_path, known("hard"), 3)
    with pytest.raises(Changed, match="seed was 1, now 2"):
        on_positions(tmp_path, known("easy", seed=2), 3)
    with Loopback() as server:
        on_positions(tmp_path / "model", over_http(server), 3)
        with pytest.raises(Changed, match="tries was 3, now 2"):
            on_positions(tmp_path / "model", over_http(server, tries=2), 3)


@pytest.mark.parametrize("place", ["game.sha256.rules.py", "game.sha256.RULES.md", "game.sha256.words.py", "questions"])
def test_a_folder_belongs_to_the_texts_that_were_asked_with(tmp_path: Path, place: str) -> None:
    on_positions(tmp_path, known("easy"), 3)
    path = tmp_path / "evaluation.json"
    content = json.loads(path.read_text())
    if place == "questions":
        content["questions"] = "0" * 64
    else:
        content["game"]["sha256"][place.removeprefix("game.sha256.")] = "0" * 64
    path.write_text(json.dumps(content))
    with pytest.raises(Changed, match=f"{place} was"):
        on_positions(tmp_path, known("easy"), 3)


def test_all_matches_of_a_folder_have_the_same_limit(tmp_path: Path) -> None:
    on_positions(tmp_path, known("easy"), 3)
    short = known("easy")._replace(max_turns=1)
    in_matches(tmp_path, short, 5)
    with asking(tmp_path, known("easy"), "positions", 1000) as asker:
        played = own_matches(asker)
    assert len(played) == 2 * 2 * 5, "matches that the limit ended are finished"
    assert {len(match.line) for match in played} == {1}
    with pytest.raises(Changed, match="max_turns was 1, now 2"):
        in_matches(tmp_path, short._replace(max_turns=2), 5)


def test_the_server_may_move_between_two_runs(tmp_path: Path) -> None:
    with Loopback() as server:
        on_positions(tmp_path, over_http(server), 3)
    with Loopback() as server:
        assert not on_positions(tmp_path, over_http(server, timeout=5.0), 6).stopped
        assert len(server.requests) == 3


def test_two_runs_do_not_share_a_folder(tmp_path: Path) -> None:
    with asking(tmp_path, known("easy"), "positions", 10), pytest.raises(InUse, match="another run is writing"):
        on_positions(tmp_path, known("easy"), 3)


def test_a_model_that_cannot_be_reached_loses_nothing(tmp_path: Path) -> None:
    with Loopback("medium", [""] * 10 + ["404"] * 3) as server:
        who = over_http(server)
        result = in_matches(tmp_path, who, 10)
        assert "has no model" in result.stopped
        assert len(server.requests) == spent(tmp_path, "matches") == 13, "three failures are enough"
        result = in_matches(tmp_path, who, 10)
        assert not result.stopped
        assert len(server.requests) == result.conduct.calls == result.conduct.questions + 3


def test_a_forfeit_loses_the_match_and_is_shown_apart(tmp_path: Path) -> None:
    with Loopback("medium", {"unreadable": 0.1}, seed=2) as server:
        result = in_matches(tmp_path, over_http(server, tries=1), 30)
    rate = named(result, "no answer at all")
    assert 0.05 < rate.mean == named(result, "unreadable reply").mean < 0.15
    assert named(result, "raw score against hard").mean < named(result, "raw score against hard, without forfeits").mean
    assert "no legal answer in 1 tries" in result.conduct.examples[0]


def test_half_of_the_budget_is_kept_for_fresh_matches(tmp_path: Path) -> None:
    result = exploited(tmp_path, known("random"), 1000, calls=600)
    assert "600 of 600 calls are spent" in result.stopped
    watched = [json.loads(line)["key"] for line in (tmp_path / "answers.jsonl").read_text().splitlines()]
    assert sum('"hard"' in key for key in watched) == 300
    assert named(result, "gain of a learnt response").low > 0.5


def test_matches_that_were_played_are_watched_for_free(tmp_path: Path) -> None:
    in_matches(tmp_path, known("easy"), 20)
    exploited(tmp_path, known("easy"), 20)
    keys = [json.loads(line) for line in (tmp_path / "answers.jsonl").read_text().splitlines()]
    assert not [each for each in keys if each["evaluation"] == "exploit" and '"hard"' in each["key"]]


def test_a_killed_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slow.py").write_text(
        "import time\n"
        "class Slow:\n"
        "    def choose(self, view, random):\n"
        "        time.sleep(0.005)\n"
        "        return random.choice(view.actions)\n"
    )
    rules = [text for key, value in RULES.items() for text in ("--set", f"{key}={value}")]
    who = ["--game", GAME.name, *rules, "--player", "slow:Slow", "--seed", "1", "--out", "run"]
    arguments = [sys.executable, "-c", COMMAND, "positions", *who, "--calls", "1000", "--positions", "600"]
    process = subprocess.Popen(arguments, cwd=tmp_path, stdout=subprocess.DEVNULL)
    path = tmp_path / "run" / "answers.jsonl"
    deadline = time.monotonic() + 120
    while (not path.exists() or path.stat().st_size < 5_000) and time.monotonic() < deadline:
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    before = path.read_bytes()
    assert 0 < before.count(b"\n") < 600
    monkeypatch.syspath_prepend(tmp_path)
    result = on_positions(tmp_path / "run", load_subject(GAME, "slow:Slow", {}, 1), 100)
    assert not result.stopped
    assert path.read_bytes().startswith(before[: before.rfind(b"\n") + 1]), "nothing is asked twice"
