"""What Tab offers in a shell."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support import OURS

import parlour
from parlour.cli.commands import COMMANDS
from parlour.players import player_names
from parlour.terminal.play.personal import PERSONAL


def asked(instruction: str, words: str = "", typed: str | None = None) -> subprocess.CompletedProcess[str]:
    """The answer to a shell; `typed` is the word that Tab completes."""
    line = [*words.split(), *([] if typed is None else [typed])]
    environment = {"_PARLOUR_COMPLETE": instruction, "COMP_WORDS": " ".join(line), "COMP_CWORD": str(len(line) - 1)}
    return subprocess.run(
        [sys.executable, "-m", "parlour"], capture_output=True, text=True, env={**os.environ, **environment}, check=True
    )


def offered(words: str, typed: str) -> list[str]:
    """What bash is offered. Each line has a type and a value."""
    return asked("bash_complete", words, typed).stdout.splitlines()


def plain(*values: str) -> list[str]:
    return [f"plain,{value}" for value in values]


def test_commands_and_games_are_offered() -> None:
    assert set(plain(*COMMANDS, *OURS)) <= set(offered("parlour", ""))
    assert offered("parlour", "re") == plain("replay", "resume", "restore", "resource-war")


@pytest.mark.parametrize("command", ["play", "rules", "solve", "practice", "stats", "matches", "check", "balance"])
def test_games_are_offered_where_a_game_is_expected(command: str) -> None:
    assert offered(f"parlour {command}", "to") == plain("token-tactics", "token-showdown", "tower-siege")


def test_a_path_completes_folders() -> None:
    assert offered("parlour check", "./my") == ["dir,./my"]


def test_players_are_offered_for_the_seats() -> None:
    assert offered("parlour play tower-siege --second", "") == plain("human", *player_names(), *PERSONAL)
    assert offered("parlour tower-siege --first", "perf") == plain("perfect")


def test_parameters_are_offered_with_their_values() -> None:
    assert "plain,tower=10" in offered("parlour play tower-siege --set", "t")
    choices = parlour.game("token-tactics").allowed_rules()["both_empty"]
    assert offered("parlour token-tactics --set", "both") == plain(*(f"both_empty={name}" for name in choices))
    assert offered("parlour play no-such-game --set", "t") == [""]


@pytest.mark.parametrize("words", ["parlour replay", "parlour resume", "parlour analyse", "parlour play x --answers"])
def test_files_are_completed_by_the_shell(words: str) -> None:
    assert offered(words, "mat") == ["file,mat"]


def test_options_are_offered() -> None:
    assert offered("parlour stats", "--c") == plain("--csv")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_a_script(shell: str) -> None:
    if shell == "bash" and shutil.which("bash") is None:
        pytest.skip("click asks bash for its version")
    assert "_PARLOUR_COMPLETE" in asked(f"{shell}_source").stdout


@pytest.mark.parametrize(
    ("words", "typed", "values"),
    [
        ("parlour token-tactics --set both_empty", "=", ["defender", "attacker", "draw"]),
        ("parlour token-tactics --set both_empty =", "d", ["defender", "draw"]),
        ("parlour token-tactics --set start = 5 --set both_empty =", "a", ["attacker"]),
        ("parlour play token-tactics --second =", "perf", ["perfect"]),
    ],
)
def test_bash_splits_words_at_an_equals_sign(words: str, typed: str, values: list[str]) -> None:
    assert offered(words, typed) == plain(*values)


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes_after_the_documented_set_up(tmp_path: Path) -> None:
    program = tmp_path / "parlour"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m parlour "$@"\n')
    program.chmod(0o755)
    script = (
        'eval "$(_PARLOUR_COMPLETE=bash_source parlour)"\n'
        "COMP_WORDS=(parlour practice tower); COMP_CWORD=2\n"
        '_parlour_completion parlour tower practice\necho "${COMPREPLY[*]}"\n'
    )
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.strip() == "tower-siege"
