"""What may be laid and laid off in Frustration, and why it may not be done (§4, §5)."""

from __future__ import annotations

from stich.games.frustration.rules_cards import (
    BEFORE,
    BEHIND,
    EACH,
    END,
    MELD,
    MOST_MELDS,
    TO_SET,
    end_of,
    is_meld_zone,
    meld_number,
    meld_of,
)
from stich.games.frustration.rules_melds import (
    JOKER,
    RANKS,
    RUN,
    additions,
    fault,
    in_window,
    is_wild,
    most_wild,
    naturals_of,
    too_wild,
)
from stich.games.frustration.rules_state import Frustration
from stich.kernel.action import Action, Refused
from stich.kernel.cards import ONE, Cards, Seat, has


def why_not_lay(s: Frustration, seat: Seat, a: Action) -> Refused:
    """§4 One contract a deal, its number of cards, its wild cards, its melds."""
    contract = s.contract_of(seat)
    rules = s.rules
    n = s.contracts[seat]
    if has(s.laid, seat):
        return Refused("error.frustration.laid")
    if len(a.cards) != contract.size:
        return Refused("error.frustration.size", {"n": n, "size": contract.size, "chosen": len(a.cards)})
    if len(s.hand(seat)) < contract.size + rules.keeps_one:
        return Refused("error.frustration.keep_one")
    wild = len([c for c in a.cards if is_wild(c, rules.twos)])
    most = sum([most_wild(size) for _, size in contract.melds])
    if wild > most:
        return Refused("error.frustration.wild", {"n": wild, "most": most})
    if len(contract.melds) == 1 and contract.melds[0][0] == RUN:
        suit = naturals_of(a.cards, rules.twos)[0] // RANKS
        for first in range(rules.low, rules.high - contract.size + 2):
            run = in_window(a.cards, suit, first, rules.twos)
            if run:  # the cards fit their places, so the fault is wild cards side by side
                return fault(run, rules.twos)
    return Refused("error.frustration.no_contract", {"n": n, "cards": a.cards})


def lay_offs(s: Frustration, hand: Cards) -> list[Action]:
    """§5 Return every card that fits a meld on the table, with the meld and the end; equal cards once."""
    out: list[Action] = []
    rules = s.rules
    for seat in range(s.layout.seats):
        if not has(s.laid, seat):
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


def why_not_lay_off(s: Frustration, seat: Seat, a: Action) -> Refused:
    """§5 The contract first, the last card, no meld there, its wild cards, or a card that does not fit."""
    at = meld_of(a)
    rules = s.rules
    if not has(s.laid, seat):
        return Refused("error.frustration.contract_first", {"n": s.contracts[seat]})
    if len(s.hand(seat)) <= rules.keeps_one:
        return Refused("error.frustration.keep_one")
    if is_meld_zone(s.layout.size, at) and 0 <= a.to < BEHIND + END:
        meld = s.zones[at]
        if not meld:
            return Refused("error.frustration.no_such_meld", {"n": meld_number(at)})
        if len(a.cards) == 1 and is_wild(a.cards[0], rules.twos):
            wild = too_wild(a.cards + meld if end_of(a) == BEFORE else meld + a.cards, rules.twos)
            if wild is not None:
                return wild
    return Refused("error.frustration.no_fit", {"cards": a.cards})
