"""`parlour new`: writes the files of a new game from a template."""

import keyword
import shlex
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import click

import parlour
from parlour.games.catalogue import NAME, plain_name
from parlour.games.errors import ParlourError, reason, shorten
from parlour.terminal.console.console import Console
from parlour.terminal.matches.saved import command

LONGEST = 30  # characters of a name, which is repeated in lines of limited width
TEMPLATES = Path(parlour.__file__).parent / "games" / "templates"
FILES = ("__init__.py", "rules.py", "words.py", "RULES.md")
PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "1.0"
dependencies = ["parlour"]

[project.entry-points."parlour.games"]
{name} = "{package}"

[tool.hatch.build.targets.wheel]
packages = ["{package}"]
"""


class Template(NamedTuple):
    title: str
    rulings: str  # the prefix of its rulings
    sentence: str


KINDS = {
    "secret": Template("Undercut", "UC", "both players choose at once in secret"),
    "turns": Template("Last Stone", "LS", "the players take turns"),
    "board": Template("Sinking Island", "SI", "the players take turns on a board"),
}


@click.command()
@click.argument("name")
@click.option("--secret", "kind", flag_value="secret", default="secret", help="Both choose in secret (the default).")
@click.option("--turns", "kind", flag_value="turns", help="The players take turns.")
@click.option("--board", "kind", flag_value="board", help="The players take turns on a board.")
def new(name: str, kind: str) -> None:
    """Write the files of a new game into the folder NAME. You can play it at once and then change it."""
    plain = plain_name(name)
    package = plain.replace("-", "_")
    check_name(name, plain, package)
    write(Path(plain), files(plain, package, kind))
    # Where the tools that build packages are installed, pip need not download them.
    isolation = "--no-build-isolation " if find_spec("hatchling") and find_spec("editables") else ""
    Console().say(
        f"The game {plain} is in the folder {plain}: {KINDS[kind].sentence}.",
        "",
        f"  Play it:     {command('play', f'./{plain}')}",
        f"  Change it:   rules.py, words.py and RULES.md in {plain}/{package}",
        f"  Check it:    {command('check', f'./{plain}')}",
        f"  Install it:  {shlex.quote(sys.executable)} -m pip install {isolation}--editable ./{plain}",
        "",
        f"Once it is installed, its name is enough: {command('play', plain)}",
    )


def check_name(name: str, plain: str, package: str) -> None:
    if not NAME.fullmatch(plain) or len(plain) > LONGEST:
        raise ParlourError(
            f"{shorten(name)} cannot be the name of a game: use letters from a to z, digits and single hyphens, "
            f"beginning with a letter, at most {LONGEST} characters"
        )
    if plain in parlour.game_names():
        raise ParlourError(f"there is a game {plain} already; choose another name")
    if keyword.iskeyword(package) or package in sys.stdlib_module_names or find_spec(package):
        raise ParlourError(f"{plain} is a name that Python uses already; choose another one, such as {plain}-game")


def files(name: str, package: str, kind: str) -> dict[str, str]:
    """The text of every file by its path. The template's own names are replaced."""
    template = KINDS[kind]
    words = name.split("-")
    rulings = "".join(word[0] for word in words)[:3] if len(words) > 1 else name[:2]
    changes = {
        template.title: " ".join(word.capitalize() for word in words),
        f"{template.rulings}-1": f"{rulings.upper()}-1",
    }
    written = {"pyproject.toml": PROJECT.format(name=name, package=package)}
    for file in FILES:
        text = (TEMPLATES / kind / file).read_text(encoding="utf-8")
        for old, changed in changes.items():
            text = text.replace(old, changed)
        written[f"{package}/{file}"] = text
    return written


def write(folder: Path, texts: dict[str, str]) -> None:
    """Writes a new folder, or nothing."""
    try:
        folder.mkdir()
        try:
            for path, text in texts.items():
                (folder / path).parent.mkdir(exist_ok=True)
                (folder / path).write_text(text, encoding="utf-8")
        except OSError:
            shutil.rmtree(folder, ignore_errors=True)
            raise
    except FileExistsError:
        raise ParlourError(f"{folder} already exists; nothing was written") from None
    except OSError as error:
        raise ParlourError(f"{folder} cannot be written: {reason(error)}") from None
