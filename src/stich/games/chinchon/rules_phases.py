"""The phases of a deal of Chinchón: §4 the turns, and §5 the hands laid open, with their melds."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from stich.games.chinchon.rules_cards import CLOSED, CONGA, DEALT, EACH, HAND, LEFT, MELD, NO_LIMIT, PILE, STOCK
from stich.games.chinchon.rules_prompts import arrange_prompt, draw_prompt, finish_prompt
from stich.games.chinchon.rules_score import counted
from stich.games.chinchon.rules_state import Chinchon
from stich.kernel.action import Action, Phrase, Prompt, Refused
from stich.kernel.cards import ONE, Seat, has, holds, only
from stich.kernel.state import OVER, Phase
from stich.parts.melds import arrange

# -- §4 a turn --------------------------------------------------------------------------------------------------------

FROM_STOCK: Final = Action("draw")
FROM_PILE: Final = Action("take")
DRAWS: Final = [FROM_STOCK, FROM_PILE]
DISCARD: Final = [Action("discard", ONE[c]) for c in range(48)]
SHUT: Final = [Action("close", ONE[c]) for c in range(48)]


class Draw(Phase[Chinchon]):
    """§4 The top of the pile, or of the stock."""

    def legal(self, s: Chinchon, seat: Seat) -> list[Action]:
        return DRAWS[:]

    def apply(self, s: Chinchon, seat: Seat, a: Action) -> None:
        s.draw(PILE if a.verb == "take" else STOCK, HAND + EACH * seat)
        s.phase = FINISH

    def prompt(self, s: Chinchon, viewer: Seat, acts: list[Action]) -> Prompt:
        return draw_prompt(s, viewer, acts)

    def why(self, s: Chinchon, seat: Seat, a: Action) -> Refused:
        if a.verb in ("discard", "close"):
            return Refused("error.chinchon.draw_first")
        return super().why(s, seat, a)


class Finish(Phase[Chinchon]):
    """§4 Discard, and the next player's turn begins; or close, and all hands are laid open."""

    def legal(self, s: Chinchon, seat: Seat) -> list[Action]:
        hand = s.hand(seat)
        out = [DISCARD[c] for c in hand]
        most = s.most_left(seat)
        rules = s.rules
        if most >= NO_LIMIT and not rules.needs_meld:
            out += [SHUT[c] for c in hand]
            return out
        mask: i64 = rules.mask(hand)
        for c in hand:
            if rules.may_close(mask & ~rules.bits[c], most):
                out.append(SHUT[c])
        return out

    def apply(self, s: Chinchon, seat: Seat, a: Action) -> None:
        if a.verb == "close":
            s.closer = seat
            s.move(a.cards[0], HAND + EACH * seat, CLOSED)
            turn_up(s)
            if s.rules.auto or s.seven >= 0:
                arrange_all(s)
                end_deal(s)
            else:
                s.phase = ARRANGE
        else:
            s.move(a.cards[0], HAND + EACH * seat, PILE)
            s.turns += 1
            s.turn = s.after(seat)
            begin_turn(s)

    def prompt(self, s: Chinchon, viewer: Seat, acts: list[Action]) -> Prompt:
        return finish_prompt(s, viewer, acts)

    def why(self, s: Chinchon, seat: Seat, a: Action) -> Refused:
        if a.verb in ("draw", "take"):
            return Refused("error.chinchon.drawn")
        if a.verb == "close" and len(a.cards) == 1 and holds(s.hand(seat), a.cards):
            kept = s.hand(seat).replace(a.cards, b"", 1)
            n = s.rules.least(kept)
            most = s.most_left(seat)
            if n <= most:
                return Refused("error.chinchon.needs_meld", {"cards": kept})
            if most < min(CONGA, s.rules.close_limit):
                key = "error.chinchon.stay_in" if most > 0 else "error.chinchon.stay_in_clean"
                return Refused(key, {"n": n, "most": most})
            return Refused("error.chinchon.too_many", {"n": n, "most": most})
        return super().why(s, seat, a)


def begin_turn(s: Chinchon) -> None:
    """§4 Without a stock the pile becomes the new one, except for its top card, or the deal is void. §8 The number of
    rounds is limited.
    """
    if s.turns >= s.rules.turn_cap or not (s.zones[STOCK] or s.rules.reshuffle):
        s.phase = OVER
        return
    s.phase = DRAW
    if not s.zones[STOCK]:
        s.shuffle_up(PILE, STOCK, keep=1)


# -- §5 all hands lie open ---------------------------------------------------------------------------------------------


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
            s.clean |= only(seat)
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
        return s.rules.layoff != "none" and not has(s.clean, seat)
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
        say_out(s)


def say_out(s: Chinchon) -> None:
    """§6 Report who drops out of La Conga, unless seven in a row have ended it."""
    if not s.rules.conga or s.seven >= 0:
        return
    points = counted(s.left, s.ten_off())
    totals = [a + b for a, b in zip(s.setup.scores, points, strict=True)]
    for seat in s.around(s.closer):
        if totals[seat] >= s.rules.out_from:
            s.say("out", seat, Phrase("chinchon.event.out", {"seat": seat, "n": totals[seat]}, n=totals[seat]))


# -- §5 `auto_melds` off: players arrange their own melds --------------------------------------------------------------

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
                s.clean |= only(seat)
        elif a.verb == "add":
            s.move(a.cards[0], left, a.to)
        else:
            s.turn = s.after(seat)
            if s.turn == s.closer:
                end_deal(s)

    def prompt(self, s: Chinchon, viewer: Seat, acts: list[Action]) -> Prompt:
        return arrange_prompt(s, viewer, acts)

    def why(self, s: Chinchon, seat: Seat, a: Action) -> Refused:
        lying = s.zones[LEFT + EACH * seat]
        if a.cards and not holds(lying, a.cards):
            return Refused("error.not_held", {"cards": a.cards})
        if a.verb == "meld":
            return Refused("error.chinchon.no_meld", {"cards": a.cards})
        if a.verb == "add" and len(a.cards) == 1:
            return Refused("error.chinchon.no_fit", {"cards": a.cards})
        return super().why(s, seat, a)


DRAW: Final = Draw("draw")
FINISH: Final = Finish("finish")
ARRANGE: Final = Arrange("arrange")
