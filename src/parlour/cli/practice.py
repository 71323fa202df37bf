"""`parlour practice`."""

from __future__ import annotations

import click

import parlour
from parlour.cli.completion import complete_games
from parlour.cli.options import number_option, rules_from, set_option
from parlour.games.vocabulary import count
from parlour.terminal.console.console import Console
from parlour.terminal.play.practice import QUESTIONS, MissedPositions, practise


@click.command()
@click.argument("game", required=False, shell_complete=complete_games)
@set_option
@number_option("--count", "questions", least=1, default=QUESTIONS, text="How many positions to ask about.")
@click.option("--seed", type=int, help="Seed for the positions; the same seed gives the same new positions.")
@click.option("--forget", is_flag=True, help="Delete the missed positions of GAME, or of all games.")
def practice(game: str | None, settings: tuple[str, ...], questions: int, seed: int | None, forget: bool) -> None:
    """Practise GAME: find choices without a loss, in positions from your matches and from perfect play.

    Positions that you miss come back later: after ten minutes, a day, three days, a week and three weeks.
    """
    console, missed = Console(), MissedPositions()
    if game is None and not forget:
        raise click.UsageError("name the game to practise: parlour practice GAME")
    if game is None:
        missed.path.unlink(missing_ok=True)  # unread: it may be damaged
        console.say("All missed positions are deleted.")
        return
    variant = parlour.game(game, **rules_from(settings))
    if forget:
        missed.load()
        console.say(f"{count(missed.forget(variant), 'missed position')} of {variant.title} deleted.")
    else:
        practise(console, variant, questions, seed)
