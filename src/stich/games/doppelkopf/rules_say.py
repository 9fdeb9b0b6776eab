"""§12 Announcements (6 of the text): who may announce what, and until when.

A limit is a number of cards that the speaker still holds. Who may speak now depends on the side they know themselves to
be on. Whom the table allows to speak at all follows from public facts, so it reveals nothing.
"""

from __future__ import annotations

from typing import Final

from stich.games.doppelkopf.rules_club import KONTRA, RE, Club
from stich.games.doppelkopf.rules_score import BIT
from stich.games.doppelkopf.rules_table import EACH, HAND
from stich.games.doppelkopf.rules_trumps import CLUB_QUEEN
from stich.kernel.action import Action, Arg, Refused
from stich.kernel.cards import Seat, Seats
from stich.parts.tuples import put

WORDS: Final = ["re", "no90", "no60", "no30", "black"]  # by level; of Kontra the first is "kontra"
VERBS: Final = ["re", "kontra", *WORDS[1:]]
SAY: Final = [
    [Action("re"), *[Action(word, b"", RE) for word in WORDS[1:]]],
    [Action("kontra"), *[Action(word, b"", KONTRA) for word in WORDS[1:]]],
]
SIDES: Final = ["re", "kontra"]


def least(s: Club, level: int) -> int:
    """6.3.4, 6.4.2: return how many cards one must hold to announce this level: 11, 10, 9, 8, 7, fewer after a
    wedding.
    """
    return s.rules.dealt - 1 - level - s.bound


def able(s: Club, side: int, cards: int) -> list[int]:
    """Return the levels that a member of a side may announce with so many cards: 0 Re or Kontra, 1 no 90 … 4 black."""
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


def sayings(s: Club, seat: Seat) -> list[Action]:
    """Return what a seat may announce now."""
    if not s.rules.announcements:
        return []
    side = s.side_of(seat)
    if side < 0:
        return []
    return [SAY[side][level] for level in able(s, side, len(s.hand(seat)))]


def speakers(s: Club) -> Seats:
    """Return who can be in time to announce something for a side that they may be on, as far as is public."""
    if not s.rules.announcements or s.is_looking():
        return 0
    out: Seats = 0
    for seat in range(4):
        n = len(s.hand(seat))
        re = not s.kontra >> seat & 1 and len(able(s, RE, n)) > 0
        if re or (not s.re >> seat & 1 and able(s, KONTRA, n)):
            out |= BIT[seat]
    return out


def say(s: Club, seat: Seat, a: Action) -> None:
    """Announce: it binds the side, and shows the side of the speaker."""
    side = KONTRA if a.verb == "kontra" or a.to == KONTRA else RE
    level = 0 if a.verb == "kontra" else WORDS.index(a.verb)
    if s.said[side] < 0 and len(s.hand(seat)) < least(s, 0):
        s.late |= BIT[side]
    s.said = put(s.said, side, level)
    note(s, seat, side, level)
    if side == RE:
        if s.by_queens() and not s.fallen[seat]:
            known_queen(s, seat)
        s.sworn_re |= BIT[seat]
    else:
        s.sworn_kontra |= BIT[seat]
    s.deduce()


def note(s: Club, seat: Seat, side: int, level: int) -> None:
    """Record publicly who has said what."""
    if level == 0 and side == RE:
        s.told_re |= BIT[seat]
    elif level == 0:
        s.told_kontra |= BIT[seat]
    elif level == 1:
        s.told_no90 |= BIT[seat]
    elif level == 2:
        s.told_no60 |= BIT[seat]
    elif level == 3:
        s.told_no30 |= BIT[seat]
    else:
        s.told_black |= BIT[seat]


def known_queen(s: Club, seat: Seat) -> None:
    """In a normal game a player who speaks for Re has shown that they hold a club queen, though it is not on the
    table.
    """
    log = s.log
    s.log = None
    s.show(CLUB_QUEEN, HAND + EACH * seat)
    s.log = log


def why_not(s: Club, seat: Seat, a: Action) -> Refused:
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
        args["first"] = f"@doppelkopf.word.{SIDES[side]}"
        return Refused("error.doppelkopf.say_first", args)
    if level > s.said[side] + 1 and cards >= least(s, level):
        args["first"] = f"@doppelkopf.word.{WORDS[s.said[side] + 1]}"
        args["n"] = least(s, s.said[side] + 1)
        return Refused("error.doppelkopf.say_missed", args)
    return Refused("error.doppelkopf.say_late", args)


def why_nobody(s: Club, seat: Seat, a: Action) -> Refused | None:
    """Return why a seat cannot announce anything, from public facts alone."""
    if s.is_looking():
        return Refused("error.doppelkopf.say_wedding")
    level = 0 if a.verb == "kontra" else WORDS.index(a.verb)
    cards = len(s.hand(seat))
    word = f"@doppelkopf.word.{a.verb}"
    if cards < least(s, level):
        return Refused("error.doppelkopf.say_late", {"word": word, "n": least(s, level), "count": cards})
    return Refused("error.doppelkopf.say_nothing", {"word": word, "count": cards})
