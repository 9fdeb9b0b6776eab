"""The phases of Dou Dizhu: §3 the auction in its two forms, §4 the bottom cards, §5–7 the play."""

from __future__ import annotations

from typing import Final

from stich.games.doudizhu.rules_cards import BOTTOM, EACH, HAND, TRICK, WON
from stich.games.doudizhu.rules_combinations import NAMES
from stich.games.doudizhu.rules_score import spring
from stich.games.doudizhu.rules_state import DouDizhu
from stich.kernel.action import Action, Phrase, Prompt, Refused
from stich.kernel.cards import Cards, Seat, has, only
from stich.kernel.state import OVER, Phase
from stich.parts import climb
from stich.parts.climb.phase import PASS, Climbing
from stich.parts.tuples import plus

# -- §3 the auction ---------------------------------------------------------------------------------------------------

BIDS: Final = [Action("bid", b"", n) for n in (1, 2, 3)]
HIGHEST: Final = 3
CALL: Final = Action("call")
GRAB: Final = Action("grab")
LEAST: Final = 1  # the stake of a call, and of a landlord whom nobody wanted to be


class Bid(Phase[DouDizhu]):
    """§3.1–3.4 Bids of 1, 2 and 3, each higher than the last. Everybody speaks once, or two passes in a row end it."""

    def legal(self, s: DouDizhu, seat: Seat) -> list[Action]:
        return [PASS] + [b for b in BIDS if b.to > s.bid]

    def apply(self, s: DouDizhu, seat: Seat, a: Action) -> None:
        s.calls += 1
        if a.verb == "bid":
            s.bid = a.to
            s.high = seat
            s.passes = 0
            s.declined &= ~only(seat)
        else:
            s.passes += 1
            s.declined |= only(seat)
        s.turn = (seat + 1) % 3
        if self.is_over(s):
            begin(s) if s.high >= 0 else everybody_passed(s)

    def is_over(self, s: DouDizhu) -> bool:
        """§3.2 Tell whether nobody speaks any more."""
        if s.bid == HIGHEST or (s.bid == 0 and s.passes == 3):
            return True
        return s.calls == 3 if s.rules.once else s.bid > 0 and s.passes == 2

    def prompt(self, s: DouDizhu, viewer: Seat, acts: list[Action]) -> Prompt:
        scene = Phrase("doudizhu.scene.no_bid")
        if s.bid > 0:
            scene = Phrase("doudizhu.scene.high", {"seat": s.high, "n": s.bid})
        if not acts:
            return Prompt(scene)
        key = "bid" if s.bid == 0 else "bid_last" if s.bid == HIGHEST - 1 else "bid_above"
        n = HIGHEST if s.bid == HIGHEST - 1 else s.bid
        return Prompt(scene, Phrase(f"doudizhu.task.{key}", {"n": n}), self.after_pass(s))

    def barred(self, s: DouDizhu, seat: Seat) -> list[tuple[Action, Phrase]]:
        return [(b, Phrase("doudizhu.barred.low", {"n": s.bid})) for b in BIDS if b.to <= s.bid]

    def after_pass(self, s: DouDizhu) -> Phrase | None:
        """§3 Return what happens if this seat passes and the auction ends with it; None if it goes on."""
        if s.bid > 0:
            ends = s.calls == 2 if s.rules.once else s.passes == 1
            return Phrase("doudizhu.note.becomes", {"seat": s.high}) if ends else None
        return after_all_pass(s) if s.passes == 2 else None

    def why(self, s: DouDizhu, seat: Seat, a: Action) -> Refused:
        allowed = ", ".join([str(b.to) for b in BIDS if b.to > s.bid])
        if a.verb == "bid" and not a.cards:
            return Refused("error.doudizhu.bid", {"n": a.to, "allowed": allowed})
        if a.verb != "pass":
            return Refused("error.doudizhu.bidding", {"allowed": allowed})
        return super().why(s, seat, a)


class Grab(Phase[DouDizhu]):
    """§3.5 The first who wants to calls. Each other who has not passed before can grab once, and then the caller can
    grab back. Who called or grabbed last is the landlord.
    """

    def legal(self, s: DouDizhu, seat: Seat) -> list[Action]:
        return [PASS, CALL if s.caller < 0 else GRAB]

    def apply(self, s: DouDizhu, seat: Seat, a: Action) -> None:
        s.calls += 1
        if a.verb == "pass":
            s.declined |= only(seat)
        else:
            s.high = seat
            if a.verb == "call":
                s.caller = seat
                s.bid = LEAST
            else:
                s.grabs += 1
        if s.caller < 0 and s.calls == 3:
            everybody_passed(s)
            return
        after = self.next_seat(s, seat)
        if after < 0:
            begin(s)
        else:
            s.turn = after

    def next_seat(self, s: DouDizhu, seat: Seat) -> Seat:
        """§3.5 Return who speaks after `seat`; −1 if nobody does."""
        after = (seat + 1) % 3
        if s.caller < 0:
            return after
        if seat == s.caller and s.calls > 1 and s.high != seat:
            return -1  # the caller has declined to grab back
        if seat == s.caller and s.grabs:
            return -1  # the caller has grabbed back
        while after != s.caller and has(s.declined, after):
            after = (after + 1) % 3
        return -1 if after == s.caller and s.high == s.caller else after

    def prompt(self, s: DouDizhu, viewer: Seat, acts: list[Action]) -> Prompt:
        scene = Phrase("doudizhu.scene.no_call")
        if s.caller >= 0:
            scene = Phrase("doudizhu.scene.grabbed" if s.grabs else "doudizhu.scene.called", {"seat": s.high})
        if not acts:
            return Prompt(scene)
        note = Phrase("doudizhu.note.becomes", {"seat": s.high}) if s.high >= 0 and self.is_last(s, viewer) else None
        if s.caller < 0 and s.calls == 2:
            note = after_all_pass(s)
        return Prompt(scene, Phrase("doudizhu.task.grab" if s.caller >= 0 else "doudizhu.task.call"), note)

    def is_last(self, s: DouDizhu, seat: Seat) -> bool:
        """§3.5 Tell whether the auction ends if this seat passes."""
        after = (seat + 1) % 3
        while after != s.caller and has(s.declined, after):
            after = (after + 1) % 3
        return seat == s.caller or (after == s.caller and s.high == s.caller)

    def why(self, s: DouDizhu, seat: Seat, a: Action) -> Refused:
        if a.verb != "pass":
            return Refused("error.doudizhu.calling" if s.caller < 0 else "error.doudizhu.grabbing")
        return super().why(s, seat, a)


def after_all_pass(s: DouDizhu) -> Phrase:
    """§3.4 Return what happens if the third player passes, too."""
    if s.rules.redeal:
        return Phrase("doudizhu.note.redeal")
    return Phrase("doudizhu.note.forces", {"seat": (s.turn + 1) % 3, "n": LEAST})


def everybody_passed(s: DouDizhu) -> None:
    """§3.4 The cards are dealt again; or the first bidder, who is next, plays for one point."""
    if s.rules.redeal:
        s.phase = OVER
        return
    s.high = (s.setup.dealer + 1) % 3
    s.bid = LEAST
    begin(s)


# -- §4 the bottom cards ----------------------------------------------------------------------------------------------


def begin(s: DouDizhu) -> None:
    """§4 The landlord takes the three bottom cards, which all see, and leads."""
    s.landlord = s.high
    s.turn = s.high
    s.passes = 0
    if s.log is not None:
        s.say("landlord", s.landlord, is_landlord(s))
    cards = s.zones[BOTTOM]
    for c in cards:
        s.move(c, BOTTOM, HAND + EACH * s.landlord)
    if s.rules.bottom_shown:
        s.bottom = cards
        for c in cards:
            s.show(c, HAND + EACH * s.landlord)
    s.phase = PLAY


def is_landlord(s: DouDizhu) -> Phrase:
    """Say who is the landlord, and for which stake."""
    n = s.stake()
    return Phrase("doudizhu.event.landlord", {"seat": s.landlord, "n": n}, n=n)


# -- §5–7 the play ----------------------------------------------------------------------------------------------------


class Play(Climbing[DouDizhu]):
    """§5 Lead any combination; then pass, or beat the last play. Two passes in a row end the trick."""

    def played(self, s: DouDizhu, seat: Seat, a: Action, cards: Cards) -> None:
        s.turns = plus(s.turns, seat, 1)
        if climb.kind(a.to) in (climb.BOMB, climb.ROCKET):
            s.bombs += 1
        out = not s.hand(seat)
        if out and s.log is not None and s.rules.spring and spring(s.landlord, s.turns, seat == s.landlord):
            s.say("spring", seat, Phrase("doudizhu.event.spring", {"seat": seat}))

    def trick_ends(self, s: DouDizhu, seat: Seat) -> None:
        s.move_all(TRICK, WON + EACH * seat)

    def scene(self, s: DouDizhu) -> Phrase:
        return is_landlord(s)

    def takes(self, s: DouDizhu) -> Phrase:
        """§5.4 Return who leads next if the player on turn passes, too."""
        return Phrase("doudizhu.note.leads", {"seat": s.holder})


BID: Final = Bid("bid")
GRABBING: Final = Grab("grab")
PLAY: Final = Play("play", NAMES, TRICK, HAND, EACH)
