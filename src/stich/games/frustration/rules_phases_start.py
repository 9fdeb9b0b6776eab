"""§3 The cut with which a deal of Frustration begins, and the deal."""

from __future__ import annotations

from typing import Final

from stich.games.frustration.rules_cards import BOTTOM, DEALT, DEEP, EACH, HAND, PILE, SHALLOW, STOCK
from stich.games.frustration.rules_melds import JOKER
from stich.games.frustration.rules_phases import after_pile
from stich.games.frustration.rules_prompts import cut_prompt
from stich.games.frustration.rules_state import Frustration
from stich.kernel.action import Action, Phrase, Prompt, Refused
from stich.kernel.cards import Seat
from stich.kernel.state import Phase

CUTS: Final = [Action("cut", b"", n) for n in range(SHALLOW, DEEP + 1)]


class Cut(Phase[Frustration]):
    """§3 Lift off at least ten cards, and leave at least ten."""

    def legal(self, s: Frustration, seat: Seat) -> list[Action]:
        return CUTS[:]

    def apply(self, s: Frustration, seat: Seat, a: Action) -> None:
        cut_and_deal(s, a.to)
        after_pile(s, -1)

    def prompt(self, s: Frustration, viewer: Seat, acts: list[Action]) -> Prompt:
        return cut_prompt(s, acts)

    def why(self, s: Frustration, seat: Seat, a: Action) -> Refused:
        if a.verb == "cut":
            return Refused("error.frustration.cut", {"n": a.to, "least": SHALLOW, "most": DEEP})
        return super().why(s, seat, a)


def cutter(s: Frustration) -> Seat:
    """§3 Return the seat that cuts: the one before the dealer."""
    return (s.setup.dealer + s.layout.seats - 1) % s.layout.seats


def cut_and_deal(s: Frustration, n: int) -> None:
    """§3 The bottom card of the lifted packet is looked at, and a joker stays with the cutter. Then the cards are
    dealt.
    """
    s.cut(STOCK, n)
    s.cut(STOCK, len(s.zones[STOCK]) - 1)
    kept = -1
    if s.draw(STOCK, BOTTOM) == JOKER:
        kept = cutter(s)
        s.draw(BOTTOM, HAND + EACH * kept)
        if s.log is not None:
            s.say("joker", kept, Phrase("frustration.event.cut_joker", {"seat": kept}))
    deal_out(s, kept)


def deal_out(s: Frustration, kept: Seat) -> None:
    """§3 Packets of three and two, a card for the pile, three and three. kept: the seat that already has a joker."""
    seats = s.layout.seats
    first = (s.setup.dealer + 1) % seats
    for packet in (3, 2, 0, 3, 3):
        if packet == 0:
            s.draw(STOCK, PILE)
        for i in range(seats):
            seat = (first + i) % seats
            n = packet
            while n and len(s.hand(seat)) < DEALT + (seat == kept and not s.rules.cut_counts):
                s.draw(STOCK, HAND + EACH * seat)
                n -= 1
    s.turn = first


CUT: Final = Cut("cut")
