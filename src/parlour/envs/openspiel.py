"""The games inside OpenSpiel. Importing this registers every installed game: `parlour_token_showdown(tokens=30)`.

A secret round is a simultaneous node, a turn of one player an ordinary one. OpenSpiel's games have an end, so after
`max_turns` decisions a game is cut off and worth nothing to both (END-1); the number of the turn is part of the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

try:
    import pyspiel
except ImportError as error:
    raise ImportError(
        f"parlour.envs.openspiel needs the extra openspiel: pip install 'parlour[openspiel]' ({error})"
    ) from error

from parlour.envs.episode import REWARDS
from parlour.envs.observer import TableObserver
from parlour.envs.spaces import Spaces
from parlour.games.catalogue import game as find_game
from parlour.games.catalogue import games
from parlour.games.checks import at_least
from parlour.games.contract import State
from parlour.games.errors import IllegalAction
from parlour.games.game import Game

MAX_TURNS = 200
NOBODY = -1
TERMINAL, SIMULTANEOUS = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.SIMULTANEOUS)
WHO = (TERMINAL, 0, 1, SIMULTANEOUS)  # by the code of `to_act` in the rules


class Position(NamedTuple):
    """Where a game stands. It never changes, so the many copies that OpenSpiel makes of a state can share it."""

    state: State
    turn: int  # how many decisions were made
    decisions: tuple[tuple[int, int], ...]  # both players' actions; NOBODY where one was not to act

    def __deepcopy__(self, memo: object) -> Position:
        return self


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One game with one set of parameters. Each registered game is a subclass that knows its name."""

    name: str
    kind: Any  # its pyspiel.GameType

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        rules = dict(parameters)
        self.max_turns = at_least("max_turns", rules.pop("max_turns"), 1)
        self.spaces = Spaces(find_game(self.name, **rules))
        about = pyspiel.GameInfo(
            num_distinct_actions=self.spaces.actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_turns,
        )
        super().__init__(self.kind, about, dict(parameters))

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TableObserver:
        return TableObserver(self.spaces, self.max_turns, iig_obs_type, params)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]  # as above
    """A state. Its string holds everything that matters, since OpenSpiel's algorithms tell states apart by it."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.spaces, self.max_turns = game.spaces, game.max_turns
        self._go_to(Position(self.spaces.game.start(), 0, ()))

    def _go_to(self, at: Position) -> None:
        self.at = at
        state, turn, _ = at
        self.player = WHO[self.spaces.to_act(state)] if turn < self.max_turns else TERMINAL
        self.offers: dict[int, range | tuple[int, ...]] = {}  # asked for before a choice, and again to check it

    def current_player(self) -> int:
        return self.player

    def is_terminal(self) -> bool:
        return self.player == TERMINAL

    # OpenSpiel would answer the next four itself, each time by asking back here several times over.

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return self.player == SIMULTANEOUS

    def is_player_node(self) -> bool:
        return self.player >= 0

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What a player may choose, or the player whose turn it is; nothing for a player not to act."""
        asked = self.player if player is None else player
        if asked in (0, 1) and self.player in (asked, SIMULTANEOUS):
            return list(self._offered(asked))
        return super().legal_actions(asked)  # type: ignore[no-any-return]  # as above

    def returns(self) -> list[float]:
        """0 to both until the game is over, and where it was cut off."""
        return [float(reward) for reward in REWARDS[self.at.state.winner]]

    def _legal_actions(self, player: int) -> list[int]:
        if player < 0:
            raise IllegalAction("both players choose at once: ask for the actions of one, legal_actions(player)")
        return list(self._offered(player))

    def _offered(self, player: int) -> range | tuple[int, ...]:
        offer = self.offers.get(player)
        if offer is None:
            offer = self.offers[player] = self.spaces.offered(self.at.state, player)
        return offer

    def _apply_action(self, action: int) -> None:
        if self.player == SIMULTANEOUS:
            raise IllegalAction("both players choose at once: apply_actions([first, second])")
        self._check(self.player, action)
        if self.player == 0:
            self._advance(action, NOBODY)
        else:
            self._advance(NOBODY, action)

    def _apply_actions(self, actions: list[int]) -> None:
        if self.player >= 0:
            raise IllegalAction(f"only player {self.player} is to act: apply_action(action)")
        first, second = actions
        self._check(0, first)
        self._check(1, second)
        self._advance(first, second)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.spaces.game
        return game.words.label(game.rules, game.shown(self.at.state), player, action)

    def _check(self, player: int, action: int) -> None:
        if self.player == TERMINAL:
            raise IllegalAction("the game is over: no action is allowed")
        if action not in self._offered(player):
            self.spaces.game.checked_action(self.at.state, player, action)

    def _advance(self, first: int, second: int) -> None:
        state, turn, decisions = self.at
        self._go_to(Position(self.spaces.play(state, first, second), turn + 1, (*decisions, (first, second))))

    def __str__(self) -> str:
        fields = " ".join(f"{field}={value}" for field, value in self.at.state._asdict().items())
        return f"turn {self.at.turn}: {fields}"


def short_name(name: str) -> str:
    """`token-showdown` as `parlour_token_showdown`."""
    return f"parlour_{name.replace('-', '_')}"


def parameters(game: Game) -> dict[str, int | str | bool]:
    """The rules as OpenSpiel writes them, and the limit on turns."""
    choices = game.words.CHOICES
    named = game.named_rules()
    rules = {field: named[field] == "yes" if choices.get(field) == ("no", "yes") else named[field] for field in named}
    return {**rules, "max_turns": MAX_TURNS}


def register_all() -> None:
    """Registers games that are not there yet; called again, it takes in games installed since."""
    there = set(pyspiel.registered_names())
    for name in games():
        if short_name(name) not in there:
            register(find_game(name))


def register(game: Game) -> None:
    """All that was decided is public, so OpenSpiel calls this perfect information; choosing at once does not count."""
    dynamics, information = pyspiel.GameType.Dynamics, pyspiel.GameType.Information
    kind = pyspiel.GameType(
        short_name=short_name(game.name),
        long_name=game.title,
        dynamics=dynamics.SIMULTANEOUS if game.words.SECRET else dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters(game),
    )
    # A class, since OpenSpiel lets go of what it was given only after Python has shut down, and classes outlive that.
    made = type(kind.short_name, (OpenSpielGame,), {"name": game.name, "kind": kind, "__module__": __name__})
    globals()[kind.short_name] = made  # where pickles look for it
    pyspiel.register_game(kind, made)


register_all()
