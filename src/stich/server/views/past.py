"""How far back a page that comes to a table is sent what was played: as far as players may look at tricks again while a
deal is played. After it, all of it.

A round is what lies in the middle of the table, a trick, a bout or a pile, from its first card until the last one is
taken away. `web/src/table/tale.ts` finds the rounds in the same way.
"""

from __future__ import annotations

from typing import Final

from stich.kernel.action import Event
from stich.kernel.cards import BACK, EVERYBODY
from stich.kernel.game import Game
from stich.kernel.match import MIDDLE
from stich.kernel.zones import Layout, Rules

NOBODYS: Final = Event("say", -1, 0, -1, -1, 0)
"""In place of what nobody may see again: no seat receives it, and the numbers of the other events stay."""


def lookback(game: Game, rules: Rules, aids: bool) -> int:
    """Return how many finished rounds the players of a table may look at again, −1 for all. aids: the table
    allows aids, among them the list of cards still out; without aids only the last trick can be looked at again until
    the deal is over, unless the rules say otherwise."""
    by_rules = game.lookback(rules)
    if by_rules is not None:
        return by_rules
    return -1 if aids else 1


def names_cards(event: Event) -> bool:
    """Tell whether an event shows a card, or its words name one."""
    return event.phrase is None or len(event.phrase.cards) > 0


def within_sight(events: list[Event], layout: Layout, most: int) -> list[Event]:
    """Return the history of a deal as far back as players may look: the cards of all finished rounds but the last
    `most` are backs, and the words for playing them are left out. Who took them stays. most: −1 for all.
    """
    if most < 0:
        return events
    finished: list[list[int]] = []
    current: list[int] = []
    says: list[int] = []
    lying = 0
    for at, event in enumerate(events):
        if event.phrase is not None:
            # what others said before they let somebody play stays, unless it names cards
            says = [*[n for n in says if names_cards(events[n])], at] if event.kind == "say" else []
            continue
        if event.kind == "show" and says:
            says.append(at)  # shown with what was said, before it was laid
            continue
        into = event.kind == "move" and layout.zones[event.dst].role in MIDDLE
        out = event.kind == "move" and layout.zones[event.src].role in MIDDLE
        if into and not out:
            current += [*says, at]
            lying += 1
        elif out and not into:
            current.append(at)
            lying -= 1
            if lying <= 0:
                finished.append(current)
                current, lying = [], 0
        says = []
    told = list(events)
    for number in [at for one in finished[: len(finished) - most] for at in one]:
        event = events[number]
        if event.kind == "say":
            told[number] = Event("say", event.seat, 0, -1, -1, EVERYBODY)  # somebody did something
        elif event.kind != "move":
            told[number] = NOBODYS
        else:
            told[number] = Event("move", event.seat, BACK, event.src, event.dst, event.eyes)
    return told
