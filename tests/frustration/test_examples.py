"""Every worked example of the rule sheet, played through the rules. The section of each is named in its test."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest

from frustration.positions import OTHERS, cards, dealt, do, hand, legal, rules, state, table
from stich.games.frustration.rules import GAME
from stich.games.frustration.rules_cards import BOTTOM, EACH, HAND, PILE, STOCK
from stich.games.frustration.rules_phases import CLAIM
from stich.kernel.action import CLOSE, Refused
from stich.kernel.cards import HOST
from stich.kernel.view import view

FILE = resources.files("stich.games.frustration") / "vectors/frustration.json"
VECTORS: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))["vectors"]
TESTED = {"deal", "contract", "points", "end_of_deal", "claim", "layoff", "match_end", "view"}


def each(kind: str) -> list[Any]:
    return [pytest.param(v["options"], v["state"], v["expect"], id=v["id"]) for v in VECTORS if v["kind"] == kind]


def test_none_is_left_out() -> None:
    assert {v["kind"] for v in VECTORS} == TESTED


@pytest.mark.parametrize(("options", "given", "expect"), each("deal"))
def test_deal(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§3: three, two, a card for the pile, three, three. The pack is dealt in order, so the order tells the packets."""
    n = given["players"]
    m = dealt(n, **options)
    s = state(m)
    assert [len(s.hand(seat)) for seat in range(n)] == [expect["hand"]] * n
    assert len(s.zones[STOCK]) + len(s.zones[BOTTOM]) == expect["stock_after"]
    whole = GAME.pack.deck
    first: list[int] = []
    at = 0
    for packet in expect["packets"]:
        if packet == "turn one":
            assert s.zones[PILE] == whole[at : at + 1]
            at += 1
        else:
            first += whole[at : at + packet]
            at += packet * n
    assert s.hand(1) == bytes(sorted(first)), "the dealer's left neighbour"


@pytest.mark.parametrize(("options", "given", "expect"), each("contract"))
def test_contract(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§4: kinds, sizes and wild cards."""
    n = given["players"]
    melds = [" ".join(meld) for meld in given["melds"]]
    m = table(" ".join([*melds, "S9"]), *OTHERS[: n - 1], contracts=[given["contract"]] * n, **options)
    if expect["ok"]:
        assert do(m, f"0 lay {' | '.join(melds)}").laid == 1
    else:
        with pytest.raises(Refused, match="wild") as refused:
            m.act(0, GAME.read(m.rules, f"lay {' | '.join(melds)}"))
        wild = [sum(card == "X" for card in meld) for meld in given["melds"]]
        assert refused.value.phrase.args["n"] == wild[expect["bad_meld"]]


@pytest.mark.parametrize(("options", "given", "expect"), each("points"))
def test_points(options: dict[str, Any], given: dict[str, Any], expect: dict[str, int]) -> None:
    """§2, §6: what cards in hand count."""
    how = rules(given["players"], **options)
    assert sum(how.worth[c] for c in cards(" ".join(given["hand"]))) == expect["penalty"]


@pytest.mark.parametrize(("options", "given", "expect"), each("end_of_deal"))
def test_end_of_deal(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§5: when somebody is out every other has one more turn."""
    out = given["out"]
    hands = [*OTHERS[:out], "S9", *OTHERS[out : given["players"] - 1]]
    m = table(*hands, turn=out, laid=1 << out, melds={out: ["C4 D4 H4"]}, **options)
    do(m, f"{out} discard S9")
    turns = []
    while m.deal.must():
        seat = m.deal.turn
        turns.append(seat)
        do(m, f"{seat} draw", f"{seat} discard {hand(m, seat).split()[0]}")
        if m.deal.phase is CLAIM:
            m.act(HOST, CLOSE)
    assert turns == expect["extra_turns"]
    assert m.sheets[-1].result.points[out] == 0


@pytest.mark.parametrize(("options", "given", "expect"), each("claim"))
def test_claim(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§5, §3: the first claim takes the joker as a card more; in the deal the next card is turned up."""
    n = given["players"]
    naturals = " ".join(GAME.pack.names[c] for c in GAME.pack.deck[: 5 * n])
    m = dealt(n, f"{naturals} X", **options)
    s = state(m)
    assert (s.phase, GAME.pack.write(s.zones[PILE])) == (CLAIM, "X")
    following = s.zones[STOCK][-1]
    taker, late = given["claims_in_log_order"]
    do(m, f"{taker} claim")
    assert taker == expect["taker"]
    assert [len(s.hand(seat)) for seat in range(n)] == expect["hand_sizes_after_deal"]
    assert s.zones[PILE] == bytes([following]), expect["next"]
    with pytest.raises(Refused):
        do(m, f"{late} claim")


@pytest.mark.parametrize(("options", "given", "expect"), each("layoff"))
def test_layoff(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§5: any meld on the table may be extended; naturals stay more than wild cards."""
    assert given["own_contract_laid"]
    n = given["players"]
    melds = [" ".join(meld) for meld in given["table"]]
    m = table(" ".join(given["hand"]), *OTHERS[: n - 1], laid=1, melds={0: melds}, **options)
    found = []
    for text in legal(m, 0, "layoff"):
        _, card, _, number, end = text.split()
        found.append([card, int(number[1:]) - 1, end])
    assert sorted(found) == sorted(expect["legal"])


@pytest.mark.parametrize(("options", "given", "expect"), each("match_end"))
def test_match_end(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§7: of those who lay the last contract in this deal the one with the fewest points."""
    n = given["players"]
    laid = sum(1 << seat for seat in range(n) if given["laid_this_deal"][seat])
    held = ["H9", *OTHERS[: n - 1]]
    m = table(*held, contracts=given["contracts_before"], laid=laid, melds={0: ["C4 D4 H4"]}, **options)
    do(m, "0 discard H9")
    s = state(m)
    do(m, "1 draw", f"1 discard {hand(m, 1).split()[-1]}", "2 draw")
    card = hand(m, 2).split()[-1]
    after = [sum(s.rules.worth[c] for c in s.hand(seat)) for seat in range(n)]
    after[2] -= s.rules.worth[cards(card)[0]]
    wanted = given["penalties_total"]
    s.setup.scores = m.scores = tuple(total - own for total, own in zip(wanted, after, strict=True))
    do(m, f"2 discard {card}")
    assert list(m.scores) == wanted
    assert (m.over, m.winners) == (expect["match_over"], 1 << expect["winner"])


@pytest.mark.parametrize(("options", "given", "expect"), each("view"))
def test_view(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§5: a window is shown alike to everybody, whatever one of them holds."""
    keys = []
    for others in (OTHERS[1], "X X D7 D9"):
        m = table("X H9 S5", OTHERS[0], others, OTHERS[2], **options)
        assert len(m.deal.zones) == HAND + EACH * given["players"]
        do(m, "0 discard X")
        assert m.deal.phase is CLAIM
        keys.append([(view(m.deal, seat).key(), legal(m, seat)) for seat in expect["views_equal_for"]])
    assert keys[0] == keys[1]
