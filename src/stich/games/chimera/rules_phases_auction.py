"""The auction of Chimera and what follows from it: §3 bidding, §4 den and exchange."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from stich.games.chimera.rules_cards import DEN, EACH, HAND
from stich.games.chimera.rules_phases_play import PLAY, is_chimera
from stich.games.chimera.rules_state import Chimera
from stich.kernel.action import Action, Phrase, Prompt, Refused
from stich.kernel.cards import Seat, Seats, only
from stich.kernel.state import OVER, Phase
from stich.parts.climb.phase import PASS

# -- §3 bidding -------------------------------------------------------------------------------------------------------

BIDS: Final = [Action("bid", b"", n) for n in (20, 30, 40)]
FORCED: Final = 20


class Bid(Phase[Chimera]):
    """§3 Bids of 20, 30 and 40, each higher than the last. A player who passed may bid later; passes in a row end the
    bidding.
    """

    def legal(self, s: Chimera, seat: Seat) -> list[Action]:
        return [PASS] + [b for b in BIDS if b.to > s.bid]

    def apply(self, s: Chimera, seat: Seat, a: Action) -> None:
        if a.verb == "bid":
            s.bid = a.to
            s.high = seat
            s.forced = 0
            s.passes = 0
        else:
            s.passes += 1
        s.turn = (seat + 1) % 3
        if s.bid == 40 or (s.bid > 0 and s.passes == s.rules.end_passes):  # [5a]
            end_auction(s)
        elif s.bid == 0 and s.passes == 3:
            everybody_passed(s)

    def prompt(self, s: Chimera, viewer: Seat, acts: list[Action]) -> Prompt:
        if s.bid > 0:
            scene = Phrase("chimera.scene.forced" if s.forced else "chimera.scene.high", {"seat": s.high, "n": s.bid})
        else:
            scene = Phrase("chimera.scene.second_deal" if s.is_second_deal() else "chimera.scene.no_bid")
        if not acts:
            return Prompt(scene)
        higher = [b.to for b in BIDS if b.to > s.bid]
        key = "bid" if s.bid == 0 else "bid_last" if len(higher) == 1 else "bid_above"
        task = Phrase(f"chimera.task.{key}", {"n": higher[0] if len(higher) == 1 else s.bid})
        return Prompt(scene, task, self.after_pass(s, viewer))

    def barred(self, s: Chimera, seat: Seat) -> list[tuple[Action, Phrase]]:
        return [(b, Phrase("chimera.barred.low", {"n": s.bid})) for b in BIDS if b.to <= s.bid]

    def after_pass(self, s: Chimera, seat: Seat) -> Phrase | None:
        """§3 Return what happens if this seat passes and the bidding ends with it; None if it goes on."""
        if s.bid > 0:
            return Phrase("chimera.note.becomes", {"seat": s.high}) if s.passes + 1 == s.rules.end_passes else None
        if s.passes < 2:
            return None
        first = (seat + 1) % 3
        if s.rules.forced_bid == "first_passer_no_redeal":
            return Phrase("chimera.note.forces", {"seat": first, "n": FORCED})
        if s.is_second_deal():
            return Phrase("chimera.note.forces", {"seat": forced_seat(s, first), "n": FORCED})
        return Phrase("chimera.note.redeal")

    def why(self, s: Chimera, seat: Seat, a: Action) -> Refused:
        allowed = ", ".join([str(b.to) for b in BIDS if b.to > s.bid])
        if a.verb == "bid" and not a.cards:
            return Refused("error.chimera.bid", {"n": a.to, "allowed": allowed})
        if a.verb != "pass":
            return Refused("error.chimera.bidding", {"allowed": allowed})
        return super().why(s, seat, a)


def everybody_passed(s: Chimera) -> None:
    """§3 The first time the cards are dealt again; the second time a player is forced to 20, and can be overcalled
    [5].
    """
    first = s.turn  # three calls: back at the first bidder
    if s.rules.forced_bid == "first_passer_no_redeal":
        force(s, first)
        end_auction(s)
    elif s.is_second_deal():
        force(s, forced_seat(s, first))
        s.turn = (s.high + 1) % 3
    else:
        s.phase = OVER


def forced_seat(s: Chimera, first: Seat) -> Seat:
    """§3 The holder of the face-up card; or the leader, of tied ones the first in bidding order; or the dealer [5]."""
    if s.rules.forced_bid == "dealer":
        return s.setup.dealer
    seat = first
    if s.rules.forced_bid == "leader":
        for other in ((first + 1) % 3, (first + 2) % 3):
            if s.setup.scores[other] > s.setup.scores[seat]:
                seat = other
    return seat


def force(s: Chimera, seat: Seat) -> None:
    s.bid = FORCED
    s.high = seat
    s.forced = 1
    s.passes = 0
    if s.log is not None:
        s.say("forced", seat, Phrase("chimera.event.forced", {"seat": seat, "n": FORCED}, n=FORCED))


# -- §4 den and exchange ----------------------------------------------------------------------------------------------

# all possible gifts, made once: GIVE[54 · x + y] gives x and y, GIVE[55 · x] only x
GIVE: Final = [Action("give", bytes(sorted({x, y}))) for x in range(54) for y in range(54)]


def end_auction(s: Chimera) -> None:
    """§4 The Chimera takes the den and leads; before that the Hunters exchange none, one or two cards."""
    s.chimera = s.high
    s.turn = s.high
    s.passes = 0
    if s.log is not None:
        s.say("chimera", s.chimera, Phrase("chimera.event.chimera", {"seat": s.chimera, "n": s.bid}, n=s.bid))
    den = s.zones[DEN]
    for c in den:
        s.move(c, DEN, HAND + EACH * s.chimera)
    if not s.rules.faceup_stays:  # [4]
        s.up = -1
        s.forget()
    for c in den:  # the rest is not shown to others [6]
        if s.rules.den_open or c == s.up:
            s.show(c, HAND + EACH * s.chimera)
    if s.bid == 20:
        s.phase = PLAY
    else:
        s.ask(s.layout.everyone & ~only(s.chimera))
        s.phase = EXCHANGE


class Exchange(Phase[Chimera]):
    """§4 The Hunters exchange cards with each other, obligatory [7], at once and face down; 30: one card, 40: two.

    The Hunters see what they receive after both have chosen, so that no received card can be sent back.
    """

    def must(self, s: Chimera) -> Seats:
        return s.unanswered()

    def legal(self, s: Chimera, seat: Seat) -> list[Action]:
        h = s.hand(seat)
        gifts = GIVE
        if s.bid == 30:
            return [gifts[55 * c] for c in h]
        out: list[Action] = []
        n: i64 = len(h)
        i: i64 = 0
        while i < n:
            first: i64 = 54 * h[i]
            j: i64 = i + 1
            while j < n:
                out.append(gifts[first + h[j]])
                j += 1
            i += 1
        return out

    def apply(self, s: Chimera, seat: Seat, a: Action) -> None:
        if s.seal(seat, a):
            x = (s.chimera + 1) % 3
            y = (s.chimera + 2) % 3
            from_x = s.sealed[x].cards
            from_y = s.sealed[y].cards
            s.sealed = ()
            for c in from_x:
                s.move(c, HAND + EACH * x, HAND + EACH * y)
            for c in from_y:
                s.move(c, HAND + EACH * y, HAND + EACH * x)
            s.phase = PLAY

    def prompt(self, s: Chimera, viewer: Seat, acts: list[Action]) -> Prompt:
        scene = is_chimera(s)
        n = 1 if s.bid == 30 else 2
        if acts:
            partner = s.partner(viewer)
            return Prompt(
                scene, Phrase("chimera.task.give", {"seat": partner, "n": n}), Phrase("chimera.note.exchange")
            )
        if viewer > 2 or viewer == s.chimera:
            return Prompt(scene, Phrase("chimera.task.wait_exchange", {"n": n}))
        return Prompt(scene)

    def why(self, s: Chimera, seat: Seat, a: Action) -> Refused:
        n = 1 if s.bid == 30 else 2
        if a.verb != "give":
            return Refused("error.chimera.exchange", {"n": n})
        if len(a.cards) != n:
            return Refused("error.chimera.give", {"n": n, "chosen": len(a.cards)})
        return super().why(s, seat, a)


BID: Final = Bid("bid")
EXCHANGE: Final = Exchange("exchange")
