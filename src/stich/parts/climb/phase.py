"""Playing combinations that beat each other, three seats and two sides: the phase of every game on the climbing core.

A leader plays any combination; then each seat passes or beats the last play. Two passes in a row end the trick, and who
made its last play leads again. Who plays the last card of a hand ends the deal. A game says where the cards lie, what
its moves are called (`names`), and what follows from a play and from a trick.
"""

from __future__ import annotations

from typing import Final, TypeVar

from mypy_extensions import mypyc_attr

from stich.kernel.action import Action, Phrase, Prompt, Refused
from stich.kernel.cards import Cards, Seat, Seats, has, holds, only
from stich.kernel.sample import unseen
from stich.kernel.situation import NO_SIDES, Side
from stich.kernel.state import OVER, Phase, State
from stich.kernel.zones import Fact, Layout
from stich.parts.climb.generate import count as count_moves
from stich.parts.climb.generate import scratch
from stich.parts.climb.holding import grouped
from stich.parts.climb.move import BOMB, ROCKET, beats, kind, length, rank, size_of
from stich.parts.climb.names import Names
from stich.parts.climb.pack import HIGH, LOW, Lister, counted, pick
from stich.parts.climb.play import Climb

Turn = tuple[int, int, int, int, int]
FACTS: Final = [
    Fact("passes", "plain"),  # in a row
    Fact("holder", "plain"),  # whose play is to be beaten
    Fact("last", "plain"),  # the move to beat, as the core writes it; 0 for none
    Fact("plays", "turns"),  # this trick: (seat, cards, type, rank, length) for each turn, (seat, 0, 0, 0, 0) a pass
]

PASS: Final = Action("pass")
OF_BOMB: Final = 4  # cards
OF_ROCKET: Final = 2
FEW: Final = 5  # cards, from which on a table names how many an opponent has left
PASSED: Final[list[tuple[Turn, ...]]] = [((seat, 0, 0, 0, 0),) for seat in range(3)]


class ClimbState(State):
    """A deal of three hands. `FACTS` declares its attributes."""

    def __init__(self, layout: Layout, of: ClimbState | None = None) -> None:
        super().__init__(layout)
        self.passes: int = 0 if of is None else of.passes
        self.holder: Seat = -1 if of is None else of.holder
        self.last: int = 0 if of is None else of.last
        self.plays: tuple[Turn, ...] = () if of is None else of.plays

    # -- the game says -------------------------------------------------------------------------------------------------

    def lister(self) -> Lister:
        """Return what lists moves under the rules of the table."""
        raise NotImplementedError

    def hand(self, seat: Seat) -> Cards:
        """Return the cards of a seat."""
        raise NotImplementedError

    def alone(self) -> Seat:
        """Return the seat that plays alone; −1 as long as none does."""
        raise NotImplementedError

    # -- and this follows from it --------------------------------------------------------------------------------------

    def plan(self, seat: Seat) -> list[Cards]:
        """Return the hand by the combinations in it."""
        return grouped(self.hand(seat))

    def side(self, seat: Seat) -> Seats:
        """Return the seats that win together: the one that plays alone, or the two others."""
        alone = only(self.alone())
        return alone if seat == self.alone() else self.layout.everyone & ~alone

    def partner(self, seat: Seat) -> Seat:
        """Return the other seat of the two that play together: seats add up to 3. −1 for who plays alone."""
        return -1 if seat == self.alone() or seat > 2 else 3 - seat - self.alone()

    def sides(self, one: Phrase, others: Phrase) -> list[Side]:
        """Return the two sides with their names, as soon as somebody plays alone."""
        if self.alone() < 0:
            return NO_SIDES
        alone = only(self.alone())
        return [Side(alone, one), Side(self.layout.everyone & ~alone, others)]

    def who_passed(self, passed: Phrase) -> list[tuple[Seat, Phrase]]:
        """Return who has passed since the last bid or play, with this note."""
        return [((self.turn - n) % 3, passed) for n in range(self.passes, 0, -1)] if self.turn < 3 else []

    def position(self) -> Climb:
        """Return the same position for search: rank counts only, with a scratch buffer of its own."""
        a, b, c = counted(self.hand(0)), counted(self.hand(1)), counted(self.hand(2))
        return Climb(a, b, c, self.turn, self.last, self.passes, self.lister().table, scratch())


C = TypeVar("C", bound=ClimbState)


@mypyc_attr(allow_interpreted_subclasses=True)
class Climbing(Phase[C]):
    """The phase. A listed play is a move of the core, without cards: which suits it takes is the player's choice.

    names: the words for moves. hand: the zone of seat 0's hand; that of the next seat is `each` numbers further.
    trick: the zone where plays lie. `error.<game>.must_lead`, `….playing`, `….no_cards`, `….no_combination`,
    `….no_answer`, `….declaration`, `….choose` and `….beat.<type>` say what was wrong; `<game>.task.…` and
    `<game>.note.…` what is asked.
    """

    def __init__(self, name: str, names: Names, trick: int, hand: int, each: int) -> None:
        super().__init__(name)
        self.names = names
        self.trick = trick
        self.hand = hand
        self.each = each

    # -- the game says -------------------------------------------------------------------------------------------------

    def played(self, s: C, seat: Seat, a: Action, cards: Cards) -> None:
        """Act on a play: its cards lie in the trick."""

    def trick_ends(self, s: C, seat: Seat) -> None:
        """Put the cards of the trick away; `seat` made its last play."""
        raise NotImplementedError

    def scene(self, s: C) -> Phrase:
        """Return what a table says where nothing lies yet: who plays alone."""
        raise NotImplementedError

    def takes(self, s: C) -> Phrase:
        """Return what happens if the player on turn passes, too, and the trick ends."""
        return Phrase(f"{self.names.game}.note.takes", {"seat": s.holder})

    def shows_counts(self, s: C) -> bool:
        """Tell whether all see how many cards everybody holds."""
        return True

    # -- and this follows from it --------------------------------------------------------------------------------------

    def legal(self, s: C, seat: Seat) -> list[Action]:
        """Return the moves that beat the last play, and the pass; for a leader every move of the hand."""
        lister = s.lister()
        lent = lister.scratch()
        moves = lent.moves
        n = count_moves(counted(s.hand(seat)), s.last, lister.table, moves)
        out = [Action("play", b"", int(moves[i])) if moves[i] else PASS for i in range(n)]  # the core's 0 is a pass
        lister.scratches.append(lent)
        return out

    def only_action(self, s: C, seat: Seat) -> Action | None:
        """Nothing beats the rocket; a seat with fewer cards than lie there has to pass, unless they can be a bomb or
        the rocket.
        """
        if s.last == 0:
            return None
        n = len(s.hand(seat))
        short = n < size_of(s.last) and n < OF_BOMB and (n < OF_ROCKET or not may_have_rocket(s, seat))
        return PASS if short or kind(s.last) == ROCKET else None

    def cards(self, s: C, seat: Seat, a: Action) -> Cards:
        """Return the cards of a play: those that the player chose, or else cards of the hand that fit the move."""
        return a.cards if a.cards or a.verb == "pass" else pick(s.hand(seat), a.to)

    def canon(self, s: C, seat: Seat, a: Action) -> Action:
        """Map chosen cards, with or without a declared reading, to the listed play."""
        if a.verb != "play" or not a.cards or not holds(s.hand(seat), a.cards):
            return a
        found = s.lister().readings(a.cards)
        if a.to >= 0:
            return Action("play", b"", a.to) if a.to in found else a
        found = [m for m in found if beats(s.last, m)]
        if not found or len({kind(m) for m in found}) > 1:  # several types: the player has to declare one
            return a
        return Action("play", b"", max(found, key=rank))

    def apply(self, s: C, seat: Seat, a: Action) -> None:
        """Pass or play. The second pass in a row ends the trick, the last card of a hand ends the deal."""
        if a.verb == "pass":
            s.passes += 1
            s.plays += PASSED[seat]
            s.turn = (seat + 1) % 3
            if s.passes == 2:
                self.end_trick(s, s.turn)
            return
        cards = a.cards or pick(s.hand(seat), a.to)
        s.move_cards(cards, self.hand + self.each * seat, self.trick)
        s.last = a.to
        s.holder = seat
        s.passes = 0
        s.plays += ((seat, len(cards), kind(a.to), rank(a.to), length(a.to)),)
        self.played(s, seat, a, cards)
        if s.hand(seat):
            s.turn = (seat + 1) % 3
        else:  # out: no answer is possible, not even a bomb
            ended = s.plays
            self.end_trick(s, seat)
            s.plays = ended  # a table shows the play that ended the deal
            s.phase = OVER

    def end_trick(self, s: C, seat: Seat) -> None:
        """End the trick: `seat` made its last play and leads the next one."""
        self.trick_ends(s, seat)
        s.last = 0
        s.holder = -1
        s.passes = 0
        s.plays = ()

    def prompt(self, s: C, viewer: Seat, acts: list[Action]) -> Prompt:
        """Return the play to beat, the kind of play that beats it, and a note; to a leader, that they have to lead."""
        if s.last == 0:
            lead = Phrase(f"{self.names.game}.task.must_lead")
            task = lead if acts else Phrase("table.task.wait_lead", {"seat": s.turn})
            return Prompt(self.scene(s), task, self.few_left(s, viewer))
        what = self.names.combination(s.last)
        scene = Phrase(f"{self.names.game}.said.play", what.args | {"seat": s.holder, "what": "@" + what.key})
        is_partner = viewer < 3 and s.holder == s.partner(viewer)
        note = Phrase(f"{self.names.game}.note.partner", {"seat": s.holder}) if is_partner else None
        if not acts:
            return Prompt(scene, None, note)
        kinds = {kind(a.to) for a in acts if a.verb == "play"}
        note = note or (self.takes(s) if s.passes else None) or self.few_left(s, viewer) or self.also(s.last, kinds)
        return Prompt(scene, self.answer(s.last, kinds), note)

    def why(self, s: C, seat: Seat, a: Action) -> Refused:
        """Return why an action is refused: an error that `Climbing` lists, or one of every phase."""
        error = f"error.{self.names.game}"
        if a.verb == "pass" and s.last == 0:
            return Refused(f"{error}.must_lead")
        if a.verb != "play" and a.verb != "pass":
            return Refused(f"{error}.playing")
        if a.verb == "pass" or not holds(s.hand(seat), a.cards):
            return super().why(s, seat, a)
        if not a.cards:
            return Refused(f"{error}.no_cards")
        found = s.lister().readings(a.cards)
        if not found and s.last == 0:
            return Refused(f"{error}.no_combination", {"cards": a.cards})
        if not found:
            beat = self.names.to_beat(s.last)
            return Refused(f"{error}.no_answer", {**beat.args, "cards": a.cards, "what": f"@{beat.key}"})
        if a.to >= 0 and a.to not in found:
            return Refused(f"{error}.declaration", {"cards": a.cards, "allowed": self.names.readings(found)})
        beating = [m for m in found if beats(s.last, m)]
        if a.to < 0 and beating:
            return Refused(f"{error}.choose", {"cards": a.cards, "allowed": self.names.readings(beating)})
        beat = self.names.to_beat(s.last)
        return Refused(beat.key, beat.args)

    # what a table says to the player who answers, and what helps them to decide

    def answer(self, last: int, kinds: set[int]) -> Phrase:
        """Return the task of a player whose hand beats `last` with combinations of these types."""
        task = f"{self.names.game}.task"
        if not kinds:
            return Phrase(f"{task}.only_pass")
        if kind(last) in kinds:
            return Phrase(f"{task}.beat.{self.names.types[kind(last)]}", {"n": length(last)})
        return Phrase(f"{task}.only_{self.names.types[BOMB if BOMB in kinds else ROCKET]}")

    def also(self, last: int, kinds: set[int]) -> Phrase | None:
        """Return that a player can also beat a combination with a bomb or the rocket, if they can."""
        if kind(last) not in kinds:
            return None
        note = f"{self.names.game}.note.also"
        if BOMB in kinds and kind(last) != BOMB:
            return Phrase(f"{note}_{self.names.types[BOMB]}")
        return Phrase(f"{note}_{self.names.types[ROCKET]}") if ROCKET in kinds else None

    def few_left(self, s: C, viewer: Seat) -> Phrase | None:
        """Return which opponent of the viewer is nearest to going out, if it is near and counting is allowed."""
        if not self.shows_counts(s) or viewer > 2:
            return None
        least = FEW + 1
        seat = -1
        for other in range(3):
            if not has(s.side(viewer), other) and len(s.hand(other)) < least:
                least = len(s.hand(other))
                seat = other
        return Phrase(f"{self.names.game}.note.left", {"seat": seat, "n": least}) if seat >= 0 else None


def may_have_rocket(s: ClimbState, seat: Seat) -> bool:
    """Tell whether the two jokers can be in a seat's hand, as far as everybody sees."""
    hidden = unseen(s) + s.hand(seat)
    return LOW in hidden and HIGH in hidden
