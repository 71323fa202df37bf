"""A real server and a real browser. Without a browser these tests are skipped, or fail if one is required."""

from __future__ import annotations

import os
import shlex
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

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FIREFOX = ("firefox-esr", "firefox")
CALM: dict[str, str | float | bool] = {"ui.prefersReducedMotion": 1}  # a context cannot ask for it in Firefox
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
    environment = {**os.environ, **places, "PYTHONPATH": path}
    environment.pop("COVERAGE_PROCESS_CONFIG", None)  # tests/server covers what it does
    process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
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


def program(variable: str, names: tuple[str, ...]) -> str:
    """The browser to test with: the one in the environment variable, or the one that is installed."""
    found = os.environ.get(variable) or next(filter(None, map(shutil.which, names)), None)
    if found is None:
        reason = f"no browser: apt-get install {names[0]}, or set {variable} to the path of one"
        if os.environ.get("PARLOUR_REQUIRE_BROWSER"):
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One browser for each file: Playwright occupies the event loop of the process until it ends."""
    firefox = getattr(request, "param", "chromium") == "firefox"
    found = program("PARLOUR_FIREFOX", FIREFOX) if firefox else program("PARLOUR_BROWSER", CHROMIUM)
    with sync_playwright() as playwright:
        if firefox:
            starter = firefox_starter(found, tmp_path_factory.mktemp("firefox"))
            opened = playwright.firefox.launch(channel="moz-firefox", executable_path=starter, firefox_user_prefs=CALM)
        else:
            opened = playwright.chromium.launch(executable_path=found)
        yield opened
        opened.close()


def firefox_starter(program: str, folder: Path) -> Path:
    """A program that starts Firefox with firefox.py in front of it."""
    starter = folder / "firefox"
    command = [sys.executable, str(Path(__file__).with_name("firefox.py")), program]
    starter.write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n')
    starter.chmod(0o755)
    return starter


@pytest.fixture
def tabs(browser: Browser, server: str) -> Iterator[Tabs]:
    """Opens tabs in browsers of their own, and fails if one of them reported an error."""
    opened = Tabs(browser, server)
    yield opened
    opened.close()


@pytest.fixture
def tab(tabs: Tabs) -> Tab:
    return tabs.open()
