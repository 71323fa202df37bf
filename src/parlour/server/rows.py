"""What the store keeps. Times are milliseconds of the server's clock."""

from __future__ import annotations

from typing import NamedTuple

GIVEN = " "  # the nonces of a decision that leads to the position at which a match begins


class MatchRow(NamedTuple):
    id: str
    game: str
    rules: str  # JSON: the parameters by name
    public: int  # 1 if it is listed for spectators
    watch_hash: str  # of the spectators' secret
    version: int  # grows with every change that somebody can see
    undone: int  # how often decisions were taken back
    clock: int  # what each player has at the start; 0 for no clock
    increment: int  # added for each decision
    began: int  # when the current decision began
    outcome: str  # "" while it runs, then "won", "drawn" or "unfinished"
    winner: int  # -1 for nobody
    reason: str  # why it ended, unless the rules ended it: "resigned", "time" or "limit"
    next: str  # the rematch, or ""
    created: int
    changed: int


class SeatRow(NamedTuple):
    match: str
    seat: int
    kind: str  # "person", "computer" or "bot"
    name: str
    secret_hash: str  # "" until the seat is taken
    ticket_hash: str  # of the secret in an invitation, which takes the seat once; "" if nobody was invited
    taken: int  # 1 if somebody has opened the link
    clock: int  # what is left
    offer: str  # "", "take-back" or "rematch"
    seen: int  # when somebody was last connected


class DecisionRow(NamedTuple):
    match: str
    number: int  # from 1
    undone: int  # the count at that time
    first: int
    second: int
    nonces: str  # of both seats in hexadecimal, separated by a blank; empty for a seat that was not to act


class PublicRow(NamedTuple):
    """What the list of public matches says about one of them."""

    id: str
    game: str
    first: str  # the players' names
    second: str
    round: int


class SealedRow(NamedTuple):
    match: str
    round: int
    undone: int
    seat: int
    commitment: str
    box: bytes
