"""Practice: chooses positions in which a mistake is possible, grades the answers, and plans their repetition.

Positions come from your own matches, or from perfect play with an occasional slip. A missed position waits longer after
every right answer, and starts again after a wrong one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from parlour.coach.wording import mix_text, value_bar
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.line import Line
from parlour.games.vocabulary import count, loss_text, seen_by
from parlour.players.base import draw
from parlour.strategy import likely

if TYPE_CHECKING:
    from parlour.solver.solution import Solution

DAY = 86_400
WAITS = (10 * 60, DAY, 3 * DAY, 7 * DAY, 21 * DAY)  # seconds before a position comes back
CLOSE = 0.05  # a mix may have this loss and still be right: exact chances are hard to find
DRAWS = 100  # tries to find a position that was not asked yet
SLIP = 0.25  # how often an action is drawn from all, so that positions differ
LONGEST = 60  # turns of a line that is played for its positions
TRIED = 3  # actions outside perfect play, of which one must have a loss


class Exercise(NamedTuple):
    """A position to practise: a player to act after a line of play."""

    line: Line
    player: int


class Waiting(NamedTuple):
    """How often a position was answered since it was missed, and when it comes back, in seconds since 1970."""

    right: int
    due: float


Schedule: TypeAlias = dict[Exercise, Waiting]  # the missed positions


def due_exercises(schedule: Schedule, game: Game, now: float) -> list[Exercise]:
    """The positions of this game that come back now, the one that waits longest first."""
    ready = [exercise for exercise, wait in schedule.items() if exercise.line.game == game and wait.due <= now]
    return sorted(ready, key=lambda exercise: schedule[exercise].due)


def reschedule(schedule: Schedule, exercise: Exercise, right: bool, now: float) -> Schedule:
    """The schedule after an answer. A position that was right from the beginning never comes back."""
    after = schedule.copy()
    before = after.pop(exercise, None)
    if not right:
        after[exercise] = Waiting(0, now + WAITS[0])
    elif before is not None and before.right + 1 < len(WAITS):
        after[exercise] = Waiting(before.right + 1, now + WAITS[before.right + 1])
    return after


class Mark(NamedTuple):
    loss: float
    right: bool


class Practice:
    """Chooses the positions of one game, one after another, and grades the answers. `own` are a person's matches."""

    def __init__(self, solution: Solution, own: Sequence[Line], random: Random) -> None:
        self.solution, self.own, self.random = solution, own, random
        self.marks: list[Mark] = []
        self._asked: set[tuple[object, int]] = set()  # states and players

    def choose(self, due: Iterable[Exercise]) -> tuple[Exercise, str] | None:
        """The first of these that was not asked yet, or else a new one, and where it comes from; None at the end."""
        for exercise in due:
            if self._is_new(exercise):
                return exercise, "which you missed before"
        for _ in range(DRAWS):
            found = draw_exercise(self.solution, self.own, self.random)
            if found is not None and self._is_new(found):
                line = found.line
                is_own = len(line) > 0 and any(own.choices[: len(line)] == line.choices for own in self.own)
                return found, "from a match of yours" if is_own else "a new position"
        return None

    def grade(self, exercise: Exercise, mix: dict[int, float]) -> Mark:
        """Judges a choice, which is right without a loss, or a mix, which is right if it is close."""
        from parlour.solver.review import mix_loss  # not at the top: it loads NumPy

        solution, state, player, certain = self.solution, exercise.line.state, exercise.player, len(mix) == 1
        loss = solution.loss(state, player, *mix) if certain else mix_loss(solution, state, player, mix)
        self.marks.append(Mark(loss, loss <= (0.0 if certain else CLOSE)))
        return self.marks[-1]

    def answer_lines(self, exercise: Exercise) -> list[str]:
        """The answer for a person who asks to see it."""
        value, best = self._perfect(exercise)
        return [f"Perfect play: {best}.", f"  value  {value_bar(value)}"]

    def verdict_lines(self, exercise: Exercise, mix: dict[int, float], mark: Mark) -> list[str]:
        value, best = self._perfect(exercise)
        chosen = mix_text(exercise.line.game, exercise.line.state, exercise.player, mix)
        if not mark.loss:
            return [f"Right: {chosen} has no loss.", f"  value  {value_bar(value)}", f"Perfect play: {best}."]
        return [
            f"{'Close enough' if mark.right else 'Wrong'}: {chosen} has a loss of {loss_text(mark.loss)}.",
            f"  yours  {value_bar(value - mark.loss)}",
            f"  better {value_bar(value)}  {best}",
            *([] if mark.right else ["This position will come back."]),
        ]

    def summary(self, waiting: int) -> str:
        """The result of all answers. So many positions of the game will come back."""
        if not self.marks:
            return "Nothing was graded."
        right, mean = sum(mark.right for mark in self.marks), sum(mark.loss for mark in self.marks) / len(self.marks)
        later = f" {count(waiting, 'position')} will come back." if waiting else ""
        return f"{right} of {len(self.marks)} right, mean loss per choice {loss_text(mean, '0')}.{later}"

    def _perfect(self, exercise: Exercise) -> tuple[float, str]:
        """The value to the player, and perfect play."""
        state, player = exercise.line.state, exercise.player
        best = mix_text(exercise.line.game, state, player, likely(self.solution.policy(state, player)))
        return seen_by(player, self.solution.value(state)), best

    def _is_new(self, exercise: Exercise) -> bool:
        """Whether the state was not asked yet, nor its mirror image; two matches may lead to the same one."""
        game, state, player = exercise.line.game, exercise.line.state, exercise.player
        new = (state, player) not in self._asked
        self._asked |= {(state, player), (game.mirror(state), 1 - player)}
        return new


def draw_exercise(solution: Solution, own: Sequence[Line], random: Random) -> Exercise | None:
    """A position where a mistake is possible, from one of these lines or from a new one; None if there was none."""
    line = random.choice(own) if own and random.random() < 0.5 else draw_line(solution, random)
    places = [(index, player) for index, turn in enumerate(line.turns) for player in turn.actors]
    random.shuffle(places)
    for index, player in places:
        if can_go_wrong(solution, line.states[index], player, random):
            return Exercise(line.take_back(len(line) - index), player)
    return None


def draw_line(solution: Solution, random: Random) -> Line:
    """A line between two players who play perfectly, but now and then do anything."""
    line = Line(solution.game)
    while line.to_act and len(line) < LONGEST:
        line = line.advance(tuple([draw_action(solution, line.state, player, random) for player in line.to_act]))
    return line


def draw_action(solution: Solution, state: State, player: int, random: Random) -> int:
    if random.random() < SLIP:
        return random.choice(solution.game.actions(state, player))
    return draw(solution.policy(state, player), random)


def can_go_wrong(solution: Solution, state: State, player: int, random: Random) -> bool:
    """Whether some action has a loss. Not all are tried: in a large game that takes seconds."""
    perfect = solution.policy(state, player)
    others = [action for action in solution.game.actions(state, player) if action not in perfect]
    random.shuffle(others)
    return any(solution.loss(state, player, action) for action in others[:TRIED])
