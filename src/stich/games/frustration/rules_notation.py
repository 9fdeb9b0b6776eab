"""§11 of Frustration: "lay H4 S4 D4 | CK CK HK", a wild card of a run in its place; "layoff H7 -> m3 high"."""

from __future__ import annotations

from typing import Final

from stich.games.frustration.rules_laying import BEFORE, BEHIND, END, TO_SET, meld_number, zone_of_meld
from stich.games.frustration.rules_reasons import fault
from stich.games.frustration.rules_table import FrustrationRules
from stich.kernel.action import Action, Refused
from stich.kernel.cards import Cards
from stich.kernel.game import is_number
from stich.parts.melds.contract import code_of
from stich.parts.melds.shape import RUN, SET

WHERE: Final = {"set": TO_SET, "low": BEFORE, "high": BEHIND}


def written(rules: FrustrationRules, a: Action) -> str:
    """Return how a contract is laid or a card laid off; "" for all else, which is written as in any game."""
    pack = rules.layout.pack
    if a.verb == "lay" and a.cards:
        for contract in rules.contracts:
            melds = contract.laid(a.cards, a.to) if len(a.cards) == contract.size else []
            if melds:
                return "lay " + " | ".join([pack.write(meld) for meld in melds])
    if a.verb == "layoff":
        end = [word for word, to in WHERE.items() if to == a.to - a.to % END]
        return f"layoff {pack.write(a.cards)} -> m{meld_number(a.to % END)} {end[0]}"
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
    """Return how melds are laid that are written in the order of the contract; cards alone are arranged for him.
    Raises Refused: what is wrong with one of the melds.
    """
    shapes: list[tuple[int, int]] = []
    for meld in melds:
        code = code_of(meld, rules.twos, rules.low, rules.high)
        if code < 0 and len(melds) == 1:
            return Action("lay", cards)
        if code < 0:
            raise fault(meld, rules)
        shapes.append((SET if code < 16 else RUN, len(meld)))
    return Action("lay", cards, rules.contracts[0].like(shapes).way_of(melds))
