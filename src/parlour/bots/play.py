"""Plays on a server with any player: one seat of a match, or every match that is started against a bot."""

import secrets
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from queue import SimpleQueue
from random import Random, SystemRandom
from threading import Lock, Thread
from typing import Any, NoReturn

from parlour.bots.client import PATIENCE, Declined, Link, Server, served_link
from parlour.bots.witness import PROTOCOL, Cheated, Ended, ServedView, Witness, read_view
from parlour.games.catalogue import named_game
from parlour.games.errors import IllegalAction, ParlourError, shorten
from parlour.games.line import Line
from parlour.match.commitments import NONCE_BYTES, SealedChoice, Slot
from parlour.match.match import Match, View
from parlour.players.base import Player

CONFLICT = 409  # the match has gone on
PAUSE = 5.0  # seconds until the name may be free again, after a connection was lost
LEAVING = 10.0  # seconds until a disconnected player has left: a page may be loading again

Report = Callable[[str, Match | ParlourError | None], object]  # the match, and None at its beginning


class PlayerFailed(ParlourError):
    """A player raised an error or chose an illegal action. The bot has resigned."""


class Seat:
    """A seat that a player plays until the match is over."""

    def __init__(self, link: Link, player: Player, random: Random | None = None) -> None:
        self._link, self._player = link, player
        self._random = random or SystemRandom()
        self._server = Server(link.server)
        self._witness = Witness()
        self._key = ""  # of the request with the last choice
        self._acknowledged: Slot | None = None  # the last choice that the server has stored

    def join(self, name: str = "") -> Link:
        """Takes the seat and returns its link, with which another process can continue. An invitation works once."""
        own = secrets.token_urlsafe(16)  # if an answer is lost, the same one takes the seat again
        with closing(self._server):
            joined = self._post("join", {"secret": self._link.secret, "own": own, "name": name})
        self._link = served_link(self._link.server, self._link.match, joined.get("secret", self._link.secret))
        return self._link

    def play(self, name: str = "") -> Match:
        """Plays to the end, however long that takes, and returns the match."""
        self.join(name)
        with closing(self._server), closing(self._views()) as views:
            for seen in views:
                self._witness.look(seen)
                match = self._follow(seen)
                if seen.ended:
                    return finish(match, seen.ended)
                if seen.offered == "take-back":
                    self._try("decline", {})
                if seen.ready:
                    self._choose(seen, match)
        raise AssertionError("a stream does not end by itself")

    def rematch(self) -> Link | None:
        """After the end: the seat in another match if the other player wants one, or None once they have left."""
        with closing(self._server), closing(self._views()) as views:
            for seen in views:
                if seen.has_rematch:
                    followed = self._post("follow", {})
                    return served_link(self._link.server, followed.get("id"), followed.get("secret"))
                if seen.offered == "rematch":
                    self._try("accept", {"kind": "rematch", "turn": seen.turn, "taken_back": seen.taken_back})
                elif not seen.with_company and self._is_left_alone():
                    return None
        raise AssertionError("a stream does not end by itself")

    def _is_left_alone(self) -> bool:
        time.sleep(LEAVING)
        content = self._server.call("GET", f"/api/matches/{self._link.match}", secret=self._link.secret)
        return not read_view(content).with_company

    def _views(self) -> Generator[ServedView]:
        path = f"/api/matches/{self._link.match}/stream"
        with closing(self._server.stream("GET", path, secret=self._link.secret)) as contents:
            for content in contents:
                yield read_view(content)

    def _follow(self, seen: ServedView) -> Match:
        """The match as the rules give it: a player sees exactly what it would see in `play_match`."""
        game = named_game(seen.game, **seen.rules)
        try:
            match = Match.at(Line(game, [entry.choices for entry in seen.turns]))
        except ParlourError as error:
            raise Cheated(f"not every turn is legal: {error}") from None
        for entry, turn in zip(seen.turns, match.line.turns, strict=True):
            if entry.actors != turn.actors:
                raise Cheated(f"turn {entry.number} was not for this player to play")
        match.taken_back = seen.taken_back
        return match

    def _choose(self, seen: ServedView, match: Match) -> None:
        slot = Slot(seen.match, seen.turn, seen.taken_back, seen.seat)
        if slot == self._acknowledged:
            return  # this view is older than the answer
        if slot not in self._witness.own:
            action = self._ask_player(match, match.view(seen.seat)._replace(chosen=seen.chosen), seen.seat)
            self._witness.own[slot] = SealedChoice(action, secrets.token_bytes(NONCE_BYTES))
            self._key = secrets.token_hex(16)
        choice = self._witness.own[slot]
        sealed = {"action": choice.action, "nonce": choice.nonce.hex(), "key": self._key}
        if self._try("choice", {"turn": seen.turn, "taken_back": seen.taken_back, **sealed}):
            self._acknowledged = slot

    def _ask_player(self, match: Match, view: View, seat: int) -> int:
        try:
            return match.game.check_action(match.state, seat, self._player.choose(view, self._random))
        except (Exception, SystemExit) as error:
            self._try("resign", {})
            raised = "" if isinstance(error, IllegalAction) else "the player raised "
            raise PlayerFailed(f"{raised}{shorten(error, 200)}; the bot has resigned") from error

    def _try(self, what: str, body: dict[str, object]) -> bool:
        """Send something; False if it came too late, and the next view tells what to do."""
        try:
            self._post(what, body)
        except Declined as error:
            if error.status != CONFLICT:
                raise
            return False
        return True

    def _post(self, what: str, body: dict[str, object]) -> dict[str, Any]:
        return self._server.call("POST", f"/api/matches/{self._link.match}/{what}", body, self._link.secret)


def finish(match: Match, ended: Ended) -> Match:
    """A match that the server calls over: by the rules, or because somebody resigned or ran out of time."""
    if ended.reason and ended.winner is None:
        match.stop()
    elif ended.reason and ended.winner is not None:
        match.concede(1 - ended.winner, ended.reason)
    if match.result.outcome == "running":
        raise Cheated("the server ended the match before it was over")
    return match


def offer_to_play(
    server: Server, name: str, games: Sequence[str], make_player: Callable[[], Player], report: Report
) -> NoReturn:
    """Play until an error ends it: the server refuses the bot, or does not play fair (Cheated)."""
    news: SimpleQueue[Link | ParlourError] = SimpleQueue()
    body = {"name": name, "games": list(games), "protocol": PROTOCOL}
    taking_turns = Lock()

    def listen() -> None:
        try:
            with closing(lines(server, body)) as offers:
                for line in offers:
                    if "match" in line:
                        news.put(served_link(server.address, line["match"], line.get("secret")))
                    else:
                        report("", None)
        except ParlourError as error:
            news.put(error)

    def play(link: Link) -> None:
        """A match and its rematches."""
        try:
            while True:
                report(link.match, None)
                seat = Seat(link, OneAtATime(make_player(), taking_turns))
                report(link.match, seat.play())
                rematch = seat.rematch()
                if rematch is None:
                    return
                link = rematch
        except Cheated as error:
            news.put(error)
        except ParlourError as error:
            report(link.match, error)

    Thread(target=listen, daemon=True).start()
    while True:
        arrived = news.get()
        if isinstance(arrived, ParlourError):
            raise arrived
        Thread(target=play, args=(arrived,), daemon=True).start()


def lines(server: Server, body: dict[str, Any]) -> Generator[dict[str, Any]]:
    """What the server sends. After a lost connection, the name may be in use for a while: by the old connection."""
    registered: float | None = None
    while True:
        try:
            for line in server.stream("POST", "/api/bots", body):
                registered = time.monotonic()
                yield line
        except Declined as error:
            if error.status != CONFLICT or registered is None or time.monotonic() - registered > PATIENCE:
                raise
            time.sleep(PAUSE)


class OneAtATime:
    """A player of one of several matches. Players do not have to expect several threads."""

    def __init__(self, player: Player, taking_turns: Lock) -> None:
        self._player, self._taking_turns = player, taking_turns

    def choose(self, view: View, random: Random) -> int:
        with self._taking_turns:
            return self._player.choose(view, random)
