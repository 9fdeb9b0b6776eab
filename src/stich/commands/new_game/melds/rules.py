"""My game. Two to four seats, 40 cards; make sets and runs of the whole hand, and close before the others do.

§1 Four suits of ace, 2 to 7, jack, queen and king. §2 Seven cards each, one turned up, the others are the stock; the
dealer's left neighbour begins. §3 Draw from the stock or take the top of the pile, then discard. Who has at most as
many points left over as the option `close` says, when the discard is taken off, may close with it. §4 Sets of three or
four equal ranks, runs of three or more in a suit, aces low; each card lies in one. §5 When somebody closes, or the
stock is used up, all count what they have left over: jack, queen and king ten, the others their number; who closed with
nothing left gets ten off. §6 The match ends when somebody has reached the limit; the fewest points win.
"""

from __future__ import annotations

from typing import Final, final

from stich.kernel.action import Action, Phrase, Prompt, Refused
from stich.kernel.cards import ONE, Cards, Seat, holds
from stich.kernel.deal import DealResult, Deck, Score, Setup
from stich.kernel.options import Option
from stich.kernel.state import OVER, Phase
from stich.kernel.verbs import Verb
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Rules, Zone
from stich.parts import suits
from stich.parts.melds.singles import Singles
from stich.parts.plain import LimitGame, PlainState, deal_round

NAME: Final = "mygame"

# -- §1 the cards, and where they lie ------------------------------------------------------------------------------

RANKS: Final = "A234567JQK"
SIZE: Final = len(RANKS)
PACK: Final = suits.pack(RANKS)
EACH: Final = 7  # cards in a hand

STOCK: Final = 0
DISCARD: Final = 1
HAND: Final = 2  # of seat 0; each seat has this one zone of its own
COMMON: Final = [
    Zone(STOCK, "stock", SECRET, "stock", ordered=True),
    Zone(DISCARD, "discard", PUBLIC, "discard", ordered=True),
]
OWN: Final = [Zone(HAND, "hand", OWNER, "hand")]
FACTS: Final = [Fact("closer", "seat")]
OPTIONS: Final = [
    Option("close", ["5", "0", "10"], 0, 100),  # §3
    Option("limit", ["100", "50", "200"], 1, 1000),  # §6
]

MELDS: Final = Singles([1, 2, 3, 4, 5, 6, 7, 10, 10, 10])  # §4, §5: what each rank counts that is left over


@final
class MyGameRules(Rules):
    def __init__(self, options: dict[str, str], seats: int) -> None:
        super().__init__(Layout(COMMON, OWN, FACTS, PACK, seats, fewest=True), options)
        self.close = int(options["close"])


class MyGame(PlainState):
    def __init__(self, rules: MyGameRules) -> None:
        super().__init__(rules)
        self.rules: MyGameRules = rules
        self.closer: Seat = -1

    def hand(self, seat: Seat) -> Cards:
        return self.zones[HAND + seat]

    def plan(self, seat: Seat) -> list[Cards]:
        return MELDS.melds(self.hand(seat))

    def result(self) -> DealResult:
        """§5 What is left over; who closed with nothing left gets ten off."""
        points = [MELDS.left_over(self.hand(seat)) for seat in range(self.layout.seats)]
        lines = [Score(seat, f"{NAME}.score.left", n, n) for seat, n in enumerate(points) if n]
        headline = Phrase(f"{NAME}.event.nobody")
        if self.closer >= 0:
            left = points[self.closer]
            headline = Phrase(f"{NAME}.event.closed", {"seat": self.closer, "n": left}, n=left)
            if points[self.closer] == 0:
                points[self.closer] = -10
                lines.append(Score(self.closer, f"{NAME}.score.nothing_left", -10))
        return DealResult(tuple(points), lines, headline)


# -- §3 a turn ---------------------------------------------------------------------------------------------------------

DRAW_CARD: Final = Action("draw")
TAKE_CARD: Final = Action("take")


class Draw(Phase[MyGame]):
    """§3 Draw from the stock, or take the top of the pile."""

    def legal(self, s: MyGame, seat: Seat) -> list[Action]:
        return [DRAW_CARD, TAKE_CARD]

    def apply(self, s: MyGame, seat: Seat, a: Action) -> None:
        s.draw(DISCARD if a.verb == "take" else STOCK, HAND + seat)
        s.phase = LAY

    def prompt(self, s: MyGame, viewer: Seat, acts: list[Action]) -> Prompt:
        return Prompt(task=Phrase(f"{NAME}.task.draw", {"card": s.zones[DISCARD][-1]}) if acts else None)


class Lay(Phase[MyGame]):
    """§3 Discard, or close with the discard."""

    def legal(self, s: MyGame, seat: Seat) -> list[Action]:
        hand = s.hand(seat)
        out = [Action("discard", ONE[c]) for c in hand]
        return out + [Action("close", ONE[c]) for c in hand if self.can_close(s, seat, c)]

    def can_close(self, s: MyGame, seat: Seat, c: int) -> bool:
        return MELDS.left_over(s.hand(seat).replace(ONE[c], b"")) <= s.rules.close

    def apply(self, s: MyGame, seat: Seat, a: Action) -> None:
        s.move(a.cards[0], HAND + seat, DISCARD)
        if a.verb == "close":
            s.closer = seat
        if a.verb == "close" or not s.zones[STOCK]:
            self.end(s)
        else:
            s.turn = (seat + 1) % s.layout.seats
            s.phase = DRAW

    def end(self, s: MyGame) -> None:
        """§5 All show their hands."""
        for seat in range(s.layout.seats):
            for c in s.hand(seat):
                s.show(c, HAND + seat)
        s.phase = OVER

    def prompt(self, s: MyGame, viewer: Seat, acts: list[Action]) -> Prompt:
        return Prompt(task=Phrase(f"{NAME}.task.{acts[-1].verb}") if acts else None)  # "close" if that is possible

    def why(self, s: MyGame, seat: Seat, a: Action) -> Refused:
        if a.verb == "close" and len(a.cards) == 1 and holds(s.hand(seat), a.cards):
            left = MELDS.left_over(s.hand(seat).replace(a.cards, b""))
            return Refused(f"error.{NAME}.close", {"n": left, "most": s.rules.close})
        return super().why(s, seat, a)


DRAW: Final = Draw("draw")
LAY: Final = Lay("lay")

# -- the game ----------------------------------------------------------------------------------------------------------


@final
class MyGameGame(LimitGame[MyGame, MyGameRules]):
    def __init__(self) -> None:
        super().__init__(
            name=NAME,
            version=1,
            seats=[3, 2, 4],
            minutes=20,
            options=OPTIONS,
            phases=[DRAW, LAY],
            verbs=[Verb("draw"), Verb("take"), Verb("discard", "hand"), Verb("close", "hand")],
            secrets=[],
            pack=PACK,
            showcase=["H5", "H6", "H7"],
            pose="row",
            kind="melds",
        )

    def make_rules(self, options: dict[str, str], seats: int) -> MyGameRules:
        return MyGameRules(options, seats)

    def deal(self, rules: MyGameRules, setup: Setup, deck: Deck) -> MyGame:
        """§2 Seven cards each, one turned up, the others are the stock: its last card is the top."""
        s = MyGame(rules)
        s.clear(setup)
        seats = rules.layout.seats
        s.turn = (setup.dealer + 1) % seats
        for seat, hand in enumerate(deal_round(deck.cards, EACH, seats, s.turn)):
            s.zones[HAND + seat] = hand
        s.zones[DISCARD] = deck.cards[EACH * seats : EACH * seats + 1]
        s.zones[STOCK] = deck.cards[: EACH * seats : -1]
        s.phase = DRAW
        return s


GAME: Final = MyGameGame()
