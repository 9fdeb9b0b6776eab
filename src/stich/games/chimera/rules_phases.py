"""The phases of Chimera, in the order of the sheet: §3 bidding, §4 den and exchange, §5 playing."""

from __future__ import annotations

from typing import Final

from stich.games.chimera.rules_cards import DEN, EACH, HAND, TRICK, WON, Turn
from stich.games.chimera.rules_combinations import ATTACK, TRAP, counted, names, pick, readings, to_beat
from stich.games.chimera.rules_state import Chimera
from stich.kernel.action import Action, Phrase, Refused
from stich.kernel.cards import Cards, Seat, Seats, holds, only
from stich.kernel.state import OVER, Phase
from stich.parts import climb

# -- §3 bidding -------------------------------------------------------------------------------------------------------

PASS: Final = Action("pass")
BIDS: Final = [Action("bid", b"", n) for n in (20, 30, 40)]


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
    s.bid = 20
    s.high = seat
    s.forced = 1
    s.passes = 0
    if s.log is not None:
        s.say("forced", seat, Phrase("chimera.event.forced", {"seat": seat, "n": 20}, n=20))


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
        n = len(h)
        return [gifts[54 * h[i] + h[j]] for i in range(n) for j in range(i + 1, n)]

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

    def why(self, s: Chimera, seat: Seat, a: Action) -> Refused:
        n = 1 if s.bid == 30 else 2
        if a.verb != "give":
            return Refused("error.chimera.exchange", {"n": n})
        if len(a.cards) != n:
            return Refused("error.chimera.give", {"n": n, "chosen": len(a.cards)})
        return super().why(s, seat, a)


# -- §5 playing, §6–8 combinations ------------------------------------------------------------------------------------

PASSED: Final[list[tuple[Turn, ...]]] = [((seat, 0, 0, 0, 0),) for seat in range(3)]


class Play(Phase[Chimera]):
    """§5 Lead any combination [23]; then pass, or beat the last play. Two passes in a row end the trick.

    A listed play is a move of the climbing core, without cards: which families it takes is the player's choice [27].
    """

    def legal(self, s: Chimera, seat: Seat) -> list[Action]:
        rules = s.rules
        room = rules.room()
        moves = room.moves
        n = climb.count(counted(s.hand(seat)), s.last, rules.table, moves)
        out = [Action("play", b"", int(moves[i])) if moves[i] else PASS for i in range(n)]  # the core's 0 is a pass
        rules.rooms.append(room)
        return out

    def cards(self, s: Chimera, seat: Seat, a: Action) -> Cards:
        return a.cards if a.cards or a.verb == "pass" else pick(s.hand(seat), a.to)

    def canon(self, s: Chimera, seat: Seat, a: Action) -> Action:
        """Map chosen cards, with or without a declared reading, to the listed play (§7, declaration)."""
        if a.verb != "play" or not a.cards or not holds(s.hand(seat), a.cards):
            return a
        found = readings(s.rules, a.cards)
        if a.to >= 0:
            return Action("play", b"", a.to) if a.to in found else a
        found = [m for m in found if climb.beats(s.last, m)]
        if not found or len({climb.kind(m) for m in found}) > 1:  # several types: the player has to declare one
            return a
        return Action("play", b"", max(found, key=climb.rank))

    def apply(self, s: Chimera, seat: Seat, a: Action) -> None:
        if a.verb == "pass":
            s.passes += 1
            s.plays += PASSED[seat]
            s.turn = (seat + 1) % 3
            if s.passes == 2:
                win_trick(s, s.turn)
            return
        cards = a.cards or pick(s.hand(seat), a.to)
        s.move_cards(cards, HAND + EACH * seat, TRICK)
        kind = climb.kind(a.to)
        s.last = a.to
        s.holder = seat
        s.passes = 0
        s.played |= only(seat)
        s.plays += ((seat, len(cards), kind, climb.rank(a.to), climb.length(a.to)),)
        if kind == TRAP:
            s.traps += 1
        elif kind == ATTACK:
            s.attack += 1
        if s.up >= 0 and s.up in cards:
            s.up = -1
        if s.hand(seat):
            s.turn = (seat + 1) % 3
        else:  # out: no answer is possible, not even a trap [21]
            ended = s.plays
            win_trick(s, seat)
            s.plays = ended  # a table shows the play that ended the round
            s.phase = OVER

    def why(self, s: Chimera, seat: Seat, a: Action) -> Refused:
        if a.verb == "pass" and s.last == 0:
            return Refused("error.chimera.must_lead")  # [22]
        if a.verb != "play" and a.verb != "pass":
            return Refused("error.chimera.playing")
        if a.verb == "pass" or not holds(s.hand(seat), a.cards):
            return super().why(s, seat, a)
        if not a.cards:
            return Refused("error.chimera.no_cards")
        found = readings(s.rules, a.cards)
        if not found and s.last == 0:
            return Refused("error.chimera.no_combination", {"cards": a.cards})
        if not found:
            beat = to_beat(s.last)
            return Refused("error.chimera.no_answer", {**beat.args, "cards": a.cards, "what": f"@{beat.key}"})
        if a.to >= 0 and a.to not in found:
            return Refused("error.chimera.declaration", {"cards": a.cards, "allowed": names(found)})
        beating = [m for m in found if climb.beats(s.last, m)]
        if a.to < 0 and beating:
            return Refused("error.chimera.choose", {"cards": a.cards, "allowed": names(beating)})
        beat = to_beat(s.last)
        return Refused(beat.key, beat.args)


def win_trick(s: Chimera, seat: Seat) -> None:
    """§5 Its last player takes all cards of the trick, face down, and leads the next one."""
    if s.rules.history != "current_trick":  # [26]
        trick = (*[n for turn in s.plays for n in turn], -1, *s.zones[TRICK])
        s.past = (*s.past, trick) if s.rules.history == "all" else (trick,)
    if s.log is not None:
        n = len(s.zones[TRICK])
        s.say("trick", seat, Phrase("chimera.event.trick", {"seat": seat, "n": n}, n=n))
    s.move_all(TRICK, WON + EACH * seat)
    s.last = 0
    s.holder = -1
    s.passes = 0
    s.plays = ()


BID: Final = Bid("bid")
EXCHANGE: Final = Exchange("exchange")
PLAY: Final = Play("play")
