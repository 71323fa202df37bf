"""Boards as text and as pictures."""

from __future__ import annotations

import io
import sys
import warnings

import numpy as np
import pytest
from support import ALL, state_of

import parlour
from parlour.envs import against, parallel
from parlour.envs.letters import LETTERS, cell
from parlour.envs.render import INK, PAPER, picture, text


@pytest.mark.parametrize("name", ALL)
def test_all_pictures_of_a_game_are_alike_in_size_and_differ_in_what_they_show(name: str) -> None:
    game = parlour.game(name)
    states = parlour.play_match(game, seed=5)._states
    pictures = [picture(game, state) for state in states]
    assert {each.shape for each in pictures} == {pictures[0].shape}
    assert {each.dtype for each in pictures} == {np.dtype(np.uint8)}
    assert (pictures[0] != pictures[-1]).any()
    colours = {tuple(colour) for colour in pictures[-1].reshape(-1, 3)}
    assert colours <= {PAPER, *INK.values()}
    assert len(colours) > 1


def test_a_picture_draws_the_board_letter_by_letter() -> None:
    game = parlour.game("tower-siege")
    image, lines = picture(game, game.start()), text(game, game.start()).splitlines()
    ink = (image[::3, ::3] != PAPER).any(-1)
    for row, line in enumerate(lines, start=1):
        for column, character in enumerate(line):
            assert (ink[row * 7 : row * 7 + 7, column * 4 : column * 4 + 4] == cell(character)).all()


def test_no_two_letters_look_alike() -> None:
    drawn = {character: cell(character).tobytes() for character in LETTERS if character not in "+•"}
    assert len(set(drawn.values())) == len(drawn)
    assert cell("a") is not None
    assert (cell("a") == cell("A")).all()
    assert (cell("é") == cell("ß")).all()  # letters that nobody drew share a sign


def test_lines_lead_to_the_sides_they_name() -> None:
    assert cell("─")[3].all()
    assert cell("│")[:, 1].all()
    corner = cell("┌")
    assert corner[3, 1:].all()
    assert corner[3:, 1].all()
    assert corner.sum() == 3 + 4 - 1
    assert cell("█")[1:-1].all()
    assert 0 < cell("░").sum() < cell("█").sum()


def test_covered_fields_are_not_drawn() -> None:
    game = parlour.game("resource-war", hidden=True)
    one, other = (state_of(game, resource1=points, resource2=3) for points in (1, 2))
    assert text(game, one) == text(game, other)
    assert (picture(game, one) == picture(game, other)).all()
    assert "hidden" in text(game, one)


def test_a_terminal_that_knows_no_unicode_gets_what_it_can_show(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    env = parallel("tower-siege", render_mode="human")
    env.reset()
    stream.flush()
    assert b"P1" in stream.buffer.getvalue()


def test_without_a_mode_nothing_is_drawn_and_it_is_said() -> None:
    env = against("tower-siege")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="does nothing without a render_mode; there are: human, ansi, rgb_array"):
        assert env.render() is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel("tower-siege", render_mode="ansi").render()
