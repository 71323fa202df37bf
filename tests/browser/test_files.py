"""The files of the page, without a browser."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import parlour.server
from parlour.drawing.theme import DARK, LIGHT
from parlour.server.http.pages import ADDRESSES, contents, index, modules, theme_css

PAGE = Path(parlour.server.__file__).parent / "page"
VENDORED = "72284e8e9079c87817145df1110f74e8a2aa040b2fc384922e18dfcb46fc1fd7"


def test_the_vendored_file_is_that_of_the_npm_package() -> None:
    assert hashlib.sha256((PAGE / "vendor" / "preact-htm.js").read_bytes()).hexdigest() == VENDORED


def test_the_page_has_the_colours_of_every_other_picture() -> None:
    light, _, dark = theme_css().partition("@media (prefers-color-scheme:dark)")
    for theme, text in ((LIGHT, light), (DARK, dark)):
        found = dict(re.findall(r"--([\w-]+):(#\w+|none);", text))
        assert found.pop("page") == theme.page
        assert found == {
            f"{style}-{part}": colour
            for style, paint in theme.styles.items()
            for part, colour in paint._asdict().items()
        }


def test_the_style_sheet_has_no_colours_of_its_own() -> None:
    assert re.findall(r"#[0-9a-f]{3,8}\b", (PAGE / "style.css").read_text()) == []


def test_nothing_is_inline_and_nothing_comes_from_elsewhere() -> None:
    document = index("home").decode()
    assert not re.search(r"<script(?![^>]*src=)|<style|\sstyle=|\son\w+=", document)
    assert re.findall(r'(?:src|href)="(?!/static/|/api/games)', document) == []


def test_a_document_names_every_module_that_its_page_needs() -> None:
    assert {"main.js", "pages/home.js", "parts/frame.js", "vendor/preact-htm.js", "lib/words.js"} <= set(
        modules("home")
    )
    assert "parts/review.js" not in modules("home")
    for page in set(ADDRESSES.values()):
        assert all(f'/{path}"' in index(page).decode() for path in modules(page))


def test_modules_import_each_other_by_relative_addresses() -> None:
    for name, content in contents().items():
        if name.endswith(".js"):
            for address in re.findall(r"""^(?:import|export) .*from ['"](.*)['"]""", content.decode(), re.MULTILINE):
                assert address.startswith("."), name
                assert (PAGE / name).parent.joinpath(address).resolve().is_file(), f"{name}: {address}"


def test_the_types_of_the_page_are_right() -> None:
    compiler = shutil.which("tsc")
    if compiler is None:
        pytest.skip("no tsc: npm install --global typescript")
    done = subprocess.run([compiler, "--project", PAGE / "jsconfig.json"], capture_output=True, text=True, check=False)
    assert done.stdout + done.stderr == ""
