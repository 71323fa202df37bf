"""Tree search by regret matching. Compiled with the rules of a game.

Every state that the search meets has a value, at first the average of a few random games. A state that an iteration
passes through also has regrets: for each option, how much better it would have done so far. Choosing in proportion to
regrets approaches perfect play in secret rounds, where no single option is best, and finds the best option where one
player chooses alone.
"""

from typing import Any

from parlour.fast.kernels.stubs import State, both_at_random, load, option, options, play, store, to_act
from parlour.fast.kernels.turn import reward
from parlour.fast.random_stream import WORD, Key, draw, scramble
from parlour.players.search_tree import DRAWS, MAX_DEPTH, OPTIONS_NEEDED, REGRETS_USED, SEED_HIGH, SEED_LOW, WORK, Tree

FRACTIONS = 1 << 30  # how many random fractions there are
EXPLORATION = 0.2  # how often an iteration ignores the regrets
ROLLOUTS = 4  # random games that give a new state its first value
ROLLOUT_TURNS = 200  # after which a random game counts as a draw (END-1)
SAMPLED_OPTIONS = 8  # evaluated besides those with a positive regret
NOT_EVALUATED = 9.0  # instead of the value of an option


def state_hash(state: State) -> int:
    """63 bits. Two states with the same hash would share a node."""
    low, high = 0, 0
    for field in range(len(state)):
        low = scramble(low ^ (state[field] & WORD))
        high = scramble((high + state[field] + field + 1) & WORD)
    return (high >> 1) << 32 | low


def find_node(tree: Tree, hashed: int) -> int:
    """The node of a state, or an empty one for it; -1 if there is no room."""
    last: int = tree.hashes.shape[0] - 1
    node = hashed & last
    for _ in range(64):
        if tree.hashes[node] == hashed or tree.hashes[node] == -1:
            return node
        node = (node + 1) & last
    return -1


def stream_key(tree: Tree) -> Key:
    return Key(tree.counts[SEED_LOW], tree.counts[SEED_HIGH])


def random_fraction(tree: Tree) -> float:
    tree.counts[DRAWS] += 1
    return draw(stream_key(tree), tree.counts[DRAWS], FRACTIONS) / FRACTIONS


def rollout(rules: Any, state: State, tree: Tree) -> float:
    """The result of a random game for the first player."""
    for _ in range(ROLLOUT_TURNS):
        actor = to_act(rules, state)
        if not actor:
            break
        tree.counts[DRAWS] += 1
        first, second = both_at_random(rules, state, actor, stream_key(tree), tree.counts[DRAWS])
        state = play(rules, state, first, second)
    tree.counts[WORK] += 1
    return float(reward(state.winner, 0))


def evaluate(rules: Any, state: State, tree: Tree) -> Any:
    """The value of a state, from its node or from random games."""
    tree.counts[WORK] += 1
    if state.winner:
        return float(reward(state.winner, 0))
    hashed = state_hash(state)
    node = find_node(tree, hashed)
    if node >= 0 and tree.hashes[node] == hashed:
        return tree.values[node]
    total = 0.0
    for _ in range(ROLLOUTS):
        total += rollout(rules, state, tree)
    if node >= 0:
        tree.hashes[node] = hashed
        tree.values[node] = total / ROLLOUTS
        tree.visits[node] = 0
        tree.offsets[node] = -1
    return total / ROLLOUTS


def option_count(rules: Any, state: State, actor: int, player: int) -> int:
    return options(rules, state, player) if (actor >> player) & 1 else 1


def action_of(rules: Any, state: State, actor: int, player: int, k: int) -> int:
    return option(rules, state, player, k) if (actor >> player) & 1 else 0


def match_regrets(regrets: Any, offset: int, count: int, mix: Any) -> bool:
    """Sets the mix in proportion to positive regrets, or evenly if there are none; returns whether there are any."""
    total = 0.0
    for k in range(count):
        total += max(0.0, regrets[offset + k])
    for k in range(count):
        mix[k] = max(0.0, regrets[offset + k]) / total if total > 0.0 else 1.0 / count
    return total > 0.0


def sample(mix: Any, count: int, exploration: float, tree: Tree) -> int:
    if random_fraction(tree) < exploration:
        return min(count - 1, int(random_fraction(tree) * count))
    left = random_fraction(tree)
    for k in range(count):
        left -= mix[k]
        if left < 0.0:
            return k
    return count - 1


def update_regrets(rules: Any, state: State, tree: Tree, node: int, player: int, reply: int, is_root: bool) -> float:
    """Compares one player's options against one option of the other; returns the value of the player's mix."""
    actor = to_act(rules, state)
    offset = tree.offsets[node] + (option_count(rules, state, actor, 0) if player == 1 else 0)
    count = option_count(rules, state, actor, player)
    answer = action_of(rules, state, actor, 1 - player, reply)
    sign = 1.0 if player == 0 else -1.0
    has_regrets = match_regrets(tree.regrets, offset, count, tree.mix)
    step = max(1, count // SAMPLED_OPTIONS)
    remainder = int(random_fraction(tree) * step)
    mean, evaluated = 0.0, 0
    for k in range(count):
        tree.option_values[k] = NOT_EVALUATED
        if tree.regrets[offset + k] > 0.0 or k % step == remainder:
            action = action_of(rules, state, actor, player, k)
            after = play(rules, state, action if player == 0 else answer, answer if player == 0 else action)
            tree.option_values[k] = sign * evaluate(rules, after, tree)
            mean += tree.option_values[k] * (tree.mix[k] if has_regrets else 1.0)
            evaluated += 1
    if not has_regrets:
        mean /= evaluated
    sums = tree.first_sums if player == 0 else tree.second_sums
    for k in range(count):
        if tree.option_values[k] != NOT_EVALUATED:
            # A sampled option also stands for the times when it was not sampled. Negative regrets are kept: cut off at
            # zero, chance alone would bring every option back again and again.
            weight = tree.visits[node] if tree.regrets[offset + k] > 0.0 else tree.visits[node] * step
            tree.regrets[offset + k] += weight * (tree.option_values[k] - mean)
        if is_root:
            sums[k] += tree.visits[node] * tree.mix[k]
    return sign * mean


def update_node(rules: Any, state: State, tree: Tree, depth: int) -> None:
    """Updates the regrets of both players and the value of a state on the path."""
    node = tree.path_nodes[depth]
    tree.visits[node] += 1
    actor = to_act(rules, state)
    if actor == 3:
        # New samples, not the path's: those may explore, and nobody should learn to beat an opponent who explores.
        offset, rows = tree.offsets[node], options(rules, state, 0)
        match_regrets(tree.regrets, offset, rows, tree.mix)
        i = sample(tree.mix, rows, 0.0, tree)
        match_regrets(tree.regrets, offset + rows, options(rules, state, 1), tree.mix)
        j = sample(tree.mix, options(rules, state, 1), 0.0, tree)
        value = 0.5 * update_regrets(rules, state, tree, node, 0, j, depth == 0)
        value += 0.5 * update_regrets(rules, state, tree, node, 1, i, depth == 0)
    else:
        value = update_regrets(rules, state, tree, node, actor - 1, 0, depth == 0)
    # Later iterations know more than earlier ones, so they have more weight.
    tree.values[node] += (value - tree.values[node]) * 2.0 / (tree.visits[node] + 1)


def iterate(rules: Any, tree: Tree) -> None:
    """Goes down the tree to a state without regrets, and updates every state on the way back."""
    state, depth = load(tree.root, 0), 0
    while depth < MAX_DEPTH and not state.winner:
        evaluate(rules, state, tree)
        node = find_node(tree, state_hash(state))
        if node < 0:
            break
        actor = to_act(rules, state)
        rows, columns = option_count(rules, state, actor, 0), option_count(rules, state, actor, 1)
        if max(rows, columns) > tree.mix.shape[0]:
            tree.counts[OPTIONS_NEEDED] = max(rows, columns)
            break
        is_new = tree.offsets[node] < 0
        if is_new:
            if tree.counts[REGRETS_USED] + rows + columns > tree.regrets.shape[0]:
                break
            tree.offsets[node] = tree.counts[REGRETS_USED]
            tree.counts[REGRETS_USED] += rows + columns
        offset = tree.offsets[node]
        match_regrets(tree.regrets, offset, rows, tree.mix)
        i = sample(tree.mix, rows, EXPLORATION, tree)
        match_regrets(tree.regrets, offset + rows, columns, tree.mix)
        j = sample(tree.mix, columns, EXPLORATION, tree)
        store(tree.path_states, depth, state)
        tree.path_nodes[depth] = node
        depth += 1
        state = play(rules, state, action_of(rules, state, actor, 0, i), action_of(rules, state, actor, 1, j))
        if is_new:
            break
    while depth > 0:
        depth -= 1
        update_node(rules, load(tree.path_states, depth), tree, depth)


def search(rules: Any, tree: Tree, work: int) -> None:
    """Iterates until the tree has done this much work, or met more options than its working memory holds."""
    while tree.counts[WORK] < work and tree.counts[OPTIONS_NEEDED] == 0:
        iterate(rules, tree)
