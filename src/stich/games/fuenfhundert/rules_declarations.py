"""§6 The declarations of Fünfhundert: which are due, what they earn, and what a false one costs."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from stich.games.fuenfhundert.rules_cards import BOTTOM, DRAWN, EACH, HAND, TRICK
from stich.games.fuenfhundert.rules_combinations import (
    CARDS,
    SEVEN,
    best_set,
    complete,
    disjoint,
    in_set,
    name_key,
    named,
    value,
)
from stich.games.fuenfhundert.rules_state import Fuenfhundert
from stich.kernel.action import Action, Arg, Phrase
from stich.kernel.cards import Cards, Seat, add, has
from stich.kernel.state import OVER
from stich.parts.tricks import BIT, faces_of
from stich.parts.tuples import at, more

FROM_HAND: Final = 0
APART: Final = 2**15  # added to a set of combinations: the card comes from those that lie apart
NOTHING: Final[list[int]] = []


def permitted(s: Fuenfhundert, seat: Seat) -> str:
    """§8 Return the option that forbids `seat` to declare now, "" if none does."""
    how = s.rules
    if how.one_per_turn and s.turn_calls:
        return "declare_count"
    if how.leader_only and s.zones[TRICK]:
        return "declare_who"
    if how.limit == "none":
        return ""
    held = len(s.zones[HAND + EACH * seat]) + len(s.zones[DRAWN + EACH * seat])
    barred = not s.zones[BOTTOM]
    if how.limit == "french_seven":
        barred = barred and held <= 7
    elif how.limit == "under_six":
        barred = held >= 6
    return "declare_limit" if barred else ""


def due(s: Fuenfhundert, seat: Seat) -> list[int]:
    """§6 Return the combinations that `seat` may declare now, apart from §8: complete, of unused cards, new.

    A combination is new if it has a card that the seat got since it could last declare. Before the first opportunity,
    and if the rules never make it too late, all of its combinations are new.
    """
    own = HAND + EACH * seat
    drawn: i64 = faces_of(s.zones[own + 1])
    new: i64 = drawn | at(s.gained, seat)
    settled = has(s.settled, seat)
    seven_open = has(s.seven_open, seat)
    if settled and new == 0 and not seven_open:
        return NOTHING
    free: i64 = (faces_of(s.zones[own]) | drawn | at(s.taken, seat)) & ~faces_of(s.used)
    new = new & free if settled else free
    out = complete(free, new)
    if not s.zones[BOTTOM]:  # §6 without a talon the trump seven is declared like a combination
        seven = BIT[s.seven()]
        if free & seven and (seven_open or new & seven):
            out.append(SEVEN)
    return out


def is_false(s: Fuenfhundert, seat: Seat, number: int) -> bool:
    """§6 A card is missing or used."""
    return faces_of(CARDS[s.suit()][number]) & ~(s.own(seat) & ~faces_of(s.used)) != 0


def may_declare(s: Fuenfhundert, seat: Seat, chosen: int) -> bool:
    """Tell whether all combinations of a set can be declared, one after the other."""
    numbers = in_set(chosen)
    return set(numbers) <= set(due(s, seat)) and disjoint(numbers, s.suit())


def source(s: Fuenfhundert, seat: Seat, card: Cards) -> int:
    """§6 Cards drawn since the seat could last declare lie apart, so all see if a card comes from there."""
    return APART if card in s.zones[DRAWN + EACH * seat] else FROM_HAND


def declaring(s: Fuenfhundert, seat: Seat, plays: list[Action], ready: list[int]) -> list[Action]:
    """§8 `auto_declare`: the best set of due combinations is declared with the card, whichever card is played."""
    to = 0
    for number in best_set(ready, s.suit(), s.rules.one_per_turn):
        to |= int(BIT[number])
    stays = to > 0 and s.rules.one_per_turn  # the rest is due the next time, and lies apart until then
    return [Action("play", a.cards, to | (source(s, seat, a.cards) if stays else 0)) for a in plays]


def credit(s: Fuenfhundert, seat: Seat, number: int) -> None:
    """§6 Show the cards, which are used now, and write down what they are worth."""
    n = value(number, s.suit())
    for c in CARDS[s.suit()][number]:
        s.used = add(s.used, c)
        for place in (HAND + EACH * seat, DRAWN + EACH * seat):
            if c in s.zones[place]:
                s.show(c, place)
    s.declared = more(s.declared, seat, n)
    s.calls = (*s.calls, 64 * seat + number)


def punish(s: Fuenfhundert, seat: Seat, number: int) -> None:
    """§6 Deduct the value of a false declaration."""
    n = value(number, s.suit())
    s.fined = more(s.fined, seat, n)
    s.calls = (*s.calls, 64 * seat + 32 + number)
    if s.log is not None:
        s.say("false", seat, Phrase("fuenfhundert.event.false", {"seat": seat, "n": n}, n=n))


def declare_all(s: Fuenfhundert, seat: Seat, numbers: int) -> None:
    """§8 `auto_declare`: due combinations are declared with the card, in the order of the list, until a player has
    won.
    """
    for number in in_set(numbers):
        if s.phase is not OVER:
            s.turn_calls += 1
            credit(s, seat, number)
            if s.log is not None:
                n = value(number, s.suit())
                args: dict[str, Arg] = {"seat": seat, "what": f"@{name_key(number)}", **named(number), "n": n}
                s.say("declare", seat, Phrase("fuenfhundert.said.declare", args, n=n))
            stop(s, seat)


def stop(s: Fuenfhundert, seat: Seat) -> bool:
    """§7 From the second deal on play stops when the points just given to `seat` make its total reach the target."""
    if s.setup.number > 1 and s.total(seat) >= s.rules.target:
        s.phase = OVER
    return s.phase is OVER
