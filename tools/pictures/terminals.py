"""Draws terminals and a plot from real runs, and a board for each game.

    python tools/pictures/terminals.py

Terminals are drawn as SVG, once for light and once for dark pages. The seeds are fixed, so the pictures can be
reproduced. The boards are those of boards.py.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from boards import documents
from screens import THEMES, Scene, screen_of, svg

import parlour
from parlour import storage
from parlour.match.match import Match

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"

MOVE, CARD, BID, PICK = "forward (1-3): ", "choose your battle card: ", "\r\n\r\nPlayer 1 bid: ", "): "
MENU = ("Enter choice: ", "1")
SCENES = (
    Scene(
        "tower-siege",
        "A game of Tower Siege in a terminal",
        ("play", "tower-siege", "--second", "random", "--seed", "875"),
        (MENU, (MOVE, "3"), (CARD, "3"), MENU, (MOVE, "3"), (CARD, "4"), MENU, (MOVE, "2")),
        CARD,
    ),
    Scene(
        "hint",
        "A hint in Resource War: what the position is worth, the best mix, and what mistakes cost",
        ("play", "resource-war", "--second", "random", "--seed", "4"),
        ((BID, "hint"),),
        BID,
        begin="#1 Player 1",
    ),
    Scene(
        "review",
        "A review of Color Capture: the board at the mistake, and what would have been better",
        ("play", "color-capture", "--second", "random", "--seed", "6"),
        (*[(PICK, "1")] * 5, ("What next? ", "review")),
        "What next? ",
        begin="What next? review",
    ),
)
# A match of Token Showdown between `medium` and `easy`, in which the lead changes hands. It is kept as it was played,
# because the levels may change.
PLOTTED = ((39, 22), (21, 37), (4, 10), (10, 6), (18, 7), (5, 17), (1, 1))


def main() -> None:
    pictures = documents()
    with tempfile.TemporaryDirectory() as home:
        for scene in SCENES:
            rows = screen_of(scene, Path(home))
            pictures |= {f"{scene.name}-{theme}.svg": svg(rows, scene.about, theme) for theme in THEMES}
        plot_match(Path(home))
    for name, text in pictures.items():
        (PICTURES / name).write_text(text, encoding="utf-8")
        print(f"wrote {name}")


def plot_match(home: Path) -> None:
    match = Match(parlour.game("token-showdown"), ("medium", "easy"), seed=1)
    for choices in PLOTTED:
        match.play(*choices)
    storage.save(match, home / "match.json")
    command = ["-m", "parlour", "analyse", str(home / "match.json"), "--plot", str(PICTURES / "match.svg")]
    subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL)
    print("wrote match.svg")


if __name__ == "__main__":
    main()
