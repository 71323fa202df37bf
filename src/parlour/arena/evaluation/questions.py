"""Questions about positions, each with its exact answer, which the rules and the solution give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from random import Random
from typing import Any, NamedTuple, TypeAlias

from parlour.arena.evaluation.sampling import Met, match_at, met_by, reachable
from parlour.arena.evaluation.texts import Texts
from parlour.games.contract import Decision, State
from parlour.games.game import Game
from parlour.match.match import Match
from parlour.players.models.prompt import PositionText, as_list, position_of, turn_text
from parlour.players.models.replies import Unreadable
from parlour.players.models.wording import Wording, fold
from parlour.solver.solution import ROUNDING
from parlour.solver.solutions import solution_of

CANDIDATES = 6  # actions of which some are legal
SITUATIONS = 4  # of which one comes next
CLEAR = 0.25  # a value that is closer to 0 does not say clearly who is winning
PATIENCE = 50  # positions to look at for every question; not every kind of question fits everywhere
CASES = 4  # of the question who is winning: either player is asked, and either is winning
WHOLE = 1.0  # per cent by which the parts of a mix may miss 100

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


class Question(NamedTuple):
    kind: str
    met: Met
    text: str
    answer: Value  # the type of the answer, as a JSON schema
    truth: Any  # the score of each answer; of "chance", the exact one; of "mix", the action of each label


class Asked(NamedTuple):
    """A position in which something may be asked."""

    match: Match
    met: Met
    position: PositionText

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def wording(self) -> Wording:
        return self.position.wording

    @property
    def value(self) -> float:
        """What the position is worth to the player who is asked."""
        value = solution_of(self.game).value(self.match.state)
        return value if self.met.player == 0 else -value

    def label(self, player: int, action: int) -> str:
        return self.wording.label(self.game.shown(self.match.state), player, action)


def asked_at(game: Game, met: Met, wording: Wording) -> Asked:
    match = match_at(game, met)
    return Asked(match, met, position_of(match.view(met.player), wording))


def questions(game: Game, wording: Wording, texts: Texts, kind: str, count: int, seed: int) -> list[Question]:
    """So many questions of one kind about positions that perfect play meets; fewer if there are not so many.

    In some games perfect play never changes who is winning. So that question is about all positions that can be
    reached, and asked equally often where you are winning and where you are not, as either player; and not at all if
    the answer is always the same.
    """
    random, found, cases = Random(f"{seed}/{kind}"), dict[tuple[Any, int, str], Question](), Counter[tuple[int, str]]()
    start = random.getrandbits(32)
    sample = reachable(game, start) if kind == "winning" else met_by("perfect", game, start)
    most = -(-count // CASES) if kind == "winning" else count
    for met in islice(sample, PATIENCE * count):
        question = KINDS[kind](asked_at(game, met, wording), texts, random)
        if question is None:
            continue
        identity, case = (met.decisions, met.player, question.text), case_of(question)
        if identity not in found and cases[case] < most:
            found[identity] = question
            cases[case] += 1
        if len(found) == count:
            break
    if kind == "winning" and len({answer for _, answer in cases}) < min(2, count):
        return []
    return list(found.values())


def case_of(question: Question) -> tuple[int, str]:
    """Who is asked who is winning, and what is true; there is only one case of other questions."""
    if question.kind != "winning":
        return 0, ""
    return question.met.player, max(question.truth, key=question.truth.__getitem__)


def legal(asked: Asked, texts: Texts, random: Random) -> Question | None:
    """Which actions are legal: some that are, and some that are legal elsewhere in this game."""
    here = list(asked.position.labels)
    elsewhere = sorted(labels_in_a_match(asked.wording, random) - set(here))
    some = random.sample(here, min(len(here), random.randint(1, CANDIDATES - 1)))
    others = random.sample(elsewhere, min(len(elsewhere), CANDIDATES - len(some)))
    candidates = random.sample(some + others, len(some) + len(others))
    text = texts.fill("legal", candidates=as_list(candidates))
    return Question("legal", asked.met, text, TEXTS, {"candidates": candidates, "legal": some})


def labels_in_a_match(wording: Wording, random: Random) -> set[str]:
    """The labels of all actions in a random match, of both players."""
    match, labels = Match(wording.game), set[str]()
    while match.to_act and len(match.decisions) < 100:
        state = match.view().state
        for player in match.to_act:
            actions = match.view(player).actions
            labels.update(wording.label(state, player, action) for action in actions)
            match.choose(player, random.choice(actions))
    return labels


def what_next(asked: Asked, texts: Texts, random: Random) -> Question | None:
    """Which situation comes next, out of several that other decisions lead to. The game must go on."""
    right, texts_of = random_decision(asked, random), dict[str, Decision]()
    situation = situation_after(asked, right)
    if situation is None:
        return None
    for _ in range(10 * SITUATIONS):
        other = random_decision(asked, random)
        text = situation_after(asked, other)
        if text is not None and text != situation and len(texts_of) < SITUATIONS - 1:
            texts_of[text] = other
    if not texts_of:
        return None
    options = random.sample([situation, *texts_of], len(texts_of) + 1)
    letters = dict(zip("ABCD", options, strict=False))
    text = texts.fill(
        "next",
        number=str(asked.position.number),
        decision=in_words(asked, right),
        candidates="\n\n".join(f"{letter}:\n{option}" for letter, option in letters.items()) + "\n",
    )
    truth = {letter: float(option == situation) for letter, option in letters.items()}
    return Question("next", asked.met, text, TEXT, truth)


def winning(asked: Asked, texts: Texts, _: Random) -> Question | None:
    """Who has the better chances, where that is clear."""
    if abs(asked.value) < CLEAR:
        return None
    you = asked.met.player
    better = you if asked.value > 0 else 1 - you
    truth = {name: float(player == better) for player, name in enumerate(asked.wording.players)}
    return Question("winning", asked.met, texts.fill("winning", candidates=as_list(truth)), TEXT, truth)


def best_reply(asked: Asked, texts: Texts, random: Random) -> Question | None:
    """The best reply to a choice of the opponent that is usually secret."""
    you, state, game = asked.met.player, asked.match.state, asked.game
    if len(asked.match.to_act) < 2:
        return None
    theirs = random.choice(game.actions(state, 1 - you))
    values = {label: reply_value(game, state, you, mine, theirs) for label, mine in asked.position.labels.items()}
    best = max(values.values())
    if min(values.values()) > best - ROUNDING:  # every reply is as good as any other
        return None
    line = f"{asked.wording.players[1 - you]}: {asked.label(1 - you, theirs)}"
    truth = {label: float(value >= best - ROUNDING) for label, value in values.items()}
    return Question("reply", asked.met, texts.fill("reply", decision=line), TEXT, truth)


def chance(asked: Asked, texts: Texts, _: Random) -> Question | None:
    """How likely the player is to win; a draw counts as half a win."""
    return Question("chance", asked.met, texts.fill("chance"), NUMBER, (1.0 + asked.value) / 2)


def mix(asked: Asked, texts: Texts, _: Random) -> Question | None:
    """How often the player would choose each action."""
    return Question("mix", asked.met, texts.fill("mix"), SHARES, dict(asked.position.labels))


Maker: TypeAlias = Callable[[Asked, Texts, Random], Question | None]
KINDS: dict[str, Maker] = {
    "legal": legal,
    "next": what_next,
    "winning": winning,
    "reply": best_reply,
    "chance": chance,
    "mix": mix,
}


def checked_answer(question: Question, answer: Any) -> Any:
    """The answer as JSON data, if it is one that the question allows. Raises Unreadable otherwise."""
    if question.kind == "legal":
        names = folded_names(question.truth["candidates"])
        if not isinstance(answer, list) or not all(isinstance(each, str) and fold(each) in names for each in answer):
            raise Unreadable("it must be a list of actions from the question")
        return [names[fold(each)] for each in answer]
    if question.kind == "chance":
        if not is_number(answer) or not 0 <= answer <= 100:
            raise Unreadable("it must be a number from 0 to 100")
        return answer
    if question.kind == "mix":
        return checked_mix(question.truth, answer)
    names = folded_names(question.truth)
    if not isinstance(answer, str) or fold(answer) not in names:
        raise Unreadable("it is none of the possible answers")
    return names[fold(answer)]


def checked_mix(actions: Mapping[str, int], answer: Any) -> dict[str, float]:
    names, shares = folded_names(actions), dict[str, float]()
    if not isinstance(answer, list):
        raise Unreadable("it must be a list")
    for each in answer:
        if not isinstance(each, dict) or set(each) != {"action", "percent"} or not isinstance(each["action"], str):
            raise Unreadable('every part must have the entries "action" and "percent"')
        name, percent = names.get(fold(each["action"])), each["percent"]
        if name is None or name in shares or not is_number(percent) or not 0 <= percent <= 100:
            raise Unreadable("every part must name another legal action and a number from 0 to 100")
        shares[name] = float(percent)
    if abs(sum(shares.values()) - 100) > WHOLE:
        raise Unreadable("the numbers must add up to 100")
    return shares


def score(question: Question, answer: Any) -> float:
    """1 for the right answer, and 0 for a wrong one."""
    if question.kind == "legal":
        return float(set(answer) == set(question.truth["legal"]))
    return float(question.truth[answer])


def guessed(question: Question) -> float:
    """What somebody scores on average who picks one of the possible answers at random."""
    if question.kind == "legal":
        return 0.5 ** len(question.truth["candidates"])
    return float(sum(question.truth.values()) / len(question.truth))


def folded_names(names: Iterable[str]) -> dict[str, str]:
    return {fold(name): name for name in names}


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def random_decision(asked: Asked, random: Random) -> Decision:
    chosen = [random.choice(asked.game.actions(asked.match.state, player)) for player in asked.match.to_act]
    return (chosen[0], chosen[1]) if len(chosen) == 2 else chosen[0]


def in_words(asked: Asked, decision: Decision) -> str:
    match = match_at(asked.game, asked.met)
    match.decide(decision)
    return turn_text(match.line.public_turns[-1], asked.wording)


def situation_after(asked: Asked, decision: Decision) -> str | None:
    """The situation in words, or None if the game is over."""
    match = match_at(asked.game, asked.met)
    match.decide(decision)
    if not match.to_act:
        return None
    return "\n".join(asked.wording.situation(match.view().state, len(match.decisions) + 1))


def reply_value(game: Game, state: State, you: int, mine: int, theirs: int) -> float:
    """What a state is worth to a player after both have chosen."""
    after = game.play(state, mine, theirs) if you == 0 else game.play(state, theirs, mine)
    value = solution_of(game).value(after)
    return value if you == 0 else -value
