"""`parlour play` and `parlour practice`."""

import io
import sys
from functools import partial
from pathlib import Path

import click

import parlour
from parlour.cli.commands import FAILED, fail
from parlour.cli.completion import complete_files, complete_games, complete_players
from parlour.cli.options import base_url_option, number_option, plain_option, rules_from, set_option
from parlour.games.errors import ParlourError, reason
from parlour.games.line import MAX_TURNS
from parlour.games.vocabulary import count
from parlour.match.match import HUMAN, Match
from parlour.match.record import dump
from parlour.players import player_names
from parlour.players.base import MODEL
from parlour.players.habits.characters import CHARACTERS
from parlour.terminal.console.asking import Back, Leave
from parlour.terminal.console.console import Console
from parlour.terminal.console.interrupts import LeftMatch
from parlour.terminal.matches.saved import Autosave, command, new_autosave
from parlour.terminal.menu.choosing import select_opponent
from parlour.terminal.menu.menu import menu
from parlour.terminal.menu.rematch import play_on
from parlour.terminal.menu.series import MOST, check_people, forget_series, names_of
from parlour.terminal.play.input import Script
from parlour.terminal.play.personal import PERSONAL, seat_level
from parlour.terminal.play.practice import QUESTIONS, MissedPositions, practise
from parlour.terminal.play.seating import fresh_nonce, fresh_seed, run_script, seat_players
from parlour.terminal.play.session import Session

NAMES = ", ".join(
    [
        HUMAN,
        *(name for name in player_names() if name not in CHARACTERS),
        *PERSONAL,
        f"a character ({', '.join(CHARACTERS)})",
        f"{MODEL}MODEL for a language model",
        "program:COMMAND for a program",
        "module:Class for your own",
    ]
)
SECOND = "Who takes the second seat: the same names as for --first."
ANSWERS = "Read people's answers from this file; - is standard input."
TURNS = f"Stop two computer players after N turns, by default {MAX_TURNS:,}. The match then counts as a draw."


@click.command()
@click.argument("game", shell_complete=complete_games)
@click.option("--first", metavar="NAME", shell_complete=complete_players, help=f"Who takes the first seat: {NAMES}.")
@click.option("--second", metavar="NAME", shell_complete=complete_players, help=SECOND)
@base_url_option
@set_option
@click.option("--seed", type=int, help="Seed for the computer players' random choices.")
@click.option("--answers", metavar="FILE", shell_complete=complete_files, help=ANSWERS)
@click.option("--max-turns", type=click.IntRange(min=1), metavar="N", help=TURNS)
@click.option("--save", "file", metavar="FILE", shell_complete=complete_files, help="Save the match to this new file.")
@click.option("--name", "people", multiple=True, metavar="NAME", help="The name of a person; twice for two people.")
@click.option("--best-of", type=click.IntRange(1, MOST), default=1, metavar="N", help="Play a series; N must be odd.")
@plain_option
@click.option("--json", "as_json", is_flag=True, help="Print the record of the match as JSON instead of showing it.")
def play(
    game: str,
    first: str | None,
    second: str | None,
    base_url: str | None,
    settings: tuple[str, ...],
    seed: int | None,
    answers: str | None,
    max_turns: int | None,
    file: str | None,
    people: tuple[str, ...],
    best_of: int,
    plain: bool,
    as_json: bool,
) -> None:
    """Play GAME with people at this keyboard, computer players, or a script.

    At a terminal, the program asks who plays if you name neither seat.
    """
    console = Console(stdout=io.StringIO()) if as_json else Console(plain=plain or answers is not None)
    chosen, asked = parlour.game(game, **rules_from(settings)), (first or HUMAN, second or HUMAN)
    named = check_people(people)
    names = names_of(asked, named)
    fixed = first or second or len(people) > 1 or answers or max_turns or base_url or best_of % 2 == 0
    if console.interactive and not fixed:
        try:
            chosen, asked, names, best_of = select_opponent(console, chosen, named, best_of)
        except Leave:
            return
        except Back:
            menu(console)
            return
    match = Match(chosen, asked, fresh_seed() if seed is None else seed)
    match.names = names
    humans = match.seats.count(HUMAN)
    if as_json and humans and answers is None:
        raise click.UsageError("--json prints a finished record: give people's answers with --answers")
    if answers is not None and not humans:
        raise click.UsageError("--answers gives people's answers, but both seats are computer players")
    if max_turns is not None and humans:
        raise click.UsageError("--max-turns stops two computer players, but people take part in this match")
    if base_url is not None and not any(name.startswith(MODEL) for name in asked):
        raise click.UsageError(f"--base-url says where a model is served, but neither seat is {MODEL}MODEL")
    if len(people) > humans:
        raise click.UsageError("--name names a person, but there are more names than people")
    if best_of % 2 == 0 or (best_of > 1 and (not humans or answers is not None)):
        raise click.UsageError("--best-of takes an odd number, and people who play at the keyboard")
    script = None if answers is None else Script(console, *read_script(answers))
    seat = partial(seat_players, console=console, scripted=script is not None, base_url=base_url, typed=True)
    seat_level(match, console)
    players = seat(match)
    if humans and seed is None:
        match.nonce = fresh_nonce()
    autosave = choose_autosave(match, file, interactive=humans > 0 and script is None)
    session = Session(match, players, console, autosave, script, max_turns or MAX_TURNS)
    to_menu = False
    try:
        if script is None:
            to_menu = play_on(session, seat, best_of, asked)
        else:
            run_script(session, script)
    except (LeftMatch, KeyboardInterrupt):
        if as_json:
            Console().say(*dump(match).splitlines())  # what was played before Ctrl-C is a record too
        raise
    if as_json:
        Console().say(*dump(match).splitlines())
    if file is not None and autosave.problem:
        fail(autosave.problem)
    if match.result.failure:
        raise click.exceptions.Exit(FAILED)
    if to_menu:
        menu(console)


def choose_autosave(match: Match, file: str | None, interactive: bool) -> Autosave:
    """Save to the given file; without one, save only what people play at the keyboard."""
    if file is None:
        return new_autosave(match) if interactive else Autosave(None)
    autosave = Autosave(Path(file))
    try:
        autosave.create(match)
    except FileExistsError:
        raise click.UsageError(f"{file} already exists; to continue it: {command('resume', file)}") from None
    except (OSError, ValueError) as error:
        raise click.UsageError(f"{file} cannot be written: {reason(error)}") from None
    forget_series(autosave.path)  # of a match that had this name before
    return autosave


def read_script(file: str) -> tuple[str, str]:
    """The name of a script, for messages, and its text."""
    try:
        if file == "-":
            return "standard input", sys.stdin.buffer.read().decode("utf-8-sig") if sys.stdin else ""
        return file, Path(file).read_bytes().decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise ParlourError(f"{file} cannot be read: {reason(error)}") from None


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
