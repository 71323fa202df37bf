"""The offers of the menu: games, their rules, opponents and seats; matches to continue; practice and results."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from parlour.coach.hints import favoured_line, seat_lines
from parlour.games.catalogue import game as find_game
from parlour.games.catalogue import game_names
from parlour.games.checks import rule_value
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.games.rulebook import parameter_meanings
from parlour.games.vocabulary import Span, count
from parlour.match.match import HUMAN, Match
from parlour.match.transcript import variant_name
from parlour.players import player_names
from parlour.players.habits.characters import CHARACTERS
from parlour.terminal.console.asking import Back, number_lines, read_value, select_item, word_lines
from parlour.terminal.console.console import Console
from parlour.terminal.matches.saved import Saved, open_matches, sides
from parlour.terminal.menu.series import MOST, check_people, names_of
from parlour.terminal.play.personal import PERSONAL
from parlour.terminal.play.seating import Start
from parlour.terminal.play.show_rules import UNKNOWN, rulebook_of, show_rules

LISTED = 9  # open matches that are offered
PEOPLE = "two people"
HABITS = "Characters, each with a habit that you can learn:"
COMMANDS = {
    "rules": "read the rules",
    "variant": "play with other rules",
    "names": "say who plays: for the score and for saved matches",
    "best": "play a series: best of 3, 5, ...",
}
OTHERS = {"matches": "see your matches again, or delete them", "stats": "see your results"}
DONE = {"done": "play with these rules"}

WITHIN = 0.01  # how closely the value must be proved to say which seat is favoured
ABOUT_NAMES = (
    "Type your name, or two names for two people: Ann, Bob. The first takes the first seat. Names are shown in the "
    "score and kept with the matches."
)
REQUEST = f"Please type an odd number from 1 to {MOST}."
ABOUT_LENGTH = (
    "The seats are swapped after every match, and the side that wins more than half of the matches wins the series."
)


class Other(NamedTuple):
    """Something other than a match: `practice` of a game, `matches` or `stats`."""

    what: str
    game: Game | None = None


def select(console: Console, game: Game | None, people: list[str]) -> Start | Path | Other:
    """Ask for the game, unless it is known, and for the players. A path is a match to continue. Raises Leave.

    `people` are the names that were given; new ones are put there.
    """
    while True:
        try:
            chosen = select_game(console) if game is None else game
            return select_opponent(console, chosen, people) if isinstance(chosen, Game) else chosen
        except Back:
            game = None


def select_game(console: Console) -> Game | Path | Other:
    console.tell("")
    console.draw([(Span("Parlour", "strong"), Span(" - two-player strategy games", "dim")), ()])
    playable: dict[str, Game] = {}
    for name in game_names():
        try:
            playable[name] = find_game(name)
            console.tell(f"  {len(playable)}. {playable[name].title:<16} {playable[name].words.TAGLINE}")
        except ParlourError as error:  # a broken game from another package must not hide the others
            console.tell(f"  -. {name}: {error}")
    resumable = open_matches(LISTED)
    commands = {"rules 1": "read the rules of a game", "practice 1": "find choices without a loss"}
    if resumable:
        latest = match_name(resumable[0].match)
        commands["resume"] = f"continue a match; the last was {latest}"
    commands |= OTHERS
    console.tell("", *word_lines(commands), "")
    items = {name: game.title for name, game in playable.items()}
    words = {word: name for name in items for word in (name, items[name], str(list(items).index(name) + 1))}
    more = {f"{verb} {word}": f"{verb} {name}" for verb in ("rules", "practice") for word, name in words.items()}
    while True:
        chosen = select_item(console, items, commands, more, back=False)
        if chosen == "resume":
            return select_match(console, resumable)
        if chosen in playable:
            return playable[chosen]
        if chosen in OTHERS:
            return Other(chosen)
        verb, _, name = more[chosen].partition(" ")
        if verb == "practice":
            return Other(verb, playable[name])
        show_rules(console, playable[name])


def select_match(console: Console, resumable: Sequence[Saved]) -> Path:
    items = {
        str(path): f"{match_name(match)}, {count(len(match.line), 'turn')}, {when:%Y-%m-%d %H:%M}"
        for path, when, match in resumable
    }
    console.tell("", "Which match?", *number_lines(list(items.values())))
    return Path(select_item(console, items, {}))


def match_name(match: Match) -> str:
    """`Tower Siege, you against hard`."""
    return f"{variant_name(match.game)}, {' against '.join(sides(match, match.seats))}"


def select_opponent(console: Console, game: Game, people: list[str], best_of: int = 1) -> Start:
    """Ask who plays, and if people want them, for other rules, names and a series. Raises Back.

    `people` are the names that were given; new ones are put there.
    """
    while True:
        chosen_so_far = [variant_name(game), *people, *([f"best of {best_of}"] if best_of > 1 else [])]
        console.tell("", *filter(None, [favoured_line(game, start_value(game))]), *word_lines(COMMANDS))
        chosen = select_seats(console, game, f"{', '.join(chosen_so_far)}. Who plays?")
        if isinstance(chosen, tuple):
            return Start(game, chosen, names_of(chosen, people), best_of)
        with suppress(Back):
            if chosen == "rules":
                show_rules(console, game)
            elif chosen == "variant":
                game = change_rules(console, game)
            elif chosen == "names":
                people[:] = ask_for_names(console)
            else:
                best_of = ask_for_length(console)


def select_seats(console: Console, game: Game, request: str) -> tuple[str, str] | str:
    """Ask who plays. Return the seats, or the command that was typed instead. Raises Back."""
    players = {name: about for name, about in player_names().items() if name not in CHARACTERS} | PERSONAL | CHARACTERS
    offers = {name: f"You against {name} ({about})" for name, about in players.items()}
    people = {PEOPLE: "Two people at this keyboard", **offers}
    lines = number_lines(list(people.values()))
    lines.insert(-len(CHARACTERS), HABITS)
    seats = dict(zip(("first", "second"), game.words.PLAYERS, strict=True))
    while True:
        console.tell("", request, *lines)
        chosen = select_item(console, people, COMMANDS)
        if chosen == PEOPLE:
            return HUMAN, HUMAN
        if chosen in COMMANDS:
            return chosen
        seat_texts = number_lines(seat_lines(game, start_value(game)))
        console.tell("", "Which seat do you take? Enter takes the first.", *seat_texts)
        try:
            seat = select_item(console, seats, {}, {"": "first"})
        except Back:
            continue
        return (HUMAN, chosen) if seat == "first" else (chosen, HUMAN)


def start_value(game: Game) -> float | None:
    """The value of a game that comes solved, for the first seat; None if the game would have to be solved first."""
    from parlour.solver.solution_files import load_table  # not at the top: it loads NumPy

    solution = load_table(game, WITHIN)
    return None if solution is None else solution.value(game.start())


def change_rules(console: Console, game: Game) -> Game:
    """Ask for parameters and values, until the person goes back."""
    meanings = parameter_meanings(rulebook_of(game))
    while True:
        values = game.named_rules()
        items = {name: f"{name} = {values[name]}: {meanings.get(name, UNKNOWN)}" for name in values}
        console.tell("", "Which rule do you change?", *number_lines(list(items.values())), *word_lines(DONE))
        try:
            name = select_item(console, items, DONE)
        except Back:
            return game
        if name == "done":
            return game
        with suppress(Back):
            game = ask_for_value(console, game, name, meanings.get(name, UNKNOWN))


def ask_for_value(console: Console, game: Game, name: str, meaning: str) -> Game:
    """The game with another value of this parameter; the same game if nothing is typed. Raises Back and Leave."""
    allowed = game.allowed_rules()[name]
    span = ", ".join(map(str, allowed)) if isinstance(allowed[0], str) else f"{allowed[0]} to {allowed[1]}"

    def change(typed: str) -> Game:
        return game.with_rules({name: rule_value(typed.lower())}) if typed else game

    prompt = f"{name} ({span}; Enter keeps {game.named_rules()[name]}): "
    return read_value(console, prompt, f"{name}: {meaning}.", change)


def ask_for_names(console: Console) -> list[str]:
    """Ask for one or two names; none if nothing is typed. Raises Back and Leave."""
    prompt = "Names, with a comma between two (Enter for none): "
    return read_value(console, prompt, ABOUT_NAMES, lambda typed: check_people(typed.split(",")) if typed else [])


def ask_for_length(console: Console) -> int:
    """Ask how many matches a series has at most. Raises Back and Leave."""
    while True:
        typed = read_value(console, "Best of how many matches? ", f"{REQUEST} {ABOUT_LENGTH}", str)
        if typed.isascii() and typed.isdecimal() and 1 <= int(typed[:9]) <= MOST and int(typed[:9]) % 2:
            return int(typed[:9])
        console.tell(REQUEST)
