"""§12: the tricks of a deal with announcements or specials. The seat on turn plays; all players may announce as long as
they hold enough cards, and nobody waits for it.
"""

from __future__ import annotations

from typing import Final

from stich.games.doppelkopf.rules_club import Club
from stich.games.doppelkopf.rules_play import PLAYS, partner_found, why_play
from stich.games.doppelkopf.rules_say import VERBS, say, sayings, speakers, why_nobody, why_not
from stich.games.doppelkopf.rules_score import BIT
from stich.games.doppelkopf.rules_state import FOREIGN
from stich.games.doppelkopf.rules_table import EACH, HAND, TRICK, WON
from stich.games.doppelkopf.rules_trumps import CLUB_JACK, CLUB_QUEEN, FOX, NORMAL, WORTH
from stich.kernel.action import Action, Phrase, Refused
from stich.kernel.cards import ONE, Card, Seat, Seats
from stich.kernel.state import OVER, Phase
from stich.parts import suits
from stich.parts.tricks import bearing, lacking, listed
from stich.parts.tuples import plus, put

PIGS: Final = Action("pigs", ONE[FOX])
RESERVING: Final = ("healthy", "reservation", "wedding", "solo", "armut", "neunen", "ok", "call_ace", "grossspiel")
FAT: Final = 40  # card points of a trick that counts extra


class Tricks(Phase[Club]):
    """§5 as in the page's game, and §12 Announcements at any time."""

    def may(self, s: Club) -> Seats:
        return speakers(s) & ~BIT[s.turn]

    def legal(self, s: Club, seat: Seat) -> list[Action]:
        if seat != s.turn:
            return sayings(s, seat)
        out = listed(PLAYS, s.hand(seat), s.wanted())
        if s.rules.schweinchen and has_pigs(s, seat) and PLAYS[FOX] in out:
            out.append(PIGS)
        return out + sayings(s, seat)

    def canon(self, s: Club, seat: Seat, a: Action) -> Action:
        """A player who says "no 90" says it for their own side."""
        if a.to < 0 and a.verb in VERBS[2:]:
            side = s.side_of(seat)
            return Action(a.verb, a.cards, side) if side >= 0 else a
        return a

    def apply(self, s: Club, seat: Seat, a: Action) -> None:
        if a.verb == "play":
            play(s, seat, a.cards[0])
        elif a.verb == "pigs":
            s.pigs = seat
            play(s, seat, FOX)
            s.show(FOX, HAND + EACH * seat)
        else:
            say(s, seat, a)

    def why(self, s: Club, seat: Seat, a: Action) -> Refused:
        if a.verb in RESERVING:
            return Refused("error.doppelkopf.reserved")
        if a.verb in VERBS and not a.cards and s.rules.announcements:
            return why_not(s, seat, a)
        if seat != s.turn:
            return Refused("error.not_your_turn", {"seats": bytes([s.turn])})
        return why_play(s, seat, a) or super().why(s, seat, a)

    def why_not_asked(self, s: Club, seat: Seat, a: Action) -> Refused | None:
        if a.verb in RESERVING:
            return Refused("error.doppelkopf.reserved")
        return why_nobody(s, seat, a) if a.verb in VERBS and s.rules.announcements else None


def has_pigs(s: Club, seat: Seat) -> bool:
    """§12 Both foxes in one hand, where the fox is the diamond ace among the trumps."""
    trump = s.contract == NORMAL or s.contract == 1 + suits.DIAMONDS
    return trump and s.hand(seat).count(FOX) == 2


def play(s: Club, seat: Seat, c: Card) -> None:
    wanted = s.wanted()
    s.move(c, HAND + EACH * seat, TRICK)
    discarded = len(wanted) > 0 and not wanted[0] >> c & 1
    if discarded:
        s.void = put(s.void, seat, s.void[seat] | lacking(c, wanted))
    if c == CLUB_QUEEN:
        show_queen(s, seat)
    elif discarded:
        s.deduce()  # without a trump there is no club queen
    if s.called >= 0 and s.is_called(c):
        looked = s.is_looking()
        partner_found(s, seat)
        if looked and not s.is_looking():
            s.bound = s.tricks
    s.turn = (seat + 1) & 3
    if len(s.zones[TRICK]) == 4:
        end_trick(s, s.turn)


def show_queen(s: Club, seat: Seat) -> None:
    """§12 In views: a club queen shows that its player is Re, in a game decided by club queens."""
    before = s.re
    s.queens |= BIT[seat]
    s.fallen = plus(s.fallen, seat, 1)
    s.deduce()
    if s.log is not None and s.by_queens() and not before & BIT[seat]:
        s.say("party", seat, Phrase("doppelkopf.event.re", {"seat": seat}))


def end_trick(s: Club, leader: Seat) -> None:
    """§5 The winner takes the trick and leads the next one; §12 specials are recorded."""
    trick = s.zones[TRICK]
    place = s.how().best(trick)
    seat = (leader + place) & 3
    n = bearing(trick, WORTH)
    s.points = plus(s.points, seat, n)
    s.taker = seat
    s.tricks += 1
    if s.rules.review:
        s.last = trick
    if n >= FAT:
        s.fat = (*s.fat, seat)
    last = not s.hand(seat)
    if last and trick[place] == CLUB_JACK:
        s.charlie = seat
    diamonds = s.contract == NORMAL or s.contract == 1 + suits.DIAMONDS
    for i, c in enumerate(trick):
        owner = (leader + i) & 3
        if owner != seat and diamonds and c == FOX:
            s.foxes = (*s.foxes, 4 * owner + seat)
        if owner != seat and last and c == CLUB_JACK:
            s.charlies = (*s.charlies, 4 * owner + seat)
    s.move_all(TRICK, WON + EACH * seat)
    if s.log is not None:
        s.say("trick", seat, Phrase("doppelkopf.event.trick", {"seat": seat, "n": n}))
    if s.called == FOREIGN and s.is_looking() and (seat != s.declarer or s.tricks == 3):
        partner_found(s, seat)  # 4.4.3: after three tricks of the caller's own the wedding goes on as a solo
        s.bound = s.tricks - 1
    s.turn = seat
    if last:
        s.phase = OVER


TRICKS: Final = Tricks("tricks")
