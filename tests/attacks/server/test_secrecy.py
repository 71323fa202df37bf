"""A04, A05, A08-A13, A16, A18-A21: other ways to learn a sealed choice than reading a view."""

from __future__ import annotations

import json
import logging
import resource
import sqlite3
import stat
from pathlib import Path
from typing import Any

import httpx2
import pytest
from server.serving import KEY, Live, Party, Process, live, new_party, open_database
from starlette.routing import Route, WebSocketRoute
from support import OURS

import parlour
from parlour.match.match import Match
from parlour.server.http.app import application
from parlour.server.http.monitor import HostRoute
from parlour.server.matches import choosing
from parlour.server.store.sqlite import SQLiteStore

PUBLIC = {
    "/",
    "/static/{digest}/{path:path}",
    "/api/games",
    "/api/games/{name}",
    "/api/limits",
    "/api/bots",
    "/api/matches",
    "/api/review",
    "/api/explore",
}
OF_A_MATCH = {
    "", "/join", "/choice", "/resign", "/offer", "/accept", "/decline", "/follow", "/name", "/renew", "/socket",
    "/stream", "/record", "/review", "/picture/{number}",
}  # fmt: skip


@pytest.mark.parametrize("name", OURS)
def test_a04_answers_have_the_same_length_whatever_is_chosen(name: str, shared: Live) -> None:
    """The page pads what it sends; what the server answers must not tell either."""
    game = parlour.game(name)
    answers, views = set(), set()
    for action in {*game.actions(game.start(), 0)[:2], *game.actions(game.start(), 0)[-2:]}:
        party = new_party(shared.url, name)
        answer = party.first.choose(action, "k" * 16, pad="x" * (20 - len(str(action))))
        assert answer.status_code == 200
        answers.add((len(answer.content), len(answer.request.content), str(answer.headers.multi_items()[1:])))
        if len(game.to_act(game.start())) == 2:
            views.add(len(party.second.get().content))
    assert len(answers) == 1
    assert len(views) <= 1


def test_a05_nothing_is_compressed(shared: Live) -> None:
    party = new_party(shared.url)
    paths = ["/api/games", "/api/matches", "/api/limits", "/", f"/api/matches/{party.first.match}"]
    for path in paths:
        answer = party.first.http.get(path, headers={"accept-encoding": "gzip, br, zstd, deflate"})
        assert answer.status_code == 200
        assert "content-encoding" not in answer.headers
    with party.first.socket() as socket:
        assert not socket.protocol.extensions  # the client offers deflate


def test_a08_repeating_a_choice_tells_nothing(shared: Live) -> None:
    """Whoever has stolen the link of a seat cannot find its sealed choice by trying."""
    party = new_party(shared.url)
    party.first.choose(17, "key")
    answers = {party.first.choose(action).content for action in (1, 16, 17, 18, 100, 101)}
    assert len(answers) == 1
    assert party.first.choose(99, "key", (1, 0)).status_code == 200


def test_a09_errors_tell_neither_choices_nor_places(shared: Live) -> None:
    party = new_party(shared.url)
    party.first.choose(77, "key")
    answers = [
        party.first.choose(78),
        party.second.choose(2**31 - 1),
        party.second.choose(-1),
        party.second.post("choice", turn=1, taken_back=0, action="77", key="k"),
        party.second.post("choice", turn=1, taken_back=0, action=5, key="k", nonce="xyz"),
        party.second.post("offer", kind=["take-back"]),
        party.second.http.get("/api/nothing"),
        party.second.http.put(f"/api/matches/{party.first.match}"),
        httpx2.post(f"{shared.url}/api/matches", json={"game": "token-showdown", "rules": {"tokens": "77x"}}),
    ]
    for answer in answers:
        assert 400 <= answer.status_code < 500
        assert set(answer.json()) == {"error"}
        assert not any(word in answer.text for word in (" 77", ".py", "Traceback", "line "))


def test_a10_an_unexpected_error_is_logged_without_its_text(
    on_sqlite: Live,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    party = new_party(on_sqlite.url)

    def broken(*arguments: Any) -> str:
        raise RuntimeError(f"sealing {arguments[3].action} of {party.first.secret}")

    monkeypatch.setattr(choosing, "choose", broken)
    with caplog.at_level(logging.DEBUG):
        answer = party.first.choose(7787)
    assert (answer.status_code, answer.json()) == (500, {"error": "something went wrong on the server"})
    logged = "".join(record.getMessage() for record in caplog.records if record.name.startswith(("parlour", "uvicorn")))
    assert "unexpected RuntimeError" in logged
    assert "in choose" in logged  # where it happened
    everything = logged + "".join(capfd.readouterr())
    assert "7787" not in everything
    assert party.first.secret not in everything


def test_a11_the_files_do_not_contain_the_choice_or_any_secret(tmp_path: Path) -> None:
    database = tmp_path / "data" / "matches.sqlite"
    store = SQLiteStore(database)
    nonce = "c0ffee" * 10 + "abcd"
    with live(store) as running:
        party = new_party(running.url)
        party.first.choose(77, "key", nonce=nonce)
        files = {path.name: path.read_bytes() for path in database.parent.iterdir()}
        assert set(files) == {"matches.sqlite", "matches.sqlite-wal", "matches.sqlite-shm", "matches.sqlite.lock"}
        everything = b"".join(files.values())
        assert bytes.fromhex(nonce) not in everything
        assert nonce.encode() not in everything
        for client in party[:3]:
            assert client.secret.encode() not in everything
        for path in database.parent.iterdir():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
        box = rows(database, "SELECT box FROM sealed")[0][0]
        party.second.choose(78)
        assert not rows(database, "SELECT box FROM sealed")
    store.close()  # writes everything to the main file
    assert box not in database.read_bytes()
    assert stat.S_IMODE(database.parent.stat().st_mode) == 0o700


def rows(database: Path, statement: str) -> list[Any]:
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        return connection.execute(statement).fetchall()
    finally:
        connection.close()


def test_a12_the_process_leaves_no_core_and_no_key_in_its_environment(tmp_path: Path) -> None:
    server = Process(tmp_path, str(tmp_path / "data" / "m.sqlite")).ready()
    limits = resource.prlimit(server.process.pid, resource.RLIMIT_CORE)
    key = (tmp_path / "key" / "seal.key").read_bytes()
    environment = Path(f"/proc/{server.process.pid}/environ").read_bytes()
    assert limits == (0, 0)
    assert stat.S_IMODE((tmp_path / "key" / "seal.key").stat().st_mode) == 0o600
    assert key not in environment
    assert key.hex().encode() not in environment
    party = new_party(server.url)
    party.first.choose(77)
    server.process.terminate()
    assert server.ended() == 0
    copy = sqlite3.connect(tmp_path / "data" / "m.sqlite")
    copy.execute("VACUUM INTO ?", (str(tmp_path / "copy"),))
    copy.close()
    assert key not in (tmp_path / "copy").read_bytes()
    assert "77" not in server.log.read_text().replace(str(server.port), "")


def test_a13_a_rematch_starts_afresh(shared: Live) -> None:
    party = new_party(shared.url)
    party.first.choose(77, "key")
    party.second.post("resign")
    for client in party.players:
        assert client.offer("rematch").status_code == 200
    followed = party.second.post("follow").json()
    assert followed["seat"] == 0
    assert followed["secret"] not in {client.secret for client in party}
    view = party.second.http.get(
        f"/api/matches/{followed['id']}", headers={"authorization": f"Bearer {followed['secret']}"}
    ).json()
    assert view["match"]["turns"] == []
    assert [seat["commitment"] for seat in view["match"]["seats"]] == [None, None]
    for client in (party.first, party.stranger):  # who has not followed has nothing there yet
        answer = client.http.get(f"/api/matches/{followed['id']}")
        assert answer.status_code == 404
    record = party.second.get("/record").json()
    assert record["turns"] == []
    assert record["seals"]["rounds"] == []


def test_a16_nothing_private_is_kept_by_caches(shared: Live) -> None:
    party = new_party(shared.url)
    for answer in (party.first.get(), party.first.choose(5), party.first.get("/picture/0"), party.stranger.get()):
        assert answer.headers["cache-control"] == "no-store"
        assert "etag" not in answer.headers
        assert "last-modified" not in answer.headers


def test_a18_these_are_all_addresses(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "m.sqlite")
    app = application(store, KEY, ["localhost"])
    store.close()
    paths = {route.path for route in app.routes if isinstance(route, Route | WebSocketRoute)}
    assert len(app.routes) == len([r for r in app.routes if isinstance(r, Route | WebSocketRoute)])
    one = "/api/matches/{match_id}"
    assert {path.removeprefix(one) for path in paths if path.startswith(one)} == OF_A_MATCH
    pages = {path for path in paths if not path.startswith("/api/matches/") and path not in PUBLIC}
    assert all(not path.startswith("/api") for path in pages)
    assert not pages & {"/docs", "/openapi.json", "/debug", "/admin"}
    assert {route.path for route in app.routes if isinstance(route, HostRoute)} == {"/health", "/metrics"}


def test_a19_no_hints_before_the_end(shared: Live) -> None:
    party = new_party(shared.url, public=True)
    party.first.choose(5)
    for client in party:
        for what in ("/record", "/review"):
            answer = client.get(what)
            assert answer.status_code == 403
            assert "once the match is over" in answer.text
    assert '"seed"' not in json.dumps(party.first.view())


def test_a21_what_a_page_sends_reaches_nobody(on_sqlite: Live) -> None:
    party = new_party(on_sqlite.url)
    with party.second.socket() as watching, party.first.socket() as socket:
        for _ in range(3):  # both are connected now
            json.loads(watching.recv(30))
            if json.loads(party.second.get().text)["times"]["connected"] == [True, True]:
                break
        drain(watching)
        socket.send('{"typing": true}')
        socket.send(b"\0\1")
        with pytest.raises(TimeoutError):
            watching.recv(0.3)


def drain(socket: Any) -> None:
    while True:
        try:
            socket.recv(0.2)
        except TimeoutError:
            return


def test_a20_the_order_of_choosing_leaves_no_trace(shared: Live) -> None:
    histories = []
    for order in ((0, 1), (1, 0)):
        party = new_party(shared.url)
        for seat in order:
            party.players[seat].choose((5, 6)[seat], nonce="ab" * 32)
        match = party.spectator.view()["match"]
        [entry] = match["turns"]
        for opening in entry["openings"]:
            opening.pop("commitment")  # it contains the id of the match
        histories.append((entry, match["version"], match["seats"], match["scene"]))
    assert histories[0] == histories[1]


def test_no_choice_is_sealed_in_a_game_without_secrets(tmp_path: Path) -> None:
    store = open_database(str(tmp_path / "m.sqlite"))
    with live(store) as running:
        party: Party = new_party(running.url, "color-capture")
        match = Match(parlour.game("color-capture"))
        party.first.choose(match.view(0).actions[0])
        assert not rows(tmp_path / "m.sqlite", "SELECT * FROM sealed")
        assert party.spectator.view()["match"]["turn"] == 2
    store.close()
