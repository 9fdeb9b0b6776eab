"""§12: a deal with announcements or specials. It adds to the page's game what has been said, what that proves, and
which tricks count extra.
"""

from __future__ import annotations

from typing import Final, final

from stich.games.doppelkopf.rules_cards import (
    AWAY,
    CLUB_JACK,
    CLUB_QUEEN,
    EACH,
    HAND,
    NORMAL,
    PIGS,
    TRUMP,
    WON,
    DoppelkopfRules,
)
from stich.games.doppelkopf.rules_club_score import KONTRA, RE, Achieved, settle_club
from stich.games.doppelkopf.rules_score import ALL, caught
from stich.games.doppelkopf.rules_state import Doppelkopf
from stich.kernel.action import Phrase
from stich.kernel.cards import Card, Cards, Seat, Seats, has, only
from stich.kernel.deal import DealResult
from stich.parts.tricks import Contract
from stich.parts.tuples import plus

NINES: Final = 1  # why a deal was thrown in
POVERTY: Final = 2
NONE: Final = (0, 0, 0, 0)
FAT: Final = 40  # card points of a trick that counts extra


@final
class ClubDoppelkopf(Doppelkopf):
    """One deal under §12, or with parts of it."""

    def __init__(self, rules: DoppelkopfRules, of: ClubDoppelkopf | None = None) -> None:
        super().__init__(rules, of)
        self.healthy: Seats = 0 if of is None else of.healthy
        self.reserved: Seats = 0 if of is None else of.reserved
        self.named: Seats = 0 if of is None else of.named
        self.nines: Seats = 0 if of is None else of.nines
        self.poor: Seat = -1 if of is None else of.poor
        self.richer: Seat = -1 if of is None else of.richer
        self.due: int = 0 if of is None else of.due
        self.offered: Seats = 0 if of is None else of.offered
        self.forced: int = 0 if of is None else of.forced
        self.duty: Seat = -1 if of is None else of.duty
        self.said: tuple[int, ...] = (-1, -1) if of is None else of.said
        self.late: int = 0 if of is None else of.late
        self.bound: int = 0 if of is None else of.bound
        self.sworn_re: Seats = 0 if of is None else of.sworn_re
        self.sworn_kontra: Seats = 0 if of is None else of.sworn_kontra
        self.told_re: Seats = 0 if of is None else of.told_re
        self.told_kontra: Seats = 0 if of is None else of.told_kontra
        self.told_no90: Seats = 0 if of is None else of.told_no90
        self.told_no60: Seats = 0 if of is None else of.told_no60
        self.told_no30: Seats = 0 if of is None else of.told_no30
        self.told_black: Seats = 0 if of is None else of.told_black
        self.fallen: tuple[int, ...] = NONE if of is None else of.fallen
        self.tricks: int = 0 if of is None else of.tricks
        self.fat: tuple[int, ...] = () if of is None else of.fat
        self.charlie: Seat = -1 if of is None else of.charlie
        self.charlies: tuple[int, ...] = () if of is None else of.charlies
        self.pigs: Seat = -1 if of is None else of.pigs
        self.thrown: int = 0 if of is None else of.thrown

    def public_copy(self) -> ClubDoppelkopf:
        return ClubDoppelkopf(self.rules, self)

    # -- what the play has shown ---------------------------------------------------------------------------------------

    def can_hold(self, c: Card, at: int) -> bool:
        """As in the page's game; and a player who has spoken for Kontra, or is proven to be Kontra, holds no club
        queen. Cards offered in a poverty are trumps.
        """
        if at == AWAY:
            return self.rules.contracts[NORMAL].is_trump(c)
        if c == CLUB_QUEEN and at >= HAND and at & 1 == 0 and self.by_queens():
            if has(self.kontra, (at - HAND) >> 1):
                return False
        return super().can_hold(c, at)

    def contract_played(self) -> int:
        return self.contract if self.pigs < 0 else PIGS

    def is_forced(self) -> bool:
        return self.forced == 1

    def has_announced(self) -> bool:
        return max(self.said) >= 0

    def worth_facts(self) -> tuple[object, ...]:
        return (self.said, self.late, self.fat, self.pigs)

    def how(self) -> Contract:
        return self.rules.contracts[self.contract_played()]

    def order(self) -> list[Cards]:
        return self.rules.orders[self.contract_played()]

    def by_queens(self) -> bool:
        """Tell whether club queens decide who is Re: in a normal game or a silent wedding, once it is played."""
        return self.contract == NORMAL and self.called < 0 and self.richer < 0 and self.game != ""

    def shares(self, viewer: Seat) -> list[tuple[int, int]]:
        """Return the pairs of seats to which the club queens can have been dealt.

        Uses all that is public, and the viewer's own hand if `viewer` is a seat.
        """
        out: list[tuple[int, int]] = []
        for a in range(4):
            for b in range(a, 4):
                if self.fits(a, b, viewer):
                    out.append((a, b))
        return out

    def fits(self, a: Seat, b: Seat, viewer: Seat) -> bool:
        for seat in range(4):
            n = (1 if a == seat else 0) + (1 if b == seat else 0)
            fallen = self.fallen[seat]
            if seat == viewer:
                if n != fallen + self.hand(seat).count(CLUB_QUEEN):
                    return False
                continue
            if n < fallen or (n == 2 and has(self.silent, seat)):
                return False
            if n > fallen and (self.void[seat] >> CLUB_QUEEN & 1 or n - fallen > len(self.hand(seat))):
                return False
            if (n == 0 and has(self.sworn_re, seat)) or (n > 0 and has(self.sworn_kontra, seat)):
                return False
        return True

    def known_to(self, viewer: Seat) -> tuple[Seats, Seats]:
        """Return who is known to a viewer as Re and as Kontra: what is true for all possible deals of the club queens.

        A deal is possible if it agrees with what all have seen and heard, and with the viewer's own cards.
        """
        if not self.by_queens():
            return super().known_to(viewer)
        re, kontra = self.re, self.kontra
        if re | kontra == ALL:
            return re, kontra
        every, none = ALL, ALL
        for a, b in self.shares(viewer):
            both = only(a) | only(b)
            every &= both
            none &= ~both
        return every, none

    def deduce(self) -> None:
        """§12 In views: note who is publicly proven to be Re or Kontra."""
        if self.by_queens():
            re, kontra = self.known_to(-1)
            self.re = re
            self.kontra = kontra

    # -- what a card or a trick reveals --------------------------------------------------------------------------------

    def note_queen(self, seat: Seat) -> None:
        """In views: a club queen shows that its player is Re, in a game decided by club queens."""
        self.fallen = plus(self.fallen, seat, 1)
        self.deduce()

    def note_partner(self, before: int) -> None:
        """6.3.4: announcements have as much more time as tricks were played before the partner was found."""
        self.bound = before

    def note_specials(self, trick: Cards, leader: Seat, place: int, n: int) -> None:
        """§12 Note what counts extra: 40 points, foxes, and in the last trick the club jacks."""
        seat = (leader + place) & 3
        self.tricks += 1
        if n >= FAT:
            self.fat = (*self.fat, seat)
        if self.has_foxes():
            self.note_foxes(trick, leader, place)
        if self.hand(seat):
            return
        for i, c in enumerate(trick):
            if c == CLUB_JACK and i == place:
                self.charlie = seat
            elif c == CLUB_JACK:
                self.charlies = (*self.charlies, caught((leader + i) & 3, seat))

    def say_specials(self, seat: Seat, foxes: tuple[int, ...], n: int) -> None:
        """§12 Say what a trick was besides its points, where this counts."""
        counts = self.rules.specials and self.contract == NORMAL
        if self.rules.fox or counts:
            self.say_foxes(seat, foxes)
        if counts and n >= FAT:
            self.say("doppelkopf", seat, Phrase("doppelkopf.event.doppelkopf", {"seat": seat, "n": n}, n=n))
        if counts and self.charlie == seat:
            self.say("karlchen", seat, Phrase("doppelkopf.event.karlchen", {"seat": seat}))

    def side_of(self, seat: Seat) -> int:
        """Return the side for which a seat can speak, by its own knowledge: RE, KONTRA, or −1 while a partner is
        sought.
        """
        if self.is_looking() or self.game == "":
            return -1
        if has(self.re | self.kontra, seat):
            return RE if has(self.re, seat) else KONTRA
        return RE if CLUB_QUEEN in self.hand(seat) else KONTRA

    # -- what it was worth ---------------------------------------------------------------------------------------------

    def result(self) -> DealResult:
        """§12: value and specials; a deal that was thrown in does not count, and the same dealer deals again."""
        carry = self.carry()
        if self.thrown:
            key = "nines" if self.thrown == NINES else "poverty"
            seat = self.poor if self.thrown == POVERTY else self.declarer
            return DealResult((0, 0, 0, 0), [], Phrase(f"doppelkopf.event.thrown_{key}", {"seat": seat}), True, carry)
        done = Achieved(self.re, self.points, sum([only(seat) for seat in range(4) if self.has_trick(seat)]), self.said)
        if self.rules.specials and not done.alone:
            done.foxes = self.foxes
            done.fat = self.fat
            done.charlie = self.charlie
            done.charlies = self.charlies if self.rules.karlchen_caught else ()
            done.queens = self.richer < 0
        if self.rules.fox:
            done.paid = self.foxes
        return settle_club(done, self.rules.announcements, self.rules.pairwise, carry)

    def carry(self) -> tuple[int, ...]:
        """Return what the next deal must know: how many deals counted, who has played their duty solo, and whether the
        same dealer deals again.
        """
        if not self.rules.tournament:
            return ()
        before = self.setup.carry or (0, 0, 0)
        if self.thrown:
            return (before[0], before[1], 1)
        done = before[1] | (only(self.duty) if self.duty >= 0 else 0)
        return (before[0] + 1, done, 1 if self.duty >= 0 and not self.forced else 0)

    def has_trick(self, seat: Seat) -> bool:
        return len(self.zones[WON + EACH * seat]) > 0

    def owes(self, seat: Seat) -> bool:
        """§12 Tell whether a seat still has to play its duty solo."""
        done = self.setup.carry[1] if self.setup.carry else 0
        return self.rules.duty and not has(done, seat)

    def trumps(self, seat: Seat) -> int:
        """Return how many trumps of the normal game a seat holds."""
        how = self.rules.contracts[NORMAL]
        return sum([1 for c in self.hand(seat) if how.suit[c] == TRUMP])


def as_club(s: Doppelkopf) -> ClubDoppelkopf | None:
    """Return a deal that is played with §12, or None for a deal of the page's game alone."""
    return s if isinstance(s, ClubDoppelkopf) else None
