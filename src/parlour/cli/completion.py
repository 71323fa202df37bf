"""What a shell offers when you press Tab: games, players, rules and files. docs/how-to/play.md tells how."""

import os
from collections.abc import Mapping
from contextlib import suppress

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class, shell_complete

from parlour.games.catalogue import game as find_game
from parlour.games.catalogue import game_names, is_folder
from parlour.games.errors import ParlourError
from parlour.match.match import HUMAN


class Bash(BashComplete):
    """Bash splits words at `=`: after `--set tower=` it completes only what follows."""

    def get_completion_args(self) -> tuple[list[str], str]:
        args, incomplete = super().get_completion_args()
        *args, incomplete = join_words([*args, incomplete])
        return args, incomplete

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        items, begun = super().get_completions(args, incomplete), incomplete[: incomplete.find("=") + 1]
        for item in items:
            item.value = item.value.removeprefix(begun)
        return items


def join_words(words: list[str]) -> list[str]:
    """The words as they were typed: a lone `=` belongs to those around it."""
    whole: list[str] = []
    for word in words:
        if whole and (word == "=" or whole[-1].endswith("=")):
            whole[-1] += word
        else:
            whole.append(word)
    return whole


def answer_shell(command: click.Command, variable: str) -> int:
    """Print what a shell asked for in this variable, and return the exit code."""
    add_completion_class(Bash)
    return shell_complete(command, {}, "parlour", variable, os.environ[variable])


def complete_games(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names of games; folders if a path is typed."""
    if is_folder(incomplete) or incomplete.startswith("."):
        return [CompletionItem(incomplete, type="dir")]
    return items_for(dict.fromkeys(game_names()), incomplete)


def complete_players(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from parlour.players import player_names
    from parlour.terminal.play.personal import PERSONAL

    return items_for({HUMAN: "a person at this keyboard", **player_names(), **PERSONAL}, incomplete)


def complete_rules(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Every named value of a parameter, or its standard value if it is a number."""
    values: dict[str, None] = {}
    typed = ctx.params.get("game") or next(iter(ctx.args), "")  # click stops at an option without a value
    with suppress(ParlourError):  # no game, or not a game
        game = find_game(typed)
        for field, allowed in game.allowed_rules().items():
            names = allowed if isinstance(allowed[0], str) else [getattr(game.rules, field)]
            values |= {f"{field}={name}": None for name in names}
    return items_for(values, incomplete)


def complete_files(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The shell itself knows the files."""
    return [CompletionItem(incomplete, type="file")]


def items_for(words: Mapping[str, str | None], incomplete: str) -> list[CompletionItem]:
    """The words that begin with what is typed, each with its help."""
    return [CompletionItem(word, help=text) for word, text in words.items() if word.startswith(incomplete)]
