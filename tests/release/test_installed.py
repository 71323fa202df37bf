"""The installed wheel works for an ordinary user whose home and whose site-packages cannot be written."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from release.building import ROOT, Installed, build, install, read_only
from server.serving import free_port, wait_until
from support import OURS

import parlour

EXTRAS = {  # what imports the packages of an extra, in Parlour or directly where Parlour waits until it needs them
    "arena": ["evalica", "jinja2", "scipy.optimize", "parlour.arena.report.html"],
    "envs": ["parlour.envs", "parlour.envs.render", "resvg_py", "PIL"],
    "gpu": ["numba_cuda"],
    "inspect": ["parlour.arena.evaluation.inspect_task"],
    "mcp": ["parlour.mcp_server"],
    "models": ["openai", "parlour.players.models.client"],
    "openspiel": ["parlour.envs.openspiel"],
    "plots": ["matplotlib", "parlour.plots.solution"],
    "postgres": ["parlour.server.store.postgres"],
    "ray": ["ray", "parlour.arena.harness.engines"],
    "sb3": ["parlour.envs.stable_baselines3"],
    "server": ["parlour.server.serve"],
}
HELP = """
from parlour.cli.commands import COMMANDS, parlour
from parlour.cli.main import run
for name in COMMANDS:
    command = parlour.get_command(None, name)
    for part in [[], *([part] for part in getattr(command, "commands", {}))]:
        assert run([name, *part, "--help"]) == 0
"""
COMPILED = """
import parlour
from parlour.fast import random_games
print(random_games(parlour.game("color-capture"), 1000).games, "games")
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    folder = tmp_path_factory.mktemp("installed")
    found = install(build("wheel", ROOT, folder / "wheel"), folder)
    with read_only(found.programs.parent, found.home):
        yield found


def test_nothing_but_the_folder_of_the_test_can_be_written(installed: Installed) -> None:
    place = installed.output("python", "-c", "import parlour; print(parlour.__file__)").strip()
    assert Path(place).is_relative_to(installed.programs.parent)
    attempt = "import sys; from pathlib import Path\nfor each in sys.argv[1:]: Path(each, 'new').write_text('')"
    for folder in (Path(place).parent, installed.home):
        process = installed.start("python", "-c", attempt, str(folder))
        assert "PermissionError" in process.communicate()[1]


def test_the_version_and_the_help_of_every_command(installed: Installed) -> None:
    assert installed.output("parlour", "--version") == f"parlour {parlour.__version__}\n"
    shown = installed.output("python", "-c", HELP)
    assert shown.count("Usage: parlour") > 20


def test_a_scripted_match_and_its_loss(installed: Installed) -> None:
    (installed.work / "answers").write_text("left " * 13, encoding="utf-8")
    out = installed.output("parlour", "play", "color-capture", "--answers", "answers", "--save", "match.json")
    assert "Winner: Player 1 wins by collecting a majority of Red tokens!" in out
    assert "loss" in installed.output("parlour", "analyse", "match.json")


@pytest.mark.parametrize("name", OURS)
def test_every_game_comes_with_its_rules_and_its_solution(name: str, installed: Installed) -> None:
    assert "Rulings" in installed.output("parlour", "rules", name)
    assert "solved in advance" in installed.output("parlour", "solve", name)


def test_compiled_play_without_a_cache(installed: Installed) -> None:
    process = installed.start("python", "-c", COMPILED)
    out, notes = process.communicate(timeout=300)
    assert out == "1000 games\n"
    assert notes == "Note: the cache cannot be written (Permission denied), so Parlour works without it.\n"


def test_a_new_game(installed: Installed) -> None:
    installed.output("parlour", "new", "undercut")
    assert "Undercut" in installed.output("parlour", "rules", "./undercut")


def test_every_page_of_the_server(installed: Installed) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    serve = ["serve", "--port", str(port), "--database", "matches.sqlite", "--key", "seal.key"]
    process = installed.start("parlour", *serve)
    try:
        wait_until(lambda: answers(f"{url}/api/limits") or process.poll() is not None, 60)
        assert process.poll() is None, process.communicate()
        page = urlopen(url).read().decode()
        files = re.findall(r'(?:src|href)="(/[^"]+)"', page)
        assert len(files) >= 3
        for file in files:
            assert answers(url + file), file
        games = json.load(urlopen(f"{url}/api/games"))["games"]
        assert {"tower-siege", "resource-war"} <= {game["name"] for game in games}
    finally:
        process.terminate()
        process.communicate(timeout=30)


def answers(url: str) -> bool:
    with suppress(URLError), urlopen(url) as answer:
        return bool(answer.status == 200)
    return False


def test_every_extra_is_imported(installed: Installed) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(EXTRAS) == set(project["optional-dependencies"]) - {"test", "docs"}
    modules = [name for extra, names in EXTRAS.items() if extra != "sb3" or find_spec("torch") for name in names]
    installed.output("python", "-W", "error", "-c", f"import {', '.join(modules)}")
