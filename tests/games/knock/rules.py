"""Knock. Two seats, 40 cards; make sets and runs of ten cards, and knock when few points are left over.

sheet.md in brief. §1 Ace, 2 to 7, jack, queen, king. §2 Ten cards each, one turned up. §3 Draw or take, then discard,
or knock with the discard if at most ten points are left over. §4 Sets of a rank, runs of a suit. §5 The knocker gets
the difference, and 20 with nothing left over; the other gets it, and 10, with no more left over. §6 The limit ends it.
"""

from __future__ import annotations

from typing import Final, final

from stich.kernel.action import Action, Arg, Phrase, Prompt, Refused
from stich.kernel.cards import ONE, Cards, Seat, holds
from stich.kernel.deal import DealResult, Deck, Score, Setup
from stich.kernel.game import TRIUMPH
from stich.kernel.options import Option
from stich.kernel.state import OVER, Phase
from stich.kernel.verbs import Verb
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Rules, Zone
from stich.parts import suits
from stich.parts.melds.singles import Singles
from stich.parts.plain import LimitGame, PlainState, deal_round

NAME: Final = "knock"

# -- §1 the cards, and where they lie ------------------------------------------------------------------------------

RANKS: Final = "A234567JQK"
PACK: Final = suits.pack(RANKS)
EACH: Final = 10  # cards in a hand
MOST: Final = 10  # points left over with which one may knock

STOCK: Final = 0
DISCARD: Final = 1
HAND: Final = 2  # of seat 0; each seat has this one zone of its own
COMMON: Final = [
    Zone(STOCK, "stock", SECRET, "stock", ordered=True),
    Zone(DISCARD, "discard", PUBLIC, "discard", ordered=True),
]
OWN: Final = [Zone(HAND, "hand", OWNER, "hand", most=11)]
OPTIONS: Final = [Option("limit", ["100", "50"], 1, 1000)]  # §6

MELDS: Final = Singles([1, 2, 3, 4, 5, 6, 7, 10, 10, 10])  # §4: what each rank counts


class Knock(PlainState):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.knocker: Seat = -1
        self.left: tuple[int, ...] = ()  # §5 what each has in no meld, once somebody has knocked

    def hand(self, seat: Seat) -> Cards:
        return self.zones[HAND + seat]

    def plan(self, seat: Seat) -> list[Cards]:
        return MELDS.melds(self.hand(seat))

    def result(self) -> DealResult:
        """§5 The difference, and what comes on top of it."""
        if self.knocker < 0:
            return DealResult((0, 0), [], Phrase(f"{NAME}.event.nobody"), again=True)
        own, other = MELDS.left_over(self.hand(self.knocker)), MELDS.left_over(self.hand(1 - self.knocker))
        under = other <= own and own > 0
        winner = 1 - self.knocker if under else self.knocker
        why = "under" if under else "nothing_left" if own == 0 else "difference"
        lines = [Score(winner, f"{NAME}.score.difference", abs(own - other))]
        if why != "difference":
            lines.append(Score(winner, f"{NAME}.score.{why}", 10 if under else 20))
        points = sum([line.n for line in lines])
        headline = Phrase(
            f"{NAME}.event.{why}",
            {"seat": winner, "own": min(own, other), "other": max(own, other), "n": points},
            n=points,
        )
        return DealResult((points, 0) if winner == 0 else (0, points), lines, headline)


def left_over(hand: Cards) -> Phrase:
    """§4 Say how many points are in no meld."""
    return Phrase(f"{NAME}.note.left", {"n": MELDS.left_over(hand), "most": MOST})


# -- §3 a turn ---------------------------------------------------------------------------------------------------------


class Draw(Phase[Knock]):
    """§3 Draw from the stock, or take the top of the pile."""

    def legal(self, s: Knock, seat: Seat) -> list[Action]:
        return [Action("draw"), Action("take")]

    def apply(self, s: Knock, seat: Seat, a: Action) -> None:
        s.draw(DISCARD if a.verb == "take" else STOCK, HAND + seat)
        s.phase = LAY

    def prompt(self, s: Knock, viewer: Seat, acts: list[Action]) -> Prompt:
        task = Phrase(f"{NAME}.task.draw", {"card": s.zones[DISCARD][-1]}) if acts else None
        return Prompt(task=task, note=left_over(s.hand(viewer)) if acts else None)


class Lay(Phase[Knock]):
    """§3 Discard, or knock with the discard."""

    def legal(self, s: Knock, seat: Seat) -> list[Action]:
        hand = s.hand(seat)
        knocks = [Action("knock", ONE[c]) for c in hand if MELDS.left_over(hand.replace(ONE[c], b"")) <= MOST]
        return [Action("discard", ONE[c]) for c in hand] + knocks

    def apply(self, s: Knock, seat: Seat, a: Action) -> None:
        s.move(a.cards[0], HAND + seat, DISCARD)
        if a.verb == "knock":
            s.knocker = seat
            for c in s.hand(0) + s.hand(1):
                s.show(c, HAND if c in s.hand(0) else HAND + 1)
            s.left = (MELDS.left_over(s.hand(0)), MELDS.left_over(s.hand(1)))
        s.phase = OVER if a.verb == "knock" or len(s.zones[STOCK]) <= 2 else DRAW
        s.turn = 1 - seat

    def prompt(self, s: Knock, viewer: Seat, acts: list[Action]) -> Prompt:
        if not acts:
            return Prompt()
        hand = s.hand(viewer)
        best = min(hand, key=lambda c: MELDS.left_over(hand.replace(ONE[c], b"")))
        args: dict[str, Arg] = {"cards": ONE[best], "n": MELDS.left_over(hand.replace(ONE[best], b"")), "most": MOST}
        note = Phrase(f"{NAME}.note.without", args)
        return Prompt(task=Phrase(f"{NAME}.task.{acts[-1].verb}"), note=note)  # "knock" if that is possible

    def why(self, s: Knock, seat: Seat, a: Action) -> Refused:
        if a.verb == "knock" and len(a.cards) == 1 and holds(s.hand(seat), a.cards):
            left = MELDS.left_over(s.hand(seat).replace(a.cards, b""))
            return Refused(f"error.{NAME}.knock", {"n": left, "most": MOST})
        return super().why(s, seat, a)


DRAW: Final = Draw("draw")
LAY: Final = Lay("lay")

# -- the game ----------------------------------------------------------------------------------------------------------


@final
class KnockGame(LimitGame[Knock, Rules]):
    def __init__(self) -> None:
        super().__init__(
            name=NAME,
            version=1,
            seats=[2],
            minutes=20,
            options=OPTIONS,
            phases=[DRAW, LAY],
            verbs=[
                Verb("draw", at="stock"),
                Verb("take", at="discard"),
                Verb("discard", "hand", at="discard"),
                Verb("knock", "hand"),
            ],
            secrets=[],
            pack=PACK,
            showcase=["H5", "H6", "H7"],
            moments={"said.knock": TRIUMPH},
        )

    def label(self, s: Knock, seat: Seat, a: Action) -> Phrase:
        if a.verb == "take":
            top = s.zones[DISCARD][-1]
            return Phrase(f"{NAME}.verb.take_card", {"card": top}, ONE[top])
        if not a.cards:
            return super().label(s, seat, a)
        left = MELDS.left_over(s.hand(seat).replace(a.cards, b""))
        key = "knock_left" if a.verb == "knock" else a.verb
        return Phrase(f"{NAME}.verb.{key}", {"cards": a.cards, "n": left, "most": MOST})

    def make_rules(self, options: dict[str, str], seats: int) -> Rules:
        return Rules(Layout(COMMON, OWN, [Fact("knocker", "seat"), Fact("left", "number")], PACK, 2), options)

    def deal(self, rules: Rules, setup: Setup, deck: Deck) -> Knock:
        s = Knock(rules)
        s.clear(setup)
        s.turn = 1 - setup.dealer
        s.zones[HAND : HAND + 2] = deal_round(deck.cards, EACH, 2, s.turn)
        s.zones[DISCARD], s.zones[STOCK] = deck.cards[2 * EACH : 2 * EACH + 1], deck.cards[: 2 * EACH : -1]
        s.phase = DRAW
        return s


GAME: Final = KnockGame()
