"""A view as the server sends it, checked and as plain values."""

from __future__ import annotations

from typing import Any, NamedTuple

from parlour.games.contract import Decision
from parlour.games.errors import ParlourError
from parlour.match.commitments import SealedChoice


class BadView(ParlourError):
    """The server sent something that is not a view."""


class Opening(NamedTuple):
    """What opens a sealed choice."""

    commitment: str
    choice: SealedChoice


class Past(NamedTuple):
    """A decision that everybody knows."""

    number: int
    undone: int
    actors: tuple[int, ...]
    decision: Decision
    openings: tuple[Opening, Opening] | None  # None for a public decision


class Ended(NamedTuple):
    """How a match ended."""

    winner: int | None
    reason: str  # why, unless the rules ended it: "resigned", "time" or "limit"


class Seen(NamedTuple):
    match: str
    game: str
    rules: dict[str, Any]
    seat: int
    round: int
    undone: int
    ready: bool  # whether this seat may choose now
    chosen: tuple[int, ...]
    commitments: tuple[str | None, str | None]  # of this round
    offered: str  # by the other player: "", "take-back" or "rematch"
    with_company: bool  # whether the other player is connected
    history: list[Past]
    ended: Ended | None
    has_rematch: bool


def read_view(content: dict[str, Any]) -> Seen:
    try:
        you, match = content["you"], content["match"]
        seat = int(you["seat"])
        seats = match["seats"]
        return Seen(
            match=str(match["id"]),
            game=str(match["game"]),
            rules=dict(match["rules"]),
            seat=seat,
            round=int(match["round"]),
            undone=int(match["undone"]),
            ready=you["actions"] is not None,
            chosen=tuple(number for number in (0, 1) if seats[number]["chosen"]),
            commitments=(seats[0]["commitment"], seats[1]["commitment"]),
            offered=str(seats[1 - seat]["offer"]),
            with_company=bool(content["times"]["connected"][1 - seat]),
            history=[past(entry) for entry in match["history"]],
            ended=ended(match["result"]),
            has_rematch=bool(match["next"]),
        )
    except (KeyError, TypeError, IndexError, ValueError):
        raise BadView("the server sent a view that this version of Parlour cannot read") from None


def ended(result: dict[str, Any] | None) -> Ended | None:
    if result is None:
        return None
    winner = result["winner"]
    return Ended(None if winner is None else int(winner), str(result["reason"]))


def past(entry: dict[str, Any]) -> Past:
    first, second = entry["actions"]
    actors = tuple(map(int, entry["actors"]))
    openings = None
    if entry["openings"] is not None:
        one, other = (
            Opening(str(each["commitment"]), SealedChoice(int(action), bytes.fromhex(each["nonce"])))
            for each, action in zip(entry["openings"], (first, second), strict=True)
        )
        openings = one, other
    decision = (int(first), int(second)) if len(actors) == 2 else int(second if first is None else first)
    return Past(int(entry["number"]), int(entry["undone"]), actors, decision, openings)
