"""Games that other packages register, and the errors when one of them is broken."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour import BadGame

MINIMAL = "from odds_and_evens.{part} import *\n"


def install(folder: Path, name: str, **files: str) -> None:
    package = folder / name.replace("-", "_")
    package.mkdir()
    for file, text in files.items():
        (package / file.replace("_md", ".md").replace("_py", ".py")).write_text(text)
    info = folder / f"{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[parlour.games]\n{name} = {package.name}\n")


def test_a_game_that_cannot_be_imported_is_reported_and_does_not_affect_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, "broken-game", __init___py="", rules_py="1/0", words_py="")
    monkeypatch.syspath_prepend(tmp_path)
    assert "broken-game" in parlour.game_names()
    with pytest.raises(BadGame, match="broken-game cannot be loaded from broken_game: ZeroDivisionError"):
        parlour.game("broken-game")
    assert parlour.game("tower-siege").title == "Tower Siege"


def test_the_missing_parts_of_a_game_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = MINIMAL.format(part="rules") + "del play\n"
    words = MINIMAL.format(part="words") + "del board, TITLE\n"
    install(tmp_path, "half-game", __init___py="", rules_py=rules, words_py=words)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BadGame) as error:
        parlour.game("half-game")
    assert str(error.value) == (
        "the game half-game in half_game lacks rules.py: play, words.py: TITLE, words.py: board, RULES.md"
    )


def test_a_package_cannot_replace_a_built_in_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "tower-siege", __init___py="", rules_py="1/0", words_py="")
    monkeypatch.syspath_prepend(tmp_path)
    assert parlour.game_names().count("tower-siege") == 1
    assert parlour.game("tower-siege").rules.tower == 10
