"""A server's view of a match, and a witness that remembers commitments and checks the revealed choices."""

from typing import Any, NamedTuple, TypeAlias

from parlour.games.errors import ParlourError, shorten
from parlour.games.line import Choices
from parlour.match.commitments import SealedChoice, Slot, commitment

PROTOCOL = 2  # of the server's API
Opening: TypeAlias = tuple[str, SealedChoice]  # a commitment, and the choice that opens it


class BadView(ParlourError):
    """The server sent something that is not a view."""


class PastTurn(NamedTuple):
    number: int
    taken_back: int
    actors: tuple[int, ...]
    choices: Choices
    openings: tuple[Opening, Opening] | None  # None if it was not secret


class Ended(NamedTuple):
    winner: int | None
    reason: str  # why, unless the rules ended it: "resigned", "time" or "limit"


class ServedView(NamedTuple):
    """A view as the server sends it, checked and as plain values."""

    match: str
    game: str
    rules: dict[str, Any]
    seat: int
    turn: int
    taken_back: int
    ready: bool  # whether this seat may choose now
    chosen: tuple[int, ...]
    commitments: tuple[str | None, str | None]  # of this round
    offered: str  # by the other player: "", "take-back" or "rematch"
    with_company: bool  # whether the other player is connected
    turns: list[PastTurn]
    ended: Ended | None
    has_rematch: bool


def read_view(content: dict[str, Any]) -> ServedView:
    try:
        you, match = content["you"], content["match"]
        if match["protocol"] != PROTOCOL:
            raise BadView(f"the server speaks protocol {shorten(match['protocol'])}, and this bot speaks {PROTOCOL}")
        seat = int(you["seat"])
        seats = match["seats"]
        return ServedView(
            match=str(match["id"]),
            game=str(match["game"]),
            rules=dict(match["rules"]),
            seat=seat,
            turn=int(match["turn"]),
            taken_back=int(match["taken_back"]),
            ready=you["actions"] is not None,
            chosen=tuple(number for number in (0, 1) if seats[number]["chosen"]),
            commitments=(seats[0]["commitment"], seats[1]["commitment"]),
            offered=str(seats[1 - seat]["offer"]),
            with_company=bool(content["times"]["connected"][1 - seat]),
            turns=[past_turn(entry) for entry in match["turns"]],
            ended=read_ending(match["result"]),
            has_rematch=bool(match["next"]),
        )
    except BadView:
        raise
    except (KeyError, TypeError, IndexError, ValueError, OverflowError):
        raise BadView("the server sent a view that this version of Parlour cannot read") from None


def read_ending(result: dict[str, Any] | None) -> Ended | None:
    if result is None:
        return None
    winner = result["winner"]
    return Ended(None if winner is None else int(winner), str(result["reason"]))


def past_turn(entry: dict[str, Any]) -> PastTurn:
    choices = tuple(map(int, entry["choices"]))
    openings = None
    if entry["openings"] is not None:
        one, other = (
            (str(each["commitment"]), SealedChoice(action, bytes.fromhex(each["nonce"])))
            for each, action in zip(entry["openings"], choices, strict=True)
        )
        openings = one, other
    actors = tuple(map(int, entry["actors"]))
    if len(actors) != len(choices):
        raise BadView(f"turn {shorten(entry['number'])} has {len(choices)} choices of {len(actors)} players")
    return PastTurn(int(entry["number"]), int(entry["taken_back"]), actors, choices, openings)


class Cheated(ParlourError):
    """The server revealed a choice that is not the sealed one, or that the rules forbid."""


MOST_AGAIN = 3  # turns that a server may ask again for; a host who does so more often could be looking for a better one


class Witness:
    """Sees every view of a match, from one seat that agrees to no take-back: what was played never changes."""

    def __init__(self) -> None:
        self._published: dict[Slot, str] = {}
        self.own: dict[Slot, SealedChoice] = {}  # put a choice here before you send it
        self._turns: list[PastTurn] | None = None  # None before the first view
        self._taken_back: int | None = None  # the count in the last view
        self._again = 0  # how often it has grown

    def look(self, seen: ServedView) -> None:
        """Raises Cheated if anything differs from the views before."""
        for seat, published in enumerate(seen.commitments):
            slot = Slot(seen.match, seen.turn, seen.taken_back, seat)
            if published is not None and self._published.setdefault(slot, published) != published:
                raise Cheated(f"turn {seen.turn}: the server published two commitments for the same choice")
            if published is not None and slot in self.own and commitment(slot, self.own[slot]) != published:
                raise Cheated(f"turn {seen.turn}: the server did not seal the choice that this bot sent")
        self._again += self._taken_back not in (None, seen.taken_back)
        self._taken_back = seen.taken_back
        if self._again > MOST_AGAIN:
            raise Cheated(f"the server asked again more than {MOST_AGAIN} times for what this bot had chosen")
        known, first = self._turns or [], self._turns is None
        if seen.turns[: len(known)] != known:
            raise Cheated("the server took back or changed a turn, and this bot did not agree to that")
        for number, entry in enumerate(seen.turns[len(known) :], start=len(known) + 1):
            if entry.number != number:
                raise Cheated(f"turn {number} has the number {entry.number}")
            self._check_own(seen, entry, first)
            self._check_openings(seen, entry, first)
        self._turns = seen.turns

    def _check_own(self, seen: ServedView, entry: PastTurn, first: bool) -> None:
        """Every choice of this seat is one that this bot sent, for that turn and no other, or older than the bot."""
        if seen.seat not in entry.actors:
            return
        own = self.own.get(Slot(seen.match, entry.number, entry.taken_back, seen.seat))
        if own is None and first:
            return
        if own is None or own.action != entry.choices[entry.actors.index(seen.seat)]:
            raise Cheated(f"turn {entry.number} is not what this bot sent")

    def _check_openings(self, seen: ServedView, entry: PastTurn, first: bool) -> None:
        """Both choices of a secret round are opened and are those that were sealed; a match may begin at a position."""
        if len(entry.actors) < 2:
            return
        if entry.openings is None:
            if first:
                return
            raise Cheated(f"turn {entry.number}: the server does not open what was sealed")
        for seat, (published, choice) in enumerate(entry.openings):
            slot = Slot(seen.match, entry.number, entry.taken_back, seat)
            expected = commitment(slot, choice)
            if published != expected or self._published.get(slot, expected) != expected:
                raise Cheated(f"turn {entry.number}: the choice of seat {seat + 1} is not the one that was sealed")
            if self.own.get(slot, choice) != choice:
                raise Cheated(f"turn {entry.number}: the server revealed another choice than this bot sent")
