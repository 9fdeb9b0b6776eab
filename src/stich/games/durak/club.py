"""Club: attacks with low cards, keeps trumps and high cards for defence, and takes early rather than waste them.

A card is worth what it can beat later, trumps most of all. Getting rid of a card gains something, one more card costs
something, and both grow towards the end. So each decision is a comparison of sums. With two players left and no talon
it knows the other hand.
"""

from __future__ import annotations

from stich.games.durak.judgement import (
    ATTACK,
    PASSED_ON,
    RID,
    SEVERAL,
    SURE,
    TRUMPED,
    UNBEATABLE,
    between,
    leads_all,
    most_thrown,
    price,
    stands,
    taking,
    values,
)
from stich.games.durak.rules_cards import TAKE
from stich.games.durak.rules_phases_bout import OPEN
from stich.games.durak.rules_phases_first import REVEAL
from stich.games.durak.rules_state import Durak
from stich.games.durak.sight import beats, cheapest, elsewhere, is_trump, known_hand, to_beat, worth
from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import ONE, Card, Cards, Seat, drop
from stich.parts.window import PASS


def cards_of(s: Durak, seat: Seat, a: Action) -> Cards:
    return s.phase.cards(s, seat, a)


# -- attacking ---------------------------------------------------------------------------------------------------------


def attack(s: Durak, seat: Seat, legal: list[Action]) -> Action:
    """Return the attack: low plain cards, several at once; the whole hand, if that is the last of it."""
    theirs = known_hand(s, seat, s.defender)
    return max(legal, key=lambda a: attack_worth(s, cards_of(s, seat, a), len(s.hand(seat)), theirs))


def attack_worth(s: Durak, cards: Cards, held: int, theirs: Cards | None) -> float:
    if s.talon_empty() and len(cards) == held:
        return SURE
    value = SEVERAL * (len(cards) - 1) - max([worth(s, c) for c in cards])
    if any(is_trump(s, c) for c in cards):
        value -= TRUMPED
    if theirs is not None and not can_answer(s, cards, theirs):
        value += UNBEATABLE
    return value


def is_sure(s: Durak, seat: Seat, cards: Cards) -> bool:
    """Tell whether the defender's cards are known and taking is all the defender can do."""
    theirs = known_hand(s, seat, s.defender)
    return theirs is not None and not can_answer(s, cards, theirs)


def can_answer(s: Durak, cards: Cards, theirs: Cards) -> bool:
    """Tell whether a hand can beat these cards, or pass them on."""
    rank = cards[0] % s.rules.size
    if s.rules.transfer and any(c % s.rules.size == rank for c in theirs):
        return True
    return cheapest(s, cards, theirs) is not None


# -- throwing in -------------------------------------------------------------------------------------------------------


def throw(s: Durak, seat: Seat, legal: list[Action]) -> Action:
    """Return the card to throw in: the least valuable one, if it is not worth keeping."""
    if legal[-1] == CLOSE:
        return CLOSE  # the defender is still beating; there is time when all is beaten
    least = min([a for a in legal if a.verb == "throw"], key=lambda a: worth(s, a.cards[0]))
    spare = worth(s, least.cards[0]) < most_thrown(s)
    return least if spare or PASS not in legal else PASS


# -- defending ---------------------------------------------------------------------------------------------------------


def defend(s: Durak, seat: Seat, legal: list[Action]) -> Action:
    """Return the best action by `ways`; in a defence, the most expensive attack card is beaten first."""
    return max(ways(s, seat, legal), key=lambda way: way[0])[1]


def ways(s: Durak, seat: Seat, legal: list[Action]) -> list[tuple[float, Action]]:
    """Return the values of passing on, of beating everything and of taking, as far as each is possible."""
    rid = between(s, RID)
    worth_of = values(s)
    out: list[tuple[float, Action]] = []
    for a in legal:
        if a.verb in ("transfer", "show"):
            cards = cards_of(s, seat, a) if a.verb == "transfer" else b""
            out.append((PASSED_ON + sum([rid - price(s, c, worth_of) for c in cards]), a))
    plan = cheapest(s, to_beat(s), s.hand(seat))
    if plan is not None:
        value = ATTACK + sum([rid - price(s, c, worth_of) for _, c in plan])
        safe = safe_plan(s, seat, plan)
        on, c = (safe or plan)[0]
        out.append((value if safe is None else SURE, Action("beat", ONE[c], on)))
    out.append((taking(s, worth_of), TAKE))
    return out


def safe_plan(s: Durak, seat: Seat, plan: list[tuple[Card, Card]]) -> list[tuple[Card, Card]] | None:
    """Return a defence after which this seat certainly gets rid of its last cards, the cheapest if it is one."""
    if not s.talon_empty():
        return None
    if is_safe(s, seat, plan):
        return plan
    if len(plan) == 1:
        on = plan[0][0]
        for c in s.hand(seat):
            if beats(s, c, on) and is_safe(s, seat, [(on, c)]):
                return [(on, c)]
    return None


def is_safe(s: Durak, seat: Seat, plan: list[tuple[Card, Card]]) -> bool:
    """Tell whether a defence is safe: whatever can be added to it can be beaten too, and the rest of the hand, if any,
    can be led all at once as the last cards.
    """
    rest = s.hand(seat)
    for _, c in plan:
        rest = drop(rest, c)
    spent = bytes([c for _, c in plan])
    return not rest or (leads_all(s, seat, rest) and stands(s, spent, rest, elsewhere(s, seat)))


def choice(s: Durak, seat: Seat, legal: list[Action]) -> Action:
    """Return Club's choice by its sums. It depends only on what the seat sees; no randomness is used."""
    if len(legal) == 1:
        return legal[0]
    if s.phase is OPEN:
        return attack(s, seat, legal)
    if s.phase is REVEAL:
        return legal[1]  # §7 the seat's lowest trump: the first attacker is the first to get rid of cards
    return defend(s, seat, legal) if seat == s.defender else throw(s, seat, legal)
