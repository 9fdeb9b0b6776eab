"""§12: announcements (6 of the text), and the tricks of a deal with announcements or specials.

The seat on turn plays; all players may announce as long as they hold enough cards, and nobody waits for it. A limit is
a number of cards that the speaker still holds. Who may speak now depends on the side they know themselves to be on.
Whom the table allows to speak at all follows from public facts, so it reveals nothing.
"""

from __future__ import annotations

from typing import Final

from stich.games.doppelkopf.rules_cards import CLUB_QUEEN, EACH, FOX, HAND, NORMAL, TRICK
from stich.games.doppelkopf.rules_club_score import KONTRA, RE
from stich.games.doppelkopf.rules_club_state import ClubDoppelkopf
from stich.games.doppelkopf.rules_phases_play import PLAYS, play, play_prompt, why_play
from stich.kernel.action import Action, Arg, Phrase, Prompt, Refused
from stich.kernel.cards import ONE, Seat, Seats, has, only
from stich.kernel.state import Phase
from stich.parts import suits
from stich.parts.tricks import listed
from stich.parts.tuples import put

# -- §12 announcements -------------------------------------------------------------------------------------------------

WORDS: Final = ["re", "no90", "no60", "no30", "black"]  # by level; of Kontra the first is "kontra"
STEPPED: Final = WORDS[1:]
VERBS: Final = ["re", "kontra", *STEPPED]
SAY: Final = [
    [Action("re"), *[Action(word, b"", RE) for word in WORDS[1:]]],
    [Action("kontra"), *[Action(word, b"", KONTRA) for word in WORDS[1:]]],
]
SIDES: Final = ["re", "kontra"]
SIDE_KEYS: Final = [f"doppelkopf.word.{side}" for side in SIDES]


def least(s: ClubDoppelkopf, level: int) -> int:
    """6.3.4, 6.4.2: return how many cards one must hold to announce this level: 11, 10, 9, 8, 7, fewer after a
    wedding.
    """
    return s.rules.dealt - 1 - level - s.bound


def able(s: ClubDoppelkopf, side: int, cards: int) -> list[int]:
    """Return the levels that a side may announce with that many cards: 0 Re or Kontra, 1 no 90 … 4 black."""
    own, other = s.said[side], s.said[1 - side]
    if own < 0:  # 6.4.3: the first word can include the levels below it, as far as they are in time
        if cards >= least(s, 0):
            return [0, 1, 2, 3, 4]
        if other >= 0 and cards >= least(s, other) - 1:  # 6.4.4: an answer, and only that
            return [0]
        return []
    if s.late >> side & 1 or cards < least(s, own + 1):  # 6.4.4: no steps after an answer that came late
        return []
    return list(range(own + 1, 5))


def sayings(s: ClubDoppelkopf, seat: Seat) -> list[Action]:
    """Return what a seat may announce now."""
    if not s.rules.announcements:
        return []
    side = s.side_of(seat)
    if side < 0:
        return []
    return [SAY[side][level] for level in able(s, side, len(s.hand(seat)))]


def limit(s: ClubDoppelkopf, side: int, cards: int) -> int:
    """Return with how many cards in hand a side's next announcement is still in time. cards: what the speaker holds."""
    if s.said[side] < 0 and cards < least(s, 0):
        return least(s, s.said[1 - side]) - 1
    return least(s, s.said[side] + 1)


def speakers(s: ClubDoppelkopf) -> Seats:
    """Return who can be in time to announce something for a side that they may be on, as far as is public."""
    if not s.rules.announcements or s.is_looking():
        return 0
    out: Seats = 0
    for seat in range(4):
        n = len(s.hand(seat))
        re = not has(s.kontra, seat) and len(able(s, RE, n)) > 0
        if re or (not has(s.re, seat) and able(s, KONTRA, n)):
            out |= only(seat)
    return out


def say(s: ClubDoppelkopf, seat: Seat, a: Action) -> None:
    """Announce: it binds the side, and shows the side of the speaker."""
    side = KONTRA if a.verb == "kontra" or a.to == KONTRA else RE
    level = 0 if a.verb == "kontra" else WORDS.index(a.verb)
    if s.said[side] < 0 and len(s.hand(seat)) < least(s, 0):
        s.late |= 1 << side
    s.said = put(s.said, side, level)
    note(s, seat, side, level)
    if side == RE:
        if s.by_queens() and not s.fallen[seat]:
            s.show(CLUB_QUEEN, HAND + EACH * seat, quietly=True)  # who speaks for Re holds one, though not on the table
        s.sworn_re |= only(seat)
    else:
        s.sworn_kontra |= only(seat)
    s.deduce()


def note(s: ClubDoppelkopf, seat: Seat, side: int, level: int) -> None:
    """Record publicly who has said what."""
    if level == 0 and side == RE:
        s.told_re |= only(seat)
    elif level == 0:
        s.told_kontra |= only(seat)
    elif level == 1:
        s.told_no90 |= only(seat)
    elif level == 2:
        s.told_no60 |= only(seat)
    elif level == 3:
        s.told_no30 |= only(seat)
    else:
        s.told_black |= only(seat)


# -- §12 the tricks ----------------------------------------------------------------------------------------------------

PIGS: Final = Action("pigs", ONE[FOX])
NAMING: Final = ("wedding", "solo", "armut", "neunen")
RESERVING: Final = ("healthy", "reservation", *NAMING, "ok", "call_ace", "grossspiel")


class Tricks(Phase[ClubDoppelkopf]):
    """§5 as in the page's game, and §12 Announcements at any time."""

    def may(self, s: ClubDoppelkopf) -> Seats:
        """6.4 Announcements are in time for seats that have enough cards left; they take no turn."""
        return speakers(s) & ~only(s.turn)

    def legal(self, s: ClubDoppelkopf, seat: Seat) -> list[Action]:
        if seat != s.turn:
            return sayings(s, seat)
        out = listed(PLAYS, s.hand(seat), s.wanted())
        if s.rules.schweinchen and has_pigs(s, seat) and PLAYS[FOX] in out:
            out.append(PIGS)
        return out + sayings(s, seat)

    def canon(self, s: ClubDoppelkopf, seat: Seat, a: Action) -> Action:
        """A player who says "no 90" says it for their own side."""
        if a.to < 0 and a.verb in STEPPED:
            side = s.side_of(seat)
            return Action(a.verb, a.cards, side) if side >= 0 else a
        return a

    def apply(self, s: ClubDoppelkopf, seat: Seat, a: Action) -> None:
        if a.verb == "play":
            play(s, seat, a.cards[0])
        elif a.verb == "pigs":
            s.pigs = seat
            play(s, seat, FOX)
            s.show(FOX, HAND + EACH * seat)
        else:
            say(s, seat, a)

    def prompt(self, s: ClubDoppelkopf, viewer: Seat, acts: list[Action]) -> Prompt:
        """The next announcement is named to those who wait, to the player who leads, and if it is the last chance."""
        own = play_prompt(s, viewer, len(acts) > 0 and viewer == s.turn)
        words = [a.verb for a in acts if a.verb in VERBS]
        if not words:
            return own
        cards = len(s.hand(viewer))
        n = limit(s, s.side_of(viewer), cards)
        args: dict[str, Arg] = {"word": f"@doppelkopf.word.{words[0]}", "n": n}
        if viewer != s.turn:
            return Prompt(own.scene, Phrase("doppelkopf.task.say", args), own.note, own.best)
        if cards == n:
            return Prompt(own.scene, own.task, Phrase("doppelkopf.note.last_chance", args), own.best)
        return own if s.zones[TRICK] else Prompt(own.scene, own.task, Phrase("doppelkopf.note.say", args))

    def why(self, s: ClubDoppelkopf, seat: Seat, a: Action) -> Refused:
        if a.verb in RESERVING:
            return Refused("error.doppelkopf.reserved")
        if a.verb in VERBS and not a.cards and s.rules.announcements:
            return self.why_not_said(s, seat, a)
        if seat != s.turn:
            return Refused("error.not_your_turn", {"seats": bytes([s.turn])})
        return why_play(s, seat, a) or super().why(s, seat, a)

    def why_not_asked(self, s: ClubDoppelkopf, seat: Seat, a: Action) -> Refused | None:
        """4.1 Reservations come before the first card; 6.4 an announcement can be too late."""
        if a.verb in RESERVING:
            return Refused("error.doppelkopf.reserved")
        return self.why_nobody(s, seat, a) if a.verb in VERBS and s.rules.announcements else None

    def why_not_said(self, s: ClubDoppelkopf, seat: Seat, a: Action) -> Refused:
        """Return the rule by which an announcement is refused."""
        cards = len(s.hand(seat))
        side = s.side_of(seat)
        if side < 0:
            return Refused("error.doppelkopf.say_wedding")
        level = 0 if a.verb == "kontra" else WORDS.index(a.verb)
        other = RE if a.verb == "re" or a.to == RE else KONTRA if a.verb == "kontra" or a.to == KONTRA else side
        if other != side:
            return Refused(f"error.doppelkopf.say_for_{SIDES[other]}")
        word = f"@doppelkopf.word.{a.verb}"
        if level <= s.said[side]:
            return Refused("error.doppelkopf.say_again", {"word": word})
        if s.late >> side & 1:
            return Refused("error.doppelkopf.say_answered", {"word": word})
        args: dict[str, Arg] = {"word": word, "n": least(s, level), "count": cards}
        if s.said[side] < 0 and level > 0:
            args["n"] = least(s, 0)
            args["first"] = f"@{SIDE_KEYS[side]}"
            return Refused("error.doppelkopf.say_first", args)
        if level > s.said[side] + 1 and cards >= least(s, level):
            args["first"] = f"@doppelkopf.word.{WORDS[s.said[side] + 1]}"
            args["n"] = least(s, s.said[side] + 1)
            return Refused("error.doppelkopf.say_missed", args)
        return Refused("error.doppelkopf.say_late", args)

    def why_nobody(self, s: ClubDoppelkopf, seat: Seat, a: Action) -> Refused | None:
        """Return why a seat cannot announce anything, from public facts alone."""
        if s.is_looking():
            return Refused("error.doppelkopf.say_wedding")
        level = 0 if a.verb == "kontra" else WORDS.index(a.verb)
        cards = len(s.hand(seat))
        word = f"@doppelkopf.word.{a.verb}"
        if cards < least(s, level):
            return Refused("error.doppelkopf.say_late", {"word": word, "n": least(s, level), "count": cards})
        return Refused("error.doppelkopf.say_nothing", {"word": word, "count": cards})


def has_pigs(s: ClubDoppelkopf, seat: Seat) -> bool:
    """§12 Both foxes in one hand, where the fox is the diamond ace among the trumps."""
    trump = s.contract == NORMAL or s.contract == 1 + suits.DIAMONDS
    return trump and s.hand(seat).count(FOX) == 2


TRICKS: Final = Tricks("tricks")
