"""Many games side by side against one opponent: you give one action for each game.

The opponent may be a function that is asked for chances in many states at once, such as a network (`Callback`).
"""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np

from parlour.fast.devices import device_named
from parlour.fast.policy_table import NO_POLICIES, PolicyTable
from parlour.fast.random_stream import seed_words
from parlour.fast.slots import Illegal, Slots
from parlour.fast.starts import starting_table
from parlour.games.checks import check_seed
from parlour.games.errors import IllegalAction, ParlourError
from parlour.games.game import Game
from parlour.games.line import MAX_TURNS

Seat = Literal[0, 1, "alternate"]
Function = Callable[[Any, Any, int], Any]
TOLERANCE = 1e-4  # how far the sum of chances may be from 1: networks calculate with few digits
REWARD, BOOLEAN = np.dtype(np.float32), np.dtype(np.bool_)
CHANGED = ("table", "turns", "restarts", "over")  # the arrays of a duel that a step changes
SEATS: dict[object, int] = {0: 0, 1: 1, "alternate": 2}


class Outcome(NamedTuple):
    """The result of one step, with one row for each slot."""

    observation: Any  # the state as you see it, then your seat
    mask: Any  # 1 for each action that is legal next; only action 0, which is ignored, where you have no choice
    rewards: Any  # 1 won, -1 lost, 0
    terminated: Any
    truncated: Any
    final: Any  # with `same_step`, the observations before finished games were replaced


class Duel(Slots):
    """`size` games against an opponent whose choices come from the random stream of each game.

    The opponent is None for random play, a table of policies (`parlour.tabulate`), or a function `(table, legal,
    player)` that returns the chance of each action in many states at once (see `Callback`), such as a network.

    A step plays your action and everything the opponent does until you are to act again. A game that is over is
    replaced in the next step, which ignores your action and rewards nothing; with `same_step`, in the same step. The
    arrays of an outcome are yours to keep. An illegal action raises IllegalAction and leaves every game as it was; with
    `illegal="forfeit"` it loses the game instead.
    """

    ARRAYS: ClassVar[tuple[str, ...]] = (*Slots.ARRAYS, "over", "_no_final", "seeds")

    def __init__(
        self,
        game: Game,
        size: int,
        seed: int | Sequence[int] = 0,
        *,
        opponent: PolicyTable | Function | None = None,
        seat: Seat = 0,
        device: str = "cpu",
        max_turns: int = MAX_TURNS,
        illegal: Illegal = "raise",
        same_step: bool = False,
        threads: int | None = None,
    ) -> None:
        super().__init__(game, size, seed, device_named(device, game, threads), max_turns, illegal)
        self.seat, self.same_step = check_seat(seat), same_step
        self.opponent = check_opponent(game, opponent)
        self._load_opponent()
        self.over = self.zeros(dtype=np.bool_)  # games that have ended and are not replaced yet
        self._no_final = self.device.zeros((1, 1), self.dtype)
        self._limits = np.int32(SEATS[seat]), np.int32(self.max_turns)
        self._count = game.action_count()
        self._observation = (self.size, len(self.fields) + 1), self.dtype
        self._mask = (self.size, self._count), np.dtype(np.int8)
        self.reset(seed)

    def reset(
        self, seed: int | Sequence[int] | None = None, chosen: Any = None, *, states: Any = None
    ) -> tuple[Any, Any]:
        """Starts the next game in the chosen slots, or in all of them; returns observations and masks.

        With a seed, every slot returns to its first game. With a list of seeds, one for each slot, a slot plays the
        games 0, 1, 2, ... of its own seed, as it would in a duel of one game. With `states`, one for all slots or one
        for each, these games begin there; later games begin at the start.
        """
        device = self.device
        wanted = device.take(np.ones(self.size, np.bool_) if chosen is None or seed is not None else chosen)
        if wanted.shape != (self.size,) or wanted.dtype != np.bool_:
            kind = f"{wanted.dtype} of shape {wanted.shape}"
            raise ParlourError(f"chosen must be booleans of shape ({self.size},), not {kind}")
        starts = device.take(self._starts(states))
        if seed is not None:
            self.reseed(seed)
            device.clear(self.over)
        if self._callback:
            self._callback.open(self, wanted, seed is None, starts)
            return self._open(self.zeros(dtype=np.bool_), False, starts)
        return self._open(wanted, seed is None, starts)

    def _open(self, chosen: Any, next_game: bool, starts: Any) -> tuple[Any, Any]:
        observation, mask = self.device.empty(*self._observation), self.device.empty(*self._mask)
        self.loop("open_slots")(self.table, self.games, chosen, next_game, starts, observation, mask)
        return observation, mask

    def _starts(self, states: Any) -> Any:
        starts = starting_table(self.game, states, self.size)
        if isinstance(self.opponent, PolicyTable):
            unknown = self.opponent.places(starts) < 0
            if unknown.any():
                slot = int(np.argmax(unknown))
                raise IllegalAction(f"slot {slot} cannot begin in {starts[slot].tolist()}: not in the opponent's table")
        return starts

    def step(self, actions: Any) -> Outcome:
        """Plays `actions[slot]` for you in every game."""
        device, empty, size, flat = self.device, self.device.empty, self.size, (self.size,)
        given = self.take_actions(actions)
        if self.illegal == "raise":
            wrong = device.first("first_illegal_choice_slot", size, self.table, self.games, given, self._count)
            if wrong is not None:
                raise self.illegal_action(wrong, int(self.seats[wrong]), int(device.host(given)[wrong]))
        final = empty(*self._observation) if self.same_step else self._no_final
        results = empty(flat, REWARD), empty(flat, BOOLEAN), empty(flat, BOOLEAN), final
        if self._callback:
            self._callback.step(self, given, results)
            seen = self._open(self.zeros(dtype=np.bool_), False, device.take(starting_table(self.game, None, size)))
        else:
            seen = empty(*self._observation), empty(*self._mask)
            games, answers = self.games, self._answers
            if isinstance(self.opponent, PolicyTable):
                self.loop("place_slots")(self.table, games, answers)
                self.loop("entry_slots")(self.table, games, answers, self._rests)
                self.loop("answer_slots")(self.table, games, answers, self._rests)
            self.loop("duel_slots")(self.table, games, given, answers, self.same_step, results, *seen)
        return Outcome(*seen, *results)

    def _load_opponent(self) -> None:
        opponent, known = self.opponent, NO_POLICIES
        self._callback = Callback(opponent) if callable(opponent) else None
        if isinstance(opponent, PolicyTable):
            known = opponent.lookup
        self.lookup = tuple(map(self.device.take, known))
        room = np.zeros(self.size if isinstance(opponent, PolicyTable) else 0, np.int32)
        self._answers, self._rests = self.device.take(room), self.device.take(room.copy())

    def __getstate__(self) -> dict[str, Any]:
        made_again = dict.fromkeys(("lookup", "_answers", "_rests"))  # from the opponent
        return {**super().__getstate__(), **made_again}

    def __setstate__(self, parts: dict[str, Any]) -> None:
        super().__setstate__(parts)
        self._load_opponent()

    def _set_seed(self, seed: int | Sequence[int]) -> None:
        seeds: Sequence[Any] = (seed,)
        if isinstance(seed, Sequence | np.ndarray):
            seeds = seed
            if len(seeds) != self.size:
                raise ParlourError(f"a list of seeds has one for each of the {self.size} games, not {len(seeds)}")
        words = [seed_words(check_seed(each)) for each in seeds]
        self.seeds = self.device.take(np.array(words, np.uint32).reshape(-1, 2))

    @property
    def seats(self) -> Any:
        """Your seat in each game."""
        restarts = self.device.host(self.restarts)
        return restarts & 1 if self.seat == "alternate" else np.full_like(restarts, self.seat)

    @property
    def games(self) -> tuple[Any, ...]:
        """The `Games` that kernels work on."""
        return self.turns, self.restarts, self.over, self.seeds, *self._limits, *self.lookup


class Callback:
    """Asks the opponent, a function `(table, legal, player)`, as often as games wait for it.

    `table` has one state in each row, `legal[row, action]` says what is legal, and the answer has the chance of each
    action in the same shape. They are arrays of the device.
    """

    def __init__(self, function: Function) -> None:
        self.function = function

    def open(self, duel: Duel, chosen: Any, next_game: bool, starts: Any) -> None:
        """Starts new games in the chosen slots, up to your first turn."""
        duel.loop("begin_chosen_slots")(duel.table, duel.games, chosen, next_game, starts)
        sealed = duel.device.take(np.full(duel.size, -1, np.int32))
        self._reply(duel, sealed, duel.zeros(dtype=np.int8))

    def step(self, duel: Duel, actions: Any, results: tuple[Any, ...]) -> None:
        """Plays your actions. If the function fails, every game stays as it was."""
        before, count = [duel.device.copy(getattr(duel, name)) for name in CHANGED], duel.game.action_count()
        sealed, wrong, fresh = (duel.zeros(dtype=kind) for kind in (np.int32, np.int8, np.bool_))
        try:
            duel.loop("lead_slots")(duel.table, duel.games, actions, count, sealed, wrong, fresh)
            self._reply(duel, sealed, wrong)
            duel.loop("judge_slots")(duel.table, duel.games, wrong, fresh, duel.same_step, results)
            if duel.same_step:
                self._reply(duel, sealed, wrong)  # in new games the opponent may be the first to act
        except BaseException:
            vars(duel).update(zip(CHANGED, before, strict=True))
            raise

    def _reply(self, duel: Duel, sealed: Any, wrong: Any) -> None:
        """Lets the opponent play until you are to act in every game."""
        device, waits = duel.device, duel.zeros(dtype=np.int8)
        while True:
            duel.loop("wait_slots")(duel.table, duel.games, sealed, wrong, waits)
            waiting = np.asarray(device.host(waits))
            if not waiting.any():
                return
            for player in (0, 1):
                asked = waiting == player + 1
                if asked.any():
                    self._ask(duel, asked, player, sealed)

    def _ask(self, duel: Duel, asked: Any, player: int, sealed: Any) -> None:
        device, count = duel.device, int(asked.sum())
        positions = device.take(np.where(asked, np.cumsum(asked) - 1, -1).astype(np.int32))
        states = device.empty((count, len(duel.fields)), duel.dtype)
        legal = device.empty((count, duel.game.action_count()), np.bool_)
        duel.loop("collect_slots")(duel.table, positions, np.int32(player), states, legal)
        chances = device.take_floats(self.function(states, legal, player))
        if chances.shape != legal.shape or chances.dtype.kind != "f":
            kind = f"{chances.dtype} of shape {chances.shape}"
            raise ParlourError(f"the opponent must return chances of shape {legal.shape}, not {kind}")
        wrong = device.first("first_unclear_slot", duel.size, duel.table, positions, chances, legal)
        if wrong is not None:
            raise self._unclear(duel, wrong, player, device.host(chances)[int(asked[:wrong].sum())])
        answers = positions, np.int32(player), chances, legal, sealed
        duel.loop("reply_slots")(duel.table, duel.games, *answers)

    def _unclear(self, duel: Duel, slot: int, player: int, chances: Any) -> IllegalAction:
        state = duel.state(slot)
        given = {action: float(chances[action]) for action in duel.game.actions(state, player)}
        return IllegalAction(
            f"the opponent's chances in slot {slot}, {state}, must be at least 0 and sum to 1 over the legal actions; "
            f"the lowest is {min(given.values()):.6g}, and they sum to {sum(given.values()):.6g}"
        )


def check_opponent(game: Game, opponent: PolicyTable | Function | None) -> PolicyTable | Function | None:
    if isinstance(opponent, PolicyTable) and opponent.game != game:
        raise ParlourError(f"the opponent is {opponent!r}, not of {game!r}")
    if opponent is None or isinstance(opponent, PolicyTable) or callable(opponent):
        return opponent
    kind = type(opponent).__name__
    raise ParlourError(f"opponent must be None, a table from parlour.tabulate, or a function on arrays, not {kind}")


def check_seat(seat: Seat) -> Seat:
    if isinstance(seat, bool) or seat not in SEATS:
        raise ParlourError(f"seat must be 0, 1 or 'alternate', not {seat!r}")
    return seat
