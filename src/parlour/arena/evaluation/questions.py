"""Questions about positions, each with its exact answer, which the rules and the solution give."""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import islice
from random import Random
from typing import Any, NamedTuple, TypeAlias

from parlour.arena.evaluation.sampling import SampledPosition, positions_met_by, reachable_positions
from parlour.arena.evaluation.subject import QUESTIONS
from parlour.games.line import Choices
from parlour.games.vocabulary import seen_by
from parlour.match.transcript import turn_text
from parlour.players.models.prompt import PositionText, PromptTexts, as_list, position_of
from parlour.players.models.wording import Wording, random_match
from parlour.solver.memory import solution_of
from parlour.solver.states.stage import ROUNDING

CANDIDATES = 6  # actions of which some are legal
SITUATIONS = 4  # of which one comes next
CLEAR = 0.25  # a value that is closer to 0 does not say clearly who is winning
LOOKED_AT = 50  # positions for every question, at most: not every kind of question fits everywhere
CASES = 4  # of the question who is winning: either player is asked, and either is winning
RANDOM_TURNS = 100  # of a random match whose actions are candidates, at most

Value: TypeAlias = Mapping[str, Any]
TEXT: Value = {"type": "string"}
TEXTS: Value = {"type": "array", "items": TEXT}
NUMBER: Value = {"type": "number"}
SHARE: Value = {
    "type": "object",
    "properties": {"action": TEXT, "percent": NUMBER},
    "required": ["action", "percent"],
    "additionalProperties": False,
}
SHARES: Value = {"type": "array", "items": SHARE}


class QuestionTexts(PromptTexts):
    def __init__(self) -> None:
        super().__init__(QUESTIONS.read_text(encoding="utf-8"))

    def user(self, position: PositionText, question: str) -> str:
        return self.fill(
            "user",
            history="\n".join(position.history) or "None yet.",
            number=str(position.number),
            situation="\n".join(position.situation),
            question=question,
        )


class ExactQuestion(NamedTuple):
    kind: str
    at: SampledPosition
    text: str
    answer: Value  # the type of the answer, as a JSON schema
    truth: Any  # the score of each answer; of "chance", the exact one; of "mix", the action of each label


class AskedPosition(NamedTuple):
    at: SampledPosition
    words: PositionText

    @property
    def value(self) -> float:
        """The worth of the position to the player who answers."""
        return seen_by(self.at.player, solution_of(self.at.line.game).value(self.at.line.state))


def questions(wording: Wording, texts: QuestionTexts, kind: str, count: int, seed: int) -> list[ExactQuestion]:
    """So many questions of one kind about positions that perfect play meets; fewer if there are not so many.

    In some games perfect play never changes who is winning. So that question is about all positions that can be
    reached, and asked equally often where you are winning and where you are not, as either player; and not at all if
    the answer is always the same.
    """
    random, found, cases = Random(f"{seed}/{kind}"), dict[Any, ExactQuestion](), Counter[tuple[int, str]]()
    start, game = random.getrandbits(32), wording.game
    sample = reachable_positions(game, start) if kind == "winning" else positions_met_by("perfect", game, start)
    most = -(-count // CASES) if kind == "winning" else count
    for at in islice(sample, LOOKED_AT * count):
        question = KINDS[kind](AskedPosition(at, position_of(at.view(), wording)), texts, random)
        if question is None:
            continue
        identity, case = (at.line, at.player, question.text), case_of(question)
        if identity not in found and cases[case] < most:
            found[identity] = question
            cases[case] += 1
        if len(found) == count:
            break
    if kind == "winning" and len({answer for _, answer in cases}) < min(2, count):
        return []
    return list(found.values())


def case_of(question: ExactQuestion) -> tuple[int, str]:
    """The case of a question: who answers and the truth if it asks who is winning; others have one case."""
    if question.kind != "winning":
        return 0, ""
    return question.at.player, max(question.truth, key=question.truth.__getitem__)


def legal(asked: AskedPosition, texts: QuestionTexts, random: Random) -> ExactQuestion | None:
    """Which actions are legal: some that are, and some that are legal elsewhere in this game."""
    here, wording = list(asked.words.labels), asked.words.wording
    in_a_match = {
        wording.label(state, player, action)
        for state, player, actions in random_match(wording.game, random, RANDOM_TURNS)
        for action in actions
    }
    elsewhere = sorted(in_a_match - set(here))
    some = random.sample(here, min(len(here), random.randint(1, CANDIDATES - 1)))
    others = random.sample(elsewhere, min(len(elsewhere), CANDIDATES - len(some)))
    candidates = random.sample(some + others, len(some) + len(others))
    text = texts.fill("legal", candidates=as_list(candidates))
    return ExactQuestion("legal", asked.at, text, TEXTS, {"candidates": candidates, "legal": some})


def what_next(asked: AskedPosition, texts: QuestionTexts, random: Random) -> ExactQuestion | None:
    """Which situation comes next, out of several that other choices lead to. The game must continue."""
    right, wording = random_choices(asked, random), asked.words.wording
    situation, others = situation_after(asked, right), dict[str, None]()
    if situation is None:
        return None
    for _ in range(10 * SITUATIONS):
        text = situation_after(asked, random_choices(asked, random))
        if text is not None and text != situation and len(others) < SITUATIONS - 1:
            others[text] = None
    if not others:
        return None
    options = random.sample([situation, *others], len(others) + 1)
    letters = dict(zip("ABCD", options, strict=False))
    text = texts.fill(
        "next",
        number=str(asked.words.number),
        turn=turn_text(asked.at.line.play(*right).public_turn(-1), wording.players, wording.label),
        candidates="\n\n".join(f"{letter}:\n{option}" for letter, option in letters.items()) + "\n",
    )
    truth = {letter: float(option == situation) for letter, option in letters.items()}
    return ExactQuestion("next", asked.at, text, TEXT, truth)


def winning(asked: AskedPosition, texts: QuestionTexts, _: Random) -> ExactQuestion | None:
    """Who has the better chances, where that is clear."""
    if abs(asked.value) < CLEAR:
        return None
    you = asked.at.player
    better = you if asked.value > 0 else 1 - you
    truth = {name: float(player == better) for player, name in enumerate(asked.words.wording.players)}
    return ExactQuestion("winning", asked.at, texts.fill("winning", candidates=as_list(truth)), TEXT, truth)


def best_reply(asked: AskedPosition, texts: QuestionTexts, random: Random) -> ExactQuestion | None:
    """The best reply to a choice of the opponent that is usually secret."""
    you, line, wording = asked.at.player, asked.at.line, asked.words.wording
    if len(line.to_act) < 2:
        return None
    theirs = random.choice(line.game.actions(line.state, 1 - you))
    values = {}  # to the player who is asked
    for label, mine in asked.words.labels.items():
        after = line.play(mine, theirs) if you == 0 else line.play(theirs, mine)
        values[label] = seen_by(you, solution_of(line.game).value(after.state))
    best = max(values.values())
    if min(values.values()) > best - ROUNDING:  # all replies are equally good
        return None
    truth = {label: float(value >= best - ROUNDING) for label, value in values.items()}
    choice = f"{wording.players[1 - you]}: {wording.label(line.game.shown(line.state), 1 - you, theirs)}"
    return ExactQuestion("reply", asked.at, texts.fill("reply", turn=choice), TEXT, truth)


def chance(asked: AskedPosition, texts: QuestionTexts, _: Random) -> ExactQuestion | None:
    """How likely the player is to win; a draw counts as half a win."""
    return ExactQuestion("chance", asked.at, texts.fill("chance"), NUMBER, (1.0 + asked.value) / 2)


def mix(asked: AskedPosition, texts: QuestionTexts, _: Random) -> ExactQuestion | None:
    """How often the player would choose each action."""
    return ExactQuestion("mix", asked.at, texts.fill("mix"), SHARES, dict(asked.words.labels))


Maker: TypeAlias = Callable[[AskedPosition, QuestionTexts, Random], ExactQuestion | None]
KINDS: dict[str, Maker] = {
    "legal": legal,
    "next": what_next,
    "winning": winning,
    "reply": best_reply,
    "chance": chance,
    "mix": mix,
}


def score(question: ExactQuestion, answer: Any) -> float:
    """1 for the right answer, and 0 for a wrong one."""
    if question.kind == "legal":
        return float(set(answer) == set(question.truth["legal"]))
    return float(question.truth[answer])


def guessing_score(question: ExactQuestion) -> float:
    """The mean score of picking one of the possible answers at random."""
    if question.kind == "legal":
        return 0.5 ** len(question.truth["candidates"])
    return float(sum(question.truth.values()) / len(question.truth))


def random_choices(asked: AskedPosition, random: Random) -> Choices:
    line = asked.at.line
    return tuple([random.choice(line.game.actions(line.state, player)) for player in line.to_act])


def situation_after(asked: AskedPosition, choices: Choices) -> str | None:
    """The situation in words, or None if the game is over."""
    line = asked.at.line.play(*choices)
    if not line.to_act:
        return None
    return "\n".join(asked.words.wording.situation(line.game.shown(line.state), len(line) + 1))
