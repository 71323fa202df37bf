"""The tables of what the benchmarks measured, as Markdown. Each function takes the content of one file in results/."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import parlour

Record = dict[str, Any]


def table(header: Sequence[str], rows: Iterable[Sequence[str]], texts: int = 1) -> str:
    """The first columns hold texts, the others numbers."""
    lines = [f"| {' | '.join(cells)} |" for cells in (header, *rows)]
    lines.insert(1, "|" + "---|" * texts + "---:|" * (len(header) - texts))
    return "\n".join(lines)


def measured(record: Record, note: str) -> str:
    versions = ", ".join(f"{name} {number}" for name, number in record["versions"].items())
    return f"{record['date']}, {record['machine']}{versions and '; '}{versions}. {note}\n\n"


def millions(speed: float) -> str:
    return f"{speed / 1e6:.{1 if speed >= 1e7 else 2 if speed >= 1e5 else 3}f}"


# The same games, and other libraries

BASE = "OpenSpiel, its loop in C++, one core"


def same_games(record: Record, only: Sequence[str] = ()) -> str:
    games = record["figures"]
    rows = []
    for name in next(iter(games.values())):
        if only and name not in only:
            continue
        cells = [name]
        for figures in games.values():
            speed = figures[name]["median"]
            cells += [millions(speed), f"{speed / figures[BASE]['median']:.1f}"]
        rows.append(cells)
    header = ["million choices per second"]
    for title in games:
        header += [title, "times OpenSpiel"]
    return measured(record, "Medians of 5 runs of 1 second.") + table(header, rows)


def speed(record: Record) -> str:
    """Three rows for README.md."""
    return same_games(record, (BASE, "Parlour, random games, one core", "Parlour, interpreted, one core"))


def peers(record: Record) -> str:
    """Ours by the way of playing; of the peers, each environment with its fastest batch."""
    ours: dict[str, dict[str, str]] = {}
    others: dict[str, float] = {}
    for name, figure in record["figures"].items():
        title, _, way = name.partition(", ")
        if title.startswith("Parlour "):
            ours.setdefault(title.removeprefix("Parlour "), {})[way] = millions(figure["median"])
        else:
            others[title] = max(others.get(title, 0.0), figure["median"])
    ways = ("random games", "batch 65,536", "interpreted")
    mine = table(["Parlour", *ways], [[title, *(each[way] for way in ways)] for title, each in ours.items()])
    fastest = sorted(others.items(), key=lambda item: -item[1])
    theirs = table(
        ["other libraries, fastest batch", ""],
        [[name, millions(each)] for name, each in fastest],
    )
    note = "Million choices per second, medians of 3 runs of 1 second."
    return f"{measured(record, note)}{mine}\n\n{theirs}"


# Environments


def environments(record: Record) -> str:
    groups = record["figures"]
    single = {name: each for name, each in groups.items() if not name.startswith("Gymnasium")}
    sizes = {name.split()[1]: each for name, each in groups.items() if name.startswith("Gymnasium")}
    note = (
        "Medians of 5 runs of 0.3 s, alternating between environments. In brackets: how many times as fast as the"
        " library's own environment, the faster one if there are two."
    )
    return (
        f"{measured(record, note)}{beside_own(single, lambda speed: f'{speed:,.0f}')}\n\n"
        "Gymnasium's vector environments, in million steps per second, by the number of games at once:\n\n"
        f"{beside_own(sizes, millions)}"
    )


def beside_own(groups: Record, written: Callable[[float], str]) -> str:
    """A row for each environment: first those of the libraries, then our games."""
    names = list(dict.fromkeys(name for each in groups.values() for name in each))
    ours = [parlour.game(name).title for name in parlour.game_names()[:5]]

    def cell(name: str, figure: Record | None) -> str:
        if figure is None:
            return ""
        return written(figure["median"]) + (f" ({figure['ratio']:.1f})" if name in ours else "")

    rows = [[name, *(cell(name, each.get(name)) for each in groups.values())] for name in sorted(names, key=ours.count)]
    return table(["", *(name + " per second" if ": " in name else name for name in groups)], rows)


def opponents(record: Record) -> str:
    parts = []
    for device, part in record.items():
        names = [name for name in next(iter(part["figures"].values())) if name != "random"]
        rows = []
        for game, figures in part["figures"].items():
            base = figures["random"]["speed"]
            cells = [f"{figures[name]['speed'] / 1e6:.1f} ({base / figures[name]['speed']:.1f})" for name in names]
            size = f"{figures['perfect']['table MB']:,.1f} and {figures['medium']['table MB']:,.1f} MB"
            rows.append([parlour.game(game).title, f"{base / 1e6:.1f}", *cells, size])
        header = [
            f"`--device {device}`",
            "`random`",
            *(name if " " in name else f"`{name}`" for name in names),
            "tables of `perfect` and `medium`",
        ]
        parts.append(
            f"{part['date']}, {part['machine']}. Million steps per second with 1,024 games; in brackets, how many times"
            f" as long a step takes as against `random`. Medians of 900 steps.\n\n{table(header, rows)}"
        )
    return "\n\n".join(parts)


def gpu(record: Record) -> str:
    header = ["billion choices per second", "random games", "batch, drawn and stepped"]
    rows = [
        [title, f"{each['random games']['median']:.1f}", f"{each['batch']['median']:.1f}"]
        for title, each in record["figures"].items()
    ]
    note = (
        "Medians of 5 runs: 4 billion random games, or steps of a batch of 4,194,304 games. For"
        f" comparison, a copy within the GPU's memory moved {record['copy TB/s']:.2f} TB/s."
    )
    return measured(record, note) + table(header, rows)


# Solving and search


def solving(record: Record) -> str:
    entries = {parlour.game(name).title: run for name, run in record["games"].items()}
    entries |= {f"Token Showdown, {size} tokens": run for size, run in record["growth"].items() if size != "100"}
    header = ["", "states", "outcomes", "explored, solved, certified, refined (s)", "sum (s)"]
    header += ["interval at start", "widest", "memory"]
    rows = [
        [
            title,
            f"{run['states']:,}",
            f"{run['outcomes']:,}",
            ", ".join(f"{seconds:.2f}" for seconds in run["stages"]),
            f"{run['seconds']:.2f}",
            f"{run['interval']:.1e}",
            f"{run['widest']:.1e}",
            f"{run['memory'] / 1e6:.0f} MB",
        ]
        for title, run in entries.items()
    ]
    beside, lookups = record["beside"], record["games"]["token-showdown"]["lookups"]
    note = "Medians of three runs after compilation, each in its own process; 200 tokens once."
    return (
        f"{measured(record, note)}{table(header, rows)}\n\n"
        f"The matrices of {beside['sample']} random states of Token Showdown: HiGHS {beside['highs'] * 1e6:.0f} µs per"
        f" matrix, ours {beside['ours'] * 1e6:.1f} µs ({beside['highs'] / beside['ours']:.0f} times as fast). The"
        f" values differ by at most {beside['furthest']:.0e}. A 20 by 20 matrix of random numbers: HiGHS"
        f" {beside['square_highs'] * 1e6:.0f} µs, ours {beside['square_ours'] * 1e6:.1f} µs, through `matrix_game`"
        f" {beside['square_matrix_game'] * 1e6:.1f} µs. A lookup of the start of Token Showdown: `policy`"
        f" {lookups['policy'] * 1e3:.2f} ms, `loss` {lookups['loss'] * 1e3:.2f} ms."
    )


def gpu_solving(record: Record) -> str:
    header = ["tokens", "states", "outcomes", "seconds", "pivots per matrix", "widest gap", "did not converge"]
    rows = [
        [
            size,
            f"{run['states']:,}",
            f"{run['outcomes']:,}",
            f"{run['seconds']:.3g}",
            f"{run['pivots per matrix']:.1f}",
            f"{run['widest gap']:.1e}",
            f"{run['not converged']:,}",
        ]
        for size, run in record["games"].items()
    ]
    same = record["matrices"]["400"]
    return (
        f"{measured(record, 'One run.')}{table(header, rows)}\n\n"
        f"With 100 tokens, the values differ from the solution in the package by at most"
        f" {record['games']['100']['greatest difference']:.1e}. Of the matrices with 400 tokens, the GPU solves"
        f" {same['GPU matrices per s']:,.0f} per second and {same['CPU cores']} cores next to it"
        f" {same['CPU matrices per s']:,.0f} ({same['times as fast']:.1f} times as fast)."
    )


def search(record: Record) -> str:
    header = ["", "loss in one position", "standard error", "seconds per choice"]
    rows = [
        [title, f"{each['loss']:.4f}", f"{each['error']:.4f}", f"{each['seconds']:.2f}"]
        for title, each in record["figures"].items()
    ]
    return measured(record, f"{record['positions']} positions per game.") + table(header, rows)


# The server, and the arena


def server(record: Record) -> str:
    choices, page = record["choices"], record["page"]
    loads = {"choices by POST alone": choices["alone"], "with a stream of full views to every bot": choices["streams"]}
    rows = [
        [
            what,
            f"{each['rate']:,.0f} choices per second ({each['low']:,.0f} to {each['high']:,.0f}), p50"
            f" {ms(each['p50'])}, p99 {ms(each['p99'])}, {1e6 * each['cpu']:,.0f} µs of CPU each",
        ]
        for what, each in loads.items()
    ]
    rates = {
        "50": "50 rounds per second",
        "100": "100 rounds per second",
        "attacked": "50 rounds per second, while one address asks for as much as it may",
    }
    rows += [
        [
            f"1,000 matches with 2,000 WebSockets, {rates[rate]}",
            f"reveal on both sockets: p50 {ms(each['p50'])}, p99 {ms(each['p99'])}; {each['memory'] / 1e6:.0f} MB",
        ]
        for rate, each in record["sockets"].items()
    ]
    rows += [
        [
            f"{each['kills']} times `kill -9` under load, {store}",
            f"{each['acknowledged']:,} choices acknowledged, {each['lost']} lost, {each['wrong']} changed",
        ]
        for store, each in record["kills"].items()
    ]
    rows.append(
        [
            "first page on a slow phone (1.6 Mbit/s, 150 ms, CPU four times slower)",
            f"{page['bytes'] / 1e3:.0f} kB transferred, interactive after {page['seconds']:.1f} s",
        ]
    )
    note = "Choices: medians of three runs; the page: median of five; sockets and kills: one run."
    return measured(record, note) + table(["", ""], rows, texts=2)


def boardgame_io(record: Record) -> str:
    titles = {
        "theirs": f"boardgame.io {record['version']}, in memory, updates over WebSockets",
        "streams": "Parlour, on SQLite, full views over streams",
        "alone": "Parlour, on SQLite, choices alone",
    }
    rows = []
    for key, title in titles.items():
        each = record[key]
        ratio = f"{each['ratio']:.2f}" if "ratio" in each else "1"
        rate = f"{each['rate']:,.0f} ({each['low']:,.0f} to {each['high']:,.0f})"
        rows.append([title, rate, f"{1e6 * each['cpu']:,.0f} µs", ratio])
    header = [
        "",
        "choices per second",
        "CPU of the server per choice",
        "choices per CPU second, relative to boardgame.io",
    ]
    return measured(record, "Medians of three runs, alternating between servers.") + table(header, rows)


def ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"


def arena(record: Record) -> str:
    rows = [
        [
            name,
            str(each["processes"]),
            "" if each["start"] is None else f"{each['start']:.1f} s",
            f"{each['rate']:,.0f}",
            "" if each["cpu"] is None else f"{1000 * each['cpu']:.1f} ms",
        ]
        for name, each in record["engines"].items()
    ]
    note = (
        f"{record['matches']:,} matches between {', '.join(record['players'])} in {', '.join(record['games'])}."
        " Medians of three runs, alternating between engines."
    )
    header = ["engine", "processes", "start", "matches per second", "CPU per match"]
    return measured(record, note) + table(header, rows)


# Statistics and players, in simulations with fixed seeds


def intervals(record: Record) -> str:
    sizes = list(next(iter(record["figures"].values())))
    header = ["pair scores", *(f"{kind}, {size} pairs" for kind in ("normal", "ours") for size in sizes)]
    rows = [
        [
            name,
            *(
                f"{each[size][kind]['coverage']:.1%} ({each[size][kind]['width']:.3f})"
                for kind in ("normal", "ours")
                for size in sizes
            ),
        ]
        for name, each in record["figures"].items()
    ]
    return f"{record['samples']:,} samples of each.\n\n{table(header, rows)}"


def luck(record: Record) -> str:
    header = ["game", "player", "opponent", "exact", "luck-adjusted", "off", "fresh seeds: raw, luck-adjusted"]
    rows = [
        [
            each["game"],
            each["player"],
            each["opponent"],
            f"{each['exact']:.4f}",
            f"{each['adjusted']:.4f}",
            f"{each['off']:+.1f}",
            *(
                f"{seeds['raw']:,}, {seeds['adjusted']:,}"
                + (f" (factor {seeds['factor']:.1f})" if seeds["factor"] else "")
                for seeds in (each["fresh"], each["shared"])
            ),
        ]
        for each in record["figures"]
    ]
    return f"{record['pairs']:,} pairs of each.\n\n{table([*header, 'shared: raw, luck-adjusted'], rows, texts=3)}"


def ratings(record: Record) -> str:
    players = list(next(iter(record["figures"].values())))
    rows = [
        [game, *(f"{each[name]['hits']} of {record['tournaments']} ({each[name]['exact']})" for name in players)]
        for game, each in record["figures"].items()
    ]
    hits = sum(each["hits"] for game in record["figures"].values() for each in game.values())
    total = record["tournaments"] * len(players) * len(record["figures"])
    return (
        f"{record['tournaments']} tournaments of {record['pairs']} pairs per matchup. Together {hits:,} of"
        f" {total:,}, or {hits / total:.1%}.\n\n{table(['game', *players], rows)}"
    )


def reader(record: Record) -> str:
    header = ["game", "seat", "calibration: `perfect`", "calibration: `reader`", "held out: `perfect`"]
    rows = [
        [each["game"], each["seat"], *(f"{each[who][what]:.0f}" for who in GROUPS for what in ("perfect", "reader"))]
        for each in record["figures"]
    ]
    note = f"{record['matches']} matches with each opponent, after {record['seen']} that `reader` has seen."
    return f"{note}\n\n{table([*header, 'held out: `reader`'], rows, texts=2)}"


GROUPS = ("calibration", "held out")
TABLES = {
    "same_games": (same_games, "same_games"),
    "speed": (speed, "same_games"),
    "peers": (peers, "peers"),
    "environments": (environments, "environments"),
    "opponents": (opponents, "opponents"),
    "gpu": (gpu, "gpu"),
    "solving": (solving, "solving"),
    "gpu_solving": (gpu_solving, "gpu_solving"),
    "search": (search, "search"),
    "server": (server, "server"),
    "boardgame_io": (boardgame_io, "boardgame_io"),
    "arena": (arena, "arena"),
    "intervals": (intervals, "intervals"),
    "luck": (luck, "luck"),
    "ratings": (ratings, "ratings"),
    "reader": (reader, "reader"),
}
