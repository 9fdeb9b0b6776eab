"""My game. Three or four seats, 52 cards; take tricks, and be first to the limit.

§1 Four suits from the two to the ace; three seats play without the two of clubs. §2 All cards are dealt one by one, the
dealer's left neighbour first, who leads. §3 Follow suit if you can; trumps beat the other suits, otherwise the highest
card of the suit led wins. The winner leads next. §4 Each trick is a point; who reaches the limit first wins the match.
"""

from __future__ import annotations

from typing import Final, final

from stich.kernel.action import Phrase
from stich.kernel.cards import Cards
from stich.kernel.deal import DealResult, Deck, Score, Setup
from stich.kernel.options import Option
from stich.kernel.verbs import Verb
from stich.kernel.zones import Layout, Rules
from stich.parts import suits, trick_phase
from stich.parts.plain import LimitGame, deal_round
from stich.parts.trick_phase import COMMON, EACH, HAND, OWN
from stich.parts.tricks import NO_TRUMP, Contract

NAME: Final = "mygame"

# -- §1 the cards; they lie where `trick_phase` has its places: TRICK, and for each seat HAND and WON ---------------

RANKS: Final = "23456789TJQKA"
SIZE: Final = len(RANKS)
PACK: Final = suits.pack(RANKS)
PACK_OF_THREE: Final = suits.pack(RANKS, without="C2")

# -- §3 what beats what ----------------------------------------------------------------------------------------------

TRUMPS: Final = {"spades": suits.SPADES, "hearts": suits.HEARTS, "none": NO_TRUMP}
CONTRACTS: Final = {
    name: Contract([suits.of_suit(suit, SIZE) for suit in range(4)], trump) for name, trump in TRUMPS.items()
}
ORDERS: Final = {name: suits.held(contract, SIZE) for name, contract in CONTRACTS.items()}
OPTIONS: Final = [
    Option("trump", list(TRUMPS)),  # §3
    Option("limit", ["30", "15", "50"], 1, 500),  # §4
]


@final
class MyGameRules(Rules):
    def __init__(self, options: dict[str, str], seats: int) -> None:
        pack = PACK_OF_THREE if seats == 3 else PACK
        super().__init__(Layout(COMMON, OWN, trick_phase.FACTS, pack, seats), options)
        self.contract = CONTRACTS[options["trump"]]
        self.order = ORDERS[options["trump"]]


class MyGame(trick_phase.TrickState):
    def __init__(self, rules: MyGameRules) -> None:
        super().__init__(rules)
        self.rules: MyGameRules = rules

    def order(self) -> list[Cards]:
        return self.rules.order

    def result(self) -> DealResult:
        """§4 A point for each trick."""
        lines = [Score(seat, f"{NAME}.score.tricks", n, n) for seat, n in enumerate(self.tricks) if n]
        best = max(range(len(self.tricks)), key=lambda seat: self.tricks[seat])
        n = self.tricks[best]
        return DealResult(self.tricks, lines, Phrase(f"{NAME}.event.most", {"seat": best, "n": n}, n=n))


# -- §3 the play -----------------------------------------------------------------------------------------------------


class Play(trick_phase.Tricks[MyGame]):
    """§3 Follow suit if you can."""

    def contract(self, s: MyGame) -> Contract:
        return s.rules.contract


PLAY: Final = Play("play", NAME, PACK)

# -- the game ----------------------------------------------------------------------------------------------------------


@final
class MyGameGame(LimitGame[MyGame, MyGameRules]):
    def __init__(self) -> None:
        super().__init__(
            name=NAME,
            version=1,
            seats=[4, 3],
            minutes=20,
            options=OPTIONS,
            phases=[PLAY],
            verbs=[Verb("play", "hand")],
            secrets=[],
            pack=PACK,
            showcase=["SA", "HK", "CJ"],
            pose="trick",
            kind="tricks",
        )

    def make_rules(self, options: dict[str, str], seats: int) -> MyGameRules:
        return MyGameRules(options, seats)

    def deal(self, rules: MyGameRules, setup: Setup, deck: Deck) -> MyGame:
        """§2 All cards; the dealer's left neighbour leads."""
        s = MyGame(rules)
        s.clear(setup)
        seats = rules.layout.seats
        s.turn = (setup.dealer + 1) % seats
        for seat, hand in enumerate(deal_round(deck.cards, len(deck.cards) // seats, seats, s.turn)):
            s.zones[HAND + EACH * seat] = hand
        s.phase = PLAY
        return s


GAME: Final = MyGameGame()
