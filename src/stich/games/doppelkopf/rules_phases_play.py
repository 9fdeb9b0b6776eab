"""§5 of Doppelkopf: which cards are allowed, who takes a trick, and what a card reveals about the parties."""

from __future__ import annotations

from typing import Final

from stich.games.doppelkopf.rules_cards import (
    CLUB_QUEEN,
    EACH,
    FLESHLESS,
    FOX,
    HAND,
    JACKS,
    NORMAL,
    QUEENS,
    SIZE,
    TRICK,
    TRUMP,
    WON,
    WORTH,
)
from stich.games.doppelkopf.rules_score import ALL
from stich.games.doppelkopf.rules_state import FOREIGN, Doppelkopf
from stich.kernel.action import Action, Arg, Phrase, Refused
from stich.kernel.cards import ONE, Seat, has, holds, only
from stich.kernel.state import OVER, Phase
from stich.parts import suits
from stich.parts.tricks import bearing, choice, lacking, listed
from stich.parts.tuples import plus, put

FOLLOWS: Final = {JACKS: "follow_jacks", QUEENS: "follow_queens", FLESHLESS: "follow_all"}  # not of any plain suit
PLAYS: Final = [Action("play", ONE[c]) for c in range(4 * SIZE)]


class Play(Phase[Doppelkopf]):
    """§5 Follow the suit led, with trumps as one suit; otherwise any card. The highest trump wins, otherwise the
    highest of the suit led, of equal cards the first.
    """

    def legal(self, s: Doppelkopf, seat: Seat) -> list[Action]:
        return listed(PLAYS, s.hand(seat), s.wanted())

    def apply(self, s: Doppelkopf, seat: Seat, a: Action) -> None:
        c = a.cards[0]
        wanted = s.wanted()
        if wanted and not wanted[0] >> c & 1:
            s.void = put(s.void, seat, s.void[seat] | lacking(c, wanted))
        s.move(c, HAND + EACH * seat, TRICK)
        if c == CLUB_QUEEN:
            show_queen(s, seat)
        elif s.called >= 0 and s.is_called(c):
            show_ace(s, seat)
        s.turn = (seat + 1) & 3
        if len(s.zones[TRICK]) == 4:
            end_trick(s, s.turn)

    def why(self, s: Doppelkopf, seat: Seat, a: Action) -> Refused:
        return why_play(s, seat, a) or super().why(s, seat, a)


def why_play(s: Doppelkopf, seat: Seat, a: Action) -> Refused | None:
    """Return the duty that a card violates; None if the reason is another one."""
    if a.verb != "play" or len(a.cards) != 1 or not s.wanted() or not holds(s.hand(seat), a.cards):
        return None
    how = s.rules.contracts[s.contract]
    led = how.suit[s.zones[TRICK][0]]
    args: dict[str, Arg] = {"cards": choice(s.hand(seat), s.wanted())}
    if led == TRUMP:
        return Refused("error.doppelkopf.follow_trump", args)
    args["suit"] = f"@doppelkopf.suit.{suits.SUITS[led].lower()}"
    return Refused(f"error.doppelkopf.{FOLLOWS.get(s.contract, 'follow')}", args)


def show_queen(s: Doppelkopf, seat: Seat) -> None:
    """§4 In a normal game a club queen on the table proves that its player is Re; the second one proves all parties.
    The player who called an ace is known to be Re, and holds both.
    """
    s.queens |= only(seat)
    if s.contract != NORMAL or has(s.re, seat):
        return
    second = s.re != 0
    s.re |= only(seat)
    if second:
        s.kontra = ALL & ~s.re
    if s.log is not None:
        s.say("party", seat, Phrase("doppelkopf.event.re", {"seat": seat}))


def partner_found(s: Doppelkopf, seat: Seat) -> None:
    """§4 This seat has played the called ace, or taken a trick that finds a partner."""
    if s.called == FOREIGN:
        part(s, seat)
    else:
        show_ace(s, seat)


def show_ace(s: Doppelkopf, seat: Seat) -> None:
    """§4 The player of the first called ace becomes the partner, except the caller; §8 or the caller stays alone."""
    if seat == s.both:
        s.own_ace = 1
        if s.is_looking() and s.rules.own_ace_alone:
            part(s, seat)
    elif s.is_looking():
        part(s, seat)


def part(s: Doppelkopf, partner: Seat) -> None:
    """§4 The caller and the partner found are Re; the caller alone if no other was found."""
    s.re |= only(partner)
    s.kontra = ALL & ~s.re
    if s.log is not None:
        name = "alone" if partner == s.declarer else "partner"
        s.say("party", partner, Phrase(f"doppelkopf.event.{name}", {"seat": partner}))


def end_trick(s: Doppelkopf, leader: Seat) -> None:
    """§5 The winner takes the trick and leads the next one."""
    trick = s.zones[TRICK]
    seat = (leader + s.rules.contracts[s.contract].best(trick)) & 3
    n = bearing(trick, WORTH)
    s.points = plus(s.points, seat, n)
    s.taker = seat
    if s.rules.review:
        s.last = trick
    if s.rules.fox and (s.contract == NORMAL or s.contract == 1 + suits.DIAMONDS):
        for i, c in enumerate(trick):
            if c == FOX and (leader + i) & 3 != seat:
                s.foxes = (*s.foxes, 4 * ((leader + i) & 3) + seat)
    s.move_all(TRICK, WON + EACH * seat)
    if s.log is not None:
        s.say("trick", seat, Phrase("doppelkopf.event.trick", {"seat": seat, "n": n}, n=n))
    if s.called == FOREIGN and s.is_looking() and (seat != s.declarer or s.rules.dealt - len(s.hand(seat)) == 3):
        part(s, seat)  # §9 three tricks of the caller's own: no partner can be found any more
    s.turn = seat
    if not s.hand(seat):
        s.phase = OVER


PLAY: Final = Play("play")
