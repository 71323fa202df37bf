"""Programs as players: what they are told, the time they have, and how they fail."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import OURS

import parlour
from parlour.match.match import Match, View
from parlour.players import play_match
from parlour.players.base import BadPlayer, Unavailable
from parlour.players.program import ProgramFailed, ProgramPlayer, action_in, encode, question
from parlour.players.roster import load_player

PROGRAMS = Path(__file__).parents[2] / "examples" / "programs"
EXAMPLES = {
    "Python": f"{shlex.quote(sys.executable)} {shlex.quote(str(PROGRAMS / 'cautious.py'))}",
    "shell": f"sh {shlex.quote(str(PROGRAMS / 'any.sh'))}",
}
GAME = parlour.game("resource-war")
# For every question: answer 0, which is always legal in Resource War.
ZERO = 'while read -r line; do case $line in *\'"type":"choose"\'*) echo \'{"action":0}\';; esac; done'


class One:
    """Bids 1 in every round."""

    def choose(self, view: View, random: Random) -> int:
        return 1


def running(pid: int) -> bool:
    """Whether a process runs. One that has ended may wait for somebody to fetch its exit code."""
    try:
        os.kill(pid, 0)
        status = Path(f"/proc/{pid}/stat")
        return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def ended(pid: int) -> bool:
    return not running(pid)


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture
def program() -> Iterator[Callable[..., ProgramPlayer]]:
    """Makes players of shell scripts, and closes them."""
    made: list[ProgramPlayer] = []

    def make(script: str, **settings: Any) -> ProgramPlayer:
        player = load_player(f"program:sh -c {shlex.quote(script)}", settings)()
        assert isinstance(player, ProgramPlayer)
        made.append(player)
        return player

    yield make
    for player in made:
        player.close()


@pytest.mark.parametrize("language", EXAMPLES)
def test_the_examples_play_whole_matches_of_all_games(language: str) -> None:
    bot = load_player(f"program:{EXAMPLES[language]}")()
    assert isinstance(bot, ProgramPlayer)
    try:
        for name in OURS:
            for first, second in ((bot, "random"), ("random", bot), (bot, bot)):
                match = play_match(parlour.game(name), first, second, seed=5)
                assert match.result.outcome in ("won", "drawn"), (name, match.result)
                again = play_match(parlour.game(name), first, second, seed=5)
                assert again.line.choices == match.line.choices, "the same seed must give the same match"
    finally:
        bot.close()


def test_a_program_is_told_its_seat_the_view_and_the_end(program: Callable[..., ProgramPlayer], tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    bot = program(f"tee {shlex.quote(str(heard))} | {{ {ZERO}; }}")
    match = play_match(GAME, bot, One())
    play_match(GAME, One(), bot)
    bot.close()
    messages = [json.loads(line) for line in heard.read_text().splitlines()]
    asked = len(match.line)
    kinds = [message["type"] for message in messages]
    assert kinds[: asked + 3] == ["hello", *["choose"] * asked, "over", "hello"]
    assert kinds[-2:] == ["over", "quit"]
    rules = GAME.named_rules()
    assert messages[0] == {"type": "hello", "protocol": 2, "game": "resource-war", "rules": rules, "player": 0}
    assert messages[asked + 2]["player"] == 1
    second = messages[2]
    assert (second["turn"], second["player"], second["secret"]) == (2, 0, True)
    assert second["turns"] == [[0, 1]]
    assert second["state"] == match.line.public_turns[0].after._asdict()
    assert second["actions"] == list(GAME.actions(match.line.public_turns[0].after, 0))
    assert second["labels"][:2] == ["bid 0", "bid 1"]


def test_a_question_does_not_depend_on_the_opponents_sealed_choice() -> None:
    questions = set()
    for sealed in (None, 0, 7):
        match = Match(GAME)
        if sealed is not None:
            match.choose(0, sealed)
        questions.add(encode([question(match.view(1), Random(1))]))
    assert len(questions) == 1


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("exit 3", r"it ended \(exit code 3\) without an answer"),
        ("kill -9 $$", r"it ended \(signal 9\) without an answer"),
        ("read -r hello; read -r question; echo 5; read -r more", r'its answer is not \{"action": N\}'),
        ("read -r hello; read -r question; echo 'I bid {\"action\":1}'; read -r more", "its answer is not"),
        ("read -r hello; read -r question; echo '{\"action\":true}'; read -r more", "its answer is not"),
        ('read -r hello; read -r question; echo \'{"action":1,"why":""}\'; read -r more', "its answer is not"),
        ('read -r hello; read -r question; echo \'{"action":1,"action":2}\'; read -r more', "its answer is not"),
        ("read -r hello; read -r question; echo '{\"action\":99}'; read -r more", "cannot choose 99; allowed: 0 to 10"),
        (
            'read -r hello; read -r question; printf \'{"action":1}\\n{"action":2}\\n\'; read -r more',
            "more than one line",
        ),
        ("read -r hello; yes no-newline | tr -d '\\n'", "it printed more than 1000 bytes"),
    ],
)
def test_a_program_that_fails_forfeits(program: Callable[..., ProgramPlayer], script: str, reason: str) -> None:
    result = play_match(GAME, "random", program(script)).result
    assert result.failure is not None
    assert result.failure.player == 1
    assert re.search(reason, result.failure.reason)


@given(
    st.one_of(
        st.binary(max_size=40),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.just("action"),
            lambda inner: (
                st.lists(inner, max_size=2) | st.dictionaries(st.just("action") | st.text(), inner, max_size=2)
            ),
        ).map(lambda content: json.dumps(content).encode()),
    )
)
def test_any_line_is_an_answer_or_a_failure(line: bytes) -> None:
    try:
        action = action_in(line)
    except ProgramFailed:
        return
    assert json.loads(line) == {"action": action}
    assert type(action) is int


def test_a_program_may_not_answer_a_question_that_was_not_asked(
    program: Callable[..., ProgramPlayer], tmp_path: Path
) -> None:
    go, gone = tmp_path / "go", tmp_path / "gone"
    wait = f"while [ ! -e {shlex.quote(str(go))} ]; do sleep 0.01; done"
    answer = "echo '{\"action\":0}'"
    bot = program(f"read -r hello; read -r q; {answer}; {wait}; {answer}; touch {shlex.quote(str(gone))}; read -r more")
    match = Match(GAME)
    assert bot.choose(match.view(0), match.chance(0)) == 0
    go.touch()
    until(gone.exists)
    match.play(0, 1)
    with pytest.raises(ValueError, match="it printed something before it was asked"):
        bot.choose(match.view(0), match.chance(0))


def test_a_late_program_is_killed_with_everything_that_it_started(
    program: Callable[..., ProgramPlayer], tmp_path: Path
) -> None:
    file = tmp_path / "pids"
    bot = program(f"sleep 600 & echo $$ $! > {shlex.quote(str(file))}; wait", seconds=0.1, start_seconds=0.5)
    began = time.monotonic()
    result = play_match(GAME, bot).result
    assert result.failure is not None
    assert "it did not answer within 0.5 seconds" in result.failure.reason
    assert time.monotonic() - began < 20
    for pid in map(int, file.read_text().split()):
        until(partial(ended, pid))


def test_a_program_that_does_not_read_is_late(program: Callable[..., ProgramPlayer]) -> None:
    match = Match(parlour.game("token-showdown"))
    view = match.view(0)._replace(choices=((1, 1),) * 50_000)  # more than a pipe holds
    with pytest.raises(ValueError, match="it did not answer"):
        program("sleep 600", start_seconds=0.2).choose(view, match.chance(0))


def test_only_the_first_answer_has_the_time_to_start(program: Callable[..., ProgramPlayer]) -> None:
    bot = program(
        "sleep 0.5; read -r hello; read -r first; echo '{\"action\":0}'; read -r second; sleep 9", seconds=0.1
    )
    match = Match(GAME)
    assert bot.choose(match.view(0), match.chance(0)) == 0
    match.play(0, 1)
    with pytest.raises(ValueError, match=r"it did not answer within 0\.1 seconds"):
        bot.choose(match.view(0), match.chance(0))


def test_a_failure_costs_one_match(program: Callable[..., ProgramPlayer], tmp_path: Path) -> None:
    mark = shlex.quote(str(tmp_path / "mark"))
    bot = program(f"[ -e {mark} ] || {{ touch {mark}; exit 1; }}; {ZERO}")
    assert play_match(GAME, bot).result.outcome == "failed"
    assert play_match(GAME, bot).result.outcome != "failed"


def test_every_thread_has_a_process_and_close_ends_them_all(
    program: Callable[..., ProgramPlayer], tmp_path: Path
) -> None:
    file = tmp_path / "pids"
    bot = program(f"echo $$ >> {shlex.quote(str(file))}; {ZERO}")
    played, closed = threading.Barrier(4), threading.Event()
    results: list[Any] = []

    def play() -> None:
        results.extend(play_match(GAME, bot, seed=seed).result for seed in range(5))
        played.wait()
        closed.wait()

    threads = [threading.Thread(target=play) for _ in range(3)]
    for thread in threads:
        thread.start()
    played.wait()
    pids = [int(pid) for pid in file.read_text().split()]
    assert len(pids) == 3
    assert all(map(running, pids))
    bot.close()
    assert not any(map(running, pids))
    closed.set()
    for thread in threads:
        thread.join()
    assert len(results) == 15
    assert not any(result.failure for result in results)


def test_a_process_ends_with_its_thread(program: Callable[..., ProgramPlayer], tmp_path: Path) -> None:
    file = tmp_path / "pid"
    bot = program(f"echo $$ > {shlex.quote(str(file))}; {ZERO}")
    thread = threading.Thread(target=play_match, args=(GAME, bot))
    thread.start()
    thread.join()
    until(partial(ended, int(file.read_text())))


def test_a_program_gets_the_variables_that_it_needs_and_those_that_are_named(
    program: Callable[..., ProgramPlayer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "SMTP_PASS", "GITHUB_PAT", "DATABASE_URL", "XDG_PASS", "LC_", "PATH2", "MY_HOME"):
        monkeypatch.setenv(name, "only-ours")
    monkeypatch.setenv("BOT_LEVEL", "three")
    monkeypatch.setenv("LC_TIME", "C")
    file = tmp_path / "environment"
    play_match(GAME, program(f"env > {shlex.quote(str(file))}; {ZERO}"))
    assert "only-ours" not in file.read_text()
    assert "BOT_LEVEL" not in file.read_text()
    assert f"PATH={os.environ['PATH']}\n" in file.read_text()
    assert "LC_TIME=C\n" in file.read_text()
    play_match(GAME, program(f"env > {shlex.quote(str(file))}; {ZERO}", environment=["BOT_LEVEL", "MISSING"]))
    assert "BOT_LEVEL=three\n" in file.read_text()


# Becomes a daemon: the child of a process that has ended, in its own session, which holds on to standard output.
DAEMON = "setsid sh -c '(sleep 0.4; sleep 600) & echo $! > {file}.draft; mv {file}.draft {file}' & wait"
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux finds the daemons of a program")


@LINUX
@pytest.mark.parametrize("end", ["close", "ends", "fails", "late"])
def test_a_daemon_that_a_program_started_ends_with_it(
    end: str, program: Callable[..., ProgramPlayer], tmp_path: Path
) -> None:
    file = tmp_path / "pid"
    rest = {"close": ZERO, "ends": "exit 3", "fails": "kill -SEGV $$", "late": "sleep 600"}[end]
    bot = program(f"{DAEMON.format(file=shlex.quote(str(file)))}; {rest}", start_seconds=2)
    result = play_match(GAME, bot).result
    pid = int(file.read_text())
    if end == "close":
        assert running(pid)
        bot.close()
    else:
        reasons = {"ends": "(exit code 3) without", "fails": "(signal 11) without", "late": "not answer within 2 sec"}
        assert result.failure is not None
        assert reasons[end] in result.failure.reason
    assert ended(pid)


@LINUX
def test_a_program_and_its_daemon_end_with_python(tmp_path: Path) -> None:
    file, own = tmp_path / "pid", tmp_path / "own"
    script = f"echo $$ > {shlex.quote(str(own))}; {DAEMON.format(file=shlex.quote(str(file)))}; sleep 600"
    player = f"load_player({'program:sh -c ' + shlex.quote(script)!r})()"
    play = f"play_match(parlour.game('resource-war'), {player})"
    start = "import parlour; from parlour.players import play_match; from parlour.players.roster import load_player"
    process = subprocess.Popen([sys.executable, "-c", f"{start}; {play}"])
    until(file.exists)
    process.kill()
    process.wait()
    for each in (file, own):
        until(partial(ended, int(each.read_text())))


@pytest.mark.parametrize("shown", [True, False])
def test_standard_error_is_shown_if_you_want(
    program: Callable[..., ProgramPlayer], capfd: pytest.CaptureFixture[str], shown: bool
) -> None:
    play_match(GAME, program(f"echo thinking >&2; {ZERO}", stderr=shown))
    assert ("thinking" in capfd.readouterr().err) == shown


@pytest.mark.parametrize(
    ("command", "settings", "reason"),
    [
        ("no-such-program --fast", {}, "there is no program 'no-such-program'"),
        (str(PROGRAMS / "cautious.py.txt"), {}, "there is no program"),
        (str(Path(__file__).parents[2] / "README.md"), {}, "may not be executed"),
        ("sh 'any.sh", {}, "cannot be split into words: No closing quotation"),
        (
            "sh",
            {"minutes": 1},
            "a program has no setting 'minutes'; it has: seconds, start_seconds, stderr, environment",
        ),
        ("sh", {"environment": "BOT_LEVEL"}, "environment of a program must be a list of names of variables"),
        ("sh", {"environment": [1]}, "environment of a program must be a list of names of variables"),
        ("sh", {"seconds": 0}, "seconds of a program must be seconds, above 0"),
        ("sh", {"start_seconds": "10"}, "start_seconds of a program must be seconds"),
        ("sh", {"stderr": 1}, "stderr of a program must be true or false"),
    ],
)
def test_a_bad_command_is_an_error_before_any_match(command: str, settings: dict[str, object], reason: str) -> None:
    with pytest.raises(BadPlayer, match=reason):
        load_player(f"program:{command}", settings)


def test_a_program_that_has_gone_is_not_available(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_text(f"#!/bin/sh\n{ZERO}\n")
    file.chmod(0o755)
    bot = load_player(f"program:{shlex.quote(str(file))}")()
    file.unlink()
    with pytest.raises(Unavailable, match="cannot be started"):
        play_match(GAME, bot)
