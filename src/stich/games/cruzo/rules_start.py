"""The start of Cruzo: the deal, who begins and with which card, and the direction of play (§3)."""

from __future__ import annotations

from typing import Final

from stich.games.cruzo.rules_cards import BIT, STANDS, X, is_diamond
from stich.games.cruzo.rules_table import (
    ASIDE,
    BUNKER,
    EACH,
    HAND,
    KNOWN,
    LOTS,
    NONE,
    OPEN,
    ROW,
    STOCK,
    Cruzo,
    CruzoRules,
)
from stich.games.cruzo.rules_turn import OPENING
from stich.kernel.action import WAITING, Action, Phrase, Refused
from stich.kernel.cards import EVERYBODY, ONE, Cards, Seat, Seats
from stich.kernel.game import Deck
from stich.kernel.state import Phase, Setup
from stich.parts.tuples import plus

SWAPS: Final = 3  # exchanges reach every arrangement of three and three cards
DIRECTIONS: Final = [Action("dir", b"", 1), Action("dir", b"", 0)]  # in the order of the seats, and against it
READY: Final = Action("ready")


def set_up(rules: CruzoRules, setup: Setup, deck: Deck) -> Cruzo:
    """§2, §3 First the cards that are put aside, then for each seat three bunkers, three open cards and three for the
    hand.
    """
    s = Cruzo(rules)
    s.clear(setup)
    cards = deck.cards
    if rules.tree == "random":
        s.zones[LOTS] = bytes([c for c in cards if c >= STANDS])
        cards = bytes([c for c in cards if c < STANDS])
    at = rules.removed
    s.zones[ASIDE] = bytes(sorted(cards[:at]))
    for seat in range(rules.layout.seats):
        for i in range(ROW):
            s.zones[BUNKER + EACH * seat + i] = ONE[cards[at + i]]
        s.zones[OPEN + EACH * seat] = bytes(sorted(cards[at + ROW : at + 2 * ROW]))
        s.zones[HAND + EACH * seat] = bytes(sorted(cards[at + 2 * ROW : at + 3 * ROW]))
        at += 3 * ROW
    s.zones[STOCK] = cards[: at - 1 : -1]
    if rules.swap:
        s.ask(rules.layout.everyone)
        s.swaps = (SWAPS,) * rules.layout.seats
        s.phase = SWAP
    else:
        begin(s)
    return s


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
        return EVERYBODY if a.verb == "swap" else 1 << seat

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
        return Phrase("cruzo.event.youngest", {"seat": s.turn})
    key = "tied" if len(holders) > 1 else "lowest" if in_hand else "lowest_open"
    return Phrase(f"cruzo.event.{key}", {"seat": s.turn, "card": lowest})


class Direct(Phase[Cruzo]):
    """§3 The player who begins chooses the direction."""

    def legal(self, s: Cruzo, seat: Seat) -> list[Action]:
        return DIRECTIONS[:]

    def apply(self, s: Cruzo, seat: Seat, a: Action) -> None:
        s.actions += 1
        s.direction = 1 if a.to == 1 else -1
        s.phase = OPENING

    def why(self, s: Cruzo, seat: Seat, a: Action) -> Refused:
        if a.verb == "play" or a.verb == "pickup" or a.verb == "throw":
            return Refused("error.cruzo.direction_first")
        return super().why(s, seat, a)


SWAP: Final = Swap("swap")
DIRECT: Final = Direct("direct")
