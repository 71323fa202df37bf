"""One game in progress, for environments in which both players are yours."""

from __future__ import annotations

from parlour.envs.spaces import Spaces
from parlour.fast.slots import Illegal, checked_illegal
from parlour.games.catalogue import game as find_game
from parlour.games.checks import at_least, whole_number
from parlour.games.contract import SEATS, State
from parlour.games.game import Game

REWARDS = {0: (0, 0), 1: (1, -1), 2: (-1, 1), 3: (0, 0)}  # by the winner's number; 3 is a draw


def the_game(game: Game | str, rules: dict[str, object] | None = None) -> Game:
    """A game from its name or from itself, with some of its rules changed."""
    if isinstance(game, Game):
        return find_game(game.name, **{**game.rules._asdict(), **rules}) if rules else game
    return find_game(game, **(rules or {}))


class Episode:
    """A decision that is not allowed raises IllegalAction and changes nothing, or forfeits the game.

    Two forfeits in one secret round make a draw. After `max_turns` decisions a game is cut off (END-1).
    """

    def __init__(self, game: Game, max_turns: int, illegal: Illegal) -> None:
        checked_illegal(illegal)
        self.spaces, self.game, self.illegal = Spaces(game), game, illegal
        self.max_turns = at_least("max_turns", max_turns, 1)
        self.begin()

    def begin(self) -> None:
        self.state: State = self.game.start()
        self.turns = 0
        self.winner = 0  # as in the rules: 0 nobody yet, 1, 2, 3 a draw; a forfeit decides it too

    @property
    def terminated(self) -> bool:
        return self.winner != 0

    @property
    def truncated(self) -> bool:
        return self.winner == 0 and self.turns >= self.max_turns

    @property
    def rewards(self) -> tuple[int, int]:
        """Nothing until the end; then 1 to the winner and -1 to the loser, or 0 to both."""
        return REWARDS[self.winner]

    @property
    def to_act(self) -> tuple[int, ...]:
        if self.winner or self.turns >= self.max_turns:
            return ()
        return SEATS[self.spaces.to_act(self.state)]

    def decide(self, first: object, second: object) -> None:
        """Plays the choices of both; that of a player who is not to act is ignored."""
        given = (first, second)
        chosen, wrong = [0, 0], 0
        for player in self.to_act:
            action = whole_number(given[player])
            if action is None or action not in self.spaces.offered(self.state, player):
                wrong |= 1 << player
            else:
                chosen[player] = action
        if wrong and self.illegal == "raise":
            player = 0 if wrong & 1 else 1
            self.game.checked_action(self.state, player, given[player])
        self.turns += 1
        if wrong:
            self.winner = 3 if wrong == 3 else 3 - wrong
        else:
            self.state = self.spaces.play(self.state, chosen[0], chosen[1])
            self.winner = self.state.winner

    def check(self, player: int, action: object) -> None:
        """Raises for an action that is not allowed, where this table was told to."""
        if self.illegal == "raise":
            self.game.checked_action(self.state, player, action)
