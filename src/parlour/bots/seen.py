"""A view as the server sends it, checked and as plain values."""

from __future__ import annotations

from typing import Any, NamedTuple

from parlour.games.contract import Decision
from parlour.games.errors import ParlourError
from parlour.match.commitments import Choice


class BadView(ParlourError):
    """The server sent something that is not a view."""


class Opening(NamedTuple):
    """What opens a sealed choice."""

    commitment: str
    choice: Choice


class Past(NamedTuple):
    """A decision that everybody knows."""

    number: int
    undone: int
    decision: Decision
    openings: tuple[Opening, Opening] | None  # None for a public decision


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
    asked_to_take_back: bool
    history: list[Past]
    over: bool


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
            asked_to_take_back=seats[1 - seat]["offer"] == "take-back",
            history=[past(entry) for entry in match["history"]],
            over=match["result"] is not None,
        )
    except (KeyError, TypeError, IndexError, ValueError):
        raise BadView("the server sent a view that this version of Parlour cannot read") from None


def past(entry: dict[str, Any]) -> Past:
    first, second = entry["actions"]
    both = len(entry["actors"]) == 2
    openings = None
    if entry["openings"] is not None:
        one, other = (
            Opening(str(each["commitment"]), Choice(int(action), bytes.fromhex(each["nonce"])))
            for each, action in zip(entry["openings"], (first, second), strict=True)
        )
        openings = one, other
    decision = (int(first), int(second)) if both else int(second if first is None else first)
    return Past(int(entry["number"]), int(entry["undone"]), decision, openings)
