"""§12 Reservations (4.1 to 4.4 of the text): healthy or not, and then what is played; poverty and five nines.

Each player says once whether they are healthy. Then the players with a reservation name it one after the other: those
who owe a duty solo first, then the others, in the order in which they were asked. The first solo is played. Without a
solo, five nines go before a poverty, and a poverty before a wedding.
"""

from __future__ import annotations

from typing import Final

from stich.games.doppelkopf.rules_cards import (
    AWAY,
    CLUB_QUEEN,
    EACH,
    HAND,
    NINE,
    NORMAL,
    SIZE,
    SOLO_WORDS,
    SOLOS,
    TRUMP,
)
from stich.games.doppelkopf.rules_club_phases_tricks import NAMING, TRICKS
from stich.games.doppelkopf.rules_club_state import NINES, POVERTY, ClubDoppelkopf
from stich.games.doppelkopf.rules_phases_announce import SOLO, WEDDING, queens_note
from stich.games.doppelkopf.rules_score import ALL
from stich.games.doppelkopf.rules_state import FOREIGN
from stich.kernel.action import Action, Phrase, Prompt, Refused
from stich.kernel.cards import Cards, Seat, has, only, seats_of, subsets
from stich.kernel.state import OVER, Phase
from stich.parts.tuples import put

# -- 4.1 healthy, or a reservation -------------------------------------------------------------------------------------

HEALTHY: Final = Action("healthy")
RESERVATION: Final = Action("reservation")


def begin_reservations(s: ClubDoppelkopf) -> None:
    """4.1 Forehand is asked first; 8.6 nobody is asked if as many duty solos are due as deals are left."""
    s.phase = RESERVE
    if not s.rules.duty:
        return
    owing = sum([only(seat) for seat in range(4) if s.owes(seat)])
    played = s.setup.carry[0] if s.setup.carry else 0
    if owing and owing.bit_count() >= s.rules.deals - played:
        for i in range(4):
            seat = (s.setup.dealer + 1 + i) & 3
            if has(owing, seat):
                s.turn = seat
                s.forced = 1
                s.reserved = only(seat)
                s.phase = NAME
                return


class Reserve(Phase[ClubDoppelkopf]):
    """4.1 From forehand on each player says healthy or reservation, and no more than that."""

    def legal(self, s: ClubDoppelkopf, seat: Seat) -> list[Action]:
        return [HEALTHY, RESERVATION]

    def apply(self, s: ClubDoppelkopf, seat: Seat, a: Action) -> None:
        if a.verb == "healthy":
            s.healthy |= only(seat)
        else:
            s.reserved |= only(seat)
        s.turn = (seat + 1) & 3
        if s.turn == s.forehand():
            proceed(s)

    def prompt(self, s: ClubDoppelkopf, viewer: Seat, acts: list[Action]) -> Prompt:
        scene = None
        if s.reserved:
            scene = Phrase("doppelkopf.scene.reserved", {"seats": bytes(seats_of(s.reserved))})
        elif s.healthy:
            scene = Phrase("doppelkopf.scene.healthy")
        if not acts:
            return Prompt(scene)
        return Prompt(scene, Phrase("doppelkopf.task.reserve"), queens_note(s, viewer))

    def why(self, s: ClubDoppelkopf, seat: Seat, a: Action) -> Refused:
        if a.verb in NAMING:
            return Refused("error.doppelkopf.reserve_first")
        return super().why(s, seat, a)


# -- 4.1.3 to 4.4 the reservations are named ---------------------------------------------------------------------------

NEUNEN: Final = Action("neunen")
ARMUT: Final = Action("armut")
MANY: Final = 5  # fewest nines for a new deal
FEW: Final = 3  # most trumps of a poverty


class Name(Phase[ClubDoppelkopf]):
    """4.1.3 to 4.4.1 A reservation is named. Without both club queens it must be a solo."""

    def legal(self, s: ClubDoppelkopf, seat: Seat) -> list[Action]:
        out = SOLO[:]
        if s.forced:
            return out
        if s.hand(seat).count(CLUB_QUEEN) == 2:
            out.append(WEDDING)
        if s.rules.neunen and nines(s.hand(seat)) >= MANY:
            out.append(NEUNEN)
        if s.rules.armut and s.poor < 0 and s.trumps(seat) <= FEW:
            out.append(ARMUT)
        if s.poor >= 0:
            out.append(HEALTHY)  # §9 a second player in poverty has nothing more to say
        return out

    def apply(self, s: ClubDoppelkopf, seat: Seat, a: Action) -> None:
        if a.verb == "solo":
            solo(s, seat, a.to)
            return
        s.named |= only(seat)
        if a.verb == "wedding":
            s.both = seat
        elif a.verb == "neunen":
            s.nines |= only(seat)
            s.declarer = seat if s.declarer < 0 else s.declarer
            for c in s.hand(seat):
                if c % SIZE == NINE:
                    s.show(c, HAND + EACH * seat)
        elif a.verb == "armut":
            s.poor = seat
            lay_trumps(s, seat)
        proceed(s)

    def prompt(self, s: ClubDoppelkopf, viewer: Seat, acts: list[Action]) -> Prompt:
        scene = Phrase("doppelkopf.scene.forced" if s.forced else "doppelkopf.scene.names", {"seat": s.turn})
        if not acts:
            return Prompt(scene)
        others = [a.verb for a in acts if a.verb != "solo"]
        key = "name"
        if s.forced:
            key = "duty"
        elif not others:
            key = "must_name"
        elif len(others) == 1:
            key = others[0]
        note = Phrase("doppelkopf.note.duty") if s.owes(viewer) and not s.forced else queens_note(s, viewer)
        return Prompt(scene, Phrase(f"doppelkopf.task.{key}"), note)

    def why(self, s: ClubDoppelkopf, seat: Seat, a: Action) -> Refused:
        if a.verb == "wedding":
            return Refused("error.doppelkopf.wedding_queens")
        if a.verb == "healthy":
            return Refused("error.doppelkopf.must_name")
        if a.verb == "armut" and s.rules.armut:
            return Refused("error.doppelkopf.not_poor", {"n": s.trumps(seat)})
        if a.verb == "neunen" and s.rules.neunen:
            return Refused("error.doppelkopf.not_nines", {"n": nines(s.hand(seat))})
        return super().why(s, seat, a)


def nines(hand: Cards) -> int:
    return sum([1 for c in hand if c % SIZE == NINE])


def proceed(s: ClubDoppelkopf) -> None:
    """Ask for the next reservation that has not been named; after the last one the highest comes about."""
    left = s.reserved & ~s.named
    if not s.reserved:
        start(s, "normal")
        return
    for owing in (True, False):
        for i in range(4):
            seat = (s.forehand() + i) & 3
            if has(left, seat) and s.owes(seat) == owing:
                s.turn = seat
                s.phase = NAME
                return
    if s.nines:
        s.thrown = NINES
        s.phase = OVER
    elif s.poor >= 0:
        s.turn = (s.poor + 1) & 3
        s.phase = POVERTY_ASKED
    elif s.both >= 0:
        s.declarer = s.both
        s.re = only(s.both)
        s.called = FOREIGN
        start(s, "wedding")
    else:
        start(s, "normal")


def solo(s: ClubDoppelkopf, seat: Seat, what: int) -> None:
    """4.2, 4.3 The first solo is played. In a duty solo the soloist leads; otherwise forehand leads."""
    if s.poor >= 0:
        s.move_all(AWAY, HAND + EACH * s.poor)
        s.void = put(s.void, s.poor, 0)
    s.poor = -1
    s.declarer = seat
    s.contract = SOLOS[what]
    s.re = only(seat)
    s.kontra = ALL & ~s.re
    if s.owes(seat):
        s.duty = seat
    start(s, f"solo_{SOLO_WORDS[what].lower()}")
    if s.duty >= 0 or s.rules.soloist_leads:
        s.turn = seat


def start(s: ClubDoppelkopf, name: str) -> None:
    """The reservations are over: forehand leads."""
    s.reserved = 0
    s.game = f"doppelkopf.game.{name}"
    s.turn = s.forehand()
    s.phase = TRICKS
    s.deduce()


# -- §12 the house rule of poverty -------------------------------------------------------------------------------------

ACCEPT: Final = Action("accept")
DECLINE: Final = Action("decline")


def lay_trumps(s: ClubDoppelkopf, seat: Seat) -> None:
    """§12 The poor player puts all trumps face down in the middle, so that none remain in hand."""
    how = s.rules.contracts[NORMAL]
    for c in s.hand(seat):
        if how.suit[c] == TRUMP:
            s.move(c, HAND + EACH * seat, AWAY)
    s.void = put(s.void, seat, how.members[TRUMP])


class Poverty(Phase[ClubDoppelkopf]):
    """§12 The trumps of the poor player are offered round; the player who takes them gives as many cards back, and
    becomes the partner.
    """

    def legal(self, s: ClubDoppelkopf, seat: Seat) -> list[Action]:
        return [ACCEPT, DECLINE]

    def apply(self, s: ClubDoppelkopf, seat: Seat, a: Action) -> None:
        s.offered |= only(seat)
        if a.verb == "accept":
            n = len(s.zones[AWAY])
            s.richer = seat
            s.move_all(AWAY, HAND + EACH * seat)
            if n:
                s.due = n
                s.turn = seat
                s.phase = GIVE
            else:
                begin_poverty(s)
            return
        s.turn = (seat + 1) & 3
        if s.turn == s.poor:
            s.thrown = POVERTY
            s.phase = OVER

    def prompt(self, s: ClubDoppelkopf, viewer: Seat, acts: list[Action]) -> Prompt:
        n = len(s.zones[AWAY])
        scene = Phrase("doppelkopf.scene.poor" if n else "doppelkopf.scene.poor_none", {"seat": s.poor, "n": n})
        if not acts:
            return Prompt(scene)
        is_last = (viewer + 1) & 3 == s.poor
        note = Phrase("doppelkopf.note.last_asked") if is_last else Phrase("doppelkopf.note.taker")
        return Prompt(scene, Phrase("doppelkopf.task.accept" if n else "doppelkopf.task.accept_none"), note)


class Give(Phase[ClubDoppelkopf]):
    """§12 Any cards of the enlarged hand, as many as were taken."""

    def legal(self, s: ClubDoppelkopf, seat: Seat) -> list[Action]:
        return [Action("give", cards) for cards in subsets(s.hand(seat), s.due) if len(cards) == s.due]

    def apply(self, s: ClubDoppelkopf, seat: Seat, a: Action) -> None:
        s.move_cards(a.cards, HAND + EACH * seat, HAND + EACH * s.poor)
        s.due = 0
        begin_poverty(s)

    def prompt(self, s: ClubDoppelkopf, viewer: Seat, acts: list[Action]) -> Prompt:
        scene = Phrase("doppelkopf.scene.took", {"seat": s.turn, "n": s.due})
        if not acts:
            return Prompt(scene)
        return Prompt(
            scene, Phrase("doppelkopf.task.give", {"n": s.due}), Phrase("doppelkopf.note.give", {"seat": s.poor})
        )

    def why(self, s: ClubDoppelkopf, seat: Seat, a: Action) -> Refused:
        if a.verb == "give":
            return Refused("error.doppelkopf.give", {"n": s.due})
        return super().why(s, seat, a)


def begin_poverty(s: ClubDoppelkopf) -> None:
    """§12 The poor player and the one who took the trumps are Re. The cards given back can be any."""
    s.void = put(s.void, s.poor, 0)
    s.declarer = s.poor
    s.re = only(s.poor) | only(s.richer)
    s.kontra = ALL & ~s.re
    start(s, "poverty")


RESERVE: Final = Reserve("reserve")
NAME: Final = Name("name")
POVERTY_ASKED: Final = Poverty("poverty")
GIVE: Final = Give("give")
