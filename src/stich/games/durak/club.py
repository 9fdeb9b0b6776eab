"""Club: attacks with low cards, keeps trumps and high cards for defence, and rather takes early than waste them.

A card is worth what it can beat later, trumps most of all; to be rid of a card gains something, to have one more costs
something, and both the more, the nearer the end is. So each decision comes down to sums. With two players left and
no talon it knows what the other one holds.
"""

from __future__ import annotations

from typing import Final, cast

from stich.bots.player import Bot
from stich.games.durak.rules_state import Durak
from stich.games.durak.rules_table import TAKE
from stich.games.durak.sight import (
    cheapest,
    is_trump,
    known_hand,
    nearness,
    on_table,
    to_beat,
    worth,
)
from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import ONE, Cards, Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts.window import PASS

RID: Final = (6.0, 20.0)  # what it gains to be rid of a card: far from the end, and at the end
BURDEN: Final = (6.0, 25.0)  # what one more card costs
ATTACK: Final = 3.0  # what the next attack is worth
THROWN: Final = (8.0, 30.0)  # cards worth less than this are thrown in
GIVEN: Final = (6.0, 20.0)  # the same to a defender who takes
PASSED_ON: Final = 3.0  # what it gains that another one has to defend
SEVERAL: Final = 3.0  # what each further card of an attack is worth
TRUMPED: Final = 20.0  # what it costs to attack with a trump
UNBEATABLE: Final = 12.0  # what it is worth that the other one, whose cards are known, has to take


def between(s: Durak, far_near: tuple[float, float]) -> float:
    """Return a value between that far from the end and that at the end."""
    far, near = far_near
    return far + (near - far) * nearness(s)


def cards_of(s: Durak, seat: Seat, a: Action) -> Cards:
    return s.phase.cards(s, seat, a)


# -- attacking ---------------------------------------------------------------------------------------------------------


def attack(s: Durak, seat: Seat, legal: list[Action]) -> Action:
    """Return the attack: low plain cards, several at once; the whole hand, if that is the last of it."""
    theirs = known_hand(s, seat, s.defender)
    return max(legal, key=lambda a: attack_worth(s, cards_of(s, seat, a), len(s.hand(seat)), theirs))


def attack_worth(s: Durak, cards: Cards, held: int, theirs: Cards | None) -> float:
    if s.talon_gone() and len(cards) == held:
        return 1000.0
    value = SEVERAL * (len(cards) - 1) - max([worth(s, c) for c in cards])
    if any(is_trump(s, c) for c in cards):
        value -= TRUMPED
    if theirs is not None and not can_answer(s, cards, theirs):
        value += UNBEATABLE
    return value


def is_sure(s: Durak, seat: Seat, cards: Cards) -> bool:
    """Tell whether the defender's cards are known, and he can but take this attack."""
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
    """Return what to throw in: the card that is worth least, if it is not worth keeping."""
    if legal[-1] == CLOSE:
        return CLOSE  # he is still at it; there is time when all is beaten
    least = min([a for a in legal if a.verb == "throw"], key=lambda a: worth(s, a.cards[0]))
    spare = worth(s, least.cards[0]) < between(s, GIVEN if s.taking else THROWN)
    return least if spare or PASS not in legal else PASS


# -- defending ---------------------------------------------------------------------------------------------------------


def defend(s: Durak, seat: Seat, legal: list[Action]) -> Action:
    """Return what brings most, by `ways`; of a defence the card on the dearest attack card first."""
    return max(ways(s, seat, legal), key=lambda way: way[0])[1]


def ways(s: Durak, seat: Seat, legal: list[Action]) -> list[tuple[float, Action]]:
    """Return what it is worth to pass on, to beat everything, and to take, as far as each is possible."""
    rid = between(s, RID)
    out: list[tuple[float, Action]] = []
    for a in legal:
        if a.verb in ("transfer", "show"):
            cards = cards_of(s, seat, a) if a.verb == "transfer" else b""
            out.append((PASSED_ON + sum([rid - worth(s, c) for c in cards]), a))
    plan = cheapest(s, to_beat(s), s.hand(seat))
    if plan is not None:
        value = ATTACK + sum([rid - worth(s, c) for _, c in plan])
        out.append((value, Action("beat", ONE[plan[0][1]], plan[0][0])))
    out.append((taking_costs(s, on_table(s)), TAKE))
    return out


def taking_costs(s: Durak, cards: Cards) -> float:
    burden = between(s, BURDEN)
    return sum([worth(s, c) - burden for c in cards])


class Club(Bot):
    level = "club"

    def choose(self, view: View, legal: list[Action], chance: Chance) -> Action:
        return choice(cast(Durak, view.seen), view.seat, legal)


def choice(s: Durak, seat: Seat, legal: list[Action]) -> Action:
    """Return what Club does; what he sees decides alone, and chance nothing."""
    if len(legal) == 1:
        return legal[0]
    phase = s.phase.name
    if phase == "open":
        return attack(s, seat, legal)
    if phase == "reveal":
        return legal[1]  # §7 his lowest trump: who attacks first gets rid of cards first
    return defend(s, seat, legal) if seat == s.defender else throw(s, seat, legal)
