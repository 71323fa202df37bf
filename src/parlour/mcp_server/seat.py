"""One seat of a match against a computer player: what its tools do, without the protocol around them."""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any

from parlour import storage
from parlour.games.errors import IllegalAction, ParlourError, reason
from parlour.games.game import Game
from parlour.match.match import Match
from parlour.match.transcript import closing, history
from parlour.players.base import Player, Unavailable
from parlour.players.driver import let_choose

CLIENT = "mcp"  # the name of the seat in records


class Seat:
    """Plays one match after the other. Whoever calls it does so from one thread at a time."""

    def __init__(self, game: Game, player: int, opponent: Player, name: str, file: Path | None = None) -> None:
        self.game, self.player = game, player
        self._opponent, self._name, self._file = opponent, name, file
        self._matches = 0
        self._begin()

    def state(self) -> dict[str, Any]:
        """Also tries again to reach an opponent that was away."""
        self._continue()
        return self._shown()

    def legal_actions(self) -> dict[str, Any]:
        view = self._match.view(self.player)
        labels = [(action, self.game.label(view.state, self.player, action)) for action in view.actions]
        return {"actions": [{"action": action, "label": label} for action, label in labels]}

    def choose(self, action: int) -> dict[str, Any]:
        self._continue()
        before, problem = len(self._match.decisions), {}
        self._match.choose(self.player, action)
        try:
            self._continue()
        except Unavailable as error:  # not an error of this choice, which must not be made again
            problem = {"problem": f"{error}; ask for the state to try again"}
        return {"events": self._events(before), **self._shown(), **problem}

    def history(self) -> dict[str, Any]:
        return {"decisions": history(self._match)}

    def rules(self) -> dict[str, Any]:
        return {"text": self.game.rulebook(), "parameters": self.game.named_rules()}

    def new_match(self) -> dict[str, Any]:
        if self._match.to_act:
            raise IllegalAction("this match is not over: play it to its end first")
        self._begin()
        return self.state()

    def _begin(self) -> None:
        names = (CLIENT, self._name) if self.player == 0 else (self._name, CLIENT)
        match = Match(self.game, names, secrets.randbelow(2**32))
        match.nonce = secrets.token_hex(16)  # the seed in a saved record must not tell what the opponent will choose
        if self._file is not None:
            number = self._matches + 1
            path = self._file if number == 1 else self._file.with_stem(f"{self._file.stem}-{number}")
            try:
                storage.create(match, path)
            except (OSError, ValueError) as error:
                raise ParlourError(f"{path} cannot be created: {reason(error)}") from None
            self._path = path
        self._match, self._saved, self._problem = match, (0, match.result), ""
        self._matches += 1
        with suppress(Unavailable):  # the first look at the state tries again, and says so
            self._continue()

    def _continue(self) -> None:
        """Lets the opponent choose. In a secret round it seals its choice before the client can choose."""
        match, other = self._match, 1 - self.player
        try:
            while other in match.to_act and other not in match.view().chosen:
                let_choose(match, other, self._opponent)
        finally:
            self._save()

    def _shown(self) -> dict[str, Any]:
        match, words = self._match, self.game.words
        view, result = match.view(self.player), match.result
        content = {
            "game": self.game.title,
            "you": words.PLAYERS[self.player],
            "opponent": self._name,
            "round": len(view.decisions) + 1,
            "to_act": [words.PLAYERS[player] for player in view.to_act],
            "chosen": [words.PLAYERS[player] for player in view.chosen],
            "secret": len(view.to_act) == 2,
            "state": view.state._asdict(),
            "board": ["".join(span.text for span in line) for line in words.board(self.game.rules, view.state)],
            "outcome": result.outcome,
            "winner": None if result.winner is None else words.PLAYERS[result.winner],
            "ending": [line for line in closing(match) if line and not view.to_act],
        }
        return content if not self._problem else {**content, "problem": self._problem}

    def _save(self) -> None:
        """Writes what is new. A match that cannot be saved goes on."""
        news = (len(self._match.decisions), self._match.result)
        if self._file is None or self._saved == news:
            return
        try:
            storage.save(self._match, self._path)
            self._saved, self._problem = news, ""
        except OSError as error:
            self._problem = f"the match cannot be saved to {self._path}: {reason(error)}"

    def _events(self, before: int) -> list[str]:
        """What has happened since decision `before`."""
        events: list[str] = []
        for index in range(before, len(self._match.decisions)):
            step = self._match.step(index)
            events += self.game.words.events(
                self.game.rules, step.before, step.first, step.second, step.after, (self.player,)
            )
        return events
