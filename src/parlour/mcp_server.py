"""A seat of a match against a computer player, as tools for language models, over MCP (the Model Context Protocol)."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from pathlib import Path
from threading import Lock
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field

from parlour import __version__, storage
from parlour.games.errors import IllegalAction, ParlourError, reason
from parlour.games.game import Game
from parlour.games.line import turn_events
from parlour.games.vocabulary import plain_text
from parlour.match.match import Match
from parlour.match.transcript import closing, history
from parlour.players.base import Player, Unavailable
from parlour.players.driver import let_choose

CLIENT = "mcp"  # the name of the seat in records
READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
# The opponent may choose if it could not be reached before. Asking again changes nothing more.
CONTINUES = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
# A choice cannot be taken back, and the same call chooses again in the next turn.
CHOOSES = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=False, open_world_hint=False)
# The tools forget the previous match. A second call fails until the new match is over.
BEGINS = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)


class ToolSeat:
    """One seat against a computer player, in one match after another. Call it from one thread at a time.

    Its public methods are the tools; clients read their descriptions.
    """

    def __init__(self, game: Game, player: int, opponent: Player, name: str, file: Path | None = None) -> None:
        self.game, self.player = game, player
        self._opponent, self._name, self._file = opponent, name, file
        self._matches = 0
        self._begin()

    def state(self) -> dict[str, Any]:
        """The position, who is to act, who has already chosen in secret, and the result."""
        self._continue()  # tries again to reach an opponent that was away
        return self._state_data()

    def legal_actions(self) -> dict[str, Any]:
        """The actions that you may choose now, with their numbers and labels. There are none if you are not to act."""
        view = self._match.view(self.player)
        labels = [(action, self.game.label(view.state, self.player, action)) for action in view.actions]
        return {"actions": [{"action": action, "label": label} for action, label in labels]}

    def choose(
        self, action: Annotated[int, Field(strict=True, description="The number of a legal action.")]
    ) -> dict[str, Any]:
        """Choose an action. It cannot be taken back. The answer has the events and the next position."""
        self._continue()
        before, problem = len(self._match.line), {}
        self._match.choose(self.player, action)
        try:
            self._continue()
        except Unavailable as error:  # the choice is made, so the client must not repeat it
            problem = {"problem": f"{error}; ask for the state to try again"}
        turns = self._match.line.public_turns[before:]
        events = [line for turn in turns for line in turn_events(self.game, turn, (self.player,))]
        return {"events": events, **self._state_data(), **problem}

    def history(self) -> dict[str, Any]:
        """All past turns of this match."""
        return {"turns": history(self._match)}

    def rules(self) -> dict[str, Any]:
        """The rules of the game, and the parameters of this variant."""
        return {"text": self.game.rulebook(), "parameters": self.game.named_rules()}

    def new_match(self) -> dict[str, Any]:
        """Begin another match, once this one is over."""
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

    def _state_data(self) -> dict[str, Any]:
        match, words = self._match, self.game.words
        view, result = match.view(self.player), match.result
        content = {
            "game": self.game.title,
            "you": words.PLAYERS[self.player],
            "opponent": self._name,
            "turn": len(view.choices) + 1,
            "to_act": [words.PLAYERS[player] for player in view.to_act],
            "chosen": [words.PLAYERS[player] for player in view.chosen],
            "secret": len(view.to_act) == 2,
            "state": view.state._asdict(),
            "board": [plain_text(line) for line in words.board(self.game.rules, view.state)],
            "outcome": result.outcome,
            "winner": None if result.winner is None else words.PLAYERS[result.winner],
            "ending": [line for line in closing(match) if line and not view.to_act],
        }
        return content if not self._problem else {**content, "problem": self._problem}

    def _save(self) -> None:
        """Saves the match if it has changed. A match that cannot be saved continues."""
        news = (len(self._match.line), self._match.result)
        if self._file is None or self._saved == news:
            return
        try:
            storage.save(self._match, self._path)
            self._saved, self._problem = news, ""
        except OSError as error:
            self._problem = f"the match cannot be saved to {self._path}: {reason(error)}"


def server_of(seat: ToolSeat) -> MCPServer[None]:
    """A server with the tools of a seat. Every client of the server plays the same seat."""
    title, you = seat.game.title, seat.game.words.PLAYERS[seat.player]
    server: MCPServer[None] = MCPServer(
        "parlour",
        title=f"Parlour: {title}",
        instructions=(
            f"You play {title} as {you}. Read the rules, then look at the state and choose one of your legal "
            "actions until the match is over. In a secret round both players choose before either choice is shown."
        ),
        version=__version__,
        log_level="WARNING",
    )
    lock = Lock()  # the SDK calls every tool in a thread

    def report(tool: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        """The tool, with errors that clients can read. The SDK shows them only the message of a ToolError."""

        @wraps(tool)
        def call(**arguments: Any) -> dict[str, Any]:
            with lock:
                try:
                    return tool(**arguments)
                except ParlourError as error:
                    raise ToolError(str(error)) from None

        return call

    server.add_tool(report(seat.state), annotations=CONTINUES)
    server.add_tool(report(seat.legal_actions), annotations=READS)
    server.add_tool(report(seat.choose), annotations=CHOOSES)
    server.add_tool(report(seat.history), annotations=READS)
    server.add_tool(report(seat.rules), annotations=READS)
    server.add_tool(report(seat.new_match), annotations=BEGINS)
    return server
