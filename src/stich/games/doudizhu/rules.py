"""Dou Dizhu, "fighting the landlord": one player against two, with 54 cards. Who is first without cards wins the deal.

In brief. §1 3 up to ace, 2, small joker, big joker; suits do not count (`rules_cards`). §2 17 cards each, three lie on
the table. §3 Bids of 1, 2 and 3, or calling and grabbing. §4 The landlord takes the three cards and leads. §5 Play a
combination, beat the last one, or pass; two passes end the trick (`rules_phases`). §6 Fourteen combinations. §7 Only
the same kind and length beats, but for bomb and rocket: the climbing core (`parts/climb`). §8 The stake is the bid,
doubled by bombs, the rocket and a spring; the landlord wins or loses twice as much as each peasant (`rules_score`). §9
A match is a number of deals, or ends with a number of points. §10 Options for the points on which tables differ.
"""

from __future__ import annotations

from typing import Final, final

from stich.games.doudizhu.rules_cards import BOTTOM, EACH, HAND, OPTIONS, PACK, PRESETS, DouDizhuRules
from stich.games.doudizhu.rules_combinations import NAMES
from stich.games.doudizhu.rules_phases import BID, BIDS, GRABBING, PLAY
from stich.games.doudizhu.rules_state import DouDizhu
from stich.kernel.action import Action, Arg, Phrase
from stich.kernel.cards import Seat, Seats
from stich.kernel.chance import Chance
from stich.kernel.deal import DealResult, Deck, Setup
from stich.kernel.game import BLOW, TRIUMPH, TWIST
from stich.kernel.verbs import Verb
from stich.parts import climb
from stich.parts.climb.game import ClimbGame
from stich.parts.plain import deal_round

DEALT: Final = 17


@final
class DouDizhuGame(ClimbGame[DouDizhu, DouDizhuRules]):
    def __init__(self) -> None:
        self.names = NAMES
        super().__init__(
            name="doudizhu",
            version=1,
            seats=[3],
            minutes=20,
            options=OPTIONS,
            phases=[BID, GRABBING, PLAY],
            verbs=[
                Verb("pass", idle=True),
                Verb("bid", to="number", least=BIDS[0].to, most=BIDS[-1].to),
                Verb("call"),
                Verb("grab"),
                Verb("play", "hand", to="way", least=1, most=climb.MOST_MOVE),
            ],
            secrets=[],
            pack=PACK,
            showcase=["S3", "H8", "DA", "C2", "X2"],
            pose="pile",
            kind="shedding",
            premoves=["play", "pass"],
            tables={"plays": list(NAMES.types)},
            presets=PRESETS,
            reference="combos",
            moments={
                "event.landlord": TWIST,
                "event.spring": TRIUMPH,
                "bomb": BLOW,
                "rocket": TRIUMPH,
            },
        )

    def make_rules(self, options: dict[str, str], seats: int) -> DouDizhuRules:
        return DouDizhuRules(options)

    def deal(self, rules: DouDizhuRules, setup: Setup, deck: Deck) -> DouDizhu:
        """§2 17 cards each, one by one, the dealer's left neighbour first, who speaks first; three stay down."""
        s = DouDizhu(rules)
        s.clear(setup)
        s.turn = (setup.dealer + 1) % 3
        for seat, hand in enumerate(deal_round(deck.cards, DEALT, 3, s.turn)):
            s.zones[HAND + EACH * seat] = hand
        s.zones[BOTTOM] = bytes(sorted(deck.cards[3 * DEALT :]))
        s.phase = GRABBING if rules.grab else BID
        return s

    def following(
        self, rules: DouDizhuRules, setup: Setup, result: DealResult, scores: tuple[int, ...], chance: Chance
    ) -> Setup:
        """§2.3 The next player deals, or a lot decides; after a deal that did not count the same one deals."""
        n = super().following(rules, setup, result, scores, chance)
        if rules.random and not result.again:
            n.dealer = int(chance.below(3))
        return n

    def winners(self, rules: DouDizhuRules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        """§9 The highest totals after the agreed number of deals, or before that once one has reached the limit."""
        counted = 1 + (setup.carry[0] if setup.carry else 0)
        if counted < rules.deals and not 0 < rules.limit <= max(scores):
            return 0
        return super().winners(rules, setup, scores)

    def opening(self, s: DouDizhu, setup: Setup) -> Phrase:
        n = s.counted() + 1
        args: dict[str, Arg] = {"seat": setup.dealer, "n": n}
        return Phrase("doudizhu.event.deal", args, n=n, seat=setup.dealer)

    def label(self, s: DouDizhu, seat: Seat, a: Action) -> Phrase:
        if a.verb == "bid":
            return Phrase("doudizhu.verb.bid", {"n": a.to, "won": 2 * a.to})
        return super().label(s, seat, a)


GAME: Final = DouDizhuGame()
