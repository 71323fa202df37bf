"""What a bot makes of the end of a match, and rematches."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection
from queue import SimpleQueue
from threading import Thread
from typing import Any

import pytest

from bots.processes import Network, ServerProcess
from parlour.bots import Cheated, Link, Seat, Server, offer_to_play, play
from parlour.bots.client import Unreachable
from parlour.match.match import Match
from parlour.match.transcript import closing
from parlour.players import Uniform


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("server"))
    yield process
    process.stop()


class Person:
    """Somebody at the other seat, who does what a page would do."""

    def __init__(self, server: ServerProcess, link: Link) -> None:
        self._server, self._link = server, server.join(link)
        self._stream = HTTPConnection("127.0.0.1", server.port, timeout=60)
        token = {"Authorization": f"Bearer {self._link.secret}"}
        self._stream.request("GET", f"/api/matches/{link.match}/stream", headers=token)
        self._answer = self._stream.getresponse()
        self._answer.readline()  # from now on, this player is connected

    def leave(self) -> None:
        self._answer.close()
        self._stream.close()

    def post(self, what: str, **body: Any) -> Any:
        return self._server.post(f"/api/matches/{self._link.match}/{what}", body, self._link.secret)

    def match(self) -> Any:
        return self._server.get(f"/api/matches/{self._link.match}", self._link.secret)["match"]

    def wait_for(self, holds: Callable[[Any], Any]) -> Any:
        deadline = time.monotonic() + 30
        while not holds(self.match()):
            assert time.monotonic() < deadline, "it did not happen"
            time.sleep(0.02)

    def rematch(self) -> Person:
        over = self.match()
        self.post("offer", kind="rematch", turn=over["turn"], taken_back=over["taken_back"])
        self.wait_for(lambda match: match["next"])
        followed = self.post("follow")
        self.leave()
        return Person(self._server, Link(self._link.server, followed["id"], followed["secret"]))


def test_a_bot_knows_that_the_other_player_has_resigned(server: ServerProcess) -> None:
    links = server.new_match("color-capture")
    person = Person(server, links[1])
    with ThreadPoolExecutor(1) as threads:
        playing = threads.submit(Seat(links[0], Uniform()).play)
        person.post("resign")
        match = playing.result()
    person.leave()
    assert (match.result.outcome, match.result.winner) == ("won", 0)
    assert "resigned. Player 1 wins." in " ".join(closing(match))


def test_a_match_that_the_server_ends_too_early(server: ServerProcess) -> None:
    def ended(view: dict[str, Any]) -> dict[str, Any]:
        view["match"]["result"] = {"outcome": "won", "winner": 1, "reason": "", "lines": []}
        return view

    network = Network(server.port, ended)
    link = server.new_match("color-capture")[0]
    with pytest.raises(Cheated, match="before it was over"):
        Seat(link._replace(server=network.address), Uniform()).play()
    network.close()


def test_a_bot_plays_again_for_as_long_as_the_other_player_wants(server: ServerProcess) -> None:
    reports: SimpleQueue[tuple[str, Any]] = SimpleQueue()
    bot = (Server(server.address), "Again", ["color-capture"], Uniform, lambda *news: reports.put(news))

    def offer() -> None:
        with suppress(Unreachable):  # the server ends after the tests, while the bot still waits for others
            offer_to_play(*bot)

    Thread(target=offer, daemon=True).start()
    assert reports.get(timeout=30) == ("", None)
    person = Person(server, server.new_match("color-capture", opponent="bot:Again")[0])
    seats = []
    for _ in range(3):
        match_id, news = reports.get(timeout=30)
        assert (match_id, news) == (person.match()["id"], None)
        person.wait_for(lambda match: match["status"] == "running")
        seats.append([each["kind"] for each in person.match()["seats"]])
        person.post("resign")
        match_id, played = reports.get(timeout=30)
        assert isinstance(played, Match)
        person = person.rematch()
    person.leave()
    assert seats == [["person", "bot"], ["bot", "person"], ["person", "bot"]]


def test_a_bot_does_not_wait_for_somebody_who_has_left(server: ServerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "LEAVING", 0.1)
    links = server.new_match("color-capture")
    person = Person(server, links[1])
    person.post("resign")
    person.leave()
    playing = Seat(links[0], Uniform())
    playing.play()
    assert playing.rematch() is None
