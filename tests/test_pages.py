"""Every page of the documentation can be found, its links hold, and what a tool writes is what the tool would write."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import build_site
import pytest
import python_reference
import write_reference
import yaml
from site_markdown import CODE, anchors

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
DOCUMENTS = [*PAGES, *ROOT.glob("src/**/RULES.md"), *ROOT.glob("examples/**/*.md")]
GENERATED = {"commands.md", "python.md", "files.md"}
MOST_WORDS = 1_300  # of prose on a page; a longer one serves two purposes
LINK = re.compile(r'\]\(([^)#\s]*)(?:#([^)\s]*))?\)|(?:src|srcset|href)="([^"#]+)"')
INSTALLS = re.compile(r"""(?:\b(?:pipx?|uv) (?:\w+ )*(?:install|add)|\buvx)\b.*["'` ]parlour(?![\w/.-])""")


def prose(document: Path) -> str:
    """The text without code blocks."""
    return "".join(CODE.split(document.read_text())[::2])


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_has_a_target(document: Path) -> None:
    for path, anchor, picture in LINK.findall(re.sub(r"(?<!\[)`[^`\n]*`", "", prose(document))):
        if (path or picture).startswith("https://"):
            continue
        target = document.parent / (path or picture) if path or picture else document
        assert target.exists(), f"{path or picture} does not exist"
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target.read_text()), f"{target.name} has no section #{anchor}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_page_installs_what_is_not_published(document: Path) -> None:
    lines = [line for line in document.read_text().splitlines() if INSTALLS.search(line)]
    published = [line for line in lines if "--from ." not in line and "git+" not in line]
    assert published == [], "Parlour is not on PyPI: it is installed from a checkout or the repository's address"


@pytest.mark.parametrize("document", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_page_is_short(document: Path) -> None:
    if document.name not in GENERATED:
        words = sum(len(line.split()) for line in prose(document).splitlines() if not line.startswith("|"))
        assert words <= MOST_WORDS


def test_every_page_is_in_the_navigation_once() -> None:
    pages = dict.fromkeys(build_site.page_names().values(), "")
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text())
    listed = [page for _, page in build_site.flat(list(build_site.expand(config["nav"], pages)))]
    assert sorted(listed) == sorted(pages)


def skip_without_stable_baselines() -> None:
    """The reference describes `ParlourVecEnv` too, whose package is not installed on every version of Python."""
    pytest.importorskip("stable_baselines3")


def test_the_reference_is_true() -> None:
    skip_without_stable_baselines()
    commands, python = (write_reference.FOLDER / name for name in ("commands.md", "python.md"))
    assert commands.read_text() == write_reference.commands(), "run python tools/write_reference.py"
    assert python.read_text() == python_reference.page(), "run python tools/write_reference.py"


@pytest.mark.parametrize("package", ["parlour", "parlour.bots", "parlour.envs", "parlour.fast", "parlour.players"])
def test_the_reference_has_every_public_name(package: str) -> None:
    skip_without_stable_baselines()
    page = (ROOT / "docs" / "reference" / "python.md").read_text()
    names = set(re.findall(r"^(?:### |- `)(parlour\.[\w.]+)", page, re.MULTILINE))
    described = [python_reference.find(name) for name in names]
    missing = [
        name for name in import_module(package).__all__ if python_reference.find(f"{package}.{name}") not in described
    ]
    assert missing == []
