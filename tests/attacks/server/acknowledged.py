"""Players who remember what was acknowledged, and find it again after the server or the database was gone."""

from __future__ import annotations

import secrets
from threading import Event
from typing import NamedTuple

from server.serving import Client, Party, Process, new_party


def moved(party: Party, server: Process) -> Party:
    """The same people after a restart, at another port."""
    return Party(*(Client(server.url, client.match, client.secret) for client in party))


class Acknowledged(NamedTuple):
    match: Party
    round: int
    seat: int
    action: int


def play_until_killed(url: str, done: Event, found: list[Acknowledged]) -> None:
    """A match that goes on until the server is gone, and what was acknowledged of it."""
    party = new_party(url, rules={"tokens": 1000, "points": 1000})
    number = 0
    while not done.is_set():
        number += 1
        for seat, client in enumerate(party.players):
            action = 1 + (number + seat) % 2
            answer = client.choose(action, secrets.token_hex(8), (number, 0))
            assert answer.status_code == 200, answer.text
            found.append(Acknowledged(party, number, seat, action))


def check_all(found: list[Acknowledged], url: str) -> None:
    """Every acknowledged choice is stored, and none was played twice."""
    for party in {one.match.first.match: one.match for one in found}.values():
        match = Client(url, party.first.match, party.first.secret).view()["match"]
        history = {entry["number"]: entry["choices"] for entry in match["turns"]}
        assert list(history) == list(range(1, len(history) + 1))
        for one in found:
            if one.match is party and one.round in history:
                assert history[one.round][one.seat] == one.action
            elif one.match is party:
                assert one.round == match["turn"]
                assert match["seats"][one.seat]["chosen"]
