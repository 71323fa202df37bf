"""The texts of a match: its opening, the position before a turn, and the events.

Plain lines are the texts of the rulebook, as scripts and pipes get them, with a board where there is a terminal.
Elsewhere a position is shown once, as a board.
"""

from collections.abc import Sequence

from parlour.games.line import turn_events
from parlour.games.vocabulary import Line, Question, Span
from parlour.match.match import Match
from parlour.match.transcript import closing, history, match_line, variant_name
from parlour.terminal.console.console import Console
from parlour.terminal.console.format import board_lines, without_scores, wrap_lines
from parlour.terminal.play.show_rules import what_to_do

RECENT = 4  # turns shown below the board


class Screen:
    """Shows a match to its people; `typing` is whether they sit at the keyboard."""

    def __init__(self, console: Console, match: Match, typing: bool) -> None:
        self.console = console
        self.match = match
        self.people = match.people
        self.typing = typing
        self.boards = typing and bool(self.people) and not console.plain  # whether a board takes the place of the text
        self.apart = typing and console.clears  # whether secret choices are made on the alternate screen
        self.words, self.rules = match.game.words, match.game.rules
        self._recent = RECENT  # at first, and where the scrollback is out of sight
        self._notice = ""  # shown below the board
        self._told: list[str] = []  # since the last turn; the alternate screen hides it before it can be read

    def name_of(self, player: int) -> str:
        """`Player 1`, or `Ann (Player 1)`."""
        name = self.words.PLAYERS[player]
        return f"{self.match.names[player]} ({name})" if self.match.names else name

    def opening(self, first_game: bool) -> None:
        """Name the game and the players, and explain the controls at a first game."""
        lines = []
        if self.console.is_terminal and self.people:
            hint = ", hint for a hint" if len(self.people) == 1 else ""
            lines += [self._what_is_played(), self._who_plays()]
            lines += [f"Type ? for help, rules for the rules{hint}, quit to leave.", ""]
        if self.match.line.choices:
            lines.append(f"Resuming {match_line(self.match)}.")
        elif first_game and not self.match.game.changed_rules() and self.typing and self.console.is_terminal:
            lines += wrap_lines(self.console, [f"- {line}" for line in what_to_do(self.match.game)])
        if not self.boards and not self.match.line.choices:
            lines += self.words.welcome(self.rules)
        if self.boards and lines[-1:] == [""]:
            lines.pop()  # the heading begins with an empty line
        self._tell(lines)

    def _tell(self, lines: list[str]) -> None:
        self._told = lines
        self.console.tell(*lines)

    def _what_is_played(self) -> str:
        game = self.match.game
        if game.changed_rules():  # the numbers in the tagline would be wrong
            return f"{variant_name(game)}. Type rules to see what that changes."
        return f"{game.title}: {self.words.TAGLINE}"

    def _who_plays(self) -> str:
        first, second = self.words.PLAYERS
        names = self.match.names
        if len(self.people) == 2 and names:
            return f"{names[0]} is {first}, {names[1]} is {second}."
        if len(self.people) == 2:
            return f"Two people play: {first} and {second}."
        you = self.people[0]
        other, computer = self.words.PLAYERS[1 - you], self.match.seats[1 - you]
        address = f"{names[you]}, you are" if names else "You are"
        return f"{address} {self.words.PLAYERS[you]}; {other} is the computer player {computer}."

    def heading(self, asked: Sequence[Question], secret: bool) -> None:
        """Announce the next turn, in which these questions are asked, and show the position."""
        number = len(self.match.line) + 1
        if not self.boards:
            lines = self.words.heading(self.rules, self.match.view().state, number, self.console.width)
            self.console.tell(*lines)
        elif asked:
            who = " and ".join(self.name_of(question.player) for question in asked)
            self.console.draw([(), (Span(f"#{number} {who}{' in secret' if secret else ''}", "strong"),)])
        if asked and not (secret and self.apart):
            self.draw(self._recent)

    def in_secret(self, player: int) -> None:
        """Show the position to a person who is about to choose in secret."""
        self._notice = f"({self.name_of(player)} chooses: what you type is not shown.)"
        if self.apart:
            self.again()
        elif self.typing:
            self.console.tell(self._notice)

    def show_to_next(self) -> None:
        """Show the position to the next person; on the alternate screen `in_secret` does."""
        if not self.apart:
            self.draw(RECENT)

    def draw(self, recent: int = 0) -> None:
        """Draw the board at a terminal, with the last turns; a pipe gets only the text."""
        if not self.console.is_terminal:
            return
        lines: list[Line] = [(), *board_lines(self.console, self.match.game, self.match.view().state), ()]
        turns = history(self.match, recent)
        if turns:
            lines += [*((Span(f"  {line}", "dim"),) for line in turns), ()]
        self.console.draw(lines)

    def again(self) -> None:
        """Draw the board again: after a resize, after `fg`, after a long text."""
        self.console.clear()
        if self.apart and self._notice:
            self.console.tell(*self._told)
        self.draw(RECENT)
        if self._notice:
            self.console.tell(self._notice)

    def events(self) -> None:
        """Report the last turn, without lines that the board of the next turn shows."""
        turn = self.match.line.public_turn(-1)
        lines = turn_events(self.match.game, turn, self.people)
        self._notice = ""
        if self.boards:
            self._recent = 0
            lines = without_scores(lines)
        self._tell(lines)

    def report_taken_back(self) -> None:
        self._notice = ""
        self._tell(["Taken back."])

    def ending(self) -> None:
        self.draw()
        lines = closing(self.match)
        if self.boards:
            lines = [*without_scores(lines)[1:], *self._won_or_lost()]  # below the board there is an empty line
        self.console.tell(*lines)

    def _won_or_lost(self) -> list[str]:
        """Who won: you or the computer, or which of two people. The texts of the rulebooks name only seats."""
        winner, names = self.match.result.winner, self.match.names
        if winner is None:
            return []
        if len(self.people) == 2:
            return [f"{names[winner]} won."] if names else []
        return ["You won." if winner in self.people else "You lost."]
