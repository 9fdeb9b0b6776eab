"""Declarations of verbs: the cards that they take and the target of their actions, for the laws, the messages and all
clients.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from stich.kernel.action import Action
from stich.kernel.cards import Cards, Seat, holds, in_order
from stich.kernel.state import State

ANY: Final = "*"  # without a declaration: see `Verb.of`
NONE: Final = ""
NUMBER: Final = "number"
SEAT: Final = "seat"
ZONE: Final = "zone"
CARD: Final = "card"
PLACE: Final = "place"
CHOICE: Final = "choice"
CHOICES: Final = "choices"
COUNT: Final = "count"
WAY: Final = "way"
TARGETS: Final = (NONE, NUMBER, SEAT, ZONE, CARD, PLACE, CHOICE, CHOICES, COUNT, WAY, ANY)


@final
@mypyc_attr(acyclic=True)
class Verb:
    """A verb of a game: which cards it takes, and what `Action.to` means.

    name: the word of `Action.verb`, of the notation and of the text keys.
    cards: the roles of the zones from which its cards come, separated by spaces; "": it takes none. The zones are the
    seat's own or common ones.
    bare: it takes cards, and can also be done without any.
    free: the listed cards are examples; a client may offer any others of as many cards.
    to: what the target is.
        ""        there is none, `Action.to` is −1
        "number"  a number from `least` to `most`
        "seat"    a seat
        "zone"    a place for cards, as its number in the layout; its role is `at`
        "card"    a face that lies in a zone of the role `at`
        "place"   a place of a row, the zones of the role `at`, the seat's or common, counted from 1
        "choice"  one of `among`, counted from 0
        "choices" some of `among`, as a set of bits
        "count"   how many cards go, from `least` to `most`: the action has exactly that many, with `bare` at most
        "way"     one of the ways to lay its cards, from `least` to `most`. Only the game reads the number: which
                  ways a hand has, and which number each of them gets, cannot be declared. The label describes it.
    at: the role of the zones in which the target lies. Where the target is no place for cards, the role of the pile
    that the action is done to: drawn from, taken, discarded on. A page lets players press or drag that pile.
    least, most: of a number, a count or a way; both are possible.
    within: `Action.to` packs a second number: `to = second * within + target`; 0: there is none.
    above: with `within`: the second number is below this. It is the rank of cards that are counted, for example, or the
    end of a meld.
    among: the text keys of the choices. A text with ".sign" behind its key is the key to press for it.
    optional: the action can also be done without a target, `Action.to` is −1 then.
    idle: its player does nothing by it: passes, or takes notice. A table may do it by itself where nothing else is
    possible (`kernel.forced`).
    says: with its cards the player announces or claims something. It is never done by itself.
    away: its cards are given, exchanged or put aside, not played: a page opens no place for them where a trick lies,
    and suggests no others to go with them.
    """

    def __init__(
        self,
        name: str,
        cards: str = "",
        to: str = NONE,
        at: str = "",
        bare: bool = False,
        free: bool = False,
        least: int = 0,
        most: int = 0,
        within: int = 0,
        among: list[str] | None = None,
        above: int = 1,
        optional: bool = False,
        idle: bool = False,
        says: bool = False,
        away: bool = False,
    ) -> None:
        self.name = name
        self.cards: list[str] = cards.split()
        self.to = to
        self.at = at
        self.bare = bare
        self.free = free
        self.least = least
        self.most = most
        self.within = within
        self.among: list[str] = among or []
        self.above = above
        self.optional = optional
        self.idle = idle
        self.says = says
        self.away = away

    @staticmethod
    def of(given: Verb | str) -> Verb:
        """Return a verb. For a name without a declaration: a verb that takes any cards and any target."""
        return given if isinstance(given, Verb) else Verb(given, ANY, ANY)

    def is_declared(self) -> bool:
        """Tell whether more is known of the verb than its name."""
        return ANY not in self.cards and self.to != ANY

    def target(self, a: Action) -> int:
        """Return the target of an action of this verb; −1: none."""
        return a.to % self.within if self.within and a.to >= 0 else a.to


def misfit(verb: Verb, s: State, seat: Seat, a: Action) -> str:
    """Return why an action does not fit its verb, "" if it does.

    a: with its cards, as `Phase.cards` gives them.
    """
    return _cards_misfit(verb, s, seat, a.cards) or _target_misfit(verb, s, seat, a)


def _cards_misfit(verb: Verb, s: State, seat: Seat, cards: Cards) -> str:
    if ANY in verb.cards:
        return ""
    if not cards:
        return "it takes cards and has none" if verb.cards and not verb.bare else ""
    there = b""
    for i, zone in enumerate(s.layout.zones):
        if zone.role in verb.cards and s.layout.owner[i] in (seat, -1):
            there += s.zones[i]
    if holds(in_order(there), in_order(cards)):
        return ""
    return f"its cards do not lie in {' or '.join(verb.cards)}" if verb.cards else "it takes no cards and has some"


def _target_misfit(verb: Verb, s: State, seat: Seat, a: Action) -> str:
    kind = verb.to
    to = verb.target(a)
    if kind == ANY or (verb.optional and a.to == -1):
        return ""
    if verb.within and a.to // verb.within >= verb.above:
        return f"{a.to} holds {a.to // verb.within} above its target, of {verb.above} values"
    layout = s.layout
    if kind == NONE:
        fits = to == (0 if verb.within else -1)
    elif kind in (NUMBER, WAY):
        fits = verb.least <= to <= verb.most
    elif kind == COUNT:
        n = len(a.cards)
        fits = verb.least <= to <= verb.most and (n == to or (verb.bare and n < to))
    elif kind == CHOICES:
        fits = 0 <= to < 1 << len(verb.among)
    elif kind == SEAT:
        fits = 0 <= to < layout.seats
    elif kind == CHOICE:
        fits = 0 <= to < len(verb.among)
    elif kind == ZONE:
        fits = 0 <= to < layout.size and layout.zones[to].role == verb.at
    elif kind == CARD:
        fits = False
        for i, zone in enumerate(layout.zones):
            if zone.role == verb.at and layout.owner[i] in (seat, -1) and to in s.zones[i]:
                fits = True
    else:
        fits = kind == PLACE and 1 <= to <= row_length(s, seat, verb.at)
    where = f" of {verb.at}" if verb.at else ""
    return "" if fits else f"{a.to} is no {kind}{where}" if kind else f"it has no target and names {a.to}"


def row_length(s: State, seat: Seat, role: str) -> int:
    """Return the number of places in a row: its zones, the seat's or common, or the cards of the only zone."""
    row = [i for i, zone in enumerate(s.layout.zones) if zone.role == role and s.layout.owner[i] in (seat, -1)]
    return len(s.zones[row[0]]) if len(row) == 1 else len(row)
