"""A seat over MCP: the tools, secrets, errors that clients can read, and both transports with the SDK's own client."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp_types import CallToolResult, TextContent
from support import OURS

import parlour
from parlour.cli.serve import mcp as command
from parlour.games.errors import ParlourError
from parlour.match.match import View
from parlour.mcp_server import ToolSeat, server_of
from parlour.players import Scripted, player
from parlour.players.base import Unavailable
from parlour.storage import load

GAME = parlour.game("resource-war")
TOOLS = ["state", "legal_actions", "choose", "history", "rules", "new_match"]


def talk(server: Any, conversation: Callable[[Client], Awaitable[None]]) -> None:
    async def connected() -> None:
        async with Client(server, read_timeout_seconds=60) as client:
            await conversation(client)

    asyncio.run(connected())


async def called(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The structured content of a result, which is also there as text."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    content: dict[str, Any] = result.structured_content
    assert json.loads(text_of(result)) == content
    return content


async def error_of(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    return text_of(result)


def text_of(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


async def play_to_the_end(client: Client) -> dict[str, Any]:
    random, state = Random(1), await called(client, "state")
    while state["outcome"] == "running":
        legal = (await called(client, "legal_actions"))["actions"]
        assert legal, "a client is only waited for if it can choose"
        state = await called(client, "choose", action=random.choice(legal)["action"])
    return state


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_client_plays_every_game_to_its_end_and_then_another(name: str, seat: int) -> None:
    async def conversation(client: Client) -> None:
        assert [tool.name for tool in (await client.list_tools()).tools] == TOOLS
        state = await play_to_the_end(client)
        assert state["outcome"] in ("won", "drawn")
        assert state["to_act"] == []
        assert state["ending"]
        assert (await called(client, "legal_actions"))["actions"] == []
        assert (await called(client, "new_match"))["outcome"] == "running"
        assert len((await called(client, "history"))["turns"]) <= 1, "the opponent may have begun"
        assert (await called(client, "rules"))["text"].startswith(f"# {parlour.game(name).title}")

    talk(server_of(ToolSeat(parlour.game(name), seat, player("random"), "random")), conversation)


def test_nothing_tells_what_the_opponent_has_sealed() -> None:
    async def conversation(client: Client) -> None:
        seen = [await called(client, tool) for tool in TOOLS[:2] + TOOLS[3:5]]
        assert seen[0]["chosen"] == ["Player 1"]
        assert seen[0]["to_act"] == ["Player 1", "Player 2"]
        seen.append({"illegal": await error_of(client, "choose", action=99)})
        everything.append(json.dumps(seen))
        assert "Player 1 bid: " in json.dumps(await called(client, "choose", action=0))

    everything: list[str] = []
    for sealed in (0, 4, 10):
        talk(server_of(ToolSeat(GAME, 1, Scripted([sealed, 0]), "scripted")), conversation)
    assert len(set(everything)) == 1


def test_clients_read_why_something_was_refused() -> None:
    async def conversation(client: Client) -> None:
        assert "cannot choose 11; allowed: 0 to 10" in await error_of(client, "choose", action=11)
        assert "valid integer" in await error_of(client, "choose", action="3")
        assert "valid integer" in await error_of(client, "choose", action=True)
        assert "this match is not over" in await error_of(client, "new_match")
        assert (await called(client, "history"))["turns"] == [], "an illegal choice changes nothing"
        await play_to_the_end(client)
        assert "the match is over" in await error_of(client, "choose", action=0)

    talk(server_of(ToolSeat(GAME, 0, player("random"), "random")), conversation)


def test_an_opponent_that_fails_ends_the_match_and_is_named() -> None:
    async def conversation(client: Client) -> None:
        state = await called(client, "state")
        assert state["outcome"] == "failed"
        assert "Player 1 (scripted) failed" in state["ending"][0]

    talk(server_of(ToolSeat(GAME, 1, Scripted([99]), "scripted")), conversation)


class OftenAway:
    """Cannot be reached at the first attempts of every turn, and bids 0."""

    def __init__(self, attempts: int) -> None:
        self.attempts, self.asked = attempts, 0

    def choose(self, view: View, random: Random) -> int:
        self.asked += 1
        if self.asked % (self.attempts + 1):
            raise Unavailable("nobody answers")
        return 0


def test_hints_say_which_tools_change_something() -> None:
    async def conversation(client: Client) -> None:
        tools = (await client.list_tools()).tools
        hints = {tool.name: tool.annotations for tool in tools if tool.annotations}
        assert list(hints) == TOOLS
        for name in ("legal_actions", "history", "rules"):
            assert hints[name].read_only_hint
            before = seat.asked
            for _ in range(2):
                await called(client, name)
            assert seat.asked == before, "nobody is asked to choose"
        for name in ("state", "choose", "new_match"):
            assert not hints[name].read_only_hint
        assert [hints[name].destructive_hint for name in ("state", "choose", "new_match")] == [False, True, True]
        assert [hints[name].idempotent_hint for name in ("state", "choose", "new_match")] == [True, False, True]
        await called(client, "state")
        assert seat.asked == 2
        await called(client, "state")
        assert seat.asked == 2, "a second look changes nothing"

    seat = OftenAway(1)
    talk(server_of(ToolSeat(GAME, 1, seat, "away")), conversation)


def test_an_opponent_who_begins_has_chosen_before_the_first_look() -> None:
    game = parlour.game("color-capture")
    seat = ToolSeat(game, 1, player("random"), "random")
    assert len(seat.history()["turns"]) == 1
    assert seat.legal_actions()["actions"]


def test_a_choice_counts_although_the_opponent_is_away_afterwards() -> None:
    async def conversation(client: Client) -> None:
        assert "nobody answers" in await error_of(client, "state")
        await called(client, "state")
        after = await called(client, "choose", action=1)
        assert "nobody answers; ask for the state to try again" in after["problem"]
        assert (after["turn"], after["chosen"]) == (2, [])
        assert "nobody answers" in await error_of(client, "state")
        assert "problem" not in await called(client, "state")
        assert len((await called(client, "history"))["turns"]) == 1

    talk(server_of(ToolSeat(GAME, 1, OftenAway(2), "away")), conversation)


def test_every_match_is_saved_to_a_file_of_its_own(tmp_path: Path) -> None:
    async def conversation(client: Client) -> None:
        await play_to_the_end(client)
        await called(client, "new_match")

    file = tmp_path / "match.json"
    talk(server_of(ToolSeat(GAME, 1, player("random"), "random", file)), conversation)
    match = load(file)
    assert match.seats == ("random", "mcp")
    assert match.result.outcome in ("won", "drawn")
    assert load(tmp_path / "match-2.json").result.outcome == "running"
    with pytest.raises(ParlourError, match=r"match\.json cannot be created: File exists"):
        ToolSeat(GAME, 1, player("random"), "random", file)


def test_a_match_that_can_no_longer_be_saved_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    seat = ToolSeat(GAME, 1, Scripted([0, 0]), "scripted", folder / "match.json")
    (folder / "match.json").unlink()
    folder.rmdir()
    after = seat.choose(1)
    assert after["turn"] == 2
    assert "the match cannot be saved" in after["problem"]


PROGRAM = [sys.executable, "-c", "from parlour.cli.serve import mcp; mcp()"]


def test_standard_input_and_output_carry_nothing_but_the_protocol(tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(
        "import os\nprint('loaded')\nclass Loud:\n    def choose(self, view, random):\n        print('I bid')\n"
        "        os.write(1, b'a lot\\n')\n        return random.choice(view.actions)\n"
    )
    arguments = [*PROGRAM[1:], "resource-war", "--seat", "2", "--opponent", "loud:Loud", "--set", "points=8"]
    server = StdioServerParameters(command=PROGRAM[0], args=[*arguments, "--save", "m.json"], cwd=tmp_path)

    async def conversation(client: Client) -> None:
        assert (await called(client, "rules"))["parameters"]["points"] == 8
        assert (await play_to_the_end(client))["outcome"] in ("won", "drawn")

    talk(server, conversation)
    assert load(tmp_path / "m.json").seats == ("loud:Loud", "mcp")


def test_streamable_http_on_this_machine(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    arguments = ["token-showdown", "--opponent", "random", "--http", "--port", str(port)]
    process = subprocess.Popen([*PROGRAM, *arguments], cwd=tmp_path, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 60
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)

        async def conversation(client: Client) -> None:
            state = await play_to_the_end(client)
            assert (state["game"], state["you"]) == ("Token Showdown", "Player A")

        talk(f"http://127.0.0.1:{port}/mcp", conversation)
        with pytest.raises(ParlourError, match=f"port {port} cannot be used: Address already in use"):
            command(arguments, standalone_mode=False)
    finally:
        os.kill(process.pid, signal.SIGTERM)
        process.wait(30)


def test_a_missing_package_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "parlour.mcp_server", None)
    with pytest.raises(ParlourError, match=r"parlour mcp needs .*; install the extra: .* -e '\.\[mcp\]'"):
        command(["resource-war"], standalone_mode=False)
