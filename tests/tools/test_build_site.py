"""The documentation site: what a built page links to exists, and it loads nothing from other hosts."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from posixpath import dirname, join, normpath

import build_site
import pytest
from site_markdown import anchors, indent_lists, to_python_markdown


class Page(HTMLParser):
    """The links, the anchors and everything that a browser loads, of one page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors = {""}
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in given}
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif "href" in found or "src" in found:
            self.loaded.append(found.get("href") or found["src"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if find_spec("zensical") is None:
        pytest.skip("the site is built with Zensical, which is not installed")
    return build_site.build(tmp_path_factory.mktemp("build"))


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Page]:
    found = {path.relative_to(site).as_posix(): Page(path) for path in site.rglob("*.html")}
    return {name: page for name, page in found.items() if name != "404.html"}  # its links begin at the host


def test_every_link_on_the_site_has_a_target(site: Path, pages: dict[str, Page]) -> None:
    def broken() -> Iterator[str]:
        for name, page in pages.items():
            for link in page.links + page.loaded:
                path, _, anchor = link.partition("#")
                target = normpath(join(dirname(name), path)) if path else name
                if "://" in link:
                    continue
                if not (site / target).is_file() or (target in pages and anchor not in pages[target].anchors):
                    yield f"{name}: {link}"

    assert len(pages) > 50
    assert list(broken()) == []


def test_a_page_loads_nothing_from_other_hosts(pages: dict[str, Page]) -> None:
    loaded = {file for page in pages.values() for file in page.loaded}
    assert any(file.endswith(".css") for file in loaded)
    assert [file for file in loaded if "://" in file or file.startswith("//")] == []


def test_every_board_is_shown_in_both_palettes(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        shown = [file for file in page.loaded if "#only-" in file]
        if name == "index.html":
            assert len(shown) >= 10
        assert [file.replace("light", "dark") for file in shown[::2]] == shown[1::2]


def test_a_curve_leads_to_its_picture_in_full_size(pages: dict[str, Page]) -> None:
    page = pages["explanation/baselines.html"]
    curves = [file for file in page.loaded if "/baselines/" in file]
    assert len(curves) == 4
    assert set(curves) <= set(page.links)


def test_language_models_find_every_page(site: Path, pages: dict[str, Page]) -> None:
    index = (site / "llms.txt").read_text(encoding="utf-8")
    assert index.startswith("# Parlour\n\n> Two-player strategy games")
    for name in pages:
        page = name.replace(".html", ".md")
        assert f"]({page}): " in index
        assert (site / page).is_file()
    assert "# Rules of Tower Siege" in (site / "llms-full.txt").read_text(encoding="utf-8")


def test_links_to_source_files_lead_to_an_address_or_are_plain_text(tmp_path: Path) -> None:
    names = build_site.page_names()
    text = "[rules](../../src/parlour/games/game.py) and [why](../explanation/solving.md#proof) `[a](b)`"
    plain, linked = (
        build_site.with_links(text, "docs/reference/python.md", names, source, tmp_path)
        for source in ("", "https://example.org/blob/main")
    )
    assert plain == "rules and [why](../explanation/solving.md#proof) `[a](b)`"
    assert linked.startswith("[rules](https://example.org/blob/main/src/parlour/games/game.py) and [why](..")


def test_anchors_are_those_of_github() -> None:
    page = "# A game's folder\n## `--set` & co\n```sh\n# no heading\n```\n## [Rules](a.md), twice\n## Rules, twice\n"
    assert anchors(page) == ["a-games-folder", "--set--co", "rules-twice", "rules-twice-1"]


def test_lists_are_indented_for_the_generator() -> None:
    text = "Choose:\n- one\n  - inner\n    more\n\n  ```sh\n  a\n    b\n  ```\n1. two\n   three\n\nEnd\n"
    assert indent_lists(text) == (
        "Choose:\n\n- one\n    - inner\n        more\n\n    ```sh\n    a\n      b\n    ```\n1. two\n    three\n\nEnd\n"
    )


def test_a_picture_becomes_one_for_each_palette() -> None:
    text = (
        '<picture>\n <source media="dark" srcset="b-dark.svg">\n <img alt="A board" src="b.svg" width="9">\n</picture>'
    )
    shown = to_python_markdown(text).strip()
    lazy = '{loading=lazy width="9"}'
    assert shown == f"![A board](b.svg#only-light){lazy}![A board](b-dark.svg#only-dark){lazy}"
