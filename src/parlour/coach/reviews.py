"""Reviews in words: of one player's choices after a game, and of a whole match, also as a JSON document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from parlour.coach.explain import consequence
from parlour.coach.wording import (
    Diagram,
    Text,
    mean_text,
    mix_document,
    mix_text,
    nearly,
    short_loss,
    value_bar,
    value_text,
    wide_proof_line,
)
from parlour.games.game import Game
from parlour.games.vocabulary import SURE, count, loss_text, seen_by, signed
from parlour.match.match import Match
from parlour.match.record import contents
from parlour.match.transcript import closing

if TYPE_CHECKING:
    from parlour.solver.review import Review, ReviewedChoice, ReviewedTurn
    from parlour.solver.solution import Solution

EXPLAINED = 3  # mistakes, if several are as large as the largest


def review_match(solution: Solution, match: Match) -> Review:
    """The review of a match. A player who resigned, failed or ran out of time forfeited the last position."""
    from parlour.solver.review import review  # not at the top: it loads NumPy

    failure = match.result.failure
    return review(solution, match.line, failure.player if failure else None)


# After a game: the choices of one player


def review_lines(solution: Solution, match: Match, player: int) -> Text:
    """The worst mistakes, then every choice with its loss and the luck that it met, then the totals."""
    reviewed = review_match(solution, match)
    choices = reviewed.choices(player)
    luck = sum(seen_by(player, turn.luck) for turn, _ in choices)
    notes = [f"Luck in the secret rounds: {signed(luck, 2)}."] if any(turn.luck for turn, _ in choices) else []
    notes += filter(None, [wide_proof_line(solution)])
    losses = reviewed.losses(player)
    if not sum(losses):
        return [*perfect_lines(solution, player, len(losses)), *notes]
    lines: Text = []
    for place, (turn, choice) in enumerate(worst_of(choices)):
        title = "As large was" if place else "The turning point was"
        lines += [*explanation_lines(solution, turn, choice, title), *mistake_lines(solution.game, turn, choice)]
    for turn, choice in choices:
        label = solution.game.label(turn.before, player, choice.action)
        lines.append(f"  #{turn.number:<3} {label:<24} {judgement_text(choice)}{luck_note(turn, player)}")
    if reviewed.forfeit and reviewed.forfeit.player == player:
        lines.append(f"  {'forfeited the last position':<29} loss {short_loss(reviewed.forfeit.loss)}")
    total = f"Total loss: {sum(losses):.2f} in {count(len(losses), 'choice')}. A win and a defeat are 2.00 apart."
    return [*lines, "", total, *notes]


def perfect_lines(solution: Solution, player: int, choices: int) -> list[str]:
    yours = {0: "you never had a choice", 1: "your only choice was", 2: "both of your choices were"}
    text = yours.get(choices, f"all {choices} of your choices were")
    lines = [f"No loss: {text}{' part of perfect play' if choices else ''}."]
    value = seen_by(player, solution.value(solution.game.start()))
    if value < -SURE:
        lines.append(f"Your seat is {nearly(value)}lost from the start against perfect play.")
    return lines


def worst_of(choices: Sequence[tuple[ReviewedTurn, ReviewedChoice]]) -> list[tuple[ReviewedTurn, ReviewedChoice]]:
    """The largest mistake, and those that are as large with two decimals; of many, the first ones."""
    largest = max((f"{choice.loss:.2f}" for _, choice in choices), default="")
    return [pair for pair in choices if f"{pair[1].loss:.2f}" == largest and pair[1].loss][:EXPLAINED]


def explanation_lines(solution: Solution, turn: ReviewedTurn, choice: ReviewedChoice, title: str) -> list[str]:
    state, player = turn.before, choice.player
    label = solution.game.label(state, player, choice.action)
    return [
        f"{title} #{turn.number}, {label}: a loss of {short_loss(choice.loss)}{luck_note(turn, player)}.",
        *filter(None, [consequence(solution, state, player, choice.action)]),
        f"The position was {value_text(solution, state, player)}.",
    ]


def mistake_lines(game: Game, turn: ReviewedTurn, choice: ReviewedChoice) -> Text:
    """The board before a mistake, and the values of the mistake and of the best choice to the player, as bars."""
    state, player = turn.before, choice.player
    value = seen_by(player, turn.value)
    return [
        "",
        Diagram(game, game.shown(state)),
        "",
        f"  played {value_bar(value - choice.loss)}  {game.label(state, player, choice.action)}",
        f"  better {value_bar(value)}  {mix_text(game, state, player, choice.best)}",
        "",
    ]


def judgement_text(choice: ReviewedChoice) -> str:
    """`loss 0.34`, `no loss` or `forced`."""
    if choice.forced:
        return "forced"
    return f"loss {short_loss(choice.loss)}" if choice.loss else "no loss"


def luck_note(turn: ReviewedTurn, player: int) -> str:
    return f"; luck {signed(seen_by(player, turn.luck), 2)}" if turn.luck else ""


# The analysis of a match: both players


def summary_lines(match: Match, reviewed: Review) -> list[str]:
    """The result, the turning point, and the losses and luck of the whole match."""
    game, names, turning = match.game, match.game.words.PLAYERS, reviewed.turning_point
    lines = [line for line in closing(match) if line][-1:]
    if turning is not None:
        worst = turning.worst
        lines.append(
            f"* The turning point is turn {turning.number}: {names[worst.player]} chose "
            f'"{game.label(turning.before, worst.player, worst.action)}", a loss of {loss_text(worst.loss)}; '
            f"perfect play is {mix_text(game, turning.before, worst.player, worst.best)}."
            + (f" Luck in that round: {luck_text(names, turning.luck)}." if turning.luck else "")
        )
    if turning is not None or reviewed.forfeit is not None:
        totals = [f"{name} {loss_text(reviewed.total_loss(player), 'none')}" for player, name in enumerate(names)]
        means = [f"{name} {mean_text(reviewed.mean_loss(player))}" for player, name in enumerate(names)]
        lines += [f"Total loss: {', '.join(totals)}.", f"Mean loss per choice: {', '.join(means)}."]
    else:
        lines.append("No choice had a loss.")
    if any(turn.luck for turn in reviewed.turns):
        lines.append(f"Luck in the secret rounds, in total: {luck_text(names, reviewed.luck)}.")
    return lines


def perfect_play(game: Game, turn: ReviewedTurn, choice: ReviewedChoice) -> str:
    """The mix in a secret round, or the better choice; empty if nothing was better or as good."""
    best = mix_text(game, turn.before, choice.player, choice.best)
    if choice.loss or len(choice.best) > 1:
        return best
    if len(turn.choices) == 1 or choice.action in choice.best:
        return ""
    return f"equally good: {best}"


def luck_text(names: tuple[str, str], luck: float) -> str:
    return f"{abs(luck):.3f} in favour of {names[0] if luck > 0 else names[1]}"


def analysis_document(match: Match, solution: Solution, reviewed: Review) -> dict[str, Any]:
    """The review of a match for JSON; docs/reference/formats.md describes every entry."""
    record, turning, game = contents(match), reviewed.turning_point, match.game
    return {
        "format": "parlour analysis",
        "version": 2,
        **{entry: record[entry] for entry in ("game", "rules", "seats", "seed", "result")},
        "within": solution.certificate.widest,
        "proved": solution.certificate.widest <= solution.within,
        "warning": wide_proof_line(solution) or None,
        "turns": [
            {
                "number": turn.number,
                "state": turn.before._asdict(),
                "value": turn.value,
                "bounds": turn.bounds,
                "value_after": turn.value_after,
                "bounds_after": turn.bounds_after,
                "luck": turn.luck,
                "choices": [
                    {
                        "player": choice.player,
                        "action": choice.action,
                        "label": game.label(turn.before, choice.player, choice.action),
                        "forced": choice.forced,
                        "loss": choice.loss,
                        "perfect": mix_document(game, turn.before, choice.player, choice.best),
                    }
                    for choice in turn.choices
                ],
            }
            for turn in reviewed.turns
        ],
        "forfeit": reviewed.forfeit._asdict() if reviewed.forfeit else None,
        "total_loss": [reviewed.total_loss(player) for player in (0, 1)],
        "mean_loss": [reviewed.mean_loss(player) for player in (0, 1)],
        "luck": reviewed.luck,
        "turning_point": {"number": turning.number, "player": turning.worst.player} if turning else None,
    }
