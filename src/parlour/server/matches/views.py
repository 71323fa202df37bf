"""The one place where a match becomes JSON: everything that leaves the server about a match goes through here.

A view lists the visible parts of a match, instead of removing the secret ones. The public part is the same for all
readers and is made once per version. `you` is for this seat alone, and even that does not contain a sealed choice.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from parlour.drawing import scene_data, scene_of
from parlour.drawing.scenes import shape_data
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.scene import Shape
from parlour.games.vocabulary import ends
from parlour.match.match import HUMAN
from parlour.match.transcript import last_lines
from parlour.server.cache import Cache
from parlour.server.compact import compact
from parlour.server.matches.clocks import is_running, time_left
from parlour.server.matches.past_turns import turn_texts
from parlour.server.matches.seats import CONNECTED, is_renewable
from parlour.server.matches.stored import COMPUTER, TAKE_BACK, StoredMatch, load
from parlour.server.store.transaction import Transaction, TurnRow, VoidedRow

PROTOCOL = 2  # of everything under /api; bots that speak an older one are refused
MANY = 60  # actions; more are given as a range, if they are one

_public: Cache[tuple[int, str]] = Cache(20_000_000, lambda entry: len(entry[1]))  # bytes
_own: Cache[tuple[int, str]] = Cache(1_000)  # seats
_turns: Cache[tuple[int, list[str]]] = Cache(50_000, lambda entry: len(entry[1]))  # they change if taken back


def forget() -> None:
    """Forget all views, for another store."""
    for views in (_public, _own, _turns):
        views.clear()


class Shown(NamedTuple):
    """A match with all that its views need."""

    current: StoredMatch
    known: list[str]  # the first turns as JSON, from an earlier view
    rows: list[TurnRow]  # the last one of these, and all that came after it
    voided: list[VoidedRow]

    @property
    def new(self) -> int:
        """How many turns have yet to become JSON."""
        return self.current.turn - 1 - len(self.known)


def load_shown(tx: Transaction, match_id: str) -> Shown:
    current = load(tx, match_id)
    row = current.row
    taken_back, known = _turns.get(row.id) or (0, [])
    known = known if taken_back == row.taken_back else []
    voided = tx.voided(row.id) if row.taken_back or row.outcome else []
    return Shown(current, known, tx.turns(row.id, len(known)), voided)


def keep_turns(shown: Shown, texts: list[str]) -> Shown:
    """The same with these turns as JSON, for later views too."""
    row, known = shown.current.row, shown.known + texts
    _turns.put(row.id, (row.taken_back, known))
    return shown._replace(known=known, rows=[])


def view(shown: Shown, seat: int | None, now: int) -> str:
    """The full view of a seat, or of a spectator, as JSON."""
    current = shown.current
    return f'{{"you":{you(current, seat)},"times":{compact(times(current, now))},"match":{public(shown)}}}'


def public(shown: Shown) -> str:
    """The public part of a view, as JSON."""
    row = shown.current.row
    version, text = _public.get(row.id) or (0, "")
    if version != row.version:
        if shown.new:
            shown = keep_turns(shown, turn_texts(shown.current.game, shown.rows, len(shown.known)))
        content = compact(public_content(shown))[:-1]
        past, board = ",".join(shown.known), scene(shown.current.game, shown.current.state)
        text = f'{content},"scene":{board},"turns":[{past}]}}'
        _public.put(row.id, (row.version, text))
    return text


def public_content(shown: Shown) -> dict[str, Any]:
    """Everything but the scene and the turns, which most requests do not change."""
    current = shown.current
    row, game = current.row, current.game
    commitments = {sealed.seat: sealed.commitment for sealed in current.sealed}
    choosing = current.choosing
    return {
        "protocol": PROTOCOL,
        "id": row.id,
        "version": row.version,
        "game": row.game,
        "title": game.title,
        "rules": game.named_rules(),
        "changed_rules": game.changed_rules(),
        "secret": len(current.to_act) == 2,
        "status": "over" if current.over else "waiting" if current.waiting else "running",
        "turn": current.turn,
        "taken_back": row.taken_back,
        "voided": [
            {"turn": each.turn, "taken_back": each.taken_back, "seat": each.seat, "reason": each.reason}
            for each in shown.voided
        ],
        "seats": [
            {
                "role": game.words.PLAYERS[seat.seat],
                "name": seat.name,
                "kind": seat.kind,
                "taken": bool(seat.taken),
                "choosing": seat.seat in choosing,
                "chosen": seat.seat in commitments,
                "commitment": commitments.get(seat.seat),
                "offer": "" if current.over and seat.offer == TAKE_BACK else seat.offer,
            }
            for seat in current.seats
        ],
        "result": result(current),
        "clock": {"start": row.clock, "increment": row.increment} if row.clock else None,
        "next": row.next,
    }


@lru_cache(2_000)
def scene(game: Game, state: State) -> str:
    found = scene_of(game, state)
    without = compact(scene_data(found._replace(shapes=())))  # ends with an empty list of shapes
    return f"{without[:-2]}{','.join(map(shape, found.shapes))}]}}"


@lru_cache(10_000, typed=True)  # two boards of a game have most shapes in common
def shape(shape: Shape) -> str:
    return compact(shape_data(shape))


def result(current: StoredMatch) -> dict[str, Any] | None:
    if not current.over:
        return None
    found, names = current.result, [seat.name or HUMAN for seat in current.seats]
    return {
        "outcome": current.row.outcome,
        "winner": found.winner,
        "reason": current.row.reason,
        "lines": list(filter(None, last_lines(current.game, current.state, found, names, current.turn - 1))),
    }


def you(current: StoredMatch, seat: int | None) -> str:
    """The private part of a view, as JSON. All connections of a seat share it."""
    row = current.row
    version, text = _own.get((row.id, seat)) or (0, "")
    if version != row.version:
        text = compact(private(current, seat))
        _own.put((row.id, seat), (row.version, text))
    return text


def private(current: StoredMatch, seat: int | None) -> dict[str, Any]:
    """The knowledge of a seat beyond the public part: its legal actions, and whether it may renew a link."""
    if seat is None:
        return {"seat": None, "actions": None, "prompt": "", "renewable": False}
    ready = seat in current.choosing and not current.computers
    return {
        "seat": seat,
        "actions": actions(current, seat) if ready else None,
        "prompt": prompt(current, seat) if ready else "",
        "renewable": is_renewable(current, seat),
    }


def actions(current: StoredMatch, seat: int) -> dict[str, Any]:
    """The legal actions: a list with labels, or the ends of a long range."""
    game, state = current.game, current.state
    count = game.module.options(game.rules, state, seat)
    lowest, highest = ends(game.module, game.rules, state, seat)
    if count > MANY and highest - lowest + 1 == count:
        return {"from": lowest, "to": highest}
    legal = game.actions(state, seat)
    return {"list": [{"action": action, "label": game.label(state, seat, action)} for action in legal]}


def prompt(current: StoredMatch, seat: int) -> str:
    game = current.game
    questions = game.words.ask(game.rules, game.shown(current.state))
    asked = [question.prompt for question in questions if question.player == seat]
    return asked[0].strip().splitlines()[-1].rstrip(": ") if asked else ""


def times(current: StoredMatch, now: int) -> dict[str, Any]:
    """The parts that change without a new version: who is connected, and the clocks."""
    return {
        "connected": [seat.kind == COMPUTER or 0 <= now - seat.seen < CONNECTED for seat in current.seats],
        "left": [time_left(current, seat, now) for seat in (0, 1)] if current.row.clock else None,
        "running": [is_running(current, seat) for seat in (0, 1)],
    }
