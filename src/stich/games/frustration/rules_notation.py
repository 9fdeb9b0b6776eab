"""§11 of Frustration: "lay H4 S4 D4 | CK CK HK", a wild card of a run in its place; "layoff H7 -> m3 high"."""

from __future__ import annotations

from typing import Final

from stich.games.frustration.rules_cards import (
    BEFORE,
    BEHIND,
    TO_SET,
    FrustrationRules,
    end_of,
    meld_number,
    meld_of,
    zone_of_meld,
)
from stich.games.frustration.rules_melds import RANKS, RUN, SET, code_of, fault, in_window, naturals_of
from stich.kernel.action import Action, Refused
from stich.kernel.cards import Cards
from stich.kernel.options import is_number

WHERE: Final = {"set": TO_SET, "low": BEFORE, "high": BEHIND}


def written(rules: FrustrationRules, a: Action) -> str:
    """Return the notation of laying a contract or laying off a card; "" for actions written as in any other game."""
    pack = rules.layout.pack
    if a.verb == "lay" and a.cards:
        for contract in rules.contracts:
            melds = contract.laid(a.cards, a.to) if len(a.cards) == contract.size else []
            if melds:
                return "lay " + " | ".join([pack.write(meld) for meld in melds])
    if a.verb == "layoff":
        end = [word for word, to in WHERE.items() if to == end_of(a)]
        return f"layoff {pack.write(a.cards)} -> m{meld_number(meld_of(a))} {end[0]}"
    return ""


def place_of(rules: FrustrationRules, text: str) -> int:
    """Return `to` of a lay-off. Raises Refused: `error.notation`, or `error.frustration.no_such_meld`."""
    words = text.split()
    number = words[3][1:] if len(words) == 5 and words[3].startswith("m") else ""
    if len(words) != 5 or words[2] != "->" or not is_number(number) or words[4] not in WHERE:
        raise Refused("error.notation", {"text": text, "allowed": "layoff H7 -> m3 high | low | set"})
    at = zone_of_meld(int(number))
    if at >= rules.layout.size:
        raise Refused("error.frustration.no_such_meld", {"n": int(number)})
    return at + WHERE[words[4]]


def laying(rules: FrustrationRules, cards: Cards, melds: list[Cards]) -> Action:
    """Return the melds of a text, in the order of the contract.

    Natural cards alone are put in order for the player; a wild card must be written in its place. Raises Refused: the
    fault of one of the melds; `error.frustration.parts` for wild cards among cards that are not separated into melds.
    """
    shapes: list[tuple[int, int]] = []
    laid: list[Cards] = []
    for meld in melds:
        ordered = meld if is_meld(meld, rules) else natural_run(meld, rules)
        if not ordered:
            if len(melds) > 1 or is_one_meld(meld, rules):
                raise fault(meld, rules.twos)
            if len(naturals_of(meld, rules.twos)) < len(meld):
                raise Refused("error.frustration.parts", {"cards": meld})
            return Action("lay", cards)
        code = code_of(ordered, rules.twos, rules.low, rules.high)
        shapes.append((SET if code < 16 else RUN, len(ordered)))
        laid.append(ordered)
    return Action("lay", cards, rules.contracts[0].like(shapes).way_of(laid))


def is_meld(meld: Cards, rules: FrustrationRules) -> bool:
    return code_of(meld, rules.twos, rules.low, rules.high) >= 0


def natural_run(meld: Cards, rules: FrustrationRules) -> Cards:
    """Return natural cards in the order in which they are a run; b"" if they are none, or one of them is wild."""
    if not meld or len(naturals_of(meld, rules.twos)) < len(meld):
        return b""
    for first in range(rules.low, rules.high - len(meld) + 2):
        run = in_window(meld, meld[0] // RANKS, first, rules.twos)
        if run and is_meld(run, rules):
            return run
    return b""


def is_one_meld(meld: Cards, rules: FrustrationRules) -> bool:
    """Tell whether these cards, wild ones among them, can only be one meld: of one suit or of one rank."""
    naturals = naturals_of(meld, rules.twos)
    one = len({c // RANKS for c in naturals}) == 1 or len({c % RANKS for c in naturals}) == 1
    return len(naturals) < len(meld) and one
