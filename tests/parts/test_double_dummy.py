"""The solver of tricks with open cards against brute force: through the rules of games, and under every duty."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache, partial

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from stich.bots import policies
from stich.bots.solver import Solver
from stich.games import find
from stich.games.doppelkopf.rules_cards import CONTRACTS as PARTY
from stich.games.ecarte.rules_cards import CONTRACTS as ROYAL
from stich.games.fuenfhundert.rules_cards import STRICT
from stich.games.fuenfhundert.rules_cards import WORTH as POINTS
from stich.games.gaigel.rules_cards import CONTRACTS as GAIGEL
from stich.games.gaigel.rules_cards import WORTH as EYES
from stich.games.herzblatt.rules_cards import CONTRACT as HEARTS
from stich.games.herzblatt.rules_cards import WORTH as UNITS
from stich.kernel.cards import Cards, Seat, Seats
from stich.kernel.chance import Chance, quick
from stich.kernel.deal import Setup
from stich.kernel.state import State
from stich.parts.double_dummy import OpenTricks
from stich.parts.trick_pack import TrickPack
from stich.parts.trick_shapes import TrickShapes
from stich.parts.tricks import Contract, Duty, bearing, choice


@cache
def won(
    contract: Contract, duty: Duty, worth: tuple[int, ...], each: int, last: int, side: Seats, step: int,
    hands: tuple[Cards, ...], leader: Seat, trick: Cards,
) -> int:  # fmt: skip
    """Return what a side still gets, by trying everything that `Duty` allows."""
    seats = len(hands)
    if len(trick) == seats:
        winner = (leader + step * contract.best(trick)) % seats
        points = bearing(trick, list(worth)) + each + (0 if hands[winner] else last)
        rest = 0
        if hands[winner]:
            rest = won(contract, duty, worth, each, last, side, step, hands, winner, b"")
        return rest + (points if side >> winner & 1 else 0)
    seat = (leader + step * len(trick)) % seats
    found = []
    for c in choice(hands[seat], duty.wanted(contract, trick)):
        left = hands[seat].replace(bytes([c]), b"", 1)
        after = (*hands[:seat], left, *hands[seat + 1 :])
        found.append(won(contract, duty, worth, each, last, side, step, after, leader, trick + bytes([c])))
    return max(found) if side >> seat & 1 else min(found)


def drawn(pack: Cards, seats: int, each: int, chance: Chance) -> list[Cards]:
    """Return hands of so many cards each."""
    left = list(pack)
    return [bytes(sorted(left.pop(int(chance.below(len(left)))) for _ in range(each))) for _ in range(seats)]


DUTIES = [
    Duty(),
    Duty(follow=False),
    Duty(trump=True),
    Duty(head=True, trump=True, overtrump=True),
    Duty(head=True, trump=True, overtrump=True, head_after_trump=True),
    Duty(trump=True, overtrump=True),
]
KINDS: list[tuple[Contract, list[int], int, int, int]] = [  # contract, points, copies, seats, cards each
    (ROYAL[1], [0] * 32, 1, 2, 5),
    (STRICT[2], POINTS, 1, 2, 5),
    (GAIGEL[0], EYES, 2, 3, 3),
    (GAIGEL[3], EYES, 2, 4, 3),
    (HEARTS, UNITS, 1, 3, 4),
    (PARTY[0][0], EYES, 2, 4, 3),
    (PARTY[2][0], EYES, 2, 4, 3),
]


@pytest.mark.parametrize("kind", range(len(KINDS)))
@pytest.mark.parametrize("duty", DUTIES, ids=["follow", "free", "trump", "head", "head after trump", "overtrump"])
def test_it_finds_what_trying_everything_finds(kind: int, duty: Duty) -> None:
    contract, worth, copies, seats, each = KINDS[kind]
    worth = [*worth, *[0] * (contract.size - len(worth))]
    faces = bytes([c for c in range(contract.size) if contract.suit[c] >= 0])
    met = set()
    for number in range(12):
        chance = quick(kind, number)
        step = -1 % seats if number % 2 and seats > 2 else 1
        bonus, last = (1, 0) if number % 3 else (0, 10)
        solver = OpenTricks(contract, duty, worth, copies, bonus, last, bits=10)
        hands = drawn(faces * copies if number % 4 else few(faces) * copies, seats, each, chance)
        for side in (1, 5 & 2**seats - 1):
            leader = int(chance.below(seats))
            trick = b""
            while True:
                wanted = won(
                    contract, duty, tuple(worth), bonus, last, side, step, tuple(hands), leader, trick
                )  # fmt: skip
                assert solver.solve(hands, side, leader, trick, step) == wanted
                met.add(wanted)
                if len(trick) == seats - 1:
                    break
                seat = (leader + step * len(trick)) % seats
                c = choice(hands[seat], duty.wanted(contract, trick))[0]
                hands[seat] = hands[seat].replace(bytes([c]), b"", 1)
                trick += bytes([c])
            hands = drawn(faces * copies, seats, each, chance)
    assert len(met) > 2


PICTURES = bytes([1, 7, 13, 19, 2, 8, 14, 20])  # jacks and queens: trumps that are worth nearly the same


@pytest.mark.parametrize(
    ("hands", "leader", "points"),
    [
        ([[8, 19], [2, 13], [7, 13], [7, 19]], 3, 8),
        ([[1, 7], [8, 19], [2, 13], [7, 19]], 0, 18),
        ([[8, 13], [2, 19], [7, 13], [1, 7]], 3, 0),
        ([[2, 7], [1, 7], [13, 19], [13, 19]], 2, 9),
    ],
)
def test_a_card_and_the_next_lower_one_differ_if_somebody_else_has_its_copy(
    hands: list[list[int]], leader: Seat, points: int
) -> None:
    assert OpenTricks(PARTY[1][0], Duty(), EYES, 2, bits=6).solve([bytes(h) for h in hands], 5, leader) == points


@pytest.mark.parametrize("number", range(3))
def test_what_is_kept_of_other_positions_and_sides_does_not_mislead(number: int) -> None:
    # of few faces, so that many positions have the same shape, and with little room, so that entries are given up
    contract = PARTY[1 + number % 2][0]
    solver = OpenTricks(contract, Duty(), EYES, 2, bits=6)
    for i in range(50):
        chance = quick(number, i)
        hands = drawn((PICTURES + bytes([16, 22, 5])) * 2, 4, 3, chance)
        leader = int(chance.below(4))
        side = (5, 10, 3, 5)[i % 4]
        wanted = won(contract, Duty(), tuple(EYES), 0, 0, side, 1, tuple(hands), leader, b"")
        assert solver.solve(hands, side, leader) == wanted
    won.cache_clear()


@pytest.mark.parametrize("later", [False, True])
def test_positions_of_one_shape_bound_each_other_by_the_points_of_their_cards(later: bool) -> None:
    pack = TrickPack(PARTY[1 + later][0], Duty(), EYES, 2)
    shapes = TrickShapes(pack, 6)

    def look(hands: list[Cards], at: int, high: int) -> tuple[int, int]:
        sets = [sum(2 ** (pack.first[c] + hand[:i].count(c)) for i, c in enumerate(hand)) for hand in hands]
        sets[1] <<= hands[1] == hands[0]  # the second copies
        shapes.own(vec[i64]([*sets, *[0] * (4 - len(sets))]))
        shapes.look(sum(sets), 0)
        shapes.find(at, high)
        return shapes.low, shapes.high

    queen_jack = [bytes([2]), bytes([7])]
    assert look(queen_jack, 3, 5) == (0, 5)
    shapes.put(shapes.spot, shapes.seats, shapes.suits, shapes.points, 5, 5, 0)
    assert look([bytes([2]), bytes([1])], 3, 5) == (5, 5)  # the same points
    assert look([bytes([16]), bytes([2])], 3, 13) == (5, 13)  # T and Q: more points, which nobody has been promised
    assert look([bytes([7]), bytes([13])], 5, 5) == (4, 5)  # J and J: the queen was worth one more
    assert look([bytes([7]), bytes([2])], 3, 5) == (0, 5)  # the other seat has the higher card
    assert look([bytes([2]), bytes([2])], 3, 6) == (0, 6)  # who plays first has it
    shapes.put(shapes.spot, shapes.seats, shapes.suits, shapes.points, 6, 6, 0)
    low = look([bytes([16]), bytes([16])], 3, 20)[0]
    assert low == (0 if later else 6)  # of two heart tens the later one may be the higher


def test_the_sides_share_all_points() -> None:
    solver = OpenTricks(PARTY[1][0], Duty(), EYES, 2, each=1, last=10, bits=10)
    for number in range(20):
        hands = drawn(bytes(range(24)) * 2, 4, 4, quick(7, number))
        total = sum(bearing(hand, EYES) for hand in hands) + 4 + 10
        own = solver.solve(hands, 5, 0)
        assert own is not None
        assert solver.solve(hands, 10, 0) == total - own


def few(faces: Cards) -> Cards:
    """Return half of the faces, so that many stand next to each other."""
    return faces[: len(faces) // 2 + 2]


def last_tricks(name: str, seats: int, cards: int, number: int) -> State:
    """Return a position with so many cards a seat at the most, after random play."""
    game = find(name)
    rules = game.rules({}, seats)
    chance = quick(95, number)
    deck = game.prepare(rules, chance)
    make: Callable[..., list[tuple[State, object]]] | None = getattr(policies(game), "duplicate", None)
    s = make(rules, deck, number)[0][0] if make else game.deal(rules, Setup(1, 0, (0,) * seats), deck)
    hand = [at for at in range(s.layout.size) if s.layout.zones[at].role == "hand"]
    while not (s.phase.name in ("play", "tricks") and max(len(s.zones[at]) for at in hand) <= cards):
        legal = s.legal(s.actor())
        if s.actor() < 0 or not legal:
            return last_tricks(name, seats, cards, number + 1000)
        s.apply(s.actor(), legal[int(chance.below(len(legal)))])
    for at in range(s.layout.size):
        if s.layout.ids[at].startswith(("aside", "stock")):
            s.zones[at] = b""  # they count at the end of a deal, and are in no trick
    return s


def in_front(s: State, side: Seats, worth: list[int]) -> float:
    """Return the points in the tricks of a side: of their cards, or one for each trick if cards have none."""
    piles = [at for at in range(s.layout.size) if s.layout.ids[at].startswith("won")]
    own = [s.zones[at] for at in piles if side >> s.layout.owner[at] & 1]
    return sum(bearing(pile, worth) for pile in own) if any(worth) else sum(map(len, own)) // s.layout.seats


CASES: list[tuple[str, int, int, list[int], Duty]] = [
    ("ecarte", 2, 5, [0] * 32, Duty(head=True, trump=True)),
    ("herzblatt", 3, 3, UNITS, Duty()),
    ("herzblatt", 4, 3, UNITS, Duty()),
]


@pytest.mark.parametrize(("name", "seats", "cards", "worth", "duty"), CASES)
def test_it_finds_what_the_rules_of_a_game_find(
    name: str, seats: int, cards: int, worth: list[int], duty: Duty
) -> None:
    for number in range(25):
        s = last_tricks(name, seats, cards, number)
        contract = ROYAL[s.trump()] if name == "ecarte" else HEARTS  # type: ignore[attr-defined]
        trick = s.zones[next(at for at in range(s.layout.size) if s.layout.zones[at].role == "trick")]
        hands = [s.zones[at] for at in range(s.layout.size) if s.layout.zones[at].role == "hand"]
        rules_duty: Duty = getattr(s.rules, "duty", duty)  # type: ignore[attr-defined]
        leader = (s.turn - len(trick)) % seats
        solver = OpenTricks(contract, rules_duty, worth, each=0 if any(worth) else 1, bits=10)
        for side in (1, 2):
            before = in_front(s, side, worth)
            wanted = Solver(side, partial(in_front, side=side, worth=worth), key).value(s.copy())
            assert solver.solve(hands, side, leader, trick) == wanted - before


def key(s: State) -> Hashable:
    return (s.turn, s.phase.name, *s.zones)


def test_a_limit_and_a_stop_end_the_search() -> None:
    hands = drawn(bytes(range(24)) * 2, 4, 10, quick(1, 1))
    solver = OpenTricks(PARTY[0][0], Duty(), EYES, 2, bits=10)
    assert solver.solve(hands, 1, 0, limit=20) is None
    asked: list[int] = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 1

    assert solver.solve(hands, 1, 0, stop=stop) is None
    assert len(asked) == 2


def test_too_many_points_are_refused() -> None:
    with pytest.raises(ValueError, match="8000 points are too many"):
        OpenTricks(ROYAL[0], Duty(), [1000] * 32).solve([bytes(range(4)), bytes(range(4, 8))], 1, 0)


def test_too_many_faces_are_refused() -> None:
    with pytest.raises(ValueError, match="2 copies of 32 faces"):
        OpenTricks(ROYAL[0], Duty(), [0] * 32, 2)
