"""To which place each card of a shuffled pack is dealt: in most games that does not depend on the cards."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from stich.kernel.action import Refused
from stich.kernel.cards import Cards
from stich.kernel.chance import Chance, ordered_by, quick
from stich.kernel.deal import Setup
from stich.kernel.game import Game
from stich.kernel.zones import Rules

TRIES: Final = 120  # packs that are dealt to find it out
CUTS: Final = 128  # ways to cut a pack that are tried


@final
class Trial(Chance):
    """Shuffles by a seed, and draws the same number whatever else is asked."""

    def __init__(self, seed: int, drawn: int) -> None:
        self.seed = seed
        self.drawn = drawn

    def below(self, n: i64) -> i64:
        """Return the number, or the largest possible one."""
        return min(self.drawn, int(n) - 1)

    def of_shuffle(self) -> Chance:
        """Return the generator of the seed."""
        return quick(self.seed, 0)


def order_of_dealing(game: Game, rules: Rules, setup: Setup, cut: int) -> list[int]:
    """Return the zone to which the card at each place of a shuffled pack is dealt; [] if that depends on the cards.

    It is found out by shuffling and dealing packs of all kinds: where each card goes is what all of them have in
    common. setup, cut: of the deal.
    """
    pack = rules.layout.deck
    drawn = 0
    while drawn < CUTS and game.prepare(rules, Trial(0, drawn)).cut != cut:
        drawn += 1
    if drawn == CUTS:
        return []
    found: list[set[int]] = [set(range(rules.layout.size)) for _ in pack]
    for seed in range(TRIES):
        cards = ordered_by(pack, quick(seed, 0))
        try:
            zones = game.deal(rules, setup, game.prepare(rules, Trial(seed, drawn))).zones
        except Refused:
            continue  # such a pack would be dealt again
        holding = where(zones)
        for place in range(len(cards)):
            found[place] &= holding.get(cards[place], set())
    for zones_of_place in found:
        if len(zones_of_place) != 1:
            return []
    return [min(zones_of_place) for zones_of_place in found]


def where(zones: list[Cards]) -> dict[int, set[int]]:
    """Return the zones in which each face lies."""
    holding: dict[int, set[int]] = {}
    for at, cards in enumerate(zones):
        for face in cards:
            holding.setdefault(face, set()).add(at)
    return holding
