"""Boards as text and as images."""

from __future__ import annotations

import io
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from support import ALL, SIXTH, state_of

import parlour
from parlour.envs import against, parallel
from parlour.envs.render import FONTS, image, text


@pytest.mark.parametrize("name", ALL)
def test_all_images_of_a_game_have_one_size_and_show_different_boards(name: str) -> None:
    game = parlour.game(name)
    states = parlour.play_match(game, seed=5).line.states
    images = [image(game, state) for state in states]
    assert {frame.shape for frame in images} == {images[0].shape}
    assert {frame.dtype for frame in images} == {np.dtype(np.uint8)}
    assert images[0].shape[1:] == (640, 3)
    assert (images[0] != images[-1]).any()


def test_an_image_belongs_to_the_caller() -> None:
    game = parlour.game("tower-siege")
    frame = image(game, game.start())
    frame[:] = 0
    assert image(game, game.start()).any()


def test_letters_come_from_our_own_fonts_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """So images are the same on every machine, also where no font is installed."""
    game = parlour.game("token-showdown")
    written = image(game, game.start())
    monkeypatch.setattr("parlour.envs.render.FONTS", [])
    blank = image(game, game.start())
    name = (slice(36, 68), slice(86, 210))  # of the first player
    assert len(np.unique(blank[name])) < 5 < len(np.unique(written[name]))


def test_the_fonts_have_every_character_that_boards_use() -> None:
    from fontTools.ttLib import TTFont

    assert [Path(font).name for font in FONTS] == ["DejaVuSans-Bold.ttf", "DejaVuSans.ttf", "DejaVuSansMono.ttf"]
    needed = set(map(ord, "".join(text(game, game.start()) for game in map(parlour.game, ALL)))) - {ord("\n")}
    for font in FONTS:
        assert needed <= set(TTFont(font).getBestCmap())


def test_a_game_without_a_drawing_shows_its_text_board() -> None:
    game = parlour.game(SIXTH)
    assert game.drawing is None
    frame = image(game, game.start())
    assert (frame != frame[0, 0]).any()


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
