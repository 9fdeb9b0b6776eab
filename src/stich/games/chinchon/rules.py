"""Chinchón, and La Conga. Two to four seats, the Spanish pack; melds stay in the hand until a player closes.

In brief. §1 Play runs counter-clockwise. §2 40 cards, or 48; a card counts its number. §3 Seven each, one turned up.
§4 Draw from the stock or the pile, then discard or close: sets of a number, runs of a suit, three cards or more.
There is no condition for closing. §5 All lie open, and what is in no meld is a penalty; a closer with nothing left
takes ten off. Seven in a row are Chinchón, and win the match at once. §6 At 100 the fewest points win;
in La Conga players with more drop out until one is left. §7 Options. What the sheet decides where its source is silent
is in §8.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from stich.games.chinchon.rules_cards import DEALT, EACH, HAND, OPTIONS, PACKS, PILE, PRESETS, STOCK, ChinchonRules
from stich.games.chinchon.rules_phases import ARRANGE, DRAW, FINISH
from stich.games.chinchon.rules_score import has_won
from stich.games.chinchon.rules_state import Chinchon
from stich.kernel.action import Action, Arg, Phrase, Refused
from stich.kernel.cards import ONE, Cards, Seat, Seats, has, only
from stich.kernel.chance import Chance
from stich.kernel.deal import DealResult, Deck, Setup
from stich.kernel.game import BLOW, NOTICE, TRIUMPH, Game
from stich.kernel.verbs import Verb
from stich.parts.tuples import plus

# -- §3 the deal ------------------------------------------------------------------------------------------------------


def set_up(rules: ChinchonRules, setup: Setup, deck: Cards) -> Chinchon:
    """§3 Seven each, one at a time, from the dealer's right on; the next card begins the pile."""
    s = Chinchon(rules)
    s.clear(setup)
    s.out = setup.out
    if setup.carry:
        s.places = places(setup)
    order = s.around(s.after(setup.dealer))
    n = len(order)
    dealt = DEALT * n
    for i in range(n):
        s.zones[HAND + EACH * order[i]] = every(deck, i, n)
    s.zones[PILE] = deck[dealt : dealt + 1]
    s.zones[STOCK] = deck[:dealt:-1]
    s.turn = order[0]
    s.phase = DRAW
    return s


def every(deck: Cards, first: int, step: int) -> Cards:
    """Return seven cards of the deck, sorted: this one, and then every card at the given step."""
    hand = vec[u8](deck[:DEALT])
    c: i64 = first
    i: i64 = 0
    while i < DEALT:
        face = deck[c]
        j = i - 1
        while j >= 0 and hand[j] > face:
            hand[j + 1] = hand[j]
            j -= 1
        hand[j + 1] = u8(face)
        c += step
        i += 1
    return bytes(hand)


def places(setup: Setup) -> tuple[int, ...]:
    """§6 Return the place of each player who has dropped out of La Conga, 0 while a player is in: who stayed longer
    ranks before, then who has fewer points, as at the end of the match.
    """
    stayed = [(dropped, -n) for dropped, n in zip(setup.carry, setup.scores, strict=True)]
    left = setup.carry.count(0)
    return tuple([1 + left + sum([other > own for other in stayed]) if own[0] else 0 for own in stayed])


# -- the game ---------------------------------------------------------------------------------------------------------

MANY_POINTS: Final = 10**9  # more than any match has


@final
class ChinchonGame(Game[Chinchon, ChinchonRules]):
    def __init__(self) -> None:
        super().__init__(
            name="chinchon",
            version=1,
            seats=[4, 2, 3],
            minutes=20,
            options=OPTIONS,
            phases=[DRAW, FINISH, ARRANGE],
            verbs=[
                Verb("draw", at="stock"),
                Verb("take", at="discard"),
                Verb("discard", "hand", at="discard"),
                Verb("close", "hand", says=True),
                Verb("meld", "table"),
                Verb("add", "table", to="zone", at="meld"),
                Verb("done"),
            ],
            secrets=[],
            pack=PACKS["40"],
            showcase=["O10", "O11", "O12"],
            pose="row",
            kind="melds",
            presets=PRESETS,
            moments={
                "said.close": TRIUMPH,
                "said.meld": NOTICE,
                "event.out": BLOW,
            },
        )

    def make_rules(self, options: dict[str, str], seats: int) -> ChinchonRules:
        return ChinchonRules(options, seats)

    def conflict(self, options: dict[str, str], seats: int) -> Refused | None:
        """Return `error.chinchon.compact`: jack 8, knight 9, king 10 are the values of a pack without the 8 and 9."""
        if options["face_values"] == "compact" and options["deck"] == "48":
            return Refused("error.chinchon.compact", {"option": "face_values", "other": "deck"})
        return None

    def deal(self, rules: ChinchonRules, setup: Setup, deck: Deck) -> Chinchon:
        return set_up(rules, setup, deck.cards)

    def following(
        self, rules: ChinchonRules, setup: Setup, result: DealResult, scores: tuple[int, ...], chance: Chance
    ) -> Setup:
        """§1 The deal goes to the right. §6 Players with too many points in La Conga sit out from now on.

        The carry holds for each seat the deal after which this began, 0 while it plays.
        """
        carry = setup.carry
        if result.again:
            return Setup(setup.number + 1, setup.dealer, scores, carry, setup.out)
        out = setup.out
        if rules.conga:
            for seat, total in enumerate(scores):
                if total >= rules.out_from and not has(out, seat):
                    out |= only(seat)
                    carry = plus(carry or (0,) * len(scores), seat, setup.number)
        seats = rules.layout.seats
        dealer = (setup.dealer + seats - 1) % seats
        while has(out, dealer):
            dealer = (dealer + seats - 1) % seats
        return Setup(setup.number + 1, dealer, scores, carry, out)

    def winners(self, rules: ChinchonRules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        return has_won(rules, setup.out, scores, -1)

    def tiebreak(
        self, rules: ChinchonRules, setup: Setup, result: DealResult, scores: tuple[int, ...]
    ) -> tuple[int, ...]:
        """§6 Players who stayed in La Conga longer rank before those who dropped out earlier; then points decide."""
        dropped = setup.carry or (0,) * len(scores)
        last = setup.number
        return tuple([(dropped[seat] or last) * MANY_POINTS - n for seat, n in enumerate(scores)])

    def label(self, s: Chinchon, seat: Seat, a: Action) -> Phrase:
        if a.verb == "take":
            top = s.zones[PILE][len(s.zones[PILE]) - 1]
            return Phrase("chinchon.verb.take_card", {"card": top}, ONE[top])
        if a.verb == "add":
            to: dict[str, Arg] = {"card": a.cards[0], "cards": s.zones[a.to]}
            return Phrase("chinchon.verb.add", to)
        if a.verb == "close":
            left = s.rules.least(s.hand(seat).replace(a.cards, b"", 1))
            return Phrase("chinchon.verb.close_left", {"cards": a.cards, "n": left})
        return super().label(s, seat, a)

    def phrase(self, s: Chinchon, seat: Seat, a: Action) -> Phrase:
        """§4 The card that closes lies face down."""
        if a.verb == "close":
            return Phrase("chinchon.said.close", {"seat": seat})
        if a.verb == "add":
            meld = s.zones[a.to]
            kind = "" if meld[0] % 12 == meld[1] % 12 else "_run"
            owner = (a.to - HAND) // EACH
            args: dict[str, Arg] = {"seat": seat, "card": a.cards[0], "cards": meld}  # the meld is drawn
            if owner != seat:
                args["seats"] = ONE[owner]
            whose = "" if owner != seat else "_own"
            return Phrase(f"chinchon.said.add{whose}{kind}", args, a.cards + meld)
        return super().phrase(s, seat, a)


GAME: Final = ChinchonGame()
