"""Firefox for Playwright: `firefox.py PROGRAM ARGUMENTS` starts it and passes on the messages between the two.

Playwright 1.64 drives the Firefox of every Linux distribution by WebDriver BiDi, but expects a newer one than Debian's
Firefox 140. Two things are mended on the way: commands that Firefox does not know yet, and `eval`, which Playwright
calls in the page and which the security policy of our pages forbids.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

LISTENING = re.compile(r"(?<=WebDriver BiDi listening on )ws://\S+")
UNKNOWN = {  # what they are for is left out: bodies of responses, downloads, the size of the screen around the page
    "network.addDataCollector",
    "browser.setDownloadBehavior",
    "emulation.setScreenOrientationOverride",
    "emulation.setScreenSettingsOverride",
}
EVALUATE = "(utilityScript, ...args) => utilityScript.evaluate(...args)"
EXTEND = "injectedScript.extend("
WITHOUT_EVAL = """(script, ...args) => Object.create(script, {
    global: { value: { eval: () => (%s
) } },
}).evaluate(...args)"""


def without_eval(command: dict[str, Any]) -> dict[str, Any]:
    """The command with the expression that Playwright would evaluate in place of the call of `eval`."""
    params = command["params"]
    if params.get("functionDeclaration") == EVALUATE:
        expression = params["arguments"][3]["value"]
        # What `fill` needs is evaluated a second time. Without it, tests type with keys instead.
        params["functionDeclaration"] = "() => {}" if EXTEND in expression else WITHOUT_EVAL % expression
    return command


async def answer(browser: ClientConnection, playwright: ServerConnection) -> None:
    async for message in browser:
        await playwright.send(message)
    await playwright.close()


async def forward(playwright: ServerConnection, browser: ClientConnection) -> None:
    async for message in playwright:
        command = json.loads(message)
        if command["method"] in UNKNOWN:
            await playwright.send(json.dumps({"type": "success", "id": command["id"], "result": {}}))
        else:
            await browser.send(json.dumps(without_eval(command)))


async def run(command: list[str]) -> int:
    process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    assert process.stderr is not None
    address = asyncio.get_running_loop().create_future()

    async def session(playwright: ServerConnection) -> None:
        async with connect(await address + "/session", max_size=None) as browser:
            answers = asyncio.create_task(answer(browser, playwright))
            await forward(playwright, browser)
            answers.cancel()

    async with serve(session, "127.0.0.1", 0, max_size=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        async for line in process.stderr:
            text = line.decode(errors="replace")
            if found := LISTENING.search(text):
                address.set_result(found[0])
            sys.stderr.write(LISTENING.sub(f"ws://127.0.0.1:{port}", text))
            sys.stderr.flush()
        return await process.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(run(sys.argv[1:])))
