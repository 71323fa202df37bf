"""Takes the screenshots of the page in README.md, in a real browser.

    python docs/pictures/page.py BROWSER

BROWSER is the program, such as /usr/bin/chromium. The match is in the link, so the screenshots are reproducible.
"""

from __future__ import annotations

import base64
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from io import BytesIO
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from PIL import Image
from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
SIZE = {"width": 1200, "height": 765}
MATCH = {
    "game": "resource-war",
    "rules": {},
    "turns": [[4, 2], [0, 3], [1, 1], [2, 4], [3, 0]],
    "seats": ["Ann", "Bob"],
}
STEP = 3  # the turn that is shown


def main(browser: str) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        places = {"XDG_DATA_HOME": f"{folder}/data", "XDG_CONFIG_HOME": f"{folder}/config"}
        server = subprocess.Popen(
            [sys.executable, "-m", "parlour", "serve", "--port", port], env={**os.environ, **places}
        )
        try:
            take(f"http://127.0.0.1:{port}", browser)
        finally:
            server.terminate()
            server.wait()


def take(address: str, browser: str) -> None:
    wait_for(address)
    content = base64.urlsafe_b64encode(json.dumps(MATCH).encode()).decode().rstrip("=")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser)
        for theme in ("light", "dark"):
            context = opened.new_context(viewport=SIZE, color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
            page = context.new_page()
            page.goto(f"{address}/review#{content}")
            page.get_by_role("button", name=f"{STEP}.").click()
            page.mouse.move(0, 0)
            page.evaluate("scrollTo(0, 0)")  # the click may have scrolled
            picture = Image.open(BytesIO(page.screenshot()))
            picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=256).save(
                HERE / f"page-{theme}.png", optimize=True
            )
        opened.close()


def wait_for(address: str) -> None:
    for _ in range(300):
        try:
            urlopen(address, timeout=1).close()
            return
        except (URLError, OSError):
            time.sleep(0.1)
    sys.exit("the server did not start")


if __name__ == "__main__":
    main(sys.argv[1])
