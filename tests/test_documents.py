"""The documentation keeps its promises, beyond the examples that doctest runs."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from support import OURS

import parlour
from parlour.cli.main import run
from parlour.cli.new import files
from parlour.players import play_match

ROOT = Path(__file__).parent.parent


def test_the_pages_on_games_show_what_parlour_new_writes() -> None:
    undercut = files("undercut", "undercut", "secret")
    for page, file in (("reference/game-contract.md", "rules.py"), ("how-to/make-a-game.md", "words.py")):
        listing = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / page).read_text(), re.S)[0]
        assert listing == undercut[f"undercut/{file}"]


def installed(folder: Path, name: str, kind: str) -> None:
    """Installs the game that `parlour new` writes, as docs/how-to/make-a-game.md describes it."""
    package = name.replace("-", "_")
    info = folder / f"{package}-1.dist-info"
    info.mkdir()
    (folder / package).mkdir()
    for path, text in files(name, package, kind).items():
        (folder / path).write_text(text)
    entry_points = tomllib.loads((folder / "pyproject.toml").read_text())["project"]["entry-points"]["parlour.games"]
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[parlour.games]\n{name} = {entry_points[name]}\n")


def test_new_games_can_be_installed_and_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    installed(tmp_path, "undercut", "secret")
    installed(tmp_path, "sinking-island", "board")
    monkeypatch.syspath_prepend(tmp_path)
    assert play_match(parlour.game("undercut", points=1), seed=1).result.outcome == "won"
    script = tmp_path / "script"
    script.write_text("4 5  1 3  2 2  5 3  5 4  2 5")  # one below wins; two above wins; a tie scores nothing
    assert run(["play", "undercut", "--answers", str(script)]) == 0
    assert "Round 6: 2 to 2" in capsys.readouterr().out
    script.write_text("b2 c3 c2 d2")  # the worked turn of its rules, and one more
    assert run(["play", "sinking-island", "--set", "size=4", "--answers", str(script)]) == 0
    out = capsys.readouterr().out
    assert "Where do you move (b1, c1, a2, c2, a3, b3)?" in out
    assert "Player 2 moves to d2." in out


@pytest.mark.parametrize("name", OURS)
def test_every_game_has_a_page_that_names_its_parameters(name: str) -> None:
    page = (ROOT / "docs" / "games" / f"{name}.md").read_text()
    assert page.startswith(f"# {parlour.game(name).title}")
    for field in parlour.game(name).rules._fields:
        assert f"`{field}`" in page
    assert f"](docs/games/{name}.md)" in (ROOT / "README.md").read_text()


@pytest.mark.parametrize("name", OURS)
def test_the_rules_for_players_have_every_section(name: str) -> None:
    text = parlour.game(name).rulebook()
    for heading in ("Goal", "How to play", "A worked turn", "Rulings", "Variants", "Tips"):
        assert f"\n## {heading}\n" in text
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 80
