"""The report as Markdown. Texts of players and models are escaped: they can neither format nor link anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.arena.report import text as show
from parlour.arena.report.escaping import escaped, paragraph
from parlour.arena.report.shapes import Figures, GameFigures, Meeting, Run, Standing


def markdown(figures: Figures) -> str:
    return "\n".join(lines(figures)) + "\n"


def lines(figures: Figures) -> Iterator[str]:
    yield from ("# Tournament report", "")
    for text in (*figures.verdict, *figures.notes):
        yield from paragraph(text)
    yield from run_lines(figures.run)
    yield from ("## Ratings over all games", "", "Every game counts the same. The average is 1500; 400 points more are")
    yield from ("odds of 10 to 1. Intervals are 95 %; a star marks those from fewer than 100 seeds.", "")
    yield from rating_lines(figures.standing)
    yield from ("## Head to head", "", "Scores of the first named player, from −1 (all lost) to +1 (all won).", "")
    yield from meeting_lines(figures.meetings)
    for game in figures.games:
        yield from game_lines(game)
    yield from failure_lines(figures)


def table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    """All cells are escaped here, and only here."""
    yield "| " + " | ".join(headings) + " |"
    yield "|" + "---|" * len(headings)
    for row in rows:
        yield "| " + " | ".join(escaped(cell) for cell in row) + " |"
    yield ""


def run_lines(run: Run) -> Iterator[str]:
    plan = run.plan
    versions = ", ".join(f"{name} {version}" for name, version in plan["versions"].items())
    yield from ("## What was run", "")
    rows: list[tuple[object, object]] = [
        ("pairs of matches", f"{run.pairs:,} of {run.planned:,}"),
        ("pairs for each meeting and game", plan["pairs"]),
        ("seed", plan["seed"]),
        ("limit of decisions in a match", plan["max_turns"]),
        ("versions", versions),
        ("matches.jsonl", f"sha256 {run.matches_hash}"),
    ]
    yield from table(("", ""), rows)
    games = [(each["label"], each["game"], settings(each["rules"]), settings(each["sha256"])) for each in plan["games"]]
    yield from table(("game", "name", "rules", "sha256"), games)
    players = [
        (
            each["name"],
            each["player"],
            settings(each["settings"]),
            settings(each["sha256"]),
            each.get("fingerprint", show.UNKNOWN),
        )
        for each in plan["players"]
    ]
    yield from table(("player", "is", "settings", "sha256", "fingerprint"), players)
    if run.missing:
        missing = [(each.game, " – ".join(each.players), each.pairs) for each in run.missing]
        yield from table(("game", "players", "missing pairs"), missing)


def settings(values: dict[str, object]) -> str:
    return ", ".join(f"{key}={value}" for key, value in values.items()) or "none"


def rating_lines(standing: Standing) -> Iterator[str]:
    rows = [(each.player, show.rating(each), show.rating_interval(each), each.pairs) for each in standing.ratings]
    yield from table(("player", "rating", "interval", "pairs"), rows)
    for warning in standing.warnings:
        yield from paragraph(warning)


def meeting_lines(meetings: Sequence[Meeting]) -> Iterator[str]:
    rows = [
        (
            " – ".join(each.players),
            show.score_interval(each.score),
            show.score_interval(each.without_forfeits) if any(each.forfeits) else "no forfeits",
            show.corrected(each.corrected),
            show.factor(each.corrected),
            show.score(each.exact),
            each.score.pairs,
        )
        for each in meetings
    ]
    yield from table(("players", "score", "without forfeits", "corrected", "worth", "exact", "pairs"), rows)


def game_lines(game: GameFigures) -> Iterator[str]:
    yield from (f"## {escaped(game.label)}", "")
    for note in game.notes:
        yield from paragraph(note)
    yield from ("### Ratings", "", *rating_lines(game.standing))
    yield from ("### Head to head", "", *meeting_lines(game.meetings))
    seats = [
        (each.player, *(show.score_interval(part) for part in (each.both, each.first, each.second)))
        for each in game.seats
    ]
    yield from ("### By seat", "", *table(("player", "both seats", "first seat", "second seat"), seats))
    if game.losses:
        losses = [
            (
                each.player,
                show.loss_interval(each.loss),
                show.loss_interval(each.without_forfeits) if each.forfeits else "no forfeits",
                *map(show.loss_interval, each.phases.values()),
                each.decisions,
            )
            for each in game.losses
        ]
        yield from ("### Losses a decision", "", "2.00 separates a win from a loss. Choices between two or more")
        yield from ("actions count, and forfeits, which give away all that the position was worth.", "")
        yield from table(("player", "all", "without forfeits", "opening", "middle", "end", "decisions"), losses)


def failure_lines(figures: Figures) -> Iterator[str]:
    yield from ("## Failures", "")
    failed = [
        (
            each.player,
            each.forfeits,
            show.percent(each.forfeits / each.matches),
            ", ".join(f"{kind} {count}" for kind, count in each.kinds.items()),
            "; ".join(f"{reason} ({count} ×)" for reason, count in each.reasons),
        )
        for each in figures.forfeits
        if each.forfeits
    ]
    if failed:
        yield from table(("player", "forfeits", "of matches", "kinds", "commonest reasons"), failed)
    else:
        yield from ("No player forfeited a match.", "")
    if figures.calls:
        calls = [
            (
                each.player,
                each.calls,
                show.percent(each.illegal),
                show.percent(each.unreadable),
                each.kinds.get("error", 0),
                each.tokens_in,
                each.tokens_out,
                show.cost(each.cost),
                show.seconds(each.seconds_median),
                show.seconds(each.seconds_95),
            )
            for each in figures.calls
        ]
        headings = ("player", "calls", "illegal", "unreadable", "errors", "tokens in", "tokens out", "cost")
        yield from ("## Calls of language models", "")
        yield from table((*headings, "median time", "95 % within"), calls)
