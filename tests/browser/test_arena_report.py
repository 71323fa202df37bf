"""The report of a tournament in a real browser: accessible, on a phone and in the dark, opened as a file."""

from __future__ import annotations

from pathlib import Path

import axe_playwright_python  # type: ignore[import-untyped]
import pytest
from arena.hostile import hostile_run
from playwright.sync_api import Browser

from parlour.arena.report.tournament import write_report

AXE = Path(axe_playwright_python.__file__).parent / "axe.min.js"
AXE_RUN = "async () => (await axe.run()).violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`)"
OPEN_SOME = (
    "document.querySelectorAll('details:not(.replay), details.replay:nth-of-type(3)').forEach(d => d.open = true)"
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("parlour.arena.statistics.ratings.RESAMPLES", 40)
        patch.setattr("parlour.arena.statistics.intervals.RESAMPLES", 200)
        return write_report(hostile_run(tmp_path_factory.mktemp("run"))).files[0].as_uri()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1200), ("dark", 360)])
def test_the_report_is_accessible_and_fits(browser: Browser, address: str, scheme: str, width: int) -> None:
    with browser.new_context(
        color_scheme="dark" if scheme == "dark" else "light", viewport={"width": width, "height": 800}, bypass_csp=True
    ) as context:
        page = context.new_page()
        page.goto(address)
        page.evaluate(OPEN_SOME)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.add_script_tag(path=AXE)
        assert page.evaluate(AXE_RUN) == []


def test_the_policy_of_the_page_lets_its_own_style_through_and_nothing_else(browser: Browser, address: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("dialog", lambda dialog: said.append(dialog.message))
        page.goto(address)
        assert page.evaluate("getComputedStyle(document.querySelector('.scroll')).overflowX") == "auto"
        page.locator("details.replay summary").first.click()
        assert page.locator("svg.board").first.bounding_box()
        assert said == []
