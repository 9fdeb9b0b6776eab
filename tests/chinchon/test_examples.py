"""Every worked example of the rule sheet, played through the rules. The section of each is named in its test."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest

from chinchon.positions import FILLER, cards, do, legal, rules, state, table
from stich.games.chinchon.rules import GAME
from stich.games.chinchon.rules_cards import CLOSED, HAND, PILE, STOCK
from stich.games.chinchon.rules_score import has_won
from stich.kernel.action import Phrase
from stich.kernel.cards import BACK, SPECTATOR, seats_of
from stich.kernel.chance import quick
from stich.kernel.deal import DealResult, Setup
from stich.kernel.view import view, witnessed
from stich.parts.melds import arrange

FILE = resources.files("stich.games.chinchon") / "vectors/chinchon.json"
VECTORS: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))["vectors"]
TESTED = {"turn_order", "deadwood", "meld", "close", "match_end", "stock_out", "layoff", "view"}


def each(kind: str, *asked: str) -> list[Any]:
    """Return the examples of a kind whose expectation has these keys, or all."""
    of_kind = [v for v in VECTORS if v["kind"] == kind and (not asked or set(asked) <= set(v["expect"]))]
    return [pytest.param(v["options"], v["state"], v["expect"], id=v["id"]) for v in of_kind]


def test_none_is_left_out() -> None:
    assert {v["kind"] for v in VECTORS} == TESTED
    closes = [v["id"] for v in VECTORS if v["kind"] == "close"]
    tested = [*each("close", "score_change"), *each("close", "reason"), *each("close", "legal")]
    assert sorted(closes) == sorted(str(case.id) for case in tested)


@pytest.mark.parametrize(("options", "given", "expect"), each("turn_order"))
def test_turn_order(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§1: to the right, from the dealer's right on."""
    how = rules(given["players"], **options)
    s = GAME.deal(how, Setup(1, given["dealer"], (0,) * given["players"]), GAME.prepare(how, quick(1)))
    order = []
    for _ in given["seats_clockwise"]:
        order.append(s.turn)
        s.apply(s.turn, s.legal(s.turn)[0])
        s.apply(s.turn, s.legal(s.turn)[0])
    assert order == expect["order"]


@pytest.mark.parametrize(("options", "given", "expect"), each("deadwood"))
def test_deadwood(options: dict[str, Any], given: dict[str, Any], expect: dict[str, int]) -> None:
    """§5: the arrangement that leaves least; §2: what cards count."""
    how = rules(deck=given["deck"], **options)
    assert how.least(cards(" ".join(given["hand"]))) == expect["deadwood"]


@pytest.mark.parametrize(("options", "given", "expect"), each("meld"))
def test_meld(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§4: what a set is."""
    mask = rules(**options).mask(cards(" ".join(given["cards"])))
    assert (arrange.is_meld(mask), arrange.is_set(mask)) == (expect["ok"], expect["type"] == "set")


@pytest.mark.parametrize(("options", "given", "expect"), each("close", "score_change"))
def test_close(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§5: everybody counts what is left over, the closer too."""
    m = table(" ".join(given["hand8"]), *(" ".join(hand) for hand in given["others"]), turn=given["closer"], **options)
    do(m, f"{given['closer']} close {given['discard']}")
    assert list(m.sheets[-1].result.points) == expect["score_change"]
    assert m.deal.zones[CLOSED] == cards(given["discard"])


@pytest.mark.parametrize(("options", "given", "expect"), each("close", "reason"))
def test_close_with_seven_in_a_row(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§5: the match is won, whatever the totals."""
    m = table(
        FILLER.replace("E7", "B12"), " ".join(given["hand8"]), turn=given["closer"], scores=given["scores"], **options
    )
    do(m, f"{given['closer']} close {given['discard']}")
    assert (m.over, m.winners) == (expect["match_over"], 1 << expect["winner"])
    assert m.sheets[-1].result.headline.key == f"chinchon.event.{expect['reason']}"


@pytest.mark.parametrize(("options", "given", "expect"), each("close", "legal"))
def test_close_in_la_conga(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§6: five points or fewer."""
    assert given["deadwood"] == 5
    m = table("O1 O2 O3 E6 C6 B6 C5 B12", FILLER.replace("B6", "B3"), scores=(given["score"], 0), **options)
    assert ("close B12" in legal(m, 0)) == expect["legal"]
    assert "close C5" not in legal(m, 0), "the king would be left over"


@pytest.mark.parametrize(("options", "given", "expect"), each("match_end"))
def test_match_end(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§6: at 100 the fewest points win; in La Conga one must be left."""
    totals = tuple(given["totals"])
    how = rules(len(totals), **options)
    won = has_won(how, 0, totals, 1)
    assert (won != 0) == expect["match_over"]
    if won:
        assert won == 1 << expect["winner"]
    else:
        counted = DealResult(totals, [], Phrase("chinchon.event.closed"))
        later = GAME.following(how, Setup(3, 1, (0, 0, 0)), counted, totals, quick(1))
        assert seats_of(later.out) == expect["eliminated"]


@pytest.mark.parametrize(("options", "given", "expect"), each("stock_out"))
def test_stock_out(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§4: the pile without its top card is the new stock."""
    m = table(FILLER, "C2 C5 E1 B4 B12 O6 E10 E12", turn=1, drawn=True, **options)
    s = state(m)
    s.zones[STOCK] = b""
    *under, top = given["discard_pile"]
    s.zones[PILE] = GAME.pack.read(" ".join(under))
    s.zones[HAND + 4] = cards(f"{top} C2")
    do(m, f"1 discard {top}")
    assert (given["to_draw"], s.must()) == (True, 1)
    assert len(s.zones[STOCK]) == expect["reshuffled_into_stock"]
    assert GAME.pack.write(s.zones[PILE]) == expect["discard_top"]
    assert sorted(s.zones[STOCK]) == sorted(GAME.pack.read(" ".join(under)))


@pytest.mark.parametrize(("options", "given", "expect"), each("layoff"))
def test_layoff(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§5: never onto the melds of a closer who takes ten off."""
    melds = " ".join(" ".join(meld) for meld in given["closer_melds"])
    other = FILLER.replace("O11", given["other_hand_contains"])
    assert given["closer_deadwood"] == 0
    clean = do(table(f"{melds} E5 C5 B5 O5 E12", other, **options), "0 close E12")
    assert (clean.left[1] < 44) == expect["layoff_allowed"]
    closed = do(table(f"{melds} E5 C5 B5 E2 E12", other, **options), "0 close E12")
    assert closed.left[1] == 40, "but onto those of any other"


@pytest.mark.parametrize(("options", "given", "expect"), each("view"))
def test_view(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§4: who has drawn from the stock sees the card; the others see that one was drawn."""
    seat = given["drawn_by"]
    m = table(FILLER, "E2 E4 E6 C2 C10 B1 B3", "O1 O3 O5 O7 C6 C11 E11", turn=seat, drawn=False, **options)
    assert m.deal.phase.name == given["phase"]
    card = m.deal.zones[STOCK][-1]
    do(m, f"{seat} draw")
    for eye in (0, 1, 2, SPECTATOR):
        seen = [witnessed(e, eye) for e in m.events if e.kind == "move"]
        assert [e.card for e in seen if e is not None] == [card if eye in expect["face_visible_to"] else BACK]
        assert (card in view(m.deal, eye).seen.zones[HAND + 4 * seat]) == (eye in expect["face_visible_to"])
    assert expect["back_visible_to"] == "all"
