"""`parlour bot`: one link, or everybody on a server."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from bots.processes import Network, ServerProcess, url

from parlour.bots import Seat
from parlour.bots.client import Link
from parlour.bots.witness import PROTOCOL
from parlour.cli.main import run
from parlour.games.errors import ParlourError
from parlour.match.match import Match
from parlour.players import Uniform
from parlour.server.http.bots import MOST_PER_ADDRESS, MOST_WAITING, Bot, Bots, Offer

OWN = """
class MyBot:
    def choose(self, view, random):
        return max(view.actions)

class Nothing:
    pass

ready = MyBot()
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("server"))
    yield process
    process.stop()


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A module with players in the current folder."""
    (tmp_path / "my_bot.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield
    sys.modules.pop("my_bot", None)


def against_random(link: Link, arguments: list[str], other: Link) -> tuple[int, Match]:
    """The exit code of a command that plays a link, and the match as the other player saw it."""
    with ThreadPoolExecutor(1) as threads:
        playing = threads.submit(Seat(other, Uniform()).play)
        return run(["bot", url(link), *arguments]), playing.result()


def until(condition: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("it did not happen")


def test_a_built_in_player_plays_a_link(server: ServerProcess, capsys: pytest.CaptureFixture[str]) -> None:
    links = server.new_match("color-capture")
    code, match = against_random(links[0], ["--player", "random"], links[1])
    assert code == 0
    assert capsys.readouterr().out.startswith(f"Color Capture, {len(match.line)} turns.\n")
    seats = server.get(f"/api/matches/{links[0].match}", links[0].secret)["match"]["seats"]
    assert seats[0]["name"] == "random-bot"


def test_a_bot_that_was_invited_says_how_to_start_it_again(
    server: ServerProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    links = server.new_match("color-capture")
    code, _ = against_random(links[1], ["--player", "random"], links[0])
    assert code == 0
    own = capsys.readouterr().err.rpartition("use ")[2]
    assert run(["bot", own, "--player", "random"]) == 0  # the match is over
    assert run(["bot", url(links[1]), "--player", "random"]) == 1
    assert "somebody has already taken this seat" in capsys.readouterr().err


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize("player", ["my_bot:MyBot", "my_bot:ready"])
def test_your_own_class_plays_a_link(server: ServerProcess, player: str) -> None:
    links = server.new_match("resource-war")
    code, match = against_random(links[0], ["--player", player, "--name", "Max"], links[1])
    assert code == 0
    replayed = Match(match.game)
    for choices in match.line.choices:
        assert len(choices) == 2
        assert choices[0] == max(replayed.view(0).actions)
        replayed.play(*choices)


def test_a_bot_cannot_take_the_name_of_a_computer_player(
    server: ServerProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    link = server.new_match("color-capture")[1]
    assert run(["bot", url(link), "--name", "perfect"]) == 1
    assert "the name perfect is reserved for the players of Parlour; choose another" in capsys.readouterr().err
    assert Seat(link, Uniform()).join("Max") != link  # the invitation still works


def test_a_program_with_a_colon_in_its_command_still_has_a_name(server: ServerProcess) -> None:
    links = server.new_match("color-capture")
    code, _ = against_random(links[0], ["--player", "program:false a:b"], links[1])
    assert code == 1  # the program ends before it has chosen
    seats = server.get(f"/api/matches/{links[0].match}", links[0].secret)["match"]["seats"]
    assert seats[0]["name"] == "false a-b"


def test_a_dishonest_server_ends_the_bot(server: ServerProcess, capsys: pytest.CaptureFixture[str]) -> None:
    def swapped(view: dict[str, Any]) -> dict[str, Any]:
        for entry in view["match"]["turns"]:
            entry["openings"].reverse()
        return view

    network = Network(server.port, swapped)
    links = server.new_match("resource-war")
    with ThreadPoolExecutor(1) as threads:
        playing = threads.submit(Seat(links[1], Uniform()).play)
        assert run(["bot", url(links[0], network.address), "--player", "random"]) == 1
        assert "parlour: turn 1: the choice of seat 1 is not the one that was sealed" in capsys.readouterr().err
        server.post(f"/api/matches/{links[0].match}/resign", {}, links[0].secret)
        playing.result()
    network.close()


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        (["bot"], 2, "give either a LINK or --server URL"),
        (["bot", "http://h/m/a#b", "--server", "http://h"], 2, "give either a LINK or --server URL"),
        (["bot", "http://h/m/a#b", "--game", "tower-siege"], 2, "--game belongs to --server"),
        (["bot", "http://h/m/a"], 2, "this is not the link of a seat"),
        (["bot", "--server", "h"], 2, "'h' is not the address of a server"),
        (["bot", "--server", "http://h", "--game", "chess"], 2, "chess"),
        (["bot", "http://h/m/a#b", "--player", "nobody"], 2, "there is no player 'nobody'"),
        (["bot", "http://h/m/a#b", "--player", "missing:Bot"], 2, "there is no module 'missing' here"),
        (["bot", "http://h/m/a#b", "--player", "my_bot:Missing"], 2, "the module has no 'Missing'"),
        (["bot", "http://h/m/a#b", "--player", "my_bot:Nothing"], 2, "has no method choose(view, random)"),
        (["bot", "http://127.0.0.1:1/m/a#b"], 1, "http://127.0.0.1:1 cannot be reached: Connection refused"),
        (["bot", "--server", "http://127.0.0.1:1"], 1, "http://127.0.0.1:1 cannot be reached"),
    ],
)
def test_commands_that_cannot_be_carried_out(
    arguments: list[str], code: int, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == code
    assert reason in capsys.readouterr().err


class Lobby:
    """`parlour bot --server` in a process of its own."""

    def __init__(self, server: ServerProcess, *arguments: str) -> None:
        command = [sys.executable, "-m", "parlour", "bot", "--server", server.address, *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def stop(self) -> str:
        self.process.terminate()
        return self.process.communicate()[0]


def names(server: ServerProcess) -> list[str]:
    return [bot["name"] for bot in server.get("/api/bots")["bots"]]


def test_a_bot_offers_itself_and_plays_whoever_comes(server: ServerProcess) -> None:
    lobby = Lobby(server, "--player", "random", "--name", "Rando", "--game", "tower-siege", "--game", "color-capture")
    until(lambda: "Rando" in names(server))
    assert {"name": "Rando", "games": ["tower-siege", "color-capture"]} in server.get("/api/bots")["bots"]
    refused = server.post("/api/matches", {"game": "resource-war", "opponent": "bot:Rando"})
    assert refused == {"error": "Rando does not play this game"}
    links = [server.new_match(game, opponent="bot:Rando") for game in ("tower-siege", "color-capture", "tower-siege")]
    assert [len(each) for each in links] == [1, 1, 1]  # only the bot gets the other link
    with ThreadPoolExecutor(3) as threads:
        played = list(threads.map(lambda each: Seat(each[0], Uniform()).play(), links))
    assert all(match.result.outcome in ("won", "drawn") for match in played)
    seat = server.get(f"/api/matches/{links[0][0].match}", links[0][0].secret)["match"]["seats"][1]
    assert (seat["name"], seat["kind"]) == ("Rando", "bot")
    out = lobby.stop()
    until(lambda: "Rando" not in names(server))
    assert f"Rando is connected to {server.address}" in out
    assert server.post("/api/matches", {"game": "tower-siege", "opponent": "bot:Rando"}) == {
        "error": "this bot is not connected any more"
    }


def test_a_bot_is_there_again_after_the_server_was_killed(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path)
    lobby = Lobby(process, "--player", "random")
    until(lambda: "random-bot" in names(process))
    process.kill()
    process.start()
    until(lambda: "random-bot" in names(process))
    link = process.new_match("color-capture", opponent="bot:random-bot")[0]
    assert Seat(link, Uniform()).play().result.outcome in ("won", "drawn")
    lobby.stop()
    process.stop()


def connected(
    server: ServerProcess, name: str, games: Any = ("tower-siege",), **more: Any
) -> tuple[int, HTTPConnection]:
    """The status of a bot that connects, and its connection, which keeps it on the list."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
    listed = list(games) if isinstance(games, tuple) else games
    body = json.dumps({"name": name, "games": listed, "protocol": PROTOCOL, **more})
    connection.request("POST", "/api/bots", body, {"Content-Type": "application/json"})
    return connection.getresponse().status, connection


@pytest.mark.parametrize(
    "name", ["", " ", "a b", "-a", "a" * 21, "hard", "Perfect", "human", "reader", "<b>", "a\u202e", "bot:a"]
)
def test_names_are_checked(server: ServerProcess, name: str) -> None:
    status, connection = connected(server, name)
    connection.close()
    assert status == 400


@pytest.mark.parametrize("games", [(), ("chess",), "tower-siege", None, (1,)])
def test_games_are_checked(server: ServerProcess, games: Any) -> None:
    status, connection = connected(server, "checked", games)
    connection.close()
    assert status == 400


@pytest.mark.parametrize("protocol", [None, 1, "2"])
def test_a_bot_of_another_protocol_is_refused(server: ServerProcess, protocol: Any) -> None:
    status, connection = connected(server, "older", protocol=protocol)
    connection.close()
    assert status == 400


def test_bots_are_bounded(server: ServerProcess) -> None:
    """Each name once, so many from an address, and so many matches that wait; whoever leaves makes room."""
    connections = []
    for number in range(MOST_PER_ADDRESS):
        status, connection = connected(server, f"many-{number}")
        assert status == 200
        connections.append(connection)
    for name in ("one-more", "MANY-0"):
        status, connection = connected(server, name)
        connection.close()
        assert status == 409
    connections.pop().close()
    until(lambda: len(names(server)) == MOST_PER_ADDRESS - 1)
    status, connection = connected(server, "one-more")
    assert status == 200
    connection.close()
    for connection in connections:
        connection.close()
    until(lambda: not names(server))


def test_a_bot_that_does_not_read_gets_no_more_matches() -> None:
    bots, bot = Bots(), Bot("slow", ["tower-siege"], "here")
    with bots.enlist(bot):
        for number in range(MOST_WAITING):
            bots.find("slow", "tower-siege").offers.put_nowait(Offer(str(number), "tower-siege", 0, "secret"))
        with pytest.raises(ParlourError, match="too many matches waiting"):
            bots.find("slow", "tower-siege")
    assert "secret" not in repr(bot.offers.get_nowait())
