"""A pixel font, three by five pixels in a cell of four by seven: it draws a board without a drawing library.

Each letter is five digits, one for each row from the top. The three bits of a digit are the pixels from left to right.
"""

from __future__ import annotations

import unicodedata
from functools import cache

import numpy as np
from numpy.typing import NDArray

WIDTH, HEIGHT = 4, 7  # of a cell
MIDDLE, CENTRE = 3, 1  # the row and the column of lines

# fmt: off
LETTERS = {
    "A": "25755", "B": "65656", "C": "34443", "D": "65556", "E": "74647", "F": "74644", "G": "34553", "H": "55755",
    "I": "72227", "J": "11152", "K": "55655", "L": "44447", "M": "57755", "N": "65555", "O": "25552", "P": "65644",
    "Q": "25563", "R": "65655", "S": "34216", "T": "72222", "U": "55557", "V": "55552", "W": "55775", "X": "55255",
    "Y": "55222", "Z": "71247", "0": "75557", "1": "26227", "2": "71747", "3": "71317", "4": "55711", "5": "74717",
    "6": "74757", "7": "71222", "8": "75757", "9": "75717", ".": "00002", ",": "00024", ":": "02020", ";": "02024",
    "!": "22202", "?": "71202", "-": "00700", "+": "02720", "*": "05250", "/": "11244", "(": "12221", ")": "42224",
    "[": "64446", "]": "31113", "=": "07070", "'": "22000", '"': "55000", "#": "57575", "%": "51245", "<": "12421",
    ">": "42124", "_": "00007", "|": "22222", " ": "00000", "·": "00200", "•": "02720", "●": "07770", "○": "07570",
}
# fmt: on
UNKNOWN = "57275"


@cache
def cell(character: str) -> NDArray[np.bool_]:
    """The pixels of a character. Lower case looks like upper case; lines and blocks fill their cell."""
    pixels = np.zeros((HEIGHT, WIDTH), np.bool_)
    words = unicodedata.name(character, "").split()
    if words[:2] == ["BOX", "DRAWINGS"]:
        draw_lines(pixels, words)
    elif character == "█":
        pixels[1:-1] = True
    elif character == "░":
        pixels[1:-1:2, ::2] = True
    else:
        for row, digit in enumerate(LETTERS.get(character.upper(), UNKNOWN), start=1):
            pixels[row, :3] = [int(digit) >> bit & 1 for bit in (2, 1, 0)]
    pixels.flags.writeable = False
    return pixels


def draw_lines(pixels: NDArray[np.bool_], words: list[str]) -> None:
    """Draws a box-drawing character from its Unicode name: `DOWN AND RIGHT` leads from the centre to these sides."""
    if "HORIZONTAL" in words or "LEFT" in words:
        pixels[MIDDLE, : CENTRE + 1] = True
    if "HORIZONTAL" in words or "RIGHT" in words:
        pixels[MIDDLE, CENTRE:] = True
    if "VERTICAL" in words or "UP" in words:
        pixels[: MIDDLE + 1, CENTRE] = True
    if "VERTICAL" in words or "DOWN" in words:
        pixels[MIDDLE:, CENTRE] = True
