"""A22-A30: requests of people who may not make them. What needs a browser is in tests/browser."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from server.serving import HOST, Live, Party, Process, live, new_party
from websockets.exceptions import InvalidStatus

from parlour.server.matches.seats import fresh_secret
from parlour.server.store.sqlite import SQLiteStore

CHOICE = {"turn": 1, "taken_back": 0, "action": 5, "key": "k"}


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Live]:
    """A server with the limits that everybody has."""
    store = SQLiteStore(tmp_path / "limited.sqlite")
    with live(store, limits=1.0) as running:
        yield running
    store.close()


@contextmanager
def with_cookie(party: Party, url: str) -> Iterator[httpx2.Client]:
    """A browser that has opened the link of the first player."""
    with httpx2.Client(base_url=url) as browser:
        joined = browser.post(f"/api/matches/{party.first.match}/join", json={"secret": party.first.secret})
        assert joined.status_code == 200
        yield browser


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"origin": "ORIGIN", "sec-fetch-site": "same-origin"}, 200),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "http://localhost:1"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://["}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"content-type": "text/plain"}, 415),
        ({"content-type": "application/x-www-form-urlencoded"}, 415),
        ({"content-type": "multipart/form-data; boundary=x"}, 415),
    ],
)
def test_a22_other_sites_cannot_choose(shared: Live, headers: dict[str, str], status: int) -> None:
    party = new_party(shared.url)
    sent = {name: value.replace("ORIGIN", shared.url) for name, value in headers.items()}
    with with_cookie(party, shared.url) as browser:
        answer = browser.post(f"/api/matches/{party.first.match}/choice", json=CHOICE, headers=sent)
    assert answer.status_code == status
    assert party.first.view()["match"]["seats"][0]["chosen"] == (status == 200)


def test_a22_the_cookie_is_for_this_match_alone(shared: Live) -> None:
    party = new_party(shared.url)
    with httpx2.Client(base_url=shared.url) as browser:
        answer = browser.post(f"/api/matches/{party.first.match}/join", json={"secret": party.first.secret})
    cookie = answer.headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=strict", f"Path=/api/matches/{party.first.match}"):
        assert part in cookie
    assert "Domain" not in cookie


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:1", "http://["])
def test_a23_other_sites_get_no_socket(shared: Live, origin: str) -> None:
    party = new_party(shared.url)
    with pytest.raises(InvalidStatus) as refused, party.first.socket(origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_a23_programs_need_a_token(shared: Live) -> None:
    party = new_party(shared.url, public=True)
    with pytest.raises(InvalidStatus), party.stranger.socket(cookie=f"parlour={party.first.secret}"):
        pass
    with party.stranger.socket(origin=shared.url, cookie=f"parlour={party.first.secret}") as socket:
        assert '"seat":0' in str(socket.recv())


def test_a24_a_secret_in_the_address_is_worth_nothing(shared: Live) -> None:
    party = new_party(shared.url)
    for query in (f"?secret={party.first.secret}", f"?token={party.first.secret}", f"?parlour={party.first.secret}"):
        assert party.stranger.get(query).status_code == 404
    assert party.stranger.http.get(f"/m/{party.first.match}").headers["referrer-policy"] == "no-referrer"


def test_a24_no_secret_reaches_the_log(tmp_path: Path) -> None:
    """Not even one that somebody puts where it does not belong."""
    server = Process(tmp_path, str(tmp_path / "m.sqlite")).ready()
    party = new_party(server.url)
    secrets = [client.secret for client in party[:3]]
    for secret in secrets:
        party.stranger.get(f"?secret={secret}")
        party.stranger.http.get(f"/m/{secret}", headers={"referer": f"{server.url}/m/x#{secret}"})
        party.stranger.http.get(f"/api/{secret}", headers={"host": secret, "cookie": f"parlour={secret}"})
        party.stranger.http.post(f"/api/matches/{secret}/join", content=secret.encode())
    with party.first.socket() as socket, party.second.stream() as lines:
        socket.recv(30)
        next(lines)
    server.process.terminate()
    assert server.ended() == 0
    assert not any(secret in server.log.read_text() for secret in secrets)


PLAYER, ANYBODY, NOBODY = "player", "anybody", "nobody"
ROUTES = {  # who gets in; what a player gets otherwise is a matter of the match
    ("GET", ""): ANYBODY,
    ("GET", "/record"): ANYBODY,
    ("GET", "/review"): ANYBODY,
    ("GET", "/picture/0"): ANYBODY,
    ("POST", "/choice"): PLAYER,
    ("POST", "/resign"): PLAYER,
    ("POST", "/offer"): PLAYER,
    ("POST", "/accept"): PLAYER,
    ("POST", "/decline"): PLAYER,
    ("POST", "/name"): PLAYER,
    ("POST", "/renew"): PLAYER,
    ("POST", "/follow"): ANYBODY,
}
BODIES: dict[str, Any] = {
    "/choice": CHOICE,
    "/offer": {"kind": "rematch", "turn": 1, "taken_back": 0},
    "/accept": {"kind": "rematch", "turn": 1, "taken_back": 0},
    "/name": {"name": "Eve"},
}


def test_a25_every_route_with_every_credential(shared: Live) -> None:
    party, other = new_party(shared.url), new_party(shared.url)
    over = new_party(shared.url)
    over.first.post("resign")
    credentials = {
        "player": party.first.secret,
        "spectator": party.spectator.secret,
        "player of another match": other.first.secret,
        "spectator of another match": other.spectator.secret,
        "player of a finished match": over.first.secret,
        "nobody": "",
        "hash": "0" * 64,
        "odd": "ä'\"--",
    }
    for (method, what), allowed in ROUTES.items():
        for who, secret in credentials.items():
            for match in (party.first.match, "x" * 12, "%00", "..%2f..%2fetc%2fpasswd"):
                answer = party.stranger.http.request(
                    method,
                    f"{shared.url}/api/matches/{match}{what}",
                    json=BODIES.get(what, {}) if method == "POST" else None,
                    headers={b"authorization": f"Bearer {secret}".encode()} if secret else {},
                )
                welcome = {PLAYER: ("player",), ANYBODY: ("player", "spectator")}[allowed]
                if match == party.first.match and who in welcome:
                    assert answer.status_code != 404, (method, what, who)
                else:
                    assert answer.status_code == 404, (method, what, who, match)
                if answer.status_code == 404 and "%2f" not in match:
                    assert answer.json() == {"error": "there is no such match"}
    assert party.second.view()["match"]["seats"][1]["name"] == ""


def test_a25_anybody_may_watch_a_public_match_and_nothing_else(on_sqlite: Live) -> None:
    party = new_party(on_sqlite.url, public=True)
    assert party.stranger.view()["you"]["seat"] is None
    assert party.stranger.choose(5).status_code == 404
    listed = party.stranger.http.get("/api/matches").json()["matches"]
    assert [match["id"] for match in listed] == [party.first.match]
    assert set(listed[0]) == {"id", "game", "names", "turn"}


def test_a26_nothing_can_be_guessed(shared: Live) -> None:
    found = [fresh_secret() for _ in range(10_000)]
    assert len(set(found)) == len(found)
    assert {len(secret) for secret in found} == {22}  # 128 bits
    assert all(len({secret[place] for secret in found}) == 64 for place in range(21))  # the last one holds two bits
    matches = [new_party(shared.url).first.match for _ in range(8)]
    assert {len(match) for match in matches} == {12}
    assert matches != sorted(matches)


def test_a27_a_cookie_that_somebody_else_has_set_is_replaced(shared: Live) -> None:
    party = new_party(shared.url)
    with httpx2.Client(base_url=shared.url) as browser:
        path = f"/api/matches/{party.first.match}"
        browser.cookies.set("parlour", party.spectator.secret, domain=HOST, path=path)
        assert browser.get(path).json()["you"]["seat"] is None
        browser.post(f"{path}/join", json={"secret": party.second.secret})
        assert browser.get(path).json()["you"]["seat"] == 1


def test_a_player_who_opens_the_link_of_spectators_stays_a_player(shared: Live) -> None:
    party, other = new_party(shared.url), new_party(shared.url)
    path = f"/api/matches/{party.first.match}"
    with with_cookie(party, shared.url) as browser:
        for secret, seat in ((party.spectator.secret, 0), (party.second.secret, 1), (party.spectator.secret, 1)):
            assert browser.post(f"{path}/join", json={"secret": secret}).json() == {"seat": seat}
            assert browser.get(path).json()["you"]["seat"] == seat
    for own in (party.spectator.secret, other.first.secret, "wrong"):  # nobody who plays here
        with httpx2.Client(base_url=shared.url) as browser:
            browser.cookies.set("parlour", own, domain=HOST, path=path)
            assert browser.post(f"{path}/join", json={"secret": party.spectator.secret}).json() == {"seat": None}
            assert browser.get(path).json()["you"]["seat"] is None


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "localhost.evil.example", "", "[::1", "a@localhost"]
)
def test_a27_other_host_names_are_refused(shared: Live, host: str) -> None:
    answer = httpx2.get(f"{shared.url}/api/games", headers={"host": host})
    assert answer.status_code == 400
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a27_forwarded_headers_of_strangers_are_ignored(limited: Live) -> None:
    """Otherwise everybody could have as many addresses as needed to guess links."""
    party = new_party(limited.url)
    answers = []
    with httpx2.Client(base_url=limited.url) as guesser:
        for number in range(60):
            sent = {"x-forwarded-for": f"10.0.0.{number}", "authorization": f"Bearer guess{number}"}
            answers.append(guesser.get(f"/api/matches/{party.first.match}", headers=sent).status_code)
    assert answers.count(404) <= 51
    assert answers[-1] == 429


def test_a28_guessing_is_slow_and_harms_only_the_guesser(limited: Live) -> None:
    party = new_party(limited.url)
    for number in range(60):
        guess = {"authorization": f"Bearer guess {number}"}
        answer = party.stranger.http.get(f"/api/matches/{party.first.match}", headers=guess)
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) >= 1
    published = httpx2.get(f"{limited.url}/api/limits").json()
    assert published["wrong links"] == {"most": 50, "per_minute": 50}


def test_a28_the_choices_of_a_seat_have_their_own_budget(limited: Live) -> None:
    """Somebody behind the same address uses up the requests; players can still choose."""
    party = new_party(limited.url)
    with httpx2.Client(base_url=limited.url) as greedy:
        for _ in itertools.count():
            if greedy.get("/api/limits").status_code == 429:
                break
    assert party.first.choose(5, at=(1, 0)).status_code == 200


def test_a28_somebody_who_guesses_does_not_lock_out_players_at_the_same_address(limited: Live) -> None:
    party = new_party(limited.url)
    assert party.first.view()["you"]["seat"] == 0
    assert party.second.choose(6).status_code == 200
    for number in range(60):
        guess = {"authorization": f"Bearer guess {number}"}
        last = party.stranger.http.get(f"/api/matches/{party.first.match}", headers=guess)
    assert last.status_code == 429
    assert party.first.choose(5).status_code == 200
    with party.second.socket() as socket:
        assert '"seat":1' in str(socket.recv(30))
    assert party.spectator.get().status_code == 200  # a link that was never used before
    assert httpx2.post(f"{limited.url}/api/matches", json={"game": "tower-siege"}).status_code == 201


def test_a29_a30_headers_of_every_answer(shared: Live) -> None:
    party = new_party(shared.url)
    answers = [party.first.get(), party.stranger.get(), party.first.http.get("/"), party.first.http.get("/nothing")]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        for rule in ("default-src 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"):
            assert rule in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "server" not in answer.headers
        assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    "name", ["<img src=x onerror=alert(1)>", "</script>", "a\u202eb", "\u200b", "x" * 3_000, "\x1b[2J"]
)
def test_a30_names_are_short_and_plain_and_stay_text(shared: Live, name: str) -> None:
    party = new_party(shared.url)
    answer = party.first.post("name", name=name)
    if answer.status_code == 200:
        view = party.second.get()
        assert view.headers["content-type"] == "application/json"
        assert view.json()["match"]["seats"][0]["name"] == name
    else:
        assert answer.status_code in (400, 413)
        assert answer.json()["error"] in (
            "a name has 1 to 40 characters",
            "a name has only visible characters and ordinary spaces",
        )
