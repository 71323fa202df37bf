"""`parlour check` from the command line: whole runs, and games that hang or end the process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.check import run as checking
from parlour.check.worker import CHECKS
from parlour.cli.main import run
from parlour.cli.new import files


def written(folder: Path, name: str, **changes: tuple[str, str]) -> Path:
    """A new game with turns; `changes` replace a text in `rules` or `words`."""
    for path, text in files(name, name, "turns").items():
        old, new = changes.get(Path(path).stem, ("", ""))
        assert old in text
        (folder / name / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / name / path).write_text(text.replace(old, new, 1))
    return folder / name


def test_a_new_game_compiles_agrees_and_solves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(written(tmp_path, "fresh"))]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"fresh in {tmp_path / 'fresh' / 'fresh'}\n")
    assert "ok     agrees      compiled and interpreted rules agree in 42 states\n" in out
    assert "ok     states      40 states and 2 results\n" in out
    assert "ok     ends        every game ends, after at most 21 turns\n" in out
    assert "ok     solves      the first player's value lies between +1.0000 and +1.0000\n" in out
    assert out.endswith(f"\n{len(CHECKS)} passed, 0 failed, 0 not checked.\n")


def test_a_failure_shows_its_state_and_sets_the_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = written(tmp_path, "wrong", rules=("return k + 1", "return 3 - k"))
    assert run(["check", str(folder)]) == 1
    lines = capsys.readouterr().out.splitlines()
    where = lines.index("FAILED actions     the options of player 0 must ascend, but option 0 is 3 and option 1 is 2")
    assert lines[where + 1].strip() == "in State(stones=21, turn=1, winner=0)"
    assert "-      solves      not checked, because actions failed" in lines


def test_what_cannot_be_compiled_fails_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = written(tmp_path, "listed", rules=("    taken = first", "    taken = [1]\n    taken = first"))
    assert run(["check", str(folder)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines if line.startswith("FAILED")] == ["language"]
    for check in ("compiles", "agrees", "states", "solves"):
        assert f"-      {check:<11} not checked, because language failed" in lines


def test_one_state_is_not_counted_as_many(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["check", str(written(tmp_path, "short")), "--set", "stones=1"])
    out = capsys.readouterr().out
    assert "in all 2 states and after 1 turn\n" in out
    assert "every game ends, after at most 1 turn\n" in out
    assert "ok     states      1 state and 1 result\n" in out


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = written(tmp_path, "wrong_again", rules=("return k + 1", "return 3 - k"))
    assert run(["check", str(folder), "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert (document["format"], document["version"], document["passed"]) == ("parlour check", 2, False)
    assert (document["game"], document["folder"]) == ("wrong-again", str(folder / "wrong_again"))
    checks = {check["check"]: check for check in document["checks"]}
    assert list(checks) == list(CHECKS)
    assert checks["actions"]["failures"][0]["state"] == {"stones": 21, "turn": 1, "winner": 0}
    assert checks["solves"]["outcome"] == "skipped"


def test_parameters_can_be_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(written(tmp_path, "varied", rules=("return k + 1", "return 3 - k")))
    assert run(["check", folder, "--set", "stones=5"]) == 1
    assert "in State(stones=5, turn=1, winner=0)" in capsys.readouterr().out
    assert run(["check", folder, "--set", "stones=0"]) == 1
    assert "stones of varied must be a whole number from 1 to 1000, not 0" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("import os; os._exit(3)", "the game ended Python (exit status 3)"),
        ("import os; os.kill(os.getpid(), 11)", "the game crashed Python (signal 11)"),
        ("print('x' * 1_000_000); input()", "rules.py raises EOFError"),
    ],
)
def test_a_game_cannot_take_the_command_down(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], statement: str, sentence: str
) -> None:
    folder = written(tmp_path, "deadly", rules=("class Rules", f"{statement}\n\n\nclass Rules"))
    assert run(["check", str(folder)]) == 1
    assert f"FAILED files       {sentence}" in capsys.readouterr().out


def test_checks_that_a_game_prevents_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = written(tmp_path, "leaving", words=("    taken = ", "    import os; os._exit(3)\n    taken = "))
    assert run(["check", str(folder), "--json"]) == 1
    checks = {check["check"]: check for check in json.loads(capsys.readouterr().out)["checks"]}
    assert list(checks) == list(CHECKS)
    assert checks["texts"]["sentence"] == "the game ended Python (exit status 3)"
    assert checks["RULES.md"]["sentence"] == "not checked, because texts ended the checks"


def test_a_check_that_never_ends_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Some loops cannot be interrupted from within the process: this one ignores the alarm."""
    monkeypatch.setattr(checking, "SECONDS", 3)
    block = "import signal; signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])\nwhile True:\n    pass"
    folder = written(tmp_path, "endless", rules=("class Rules", f"{block}\n\n\nclass Rules"))
    assert run(["check", str(folder)]) == 1
    assert "the game did not finish within 3 seconds" in capsys.readouterr().out


def test_an_unknown_game_is_a_usage_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "tower-sieg"]) == 2
    assert "there is no game 'tower-sieg' (did you mean tower-siege?)" in capsys.readouterr().err
    assert run(["check", str(tmp_path)]) == 2
    assert "is not the folder of a game: it has no rules.py" in capsys.readouterr().err


def test_a_folder_without_init_fails_a_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = written(tmp_path, "bare")
    (folder / "bare" / "__init__.py").unlink()
    assert run(["check", str(folder)]) == 1
    assert "lacks __init__.py" in capsys.readouterr().out


def test_nothing_in_the_current_folder_is_imported(tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('imported')\n")
    (tmp_path / "signal.py").write_text("raise SystemExit('imported')\n")
    program = "import sys; from parlour.cli.main import run; sys.exit(run(['check', 'nowhere']))"
    done = subprocess.run(
        [sys.executable, "-P", "-c", program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert "there is no game 'nowhere'" in done.stderr
