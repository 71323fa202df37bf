"""The loops of `search`: how a tree of positions grows, and what is learnt at each.

Put together with the rules of a game by `fast/build.py` and compiled. Every position that was met has a worth, at first
the average of a few random games from there. A position that was gone through also has regrets: for each option, how
much better it would have done so far. Choosing in proportion to regrets (regret matching) approaches perfect play in
secret rounds, where no single option is best, and finds the best option where one player chooses alone.
"""

from typing import Any

from parlour.fast.kernels.stubs import State, both_at_random, load, option, options, play, store, to_act
from parlour.fast.random_stream import Key, draw
from parlour.players.search_tree import COUNTER, DEEPEST, HIGH, LACK, LOW, USED, WORK, Tree

FINE = 1 << 30  # steps of a random fraction
LONGEST = 200  # turns of a random game, which is then a draw (END-1)
STRAY = 0.2  # how often a walk leaves the choices that look best

GAMES = 4  # random games that give a new position its first worth
SAMPLE = 8  # options looked at beside those that are regretted
NOT_TRIED = 9.0  # instead of a worth


def scattered(state: State) -> int:
    """A number of 63 bits that stands for the state: two states that share one would share what is learnt of them."""
    mixed = 0x9E3779B97F4A7C1
    for field in range(len(state)):
        mixed = (mixed ^ state[field]) * 0x2545F4914F6CDD1D
        mixed ^= mixed >> 29
    return mixed & 0x7FFFFFFFFFFFFFFF


def place_of(tree: Tree, name: int) -> int:
    """Where a position is, or where it belongs; -1 if there is no room for it."""
    last: int = tree.names.shape[0] - 1  # one less than a power of two
    place = name & last
    for _ in range(64):
        if tree.names[place] == name or tree.names[place] == -1:
            return place
        place = (place + 1) & last
    return -1


def key_of(tree: Tree) -> Key:
    return Key(tree.counts[LOW], tree.counts[HIGH])


def fraction(tree: Tree) -> float:
    tree.counts[COUNTER] += 1
    return draw(key_of(tree), tree.counts[COUNTER], FINE) / FINE


def random_end(rules: Any, state: State, tree: Tree) -> float:
    """What a random game from here comes to for the first player."""
    for _ in range(LONGEST):
        actor = to_act(rules, state)
        if not actor:
            break
        tree.counts[COUNTER] += 1
        one, two = both_at_random(rules, state, actor, key_of(tree), tree.counts[COUNTER])
        state = play(rules, state, one, two)
    tree.counts[WORK] += 1
    return paid(state.winner)


def paid(winner: int) -> float:
    return 1.0 if winner == 1 else -1.0 if winner == 2 else 0.0


def worth_of(rules: Any, state: State, tree: Tree) -> Any:
    """What a position is thought to be worth; one that was never met is tried out."""
    tree.counts[WORK] += 1
    if state.winner:
        return paid(state.winner)
    name = scattered(state)
    place = place_of(tree, name)
    if place >= 0 and tree.names[place] == name:
        return tree.worths[place]
    total = 0.0
    for _ in range(GAMES):
        total += random_end(rules, state, tree)
    if place >= 0:
        tree.names[place] = name
        tree.worths[place] = total / GAMES
        tree.visits[place] = 0
        tree.begins[place] = -1
    return total / GAMES


def options_of(rules: Any, state: State, actor: int, player: int) -> int:
    return options(rules, state, player) if (actor >> player) & 1 else 1


def option_of(rules: Any, state: State, actor: int, player: int, k: int) -> int:
    return option(rules, state, player, k) if (actor >> player) & 1 else 0


def match_regrets(regrets: Any, begin: int, count: int, mix: Any) -> bool:
    """The mix that regrets ask for: in proportion to them, or even where there are none; tells whether there are."""
    total = 0.0
    for k in range(count):
        total += max(0.0, regrets[begin + k])
    for k in range(count):
        mix[k] = max(0.0, regrets[begin + k]) / total if total > 0.0 else 1.0 / count
    return total > 0.0


def picked(mix: Any, count: int, stray: float, tree: Tree) -> int:
    if fraction(tree) < stray:
        return min(count - 1, int(fraction(tree) * count))
    left = fraction(tree)
    for k in range(count):
        left -= mix[k]
        if left < 0.0:
            return k
    return count - 1


def sweep(rules: Any, state: State, tree: Tree, place: int, player: int, taken: int, root: bool) -> float:
    """How the options of one player do against the one that the other took; returns what the player's mix does."""
    actor = to_act(rules, state)
    begin = tree.begins[place] + (options_of(rules, state, actor, 0) if player == 1 else 0)
    count = options_of(rules, state, actor, player)
    reply = option_of(rules, state, actor, 1 - player, taken)
    sign = 1.0 if player == 0 else -1.0
    regretted = match_regrets(tree.regrets, begin, count, tree.mix)
    step = max(1, count // SAMPLE)
    offset = int(fraction(tree) * step)
    mean, tried = 0.0, 0
    for k in range(count):
        tree.gains[k] = NOT_TRIED
        if tree.regrets[begin + k] > 0.0 or k % step == offset:
            action = option_of(rules, state, actor, player, k)
            after = play(rules, state, action if player == 0 else reply, reply if player == 0 else action)
            tree.gains[k] = sign * worth_of(rules, after, tree)
            mean += tree.gains[k] * (tree.mix[k] if regretted else 1.0)
            tried += 1
    if not regretted:
        mean /= tried
    chosen = tree.first if player == 0 else tree.second
    for k in range(count):
        if tree.gains[k] != NOT_TRIED:
            # An option that is only looked at now and then counts for the times between. Regrets below zero are kept:
            # cut off, chance alone would bring every option back again and again.
            weight = tree.visits[place] if tree.regrets[begin + k] > 0.0 else tree.visits[place] * step
            tree.regrets[begin + k] += weight * (tree.gains[k] - mean)
        if root:
            chosen[k] += tree.visits[place] * tree.mix[k]
    return sign * mean


def learn(rules: Any, state: State, tree: Tree, depth: int) -> None:
    """What a position on the path teaches about the options of both, and about its worth."""
    place = tree.steps[depth]
    tree.visits[place] += 1
    actor = to_act(rules, state)
    if actor == 3:
        # Not what the walk took: it may have strayed, and nobody should learn to beat an opponent who strays.
        begin, rows = tree.begins[place], options(rules, state, 0)
        match_regrets(tree.regrets, begin, rows, tree.mix)
        i = picked(tree.mix, rows, 0.0, tree)
        match_regrets(tree.regrets, begin + rows, options(rules, state, 1), tree.mix)
        j = picked(tree.mix, options(rules, state, 1), 0.0, tree)
        worth = 0.5 * sweep(rules, state, tree, place, 0, j, depth == 0)
        worth += 0.5 * sweep(rules, state, tree, place, 1, i, depth == 0)
    else:
        worth = sweep(rules, state, tree, place, actor - 1, 0, depth == 0)
    # Later walks know more than earlier ones, so they count for more.
    tree.worths[place] += (worth - tree.worths[place]) * 2.0 / (tree.visits[place] + 1)


def walk(rules: Any, tree: Tree) -> None:
    """Once down the tree to a position that is new to it, and back up, learning on the way."""
    state, depth = load(tree.root, 0), 0
    while depth < DEEPEST and not state.winner:
        worth_of(rules, state, tree)
        name = scattered(state)
        place = place_of(tree, name)
        if place < 0:
            break
        actor = to_act(rules, state)
        rows, columns = options_of(rules, state, actor, 0), options_of(rules, state, actor, 1)
        if max(rows, columns) > tree.mix.shape[0]:
            tree.counts[LACK] = max(rows, columns)
            break
        fresh = tree.begins[place] < 0
        if fresh:
            if tree.counts[USED] + rows + columns > tree.regrets.shape[0]:
                break
            tree.begins[place] = tree.counts[USED]
            tree.counts[USED] += rows + columns
        begin = tree.begins[place]
        match_regrets(tree.regrets, begin, rows, tree.mix)
        i = picked(tree.mix, rows, STRAY, tree)
        match_regrets(tree.regrets, begin + rows, columns, tree.mix)
        j = picked(tree.mix, columns, STRAY, tree)
        store(tree.path, depth, state)
        tree.steps[depth] = place
        depth += 1
        state = play(rules, state, option_of(rules, state, actor, 0, i), option_of(rules, state, actor, 1, j))
        if fresh:
            break
    while depth > 0:
        depth -= 1
        learn(rules, load(tree.path, depth), tree, depth)


def grow(rules: Any, tree: Tree, work: int) -> None:
    """Walks until so much work is done in all, or until more options are met than there is room to work with."""
    while tree.counts[WORK] < work and tree.counts[LACK] == 0:
        walk(rules, tree)
