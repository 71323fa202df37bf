"""What a player scores against `hard` and `perfect`, without the opponents' luck, and where it loses what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlour.arena.evaluation.asking import Asker
from parlour.arena.evaluation.figures import Figure, Result, conduct, cut, figure
from parlour.arena.evaluation.playing import PLAYER, asked_in_matches, begun_pairs, play_pairs
from parlour.arena.report.losses import WORST, losses_of
from parlour.arena.statistics.luck_adjusted import Corrected, case_of, corrected, needed_for
from parlour.arena.statistics.meeting_batch import MeetingBatch
from parlour.arena.statistics.pair_scores import pair_scores, whole_pairs
from parlour.arena.tournament.results import Played
from parlour.arena.tournament.reviews import Grader, Grades
from parlour.games.game import Game
from parlour.players import player as by_name
from parlour.players.base import MixedPlayer

NAME = "matches"
OPPONENTS = ("hard", "perfect")


def evaluate_matches(asker: Asker, pairs: int) -> Result:
    """Plays so many pairs against each opponent."""
    game = asker.subject.game
    played: dict[str, list[Played]] = {}
    for name in OPPONENTS:
        if not asker.stopped:
            played[name] = play_pairs(asker, name, known(name), pairs)
    cases = [case_of(game, matches, PLAYER, known(name)) for name, matches in played.items() if matches]
    figures: list[Figure] = []
    notes = [
        f"{len(matches) // 2} of {pairs} pairs against {name} are finished."
        for name, matches in played.items()
        if len(matches) < 2 * pairs
    ]
    batch = MeetingBatch()
    needed = [needed_for(case, batch) for case in cases]
    met = batch.calculated(game)
    for case, places in zip(cases, needed, strict=True):
        found, matches = corrected(game, case, [met[place] for place in places]), played[case.opponent]
        figures += score_figures(found, matches) + loss_figures(game, case.opponent, matches)
        notes += luck_note(found)
    return Result(
        NAME,
        "",
        "What does the player score in whole matches, from -1 (all lost) to 1 (all won), in pairs with seats swapped?",
        tuple(figures),
        tuple(notes),
        (),
        conduct(asked_in_matches(asker.answers, NAME, OPPONENTS), "pairs"),
        asker.stopped,
    )


def known(name: str) -> MixedPlayer:
    """An opponent with a mix."""
    opponent = by_name(name)
    assert isinstance(opponent, MixedPlayer)
    return opponent


def own_matches(asker: Asker) -> list[Played]:
    """The pairs that were played before. Asks nothing."""
    played = []
    with asker.at_most(0):
        for name in OPPONENTS:
            played += play_pairs(asker, name, known(name), begun_pairs(asker.answers, name))
    asker.out_of_calls = ""
    return played


def score_figures(found: Corrected, played: Iterable[Played]) -> list[Figure]:
    name = found.opponent
    figures = [Figure.of(f"corrected score against {name}", cut(found.corrected, -1.0, 1.0), "pairs")]
    figures += figure(f"raw score against {name}", (pair.raw for pair in found.pairs), "pairs", -1.0, 1.0)
    legal = [pair.of(PLAYER) for pair in pair_scores(played, forfeits=False)]
    if len(legal) < len(found.pairs):
        figures += figure(f"raw score against {name}, without forfeits", legal, "pairs", -1.0, 1.0)
    return figures


def luck_note(found: Corrected) -> list[str]:
    name, factor = found.opponent, found.factor
    if factor is None:
        return []
    if factor < 1.0:
        return [f"Against {name}, the raw score varies less than the corrected one."]
    return [
        f"Against {name}, the raw score needs {factor:.1f} times as many games to vary as little as the corrected one."
    ]


def loss_figures(game: Game, name: str, played: Sequence[Played]) -> list[Figure]:
    """What the player gave away in a match and in a decision, as reports of tournaments count it."""
    grader = Grader(game)
    grades = Grades({(match.pair, match.swapped): grader.grade(match) for match in played}, {})
    whole = [
        sum(grades.matches[match.pair, match.swapped].given_away(match.players.index(PLAYER)) for match in pair) / 2
        for pair in whole_pairs(played)
    ]
    figures = figure(f"given away in a match against {name}", whole, "pairs", 0.0, max(WORST, *whole))
    losses = losses_of(PLAYER, played, grades)
    if losses is None:
        return figures
    parts = {"": losses.loss, ", without forfeits": losses.without_forfeits if losses.forfeits else None}
    parts |= {f", {phase}": found for phase, found in losses.phases.items()}
    return figures + [
        Figure.of(f"loss a decision against {name}{part}", found, "pairs") for part, found in parts.items() if found
    ]
