"""§4 and §5 of Frustration: why a contract cannot be laid, and what can be laid off."""

from __future__ import annotations

from typing import Final

from stich.games.frustration.rules_state import Frustration
from stich.games.frustration.rules_table import EACH, MELD, MOST_MELDS
from stich.kernel.action import Action, Refused
from stich.kernel.cards import ONE, Cards, Seat
from stich.parts.melds.contract import most_wild
from stich.parts.melds.shape import JOKER, additions, is_wild

END: Final = 64  # `to` of a lay-off: the meld's zone, and how it is laid off
TO_SET: Final = 0
BEFORE: Final = END
BEHIND: Final = 2 * END


def why_not_lay(s: Frustration, seat: Seat, a: Action) -> Refused:
    """§4 Say which rule it is: one contract a deal, its number of cards, its wild cards, its melds."""
    contract = s.contract_of(seat)
    n = s.contracts[seat]
    if s.laid >> seat & 1:
        return Refused("error.frustration.laid")
    if len(a.cards) != contract.size:
        return Refused("error.frustration.size", {"n": n, "size": contract.size, "chosen": len(a.cards)})
    if len(s.hand(seat)) < contract.size + s.rules.keeps_one:
        return Refused("error.frustration.keep_one")
    wild = len([c for c in a.cards if is_wild(c, s.rules.twos)])
    most = sum([most_wild(size) for _, size in contract.melds])
    if wild > most:
        return Refused("error.frustration.wild", {"n": wild, "most": most})
    return Refused("error.frustration.no_contract", {"n": n, "cards": a.cards})


def lay_offs(s: Frustration, hand: Cards) -> list[Action]:
    """§5 Return every card that fits a meld on the table, with the meld and the end; equal cards once."""
    out: list[Action] = []
    rules = s.rules
    for seat in range(s.layout.seats):
        if not s.laid >> seat & 1:
            continue
        for at in range(MELD + EACH * seat, MELD + EACH * seat + MOST_MELDS):
            meld = s.zones[at]
            if meld:
                to_set, before, behind = additions(meld, rules.twos, rules.low, rules.high)
                if to_set:
                    add_fitting(out, hand, to_set, at + TO_SET, rules.twos)
                else:
                    add_fitting(out, hand, before, at + BEFORE, rules.twos)
                    add_fitting(out, hand, behind, at + BEHIND, rules.twos)
    return out


def add_fitting(out: list[Action], hand: Cards, fits: Cards, to: int, twos: bool) -> None:
    for c in fits:
        if c != JOKER:
            if c in hand:
                out.append(Action("layoff", ONE[c], to))
        else:
            last = -1
            for own in hand:
                if own != last and is_wild(own, twos):
                    out.append(Action("layoff", ONE[own], to))
                last = own
