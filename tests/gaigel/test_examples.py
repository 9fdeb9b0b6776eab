"""Every worked example of the rule sheet, through the rules. The section of each is named in its test."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest

from gaigel.positions import do, hand, position, rules, start, state
from moves import choices
from stich.games.gaigel.rules_cards import DISS, HAND, SIZE, TALON, TURNUP
from stich.games.gaigel.rules_state import value
from stich.kernel.action import Event
from stich.kernel.cards import BACK, SPECTATOR
from stich.kernel.state import OVER
from stich.kernel.view import view

EXAMPLES: list[dict[str, Any]] = json.loads(
    (resources.files("stich.games.gaigel") / "vectors/gaigel.json").read_text("utf-8")
)["vectors"]
KINDS = ["deck", "talon", "legal_plays", "trick_winner", "meld", "exchange", "match_end", "draw", "view"]


def each(kind: str) -> list[Any]:
    return [pytest.param(example, id=example["id"]) for example in EXAMPLES if example["kind"] == kind]


def test_none_is_left_out() -> None:
    assert {example["kind"] for example in EXAMPLES} == set(KINDS)
    assert sum(len(each(kind)) for kind in KINDS) == len(EXAMPLES) == 10


@pytest.mark.parametrize("example", each("deck"))
def test_deck(example: dict[str, Any]) -> None:
    """§2: the double pack, and what stands for the Diß."""
    expect = example["expect"]
    pack = rules(**example["options"]).layout.pack
    assert len(pack.deck) == expect["cards"]
    assert all(pack.deck.count(c) == 2 for c in pack.deck)
    by_rank = [pack.names[rank][1] for rank in range(SIZE - 1, -1, -1)]
    assert by_rank == expect["ranks"]
    assert expect["diss"] == f"trump {pack.names[DISS][1]}"


@pytest.mark.parametrize("example", each("talon"))
def test_talon(example: dict[str, Any]) -> None:
    """§3: what is left to draw, and that it goes round."""
    for players in example["state"]["players"]:
        m = start(rules(players, stop="claim"))
        s = state(m)
        expect = {key: value[str(players)] for key, value in example["expect"].items()}
        assert len(s.zones[TALON]) + len(s.zones[TURNUP]) == expect["talon_after_deal_including_turnup"]
        rounds = 0
        while s.phase.name == "open":
            before = len(s.zones[TALON])
            m.act(s.turn, s.legal(s.turn)[0])
            rounds += len(s.zones[TALON]) != before
        assert rounds == expect["draw_rounds"]
        assert len(s.zones[TALON]) + len(s.zones[TURNUP]) == expect["left_over"]


@pytest.mark.parametrize("example", each("legal_plays"))
def test_legal_plays(example: dict[str, Any]) -> None:
    """§5: what may be played when the talon is gone."""
    given = example["state"]
    trick, cards = " ".join(given["trick"]), " ".join(given["hand"])
    m = position(["", cards], trump=given["trump"], trick=trick, turn=1)
    assert sorted(choices(m, 1)) == sorted(f"play {card}" for card in example["expect"]["legal"])


@pytest.mark.parametrize("example", each("trick_winner"))
def test_trick_winner(example: dict[str, Any]) -> None:
    """§5: who takes a trick, and what it is worth."""
    expect, given = example["expect"], example["state"]
    *before, last = given["trick"]
    turn = (given["leader"] + len(before)) % 4
    hands = ["C9 D9"] * 4
    hands[turn] = f"C9 D9 {last}"
    hands[0] = hands[1] = "CA"
    hands[2] = "DA"
    m = position(hands, trump=given["trump"], trick=" ".join(before), turn=turn)
    s = do(m, f"{turn} play {last}")
    assert (given["leader"] + expect["winner_index"]) % 4 == expect["winner_seat"] == s.turn == s.leader
    assert s.points[expect["winner_seat"]] == expect["points"]


@pytest.mark.parametrize("example", each("meld"))
def test_meld(example: dict[str, Any]) -> None:
    """§5: pairs that may be melded, what they count, and what has to be led then."""
    expect, given = example["expect"], example["state"]
    assert given["team_has_trick"]
    assert given["on_lead"]
    cards, talon = " ".join(given["hand"]), "CJ DJ CJ DJ SJ"

    def table() -> Any:
        return position([cards, "C9 C9 DA DA SA SA"], trump=given["trump"], talon=talon, turnup="HT", scored=[0])

    m = table()
    melds = [a for a in m.deal.legal(0) if a.verb == "meld"]
    names = m.rules.layout.pack.names
    worth = {f"{names[a.cards[1]]}+{names[a.cards[0]]}": value(state(m), a.cards) for a in melds}
    assert worth == expect["meld_values"]
    for pair, leads in expect["after_meld_legal_leads"].items():
        m = table()
        do(m, f"0 meld {' '.join(pair.split('+'))}")
        assert sorted(choices(m, 0)) == sorted(f"play {card}" for card in leads)


@pytest.mark.parametrize("example", each("exchange"))
def test_exchange(example: dict[str, Any]) -> None:
    """§5: the Diß for the turned-up card."""
    expect, given = example["expect"], example["state"]
    talon = "SQ SK ST SJ CA CT C9 CJ DA DT DQ"
    assert given["talon"] == len(talon.split()) + 1
    assert given["team_has_trick"]
    m = position(
        [" ".join(given["hand"]), "SQ SK ST SJ CA CT"],
        trump=given["trump"],
        talon=talon,
        turnup=given["turnup"],
        scored=[0],
    )
    assert ("exchange" in choices(m, 0)) is expect["allowed"]
    s = do(m, "0 exchange")
    assert sorted(hand(m, 0).split()) == sorted(expect["hand_after"])
    assert s.layout.pack.write(s.zones[TURNUP]) == expect["turnup_after"]
    assert s.turn == 0


@pytest.mark.parametrize("example", each("match_end"))
def test_match_end(example: dict[str, Any]) -> None:
    """§6: a meld that reaches 101 ends the game; no card is played any more."""
    expect, (points, _) = example["expect"], example["state"]["side_points"]
    m = position(
        ["HK HQ SA", "SK SQ CA", "C9 D9 S9", "CJ DJ SJ"],
        trump="H",
        talon="CT CT DT DT ST ST DA DA",
        turnup="HA",
        scored=[0, 1],
        points=[points[0], points[1]] * 2,
    )
    s = do(m, "0 meld HK HQ")
    assert list(s.points) == expect["side_points_after"] * 2
    assert (s.phase is OVER) is expect["game_over"]
    assert s.winners == s.rules.side[expect["winner_side"]] == 0b0101
    assert m.over


@pytest.mark.parametrize("example", each("draw"))
def test_draw(example: dict[str, Any]) -> None:
    """§4: the winner draws first, then the others in turn."""
    expect, given = example["expect"], example["state"]
    m = start(rules(given["players"]))
    s = state(m)
    assert len(s.zones[TALON]) + len(s.zones[TURNUP]) == given["talon_before"]
    while len(s.zones[2]) < given["players"] - 1:
        m.act(s.turn, s.legal(s.turn)[0])
    s.suit, s.leader, s.turn = 2, (given["winner_seat"] - 2) % 3, given["winner_seat"]
    s.zones[HAND + 3 * s.turn] = bytes(sorted(s.zones[HAND + 3 * s.turn][1:] + m.rules.layout.pack.read("HA")))
    m.events.clear()
    s.apply(s.turn, next(a for a in s.legal(s.turn) if a.cards == m.rules.layout.pack.read("HA")))
    drawn: list[Event] = [e for e in m.events if e.kind == "move" and e.src == TALON]
    assert [(e.dst - HAND) // 3 for e in drawn] == expect["draw_order"]
    assert len(s.zones[TALON]) + len(s.zones[TURNUP]) == expect["talon_after"]


@pytest.mark.parametrize("example", each("view"))
def test_view(example: dict[str, Any]) -> None:
    """§5: all know who has the former turned-up card, and that the Diß lies under the talon; nothing else."""
    given = example["state"]
    seat, turnup = given["diss_exchanged_by"], given["turnup"]
    m = position(
        ["CA CT CK CQ", "DA DT DK DQ", "H9 ST SK S9"], talon="SA SA ST CJ DJ", turnup=turnup, turn=seat, scored=[seat]
    )
    s = do(m, f"{seat} exchange")
    write = s.layout.pack.write
    for eye in (0, 1, SPECTATOR):
        seen = view(s, eye).seen
        assert f"seat {seat} now holds {write(seen.zones[HAND + 3 * seat][:1])}" == example["expect"]["public"][0]
        assert set(seen.zones[HAND + 3 * seat][1:]) == {BACK}
        assert f"turnup is {write(seen.zones[TURNUP])}" == example["expect"]["public"][1]
        assert set(seen.zones[TALON]) == {BACK}
