"""Each mistake in a game is caught by the right check, with the state that shows it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path

import pytest
from check.broken_files import FILES
from check.broken_numbers import NUMBERS
from check.broken_rules import RULES
from check.broken_words import WORDS
from check.mistakes import Mistake

from parlour.check import guard, rules, worker
from parlour.check.results import CheckResult
from parlour.check.subject import CheckedGame
from parlour.check.worker import CHECKS, run_checks
from parlour.cli.new import files
from parlour.games.catalogue import _folders, locate

SLOW = {"agrees", "states", "solves"}  # these compile, and test_check_command.py runs them
NEEDED = {"files", "contract", "parameters", "bounds"}  # these load or explore the game
_numbers = count()

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Iterator[Write]:
    """Writes a game from a template, with one text replaced, under a name that no other test uses."""
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

    with guard.watch_calls():
        yield write
    for name in names:
        _folders.pop(name, None)
        for module in [each for each in sys.modules if each.split(".")[0] == name]:
            del sys.modules[module]


@pytest.fixture
def time_outs(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The calls that took too long."""
    found: list[object] = []

    class Counted(BaseException):
        def __init__(self) -> None:
            found.append(self)

    monkeypatch.setattr(guard, "TooSlow", Counted)
    return found


def results(folder: Path, checks: set[str], settings: Mapping[str, object] | None = None) -> dict[str, CheckResult]:
    name, package, found = locate(str(folder))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker, "CHECKS", {check: how for check, how in CHECKS.items() if check in checks})
        done = [
            each
            for each in run_checks(CheckedGame(name, package, found, dict(settings or {})))
            if isinstance(each, CheckResult)
        ]
    return {result.check: result for result in done}


@pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")  # one of the mistakes
@pytest.mark.parametrize("mistake", RULES + NUMBERS + FILES + WORDS, ids=lambda mistake: mistake.name)
def test_a_mistake_is_caught_with_the_state_that_shows_it(mistake: Mistake, write: Write) -> None:
    folder = write(mistake.template, mistake.file, mistake.old, mistake.new)
    found = results(folder, {*NEEDED, mistake.check, *CHECKS[mistake.check][1]})[mistake.check]
    assert found.outcome == "failed"
    matching = [failure for failure in found.failures if mistake.sentence in failure.sentence]
    assert matching, found
    assert mistake.state is None or matching[0].state == mistake.state
    assert mistake.actions is None or matching[0].actions == mistake.actions
    assert matching[0].rules == mistake.rules


@pytest.mark.untraced
@pytest.mark.parametrize("template", ["secret", "turns", "board"])
def test_a_new_game_passes_every_check(template: str, write: Write) -> None:
    done = results(write(template), set(CHECKS) - SLOW)
    assert {result.outcome for result in done.values()} == {"passed"}, done


def test_a_mirror_is_switched_off_in_a_variant_by_another_start(write: Write) -> None:
    end = "    return State(points1, points2, winner)"
    unfair = f"    winner = 2 if rules.most == 100 and points1 == points2 else winner\n{end}\n\n\n"
    mirror = (
        "def mirror(rules: Rules, state: State) -> State:\n"
        "    if rules.most == 100:\n        return State(0, 0, 1)\n"
        "    return State(state.points2, state.points1, (3 - state.winner) % 3)"
    )
    folder = write("secret", "rules.py", end, unfair + mirror)
    for settings, says in (({}, "swaps the seats and nothing else"), ({"most": 100}, "the solver does not use it")):
        done = results(folder, {*NEEDED, "symmetry", "variants", *CHECKS["variants"][1]}, settings)
        assert (done["symmetry"].outcome, done["variants"].outcome) == ("passed", "passed")
        assert says in done["symmetry"].sentence


BOUNDS = "State(0, 1, 0), State(rules.stones, 2, 2)"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (BOUNDS, "State(0, 1, 0), State(1 << 31, 2, 2)"),
        (BOUNDS, "State(22, 1, 0), State(30, 2, 2)"),
        ("return State(rules.stones, 1, 0)", "return (rules.stones, 1, 0)"),
        ("return State(rules.stones, 1, 0)", "return State(1 // 0, 1, 0)"),
    ],
)
def test_nothing_that_needs_states_is_checked_if_there_are_none(old: str, new: str, write: Write) -> None:
    done = results(write("turns", "rules.py", old, new), set(CHECKS) - SLOW - {"compiles"})
    assert [check for check, result in done.items() if result.outcome == "failed"] == ["bounds"]
    for check in ("actions", "play", "questions", "texts", "views", "ends"):
        assert done[check] == CheckResult(check, "skipped", "not checked, because bounds failed")


@pytest.mark.parametrize(
    ("file", "old", "check", "function"),
    [
        ("rules.py", "    taken = first", "play", "play()"),
        ("rules.py", "    return min(rules.most, state.stones)", "actions", "options()"),
        ("words.py", "    most = min(rules.most, state.stones)", "questions", "ask()"),
        ("words.py", "    taken = (first", "texts", "events()"),
    ],
)
def test_an_endless_loop_in_many_states_is_waited_for_once(
    file: str, old: str, check: str, function: str, write: Write, time_outs: list[object]
) -> None:
    state = "before" if function == "events()" else "state"
    folder = write("turns", file, old, f"    while {state}.stones < 15:\n        pass\n{old}")
    done = results(folder, set(CHECKS) - SLOW - {"compiles"})
    assert len(time_outs) == 1
    assert [name for name, result in done.items() if result.outcome == "failed"] == [check]
    assert done[check].sentence.startswith(f"{function} does not finish within 1 seconds ({file}, line ")


def test_an_endless_loop_in_all_variants_is_waited_for_once(write: Write, time_outs: list[object]) -> None:
    loop = "    while rules != Rules():\n        pass\n    taken = first"
    folder = write("turns", "rules.py", "    taken = first", loop)
    found = results(folder, {"files", "parameters", "bounds", "variants"})["variants"]
    assert len(time_outs) == 1
    assert "play() does not finish within" in found.sentence
    assert found.failures[0].rules == {"stones": 1}


def test_numbers_may_wrap_around_where_the_result_fits(write: Write) -> None:
    """The GPU calculates this right, and a mask of 31 bits has no other simple form."""
    mask = "stones = state.stones - taken & (1 << 31) - 1"
    done = results(write("turns", "rules.py", "stones = state.stones - taken", mask), set(CHECKS) - SLOW)
    assert {result.outcome for result in done.values()} == {"passed"}, done


def test_broken_options_do_not_make_a_secret_game_look_open(write: Write) -> None:
    done = results(write("secret", "rules.py", "return k + 1", "return 9 - k"), set(CHECKS) - SLOW - {"compiles"})
    assert [check for check, result in done.items() if result.outcome == "failed"] == ["actions"]


def test_rules_that_compile_although_the_language_forbids_them(write: Write) -> None:
    """An unused fraction does not matter to the compiler."""
    fraction = "    half = state.stones / 2\n    taken = first"
    done = results(write("turns", "rules.py", "    taken = first", fraction), set(CHECKS) - SLOW)
    assert [check for check, result in done.items() if result.outcome == "failed"] == ["language"]


@pytest.mark.parametrize("body", ["pass", "...", '"""The game has no parameters."""'])
def test_a_game_need_not_have_parameters(body: str, write: Write) -> None:
    folder = write("turns", "RULES.md")
    text = (folder / "rules.py").read_text()
    text = text.replace("    stones: int = 21  # how many stones the pile has\n", "")
    text = text.replace("    most: int = 3  # how many a player may take at once\n", f"    {body}\n")
    text = text.replace("return Rules(1, 1), Rules(1_000, 100)", "return Rules(), Rules()")
    (folder / "rules.py").write_text(text.replace("rules.stones", "21").replace("rules.most", "3"))
    words = (folder / "words.py").read_text()
    (folder / "words.py").write_text(words.replace("rules.stones", "21").replace("rules.most", "3"))
    done = results(folder, set(CHECKS) - SLOW)
    assert {result.outcome for result in done.values()} == {"passed"}, done


@pytest.mark.parametrize("row", ["| most | 3 | 1-100 |", "| `most` | 3 | from 1 to 1_00 |", "| most | 3 |"])
def test_a_table_of_parameters_may_be_written_in_other_ways(row: str, write: Write) -> None:
    folder = write("turns", "RULES.md", "| most      | 3        | 1 to 100  | how many you may take in a turn |", row)
    assert results(folder, {"files", "contract", "parameters", "RULES.md"})["RULES.md"].outcome == "passed"


def test_an_empty_rulebook_lacks_a_title_and_every_section(write: Write) -> None:
    folder = write("turns")
    (folder / "RULES.md").write_text("")
    found = results(folder, {"files", "RULES.md"})["RULES.md"]
    assert [failure.sentence for failure in found.failures] == [
        'line 1 must be the title: "# ..."',
        'missing: "## Goal", "## How to play", "## A worked turn", "## Rulings", "## Variants", "## Tips"',
        '"## Variants" does not explain 2 parameters: stones, most',
    ]


def test_limits_that_are_wrong_are_reported_once(write: Write) -> None:
    """Not once more because the table of RULES.md does not agree with them."""
    folder = write("turns", "words.py", "= {}  #", '= {"most": ("one", "two")}  #')
    done = results(folder, {"files", "contract", "parameters", "RULES.md"})
    assert [check for check, result in done.items() if result.outcome == "failed"] == ["parameters"]


def test_whether_play_can_go_on_forever_is_known_only_if_all_states_are_seen(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "MOST_STATES", 10)
    found = results(write("turns"), {"files", "parameters", "bounds", "ends"})["ends"]
    assert found.outcome == "passed"
    assert re.fullmatch(
        r"games end, in the \d+ states that were looked at; whether play can go on forever is not known", found.sentence
    )
