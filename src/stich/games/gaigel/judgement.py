"""What Club thinks of a choice at first sight, as one does who has played Gaigel for years. It counts what is out,
keeps kings and queens together until it may meld them, saves its trumps for tricks that are worth them, gives points to
the partner, and looks to 101.

The weights were tried out one by one against Beginner, with two, three and four players: most of them may be a third
higher or lower without any difference, but to save no trumps for rich tricks costs much of the advantage.
"""

from __future__ import annotations

from typing import Final

from stich.bots.trick import Count
from stich.games.gaigel.rules_cards import (
    CONTRACTS,
    DISS,
    EACH,
    GOAL,
    HAND,
    KING,
    PAIR,
    QUEEN,
    SIZE,
    TRICK,
    TURNUP,
    WORTH,
)
from stich.games.gaigel.rules_phases import STRICT
from stich.games.gaigel.rules_state import Gaigel
from stich.kernel.action import Action
from stich.kernel.cards import Card, Seat, has
from stich.kernel.view import View

ALWAYS: Final = ("claim", "exchange", "meld")  # the better card for nothing, points for nothing


def chosen(view: View[Gaigel], legal: list[Action]) -> Action:
    """Return what is best at first sight."""
    for verb in ALWAYS:
        for a in legal:
            if a.verb == verb and (verb != "meld" or a.cards[0] // SIZE == trump_of(view)):
                return a
    melds = [a for a in legal if a.verb == "meld"]
    if melds:
        return melds[0]
    if len(legal) == 1:
        return legal[0]
    return best(view, legal, 1)[0]


def best(view: View[Gaigel], legal: list[Action], n: int) -> list[Action]:
    """Return the n cards that are worth most to play now, the best one first."""
    count = count_of(view)
    plays = [a for a in legal if a.verb == "play"]
    return sorted(plays, key=lambda a: price(view, count, a.cards[0]), reverse=True)[:n]


def trump_of(view: View[Gaigel]) -> int:
    return view.seen.suit


def count_of(view: View[Gaigel]) -> Count:
    """Return the count; the turned-up card belongs to what is out where somebody may still exchange the Diß for it."""
    s = view.seen
    count = Count(view, CONTRACTS[s.suit], s.void, hands_of)
    turnup = s.zones[TURNUP]
    diss = SIZE * s.suit + DISS
    if turnup and turnup[0] != diss and count.outside(1 << diss):
        count.out.append((turnup[0], 1))
    return count


def hands_of(seat: Seat) -> list[int]:
    return [HAND + EACH * seat, PAIR + EACH * seat]


# -- what it is worth to play a card -----------------------------------------------------------------------------------

STILL_TO_COME: Final = 2.5  # points that somebody adds who has yet to play
EAGER: Final = 0.35  # how likely a player who need not take a trick takes it …
EAGER_A_POINT: Final = 0.015  # … and more so for each point in it
GUARDED: Final = 0.3  # how often the partner still gets the trick when the leader's partner plays before them
FIRST_TRICK: Final = 4.0  # it opens exchange and melds
THE_GAME: Final = 40.0  # points that bring a side to 101
KEEP: Final = 7.0  # a trump that is kept, with a talon …
KEEP_POINT: Final = 0.5  # … and for each of its points
UNBEATEN: Final = 1.0  # the highest trump that is out takes any trick …
EXPOSED: Final = 0.15  # … and of another one each point may be lost to a higher one
RICH_LEAD: Final = 1.0  # of each point of a trump led: trumps are for tricks that others have filled
PLAIN_POINT: Final = 0.4  # of each point of a plain card
STRICT_TRUMP: Final = 5.0  # the same where the rules bind everybody
STRICT_POINT: Final = 0.5
STRICT_EXPOSED: Final = 0.2
HIGHEST: Final = 1.0  # the highest plain card out is good then …
HIGHEST_POINT: Final = 0.4
IN_DANGER: Final = -0.3  # … and the others are in danger


def price(view: View[Gaigel], count: Count, c: Card) -> float:
    """Return what it is worth to play c now: the points of the trick, won or lost, less what c would earn later."""
    s = view.seen
    rules = s.rules
    trick = s.zones[TRICK] + bytes([c])
    n = s.layout.seats
    seats = [(s.leader + rules.step * i) % n for i in range(n)]
    lying = sum([WORTH[d] for d in trick])
    bound = s.phase is STRICT or s.talon_empty()
    will = 1.0 if bound else min(1.0, EAGER + EAGER_A_POINT * lying)
    side = rules.side[view.seat]
    won = count.wins(trick, seats, side, bound, will)
    if n == 4 and len(trick) == 2 and not bound and not side >> seats[count.contract.best(trick)] & 1:
        won *= GUARDED
    points = lying + STILL_TO_COME * (n - len(trick))
    gain = points + (0.0 if s.scored & side else FIRST_TRICK)
    gain += THE_GAME if s.points[view.seat] + lying >= GOAL else 0.0
    most = max([s.points[seat] for seat in range(n) if not has(side, seat)])
    loss = points + (THE_GAME if most + lying >= GOAL else 0.0)
    worth = won * gain - (1.0 - won) * loss - later(view, count, c, bound)
    if len(trick) == 1 and not bound and c // SIZE == s.suit:
        worth -= RICH_LEAD * WORTH[c]
    return worth


def later(view: View[Gaigel], count: Count, c: Card, bound: bool) -> float:
    """Return what c earns if it is kept."""
    s = view.seen
    held = s.held(view.seat)
    if len(held) == 1:
        return 0.0
    suit, rank = divmod(c, SIZE)
    trump = suit == s.suit
    highest = count.is_master(c)
    if bound:
        if trump:
            return STRICT_TRUMP + STRICT_POINT * WORTH[c] + (UNBEATEN if highest else -STRICT_EXPOSED * WORTH[c])
        return HIGHEST_POINT * WORTH[c] + HIGHEST if highest else IN_DANGER * WORTH[c]
    if trump:
        keep = KEEP + KEEP_POINT * WORTH[c] + (UNBEATEN if highest else -EXPOSED * WORTH[c])
    else:
        keep = PLAIN_POINT * WORTH[c]
    if rank in (KING, QUEEN) and c not in s.zones[PAIR + EACH * view.seat]:
        keep += pairing(count, held, c) * (40.0 if trump else 20.0)
    turnup = s.zones[TURNUP]
    if trump and rank == DISS and turnup and turnup[0] != c:
        keep += 4.0 + 0.5 * WORTH[turnup[0]]
    return keep


TO_MELD: Final = 0.3  # a pair that is held is melded so often
TO_FIND: Final = 0.12  # a partner that is still out comes so often, each copy


def pairing(count: Count, held: bytes, c: Card) -> float:
    """Return the chance that a king or queen is going to be melded; a second copy of it is one too many."""
    other = c - 1 if c % SIZE == KING else c + 1
    if held.count(c) > max(1, held.count(other)):
        return 0.0
    return TO_MELD if other in held else TO_FIND * count.outside(1 << other)
