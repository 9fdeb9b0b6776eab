"""Every worked example of the rule sheet, played through the rules. The section of each is named in its test."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest

from ecarte.positions import dealt, position, state
from moves import choices, do
from stich.games.ecarte.rules import GAME
from stich.games.ecarte.rules_cards import PACK, STOCK
from stich.games.ecarte.rules_phases import CLAIM, DECIDE
from stich.kernel.view import view

FILE = resources.files("stich.games.ecarte") / "vectors/ecarte.json"
VECTORS: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))["vectors"]
TESTED = {
    "trick_winner",
    "legal_plays",
    "score",
    "king",
    "match_end",
    "legal_actions",
    "exchange",
    "view",
    "playthrough",
}


def each(kind: str) -> list[Any]:
    return [pytest.param(v["options"], v["state"], v["expect"], id=v["id"]) for v in VECTORS if v["kind"] == kind]


def test_none_is_left_out() -> None:
    assert {v["kind"] for v in VECTORS} == TESTED


def of(trump: str) -> str:
    """Return a card to turn up for this trump."""
    return f"{trump}8"


@pytest.mark.parametrize(("options", "given", "expect"), each("trick_winner"))
def test_trick_winner(options: dict[str, Any], given: dict[str, str], expect: dict[str, str]) -> None:
    """§5, §2: trump over plain, else the higher card: a jack beats an ace."""
    m = position(f"{given['follow']} C7", f"{given['lead']} C8", turnup=of(given["trump"]), **options)
    do(m, f"1 card {given['lead']}", f"0 card {given['follow']}")
    assert m.deal.turn == {"follower": 0, "leader": 1}[expect["winner"]]


@pytest.mark.parametrize(("options", "given", "expect"), each("legal_plays"))
def test_legal_plays(options: dict[str, Any], given: dict[str, Any], expect: dict[str, list[str]]) -> None:
    """§5: what a follower may play."""
    m = position(" ".join(given["hand"]), given["lead"], turnup=of(given["trump"]), **options)
    do(m, f"1 card {given['lead']}")
    assert sorted(choices(m, 0)) == [f"card {card}" for card in expect["legal"]]


@pytest.mark.parametrize(("options", "given", "expect"), each("score"))
def test_score(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§6: the last trick is played, and the deal is written down."""
    winner = 0 if given["tricks"][0] > given["tricks"][1] else 1
    hands = ("SA", "S7") if winner == 0 else ("S7", "SA")
    m = position(*hands, turn=winner, scores=tuple(given["scores"]), **options)
    s = state(m)
    before = list(given["tricks"])
    before[winner] -= 1
    s.tricks = (before[0], before[1])
    s.declarer = given["declarer"]
    s.exchanges = int(given.get("exchanged", False))
    do(m, f"{winner} card SA", f"{1 - winner} card S7")
    assert m.scores == tuple(expect["scores"])
    assert m.over is expect.get("match_over", False)
    if m.over:
        assert m.winners == 1 << expect["winner"]


@pytest.mark.parametrize(("options", "given", "expect"), each("king"))
def test_king(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§4.3: declared before the first card it counts at once, and may win the match."""
    hands = [" ".join(hand) for hand in given["hands"]]
    m = position(hands[0], hands[1], CLAIM, turnup=of(given["trump"]), scores=tuple(given["scores"]), **options)
    do(m, *(f"{seat} {'king' if given['declared'][seat] else 'no'}" for seat in (1, 0)))
    assert m.scores == tuple(expect["scores"])
    assert m.over is expect["match_over"]
    assert m.winners == 1 << expect["winner"]
    assert len(state(m).hand(0)) == 5, "nothing else is played"


@pytest.mark.parametrize(("options", "given", "expect"), each("match_end"))
def test_match_end(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§7: the stakes."""
    rules = GAME.rules(dict(options))
    scores = tuple(given["final_scores"])
    winners = GAME.winners(rules, position("SA", "S7").setup, scores)
    assert [n * given["stake"] for n in GAME.stakes(rules, scores, winners)] == expect["net"]


@pytest.mark.parametrize(("options", "given", "expect"), each("legal_actions"))
def test_legal_actions(options: dict[str, Any], given: dict[str, Any], expect: dict[str, list[str]]) -> None:
    """§4.1: what may be said to the question who plays."""
    m = position("SA SK SQ SJ ST", "CA CK CQ CJ CT", DECIDE, stock=given["stock"], **options)
    do(m, f"1 {given['forehand']}")
    assert (m.deal.turn, choices(m, 0)) == (0, expect["legal"])


@pytest.mark.parametrize(("options", "given", "expect"), each("exchange"))
def test_exchange(options: dict[str, Any], given: dict[str, int], expect: dict[str, Any]) -> None:
    """§4.2: forehand, then the dealer, then the question again."""
    m = position("SA SK SQ SJ ST", "CA CK CQ CJ CT", DECIDE, stock=given["stock"], **options)
    do(m, "1 decline", "0 offer")
    for seat, n in ((1, given["forehand_changes"]), (0, given["dealer_changes"])):
        do(m, f"{seat} change {PACK.write(state(m).hand(seat)[:n])}")
        assert len(state(m).hand(seat)) == 5
    assert len(m.deal.zones[STOCK]) == expect["stock_after"]
    assert m.deal.phase.name == expect["next_phase"]
    assert m.deal.turn == {"forehand": 1, "dealer": 0}[expect["to_act"]]


@pytest.mark.parametrize(("options", "given", "expect"), each("view"))
def test_view(options: dict[str, Any], given: dict[str, Any], expect: dict[str, bool]) -> None:
    """§4.3: the window looks the same whether or not the other one could declare."""
    assert expect == {"view_of_0_equal_to_view_if_nobody_holds": True}
    own = "S7 S8 D9 CT CJ"
    held = position(own, "HK SA SK DJ C8", CLAIM, **options)
    free = position(own, "HQ SA SK DJ C8", CLAIM, **options)
    for move in ("", "1 no", "0 no"):
        do(held, *filter(None, [move]))
        do(free, *filter(None, [move]))
        assert view(held.deal, 0).key() == view(free.deal, 0).key()
        assert choices(held, 0) == choices(free, 0)


@pytest.mark.parametrize(("options", "given", "expect"), each("playthrough"))
def test_playthrough(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§3 to §5: a whole deal, with what may be played before each card."""
    m = dealt(" ".join(given["hands"][0]), " ".join(given["hands"][1]), given["turnup"], **options)
    assert (given["dealer"], m.deal.turn) == (0, given["forehand"])
    do(m, f"{given['declarer']} play", "0 no", "1 no")
    winners = []
    for (seat, card), allowed in zip(given["plays"], expect["legal_before_each_play"], strict=True):
        assert m.deal.turn == seat
        assert sorted(choices(m, seat)) == [f"card {c}" for c in allowed]
        before = state(m).tricks
        do(m, f"{seat} card {card}")
        after = state(m).tricks
        winners += [who for who in range(2) if after[who] > before[who]]
    assert winners == expect["trick_winners"]
    assert list(state(m).tricks) == expect["tricks"]
    assert m.deal.must() == 0
