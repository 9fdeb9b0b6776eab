"""Frustration. Two to six seats, two packs and six jokers; eleven contracts, at most one of them laid in a deal.

In brief. §2 110 cards; jokers are wild, among more than three players twos as well. §3 A cut, which may bring a joker;
eleven each, one turned up. §4 Eleven contracts of sets and runs, naturals always more than wild cards. §5 Draw; lay the
whole contract; once it lies, lay off on any meld; discard. When a player is out, each other has one last turn. A joker
on the pile goes to the first who claims it. §6 Cards in hand are penalties; a player who has laid their contract gets
the next one. §7 The match ends with the deal in which a player lays the last one. §8 Options. What the sheet decides
where its source is silent is in §9.
"""

from __future__ import annotations

from typing import Final, final

from stich.games.frustration.rules_cards import (
    BEFORE,
    DEEP,
    EACH,
    END,
    HAND,
    LOT,
    LOTS,
    MOST_WAY,
    OPTIONS,
    PILE,
    PRESETS,
    SHALLOW,
    STOCK,
    TO_SET,
    FrustrationRules,
    end_of,
    meld_of,
    pack,
)
from stich.games.frustration.rules_notation import WHERE, laying, place_of, written
from stich.games.frustration.rules_phases import CLAIM, DRAW, LOTTERY, PLAY, SWAP, after_pile
from stich.games.frustration.rules_phases_start import CUT, cut_and_deal, cutter
from stich.games.frustration.rules_score import place
from stich.games.frustration.rules_state import Frustration
from stich.games.frustration.rules_ways import Laying
from stich.kernel.action import Action, Arg, Phrase
from stich.kernel.cards import ONE, Cards, Seat, Seats
from stich.kernel.chance import Chance, shuffle
from stich.kernel.deal import DealResult, Deck, Setup
from stich.kernel.game import NOTICE, TRIUMPH, TWIST, Game
from stich.kernel.verbs import Verb

# -- §3 the deal -------------------------------------------------------------------------------------------------------


def set_up(rules: FrustrationRules, setup: Setup, deck: Deck) -> Frustration:
    """§3 Lots, if any, lie apart; then the cut, or the question where to cut."""
    s = Frustration(rules)
    s.clear(setup)
    cards = deck.cards
    if rules.claim == "random":
        s.zones[LOTS] = bytes([c for c in cards if c >= LOT])
        cards = bytes([c for c in cards if c < LOT])
    s.contracts = tuple([rules.numbers[place(rules, setup, seat)] for seat in range(rules.layout.seats)])
    s.zones[STOCK] = cards[::-1]
    s.dealing = True
    if deck.cut >= 0:
        cut_and_deal(s, deck.cut)
        after_pile(s, -1)
    else:
        s.turn = cutter(s)
        s.phase = CUT
    return s


# -- the game ----------------------------------------------------------------------------------------------------------

MANY_POINTS: Final = 10**9  # more than any match has


def lay_label(cards: Cards) -> Phrase:
    """Name a way to lay; cards: those of the melds, as they will lie."""
    return Phrase("frustration.verb.lay", {"cards": cards})


@final
class FrustrationGame(Game[Frustration, FrustrationRules]):
    def __init__(self) -> None:
        super().__init__(
            name="frustration",
            version=1,
            seats=[4, 2, 3, 5, 6],
            minutes=90,
            options=OPTIONS,
            phases=[CUT, DRAW, PLAY, CLAIM, LOTTERY, SWAP],
            verbs=[
                Verb("cut", to="number", least=SHALLOW, most=DEEP),
                Verb("draw", at="stock"),
                Verb("take", at="discard"),
                Verb("lay", "hand", to="way", most=MOST_WAY, free=True),
                Verb("layoff", "hand", to="zone", at="meld", within=END, above=len(WHERE)),
                Verb("discard", "hand", at="discard"),
                Verb("claim", at="discard"),
                Verb("pass", idle=True),
                Verb("give", "hand", at="discard"),
            ],
            secrets=[],
            pack=pack(0),
            showcase=["H7", "X", "H9", "HT"],
            pose="row",
            kind="melds",
            presets=PRESETS,
            reference="contracts",
            moments={
                "event.cut_joker": NOTICE,
                "said.lay": TWIST,
                "said.claim": NOTICE,
                "event.out": TRIUMPH,
            },
        )

    def make_rules(self, options: dict[str, str], seats: int) -> FrustrationRules:
        return FrustrationRules(options, seats)

    def prepare(self, rules: FrustrationRules, chance: Chance) -> Deck:
        """§3 The pack is shuffled, and cut at random if no player is asked."""
        cards = shuffle(rules.layout.deck, chance)
        most = DEEP - SHALLOW + 1
        return Deck(cards, SHALLOW + int(chance.below(most)) if rules.auto_cut else -1)

    def deal(self, rules: FrustrationRules, setup: Setup, deck: Deck) -> Frustration:
        return set_up(rules, setup, deck)

    def winners(self, rules: FrustrationRules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        return 0  # §7 contracts end a match: the deal's result names the winner

    def tiebreak(
        self, rules: FrustrationRules, setup: Setup, result: DealResult, scores: tuple[int, ...]
    ) -> tuple[int, ...]:
        """§7 Contracts done, then points."""
        return tuple([done * MANY_POINTS - scores[seat] for seat, done in enumerate(result.carry)])

    def label(self, s: Frustration, seat: Seat, a: Action) -> Phrase:
        if a.verb == "take":
            top = s.zones[PILE][len(s.zones[PILE]) - 1]
            return Phrase("frustration.verb.take_card", {"card": top}, ONE[top])
        if a.verb == "lay":
            return lay_label(b"".join(s.contract_of(seat).laid(a.cards or s.hand(seat), a.to)))
        if a.verb == "layoff":
            end = "layoff_before" if end_of(a) == BEFORE else "layoff"
            at = meld_of(a)
            args: dict[str, Arg] = {"card": a.cards[0], "cards": s.zones[at]}
            return Phrase(f"frustration.verb.{end}", {**args, "seat": (at - HAND) // EACH})
        return super().label(s, seat, a)

    def choices(self, s: Frustration, seat: Seat, acts: list[Action]) -> list[tuple[Cards, Phrase]]:
        if not acts or acts[0].verb != "lay":
            return super().choices(s, seat, acts)
        contract = s.contract_of(seat)
        laying = Laying(contract, s.hand(seat))
        ways = [a.to for a in acts if a.verb == "lay"]
        out: list[tuple[Cards, Phrase]] = []
        for way in ways:
            cards = b"".join(laying.melds(way))
            out.append((bytes(sorted(cards)), lay_label(cards)))
        return out + super().choices(s, seat, acts[len(ways) :])

    def phrase(self, s: Frustration, seat: Seat, a: Action) -> Phrase:
        if a.verb == "lay":
            cards = b"".join(s.contract_of(seat).laid(a.cards, a.to))
            number = s.contracts[seat]
            return Phrase("frustration.said.lay", {"seat": seat, "n": number, "cards": cards}, cards, number)
        if a.verb == "layoff":
            kind = "" if end_of(a) == TO_SET else "_run"
            owner = (meld_of(a) - HAND) // EACH
            meld = s.zones[meld_of(a)]
            args: dict[str, Arg] = {"seat": seat, "card": a.cards[0], "cards": meld}  # the meld is drawn
            if owner != seat:
                args["seats"] = ONE[owner]
            whose = "" if owner != seat else "_own"
            return Phrase(f"frustration.said.layoff{whose}{kind}", args, a.cards + meld)
        return super().phrase(s, seat, a)

    def write(self, rules: FrustrationRules, a: Action) -> str:
        return written(rules, a) or super().write(rules, a)

    def read(self, rules: FrustrationRules, text: str) -> Action:
        """Raises Refused: `error.notation`, `error.card`; for melds separated by |, what is wrong with one of them."""
        words = text.split()
        if words and words[0] == "layoff":
            to = place_of(rules, text)
            return Action("layoff", self.read_cards(rules, words[1:2]), to)
        if len(words) > 2 and words[0] == "lay":
            parts = text.strip().removeprefix("lay").split("|")
            cards = self.read_cards(rules, [word for part in parts for word in part.split()])
            return laying(rules, cards, [rules.layout.pack.read(part) for part in parts])
        return super().read(rules, text)

    def first(self, rules: FrustrationRules, chance: Chance) -> Setup:
        """§4 All begin with the first contract."""
        setup = super().first(rules, chance)
        return Setup(setup.number, setup.dealer, setup.scores, (0,) * rules.layout.seats)


GAME: Final = FrustrationGame()
