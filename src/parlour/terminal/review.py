"""After a game against a computer: what did I give away?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from parlour.games.contract import State
from parlour.games.vocabulary import count
from parlour.match.view import Decision
from parlour.terminal.hints import label, named_mix, worth

if TYPE_CHECKING:
    from parlour.solve.solution import Solution

OFFER = "What did you give away? Type review to see, or press Enter: "


class Choice(NamedTuple):
    """A decision of one player, and what it gave away against a perfect opponent."""

    number: int  # of the decision in the match, from 1
    state: State
    action: int
    loss: float


def choices(solution: Solution, decisions: Iterable[Decision], player: int) -> list[Choice]:
    """Every decision in which this player took part."""
    game, made = solution.game, []
    state: Any = game.start()
    for number, decision in enumerate(decisions, start=1):
        both = decision if isinstance(decision, tuple) else (decision, decision)
        if player in game.to_act(state):
            made.append(Choice(number, state, both[player], solution.loss(state, player, both[player])))
        state = game.play(state, *both)
    return made


def review_lines(solution: Solution, decisions: Iterable[Decision], player: int) -> list[str]:
    """The turning point, then every choice with what it gave away, then the sum."""
    game, made = solution.game, choices(solution, decisions, player)
    total = sum(choice.loss for choice in made)
    if not total:
        yours = "your one choice" if len(made) == 1 else f"each of your {len(made)} choices"
        return [f"Nothing: {yours} was part of perfect play."]
    worst = max(made, key=lambda choice: choice.loss)
    shown = game.shown(worst.state)
    best = named_mix(game, shown, player, solution.policy(worst.state, player))
    turn = f"#{worst.number}, {label(game, shown, player, worst.action)}"
    lines = [
        f"The turning point was {turn}: it gave away {worst.loss:.2f}.",
        f"The position was {worth(solution, worst.state, player)}. Best: {best}.",
        "",
    ]
    for choice in made:
        told = label(game, game.shown(choice.state), player, choice.action)
        lines.append(f"  #{choice.number:<3} {told:<24} {f'gave away {choice.loss:.2f}' if choice.loss else 'nothing'}")
    return [*lines, f"In all {total:.2f} in {count(len(made), 'choice')}; from won to lost it is 2."]
