"""Hearts. Four seats, 52 cards; avoid hearts and the queen of spades.

sheet.md in brief. §1 13 cards each. §2 Pass three cards: to the left, the right, across, in every fourth deal none. §3
The two of clubs leads. Follow suit if you can; no trumps. Nothing that counts in the first trick, and no heart is led
before one has fallen, unless there is nothing else. §4 A heart is a point, the queen of spades 13; who takes all 26
gives them to each of the others. §5 The match ends at the limit; the fewest points win.
"""

from __future__ import annotations

from typing import Final, final

from stich.kernel.action import Phrase
from stich.kernel.cards import Cards, Seat
from stich.kernel.deal import DealResult, Deck, Score, Setup
from stich.kernel.game import BLOW, TRIUMPH, TWIST
from stich.kernel.options import Option
from stich.kernel.situation import Reached
from stich.kernel.verbs import Verb
from stich.kernel.zones import Fact, Layout, Rules
from stich.parts import pass_phase, suits, trick_phase
from stich.parts.plain import LimitGame, deal_round
from stich.parts.trick_phase import COMMON, EACH, HAND, OWN, TRICK, WON
from stich.parts.tricks import Contract, Duty, bearing, faces_of
from stich.parts.tuples import plus

NAME: Final = "hearts"

# -- §1 the cards -----------------------------------------------------------------------------------------------------

RANKS: Final = "23456789TJQKA"
SIZE: Final = len(RANKS)
PACK: Final = suits.pack(RANKS)
CONTRACT: Final = Contract([suits.of_suit(suit, SIZE) for suit in range(4)])
QUEEN: Final = PACK.faces["SQ"]
ORDER: Final = suits.held(CONTRACT, SIZE)
WORTH: Final = [13 if c == QUEEN else int(suits.suit_of(c, SIZE) == suits.HEARTS) for c in range(52)]
HEARTS: Final = int(CONTRACT.members[suits.HEARTS])
ALL: Final = int(faces_of(PACK.deck))
COUNT: Final = int(faces_of(bytes([c for c in PACK.deck if WORTH[c]])))  # §4 the faces that count
FIRST: Final = PACK.faces["C2"]

FACTS: Final = [*trick_phase.FACTS, Fact("taken", "points"), Fact("broken", "flag")]
OPTIONS: Final = [Option("limit", ["100", "50"], 1, 500)]  # §5


class Hearts(trick_phase.TrickState):
    """taken: card points of each seat. broken: a heart has fallen."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.taken: tuple[int, ...] = (0, 0, 0, 0)
        self.broken = False

    def order(self) -> list[Cards]:
        return ORDER

    def reached(self, viewer: Seat) -> list[Reached]:
        """§4 What each has taken; nobody wants to come to the limit."""
        return [Reached(1 << seat, n, added=True) for seat, n in enumerate(self.taken)]

    def result(self) -> DealResult:
        """§4 Card points; all of them are 26 for the others."""
        if 26 in self.taken:
            shooter = self.taken.index(26)
            moon = [Score(seat, f"{NAME}.score.moon", 26) for seat in range(4) if seat != shooter]
            points = tuple([0 if seat == shooter else 26 for seat in range(4)])
            return DealResult(points, moon, Phrase(f"{NAME}.event.moon", {"seat": shooter}))
        lines: list[Score] = []
        for seat, n in enumerate(self.taken):
            queen = WORTH[QUEEN] if QUEEN in self.zones[WON + EACH * seat] and n >= WORTH[QUEEN] else 0
            if n > queen:
                lines.append(Score(seat, f"{NAME}.score.hearts", n - queen, n - queen))
            if queen:
                lines.append(Score(seat, f"{NAME}.score.queen", queen))
        worst = bytes([seat for seat, n in enumerate(self.taken) if n == max(self.taken)])
        return DealResult(self.taken, lines, Phrase(f"{NAME}.event.most", {"seats": worst, "n": max(self.taken)}))


# -- §2 passing --------------------------------------------------------------------------------------------------------


class Pass(pass_phase.Pass[Hearts]):
    """§2 To the left, to the right, across."""

    def receiver(self, s: Hearts, seat: Seat) -> Seat:
        return (seat + (1, 3, 2)[(s.setup.number - 1) % 4]) % 4

    def passed(self, s: Hearts) -> None:
        start(s)


def start(s: Hearts) -> None:
    """§3 The player with the two of clubs leads."""
    s.turn = trick_phase.holder(s, FIRST)
    s.phase = PLAY


# -- §3 the play -----------------------------------------------------------------------------------------------------


class Play(trick_phase.Tricks[Hearts]):
    def contract(self, s: Hearts) -> Contract:
        return CONTRACT

    def wanted(self, s: Hearts) -> list[int]:
        trick = s.zones[TRICK]
        first = sum(s.tricks) == 0
        if not trick:
            return [1 << FIRST] if first else [] if s.broken else [ALL & ~HEARTS]
        return Duty().wanted(CONTRACT, trick) + ([ALL & ~COUNT] if first else [])

    def rule(self, s: Hearts, seat: Seat, allowed: Cards) -> str:
        trick = s.zones[TRICK]
        if not trick:
            return "not_broken" if sum(s.tricks) else "first"
        return "follow" if CONTRACT.suit[allowed[0]] == CONTRACT.suit[trick[0]] else "counts"

    def taken(self, s: Hearts, winner: Seat, trick: Cards) -> None:
        n = bearing(trick, WORTH)
        s.taken = plus(s.taken, winner, n)
        fallen = faces_of(trick) & HEARTS != 0
        happened = {"broken": fallen and not s.broken, "queen": QUEEN in trick, "moon": n > 0 and s.taken[winner] == 26}
        s.broken = s.broken or fallen
        for what in [one for one, has_happened in happened.items() if has_happened]:
            s.say(what, winner, Phrase(f"{NAME}.event.{what}", {"seat": winner}))


PASS: Final = Pass("pass", NAME, 3)
PLAY: Final = Play("play", NAME, PACK, worth=WORTH)

# -- the game ----------------------------------------------------------------------------------------------------------


@final
class HeartsGame(LimitGame[Hearts, Rules]):
    def __init__(self) -> None:
        super().__init__(
            name=NAME,
            version=1,
            seats=[4],
            minutes=30,
            options=OPTIONS,
            phases=[PASS, PLAY],
            verbs=[Verb("give", "hand", away=True), Verb("play", "hand")],
            secrets=[],
            pack=PACK,
            showcase=["HA", "SQ", "HK"],
            moments={"event.broken": TWIST, "event.queen": BLOW, "event.moon": TRIUMPH},
        )

    def make_rules(self, options: dict[str, str], seats: int) -> Rules:
        return Rules(Layout(COMMON, OWN, FACTS, PACK, 4, fewest=True), options)

    def deal(self, rules: Rules, setup: Setup, deck: Deck) -> Hearts:
        s = Hearts(rules)
        s.clear(setup)
        for seat, hand in enumerate(deal_round(deck.cards, 13, 4, (setup.dealer + 1) % 4)):
            s.zones[HAND + EACH * seat] = hand
        if setup.number % 4:
            PASS.begin(s)
        else:
            start(s)
        return s


GAME: Final = HeartsGame()
