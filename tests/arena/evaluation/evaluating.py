"""What the tests of evaluations share: a small game, subjects, and the figures of a result by name."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

from players.models.loopback import Loopback

import parlour
from parlour.arena.evaluation.asking import asking
from parlour.arena.evaluation.exploit import evaluate_exploit
from parlour.arena.evaluation.matches import evaluate_matches
from parlour.arena.evaluation.positions import evaluate_positions
from parlour.arena.evaluation.result import EvaluationFigure, EvaluationResult
from parlour.arena.evaluation.sampling import positions_met_by
from parlour.arena.evaluation.subject import EvaluationSubject, load_subject

RULES = {"tokens": 8, "points": 2}
GAME = parlour.game("token-showdown", **RULES)
PLENTY = 1_000_000


def known(name: str, seed: int = 1) -> EvaluationSubject:
    return load_subject(GAME, name, {}, seed)


def over_http(server: Loopback, seed: int = 1, **settings: Any) -> EvaluationSubject:
    return load_subject(GAME, "openai:gpt-loop", {"base_url": server.url, "retries": 2, **settings}, seed)


def on_positions(
    folder: Path, who: EvaluationSubject, count: int, times: int = 1, calls: int = PLENTY, threads: int = 1
) -> EvaluationResult:
    with asking(folder, who, "positions", calls, threads) as asker:
        return evaluate_positions(asker, "perfect", islice(positions_met_by("perfect", GAME, who.seed), count), times)


def in_matches(
    folder: Path, who: EvaluationSubject, pairs: int, calls: int = PLENTY, threads: int = 1
) -> EvaluationResult:
    with asking(folder, who, "matches", calls, threads) as asker:
        return evaluate_matches(asker, pairs)


def exploited(folder: Path, who: EvaluationSubject, pairs: int, calls: int = PLENTY) -> EvaluationResult:
    with asking(folder, who, "exploit", calls) as asker:
        return evaluate_exploit(asker, pairs)


def named(result: EvaluationResult, name: str) -> EvaluationFigure:
    return next(figure for figure in (*result.figures, *result.conduct.rates) if figure.name == name)


def contains(figure: EvaluationFigure, truth: float) -> bool:
    return figure.low <= truth <= figure.high
