"""What must hold for every scene of every game and variant."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given, settings
from support import ALL, OURS, SIXTH, matches, played, state_of, with_file

import parlour
from parlour.drawing import scene_data, scene_of, svg
from parlour.envs.render import FONTS
from parlour.games.errors import BadGame
from parlour.games.game import Game
from parlour.games.scene import SMALLEST, TURNS, WIDTH, Box, Click, Disc, Polygon, Scene, Shape, Style, Text
from parlour.match.match import Match


@cache
def font(file: str) -> tuple[dict[int, str], Any, int]:
    opened = TTFont(next(path for path in FONTS if Path(path).name == file))
    return opened.getBestCmap(), opened["hmtx"], opened["head"].unitsPerEm


def written(text: str, size: float, bold: bool) -> float:
    """The width of a text in DejaVu Sans, which is wider than the fonts of most systems."""
    names, widths, unit = font("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf")
    return float(sum(widths[names[ord(letter)]][0] for letter in text) * size / unit)


def extent(shape: Shape) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    if isinstance(shape, Box):
        return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
    if isinstance(shape, Disc):
        return shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius
    if isinstance(shape, Polygon):
        across, down = zip(*shape.points, strict=True)
        return min(across), min(down), max(across), max(down)
    width = len(shape.text) * shape.size * 0.602 if shape.mono else written(shape.text, shape.size, shape.bold)
    left = shape.x - {"start": 0, "middle": width / 2, "end": width}[shape.anchor]
    return left, shape.y - shape.size / 2, left + width, shape.y + shape.size / 2


def clicks(scene: Scene) -> Iterator[Click]:
    for shape in scene.shapes:
        if not isinstance(shape, Text) and shape.click is not None:
            assert shape.title
            yield shape.click


def check(game: Game, state: Any) -> Scene:
    """Everything that holds for one scene."""
    scene = scene_of(game, state)
    start = scene_of(game, game.start())
    assert (scene.width, scene.height) == (start.width, start.height)
    assert scene.width == WIDTH
    assert scene.summary.isprintable()
    for shape in scene.shapes:
        left, top, right, bottom = extent(shape)
        assert -0.01 <= left <= right <= scene.width + 0.01, shape
        assert 0 <= top <= bottom <= scene.height, shape
        assert shape.style in get_args(Style)
        if isinstance(shape, Box | Disc):
            assert written(shape.label, shape.size, bold=True) <= right - left, shape
    for text, other in crossings(scene):
        raise AssertionError(f"{text} crosses {other}")
    keys = [shape.key for shape in scene.shapes if shape.key]
    assert len(set(keys)) == len(keys)
    found = list(clicks(scene))
    assert len(set(found)) == len(found)
    for player, action in found:
        assert action in game.actions(state, player)
    return scene


def crossings(scene: Scene) -> Iterator[tuple[Shape, Shape]]:
    """Texts that overlap another text, or that lie partly on a shape and partly beside it."""
    for text in scene.shapes:
        for other in scene.shapes:
            if not isinstance(text, Text) or text is other or isinstance(other, Polygon):
                continue
            left, top, right, bottom = extent(text)
            left2, top2, right2, bottom2 = extent(other)
            apart = right <= left2 + 0.1 or right2 <= left + 0.1 or bottom <= top2 + 0.1 or bottom2 <= top + 0.1
            inside = left2 <= left and right <= right2 and top2 <= top and bottom <= bottom2
            if not apart and not (inside and not isinstance(other, Text)):
                yield text, other


@given(matches())
@settings(max_examples=150)
def test_shapes_are_inside_labels_fit_and_clicks_are_legal_actions(match: Match) -> None:
    check(match.game, match.state)


def test_every_stride_fits_on_the_widest_track_of_places() -> None:
    """Random matches seldom have a stride of two digits on a track whose places are narrow."""
    for tower in range(9, 15):
        for stride in range(9, tower + 1):
            game = parlour.game("tower-siege", tower=tower, stride=stride)
            check(game, game.start())


def extremes() -> Iterator[Game]:
    for name in OURS:
        limits = parlour.game(name).allowed_rules()
        for field, allowed in limits.items():
            yield parlour.game(name, **{field: allowed[0]})
            yield parlour.game(name, **{field: allowed[-1]})
        yield parlour.game(name, **{field: allowed[0] for field, allowed in limits.items()})
        yield parlour.game(name, **{field: allowed[-1] for field, allowed in limits.items()})


@pytest.mark.untraced
@pytest.mark.parametrize("game", list(extremes()), ids=repr)
def test_every_variant_has_a_drawing_however_large_it_is(game: Game) -> None:
    match = Match(game)
    for k in range(30):
        check(game, match.state)
        if not match.to_act:
            return
        for player in match.to_act:
            actions = match.view(player).actions
            match.choose(player, actions[(k * 7 + player) % len(actions)])


@pytest.mark.parametrize("name", [name for name in with_file("drawing.py") if name != "token-showdown"])
def test_every_action_of_a_standard_game_can_be_clicked(name: str) -> None:
    game = parlour.game(name)
    for state in parlour.play_match(game, seed=3).line.states:
        legal = {Click(player, action) for player in game.to_act(state) for action in game.actions(state, player)}
        assert set(clicks(scene_of(game, state))) == legal


def test_bids_can_be_clicked_if_there_are_few() -> None:
    few = parlour.game("token-showdown", tokens=24)
    assert len(list(clicks(scene_of(few, few.start())))) == 48
    many = parlour.game("token-showdown", tokens=25)
    assert not list(clicks(scene_of(many, many.start())))


@pytest.mark.parametrize("name", OURS)
def test_text_is_large_enough_for_a_phone(name: str) -> None:
    game = parlour.game(name)
    for state in parlour.play_match(game, seed=4).line.states:
        for shape in scene_of(game, state).shapes:
            if isinstance(shape, Text) or (isinstance(shape, Box | Disc) and shape.label):
                assert shape.size >= SMALLEST
            if not isinstance(shape, Text) and shape.click:
                left, top, right, bottom = extent(shape)
                assert min(right - left, bottom - top) >= 42, "a finger needs 24 pixels on a phone 360 wide"


@pytest.mark.parametrize("name", OURS)
def test_the_score_and_who_is_to_act_are_in_the_scene_and_in_its_summary(name: str) -> None:
    game = parlour.game(name)
    states = parlour.play_match(game, seed=5).line.states
    scenes = [scene_of(game, state) for state in states]
    assert len({scene.summary for scene in scenes}) == len({scene.shapes for scene in scenes}) > 1
    winner = game.winner(states[-1])
    assert winner is not None
    assert f"{game.words.PLAYERS[winner]} wins" in scenes[-1].summary


def test_a_hero_keeps_its_key_when_it_moves() -> None:
    match = played(parlour.game("tower-siege"), 3)
    before, after = scene_of(match.game, match.game.start()), scene_of(match.game, match.state)
    places = [next(shape for shape in scene.shapes if shape.key == "hero-1") for scene in (before, after)]
    assert isinstance(places[0], Disc)
    assert isinstance(places[1], Disc)
    assert places[1].x > places[0].x


@pytest.mark.parametrize("name", with_file("drawing.py"))
def test_a_page_can_tell_what_only_says_who_is_to_choose(name: str) -> None:
    game = parlour.game(name)
    for state in parlour.play_match(game, seed=6).line.states[:-1]:
        active = {shape.key for shape in scene_of(game, state).shapes if shape.key in TURNS}
        assert active == {TURNS[player] for player in game.to_act(state)}


def test_no_scene_shows_a_hidden_field() -> None:
    game = parlour.game("resource-war", hidden=True)
    scenes = {scene_of(game, state_of(game, resource1=one, resource2=2)) for one in range(7)}
    assert len(scenes) == 1
    assert "hidden" in scenes.pop().summary
    over = state_of(game, resource1=7, resource2=2, winner=1)
    assert "7 of 7" in scene_of(game, over).summary


def test_a_game_without_a_drawing_is_drawn_as_its_text_board() -> None:
    game = parlour.game(SIXTH)
    scene = scene_of(game, game.start())
    board = game.words.board(game.rules, game.start())
    words = [word for line in board for span in line for word in span.text.split()]
    drawn = " ".join(shape.text for shape in scene.shapes if isinstance(shape, Text))
    assert words
    assert all(word in drawn for word in words)
    assert scene.summary == "Both choose in secret. 0 : 0"


@pytest.mark.parametrize("name", ALL)
def test_scenes_of_text_boards_fit_for_every_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "drawing", None)
    game = parlour.game(name)
    for state in parlour.play_match(game, seed=5).line.states:
        assert any(isinstance(shape, Text) and shape.mono for shape in check(game, state).shapes)


def test_a_drawing_that_cannot_be_imported_is_named(tmp_path: Path) -> None:
    from parlour.cli.new import files

    folder = tmp_path / "faulty_drawing"
    folder.mkdir()
    for path, text in files("faulty_drawing", "faulty_drawing", "turns").items():
        (folder / Path(path).name).write_text(text)
    (folder / "drawing.py").write_text("import nowhere_at_all\n")
    game = parlour.game(str(folder))
    with pytest.raises(BadGame, match=r"drawing\.py of faulty-drawing cannot be loaded: .*nowhere_at_all"):
        scene_of(game, game.start())


@given(matches())
@settings(max_examples=30)
def test_a_scene_survives_json_and_leaves_defaults_out(match: Match) -> None:
    scene = scene_of(match.game, match.state)
    data = json.loads(json.dumps(scene_data(scene)))
    kinds: dict[str, Any] = {"box": Box, "disc": Disc, "polygon": Polygon, "text": Text}
    shapes = []
    for fields in data["shapes"]:
        kind = kinds[fields.pop("shape")]
        if "click" in fields:
            fields["click"] = Click(*fields["click"])
        if "points" in fields:
            fields["points"] = tuple(map(tuple, fields["points"]))
        assert all(value != kind._field_defaults.get(name, ...) for name, value in fields.items())
        shapes.append(kind(**fields))
    assert Scene(data["width"], data["height"], tuple(shapes), data["summary"]) == scene


@given(matches())
@settings(max_examples=30)
def test_the_same_scene_gives_the_same_document(match: Match) -> None:
    scene = scene_of(match.game, match.state)
    assert svg(scene) == svg(scene_of(match.game, match.state))
