from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.games.errors import TooLarge
from parlour.games.game import Game
from parlour.solver import api, cache

GAME = parlour.game("token-showdown", tokens=9)


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache for solutions alone, so that nothing is compiled again."""
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path)
    return tmp_path / "solutions"


def test_a_game_is_solved_once(shelf: Path) -> None:
    told: list[str] = []
    solved = parlour.solve(GAME, progress=lambda text, _: told.append(text))
    assert set(told) == {"exploring", "solving", "certifying"}
    (file,) = shelf.iterdir()
    again = parlour.solve(GAME, progress=lambda _, __: pytest.fail("solved again"))
    assert again.value(GAME.start()) == solved.value(GAME.start())
    assert again.policy(GAME.start(), 1) == solved.policy(GAME.start(), 1)
    assert again.bounds(GAME.start()) == solved.bounds(GAME.start())
    assert (again.states, again.seconds, again.within) == (solved.states, solved.seconds, solved.within)
    assert again.certificate == solved.certificate
    assert file.name.startswith("token-showdown-")


@pytest.mark.usefixtures("shelf")
def test_a_stored_solution_answers_for_states_from_elsewhere_too() -> None:
    outside: Any = GAME.start()._replace(tokens2=7)
    expected = parlour.solve(GAME).value(outside)
    assert parlour.solve(GAME).value(outside) == expected


@pytest.mark.parametrize("damage", ["cut", "flipped", "emptied", "another"])
def test_a_damaged_file_is_found_out_and_made_anew(shelf: Path, damage: str) -> None:
    expected = parlour.solve(GAME).value(GAME.start())
    (file,) = shelf.iterdir()
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
    assert cache.load(GAME, api.WITHIN) is None
    assert parlour.solve(GAME).value(GAME.start()) == expected
    assert cache.load(GAME, api.WITHIN) is not None


def test_every_part_of_the_key_makes_another_file(monkeypatch: pytest.MonkeyPatch) -> None:
    place = cache.place(GAME, 0.001)
    assert cache.place(parlour.game("token-showdown", tokens=10), 0.001) != place
    assert cache.place(GAME, 0.01) != place
    assert cache.place(GAME, 0.001) == place
    monkeypatch.setattr(cache, "CODE", ["another solver"])
    assert cache.place(GAME, 0.001) != place
    other = Game(GAME.name, parlour.game("resource-war").module, GAME.words, GAME.folder, {})
    assert cache.place(other, 0.001).name.startswith("token-showdown-")
    assert cache.place(other, 0.001) != place


def test_an_interrupted_solution_leaves_nothing_behind(shelf: Path) -> None:
    for stage in ("exploring", "solving", "certifying"):

        def interrupt(text: str, _: float | None, stage: str = stage) -> None:
            if text == stage:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            parlour.solve(GAME, progress=interrupt)
        assert not list(shelf.glob("*"))
    assert parlour.solve(GAME).value(GAME.start()) == pytest.approx(0, abs=1e-12)


def test_a_disk_that_takes_nothing_is_no_reason_to_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "file")
    assert parlour.solve(GAME).value(GAME.start()) == pytest.approx(0, abs=1e-12)


SOLVE = (
    "import pathlib, sys, parlour; from parlour.solver import cache; "
    "cache.cache_folder = lambda: pathlib.Path(sys.argv[1]); "
    "game = parlour.game('token-showdown', tokens=20); "
    "print(parlour.solve(game).value(game.start()._replace(points1=1, tokens1=19, tokens2=20)))"
)


def test_processes_that_solve_the_same_game_at_once_do_not_get_in_each_others_way(tmp_path: Path) -> None:
    commands = [
        subprocess.Popen([sys.executable, "-c", SOLVE, str(tmp_path)], stdout=subprocess.PIPE, env=os.environ)
        for _ in range(3)
    ]
    said = {command.communicate(timeout=120)[0] for command in commands}
    assert [command.returncode for command in commands] == [0, 0, 0]
    assert len(said) == 1
    (file,) = (tmp_path / "solutions").iterdir()
    assert file.suffix == ".npz"


@pytest.mark.usefixtures("shelf")
def test_a_variant_that_is_too_large_is_refused_before_it_starts_with_an_estimate() -> None:
    for name, rules in (
        ("token-showdown", {"tokens": 1000}),
        ("tower-siege", {"cards": 12}),
        ("resource-war", {"points": 10_000, "target": 10_000}),
    ):
        with pytest.raises(TooLarge, match=r"too large to solve: it takes about .* states, .* GB of memory and .*"):
            parlour.solve(parlour.game(name, **rules), progress=refused)


def refused(text: str, _: float | None) -> None:
    assert text == "exploring"
