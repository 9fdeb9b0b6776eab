"""§5 of Chinchón: all hands are laid open, melds are arranged so that the fewest points are left, and the rest
counts.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from stich.games.chinchon.rules_score import counted
from stich.games.chinchon.rules_state import Chinchon
from stich.games.chinchon.rules_table import DEALT, EACH, HAND, LEFT, MELD
from stich.kernel.action import Action, Phrase, Refused
from stich.kernel.cards import ONE, Seat, holds
from stich.kernel.state import OVER, Phase
from stich.parts.melds import arrange


def turn_up(s: Chinchon) -> None:
    """§5 Lay all hands open; a player with seven in a row has won."""
    for seat in s.around(s.closer):
        s.move_all(HAND + EACH * seat, LEFT + EACH * seat)
    s.seven = s.holder_of_seven()


def arrange_all(s: Chinchon) -> None:
    """§5 Lay all melds so that the fewest points are left, from the closer on in turn order."""
    rules = s.rules
    places: list[int] = []  # zones of melds to which others may add
    melds: list[int] = []  # and their cards, as bits
    order = s.around(s.closer)
    for seat in order:
        left = LEFT + EACH * seat
        mask: i64 = rules.mask(s.zones[left])
        live: i64 = arrange.meldable(mask)
        if live == mask and arrange.least(mask, rules.worth) == 0:
            s.clean |= 1 << seat
        if live == 0 and not melds:
            continue
        if melds:
            for bit, at in arrange.add_best(mask, melds, rules.size, rules.worth):
                s.move(rules.faces[bit], left, places[at])
                melds[at] |= bit
                mask &= ~bit
        at = MELD + EACH * seat
        for meld in arrange.arrangement(mask, rules.worth):
            s.move_cards(rules.chosen(s.zones[left], meld), left, at)
            if takes_additions(s, seat):
                places.append(at)
                melds.append(meld)
            at += 1
    if rules.layoff == "all":
        while add_anywhere(s, order, places, melds):
            pass


def takes_additions(s: Chinchon, seat: Seat) -> bool:
    """§5 Tell whether others can add to this seat's melds: never to those of a closer with nothing left."""
    if seat == s.closer:
        return s.rules.layoff != "none" and not s.clean >> seat & 1
    return s.rules.layoff == "all"


def add_anywhere(s: Chinchon, order: list[Seat], places: list[int], melds: list[int]) -> bool:
    """§5 `all`: add cards that are left to melds that were laid later. Returns False if nothing fits any more."""
    rules = s.rules
    added = False
    for seat in order:
        for c in s.zones[LEFT + EACH * seat]:
            bit = rules.bits[c]
            for i in range(len(melds)):
                if arrange.fitting(melds[i], rules.size) & bit:
                    s.move(c, LEFT + EACH * seat, places[i])
                    melds[i] |= bit
                    added = True
                    break
    return added


def end_deal(s: Chinchon) -> None:
    """§5 Count what is left."""
    values = s.rules.values
    left: list[int] = []
    for seat in range(s.layout.seats):
        cards = s.zones[LEFT + EACH * seat]
        n = 0
        for i in range(len(cards)):
            n += values[cards[i]]
        left.append(n)
    s.left = tuple(left)
    s.phase = OVER
    if s.log is not None:
        tell_out(s)


def tell_out(s: Chinchon) -> None:
    """§6 Report who drops out of La Conga, unless seven in a row have ended it."""
    if not s.rules.conga or s.seven >= 0:
        return
    points = counted(s.left, s.ten_off())
    totals = [a + b for a, b in zip(s.setup.scores, points, strict=True)]
    for seat in s.around(s.closer):
        if totals[seat] >= s.rules.out_from:
            s.say("out", seat, Phrase("chinchon.event.out", {"seat": seat, "n": totals[seat]}))


# -- §5 `auto_melds` off: players arrange their own melds
# -------------------------------------------------------------------

DONE: Final = Action("done")


class Arrange(Phase[Chinchon]):
    """§5 Lay melds, add to melds of others if that is played, and declare the end; the closer first."""

    def legal(self, s: Chinchon, seat: Seat) -> list[Action]:
        rules = s.rules
        lying = s.zones[LEFT + EACH * seat]
        out = [Action("meld", rules.chosen(lying, meld)) for meld in arrange.melds(rules.mask(lying))]
        for at in self.open_to(s, seat):
            fits = arrange.fitting(rules.mask(s.zones[at]), rules.size)
            out += [Action("add", ONE[c], at) for c in lying if rules.bits[c] & fits]
        out.append(DONE)
        return out

    def open_to(self, s: Chinchon, seat: Seat) -> list[int]:
        """Return the zones of melds to which this seat can add: those of seats before it."""
        out: list[int] = []
        for other in s.around(s.closer):
            if other == seat:
                break
            if takes_additions(s, other):
                out += [at for at in range(MELD + EACH * other, MELD + EACH * other + 2) if s.zones[at]]
        return out

    def apply(self, s: Chinchon, seat: Seat, a: Action) -> None:
        left = LEFT + EACH * seat
        if a.verb == "meld":
            at = MELD + EACH * seat
            s.move_cards(a.cards, left, at if not s.zones[at] else at + 1)
            if not s.zones[left] and len(s.own_cards(seat)) == DEALT:
                s.clean |= 1 << seat
        elif a.verb == "add":
            s.move(a.cards[0], left, a.to)
        else:
            s.turn = s.after(seat)
            if s.turn == s.closer:
                end_deal(s)

    def why(self, s: Chinchon, seat: Seat, a: Action) -> Refused:
        lying = s.zones[LEFT + EACH * seat]
        if a.cards and not holds(lying, a.cards):
            return Refused("error.not_held", {"cards": a.cards})
        if a.verb == "meld":
            return Refused("error.chinchon.no_meld", {"cards": a.cards})
        if a.verb == "add" and len(a.cards) == 1:
            return Refused("error.chinchon.no_fit", {"cards": a.cards})
        return super().why(s, seat, a)


ARRANGE: Final = Arrange("arrange")
