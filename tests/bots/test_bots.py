"""Bots on a real server: in every game, through lost answers, cut streams, restarts and a dishonest server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

import parlour
from bots.processes import Network, ServerProcess
from parlour.bots import Cheated, Declined, PlayerFailed, Seat, Server, Unreachable
from parlour.bots.client import BadLink, Link, parse_link, parse_server
from parlour.match.commitments import check_seals
from parlour.match.match import Match, View
from parlour.match.record import parse
from parlour.players import Uniform


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("server"))
    yield process
    process.stop()


class Recording:
    """Plays at random, and keeps every view it was shown."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def choose(self, view: View, random: Random) -> int:
        self.views.append(view)
        return random.choice(view.actions)


def both(*seats: Seat) -> list[Future[Match]]:
    """Lets both seats play, each in its own thread."""
    with ThreadPoolExecutor(2) as threads:
        return [threads.submit(seat.play) for seat in seats]


def through(network: Network, link: Link) -> Link:
    return link._replace(server=network.address)


@pytest.mark.parametrize("name", parlour.game_names())
def test_two_bots_play_to_the_end(server: ServerProcess, name: str) -> None:
    players = Recording(), Recording()
    links = server.new_match(name)
    first, second = both(
        *(Seat(link, player, Random(seed)) for seed, (link, player) in enumerate(zip(links, players, strict=True)))
    )
    match = first.result()
    assert match.result.outcome in ("won", "drawn")
    assert match.line == second.result().line
    stored = parse(server_text(server, links[0]))
    assert stored.line == match.line
    assert check_seals(stored) == sum(len(choices) == 2 for choices in match.line.choices)
    for seat, player in enumerate(players):
        assert_same_as_offline(match, seat, player.views)


def server_text(server: ServerProcess, link: Link) -> str:
    return json.dumps(server.get(f"/api/matches/{link.match}/record", link.secret))


def assert_same_as_offline(match: Match, seat: int, views: list[View]) -> None:
    """Whoever else has chosen already differs from match to match; nothing else may."""
    replayed, expected = Match(match.game), []
    for choices in match.line.choices:
        if seat in replayed.to_act:
            expected.append(replayed.view(seat))
        replayed.play(*choices)
    assert [view._replace(chosen=()) for view in views] == expected
    assert all(seat not in view.chosen for view in views)


@pytest.mark.parametrize("name", parlour.game_names())
def test_the_same_class_plays_offline(name: str) -> None:
    assert parlour.play_match(parlour.game(name), Recording(), Recording(), seed=3).result.outcome in ("won", "drawn")


def test_an_ended_stream_is_not_the_end_of_the_game(server: ServerProcess) -> None:
    network = Network(server.port, cut_after=1)
    links = server.new_match("token-tactics")
    first, second = both(Seat(through(network, links[0]), Uniform()), Seat(links[1], Uniform()))
    assert first.result().line == second.result().line
    assert network.streams > 1
    network.close()


def test_lost_answers_and_a_busy_server(server: ServerProcess) -> None:
    """A choice whose answer got lost is sent again as it was, so that it counts once."""
    network = Network(server.port, lost=3, busy=3)
    links = server.new_match("resource-war")
    first, second = both(Seat(through(network, links[0]), Uniform()), Seat(links[1], Uniform()))
    assert first.result().line == second.result().line
    keys = [choice["key"] for choice in network.choices]
    assert len(keys) == len(set(keys)) + 3
    for key in set(keys):
        assert len({str(choice) for choice in network.choices if choice["key"] == key}) == 1
    network.close()


def test_a_bot_survives_a_killed_server(tmp_path_factory: pytest.TempPathFactory) -> None:
    process = ServerProcess(tmp_path_factory.mktemp("killed"))
    killed: list[int] = []

    class Killing(Uniform):
        def choose(self, view: View, random: Random) -> int:
            if len(killed) < 3:
                killed.append(len(view.choices))
                process.kill()
                process.start()
            return super().choose(view, random)

    try:
        links = process.new_match("tower-siege")  # which takes at least seven turns
        first, second = both(Seat(links[0], Killing(), Random(1)), Seat(links[1], Uniform(), Random(2)))
        assert first.result().result.outcome in ("won", "drawn")
        assert first.result().line == second.result().line
        assert len(killed) == 3
    finally:
        process.stop()


def other_action(view: dict[str, Any]) -> dict[str, Any]:
    """A reveal with another choice of the second seat, which is legal."""
    for entry in view["match"]["turns"]:
        entry["choices"][1] = 0 if entry["choices"][1] else 1
    return view


def other_nonce(view: dict[str, Any]) -> dict[str, Any]:
    for entry in view["match"]["turns"]:
        entry["openings"][0]["nonce"] = "00" * 32
    return view


def no_openings(view: dict[str, Any]) -> dict[str, Any]:
    for entry in view["match"]["turns"]:
        entry["openings"] = None
    return view


def other_seal(view: dict[str, Any]) -> dict[str, Any]:
    for seat in view["match"]["seats"]:
        seat["commitment"] = seat["commitment"] and "00" * 32
    return view


def shorter_game(view: dict[str, Any]) -> dict[str, Any]:
    """Decisions that the rules do not allow."""
    for entry in view["match"]["turns"]:
        entry["choices"], entry["openings"] = [10**6, 10**6], None
    return view


@pytest.mark.parametrize("change", [other_action, other_nonce, no_openings, other_seal, shorter_game])
def test_a_dishonest_server_is_found_out(server: ServerProcess, change: Any) -> None:
    network = Network(server.port, change)
    links = server.new_match("resource-war")
    choice = {"turn": 1, "taken_back": 0, "action": 1, "key": "k"}
    server.post(f"/api/matches/{links[1].match}/choice", choice, server.join(links[1]).secret)
    with pytest.raises(Cheated):
        Seat(through(network, links[0]), Uniform()).play()
    network.close()


def test_a_player_that_fails_resigns(server: ServerProcess) -> None:
    class Broken:
        def choose(self, view: View, random: Random) -> int:
            raise RuntimeError("out of ideas")

    class Illegal:
        def choose(self, view: View, random: Random) -> int:
            return -1

    for player, reason in ((Broken(), "the player raised RuntimeError('out of ideas')"), (Illegal(), "-1")):
        links = server.new_match("color-capture")
        server.join(links[1])
        with pytest.raises(PlayerFailed, match="resigned") as error:
            Seat(links[0], player).play()
        assert reason in str(error.value)
        result = server.get(f"/api/matches/{links[0].match}", links[0].secret)["match"]["result"]
        assert (result["winner"], result["reason"]) == (1, "resigned")


def test_a_bot_declines_to_take_back(server: ServerProcess) -> None:
    links = server.new_match("color-capture")
    path = f"/api/matches/{links[0].match}"
    own = server.join(links[1])
    with ThreadPoolExecutor(1) as threads:
        playing = threads.submit(Seat(own, Uniform()).play)
        for number in range(1, 100, 2):
            view = server.get(path, links[0].secret)
            while not view["you"]["actions"] and not view["match"]["result"]:
                view = server.get(path, links[0].secret)
            if view["match"]["result"]:
                break
            if number == 3:
                server.post(f"{path}/offer", {"kind": "take-back"}, links[0].secret)
                while view["match"]["seats"][0]["offer"]:
                    view = server.get(path, links[0].secret)
            action = view["you"]["actions"]["list"][0]["action"]
            choice = {"turn": view["match"]["turn"], "taken_back": 0, "action": action, "key": str(number)}
            server.post(f"{path}/choice", choice, links[0].secret)
        assert playing.result().taken_back == 0


def test_an_invitation_works_once_and_the_own_link_for_ever(server: ServerProcess) -> None:
    """A bot that is started again uses its own link; whoever comes later with the invitation is told why not."""
    links = server.new_match("color-capture")
    own = Seat(links[1], Uniform()).join("Max")
    assert own != links[1]
    with pytest.raises(Declined, match="somebody has already taken this seat"):
        Seat(links[1], Uniform()).play()
    assert Seat(links[0], Uniform()).join() == links[0]  # not an invitation
    first, second = both(Seat(links[0], Uniform()), Seat(own, Uniform()))
    assert first.result().line == second.result().line


def test_a_wrong_link_and_a_server_that_is_not_there(server: ServerProcess) -> None:
    link = server.new_match("color-capture")[0]
    with pytest.raises(Declined, match="no such match"):
        Seat(link._replace(secret="wrong"), Uniform()).play()
    with pytest.raises(Unreachable, match="cannot be reached: Connection refused"):
        Seat(link._replace(server="http://127.0.0.1:1"), Uniform()).play()


@pytest.mark.parametrize(
    "text", ["", "hello", "http://h/m/", "http://h/m/a", "ftp://h/m/a#b", "http://h/m/a/b#c", "http://[h/m/a#b"]
)
def test_texts_that_are_not_links(text: str) -> None:
    with pytest.raises(BadLink):
        parse_link(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "h",
        "http://",
        "http://h:x",
        "http://h:0",
        "http://h/path",
        "http://u@h",
        "http://h?q",
        "http://h h",
        "http://[h",
    ],
)
def test_texts_that_are_not_servers(text: str) -> None:
    with pytest.raises(BadLink):
        parse_server(text)


def test_links_hide_their_secret() -> None:
    link = parse_link(" https://example.org:8000/m/abc#s3cret \n")
    assert link == ("https://example.org:8000", "abc", "s3cret")
    assert "s3cret" not in repr(link)
    assert Server("http://h:1/").address == "http://h:1"
