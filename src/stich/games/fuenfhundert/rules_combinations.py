"""§6: the combinations of Fünfhundert, with the cards and the value of each.

Combinations go by number, in the order of the sheet. Sets of cards are ints, bit f for face f.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from stich.games.fuenfhundert.rules_cards import ACE, JACK, KING, QUEEN, SIZE, TEN
from stich.kernel.action import Action, Arg, Phrase
from stich.kernel.cards import ONE, Cards
from stich.parts import suits
from stich.parts.tricks import faces_of

# -- §6 the combinations ----------------------------------------------------------------------------------------------

FOURS: Final = 0  # of aces, tens, kings, queens, jacks
PAIRS: Final = 5  # + suit: king and queen
JACK_AND_QUEEN: Final = 9  # spade jack, diamond queen
SEQUENCES: Final = 10  # + suit
SEVEN: Final = 14  # of trumps
NAMES: Final = [
    *[f"{rank}4" for rank in "ATKQJ"],
    *[f"KQ:{suit}" for suit in suits.SUITS],
    "SJDQ",
    *[f"SEQ:{suit}" for suit in suits.SUITS],
    "T7",
]
KINDS: Final = ["a4", "t4", "k4", "q4", "j4", *["kq"] * 4, "sjdq", *["seq"] * 4, "t7"]
VALUES: Final = [100, 80, 60, 40, 20, *[20] * 4, 40, *[120] * 4, 10]


def combination(number: int, trump: int) -> Cards:
    """§6 Return the cards of a combination."""
    if number < PAIRS:
        return bytes([SIZE * suit + (ACE, TEN, KING, QUEEN, JACK)[number] for suit in range(4)])
    if number < JACK_AND_QUEEN:
        return bytes([SIZE * (number - PAIRS) + rank for rank in (QUEEN, KING)])
    if number == JACK_AND_QUEEN:
        return bytes([SIZE * suits.SPADES + JACK, SIZE * suits.DIAMONDS + QUEEN])
    if number < SEVEN:
        return bytes([SIZE * (number - SEQUENCES) + rank for rank in (JACK, QUEEN, KING, TEN, ACE)])
    return ONE[SIZE * trump]


CARDS: Final = [[combination(number, trump) for number in range(15)] for trump in range(4)]
FACES: Final = vec[i64]([faces_of(cards) for cards in CARDS[0][:SEVEN]])  # the same with any trump
DECLARE: Final = [Action("declare", b"", number) for number in range(15)]


def value(number: int, trump: int) -> int:
    """§6 Pairs and sequences count twice in trumps."""
    in_trumps = number in (PAIRS + trump, SEQUENCES + trump)
    return 2 * VALUES[number] if in_trumps else VALUES[number]


def complete(free: i64, new: i64) -> list[int]:
    """Return the combinations, without the trump seven, that lie in the cards `free` with at least one of `new`."""
    out: list[int] = []
    lacking: i64 = ~free
    faces = FACES
    number: i64 = 0
    while number < SEVEN:
        cards = faces[number]
        if cards & new and cards & lacking == 0:
            out.append(number)
        number += 1
    return out


def disjoint(numbers: list[int], trump: int) -> bool:
    """§6 Tell whether no two of these combinations have a card in common."""
    cards = b"".join([CARDS[trump][number] for number in numbers])
    return len(set(cards)) == len(cards)


def in_set(numbers: int) -> list[int]:
    """Return the combinations of a set of them, bit n for number n."""
    return [number for number in range(15) if numbers >> number & 1]


def best_set(ready: list[int], trump: int, only_one: bool) -> list[int]:
    """§8 Return the most valuable choice of these combinations with no card in common; or the best single one."""
    if only_one:
        return [max(ready, key=lambda number: value(number, trump))] if ready else []
    best: list[int] = []
    most = 0
    for chosen in range(1 << len(ready)):
        numbers = [number for i, number in enumerate(ready) if chosen >> i & 1]
        n = sum([value(number, trump) for number in numbers])
        if n > most and disjoint(numbers, trump):
            best, most = numbers, n
    return best


def used_by(seat: int, calls: tuple[int, ...], trump: int) -> Cards:
    """§6 Return the cards of the correct declarations of a seat; calls: as the state keeps them."""
    return b"".join([CARDS[trump][call & 31] for call in calls if call >> 5 == 2 * seat])


# -- texts ------------------------------------------------------------------------------------------------------------


def suit_key(suit: int) -> str:
    return f"@fuenfhundert.suit.{suits.SUITS[suit].lower()}"


def name_key(number: int) -> str:
    return f"fuenfhundert.combination.{KINDS[number]}"


def dared(number: int) -> Phrase:
    """Return what a combination is called and worth where the trumps are not known: pairs and sequences count twice in
    them.
    """
    n = VALUES[number]
    args: dict[str, Arg] = {"what": f"@{name_key(number)}", **named(number), "n": n}
    if number == SEVEN:
        return Phrase("fuenfhundert.unlisted.declare", args, n=n)
    cards = CARDS[0][number]
    args["cards"] = cards
    if number < PAIRS or number == JACK_AND_QUEEN:
        return Phrase("fuenfhundert.unlisted.declare", args, cards, n=n)
    args["twice"] = 2 * n
    return Phrase("fuenfhundert.unlisted.declare_twice", args, cards, n=n)


def named(number: int) -> dict[str, Arg]:
    """Return the parameter in the name of a combination: its suit."""
    if PAIRS <= number < JACK_AND_QUEEN or SEQUENCES <= number < SEVEN:
        return {"suit": suit_key((number - PAIRS) % 5)}
    return {}
