"""Opponents that depend on the matches you have saved: `adaptive` chooses a level for you, `reader` models you.

They read nothing else, keep nothing, and only the terminal offers them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, cast

from parlour.coach.wording import percent
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.games.vocabulary import count
from parlour.match.match import HUMAN, Match
from parlour.players.base import ADAPTIVE, READER, Player
from parlour.players.habits.choices import choices_of
from parlour.players.habits.levels import LEVELS
from parlour.terminal.console.console import Console
from parlour.terminal.console.format import say_text
from parlour.terminal.console.interrupts import keep_ctrl_c
from parlour.terminal.console.progress import Bar, solve_with_bar
from parlour.terminal.matches.saved import saved_matches

if TYPE_CHECKING:
    from parlour.players.habits.reader import Reader

PERSONAL = {
    ADAPTIVE: "a level; harder after a win, easier after a loss",
    READER: "exploits the habits in your saved matches",
}
LEVELS_IN_ORDER = (*LEVELS, "perfect")  # of `adaptive`
BEGIN = "easy"
LATEST = 100  # matches that it reads; people change
NAMED = 2  # habits


def person_in(match: Match, name: str | None) -> int | None:
    """The seat of the person with this name; without a name, of a person who gave none and played alone."""
    if match.names is not None:
        return next((seat for seat in match.people if match.names[seat] == name), None)
    return match.people[0] if name is None and len(match.people) == 1 else None


def own_matches(game: Game, name: str | None) -> Iterator[tuple[Match, int]]:
    """The saved matches of a person in this game, with these rules, and their seat there; the latest first."""
    with suppress(ParlourError):
        for saved in saved_matches(prefix=f"{game.name}-"):
            seat = person_in(saved.match, name)
            if saved.match.game == game and seat is not None:
                yield saved.match, seat


def opponent_of(personal: str, match: Match) -> str | None:
    """The name of the person against whom a personal opponent plays, or None if they gave none."""
    if not match.people:
        raise ParlourError(f"{personal} plays only against a person: the other seat must be {HUMAN}")
    return match.names[match.people[0]] if match.names is not None else None


def seat_level(match: Match, console: Console) -> None:
    """Seat a level in place of `adaptive`, and say which one, and why."""
    if ADAPTIVE in match.seats:
        level, reason = suitable_level(match.game, opponent_of(ADAPTIVE, match))
        say_text(console, [f"You play against {level}: {reason}."])
        first, second = (level if seat == ADAPTIVE else seat for seat in match.seats)
        match.seats = first, second


def suitable_level(game: Game, name: str | None) -> tuple[str, str]:
    """One level up after a win and one down after a loss, counted from the last match against a level; and why."""
    for match, seat in own_matches(game, name):
        level, result = match.seats[1 - seat], match.result
        if level in LEVELS_IN_ORDER and result.outcome in ("won", "drawn"):
            step = 0 if result.winner is None else 1 if result.winner == seat else -1
            place = min(max(LEVELS_IN_ORDER.index(level) + step, 0), len(LEVELS_IN_ORDER) - 1)
            verb = "drew" if step == 0 else "won" if step == 1 else "lost"
            return LEVELS_IN_ORDER[place], f"you {verb} your last match of {game.title} against {level}"
    return BEGIN, f"you have no match of {game.title} against a level yet"


def new_reader(match: Match, seat: int, console: Console) -> Player:
    """The reader for this seat of a match that begins or is resumed."""
    from parlour.players.habits.person import Person  # not at the top: it loads NumPy and Numba
    from parlour.players.habits.reader import Reader

    name = opponent_of(READER, match)
    solve_with_bar(match.game)
    resumed = match.seed, match.line.choices  # is saved too
    others = (pair for pair in own_matches(match.game, name) if (pair[0].seed, pair[0].line.choices) != resumed)
    known = list(islice((pair for pair in others if pair[0].line.choices), LATEST))
    choices = [choice for past, own_seat in known for choice in choices_of(past.line, own_seat)]
    with keep_ctrl_c(), Bar("Reading your matches", note="") as bar:
        bar("reading", None)  # the first time on a machine, the compiler runs for seconds before anything is reported
        player = Reader(Person(match.game, choices), seat, since=len(match.line), progress=bar)
    seen = f"knows {count(len(known), 'match', 'matches')} of yours" if known else "has not seen you play this yet"
    risk = f"against a perfect opponent, that costs it at most {player.risk:.2f} a match"
    line = (
        f"{READER} {seen}. It leaves perfect play to exploit your habits; {risk} (a win and a defeat are 2.00 apart)."
    )
    say_text(console, [line])
    return player


def tell_noticed(console: Console, match: Match, players: Sequence[Player | None]) -> None:
    """After a match against a reader: its observations."""
    for seat in (0, 1):
        if match.seats[seat] == READER:
            say_text(console, ["", *noticed_lines(cast("Reader", players[seat]), match), ""])


def noticed_lines(reader: Reader, match: Match) -> list[str]:
    """Its observations of the person, in this match and before, and its use of them."""
    from parlour.players.habits.person import Person

    game, played = match.game, choices_of(match.line, 1 - reader.player)
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
    line = match.line
    own = [number for number, turn in enumerate(line.turns) if number >= reader.since and reader.player in turn.actors]
    left = sum(reader.leaves_perfect_play(line.take_back(len(line) - number)) for number in own)
    if not own:
        return "It had nothing to choose."
    if not left:
        return f"It played perfectly in all of its {count(len(own), 'choice')}."
    return f"It left perfect play to exploit you in {left} of its {count(len(own), 'choice')}."
