"""The start of Cruzo (§3): exchanges, who begins and with which card, the direction of play, and the first play."""

from __future__ import annotations

from typing import Final

from stich.games.cruzo.rules_cards import BIT, EACH, HAND, KNOWN, MOST, NONE, OPEN, PLAY, X, code, first_of, is_diamond
from stich.games.cruzo.rules_phases_turn import Turn
from stich.games.cruzo.rules_plays import add_plays, cards_tried
from stich.games.cruzo.rules_prompts import direct_prompt, opening_prompt, swap_prompt
from stich.games.cruzo.rules_state import Cruzo
from stich.kernel.action import WAITING, Action, Phrase, Prompt, Refused
from stich.kernel.cards import EVERYBODY, HOST, ONE, Cards, Seat, Seats, add, drop, holds, in_order, only
from stich.kernel.state import Phase
from stich.parts.tuples import plus, put

SWAPS: Final = 3  # exchanges reach every arrangement of three and three cards
DIRECTIONS: Final = [Action("dir", b"", 1), Action("dir", b"", 0)]  # in the order of the seats, and against it
READY: Final = Action("ready")


class Swap(Phase[Cruzo]):
    """§3 `swap_before_start`: before the start each player may exchange hand cards for their open cards, all at once.

    A player who is ready names their lowest diamond face down, so that nobody knows before who will begin.
    """

    def must(self, s: Cruzo) -> Seats:
        return s.unanswered()

    def legal(self, s: Cruzo, seat: Seat) -> list[Action]:
        hand = s.hand(seat)
        lowest = lowest_diamond([hand])
        out = [Action("ready", ONE[lowest]) if lowest != NONE else READY]
        if s.sealed[seat] is WAITING and s.swaps[seat]:
            for c in sorted(set(hand)):
                for d in sorted(set(s.zones[OPEN + EACH * seat])):
                    if c != d:
                        out.append(Action("swap", ONE[c], d))
        return out

    def canon(self, s: Cruzo, seat: Seat, a: Action) -> Action:
        return self.legal(s, seat)[0] if a == READY else a

    def apply(self, s: Cruzo, seat: Seat, a: Action) -> None:
        s.actions += 1
        if a.verb == "swap":
            c, known, row = a.cards[0], KNOWN + EACH * seat, OPEN + EACH * seat
            s.move(c, known if c in s.zones[known] else HAND + EACH * seat, row)
            s.move(a.to, row, known)
            s.swaps = plus(s.swaps, seat, -1)
        elif s.seal(seat, a):
            s.sealed = ()
            begin(s)

    def audience(self, s: Cruzo, seat: Seat, a: Action) -> Seats:
        """§3 All see an exchange; the lowest diamond is named face down."""
        return EVERYBODY if a.verb == "swap" else only(seat)

    def prompt(self, s: Cruzo, viewer: Seat, acts: list[Action]) -> Prompt:
        return swap_prompt(s, viewer, acts)

    def why(self, s: Cruzo, seat: Seat, a: Action) -> Refused:
        if a.verb == "swap":
            return Refused("error.cruzo.swap") if s.swaps[seat] else Refused("error.cruzo.swapped", {"n": SWAPS})
        return super().why(s, seat, a)


# -- §3 who begins -----------------------------------------------------------------------------------------------------


def lowest_diamond(zones: list[Cards]) -> int:
    """Return the lowest diamond among the cards, NONE if there is none."""
    found = [c for zone in zones for c in zone if is_diamond(c)]
    return min(found) if found else NONE


def ages(s: Cruzo) -> tuple[int, ...]:
    """§3 Return all seats, the youngest first."""
    return s.setup.carry or tuple(range(s.layout.seats))


def beginners(s: Cruzo) -> tuple[list[Seat], int, bool]:
    """§3 Return the seats with the lowest diamond in hand, or else on the table, the youngest first; which diamond it
    is; and whether it is in a hand. If there is none, all seats and NONE.
    """
    seats = range(s.layout.seats)
    zones = [s.hand(seat) for seat in seats]
    lowest = lowest_diamond(zones)
    in_hand = lowest != NONE
    if not in_hand:
        zones = [s.zones[OPEN + EACH * seat] for seat in seats]
        lowest = lowest_diamond(zones)
    return [seat for seat in ages(s) if lowest == NONE or lowest in zones[seat]], lowest, in_hand


def begin(s: Cruzo) -> None:
    """§3 The lowest diamond in a hand begins, or else the lowest on the table; of equals the youngest, also if there is
    none.

    A player named for a diamond in hand has shown it, and all others have shown that they lack it.
    """
    holders, lowest, in_hand = beginners(s)
    s.turn = holders[0]
    if s.log is not None:
        s.say("start", s.turn, start(s))
    if in_hand:
        for seat in holders:
            if lowest not in s.zones[KNOWN + EACH * seat]:
                s.show(lowest, HAND + EACH * seat)
    decides = in_hand or (s.rules.table_diamond and lowest != NONE)
    if decides and (len(holders) == 1 or s.rules.tied_diamond):
        s.decisive = lowest
    missing = sum([BIT[c] for c in range(X) if is_diamond(c) and not (in_hand and c > lowest)])
    s.lacks = tuple(
        [missing & ~BIT[lowest] if in_hand and seat in holders else missing for seat in range(s.layout.seats)]
    )
    s.phase = DIRECT


def start(s: Cruzo) -> Phrase:
    """Say who begins, and why."""
    holders, lowest, in_hand = beginners(s)
    if lowest == NONE:
        return Phrase("cruzo.event.youngest", {"seat": s.turn}, seat=s.turn)
    key = "tied" if len(holders) > 1 else "lowest" if in_hand else "lowest_open"
    return Phrase(f"cruzo.event.{key}", {"seat": s.turn, "card": lowest}, ONE[lowest], seat=s.turn)


class Direct(Phase[Cruzo]):
    """§3 The player who begins chooses the direction."""

    def legal(self, s: Cruzo, seat: Seat) -> list[Action]:
        return DIRECTIONS[:]

    def apply(self, s: Cruzo, seat: Seat, a: Action) -> None:
        s.actions += 1
        s.direction = 1 if a.to == 1 else -1
        s.phase = OPENING

    def prompt(self, s: Cruzo, viewer: Seat, acts: list[Action]) -> Prompt:
        return direct_prompt(s, acts)

    def why(self, s: Cruzo, seat: Seat, a: Action) -> Refused:
        if a.verb == "play" or a.verb == "pickup" or a.verb == "throw":
            return Refused("error.cruzo.direction_first")
        return super().why(s, seat, a)


# -- §3 the opening ----------------------------------------------------------------------------------------------------


def opening_cards(s: Cruzo, seat: Seat) -> Cards:
    """§3 Return the cards that the opening comes from: the hand, or the open cards if such a diamond decides."""
    return s.zones[OPEN + EACH * seat] if s.opens_from(seat) == OPEN else s.hand(seat)


class Opening(Turn):
    """§3 The first play: the diamond that decided, with more of its rank from the same place; otherwise the lowest rank
    in hand.
    """

    def choices(self, s: Cruzo, seat: Seat) -> list[Action]:
        there = opening_cards(s, seat)
        first = s.decisive if s.decisive != NONE else there[0]
        out: list[Action] = []
        add_plays(s, bytes([c for c in there if c // 4 == first // 4]), out)
        return out

    def canon(self, s: Cruzo, seat: Seat, a: Action) -> Action:
        if a.verb != "play" or not a.cards or s.decisive == NONE:
            return super().canon(s, seat, a)
        to = code(a.cards)
        fits = s.decisive in a.cards and to >= 0 and (a.to < 0 or a.to == to) and holds(opening_cards(s, seat), a.cards)
        return PLAY[to] if fits else a

    def cards(self, s: Cruzo, seat: Seat, a: Action) -> Cards:
        if a.verb != "play" or a.cards or s.decisive == NONE:
            return super().cards(s, seat, a)
        others = first_of(drop(opening_cards(s, seat), s.decisive), a.to // MOST, a.to % MOST - 1)
        return add(others, s.decisive)

    def apply(self, s: Cruzo, seat: Seat, a: Action) -> None:
        if a.verb == "play" and s.decisive == NONE:
            rank = s.hand(seat)[0] // 4
            lower = sum([BIT[c] for c in range(X) if c // 4 < rank])
            s.lacks = put(s.lacks, seat, s.lacks[seat] | lower)
        super().apply(s, seat, a)

    def prompt(self, s: Cruzo, viewer: Seat, acts: list[Action]) -> Prompt:
        return opening_prompt(s, viewer, acts)

    def why(self, s: Cruzo, seat: Seat, a: Action) -> Refused:
        if seat == HOST:
            return super().why(s, seat, a)
        source = s.opens_from(seat)
        there = in_order(s.hand(seat) + s.zones[OPEN + EACH * seat]) if source == OPEN else s.hand(seat)
        cards = cards_tried(s, seat, a, source) if a.verb == "play" else b""
        if not holds(there, cards):
            cards = cards_tried(s, seat, a, HAND)
        if cards and holds(there, cards):
            first = s.decisive if s.decisive != NONE else there[0]
            others = cards[0] // 4 != first // 4
            if s.decisive != NONE and (first not in cards if a.cards else others):
                return Refused("error.cruzo.decisive", {"card": first})
            if source == OPEN and code(cards) < 0:
                return Refused("error.cruzo.one_rank", {"cards": cards})
            if others and s.decisive == NONE:
                return Refused("error.cruzo.lowest", {"card": first})
        return super().why(s, seat, a)


SWAP: Final = Swap("swap")
DIRECT: Final = Direct("direct")
OPENING: Final = Opening("opening")
