"""A task for inspect_ai: positions of a game, and the loss of each answer.

inspect eval parlour/positions -T game=token-showdown --model openai/some-model
"""

from collections.abc import Mapping
from itertools import islice
from math import isnan, nan
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, mean, metric, scorer, stderr
from inspect_ai.solver import TaskState, generate

from parlour.arena.evaluation.sampling import SampledPosition, positions_met_by
from parlour.games.catalogue import game as find_game
from parlour.games.catalogue import named_game
from parlour.games.line import Line
from parlour.players.models.prompt import Prompt, position_of
from parlour.players.models.replies import read
from parlour.players.models.settings import STANDARD
from parlour.players.models.wording import wording_of
from parlour.solver.memory import solution_of


@task
def positions(
    game: str = "token-showdown",
    rules: Mapping[str, int | str] | None = None,
    met_by: str = "perfect",
    samples: int = 100,
    seed: int = 1,
    legal_actions: bool = False,
    renamed: int | None = None,
    prompt: str = STANDARD,
) -> Task:
    """Positions of a game, one from each of `samples` matches that `met_by` plays against itself.

    `rules` changes the game, `legal_actions` lists them in the prompt, and `renamed` is the seed of other names.
    """
    variant, texts = find_game(game, **(rules or {})), Prompt(prompt)
    solution_of(variant)  # now: a game that is too large is an error of the task, not of its samples
    content = []
    sample = islice(positions_met_by(met_by, variant, seed), samples)
    for number, at in enumerate(sample, start=1):
        position = position_of(at.view(), wording_of(variant, renamed))
        content.append(
            Sample(
                id=number,
                input=[
                    ChatMessageSystem(content=texts.system(position, structured=False)),
                    ChatMessageUser(content=texts.user(position, legal_actions)),
                ],
                metadata={
                    "game": variant.name,
                    "rules": variant.named_rules(),
                    "turns": at.line.choices,
                    "player": at.player,
                    "phase": at.phase,
                    "renamed": renamed,
                },
            )
        )
    return Task(
        dataset=MemoryDataset(content, name=f"{variant.name} met by {met_by}"),
        solver=generate(),
        scorer=exact_loss(),
    )


@metric
def mean_of_legal() -> Metric:
    """The mean over the answers that were legal."""

    def of(scores: list[SampleScore]) -> float:
        values = [value for value in (score.score.as_float() for score in scores) if not isnan(value)]
        return sum(values) / len(values) if values else nan

    return of


@scorer(
    metrics={
        "loss": [mean(), stderr()],
        "loss_if_legal": [mean_of_legal()],
        "illegal": [mean()],
        "unreadable": [mean()],
    }
)
def exact_loss() -> Scorer:
    """The loss of an answer against a perfect opponent, from 0 to 2.

    An answer that is illegal or cannot be read forfeits: it loses all that the position was worth.
    """

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001 - scorers have these arguments
        asked = state.metadata
        game = named_game(asked["game"], **asked["rules"])
        at = SampledPosition(Line(game, asked["turns"]), asked["player"], asked["phase"])
        position = position_of(at.view(), wording_of(game, asked["renamed"]))
        reading = read(state.output.completion, False, position.labels, position.forms)
        loss = at.loss(reading.meaning)
        value: dict[str, Any] = {
            "loss": loss,
            "loss_if_legal": nan if reading.meaning is None else loss,
            "illegal": int(reading.kind == "illegal"),
            "unreadable": int(reading.kind == "unreadable"),
        }
        answer = reading.answer or next(
            (label for label, each in position.labels.items() if each == reading.meaning), ""
        )
        return Score(value=value, answer=answer, explanation=reading.problem or reading.kind)

    return score
