"""How near a hand is to a contract: melds with gaps."""

from __future__ import annotations

from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stich.games import find
from stich.games.frustration.rules_cards import FrustrationRules
from stich.games.frustration.rules_contracts import Contract
from stich.games.frustration.rules_melds import is_wild, most_wild
from stich.games.frustration.rules_near import nearest, planned
from stich.kernel.cards import BACK, Cards, holds

pytestmark = pytest.mark.once

RULES = cast(FrustrationRules, find("frustration").rules({}, 4))  # twos are wild
PACK = RULES.layout.pack
HANDS = st.permutations(range(110)).map(lambda order: [RULES.layout.deck[i] for i in order])


def cards(text: str) -> Cards:
    return PACK.read(text)


def written(melds: list[Cards]) -> list[str]:
    return [" ".join("_" if c == BACK else PACK.write(bytes([c])) for c in meld) for meld in melds]


def contract(n: int) -> Contract:
    return RULES.contracts[n - 1]


def test_gaps_lie_where_the_cards_would() -> None:
    hand = cards("H4 H6 H8 C9 D9 SK")
    assert written(nearest(contract(5), hand)) == ["C9 D9 _", "H4 _ H6 _ H8"]


def test_wild_cards_fill_gaps_fewer_than_naturals_and_no_three_together() -> None:
    assert written(nearest(contract(2), cards("H4 H6 X X C9 CT"))) == ["X C9 CT", "H4 X H6"]
    assert written(nearest(contract(7), cards("H4 H5 H9 HT X X X"))) == ["H4 H5 X X _ H9 HT"]
    assert written(nearest(contract(1), cards("H4 X X X"))) == ["H4 X _", "X _ _"]


def test_what_can_be_laid_is_laid_as_it_leaves_the_fewest_points() -> None:
    hand = cards("C5 H5 D5 CK HK DK CA HA DA")
    assert written(nearest(contract(1), hand)) == ["CA HA DA", "C5 H5 D5"]  # the first ones
    assert written(planned(contract(1), hand)) == ["CA HA DA", "CK HK DK"]


@given(cards=HANDS, size=st.integers(1, 16), n=st.integers(1, 11))
@settings(max_examples=300, deadline=None)
def test_a_plan_has_the_contracts_shape_and_nothing_but_the_hand(cards: list[int], size: int, n: int) -> None:
    held = bytes(sorted(cards[:size]))
    for melds in (nearest(contract(n), held), planned(contract(n), held)):
        assert [len(meld) for meld in melds] == [size for _, size in contract(n).melds]
        assert holds(held, b"".join(melds).replace(bytes([BACK]), b""))
        for meld in melds:
            wild = [c != BACK and is_wild(c, True) for c in meld]
            assert sum(wild) <= most_wild(len(meld))
    full = BACK not in b"".join(nearest(contract(n), held))
    assert not full or contract(n).can(held)
    assert contract(n).can(held) == (BACK not in b"".join(planned(contract(n), held)))
