"""The files of a run: torn lines, damage, changed plans, and two runs at once."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from arena.tournaments import digest, entrant, plan_of, played, written_game

import parlour.arena.harness.frozen
import parlour.arena.tournament.plan
from parlour.arena.harness.frozen import BadPlan, Changed
from parlour.arena.harness.ledger import DamagedFile, InUse, lock
from parlour.arena.tournament.plan import TournamentPlan


@pytest.fixture
def plan() -> TournamentPlan:
    return plan_of(pairs=3)


@pytest.fixture
def folder(plan: TournamentPlan, tmp_path: Path) -> Path:
    """A finished run."""
    played(plan, tmp_path / "run")
    return tmp_path / "run"


def lines_of(folder: Path) -> list[bytes]:
    return (folder / "matches.jsonl").read_bytes().splitlines(keepends=True)


@pytest.mark.parametrize("kept", [0, 1, 2, 3, 20])
@pytest.mark.parametrize("torn", [b"", b"{", b'{"pair":3,"swapped":fal'])
def test_a_torn_last_line_is_played_again(plan: TournamentPlan, folder: Path, kept: int, torn: bytes) -> None:
    before = digest(folder)
    (folder / "matches.jsonl").write_bytes(b"".join(lines_of(folder)[:kept]) + torn)
    assert played(plan, folder).finished
    assert digest(folder) == before


def test_a_run_that_was_killed_before_sorting_is_sorted(plan: TournamentPlan, folder: Path) -> None:
    before, lines = digest(folder), lines_of(folder)
    (folder / "matches.jsonl").write_bytes(b"".join(lines[10:] + lines[:10]))
    assert played(plan, folder).finished
    assert digest(folder) == before


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda lines: lines.insert(4, b"\0\0\0\n"), "line 5 is damaged"),
        (lambda lines: lines.__setitem__(5, b"[]\n"), "line 6 is damaged"),
        (lambda lines: lines.pop(2), "line 3: swapped is not what the plan says"),
        (lambda lines: lines.extend(lines[:2]), "line 37: pair 0 is there twice"),
        (lambda lines: lines.__setitem__(0, lines[0].replace(b'"pair":0', b'"pair":99')), "line 1: pair is not what"),
        (lambda lines: lines.__setitem__(1, lines[3]), "line 2: pair is not that of the line before"),
        (lambda lines: lines.__setitem__(3, lines[3].replace(b'"seed":', b'"seed":1')), "line 4: seed is not what"),
    ],
)
def test_other_damage_is_an_error_that_names_the_line(
    plan: TournamentPlan, folder: Path, damage: object, reason: str
) -> None:
    lines = lines_of(folder)
    damage(lines)  # type: ignore[operator]  # a function, from the list above
    data = b"".join(lines)
    (folder / "matches.jsonl").write_bytes(data)
    with pytest.raises(DamagedFile, match=reason):
        played(plan, folder)
    assert (folder / "matches.jsonl").read_bytes() == data


def test_a_changed_plan_is_rejected_with_everything_that_differs(folder: Path) -> None:
    before = digest(folder)
    with pytest.raises(Changed) as raised:
        played(plan_of(pairs=4, seed=9, players=["random", "easy", entrant("failing", "Failing")]), folder)
    for difference in ("pairs was 3, now 4", "seed was 1, now 9", 'players[1].name was "hard", now "easy"'):
        assert difference in str(raised.value)
    assert digest(folder) == before


def test_changed_rules_are_an_error_and_another_python_is_a_note(
    plan: TournamentPlan, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("platform.python_version", lambda: "4.0.0")
    assert played(plan, folder).finished
    assert 'versions.python was "3.' in capsys.readouterr().err
    monkeypatch.setattr(parlour.arena.harness.frozen, "game_hashes", lambda _: {"rules.py": "other"})
    with pytest.raises(Changed, match=r"games\[0\]\.sha256\.rules\.py was"):
        played(plan, folder)


def test_another_text_of_a_game_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    game = written_game(tmp_path / "project", "marbles")
    plan = plan_of(pairs=1, games=[str(game)], players=["random", entrant("slow", "Slow")])
    played(plan, tmp_path / "run")
    for name in ("rules.py", "words.py", "RULES.md"):
        text = (game / name).read_text()
        (game / name).write_text(text + "\n")
        with pytest.raises(Changed, match=rf"games\[0\]\.sha256\.{name} was"):
            played(plan, tmp_path / "run")
        (game / name).write_text(text)


def test_another_source_of_an_own_player_is_an_error_that_names_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    module, program = tmp_path / "my_own_bot.py", tmp_path / "my_program.py"
    module.write_text("class Lowest:\n    def choose(self, view, random):\n        return view.actions[0]\n")
    program.write_text("")
    names = ["my_own_bot:Lowest", f"program:{sys.executable} my_program.py"]
    plan = plan_of(pairs=1, players=["random", *names], matchups=[["random", names[0]]])
    played(plan, tmp_path / "run")
    for source in (module, program):
        text = source.read_text()
        source.write_text(text + "# other\n")
        with pytest.raises(Changed, match=rf"sha256\.{source.name} was"):
            played(plan, tmp_path / "run")
        source.write_text(text)
    assert played(plan, tmp_path / "run").finished


def test_another_parlour_is_an_error(plan: TournamentPlan, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parlour.arena.tournament.plan, "__version__", "9.9")
    with pytest.raises(Changed, match=r'versions\.parlour was .*, now "9\.9"'):
        played(plan, folder)


def test_the_second_run_in_a_folder_is_refused(plan: TournamentPlan, folder: Path) -> None:
    with lock(folder), pytest.raises(InUse, match="another run is writing"):
        played(plan, folder)


def test_matches_without_a_plan_are_left_alone(plan: TournamentPlan, folder: Path) -> None:
    (folder / "plan.json").unlink()
    with pytest.raises(DamagedFile, match=r"no plan\.json"):
        played(plan, folder)


@pytest.mark.parametrize("text", ["", "[]", '{"format": "parlour arena", "version": 1}'])
def test_a_damaged_plan_is_an_error(plan: TournamentPlan, folder: Path, text: str) -> None:
    (folder / "plan.json").write_text(text)
    with pytest.raises(BadPlan, match=r"plan\.json"):
        played(plan, folder)


def test_the_frozen_plan_holds_rules_settings_fingerprints_and_versions_but_no_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "very secret")
    played(plan_of(pairs=1, players=[entrant("model", "Expensive"), entrant("slow", "Slow", seconds=0.0)]), tmp_path)
    text = (tmp_path / "plan.json").read_text()
    content = json.loads(text)
    assert content["games"][1]["rules"]["points"] == 9
    assert len(content["games"][1]["sha256"]["rules.py"]) == 64
    assert content["players"][0]["fingerprint"] == {"prompt": "sha256:1234"}
    assert content["players"][1]["settings"] == {"seconds": 0.0}
    assert content["versions"]["parlour"] == parlour.__version__
    assert "very secret" not in text
