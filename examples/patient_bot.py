"""A bot to begin with: it always bids little in Resource War, and lets the opponent run out of points.

    python examples/patient_bot.py                                          plays 200 matches offline
    cd examples; parlour bot LINK --player patient_bot:PatientBot           plays the seat of a link
    cd examples; parlour bot --server URL --player patient_bot:PatientBot --game resource-war

The last command plays everybody on a server. A view is the same offline and on a server, so one class is enough.
"""

from __future__ import annotations

from random import Random

import parlour
from parlour.match.match import View


class PatientBot:
    def choose(self, view: View, random: Random) -> int:
        """Returns one of `view.actions`. Whatever it leaves to chance, it draws from `random`."""
        return min(random.choice([2, 2, 3]), max(view.actions))


def main(matches: int = 200) -> float:
    """The mean result against random play, between -1 (all lost) and 1 (all won)."""
    game, total = parlour.game("resource-war"), 0.0
    for seed in range(matches):
        total += game.returns(parlour.play_match(game, PatientBot(), "random", seed=seed).state)[0]
    print(f"mean result against random in {matches} matches: {total / matches:+.2f}")
    return total / matches


if __name__ == "__main__":
    main()
