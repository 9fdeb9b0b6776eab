"""What a network sees, what it computes, and the file that it comes from."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from pathlib import Path

import pytest

from stich.games.chimera.rules_cards import CATS, TOADS, rule_table
from stich.kernel.chance import Quick, quick, shuffle
from stich.parts import climb
from stich.parts.climb.hands import union
from stich.parts.climb.planning.features import (
    ENCODING,
    MOVE_INPUTS,
    MOVE_WIDTH,
    SCENE_INPUTS,
    SCENE_WIDTH,
    Features,
)
from stich.parts.climb.planning.lessons import MOST_MOVES, OUTCOME, Lessons, Player, SelfPlay
from stich.parts.climb.planning.network import HALF16, HEADS, MOST, SECOND, Network, Weights, sizes
from stich.parts.climb.planning.piles import PACK, Dealer, Scene, Table, minus
from stich.parts.climb.planning.weights import Unfit, load, save

pytestmark = pytest.mark.once

CHIMERA = rule_table({})
DECK = bytes([c >> 2 if c < 52 else c - 39 for c in range(54)])
WIDTH, INNER = 8, 6
WORTH = [100] * 15


def parts_of_deck(chance: Quick, *counts: int) -> list[bytes]:
    cards = bytes(shuffle(DECK, chance))
    out = []
    for n in counts:
        out.append(cards[:n])
        cards = cards[n:]
    return out


def test_sums_and_differences_of_hands() -> None:
    assert climb.planes(DECK) == PACK
    chance = quick(1)
    for _ in range(2000):
        a, b = parts_of_deck(chance, int(chance.below(21)), int(chance.below(21)))
        both = union(climb.planes(a), climb.planes(b))
        assert Counter(climb.ranks(both)) == Counter(a) + Counter(b)
        assert minus(both, climb.planes(b)) == climb.planes(a)


def table_of(seed: int, moves: int) -> Table:
    """Return a table after that many random moves."""
    table, dealer, chance, buffer = Table(TOADS, CATS), Dealer(seed), quick(seed), climb.scratch()
    dealer.deal(table)
    for _ in range(moves):
        legal = climb.moves(table.hands[table.turn], table.last, CHIMERA, buffer)
        table.apply(legal[chance.below(len(legal))])
        if table.out >= 0:
            dealer.deal(table)
    return table


@pytest.mark.parametrize("seed", range(1, 60))
def test_a_table_holds_the_pack_and_knows_what_can_be_known(seed: int) -> None:
    table = table_of(seed, seed)
    hands = [Counter(climb.ranks(table.hands[i])) for i in range(3)]
    assert sum(hands, Counter(climb.ranks(table.gone))) == Counter(DECK)
    scene = Scene()
    table.show(scene, False)
    one, two = [(table.turn + n) % 3 for n in (1, 2)]
    known = [Counter(climb.ranks(scene.next)), Counter(climb.ranks(scene.previous))]
    assert known[0] <= hands[one]
    assert known[1] <= hands[two]
    assert known[0] + known[1] + Counter(climb.ranks(scene.unseen)) == hands[one] + hands[two]
    table.show(scene, True)
    assert [scene.next, scene.previous, scene.unseen] == [table.hands[one], table.hands[two], 0]


@pytest.mark.parametrize("open_", [False, True])
def test_inputs_are_in_their_role_and_fit(open_: bool) -> None:
    features, scene = Features(CHIMERA, TOADS, CATS), Scene()
    row, buffer = Network(weights(quick(1))).scene_row, climb.scratch()
    for seed in range(1, 200):
        table = table_of(seed, seed % 50)
        table.show(scene, open_)
        role = int(scene.role) + 3 * open_
        end = int(features.scene(scene, open_, row, 0))
        inputs = [int(row[i]) for i in range(end)]
        assert end <= SCENE_WIDTH
        assert all(role * SCENE_INPUTS < n <= (role + 1) * SCENE_INPUTS for n in inputs)
        assert len(set(inputs)) == end
        for move in climb.moves(table.hands[table.turn], table.last, CHIMERA, buffer):
            end = int(features.move(move, row, 0))
            inputs = [int(row[i]) for i in range(end)]
            assert end <= MOVE_WIDTH
            assert all(role * MOVE_INPUTS < n <= (role + 1) * MOVE_INPUTS for n in inputs)
            assert len(set(inputs)) == end


def test_two_moves_of_a_position_never_look_alike() -> None:
    features, scene = Features(CHIMERA, TOADS, CATS), Scene()
    row, buffer = Network(weights(quick(1))).move_row, climb.scratch()
    for seed in range(1, 60):
        table = table_of(seed, seed % 40)
        table.show(scene, False)
        features.scene(scene, False, Network(weights(quick(1))).scene_row, 0)
        seen = set()
        moves = climb.moves(table.hands[table.turn], table.last, CHIMERA, buffer)
        for move in moves:
            end = int(features.move(move, row, 0))
            seen.add(tuple([int(row[i]) for i in range(end)]))
        assert len(seen) == len(moves)


# -- the network ------------------------------------------------------------------------------------------------------


def numbers(chance: Quick, n: int, most: int) -> list[int]:
    return [int(chance.below(2 * most + 1)) - most for _ in range(n)]


def unpacked(packed: list[int], parts: int, digits: int) -> list[int]:
    out = []
    for number in packed:
        for _ in range(parts):
            low = ((number + (1 << digits - 1)) & ((1 << digits) - 1)) - (1 << digits - 1)
            out.append(low)
            number = (number - low) >> digits
    return out


def packed(values: list[int], parts: int, digits: int) -> list[int]:
    return [sum(values[i + k] << digits * k for k in range(parts)) for i in range(0, len(values), parts)]


def parts_for(chance: Quick) -> list[list[int]]:
    counts = sizes(WIDTH, INNER)
    out = [packed(numbers(chance, 4 * n, 300), 4, 16) for n in counts[:2]]
    out.append(packed(numbers(chance, 2 * counts[2], 900), 2, 32))
    return out + [numbers(chance, n, 400_000) for n in counts[3:]]


def weights(chance: Quick) -> Weights:
    return Weights(WIDTH, INNER, parts_for(chance))


def by_hand(parts: list[list[int]], role: int, scene: list[int], move: list[int]) -> list[int]:
    """Compute the three numbers without packing."""
    scenes, moves, matrix = unpacked(parts[0], 4, 16), unpacked(parts[1], 4, 16), unpacked(parts[2], 2, 32)
    hidden = []
    for i in range(WIDTH):
        total = sum(scenes[n * WIDTH + i] for n in scene) + sum(moves[n * WIDTH + i] for n in move)
        hidden.append(min(max(total, 0), MOST))
    inner = []
    for k in range(INNER):
        total = sum(h * matrix[i * INNER + k] for i, h in enumerate(hidden)) + parts[3][k]
        inner.append(min(max(total >> SECOND, 0), MOST))
    heads = range(HEADS * role, HEADS * (role + 1))
    return [parts[5][h] + sum(v * parts[4][h * INNER + k] for k, v in enumerate(inner)) for h in heads]


def test_packed_numbers_give_what_numbers_one_by_one_give() -> None:
    chance = quick(7)
    for _ in range(40):
        parts = parts_for(chance)
        network = Network(Weights(WIDTH, INNER, parts))
        scene = [1 + int(chance.below(3 * SCENE_INPUTS)) for _ in range(40)]
        role = int(chance.below(3))
        for i, n in enumerate(scene):
            network.scene_row[i] = n
        network.look(role, len(scene))
        for _ in range(5):
            move = [1 + int(chance.below(3 * MOVE_INPUTS)) for _ in range(20)]
            for i, n in enumerate(move):
                network.move_row[i] = n
            network.judge(len(move))
            assert [network.win, network.points, network.bonus] == by_hand(parts, role, scene, move)


def test_weights_of_another_size_are_refused() -> None:
    parts = parts_for(quick(1))
    with pytest.raises(ValueError, match="not those of a network with 8 and 6 places"):
        Weights(WIDTH, INNER, [*parts[:5], [*parts[5], 0]])


def test_the_lowest_of_packed_numbers_may_be_the_most_negative() -> None:
    values = [-HALF16, HALF16 - 1, -1, 0]
    assert unpacked(packed(values, 4, 16), 4, 16) == values


# -- the file ---------------------------------------------------------------------------------------------------------


def stored(path: Path, **header: object) -> Path:
    save(path, {"game": "chimera", "rules": 1, **header}, WIDTH, INNER, parts_for(quick(3)))
    return path


def test_weights_come_back_from_their_file(tmp_path: Path) -> None:
    parts = parts_for(quick(3))
    found = load(stored(tmp_path / "a.weights"), "chimera", 1)
    assert (found.width, found.inner) == (WIDTH, INNER)
    kept = [found.scenes, found.moves, found.matrix, found.constants, found.heads, found.head_constants]
    assert [[int(n) for n in part] for part in kept] == parts


def test_files_that_cannot_be_used_are_refused_and_say_why(tmp_path: Path) -> None:
    file = tmp_path / "a.weights"
    with pytest.raises(Unfit, match=r"a\.weights is missing"):
        load(file, "chimera", 1)
    whole = stored(file).read_bytes()
    for n in (0, 10, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:n])
        with pytest.raises(Unfit, match=r"a\.weights is (damaged|for )"):
            load(file, "chimera", 1)
    for at in range(whole.index(b"\n") + 1, len(whole), 97):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(Unfit, match="damaged"):
            load(file, "chimera", 1)
    file.write_bytes(b"x" * 5_000_001)
    with pytest.raises(Unfit, match="too large"):
        load(file, "chimera", 1)
    for wrong, said in (({"rules": 2}, "for rules 2, not 1"), ({"game": "doudizhu"}, "for game doudizhu, not chimera")):
        stored(file, **wrong)
        with pytest.raises(Unfit, match=said):
            load(file, "chimera", 1)
    line, _, rest = whole.partition(b"\n")
    file.write_bytes(json.dumps({**json.loads(line), "encoding": ENCODING + 1}).encode() + b"\n" + rest)
    with pytest.raises(Unfit, match=f"for encoding {ENCODING + 1}, not {ENCODING}"):
        load(file, "chimera", 1)
    file.write_bytes(json.dumps({**json.loads(line), "width": 100_000}).encode() + b"\n" + rest)
    with pytest.raises(Unfit, match="too large"):
        load(file, "chimera", 1)


# -- what is learnt from ----------------------------------------------------------------------------------------------


def test_lessons_try_every_move_with_the_same_hands() -> None:
    player = Player(CHIMERA, TOADS, CATS, WORTH, WORTH)
    lessons = Lessons(player, Features(CHIMERA, TOADS, CATS), CHIMERA, 11, 40)
    total = lessons.collect(10, 60)
    sizes_ = [int(lessons.sizes[i]) for i in range(40)]
    assert sum(sizes_) == total
    assert all(2 <= n <= MOST_MOVES for n in sizes_)
    for i in range(total):
        won, mine, others, extra, idle = [int(lessons.ends[i * OUTCOME + k]) for k in range(OUTCOME)]
        assert won in (0, 1)
        assert 0 <= mine + others <= 60
        assert 0 <= extra <= 14
        assert 0 <= idle <= 2
    again = Lessons(player, Features(CHIMERA, TOADS, CATS), CHIMERA, 11, 40)
    assert again.collect(10, 60) == total
    assert [int(n) for n in again.ends] == [int(n) for n in lessons.ends]


def test_self_play_offers_each_choice_and_ends_each_deal() -> None:
    play = SelfPlay(Features(CHIMERA, TOADS, CATS), CHIMERA, 5, 12, 12 * 400)
    chance = quick(2)
    n = play.begin()
    assert n == 12
    steps = 0
    while n:
        firsts = [int(play.firsts[i]) for i in range(n + 1)]
        assert all(b - a >= 2 for a, b in itertools.pairwise(firsts))
        n = play.step([a + int(chance.below(b - a)) for a, b in itertools.pairwise(firsts)])
        steps += 1
    assert steps > 5
    for i, table in enumerate(play.tables):
        assert table.out >= 0
        assert int(play.ends[i * OUTCOME]) == (table.out == table.alone)
        assert int(play.ends[i * OUTCOME + 1]) == table.won[table.alone]
