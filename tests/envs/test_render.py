"""Boards as text and as images."""

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
from parlour.envs.render import BACKGROUND, COLOURS, image, text


@pytest.mark.parametrize("name", ALL)
def test_all_images_of_a_game_have_one_size_and_show_different_boards(name: str) -> None:
    game = parlour.game(name)
    states = parlour.play_match(game, seed=5)._states
    images = [image(game, state) for state in states]
    assert {frame.shape for frame in images} == {images[0].shape}
    assert {frame.dtype for frame in images} == {np.dtype(np.uint8)}
    assert (images[0] != images[-1]).any()
    colours = {tuple(colour) for colour in images[-1].reshape(-1, 3)}
    assert colours <= {BACKGROUND, *COLOURS.values()}
    assert len(colours) > 1


def test_an_image_draws_the_board_letter_by_letter() -> None:
    game = parlour.game("tower-siege")
    pixels, lines = image(game, game.start()), text(game, game.start()).splitlines()
    ink = (pixels[::3, ::3] != BACKGROUND).any(-1)
    for row, line in enumerate(lines, start=1):
        for column, character in enumerate(line):
            assert (ink[row * 7 : row * 7 + 7, column * 4 : column * 4 + 4] == cell(character)).all()


def test_no_two_letters_look_alike() -> None:
    drawn = {character: cell(character).tobytes() for character in LETTERS if character not in "+•"}
    assert len(set(drawn.values())) == len(drawn)


def test_lower_case_looks_like_upper_case_and_unknown_characters_share_a_sign() -> None:
    assert (cell("a") == cell("A")).all()
    assert (cell("é") == cell("ß")).all()
    assert cell("é").any()
    assert cell("é").tobytes() not in {cell(character).tobytes() for character in LETTERS}


def test_box_drawing_characters_reach_the_sides_they_name() -> None:
    assert cell("─")[3].all()
    assert cell("│")[:, 1].all()
    corner = cell("┌")
    assert corner[3, 1:].all()
    assert corner[3:, 1].all()
    assert corner.sum() == 3 + 4 - 1
    assert cell("█")[1:-1].all()
    assert 0 < cell("░").sum() < cell("█").sum()


def test_hidden_fields_are_not_drawn() -> None:
    game = parlour.game("resource-war", hidden=True)
    one, other = (state_of(game, resource1=points, resource2=3) for points in (1, 2))
    assert text(game, one) == text(game, other)
    assert (image(game, one) == image(game, other)).all()
    assert "hidden" in text(game, one)


def test_a_terminal_without_unicode_gets_replacement_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    env = parallel("tower-siege", render_mode="human")
    env.reset()
    stream.flush()
    assert b"P1" in stream.buffer.getvalue()


def test_rendering_without_a_mode_warns_and_draws_nothing() -> None:
    env = against("tower-siege")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="does nothing without a render_mode; choose one of human, ansi, rgb_array"):
        assert env.render() is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel("tower-siege", render_mode="ansi").render()
