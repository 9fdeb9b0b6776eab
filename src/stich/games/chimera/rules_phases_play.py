"""The phases of Chimera, in the order of the sheet: §3 bidding, §4 den and exchange, §5 playing."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from stich.games.chimera.rules_cards import CHIMERA, DEN, EACH, HAND, PIYA, TRICK, WON, Turn
from stich.games.chimera.rules_combinations import (
    ATTACK,
    TRAP,
    TYPES,
    combination,
    counted,
    names,
    pick,
    readings,
    to_beat,
)
from stich.games.chimera.rules_score import treasures
from stich.games.chimera.rules_state import Chimera
from stich.kernel.action import Action, Phrase, Prompt, Refused
from stich.kernel.cards import Cards, Seat, Seats, has, holds, only
from stich.kernel.sample import unseen
from stich.kernel.state import OVER, Phase
from stich.parts import climb

# -- §3 bidding -------------------------------------------------------------------------------------------------------

PASS: Final = Action("pass")
BIDS: Final = [Action("bid", b"", n) for n in (20, 30, 40)]
FORCED: Final = 20
OF_TRAP: Final = 4  # cards
OF_ATTACK: Final = 2


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


def may_attack(s: Chimera, seat: Seat) -> bool:
    """§7 Tell whether the two cards of the attack can be in a seat's hand, as far as everybody sees."""
    hidden = unseen(s) + s.hand(seat)
    return PIYA in hidden and CHIMERA in hidden


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
            partner = other_hunter(s, viewer)
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


def is_chimera(s: Chimera) -> Phrase:
    """Say who is the Chimera, and for which bid."""
    return Phrase("chimera.event.chimera", {"seat": s.chimera, "n": s.bid})


def other_hunter(s: Chimera, seat: Seat) -> Seat:
    """Return the partner of a Hunter: seats add up to 3."""
    return 3 - seat - s.chimera


# -- §5 playing, §6–8 combinations ------------------------------------------------------------------------------------

PASSED: Final[list[tuple[Turn, ...]]] = [((seat, 0, 0, 0, 0),) for seat in range(3)]


class Play(Phase[Chimera]):
    """§5 Lead any combination [23]; then pass, or beat the last play. Two passes in a row end the trick.

    A listed play is a move of the climbing core, without cards: which families it takes is the player's choice [27].
    """

    def legal(self, s: Chimera, seat: Seat) -> list[Action]:
        rules = s.rules
        scratch = rules.scratch()
        moves = scratch.moves
        n = climb.count(counted(s.hand(seat)), s.last, rules.table, moves)
        out = [Action("play", b"", int(moves[i])) if moves[i] else PASS for i in range(n)]  # the core's 0 is a pass
        rules.scratches.append(scratch)
        return out

    def only_action(self, s: Chimera, seat: Seat) -> Action | None:
        """§8 Nothing beats the attack; a seat with fewer cards than lie there has to pass, unless they can be a trap or
        the attack.
        """
        if s.last == 0:
            return None
        n = len(s.hand(seat))
        short = n < climb.size_of(s.last) and n < OF_TRAP and (n < OF_ATTACK or not may_attack(s, seat))
        return PASS if short or climb.kind(s.last) == ATTACK else None

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

    def prompt(self, s: Chimera, viewer: Seat, acts: list[Action]) -> Prompt:
        if s.last == 0:
            task = Phrase("chimera.task.must_lead") if acts else Phrase("table.task.wait_lead", {"seat": s.turn})
            return Prompt(is_chimera(s), task, few_left(s, viewer))
        what = combination(s.last)
        scene = Phrase("chimera.said.play", what.args | {"seat": s.holder, "what": "@" + what.key})
        is_partner = viewer < 3 and viewer != s.chimera and s.holder == other_hunter(s, viewer)
        note = Phrase("chimera.note.partner", {"seat": s.holder}) if is_partner else None
        if not acts:
            return Prompt(scene, note=note)
        kinds = {climb.kind(a.to) for a in acts if a.verb == "play"}
        return Prompt(
            scene, answer(s.last, kinds), note or after_two_passes(s) or few_left(s, viewer) or also(s.last, kinds)
        )

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


# what a table says to the player who answers, and what helps them to decide


def answer(last: int, kinds: set[int]) -> Phrase:
    """§8 Return the task of a player whose hand beats `last` with combinations of these types."""
    if not kinds:
        return Phrase("chimera.task.only_pass")
    if climb.kind(last) in kinds:
        return Phrase(f"chimera.task.beat.{TYPES[climb.kind(last)]}", {"n": climb.length(last)})
    return Phrase("chimera.task.only_trap" if TRAP in kinds else "chimera.task.only_attack")


def also(last: int, kinds: set[int]) -> Phrase | None:
    """§8 Return that a player can also beat a combination with a trap or the Chimera attack, if they can."""
    if climb.kind(last) not in kinds:
        return None
    if TRAP in kinds and climb.kind(last) != TRAP:
        return Phrase("chimera.note.also_trap")
    return Phrase("chimera.note.also_attack") if ATTACK in kinds else None


def after_two_passes(s: Chimera) -> Phrase | None:
    """§5 Return who takes the trick if the player on turn passes, too; with the treasures (§9) that lie in it."""
    if s.passes == 0:
        return None
    n = treasures(s.zones[TRICK])
    return Phrase("chimera.note.takes_treasures" if n else "chimera.note.takes", {"seat": s.holder, "n": n})


FEW: Final = 5  # cards, from which on a table names how many an opponent has left


def few_left(s: Chimera, viewer: Seat) -> Phrase | None:
    """Return which opponent of the viewer is nearest to going out, if it is near and counting is allowed [25]."""
    if not s.rules.counted or viewer > 2:
        return None
    least = FEW + 1
    seat = -1
    for other in range(3):
        if not has(s.side(viewer), other) and len(s.hand(other)) < least:
            least = len(s.hand(other))
            seat = other
    return Phrase("chimera.note.left", {"seat": seat, "n": least}) if seat >= 0 else None


def win_trick(s: Chimera, seat: Seat) -> None:
    """§5 Its last player takes all cards of the trick, face down, and leads the next one."""
    if s.rules.history != "current_trick":  # [26]
        trick = (*[n for turn in s.plays for n in turn], -1, *s.zones[TRICK])
        s.past = (*s.past, trick) if s.rules.history == "all" else (trick,)
    if s.log is not None:
        n = len(s.zones[TRICK])
        s.say("trick", seat, Phrase("chimera.event.trick", {"seat": seat, "n": n}, n=n))
    worth = treasures(s.zones[TRICK])
    if worth:
        had = s.treasures or (0, 0, 0)
        s.treasures = (*had[:seat], had[seat] + worth, *had[seat + 1 :])
    s.move_all(TRICK, WON + EACH * seat)
    s.last = 0
    s.holder = -1
    s.passes = 0
    s.plays = ()


BID: Final = Bid("bid")
EXCHANGE: Final = Exchange("exchange")
PLAY: Final = Play("play")
