"""A game in progress: legality, forfeits, cut-off, rewards; for PettingZoo and Gymnasium's single-game environment.

The vector environments play by the same rules, compiled: see `fast/kernels/turn.py`.
"""

from parlour.envs.spaces import Mask, Spaces
from parlour.fast.slots import Illegal, check_illegal
from parlour.fast.starts import starting_state
from parlour.games.catalogue import game as find_game
from parlour.games.checks import at_least, whole_number
from parlour.games.contract import SEATS, State, rewards
from parlour.games.game import Game


def the_game(game: Game | str, rules: dict[str, object] | None = None) -> Game:
    """A game from its name or from itself, with some of its rules changed."""
    if isinstance(game, Game):
        return game.with_rules(rules) if rules else game
    return find_game(game, **(rules or {}))


class Episode:
    """An illegal action forfeits the game, or raises IllegalAction and changes nothing.

    Two forfeits in one secret round make a draw. After `max_turns` turns a game is cut off (END-1).
    """

    def __init__(self, game: Game, max_turns: int, illegal: Illegal) -> None:
        check_illegal(illegal)
        self.spaces, self.game, self.illegal = Spaces(game), game, illegal
        self.max_turns = at_least("max_turns", max_turns, 1)
        self.begin()

    def begin(self, state: object = None) -> None:
        """Starts a game, in this state if one is given."""
        self.state: State = self.game.start() if state is None else starting_state(self.game, state)
        self.turns = 0
        self.winner = 0  # as in the rules: 0 until the game is over, 1, 2, 3 a draw; also set by a forfeit

    @property
    def terminated(self) -> bool:
        return self.winner != 0

    @property
    def truncated(self) -> bool:
        return self.winner == 0 and self.turns >= self.max_turns

    @property
    def rewards(self) -> tuple[int, int]:
        """0 until the end; then 1 for the winner and -1 for the loser, or 0 for both."""
        return rewards(self.winner)

    @property
    def to_act(self) -> tuple[int, ...]:
        if self.winner or self.turns >= self.max_turns:
            return ()
        return SEATS[self.spaces.to_act(self.state)]

    def mask(self, player: int) -> Mask:
        """The legal actions of a player; after the end there are none."""
        return self.spaces.mask(self.spaces.options(self.state, player) if player in self.to_act else ())

    def play(self, first: object, second: object) -> None:
        """Plays the choices of both players; the choice of a player who is not to act is ignored."""
        actors = self.to_act
        action1 = self.legal_action(0, first) if 0 in actors else 0
        action2 = self.legal_action(1, second) if 1 in actors else 0
        if action1 is None or action2 is None:
            self.forfeit((action1 is None) + 2 * (action2 is None))
        else:
            self.turns += 1
            self.state = self.spaces.play(self.state, action1, action2)
            self.winner = self.state.winner

    def legal_action(self, player: int, action: object) -> int | None:
        """The action of a player who is to act, as a plain integer; None if it is illegal and forfeits the game."""
        number = whole_number(action)
        if number is not None and number in self.spaces.options(self.state, player):
            return number
        if self.illegal == "raise":
            self.game.check_action(self.state, player, action)  # raises
        return None

    def forfeit(self, players: int) -> None:
        """Ends the game: 1 the first player forfeits, 2 the second, 3 both."""
        self.turns += 1
        self.winner = 3 if players == 3 else 3 - players
