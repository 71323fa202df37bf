"""The opponent `reader` at the terminal: it gets your saved matches, says what it risks, and tells what it noticed."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, cast

from parlour.coach.wording import percent
from parlour.games.vocabulary import count
from parlour.match.match import Match
from parlour.players.base import Player
from parlour.terminal.console.console import Console
from parlour.terminal.console.format import wrapped
from parlour.terminal.console.progress import Bar, ctrl_c_kept, solve_with_bar
from parlour.terminal.play.personal import READER, opponent_of, own_matches
from parlour.terminal.play.session import Session

if TYPE_CHECKING:
    from parlour.players.reader import Reader

LATEST = 100  # matches that it reads; people change
NAMED = 2  # habits


def new_reader(match: Match, seat: int, console: Console) -> Player:
    """The reader for this seat of a match that begins or is resumed."""
    from parlour.players.person import Person, choices_of  # not at the top: they load NumPy and Numba
    from parlour.players.reader import Reader

    name = opponent_of(match.seats, match.names, READER)
    solve_with_bar(match.game)
    others = (
        (past, own_seat)
        for past, own_seat in own_matches(match.game, name)
        if (past.seed, past.decisions) != (match.seed, match.decisions)  # a match that is resumed is saved too
    )
    known = list(islice(((past, own_seat) for past, own_seat in others if past.decisions), LATEST))
    choices = [choice for past, own_seat in known for choice in choices_of(past, own_seat)]
    with ctrl_c_kept(), Bar("Reading your matches", note="") as bar:
        bar("reading", None)  # the first time on a machine, the compiler runs for seconds before anything is reported
        player = Reader(Person(match.game, choices), seat, since=len(match.decisions), progress=bar)
    number = "1 match" if len(known) == 1 else f"{len(known)} matches"
    seen = f"knows {number} of yours" if known else "has not seen you play this yet"
    risk = f"against a perfect opponent, that costs it at most {player.risk:.2f} a match"
    line = f"{READER} {seen}. It leaves perfect play to exploit your habits; {risk} (2.00 separates a win from a loss)."
    console.say(*wrapped(console, [line]))
    return player


def tell_noticed(console: Console, session: Session) -> None:
    """After a match against a reader: what it noticed."""
    for seat in (0, 1):
        if session.match.seats[seat] == READER:
            lines = noticed_lines(cast("Reader", session.players[seat]), session.match)
            console.say("", *wrapped(console, lines), "")


def noticed_lines(reader: Reader, match: Match) -> list[str]:
    """What it noticed about the person, in this match and before, and what it made of that."""
    from parlour.players.person import Person, choices_of

    game, played = match.game, choices_of(match, 1 - reader.player)
    person = Person(game, [*reader.person.choices, *played])
    number = count(len(person.choices), "choice")
    lines = [
        f"You {habit.words}: in {sum(habit.followed)} of {number}, in this match in "
        f"{sum(habit.followed[len(reader.person.choices) :])} of {len(played)}."
        for habit in person.habits()[:NAMED]
    ] or [f"No habit stands out in {number} of yours."]
    if played:
        foreseen = [reader.person.expected(state, player)[action] for state, player, action in played]
        blind = [1.0 / len(game.actions(state, player)) for state, player, _ in played]
        guess, chance = percent(sum(foreseen) / len(played)), percent(sum(blind) / len(played))
        lines.append(f"On average it gave the choices that you made a chance of {guess}; a blind guess gives {chance}.")
    return [f"What {READER} noticed where you had more than one choice:", *lines, exploited_line(reader, match)]


def exploited_line(reader: Reader, match: Match) -> str:
    """In how many of its choices the reader left perfect play, since it sat down."""
    own = [number for number in range(reader.since, len(match.decisions)) if reader.player in match.step(number).actors]
    left = sum(reader.leaves_perfect_play(match.decisions[:number]) for number in own)
    if not own:
        return "It had nothing to choose."
    if not left:
        return f"It played perfectly in all of its {count(len(own), 'choice')}."
    return f"It left perfect play to exploit you in {left} of its {count(len(own), 'choice')}."
