"""Nobody takes a seat that somebody else has, and nobody agrees to what was not offered."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
from server.serving import Client, Live, Party, new_party

from parlour.server.matches.seats import fresh_secret


def created(live: Live, **wanted: Any) -> tuple[Client, str, str]:
    """Somebody who has created a match, and the secrets of the invitation and of spectators."""
    answer = httpx2.post(f"{live.url}/api/matches", json={"game": "token-showdown", "seat": "first", **wanted}).json()
    you, other, watch = (answer["links"][whose].partition("#")[2] for whose in ("you", "other", "watch"))
    return Client(live.url, answer["id"], you), other, watch


def test_an_invitation_takes_the_seat_once(shared: Live) -> None:
    alice, ticket, watch = created(shared)
    stranger, own = Client(shared.url, alice.match, ""), fresh_secret()
    joined = [stranger.post("join", secret=ticket, own=own, name="Bob") for _ in range(2)]  # the first answer is lost
    assert [answer.json() for answer in joined] == [{"seat": 1, "secret": own}] * 2
    with httpx2.Client(base_url=shared.url) as third:
        for late in (third.post, alice.http.post):
            answer = late(f"/api/matches/{alice.match}/join", json={"secret": ticket, "name": "Eve"})
            assert (answer.status_code, answer.json()) == (409, {"error": "somebody has already taken this seat"})
        assert third.get(f"/api/matches/{alice.match}").status_code == 404
    for secret in (ticket, watch):
        assert Client(shared.url, alice.match, secret).choose(5, at=(1, 0)).status_code == 404
        assert Client(shared.url, alice.match, secret).post("resign").status_code == 404
    bob = Client(shared.url, alice.match, own)
    assert bob.view()["you"]["seat"] == 1
    assert bob.view()["match"]["seats"][1]["name"] == "Bob"
    assert bob.post("join", secret=ticket).json() == {"seat": 1}  # the same browser opens the invitation again


def test_nobody_takes_the_name_of_a_computer_player(shared: Live) -> None:
    alice, ticket, _ = created(shared, name="Alice")
    wanted = {"game": "token-showdown", "name": "perfect"}
    for answer in (
        httpx2.post(f"{shared.url}/api/matches", json=wanted),
        alice.post("join", secret=ticket, own=fresh_secret(), name="Perfect"),
        alice.post("name", name="ｐｅｒｆｅｃｔ"),
    ):
        assert answer.status_code == 400
        assert answer.json()["error"].endswith("is reserved for the players of Parlour; choose another")
    view = alice.view()["match"]
    assert (view["status"], [seat["name"] for seat in view["seats"]]) == ("waiting", ["Alice", ""])
    assert alice.post("name", name=" ").status_code == 200
    assert alice.view()["match"]["seats"][0]["name"] == ""


def test_a_link_for_several_devices_stays_one(shared: Live) -> None:
    alice, ticket, _ = created(shared)
    own = alice.post("join", secret=ticket).json()["secret"]  # the server makes one up
    for secret, made_up in ((alice.secret, fresh_secret()), (own, fresh_secret()), (own, own)):
        with httpx2.Client(base_url=shared.url) as device:
            path, seat = f"/api/matches/{alice.match}", int(secret == own)
            joined = device.post(f"{path}/join", json={"secret": secret, "own": made_up}).json()
            assert joined["seat"] == seat
            assert joined.get("secret", secret) == secret
            assert device.get(path).json()["you"]["seat"] == seat


@pytest.mark.parametrize("own", ["", "short", "x" * 101, "a b" * 10, "é" * 30, 5, None])
def test_secrets_that_could_be_guessed_are_refused(shared: Live, own: Any) -> None:
    alice, ticket, _ = created(shared)
    answer = alice.post("join", secret=ticket, own=own)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("own must be")
    assert alice.post("join", secret=ticket, own=ticket).status_code == 422  # whoever invited knows it
    assert alice.view()["match"]["status"] == "waiting"


def test_a_guest_cannot_renew_the_link_of_the_host(shared: Live) -> None:
    party = new_party(shared.url)
    party.first.choose(5, "alice", (1, 0))
    before = party.spectator.get().content
    assert party.second.post("renew").status_code == 409
    assert not party.second.view()["you"]["renewable"]
    assert party.spectator.get().content == before
    assert party.first.view()["match"]["seats"][0]["chosen"]


def test_a_host_cannot_take_a_seat_that_has_sealed(shared: Live) -> None:
    party = new_party(shared.url)
    assert party.first.view()["you"]["renewable"]
    party.second.choose(5, "bob", (1, 0))
    before = party.spectator.get().content
    assert party.first.post("renew").status_code == 409
    assert party.spectator.get().content == before
    assert not party.first.view()["you"]["renewable"]


def test_a_player_whose_seat_somebody_else_took_gets_a_new_link(shared: Live) -> None:
    party = new_party(shared.url)
    party.first.choose(5, "alice", (1, 0))
    link = party.first.post("renew").json()["link"].partition("#")[2]
    assert party.second.get().status_code == 404
    bob = Client(shared.url, party.first.match, party.stranger.post("join", secret=link).json()["secret"])
    assert bob.choose(6, at=(1, 0)).status_code == 200
    assert bob.view()["match"]["turns"][0]["choices"] == [5, 6]  # what the host had sealed


def rematch_of(party: Party) -> tuple[Client, Client]:
    """Both players in the rematch. The second one follows first and tries to get the other seat, too."""
    party.first.post("resign")
    for client in party.players:
        client.offer("rematch")
    mallory, alice = (followed(client) for client in (party.second, party.first))
    return alice, mallory


def followed(client: Client) -> Client:
    answer = client.post("follow").json()
    new = Client(client.url, answer["id"], answer["secret"])
    assert new.post("renew").status_code == 409
    return new


def test_nobody_renews_a_seat_of_a_rematch(shared: Live) -> None:
    alice, mallory = rematch_of(new_party(shared.url))
    assert [client.view()["you"]["seat"] for client in (mallory, alice)] == [0, 1]
    assert alice.choose(5, "alice", (1, 0)).status_code == 200
    assert mallory.post("renew").status_code == 409
    again = rematch_of(Party(mallory, alice, mallory, mallory))
    assert [client.view()["you"]["seat"] for client in again] == [1, 0]


def test_an_offer_that_was_withdrawn_cannot_be_accepted(shared: Live) -> None:
    """Not even by mistake as an own offer, which the other one could accept."""
    party = new_party(shared.url)
    victim, mallory = party.players
    for client in (victim, mallory):
        client.choose(5, at=(1, 0))
    mallory.choose(6, at=(2, 0))
    mallory.offer("take-back")
    mallory.post("decline")
    late = victim.post("accept", kind="take-back", turn=2, taken_back=0)
    assert (late.status_code, late.json()) == (409, {"error": "this offer does not stand any more"})
    assert mallory.post("accept", kind="take-back", turn=2, taken_back=0).status_code == 409
    match = victim.view()["match"]
    assert (match["turn"], match["taken_back"], [seat["offer"] for seat in match["seats"]]) == (2, 0, ["", ""])


def test_offers_that_cross_do_not_take_back_more_than_was_meant(shared: Live) -> None:
    """The victim wants another choice in this round; the offer of the other one is about the round before."""
    party = new_party(shared.url)
    victim, mallory = party.players
    for client in (victim, mallory):
        client.choose(5, at=(1, 0))
    victim.choose(6, at=(2, 0))
    mallory.offer("take-back")
    assert victim.offer("take-back").status_code == 409
    assert victim.view()["match"]["turn"] == 2


def test_an_accepted_offer_belongs_to_its_round(shared: Live) -> None:
    party = new_party(shared.url)
    for number in (1, 2):
        for client in party.players:
            client.choose(5, at=(number, 0))
        party.second.offer("take-back")
    assert party.first.post("accept", kind="take-back", turn=2, taken_back=0).status_code == 409
    assert party.first.post("accept", kind="take-back", turn=3, taken_back=0).status_code == 200
    assert party.first.post("accept", kind="take-back", turn=3, taken_back=0).status_code == 409
    assert (party.first.view()["match"]["turn"], party.first.view()["match"]["taken_back"]) == (2, 1)


def test_a_key_of_a_choice_that_was_taken_back_does_not_count_as_sealed(shared: Live) -> None:
    party = new_party(shared.url)
    party.first.choose(5, "key", (1, 0))
    party.first.offer("take-back")
    party.second.accept("take-back")
    answer = party.first.choose(6, "key", (1, 1))
    assert answer.status_code == 409
    assert answer.json() == {"error": "this key belongs to a choice in another turn: make up a new one"}
    assert party.first.choose(6, "another", (1, 1)).status_code == 200
    assert party.first.choose(5, "key", (1, 0)).json()["taken_back"] == 0  # what was answered then


@pytest.mark.parametrize("number", ["9" * 5_000, "-1", "1.5", "x", "٣", "0x1"])
def test_pictures_that_do_not_exist(shared: Live, number: str) -> None:
    party = new_party(shared.url)
    answer = party.first.get(f"/picture/{number}")
    assert (answer.status_code, answer.json()) == (404, {"error": "there is no such picture"})
    assert party.first.get("/picture/999999999").status_code == 200  # the last one
