"""`parlour practice`."""

from __future__ import annotations

import time
from random import Random

import click

import parlour
from parlour.cli.completion import complete_games
from parlour.cli.options import rules_from, set_option
from parlour.games.game import Game
from parlour.games.vocabulary import count
from parlour.match.match import HUMAN
from parlour.terminal.console.console import Console
from parlour.terminal.console.progress import solve_with_bar
from parlour.terminal.matches.library import saved_matches
from parlour.terminal.missed import Missed
from parlour.terminal.practice import Practice

QUESTIONS = 10


@click.command()
@click.argument("game", required=False, shell_complete=complete_games)
@set_option
@click.option("--count", "questions", type=click.IntRange(min=1), default=QUESTIONS, metavar="N",
              show_default=True, help="How many positions to ask about.")  # fmt: skip
@click.option("--seed", type=int, help="Seed for the positions; the same seed gives the same new positions.")
@click.option("--forget", is_flag=True, help="Delete the missed positions of GAME, or of all games.")
def practice(game: str | None, settings: tuple[str, ...], questions: int, seed: int | None, forget: bool) -> None:
    """Practise GAME: find choices that give nothing away, in positions from your matches and from perfect play.

    Positions that you miss come back later: after ten minutes, a day, three days, a week and three weeks.
    """
    console, missed = Console(), Missed()
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


def practise(console: Console, game: Game, questions: int = QUESTIONS, seed: int | None = None) -> None:
    """Ask about positions of a game. Raises ParlourError if it cannot be solved."""
    missed = Missed()
    missed.load()
    found = (saved.match for saved in saved_matches(lambda _: None))
    own = [match for match in found if match.game == game and HUMAN in match.seats and match.decisions]
    Practice(solve_with_bar(game), console, missed, own, Random(seed), time.time).run(questions)
