"""The play of Chimera: §5 playing, §6–8 combinations."""

from __future__ import annotations

from typing import Final

from stich.games.chimera.rules_cards import CHIMERA, EACH, HAND, PIYA, TRICK, WON, Turn
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
from stich.kernel.cards import Cards, Seat, has, holds, only
from stich.kernel.sample import unseen
from stich.kernel.state import OVER, Phase
from stich.parts import climb

PASS: Final = Action("pass")
OF_TRAP: Final = 4  # cards
OF_ATTACK: Final = 2
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


def may_attack(s: Chimera, seat: Seat) -> bool:
    """§7 Tell whether the two cards of the attack can be in a seat's hand, as far as everybody sees."""
    hidden = unseen(s) + s.hand(seat)
    return PIYA in hidden and CHIMERA in hidden


def is_chimera(s: Chimera) -> Phrase:
    """Say who is the Chimera, and for which bid."""
    return Phrase("chimera.event.chimera", {"seat": s.chimera, "n": s.bid})


def other_hunter(s: Chimera, seat: Seat) -> Seat:
    """Return the partner of a Hunter: seats add up to 3."""
    return 3 - seat - s.chimera


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


PLAY: Final = Play("play")
