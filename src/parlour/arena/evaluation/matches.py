"""Scores against `hard` and `perfect`, without the opponents' luck, and the mean loss per choice in these matches."""

from collections.abc import Iterable, Sequence
from functools import partial
from random import Random

from parlour.arena.evaluation.answers import match_key, pair_in
from parlour.arena.evaluation.asking import Asker
from parlour.arena.evaluation.positions import LOSS
from parlour.arena.evaluation.result import EvaluationFigure, EvaluationResult, conduct, figure
from parlour.arena.harness.match_losses import judge_matches
from parlour.arena.harness.played import PlayedMatch, pair_scores, whole_pairs
from parlour.arena.statistics.exact import MatchupBatch
from parlour.arena.statistics.intervals import clip
from parlour.arena.statistics.losses import WORST, player_losses
from parlour.arena.statistics.luck_adjusted import LuckAdjusted, LuckCase
from parlour.games.game import Game
from parlour.games.line import MAX_TURNS
from parlour.players import player as by_name
from parlour.players.base import MixedPlayer, Player
from parlour.players.driver import play_match

NAME = "matches"
PLAYER = "evaluated"  # the name of the player in its matches
OPPONENTS = ("hard", "perfect")


def evaluate_matches(asker: Asker, pairs: int) -> EvaluationResult:
    game = asker.subject.game
    played: dict[str, list[PlayedMatch]] = {}
    for name in OPPONENTS:
        if not asker.stopped:
            played[name] = play_pairs(asker, name, known_opponent(name), pairs)
    batch = MatchupBatch(game)
    cases = [LuckCase(batch, matches, PLAYER, known_opponent(name)) for name, matches in played.items() if matches]
    figures: list[EvaluationFigure] = []
    notes = [
        f"{len(matches) // 2} of {pairs} pairs against {name} are finished."
        for name, matches in played.items()
        if len(matches) < 2 * pairs
    ]
    for case in cases:
        found, matches = case.adjust(), played[case.opponent]
        figures += score_figures(found, matches) + loss_figures(game, case.opponent, matches)
        notes += luck_note(found)
    # The questions in matches against these opponents, by any evaluation, and the calls made in vain.
    asked = [
        answer
        for answer in asker.answers
        if any(pair_in(answer.key, opponent) is not None for opponent in OPPONENTS)
        or (not answer.key and answer.evaluation == NAME)
    ]
    return EvaluationResult(
        NAME,
        "What does the player score in whole matches, from -1 (all lost) to 1 (all won), in pairs with seats swapped?",
        figures,
        notes,
        conduct(asked, "pairs"),
        asker.stopped,
    )


def play_pairs(asker: Asker, name: str, opponent: Player, pairs: int) -> list[PlayedMatch]:
    """Pairs against an opponent, from the first one to the last one before any that is not finished.

    Those after it do not count: which pairs are finished when the budget runs out depends on how long they are.
    """
    found: dict[tuple[int, bool], PlayedMatch] = {}

    def play(pair: int, swapped: bool) -> None:
        game = asker.subject.game
        names = (name, PLAYER) if swapped else (PLAYER, name)
        # The name belongs to it: a known player must not draw the same numbers while it is watched and afterwards.
        seed = Random(f"{asker.subject.seed}/{name}/{pair}").getrandbits(48)
        with asker.player(lambda view: match_key(name, pair, swapped, view.choices)) as asked:
            players = (opponent, asked) if swapped else (asked, opponent)
            match = play_match(game, *players, seed=seed, max_turns=asker.subject.max_turns or MAX_TURNS)
        found[pair, swapped] = PlayedMatch(pair, swapped, game.name, names, seed, match.line, *match.result)

    tasks = (partial(play, pair, swapped) for pair in range(pairs) for swapped in (False, True))
    asker.run(tasks, f"playing against {name}")
    whole = next((pair for pair in range(pairs) if not {(pair, False), (pair, True)} <= found.keys()), pairs)
    return [found[pair, swapped] for pair in range(whole) for swapped in (False, True)]


def own_matches(asker: Asker) -> list[PlayedMatch]:
    """The pairs that were played before. Asks nothing."""
    played = []
    with asker.at_most(0):
        for name in OPPONENTS:
            pairs = (pair_in(answer.key, name) for answer in asker.answers)
            begun = max((pair + 1 for pair in pairs if pair is not None), default=0)
            played += play_pairs(asker, name, known_opponent(name), begun)
    asker.out_of_calls = ""
    return played


def known_opponent(name: str) -> MixedPlayer:
    opponent = by_name(name)
    assert isinstance(opponent, MixedPlayer)
    return opponent


def score_figures(found: LuckAdjusted, played: Iterable[PlayedMatch]) -> list[EvaluationFigure]:
    name = found.opponent
    adjusted = clip(found.adjusted, -1.0, 1.0)
    figures = [EvaluationFigure.of(f"luck-adjusted score against {name}", adjusted, "pairs")]
    figures += figure(f"raw score against {name}", (pair.raw for pair in found.pairs), "pairs", -1.0, 1.0)
    legal = [pair.of(PLAYER) for pair in pair_scores(played) if not pair.forfeited]
    if len(legal) < len(found.pairs):
        figures += figure(f"raw score against {name}, without forfeits", legal, "pairs", -1.0, 1.0)
    return figures


def luck_note(found: LuckAdjusted) -> list[str]:
    name, factor = found.opponent, found.factor
    if factor is None:
        return []
    if factor < 1.0:
        return [f"Against {name}, the raw score varies less than the luck-adjusted one."]
    needs = f"{factor:.1f} times as many games to vary as little as the luck-adjusted one"
    return [f"Against {name}, the raw score needs {needs}."]


def loss_figures(game: Game, name: str, played: Sequence[PlayedMatch]) -> list[EvaluationFigure]:
    """The player's loss per match and per choice, as reports of tournaments count it."""
    by_match = dict(judge_matches(game, played))
    whole = [
        sum(by_match[match.key].total(match.players.index(PLAYER)) for match in pair) / 2
        for pair in whole_pairs(played)
    ]
    figures = figure(f"loss per match against {name}", whole, "pairs", 0.0, max(WORST, *whole))
    losses = player_losses(PLAYER, played, by_match)
    if losses is None:
        return figures
    parts = {"": losses.loss, ", without forfeits": losses.without_forfeits if losses.forfeits else None}
    parts |= {f", {phase}": found for phase, found in losses.phases.items()}
    return figures + [
        EvaluationFigure.of(f"{LOSS} against {name}{part}", found, "pairs") for part, found in parts.items() if found
    ]
