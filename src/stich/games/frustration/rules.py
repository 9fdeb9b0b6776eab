"""Frustration. Two to six seats, two packs and six jokers; eleven contracts, at most one of them laid in a deal.

In brief. §2 110 cards; jokers are wild, among more than three players twos as well. §3 A cut, which may bring a joker;
eleven each, one turned up. §4 Eleven contracts of sets and runs, naturals always more than wild cards. §5 Draw; lay the
whole contract; once it lies, lay off on any meld; discard. When a player is out, each other has one last turn. A joker
on the pile goes to the first who claims it. §6 Cards in hand are penalties; a player who has laid their contract gets
the next one. §7 The match ends with the deal in which a player lays the last one. §8 Options. What the sheet decides
where its source is silent is in §9.

A contract is laid in one action. The listed actions are the ways to lay it: ranks, runs, and how many wild cards go
into each meld. The player chooses the cards.
"""

from __future__ import annotations

from typing import Final, final

from stich.games.frustration.rules_deal import cut_and_deal, cutter
from stich.games.frustration.rules_laying import BEFORE, END, lay_offs
from stich.games.frustration.rules_notation import laying, place_of, written
from stich.games.frustration.rules_reasons import not_asked, not_offered, why_not_lay, why_not_lay_off, wrong_time
from stich.games.frustration.rules_score import place
from stich.games.frustration.rules_state import Frustration
from stich.games.frustration.rules_table import (
    BOTTOM,
    DEEP,
    DRAWN,
    EACH,
    HAND,
    LOT,
    LOTS,
    MELD,
    OPTIONS,
    PILE,
    PRESETS,
    SHALLOW,
    STOCK,
    FrustrationRules,
    pack,
)
from stich.kernel.action import Action, Arg, Phrase, Refused
from stich.kernel.cards import ONE, Cards, Seat, Seats, holds
from stich.kernel.chance import Chance, shuffle
from stich.kernel.game import Deck, Game
from stich.kernel.state import OVER, DealResult, Phase, Setup
from stich.kernel.verbs import Verb
from stich.parts import window
from stich.parts.melds.laying import Laying
from stich.parts.melds.shape import JOKER

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


CUTS: Final = [Action("cut", b"", n) for n in range(SHALLOW, DEEP + 1)]


class Cut(Phase[Frustration]):
    """§3 Lift off at least ten cards, and leave at least ten."""

    def legal(self, s: Frustration, seat: Seat) -> list[Action]:
        return CUTS[:]

    def apply(self, s: Frustration, seat: Seat, a: Action) -> None:
        cut_and_deal(s, a.to)
        after_pile(s, -1)

    def why(self, s: Frustration, seat: Seat, a: Action) -> Refused:
        if a.verb == "cut":
            return Refused("error.frustration.cut", {"n": a.to, "least": SHALLOW, "most": DEEP})
        return super().why(s, seat, a)


# -- §5 a turn ---------------------------------------------------------------------------------------------------------

FROM_STOCK: Final = Action("draw")
FROM_PILE: Final = Action("take")
DISCARD: Final = [Action("discard", ONE[c]) for c in range(JOKER + 1)]


def begin_turn(s: Frustration) -> None:
    """§5 Without a stock the pile becomes the new one, except for its top card. The number of rounds is limited."""
    s.taken = -1
    s.waiting = 0
    s.claimant = -1
    s.dealing = False
    s.contract = "" if s.laid >> s.turn & 1 else f"frustration.contract.{s.contracts[s.turn]}"
    if s.is_last():
        s.phase = OVER
        return
    if not s.zones[STOCK] and not s.zones[BOTTOM] and len(s.zones[PILE]) > 1:
        s.shuffle_up(PILE, STOCK, keep=1)
    if s.can_draw():
        s.phase = DRAW
    elif s.hand(s.turn):
        s.phase = PLAY  # claims can put the whole pack into hands and melds
    else:
        end_turn(s, s.turn, False)  # nothing to draw, and nothing to play: but a player without a contract is not out


class Draw(Phase[Frustration]):
    """§5 The top of the stock, or of the pile."""

    def legal(self, s: Frustration, seat: Seat) -> list[Action]:
        out = [FROM_STOCK] if s.zones[STOCK] or s.zones[BOTTOM] else []
        if s.zones[PILE]:
            out.append(FROM_PILE)
        return out

    def apply(self, s: Frustration, seat: Seat, a: Action) -> None:
        if a.verb == "take":
            s.taken = s.draw(PILE, HAND + EACH * seat)
        else:
            s.draw(STOCK if s.zones[STOCK] else BOTTOM, HAND + EACH * seat)
        s.phase = PLAY

    def why(self, s: Frustration, seat: Seat, a: Action) -> Refused:
        if a.verb in ("lay", "layoff", "discard"):
            return Refused("error.frustration.draw_first")
        return wrong_time(a) or super().why(s, seat, a)

    def why_not_asked(self, s: Frustration, seat: Seat, a: Action) -> Refused | None:
        return not_asked(s, seat, a)


class Play(Phase[Frustration]):
    """§5 Lay the contract; after that lay off; finally discard. A player without cards is out."""

    def legal(self, s: Frustration, seat: Seat) -> list[Action]:
        hand = s.hand(seat)
        out: list[Action] = []
        if s.laid >> seat & 1:
            if len(hand) > s.rules.keeps_one:
                out = lay_offs(s, hand)
        elif len(hand) >= s.contract_of(seat).size + s.rules.keeps_one:
            out = [Action("lay", b"", way) for way in s.contract_of(seat).ways(hand)]
        last = -1
        for c in hand:
            if c != last and (c != s.taken or not s.rules.no_return):
                out.append(DISCARD[c])
            last = c
        if not out:  # only the card taken off the pile
            out = [DISCARD[hand[0]]]
        return out

    def canon(self, s: Frustration, seat: Seat, a: Action) -> Action:
        """Any cards that make up the contract in the given way; if none is given, in the best way for these cards."""
        if a.verb != "lay" or not a.cards or len(a.cards) != s.contract_of(seat).size:
            return a
        contract = s.contract_of(seat)
        way = a.to if a.to >= 0 else contract.way_of(contract.best(a.cards))
        if way < 0 or not holds(s.hand(seat), a.cards) or not contract.laid(a.cards, way):
            return a
        return Action("lay", b"", way)

    def cards(self, s: Frustration, seat: Seat, a: Action) -> Cards:
        """Return the fitting cards that leave the fewest points."""
        if a.cards or a.verb != "lay":
            return a.cards
        return bytes(sorted(b"".join(s.contract_of(seat).laid(s.hand(seat), a.to))))

    def apply(self, s: Frustration, seat: Seat, a: Action) -> None:
        hand = HAND + EACH * seat
        if a.verb == "lay":
            for i, meld in enumerate(s.contract_of(seat).laid(a.cards or s.zones[hand], a.to)):
                s.move_cards(meld, hand, MELD + EACH * seat + i)
            s.laid |= 1 << seat
            s.contract = ""
        elif a.verb == "layoff":
            s.move(a.cards[0], hand, a.to % END)
            if a.to & BEFORE:
                s.cut(a.to % END, 1)
        else:
            s.move(a.cards[0], hand, PILE)
            if a.cards[0] == s.taken and s.rules.no_return and s.zones[hand]:
                s.show(s.taken, hand)  # it can go back only if nothing else is in hand, so the rest equals it
        if a.verb == "discard" or not s.zones[hand]:
            end_turn(s, seat, a.verb == "discard")

    def why(self, s: Frustration, seat: Seat, a: Action) -> Refused:
        hand = s.hand(seat)
        if a.verb in ("draw", "take"):
            return Refused("error.frustration.drawn" if s.can_draw() else "error.frustration.nothing_to_draw")
        if a.cards and not holds(hand, a.cards):
            return Refused("error.not_held", {"cards": a.cards})
        if a.verb == "lay":
            return why_not_lay(s, seat, a)
        if a.verb == "layoff":
            return why_not_lay_off(s, seat, a)
        if a.verb == "discard" and len(a.cards) == 1 and a.cards[0] == s.taken:
            return Refused("error.frustration.taken", {"card": s.taken})
        return wrong_time(a) or super().why(s, seat, a)

    def why_not_asked(self, s: Frustration, seat: Seat, a: Action) -> Refused | None:
        return not_asked(s, seat, a)


def end_turn(s: Frustration, seat: Seat, discarded: bool) -> None:
    """§5 The first player without cards is out; each other has one more turn. A joker on the pile may be claimed."""
    s.turns += 1
    s.turn = (seat + 1) % s.layout.seats
    if s.out < 0 and s.is_out(seat):
        s.out = seat
        if s.log is not None:
            s.say("out", seat, Phrase("frustration.event.out", {"seat": seat}))
    if discarded and not s.is_last():
        after_pile(s, seat)
    else:
        begin_turn(s)


# -- §5 the claim ------------------------------------------------------------------------------------------------------

CLAIM_IT: Final = Action("claim")
LEAVE: Final = Action("pass")


def after_pile(s: Frustration, discarder: Seat) -> None:
    """§5 A joker discarded on the pile may be claimed by all players except its discarder and those who are out."""
    top = s.zones[PILE][len(s.zones[PILE]) - 1]
    if top != JOKER or s.rules.claim == "off":
        begin_turn(s)
        return
    s.waiting = s.layout.everyone
    if discarder >= 0 and not s.rules.discarder_claims:
        s.waiting &= ~(1 << discarder)
    if s.out >= 0:
        for seat in range(s.layout.seats):
            if s.is_out(seat):
                s.waiting &= ~(1 << seat)
    if s.rules.claim == "random":
        s.ask(s.waiting)
        s.phase = LOTTERY
    else:
        s.phase = CLAIM


class Claim(window.Window[Frustration]):
    """§5 The joker goes to the first claim, or to the first claimant in turn order."""

    def mode(self, s: Frustration) -> str:
        return s.rules.claim

    def waiting(self, s: Frustration) -> Seats:
        return s.waiting

    def narrow(self, s: Frustration, left: Seats) -> None:
        s.waiting = left

    def reactions(self, s: Frustration, seat: Seat) -> list[Action]:
        return [CLAIM_IT]

    def react(self, s: Frustration, seat: Seat, a: Action) -> None:
        claimed(s, seat)

    def close(self, s: Frustration) -> None:
        begin_turn(s)

    def why(self, s: Frustration, seat: Seat, a: Action) -> Refused:
        return Refused("error.frustration.offered")

    def why_not_asked(self, s: Frustration, seat: Seat, a: Action) -> Refused | None:
        return not_offered(s, seat, a)


class Lottery(Phase[Frustration]):
    """§8 `random`: all say at once whether they want the joker, and lots are drawn until one names a player who
    does.
    """

    def must(self, s: Frustration) -> Seats:
        return s.unanswered()

    def legal(self, s: Frustration, seat: Seat) -> list[Action]:
        return [CLAIM_IT, LEAVE]

    def apply(self, s: Frustration, seat: Seat, a: Action) -> None:
        if not s.seal(seat, a):
            return
        wanted = [who for who in range(s.layout.seats) if s.sealed[who].verb == "claim"]
        s.sealed = ()
        if not wanted:
            begin_turn(s)
            return
        if s.zones[DRAWN]:  # the lots of an earlier draw go back
            s.move_all(LOTS, DRAWN)
            s.shuffle_up(DRAWN, LOTS)
        while True:
            who = s.draw(LOTS, DRAWN) - LOT
            if who in wanted:
                break
        claimed(s, who)

    def why(self, s: Frustration, seat: Seat, a: Action) -> Refused:
        return Refused("error.frustration.offered")

    def why_not_asked(self, s: Frustration, seat: Seat, a: Action) -> Refused | None:
        return not_offered(s, seat, a)


def claimed(s: Frustration, seat: Seat) -> None:
    """§5 The joker is an additional card, unless the claimant has to put a card under the pile."""
    s.draw(PILE, HAND + EACH * seat)
    s.waiting = 0
    if s.rules.swap:
        s.claimant = seat
        s.phase = SWAP
    else:
        after_claim(s)


GIVE: Final = [Action("give", ONE[c]) for c in range(JOKER + 1)]


class Swap(Phase[Frustration]):
    """§8 `swap`: a player who has claimed a joker puts a card under the pile."""

    def must(self, s: Frustration) -> Seats:
        return 1 << s.claimant

    def legal(self, s: Frustration, seat: Seat) -> list[Action]:
        return [GIVE[c] for c in sorted(set(s.hand(seat)))]

    def apply(self, s: Frustration, seat: Seat, a: Action) -> None:
        s.move(a.cards[0], HAND + EACH * seat, PILE)
        s.cut(PILE, 1)
        after_claim(s)

    def why(self, s: Frustration, seat: Seat, a: Action) -> Refused:
        if a.verb != "give":
            return wrong_time(a) or Refused("error.frustration.swap_first")
        return super().why(s, seat, a)

    def why_not_asked(self, s: Frustration, seat: Seat, a: Action) -> Refused | None:
        return not_asked(s, seat, a)


def after_claim(s: Frustration) -> None:
    """§3 After a claim in the deal the next card is turned up."""
    s.claimant = -1
    if s.dealing:
        s.draw(STOCK, PILE)
        after_pile(s, -1)
    else:
        begin_turn(s)


def lay_label(cards: Cards) -> Phrase:
    """Name a way to lay; cards: those of the melds, as they will lie."""
    return Phrase("frustration.verb.lay", {"cards": cards})


# -- the game ----------------------------------------------------------------------------------------------------------


MANY_POINTS: Final = 10**9  # more than any match has


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
                Verb("lay", "hand", to="code", free=True),
                Verb("layoff", "hand", to="zone", at="meld", within=END),
                Verb("discard", "hand", at="discard"),
                Verb("claim", at="discard"),
                Verb("pass"),
                Verb("give", "hand", at="discard"),
            ],
            secrets=[],
            pack=pack(0),
            showcase=["H7", "X", "H9"],
            presets=PRESETS,
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
        if a.verb == "lay":
            return lay_label(b"".join(s.contract_of(seat).laid(a.cards or s.hand(seat), a.to)))
        if a.verb == "layoff":
            end = "layoff_before" if a.to & BEFORE else "layoff"
            at = a.to % END
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
            return Phrase("frustration.said.lay", {"seat": seat, "n": s.contracts[seat], "cards": cards})
        if a.verb == "layoff":
            end = "layoff_before" if a.to & BEFORE else "layoff"
            return Phrase(f"frustration.said.{end}", {"seat": seat, "card": a.cards[0], "cards": s.zones[a.to % END]})
        return super().phrase(s, seat, a)

    def write(self, rules: FrustrationRules, a: Action) -> str:
        return written(rules, a) or super().write(rules, a)

    def read(self, rules: FrustrationRules, text: str) -> Action:
        """Raises Refused: `error.notation`, `error.card`; for melds separated by |, what is wrong with one of them."""
        words = text.split()
        how = rules
        if words and words[0] == "layoff":
            to = place_of(how, text)
            return Action("layoff", self.read_cards(rules, words[1:2]), to)
        if len(words) > 2 and words[0] == "lay":
            parts = text.strip().removeprefix("lay").split("|")
            cards = self.read_cards(rules, [word for part in parts for word in part.split()])
            return laying(how, cards, [rules.layout.pack.read(part) for part in parts])
        return super().read(rules, text)

    def first(self, rules: FrustrationRules, chance: Chance) -> Setup:
        """§4 All begin with the first contract."""
        setup = super().first(rules, chance)
        return Setup(setup.number, setup.dealer, setup.scores, (0,) * rules.layout.seats)


CUT: Final = Cut("cut")
DRAW: Final = Draw("draw")
PLAY: Final = Play("play")
CLAIM: Final = Claim("claim")
LOTTERY: Final = Lottery("lottery")
SWAP: Final = Swap("swap")
GAME: Final = FrustrationGame()
