from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.fast import user_cache
from parlour.games.errors import TooLarge
from parlour.games.game import Game
from parlour.solver import api, solution_files

GAME = parlour.game("token-showdown", tokens=9)


@pytest.fixture
def solutions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of solutions. Compiled code stays in the usual cache."""
    monkeypatch.setattr(solution_files, "cache_folder", lambda: tmp_path)
    return tmp_path / "solutions"


def test_a_game_is_solved_once(solutions: Path) -> None:
    stages: list[str] = []
    solved = parlour.solve(GAME, progress=lambda stage, _: stages.append(stage))
    assert list(dict.fromkeys(stages)) == ["exploring", "solving", "certifying", "refining"]
    (file,) = solutions.iterdir()
    again = parlour.solve(GAME, progress=lambda _, __: pytest.fail("solved again"))
    assert again.value(GAME.start()) == solved.value(GAME.start())
    assert again.policy(GAME.start(), 1) == solved.policy(GAME.start(), 1)
    assert again.bounds(GAME.start()) == solved.bounds(GAME.start())
    assert again.states.keys.tolist() == solved.states.keys.tolist()
    assert (again.seconds, again.within) == (solved.seconds, solved.within)
    assert again.certificate == solved.certificate
    assert file.name.startswith("token-showdown-")


@pytest.mark.usefixtures("solutions")
def test_a_stored_solution_can_look_up_unreachable_states() -> None:
    unreachable: Any = GAME.start()._replace(tokens2=7)
    expected = parlour.solve(GAME).value(unreachable)
    assert parlour.solve(GAME).value(unreachable) == expected


@pytest.mark.parametrize("damage", ["cut", "flipped", "emptied", "another"])
def test_a_damaged_file_is_detected_and_replaced(solutions: Path, damage: str) -> None:
    expected = parlour.solve(GAME).value(GAME.start())
    (file,) = solutions.iterdir()
    content = file.read_bytes()
    middle = len(content) // 2
    file.write_bytes(
        {
            "cut": content[:middle],
            "flipped": content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :],
            "emptied": b"",
            "another": b"not a solution",
        }[damage]
    )
    assert solution_files.load_cached(GAME, api.WITHIN) is None
    assert parlour.solve(GAME).value(GAME.start()) == expected
    assert solution_files.load_cached(GAME, api.WITHIN) is not None


def test_the_file_depends_on_the_game_the_rules_the_precision_and_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    file = solution_files.solution_file(GAME, 0.001)
    assert solution_files.solution_file(parlour.game("token-showdown", tokens=10), 0.001) != file
    assert solution_files.solution_file(GAME, 0.01) != file
    assert solution_files.solution_file(GAME, 0.001) == file
    monkeypatch.setattr(solution_files, "code_digest", lambda: "another solver")
    assert solution_files.solution_file(GAME, 0.001) != file
    other = Game(GAME.name, parlour.game("resource-war").module, GAME.words, GAME.folder, {})
    assert solution_files.solution_file(other, 0.001).name.startswith("token-showdown-")
    assert solution_files.solution_file(other, 0.001) != file


def test_the_cache_has_a_largest_size(solutions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise strangers could fill the disk of a server with variants. What was used longest ago is removed."""
    games = [parlour.game("token-showdown", tokens=tokens) for tokens in (9, 8, 7, 6)]
    for game in games[:3]:
        parlour.solve(game)
    files = [solution_files.solution_file(game, api.WITHIN) for game in games]
    for age, file in enumerate(files[:3]):
        os.utime(file, (1000 + age, 1000 + age))
    parlour.solve(games[0])  # used again
    monkeypatch.setattr(solution_files, "MOST_BYTES", sum(file.stat().st_size for file in files[:3]))
    parlour.solve(games[3])
    assert set(solutions.iterdir()) == {files[0], files[2], files[3]}
    monkeypatch.setattr(solution_files, "MOST_BYTES", 0)
    parlour.solve(games[1])
    assert list(solutions.iterdir()) == [files[1]]  # the newest stays


def test_interrupting_the_solver_leaves_no_file(solutions: Path) -> None:
    for stage in ("exploring", "solving", "certifying", "refining"):

        def interrupt(current: str, _: float | None, stage: str = stage) -> None:
            if current == stage:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            parlour.solve(GAME, progress=interrupt)
        assert not list(solutions.glob("*"))
    assert parlour.solve(GAME).value(GAME.start()) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("problem", ["in the way", "full", "no home"])
def test_a_cache_that_cannot_be_written_does_not_stop_the_solver(
    problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setattr(user_cache, "_reported", [])

    def folder() -> Path:
        if problem == "no home":
            raise FileNotFoundError(errno.ENOENT, "there is no home folder")
        return tmp_path / ("file" if problem == "in the way" else "cache")

    def write(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(solution_files, "cache_folder", folder)
    if problem == "full":
        monkeypatch.setattr("parlour.solver.solution_files.np.savez", write)
    for _ in range(2):
        assert parlour.solve(GAME).value(GAME.start()) == pytest.approx(0, abs=1e-12)
    reason = {"in the way": "Not a directory", "full": "No space left on device", "no home": "there is no home folder"}
    message = f"Note: the cache cannot be written ({reason[problem]}), so Parlour works without it.\n"
    assert capsys.readouterr().err == message
    assert not list(tmp_path.glob("cache/solutions/*"))


SOLVE = (
    "import pathlib, sys, parlour; from parlour.solver import solution_files; "
    "solution_files.cache_folder = lambda: pathlib.Path(sys.argv[1]); "
    "game = parlour.game('token-showdown', tokens=20); "
    "print(parlour.solve(game).value(game.start()._replace(points1=1, tokens1=19, tokens2=20)))"
)


def test_several_processes_can_solve_the_same_game_at_once(tmp_path: Path) -> None:
    commands = [
        subprocess.Popen([sys.executable, "-c", SOLVE, str(tmp_path)], stdout=subprocess.PIPE, env=os.environ)
        for _ in range(3)
    ]
    printed = {command.communicate(timeout=120)[0] for command in commands}
    assert [command.returncode for command in commands] == [0, 0, 0]
    assert len(printed) == 1
    (file,) = (tmp_path / "solutions").iterdir()
    assert file.suffix == ".npz"


@pytest.mark.usefixtures("solutions")
def test_a_variant_that_is_too_large_raises_an_error_with_an_estimate_before_it_is_solved() -> None:
    for name, rules in (
        ("token-showdown", {"tokens": 1000}),
        ("tower-siege", {"cards": 12}),
        ("resource-war", {"points": 10_000, "target": 10_000}),
    ):
        with pytest.raises(TooLarge, match=r"too large to solve: it takes about .* states, .* GB of memory and .*"):
            parlour.solve(parlour.game(name, **rules), progress=only_exploring)


def only_exploring(stage: str, _: float | None) -> None:
    assert stage == "exploring"
