"""The games as OpenSpiel games. Importing this module registers them: `parlour_token_showdown(tokens=30)`.

A secret round is a simultaneous node; a turn of one player is an ordinary one. OpenSpiel expects every game to end, so
after `max_turns` turns a game is cut off and both players get 0 (END-1). The turn number is part of the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any, NamedTuple

import numpy as np

from parlour.extras import missing

try:
    import pyspiel
except ImportError as error:
    needed = missing("parlour.envs.openspiel needs open_spiel", "openspiel")
    raise ImportError(f"{needed} ({error})") from error

from parlour.envs.spaces import Spaces
from parlour.games.catalogue import game as find_game
from parlour.games.catalogue import game_names
from parlour.games.checks import at_least
from parlour.games.contract import State, rewards
from parlour.games.errors import IllegalAction, ParlourError
from parlour.games.game import Game

TENSOR_TURNS = 200  # the default of `max_turns`: tensors with perfect recall have a row for each turn
PREFIX = "parlour_"  # of the names of our games
NO_ACTION = -1
TERMINAL, SIMULTANEOUS = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.SIMULTANEOUS)
PLAYER_IDS = (TERMINAL, 0, 1, SIMULTANEOUS)  # for the four results of `to_act` in the rules


class GamePoint(NamedTuple):
    """A point in a game. It is immutable, so the many copies that OpenSpiel makes of a state can share it."""

    state: State
    turn: int  # how many were played
    choices: tuple[tuple[int, int], ...]  # both players' actions; NO_ACTION for a player who was not to act

    def __deepcopy__(self, memo: object) -> GamePoint:
        return self


class Observer:
    """The player, the state without its hidden fields and the turn; with perfect recall, also the choices so far.

    All of this is public, so an observer of private information alone sees nothing.
    """

    def __init__(self, spaces: Spaces, max_turns: int, observation_type: Any = None, parameters: Any = None) -> None:
        if parameters:
            raise ParlourError(f"an observer takes no parameters; you gave: {', '.join(parameters)}")
        self._spaces = spaces
        shapes: dict[str, tuple[int, ...]] = {}
        if observation_type is None or observation_type.public_info:
            shapes = {"player": (2,), "state": (len(spaces.fields) - 1,), "turn": (1,)}
            if observation_type is not None and observation_type.perfect_recall:
                shapes["choices"] = (max_turns, 2)
        ends = np.cumsum([0, *(prod(shape) for shape in shapes.values())])
        self.tensor = np.zeros(ends[-1], np.float32)
        parts = np.split(self.tensor, ends[1:-1])  # these share their memory with `tensor`
        self.dict = {name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), parts, strict=False)}

    def set_from(self, state: Any, player: int) -> None:
        """Writes this player's observation into `tensor`; `dict` holds the same numbers by name."""
        if not self.dict:
            return
        self.tensor.fill(0)
        position = state.at
        self.dict["player"][player] = 1
        self.dict["state"][:] = self._spaces.game.shown(position.state)
        self.dict["turn"][0] = position.turn
        if "choices" in self.dict and position.choices:  # 0 means no action
            self.dict["choices"][: position.turn] = np.array(position.choices) + 1

    def string_from(self, state: Any, player: int) -> str:
        if not self.dict:
            return ""
        position = state.at
        visible = self._spaces.game.shown(position.state)._asdict()
        fields = " ".join(f"{field}={value}" for field, value in visible.items())
        text = f"player {player}, turn {position.turn}: {fields}"
        if "choices" in self.dict:
            choices = "".join(f" {first}/{second}" for first, second in position.choices)
            text += f"; choices{choices}".replace("-1", "-")
        return text


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One game with one set of parameters. Each registered game is a subclass with its own name and type."""

    name: str
    game_type: Any  # a pyspiel.GameType

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        rules = dict(parameters)
        most = at_least("max_turns", rules.pop("max_turns"), 1)
        self.spaces = Spaces(find_game(self.name, **rules))
        self.max_turns = min(most, self.spaces.game.most_turns() or most)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.spaces.action_count,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_turns,
        )
        super().__init__(self.game_type, info, dict(parameters))

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.spaces, self.max_turns, iig_obs_type, params)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]  # as above
    """A state. Its string holds everything that matters, because OpenSpiel's algorithms identify states by it."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.spaces, self.max_turns = game.spaces, game.max_turns
        self._move_to(GamePoint(self.spaces.game.start(), 0, ()))

    def _move_to(self, at: GamePoint) -> None:
        self.at = at
        state, turn, _ = at
        self.player = PLAYER_IDS[self.spaces.to_act(state)] if turn < self.max_turns else TERMINAL
        self._legal: dict[int, range | tuple[int, ...]] = {}  # needed to list the actions, and again to check one

    def current_player(self) -> int:
        return self.player

    def is_terminal(self) -> bool:
        return self.player == TERMINAL

    # OpenSpiel has its own versions of the next four methods, but each calls back into Python several times.

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return self.player == SIMULTANEOUS

    def is_player_node(self) -> bool:
        return self.player >= 0

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions of a player, by default of the player to act; none for a player who is not to act."""
        chooser = self.player if player is None else player
        if chooser in (0, 1) and self.player in (chooser, SIMULTANEOUS):
            return list(self._options(chooser))
        return super().legal_actions(chooser)  # type: ignore[no-any-return]  # as above

    def returns(self) -> list[float]:
        """0 for both until the game is over, and if it was cut off."""
        return [float(reward) for reward in rewards(self.at.state.winner)]

    def _legal_actions(self, player: int) -> list[int]:
        if player < 0:
            raise IllegalAction("both players choose at once: name one with legal_actions(player)")
        return list(self._options(player))

    def _options(self, player: int) -> range | tuple[int, ...]:
        if player not in self._legal:
            self._legal[player] = self.spaces.options(self.at.state, player)
        return self._legal[player]

    def _apply_action(self, action: int) -> None:
        if self.player == SIMULTANEOUS:
            raise IllegalAction("both players choose at once: use apply_actions([first, second])")
        self._check(self.player, action)
        self._advance(*((action, NO_ACTION) if self.player == 0 else (NO_ACTION, action)))

    def _apply_actions(self, actions: list[int]) -> None:
        if self.player >= 0:
            raise IllegalAction(f"only player {self.player} is to act: use apply_action(action)")
        first, second = actions
        self._check(0, first)
        self._check(1, second)
        self._advance(first, second)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.spaces.game.label(self.at.state, player, action)

    def _check(self, player: int, action: int) -> None:
        if self.player == TERMINAL:
            raise IllegalAction("the game is over: no action is allowed")
        if action not in self._options(player):
            self.spaces.game.check_action(self.at.state, player, action)

    def _advance(self, first: int, second: int) -> None:
        state, turn, choices = self.at
        self._move_to(GamePoint(self.spaces.play(state, first, second), turn + 1, (*choices, (first, second))))

    def __str__(self) -> str:
        fields = " ".join(f"{field}={value}" for field, value in self.at.state._asdict().items())
        return f"turn {self.at.turn}: {fields}"


def short_name(name: str) -> str:
    """`parlour_token_showdown` for `token-showdown`."""
    return PREFIX + name.replace("-", "_")


def parameters(game: Game) -> dict[str, int | str | bool]:
    """The rules in the form of OpenSpiel's parameters, and the limit on turns."""
    rules: dict[str, int | str | bool] = {"max_turns": TENSOR_TURNS}
    for field, value in game.named_rules().items():
        rules[field] = value == "yes" if game.words.CHOICES.get(field) == ("no", "yes") else value
    return rules


def register_all() -> None:
    """Registers the games that are not registered yet."""
    registered = set(pyspiel.registered_names())
    for name in game_names():
        if short_name(name) not in registered:
            register(find_game(name))


def register(game: Game) -> None:
    """Every past choice is public, so this is perfect information in OpenSpiel's sense, even with secret rounds."""
    dynamics, information = pyspiel.GameType.Dynamics, pyspiel.GameType.Information
    game_type = pyspiel.GameType(
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
    # A class and not a closure: OpenSpiel releases it only after Python has shut down.
    attributes = {"name": game.name, "game_type": game_type, "__module__": __name__}
    game_class = type(game_type.short_name, (OpenSpielGame,), attributes)
    globals()[game_type.short_name] = game_class  # where pickle looks for it
    pyspiel.register_game(game_type, game_class)


def in_openspiels_types(given: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a game, or of a game that contains one of ours, each in the type that is registered for it."""
    typed: dict[str, Any] = dict(given)
    for field, value in given.items():
        if isinstance(value, dict):
            typed[field] = in_openspiels_types(value)
    names = {short_name(name): name for name in game_names()}
    if typed.get("name") in names:
        standard = find_game(names[typed["name"]])
        for field in typed.keys() & set(standard.rules._fields):
            typed[field] = parameters(find_game(standard.name, **{field: typed[field]}))[field]
    return typed


def load(game: str, parameters: Mapping[str, Any] | None = None, *, turn_based: bool = False) -> Any:
    """`pyspiel.load_game`, or `load_game_as_turn_based`, with values as `parlour.game` takes them.

    `hidden` may be yes, 1 or True. OpenSpiel itself allows one type for each parameter.
    """
    given = pyspiel.game_parameters_from_string(game) | dict(parameters or {})
    text = pyspiel.game_parameters_to_string(in_openspiels_types(given))
    return pyspiel.load_game_as_turn_based(text) if turn_based else pyspiel.load_game(text)


register_all()
