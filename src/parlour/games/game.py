"""`Game`: one variant of a game, with checks and clear errors around its rules."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from parlour.games.checks import check_rules, parameter_limits, whole_number
from parlour.games.contract import SEATS, DrawingModule, RulesModule, State, WordsModule, rewards
from parlour.games.errors import BadGame, IllegalAction, ParlourError, shorten, spans

TABLE = "solution.npz"  # the exact solution of a game with its standard rules, next to them


class Game:
    """One game with one set of rules. Use `parlour.game(name, **rules)` to create it."""

    __slots__ = ("_bounds", "folder", "module", "name", "rules", "title", "words")

    name: str
    title: str
    rules: Any
    words: WordsModule
    folder: Path
    module: RulesModule  # `rules.py` itself: pure functions that check nothing
    _bounds: tuple[Any, Any]

    def __init__(self, name: str, module: RulesModule, words: WordsModule, folder: Path, given: Mapping[str, object]):
        set_ = object.__setattr__  # `__setattr__` below makes a game immutable
        set_(self, "name", name)
        set_(self, "title", words.TITLE)
        set_(self, "words", words)
        set_(self, "folder", folder)
        set_(self, "module", module)
        set_(self, "rules", check_rules(module, words, given, name))
        lowest, highest = module.bounds(self.rules)
        set_(self, "_bounds", (lowest, highest))

    def __setattr__(self, field: str, value: object) -> None:
        raise AttributeError(f"a game never changes; create another with parlour.game({self.name!r}, ...)")

    def __delattr__(self, field: str) -> None:
        self.__setattr__(field, None)

    @property
    def drawing(self) -> DrawingModule | None:
        return cast(DrawingModule | None, self.part("drawing"))

    def part(self, name: str) -> Any:
        """An optional file, such as `drawing.py`, imported when it is first needed; None if the game has none."""
        if not (self.folder / f"{name}.py").is_file():
            return None
        package = self.module.State.__module__.rpartition(".")[0]
        try:
            return import_module(f"{package}.{name}")
        except Exception as error:
            raise BadGame(f"{name}.py of {self.name} cannot be loaded: {error!r}") from error

    def start(self) -> State:
        """The state before the first turn."""
        return cast(State, self.module.start(self.rules))

    def to_act(self, state: State) -> tuple[int, ...]:
        """The players who choose now: `()` once the game is over, `(0,)`, `(1,)`, or `(0, 1)` at once in secret."""
        return SEATS[self.module.to_act(self.rules, self._own(state))]

    def actions(self, state: State, player: int) -> tuple[int, ...]:
        """The legal actions of a player, in ascending order; empty if the player is not to act."""
        if self.check_player(player) not in self.to_act(state):
            return ()
        count = self.module.options(self.rules, state, player)
        return tuple([self.module.option(self.rules, state, player, k) for k in range(count)])

    def is_legal(self, state: State, player: int, action: int) -> bool:
        """Whether a player may choose an action. Legal actions ascend, so few of ten thousand need to be asked for."""
        if player not in self.to_act(state):
            return False
        option, count = self.module.option, self.module.options(self.rules, state, player)
        place = bisect_left(range(count), action, key=lambda k: option(self.rules, state, player, k))
        return place < count and option(self.rules, state, player, place) == action

    def is_forced(self, state: State, player: int) -> bool:
        """Whether a player who is to act has one legal action only."""
        return player in self.to_act(state) and self.module.options(self.rules, state, player) == 1

    def play(self, state: State, first: object = None, second: object = None) -> State:
        """The next state. The action of a player who is not to act is ignored."""
        actors = self.to_act(state)
        if not self.holds(state):
            raise IllegalAction(f"this state has hidden or impossible values and cannot be played on: {state}")
        if not actors:
            raise IllegalAction("the game is over: no action is allowed")
        action1 = self.check_action(state, 0, first) if 0 in actors else 0
        action2 = self.check_action(state, 1, second) if 1 in actors else 0
        return cast(State, self.module.play(self.rules, state, action1, action2))

    def winner(self, state: State) -> int | None:
        """The player who has won, 0 or 1; None after a draw or before the end."""
        return {1: 0, 2: 1}.get(self._own(state).winner)

    def is_draw(self, state: State) -> bool:
        return self._own(state).winner == 3

    def is_over(self, state: State) -> bool:
        return self._own(state).winner != 0

    def returns(self, state: State) -> tuple[int, int]:
        """The reward of each player: 1 for a win, -1 for a loss, 0 for a draw and before the end."""
        return rewards(self._own(state).winner)

    def bounds(self) -> tuple[State, State]:
        """The lowest and the highest value of every field, over all states of this game."""
        return self._bounds

    def holds(self, state: State) -> bool:
        """Whether every field of a state is within `bounds`."""
        fields = zip(self._own(state), *self._bounds, strict=True)
        return all(isinstance(value, int) and low <= value <= high for value, low, high in fields)

    def action_count(self) -> int:
        """How many action numbers there are. Every action is from 0 to one less than this."""
        actions = getattr(self.module, "actions", None)
        if actions is None:
            raise ParlourError(f"rules.py of {self.name} does not say how many actions there are: add actions(rules)")
        return int(actions(self.rules))

    def most_turns(self) -> int | None:
        """How many turns the longest game takes; None if a game may last forever, or if the rules do not say."""
        most_turns = getattr(self.module, "most_turns", None)
        return (int(most_turns(self.rules)) or None) if most_turns else None

    def shown(self, state: State) -> State:
        """The state with its hidden fields masked: its public view."""
        shown = getattr(self.module, "shown", None)
        return cast(State, shown(self.rules, self._own(state))) if shown else self._own(state)

    def mirror(self, state: State) -> State | None:
        """The state with the seats swapped; None if the game does not treat both seats alike."""
        mirror = getattr(self.module, "mirror", None)
        return cast(State, mirror(self.rules, self._own(state))) if mirror else None

    def label(self, state: State, player: int, action: int) -> str:
        """The short name of an action: "bid 12". It never gives hidden fields away."""
        return self.words.label(self.rules, self.shown(state), player, action)

    def named_rules(self) -> dict[str, int | str]:
        """The parameters as `parlour.game` accepts them, with names for named values."""
        return {
            field: self.words.CHOICES[field][value] if field in self.words.CHOICES else value
            for field, value in self.rules._asdict().items()
        }

    def changed_rules(self) -> dict[str, int | str]:
        """The parameters that differ from the standard rules, as in `named_rules`."""
        defaults = self.rules._field_defaults
        return {k: value for k, value in self.named_rules().items() if getattr(self.rules, k) != defaults[k]}

    def allowed_rules(self) -> dict[str, list[str] | list[int]]:
        """For each parameter, the names of its values, or its least and greatest value."""
        lowest, highest = parameter_limits(self.module)
        return {
            field: list(self.words.CHOICES.get(field, ())) or [getattr(lowest, field), getattr(highest, field)]
            for field in self.rules._fields
        }

    def with_rules(self, changes: Mapping[str, object]) -> Game:
        """The game with some of its parameters changed."""
        return Game(self.name, self.module, self.words, self.folder, {**self.rules._asdict(), **changes})

    @property
    def comes_solved(self) -> bool:
        """Whether the solution of these rules is among the files of the game."""
        return not self.changed_rules() and (self.folder / TABLE).is_file()

    def rulebook(self) -> str:
        """The text of RULES.md. `games/rulebook.py` takes it apart."""
        return (self.folder / "RULES.md").read_text(encoding="utf-8")

    def check_player(self, player: int) -> int:
        number = whole_number(player)
        if number is None or number not in (0, 1):
            raise IllegalAction(f"there is no player {shorten(player)}; players are 0 and 1")
        return number

    def check_action(self, state: State, player: int, action: object) -> int:
        """The action as a plain integer, or IllegalAction if this player may not choose it."""
        number = whole_number(action)
        if number is None or not self.is_legal(state, player, number):
            who = f"{self.words.PLAYERS[player]} (player {player})"
            allowed = spans(self.actions(state, player))
            raise IllegalAction(f"{who} cannot choose {shorten(action)}; allowed: {allowed}")
        return number

    def check_choices(self, state: State, choices: tuple[object, ...]) -> tuple[int, ...]:
        """The choices of one turn as plain integers, one for each player to act; or IllegalAction."""
        actors = self.to_act(state)
        if not actors or len(choices) != len(actors):
            expected = ("no action, the game is over", "one action", "two actions")[len(actors)]
            raise IllegalAction(f"{shorten(choices)} does not fit: this state takes {expected}")
        pairs = zip(actors, choices, strict=True)
        return tuple([self.check_action(state, player, action) for player, action in pairs])

    def _own(self, state: State) -> State:
        if not isinstance(state, self.module.State):
            raise IllegalAction(f"not a state of {self.title}: {shorten(state)}")
        return cast(State, state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.name, self.rules) == (other.name, other.rules)

    def __hash__(self) -> int:
        return hash((self.name, self.rules))

    def __repr__(self) -> str:
        changed = "".join(f", {field}={value!r}" for field, value in self.changed_rules().items())
        return f"parlour.game({self.name!r}{changed})"

    def __deepcopy__(self, memo: object) -> Game:
        return self  # immutable
