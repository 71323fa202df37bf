"""Each mistake in a game is caught by the right check, with the state that shows it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from check.broken_files import FILES
from check.broken_rules import RULES
from check.broken_words import WORDS
from check.mistakes import Mistake

from parlour.check import guard, worker
from parlour.check.results import Result
from parlour.check.subject import Subject
from parlour.check.worker import CHECKS, run_checks
from parlour.cli.new import files
from parlour.games.catalogue import _folders, locate

SLOW = {"agrees", "states", "solves"}  # these compile, and test_check_command.py runs them
_numbers = count()

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Writes a game from a template, with one text replaced, under a name that no other test uses."""
    monkeypatch.setattr(guard, "SECONDS", 1)
    names: list[str] = []

    def write(template: str, file: str = "", old: str = "", new: str = "") -> Path:
        package = f"broken{next(_numbers)}"
        names.append(package)
        folder = tmp_path / package
        folder.mkdir()
        for path, text in files(package, package, template).items():
            name = Path(path).name
            assert name != file or old in text
            (folder / name).write_text(text.replace(old, new, 1) if name == file else text)
        return folder

    with guard.watching():
        yield write
    for name in names:
        _folders.pop(name, None)
        for module in [each for each in sys.modules if each.split(".")[0] == name]:
            del sys.modules[module]


def results(folder: Path, checks: set[str]) -> dict[str, Result]:
    name, package, found = locate(str(folder))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker, "CHECKS", {check: how for check, how in CHECKS.items() if check in checks})
        done = [each for each in run_checks(Subject(name, package, found, {})) if isinstance(each, Result)]
    return {result.check: result for result in done}


@pytest.mark.parametrize("mistake", RULES + FILES + WORDS, ids=lambda mistake: mistake.name)
def test_a_mistake_is_caught_with_the_state_that_shows_it(mistake: Mistake, write: Write) -> None:
    folder = write(mistake.template, mistake.file, mistake.old, mistake.new)
    found = results(folder, {"files", "bounds", mistake.check, *CHECKS[mistake.check][1]})[mistake.check]
    assert found.outcome == "failed"
    matching = [failure for failure in found.failures if mistake.sentence in failure.sentence]
    assert matching, found
    assert mistake.state is None or matching[0].state == mistake.state
    assert mistake.decision is None or matching[0].decision == mistake.decision
    assert matching[0].rules == mistake.rules


@pytest.mark.parametrize("template", ["secret", "turns", "board"])
def test_a_new_game_passes_every_check(template: str, write: Write) -> None:
    done = results(write(template), set(CHECKS) - SLOW)
    assert {result.outcome for result in done.values()} == {"passed"}, done
