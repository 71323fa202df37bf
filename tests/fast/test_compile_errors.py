"""If rules do not compile, the error names the line in `rules.py` and what is wrong there."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour import BadGame
from parlour.cli.main import run
from parlour.cli.new import files
from parlour.fast.compile_errors import reason_in
from parlour.fast.random_games import random_game, random_games
from parlour.games.rules_language import findings

TAKEN = "    stones = state.stones - taken\n"
OPTIONS = "    return min(rules.most, state.stones)\n"
RETURN = "    return State(stones, 3 - state.turn, state.turn if stones == 0 else 0)\n"
HELPER = "    return fewer(rules, state)\n\n\ndef fewer(rules, state):\n    return min(rules.most, state.stone)\n"

MISTAKES = {
    "list": (OPTIONS, "    return min([rules.most, state.stones])\n", "line 33 (options): a list is not allowed"),
    "name": (TAKEN, "    stones = state.stones - takn\n", "line 42 (play): takn is not defined"),
    "field": (TAKEN, "    stones = state.stone - taken\n", "line 42 (play): a State has no field stone"),
    "parameter": (OPTIONS, "    return min(rules.mots, 2)\n", "line 33 (options): a Rules has no field mots"),
    "types": (
        TAKEN,
        f"{TAKEN}    if stones > 4:\n        stones = (1, 2)\n",
        "(play): stones is sometimes a whole number and sometimes a tuple",
    ),
    "tuple": (
        RETURN,
        "    return (stones, 1, 0)\n",
        "(play): it must return a State of whole numbers, but returns a tuple",
    ),
    "missing": (RETURN, "    return State(stones, 1)\n", "(play): the argument winner is missing"),
    "minus": (TAKEN, "    stones = (1, 2) - taken\n", "line 42 (play): sub does not work with a tuple, a whole number"),
    "helper": (OPTIONS, HELPER, "line 37 (fewer): a State has no field stone"),
    "called": (OPTIONS, "    return rules(3)\n", "line 33 (options): a Rules cannot be called like this"),
}


def written(folder: Path, name: str, old: str, new: str) -> str:
    for path, text in files(name, name, "turns").items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text)
    rules = folder / name / "rules.py"
    assert old in rules.read_text()
    rules.write_text(rules.read_text().replace(old, new))
    return str(folder / name)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_line_and_the_reason_are_named(mistake: str, tmp_path: Path) -> None:
    old, new, sentence = MISTAKES[mistake]
    game = parlour.game(written(tmp_path, f"uncompiled_{mistake}", old, new))
    with pytest.raises(BadGame) as error:
        random_games(game, 1)
    assert str(error.value).startswith(f"the rules of uncompiled-{mistake} do not compile: rules.py, line ")
    assert sentence in str(error.value)


def test_solving_says_it_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = written(tmp_path, "unsolved", TAKEN, "    stones = state.stone - taken\n")
    assert run(["solve", folder]) == 2
    assert capsys.readouterr().err == (
        "parlour: the rules of unsolved do not compile: rules.py, line 42 (play): a State has no field stone\n"
    )


def test_an_import_that_a_function_uses_is_named(tmp_path: Path) -> None:
    folder = written(tmp_path, "importing", OPTIONS, "    return math.gcd(rules.most, state.stones)\n")
    rules = Path(folder) / "rules.py"
    rules.write_text("import math\n" + rules.read_text())
    with pytest.raises(BadGame, match=r"rules\.py, line 1: 'import math' is not allowed; rules import only NamedTuple"):
        random_games(parlour.game(folder), 1)


def test_a_function_that_may_return_nothing_is_named(tmp_path: Path) -> None:
    """Numba compiles this, and fails when it happens."""
    folder = written(tmp_path, "returning", OPTIONS, "    if state.stones > 5:\n        return 3\n")
    assert reason_in(parlour.game(folder).module) == (  # type: ignore[arg-type]  # a module, typed as rules
        "rules.py, line 32 (options): it must always return a whole number, but sometimes ends without a return"
    )


LANGUAGE = """    total = bool(first) + int(second > 1)
    for step in range(3):
        if step == 1:
            continue
        total += COSTS[step] * BOARD[step][1] ** 2
    for low, high in ((0, 1), (2, 3)):
        total |= (high - low) << 3
    while total > 5:
        total //= 2
        if total % 7 == 0:
            break
    quotient, rest = divmod(abs(-total), len(COSTS))
    total = min(quotient, rest, max(1, 2)) + total.bit_count() * 0 + (~total & 7).bit_length() * 0
    taken = first if state.turn in (1, 3) and not total < -9 else second
    stones = max(0, state.stones - taken)
    return State(stones=stones, turn=3 - state.turn, winner=state.turn if stones == 0 else 0)
"""


def test_everything_that_contributing_allows_compiles(tmp_path: Path) -> None:
    constants = "COSTS = (3, 1, 2)\nBOARD = ((1, 2), (3, 4), (5, 6))\n\n\nclass Rules"
    folder = written(tmp_path, "allowed", "class Rules", constants)
    rules = Path(folder) / "rules.py"
    text = rules.read_text()
    begin = text.index("    taken = first")
    rules.write_text(text[:begin] + LANGUAGE + text[text.index("\n\ndef bounds") :])
    game = parlour.game(folder)
    assert findings(rules.read_text()) == []
    results = random_games(game, 20)
    assert results.choices == sum(len(random_game(game, number)) for number in range(20))
