"""A real server and a real browser. Without a browser these tests are skipped, or fail if one is required."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from browser.tabs import Tab, Tabs
from playwright.sync_api import Browser, sync_playwright

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 30.0  # seconds until the server answers


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of our own. It has a sixth game, which has no drawing."""
    folder = tmp_path_factory.mktemp("server")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "parlour", "serve", "--port", str(port), "--limits", "100"]
    places = {"XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config")}
    path = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(Path(__file__).parent.parent)]))
    log = (folder / "log").open("w")
    process = subprocess.Popen(command, env={**os.environ, **places, "PYTHONPATH": path}, stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(address, process, folder / "log")
        yield address
    finally:
        process.terminate()
        process.wait(10)
        log.close()


def wait_for(address: str, process: subprocess.Popen[Any], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        try:
            urlopen(address, timeout=1).close()
            return
        except (URLError, OSError):
            time.sleep(0.1)
    pytest.fail(f"the server did not start: {log.read_text()}")


def browser_program() -> str:
    """The browser to test with: PARLOUR_BROWSER, or the one that is installed."""
    found = os.environ.get("PARLOUR_BROWSER") or next(filter(None, map(shutil.which, PROGRAMS)), None)
    if found is None:
        reason = "no browser: apt-get install chromium, or set PARLOUR_BROWSER to the path of one"
        if os.environ.get("PARLOUR_REQUIRE_BROWSER"):
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for each file: Playwright occupies the event loop of the process until it ends."""
    program = browser_program()
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program)
        yield opened
        opened.close()


@pytest.fixture
def tabs(browser: Browser, server: str) -> Iterator[Tabs]:
    """Opens tabs in browsers of their own, and fails if one of them reported an error."""
    opened = Tabs(browser, server)
    yield opened
    opened.close()


@pytest.fixture
def tab(tabs: Tabs) -> Tab:
    return tabs.open()
