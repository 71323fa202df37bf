"""For every endpoint, the most expensive legal requests, from many connections of one address."""

from __future__ import annotations

import http.client
import json
import secrets
from base64 import b64encode
from collections.abc import Callable
from itertools import count
from typing import Any

from server.serving import HOST

import parlour
from parlour.games.line import Line
from parlour.match.match import Match
from parlour.match.record import dump
from parlour.server.http.protocol import MOST_HEADERS

CONNECTIONS = 30
ENDLESS = {"tokens": 10_000, "points": 10_000}
LONG = [[1, 1]] * 998
WIDE = {"points": 10_000, "target": 10_000, "stall": 0}  # a rule that makes everything long
WAITING = [[0, 0]] * 1_000
_numbers = count(2)
open_connections: list[http.client.HTTPConnection] = []


def new_address() -> str:
    """Another one of this machine's, with all that an address may ask for."""
    number = next(_numbers)
    return f"127.1.{number // 250}.{number % 250 + 1}"


class Seat:
    """A seat, from a certain address, with one connection."""

    def __init__(self, port: int, source: str = "127.0.0.1", match: str = "", secret: str = "") -> None:
        self.port, self.source, self.match, self.secret = port, source, match, secret
        self.connection = http.client.HTTPConnection(HOST, port, source_address=(source, 0), timeout=60)
        open_connections.append(self.connection)

    def ask(self, method: str, path: str, body: object = None, secret: str = "") -> Any:
        self.connection.request(
            method, path, None if body is None else json.dumps(body), headers(secret or self.secret)
        )
        answer = self.connection.getresponse()
        data = answer.read()
        assert answer.status < 300, (method, path, data)
        return json.loads(data) if answer.headers["content-type"] == "application/json" else data

    def post(self, what: str, **body: Any) -> Any:
        return self.ask("POST", f"/api/matches/{self.match}/{what}", body)


def headers(secret: str) -> dict[str, str]:
    return {"Content-Type": "application/json", **({"Authorization": f"Bearer {secret}"} if secret else {})}


def new_seats(port: int, **wanted: Any) -> tuple[Seat, Seat]:
    """A match from a new address, which has all that it may ask for."""
    first = Seat(port, new_address())
    made = first.ask("POST", "/api/matches", {"game": "token-showdown", "rules": ENDLESS, "seat": "first", **wanted})
    first.match, first.secret = made["id"], made["links"]["you"].partition("#")[2]
    second = Seat(port, first.source, first.match)
    if "other" in made["links"]:
        second.secret = second.post("join", secret=made["links"]["other"].partition("#")[2])["secret"]
    return first, second


def text(method: str, path: str, body: object = None, secret: str = "") -> str:
    """A request as it is sent."""
    content = b"" if body is None else json.dumps(body, ensure_ascii=False).encode()
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}", *(": ".join(pair) for pair in headers(secret).items())]
    if method == "POST":
        lines.append(f"Content-Length: {len(content)}")
    return "\r\n".join([*lines, "", content.decode()])


def socket_text(match: str, secret: str) -> str:
    key = b64encode(secrets.token_bytes(16)).decode()
    lines = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}"]
    head = text("GET", f"/api/matches/{match}/socket", None, secret).removesuffix("\r\n\r\n")
    return "\r\n".join([head, *lines, "", ""])


Scripts = list[list[str]]


def same(*requests: str) -> Scripts:
    return [list(requests)] * CONNECTIONS


def get(path: str) -> Callable[[int], Scripts]:
    return lambda _: same(text("GET", path))


def of_long_match(method: str, what: str, **body: Any) -> Callable[[int], Scripts]:
    def scripts(port: int) -> Scripts:
        seat, _ = new_seats(port, turns=LONG)
        request = text(method, f"/api/matches/{seat.match}{what}", body if method == "POST" else None, seat.secret)
        return same(request)

    return scripts


def of_finished_match(what: str) -> Callable[[int], Scripts]:
    def scripts(port: int) -> Scripts:
        seat, _ = new_seats(port, game="resource-war", rules=WIDE, turns=WAITING[:998])
        seat.post("resign")
        return same(text("GET", f"/api/matches/{seat.match}/{what}", None, seat.secret))

    return scripts


def create(**wanted: Any) -> Callable[[int], Scripts]:
    return lambda _: same(text("POST", "/api/matches", wanted))


def explore(**wanted: Any) -> Callable[[int], Scripts]:
    return lambda _: same(text("POST", "/api/explore", wanted))


def explore_ever_new(_: int) -> Scripts:
    """Variants that nobody has solved."""
    return [
        [
            text("POST", "/api/explore", {"game": "token-showdown", "rules": {"tokens": 40 + 10 * number + k}})
            for k in range(9)
        ]
        for number in range(CONNECTIONS)
    ]


def static(port: int) -> Scripts:
    page = Seat(port).ask("GET", "/").decode()
    return same(text("GET", page.partition('src="')[2].partition('"')[0]))


def choose(port: int) -> Scripts:
    """In matches as long as they can be, one for each connection."""
    scripts = []
    for _ in range(CONNECTIONS):
        seats = new_seats(port, turns=LONG[:400])
        path = f"/api/matches/{seats[0].match}/choice"
        scripts.append(
            [
                text("POST", path, {"turn": turn, "taken_back": 0, "action": 1, "key": f"{turn}"}, seat.secret)
                for turn in range(401, 999)
                for seat in seats
            ]
        )
    return scripts


def take_back(port: int) -> Scripts:
    """Against the computer, which agrees at once."""
    seat, _ = new_seats(port, opponent="random", turns=LONG)
    path = f"/api/matches/{seat.match}/offer"
    return [
        [text("POST", path, {"kind": "take-back", "turn": 999 - k, "taken_back": k}, seat.secret) for k in range(900)]
        for _ in range(CONNECTIONS)
    ]


def invite(port: int) -> Scripts:
    """Link after link for the other seat."""
    first, _ = new_seats(port, turns=LONG)
    return same(text("POST", f"/api/matches/{first.match}/renew", {}, first.secret))


def follow(port: int) -> Scripts:
    seats = new_seats(port, turns=LONG)
    seats[0].post("resign")
    for seat in seats:
        seat.post("offer", kind="rematch", turn=999, taken_back=0)
    return same(text("POST", f"/api/matches/{seats[0].match}/follow", {}, seats[0].secret))


def watch(what: str) -> Callable[[int], Scripts]:
    def scripts(port: int) -> Scripts:
        seat, _ = new_seats(port, turns=LONG)
        if what == "socket":
            return same(socket_text(seat.match, seat.secret))
        return same(text("GET", f"/api/matches/{seat.match}/stream", None, seat.secret))

    return scripts


def list_public(port: int) -> Scripts:
    for _ in range(3):
        for _ in range(2):
            new_seats(port, public=True, turns=LONG)
    return same(text("GET", "/api/matches"))


def review_upload(_: int) -> Scripts:
    """A record of a megabyte, with far more turns than a match may have."""
    match = Match(parlour.game("resource-war", **WIDE))
    record = json.loads(dump(match))
    record["turns"] = [[0, 0]] * 100_000
    return same(text("POST", "/api/review", {"record": json.dumps(record)}))


def review_longest(_: int) -> Scripts:
    match = Match.at(Line(parlour.game("resource-war", stall=0), [[0, 0]] * 1_000))
    return same(text("POST", "/api/review", {"record": dump(match)}))


def headers_and_objects(_: int) -> Scripts:
    """As many small headers and objects as fit in."""
    lines = text("POST", "/api/matches/x/choice", {"a": [{}] * 1_000}).split("\r\n")
    return same("\r\n".join([*lines[:-2], *["a:"] * (MOST_HEADERS - 3), *lines[-2:]]))


def nonsense(_: int) -> Scripts:
    """A body of many objects."""
    head = text("POST", "/api/review", {}).replace("Content-Length: 2", f"Content-Length: {2_000_000}")
    return same(head.removesuffix("{}") + ("[" + "{}," * 700_000)[:2_000_000])


def enlist(_: int) -> Scripts:
    body = {"games": ["tower-siege"], "protocol": 2}
    return [[text("POST", "/api/bots", {"name": f"bot-{n}", **body})] for n in range(CONNECTIONS)]


ATTACKS: dict[str, Callable[[int], Scripts]] = {
    "GET /": get("/"),
    "GET /static": static,
    "GET /api/games": get("/api/games"),
    "GET /api/games/NAME": get("/api/games/tower-siege"),
    "GET /api/limits": get("/api/limits"),
    "GET /api/bots": get("/api/bots"),
    "POST /api/bots": enlist,
    "GET /api/matches": list_public,
    "POST /api/matches": create(game="token-showdown", rules=ENDLESS, turns=LONG),
    "POST /api/matches with a wide rule": create(game="resource-war", rules=WIDE, turns=WAITING[:998]),
    "POST /api/matches against perfect play": create(game="token-showdown", rules={"tokens": 150}, opponent="perfect"),
    "POST /api/matches against search": create(game="resource-war", rules=WIDE, opponent="search"),
    "GET /api/matches/ID": of_long_match("GET", ""),
    "GET /api/matches/ID/stream": watch("stream"),
    "GET /api/matches/ID/socket": watch("socket"),
    "POST /api/matches/ID/join": of_long_match("POST", "/join", secret="x" * 100),
    "POST /api/matches/ID/choice": choose,
    "POST /api/matches/ID/offer": take_back,
    "POST /api/matches/ID/accept": of_long_match("POST", "/accept", kind="take-back", turn=999, taken_back=0),
    "POST /api/matches/ID/decline": of_long_match("POST", "/decline"),
    "POST /api/matches/ID/resign": of_long_match("POST", "/resign"),
    "POST /api/matches/ID/follow": follow,
    "POST /api/matches/ID/name": of_long_match("POST", "/name", name="x" * 30),
    "POST /api/matches/ID/name of accents": of_long_match(
        "POST", "/name", name="a" + 7_900 * "\u0301" + 7_900 * "\u0316"
    ),
    "POST /api/matches/ID/renew": invite,
    "GET /api/matches/ID/picture/NUMBER": of_long_match("GET", "/picture/500"),
    "GET /api/matches/ID/record": of_finished_match("record"),
    "GET /api/matches/ID/review": of_finished_match("review"),
    "POST /api/explore with a wide rule": explore(game="resource-war", rules=WIDE, turns=WAITING),
    "POST /api/explore with a large matrix": explore(game="token-showdown", rules={"tokens": 200}),
    "POST /api/explore of ever new variants": explore_ever_new,
    "many small headers and objects": headers_and_objects,
    "POST /api/review": review_upload,
    "POST /api/review of a long match": review_longest,
    "POST /api/review of nonsense": nonsense,
}
