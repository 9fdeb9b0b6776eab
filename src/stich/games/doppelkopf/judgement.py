"""Club's first judgement of a choice: what each card brings its side in the trick, less what the card would be worth
later.

It counts the cards played and remembers who did not follow. Players who are proven to be friends are treated as
friends, the others according to the probability that the club queens or the called ace give (`sight.py`).
"""

from __future__ import annotations

from typing import Final

from stich.games.doppelkopf.club_announce import spoken_by
from stich.games.doppelkopf.rules_cards import ACE, FOX, RANKS, SIZE, TRUMP, WORTH
from stich.games.doppelkopf.rules_phases_announce import ANNOUNCE
from stich.games.doppelkopf.rules_state import Doppelkopf
from stich.games.doppelkopf.sight import Sight
from stich.kernel.action import Action
from stich.kernel.cards import Card, Cards, has
from stich.kernel.view import View
from stich.parts.tricks import bearing

SOLO: Final = 18.0  # strength of twelve cards for playing alone: four of five are won
GREAT: Final = 8  # jacks and aces for playing Großspiel: half of these are won
FOLLOWING: Final = 5.0  # card points that each seat still to play adds on average
TOP: Final = 20.0  # value of the highest trump in hand, in card points
FRESH_ACE: Final = 3.0  # an ace of a suit that has not been led
DRAW: Final = 1.0  # Re leads trumps: it takes them from players who would trump its aces
SEEK: Final = 9.0  # leading the called suit, or for another player its ace: that finds the partner of both club queens
BARE: Final = 0.85  # for each point of a card led that a higher one of its suit can take
FOX_PAID: Final = 6.0  # a fox if foxes are paid for
TRUMP_BASE: Final = 1.5  # any trump can take an ace that is led …
HOME: Final = 0.5  # … but one that is worth points gets home safely
RICH_LEAD: Final = 1.0  # for each point of a trump led that a higher one can take


def chosen(view: View[Doppelkopf], legal: list[Action]) -> Action:
    """Return the best choice by this judgement."""
    s = view.seen
    if len(legal) == 1:
        return legal[0]
    if s.phase is ANNOUNCE:
        return announcement(s, s.hand(view.seat), legal)
    spoken = spoken_by(view, legal)  # §12
    if spoken is not None:
        return spoken
    sight = Sight(view)
    return max([a for a in legal if a.cards], key=lambda a: score(sight, a.cards[0]))


# -- announcing -----------------------------------------------------------------------------------------------------


def announcement(s: Doppelkopf, hand: Cards, legal: list[Action]) -> Action:
    """Play alone with a strong hand, otherwise call the ace that is likely to find a partner soonest."""
    solos = [a for a in legal if a.verb == "solo" and a.to < 4]
    if solos:
        best = max(solos, key=lambda a: strength(s, hand, a))
        if strength(s, hand, best) >= SOLO - 0.75 * (12 - len(hand)):
            return best
    jacks = [a for a in legal if a.verb == "grossspiel"]
    if jacks and for_jacks(hand):
        return jacks[0]
    calls = [a for a in legal if a.verb == "call_ace"]
    if calls:
        return max(calls, key=lambda a: prospect(hand, a.to))
    return next((a for a in legal if a.verb in ("ok", "wedding")), legal[0])


def strength(s: Doppelkopf, hand: Cards, a: Action) -> float:
    """Return the strength of a hand in a suit solo: trumps by their height, aces, and empty suits."""
    how = s.rules.contracts[1 + a.to]
    trumps = sum([1 for c in range(len(how.suit)) if how.suit[c] == TRUMP])
    out = 0.0
    for c in hand:
        if how.suit[c] == TRUMP:
            higher = bin(how.above[c]).count("1")
            out += 1 + 1.5 * (1 - higher / trumps) ** 2
        elif c % SIZE == ACE:
            out += 1.2
    return out + sum([0.7 for suit in range(4) if how.members[suit] and not any(how.suit[c] == suit for c in hand)])


def for_jacks(hand: Cards) -> bool:
    """Tell whether a hand is good for Großspiel: enough jacks to hold the lead, and aces to use it."""
    jacks = sum([1 for c in hand if RANKS[c % SIZE] == "J"])
    aces = sum([1 for c in hand if c % SIZE == ACE])
    return jacks >= 3 and aces >= 4 and jacks + aces >= GREAT


def prospect(hand: Cards, suit: int) -> float:
    """Return how well a suit is called: no own ace, and one small card to lead it with."""
    own = [c for c in hand if c // SIZE == suit and RANKS[c % SIZE] in "9KTA"]
    return -2.0 * own.count(SIZE * suit + ACE) - abs(len(own) - 1)


# -- playing --------------------------------------------------------------------------------------------------------


def score(sight: Sight, c: Card) -> float:
    """Return the value of playing c, in card points for the seat's own side."""
    trick = sight.trick + bytes([c])
    left = 4 - len(trick)
    points = bearing(trick, WORTH) + FOLLOWING * left
    if sight.s.rules.fox and FOX in trick:
        points += FOX_PAID
    return (2 * side_wins(sight, c) - 1) * points - price(sight, c) + (0 if sight.trick else lead(sight, c))


def side_wins(sight: Sight, c: Card) -> float:
    """Return the chance that the trick goes to the seat's own side if c is played."""
    how = sight.contract
    trick = sight.trick + bytes([c])
    led = how.suit[trick[0]]
    place = how.best(trick)
    best = trick[place]
    owner = (sight.me - len(sight.trick) + place) & 3
    later = [(sight.me + i) & 3 for i in range(1, 5 - len(trick))]
    friend = sight.friends[owner]
    ours, theirs = friend, 1 - friend
    for seat in later:  # a player who overtakes wins it for their side, and friends do not overtake friends
        over = sight.overtakes(seat, led, best)
        with_me = sight.friends[seat]
        lost = ours * over * (1 - with_me)
        won = theirs * over * with_me
        ours, theirs = ours - lost + won, theirs - won + lost
    return ours


def price(sight: Sight, c: Card) -> float:
    """Return the value of c in hand."""
    how = sight.contract
    suit = how.suit[c]
    if suit != TRUMP:
        if how.above[c] == 0:
            return 1.5 if sight.was_led(suit) else FRESH_ACE
        return 0.0
    higher = sum([n for face, n in enumerate(sight.unseen) if n and how.above[c] >> face & 1])
    total = sum([n for face, n in enumerate(sight.unseen) if n and how.suit[face] == TRUMP]) + 1
    small = HOME if WORTH[c] >= 10 else 0.0
    return TRUMP_BASE + TOP * (1 - higher / total) ** 3 - small


def lead(sight: Sight, c: Card) -> float:
    """Return the arguments for leading c apart from the trick itself, as a value."""
    s = sight.s
    suit = sight.contract.suit[c]
    is_re = has(s.re, sight.me) or (s.called < 0 and s.contract == 0 and 2 in sight.hand)
    if suit == TRUMP:
        risk = RICH_LEAD * WORTH[c] if WORTH[c] >= 10 and sight.is_beaten(c) else 0.0
        return (DRAW if is_re else -DRAW) - risk
    if s.is_looking() and suit == s.called and s.is_called(c) == (sight.me != s.declarer):
        return SEEK
    out = 0.3 * (3 - sight.holds(suit))  # short suits first: then they can be trumped
    return out - BARE * WORTH[c] if sight.is_beaten(c) else out
