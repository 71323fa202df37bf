"""A07: how long an answer takes must not depend on what is sealed. That somebody has chosen, and when, is public.

Samples of two choices are taken in turns, in random order, so that whatever else the machine does meets both alike.
The statistic is that of Mann and Whitney: the chance that a sample of one kind takes longer than one of the other. It
uses ranks only, so a few very slow answers do not matter.
"""

from __future__ import annotations

import random
import time
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from server.serving import Live, Process, new_party

import parlour
from parlour.server.matches import choosing

MATCHES, PAIRS = 10, 15  # pairs in each match: views grow with every round
SEALED = (1, 60)  # two choices, which differ in their length too
TOLERATED = 0.17  # five standard deviations of the statistic: it fails by chance less than once in a million runs

Samples = dict[str, dict[int, list[float]]]


def chance_of_longer(one: list[float], other: list[float]) -> float:
    """That a sample of the second list is greater than one of the first; 0.5 if they do not differ."""
    ranked = sorted(other)
    greater = sum(len(ranked) - bisect_right(ranked, value) for value in one)
    equal = sum(bisect_right(ranked, value) - bisect_left(ranked, value) for value in one)
    return (greater + equal / 2) / (len(one) * len(other))


def measured(url: str, matches: int) -> Samples:
    samples: Samples = defaultdict(lambda: defaultdict(list))
    for seed in range(matches):
        measure(url, random.Random(seed), samples)
    return samples


def measure(url: str, chance: random.Random, samples: Samples) -> None:
    """How long answers take to the player who seals, to the other one, and to a spectator, for each choice."""
    party = new_party(url, rules={"tokens": 10_000, "points": 10_000})
    number = 0
    for _ in range(PAIRS):
        for action in chance.sample(SEALED, 2):
            number += 1
            at, pad = (number, 0), "x" * (20 - len(str(action)))

            def timed(what: str, work: Callable[[], Any], status: int, action: int = action) -> None:
                began = time.perf_counter()
                answer = work()
                samples[what][action].append(time.perf_counter() - began)
                assert answer.status_code == status

            timed("sealing", lambda: party.first.choose(action, at=at, pad=pad), 200)  # noqa: B023  # called at once
            timed("looking", party.second.get, 200)
            timed("watching", party.spectator.get, 200)
            timed("choosing again", lambda: party.first.choose(1, at=at), 409)  # noqa: B023  # called at once
            timed("an illegal choice", lambda: party.second.choose(10**6, at=at), 422)  # noqa: B023  # called at once
            timed("the last choice", lambda: party.second.choose(30, at=at), 200)  # noqa: B023  # called at once


def differences(samples: Samples) -> dict[str, float]:
    return {
        what: round(chance_of_longer(times[SEALED[0]], times[SEALED[1]]) - 0.5, 3) for what, times in samples.items()
    }


@pytest.mark.untraced
def test_a07_the_time_of_an_answer_does_not_depend_on_the_sealed_choice(tmp_path: Path) -> None:
    server = Process(tmp_path, str(tmp_path / "m.sqlite"), COVERAGE_PROCESS_CONFIG="").ready()  # as it is in real use
    measured(server.url, 1)  # the first requests take longer
    found = differences(measured(server.url, MATCHES))
    assert all(abs(difference) < TOLERATED for difference in found.values()), found


def test_a07_the_measurement_can_fail(shared: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifty milliseconds more for one choice are found, however busy the machine is."""
    choose = choosing.choose

    def slower(tx: Any, table: Any, seat: int, request: choosing.ChoiceRequest, *more: Any) -> str:
        if request.action == SEALED[1]:
            time.sleep(0.05)
        return choose(tx, table, seat, request, *more)

    monkeypatch.setattr(choosing, "choose", slower)
    assert differences(measured(shared.url, 2))["sealing"] > TOLERATED


def test_whether_an_action_is_legal_takes_equally_long_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking through a list of ten thousand would tell how far it went."""
    game = parlour.game("resource-war", points=10_000)
    state, option, asked = game.start(), game.module.option, list[int]()

    def counted(*arguments: Any) -> int:
        asked.append(1)
        return option(*arguments)

    monkeypatch.setattr(game.module, "option", counted)
    lengths = set()
    for action in (0, 1, 17, 4_999, 5_000, 9_998, 9_999, 10_000):
        asked.clear()
        assert game.is_legal(state, 0, action)
        lengths.add(len(asked))
    assert max(lengths) - min(lengths) <= 2
    assert max(lengths) < 20


def test_the_statistic() -> None:
    assert chance_of_longer([1, 2, 3], [4, 5, 6]) == 1
    assert chance_of_longer([4, 5, 6], [1, 2, 3]) == 0
    assert chance_of_longer([1, 2], [1, 2]) == 0.5
