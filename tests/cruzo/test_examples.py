"""Every worked example of the rule sheet, played through the rules. The section of each is named in its test."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest

from cruzo.positions import dealt, do, hand, legal, pile, ranks, refusal, rules, state, table
from stich.games.cruzo.rules import GAME
from stich.games.cruzo.rules_cards import BUNKER, EACH, EVERY, HAND, OPEN, PILE, RANKS, ROW, STOCK, base
from stich.games.cruzo.rules_phases_turn import MORE
from stich.kernel.cards import BACK, SPECTATOR
from stich.kernel.match import Match
from stich.kernel.view import view

FILE = resources.files("stich.games.cruzo") / "vectors/cruzo.json"
VECTORS: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))["vectors"]
TESTED = {
    *("legal_ranks", "multi", "burn", "skip", "solo_round", "throw", "ace_on_two", "pickup", "start", "bunker"),
    *("sources", "stall", "view"),
}
SOME = "4 5 6"


def each(kind: str, *with_: str, **without: str) -> list[Any]:
    vectors = [v for v in VECTORS if v["kind"] == kind and all(key in v["state"] for key in with_)]
    return [pytest.param(v["options"], v["state"], v["expect"], id=v["id"]) for v in vectors]


def test_none_is_left_out() -> None:
    assert {v["kind"] for v in VECTORS} == TESTED


@pytest.mark.parametrize(("options", "given", "expect"), each("legal_ranks"))
def test_legal_ranks(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§5: what fits, by the table and by a hand that has all ranks."""
    lying = " ".join(given["pile_bottom_to_top"])
    m = table(" ".join(RANKS), SOME, pile=lying, **options)
    assert {play.split()[1] for play in legal(m, 0, "play")} == set(expect["legal"])
    fitting = state(m).rules.fitting[base(m.deal.zones[PILE])]
    assert {RANKS[k] for k in range(EVERY) if fitting[k]} == set(expect["legal"])


@pytest.mark.parametrize(("options", "given", "expect"), each("multi"))
def test_several_cards(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§5: one nine at a time."""
    played = " ".join(given["play"])
    m = table(f"{played} K", SOME, pile=" ".join(given["pile_bottom_to_top"]), **options)
    assert (f"play {played}" in legal(m, 0)) == expect["ok"]
    assert refusal(m, "0 play C9 C9")[0] == "error.cruzo.nines"


@pytest.mark.parametrize(("options", "given", "expect"), each("burn"))
def test_burn(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§6: a ten burns the pile, and the next player opens."""
    turn = given["turn"]
    hands = [" ".join([*given["play"], "4", "5"]) if seat == turn else SOME for seat in range(given["players"])]
    m = table(*hands, pile=" ".join(given["pile_bottom_to_top"]), turn=turn, direction=1, **options)
    s = do(m, f"{turn} play {' '.join(given['play'])}")
    assert (pile(m).split(), s.turn) == (expect["pile_after"], expect["next_turn"])


@pytest.mark.parametrize(("options", "given", "expect"), each("skip"))
def test_skip(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§6: each eight skips a player."""
    turn = given["turn"]
    hands = [" ".join([*given["play"], "4"]) if seat == turn else SOME for seat in range(given["players"])]
    m = table(*hands, pile="5", turn=turn, **options)
    assert do(m, f"{turn} play {' '.join(given['play'])}").turn == expect["next_turn"]


@pytest.mark.parametrize(("options", "given", "expect"), each("solo_round"))
def test_solo_round(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§6: with all others skipped the player is on turn again and draws a card more."""
    kept = given["hand_after_play"]
    played = given["play"]
    m = table(
        " ".join([*played, *["4"] * kept]), *[SOME] * (given["players"] - 1), pile="5", stock=given["stock"], **options
    )
    s = do(m, f"{given['turn']} play {' '.join(played)}")
    assert s.turn == expect["next_turn"]
    assert len(s.hand(0)) == kept + expect["extra_draw"]
    assert len(s.zones[STOCK]) == given["stock"] - expect["extra_draw"]


@pytest.mark.parametrize(("options", "given", "expect"), each("throw", "thrower"))
def test_throw(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§6: exactly enough for a four, out of turn."""
    hands = [SOME] * 4
    hands[given["thrower"]] = " ".join(given["thrower_hand"])
    m = table(*hands, pile=" ".join(given["pile_bottom_to_top"]), turn=given["turn"], window=True, **options)
    allowed = legal(m, given["thrower"], "throw")
    assert [throw.split()[1:] for throw in allowed] == expect["allowed"]
    do(m, f"{given['thrower']} {allowed[0]}")
    assert m.deal.phase is MORE
    do(m, "host")
    assert (pile(m) == "") == expect["burn"]


@pytest.mark.parametrize(("options", "given", "expect"), each("throw", "throws_in_log_order"))
def test_throws(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§6: others add, and the last thrower opens."""
    hands = ["4 5 6", "5 6 7", "6 7 9", "4 5 7"]
    for seat, thrown in given["throws_in_log_order"]:
        hands[seat] = " ".join([*thrown, "4", "5"][:ROW])
    m = table(*hands, pile=" ".join(given["pile_bottom_to_top"]), turn=2, window=True, **options)
    for seat, thrown in given["throws_in_log_order"]:
        do(m, f"{seat} throw {' '.join(thrown)}")
    s = do(m, "host")
    assert (pile(m).split(), s.turn) == (expect["pile_after"], expect["next_turn"])
    assert [len(s.hand(seat)) for seat in range(4)] == [ROW] * 4, "all have drawn"


@pytest.mark.parametrize(("options", "given", "expect"), each("ace_on_two"))
def test_ace_on_two(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§6: until four are in hand."""
    lying = " ".join(given["pile_bottom_to_top"])
    m = table(" ".join(given["hand_before"]), SOME, SOME, pile=lying, stock=given["stock"], **options)
    s = do(m, f"0 play {' '.join(given['play'])}")
    assert len(s.hand(0)) == expect["hand_size_after"]
    assert given["stock"] - len(s.zones[STOCK]) == expect["drawn"]


@pytest.mark.parametrize(("options", "given", "expect"), each("pickup"))
def test_voluntary_pickup(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§6: three sixes and two nines lie in the pile."""
    m = table(" ".join(given["hand"]), SOME, SOME, pile=" ".join(given["pile_bottom_to_top"]), **options)
    assert ("pickup" in legal(m, 0)) == expect["voluntary_pickup"]
    assert legal(m, 0, "play"), "he could play"


@pytest.mark.parametrize(("options", "given", "expect"), each("start"))
def test_start(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§3: the lowest diamond in a hand begins, and has to be played."""
    m = dealt([" ".join(held) for held in given["hands"]], **options)
    s = state(m)
    assert s.turn == expect["starter"]
    assert GAME.pack.names[s.decisive] == expect["opening"]
    do(m, f"{s.turn} dir cw")
    assert all(expect["opening"] in cards_of(m, s.turn, n) for n in range(len(m.deal.legal(s.turn))))


def cards_of(m: Match, seat: int, n: int) -> list[str]:
    """Return the names of the cards that would be played by the listed action number n."""
    return GAME.pack.write(m.deal.phase.cards(m.deal, seat, m.deal.legal(seat)[n])).split()


@pytest.mark.parametrize(("options", "given", "expect"), each("bunker"))
def test_bunker(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§6: a bunker that does not fit goes into the hand with the pile, and the hand has to be emptied first."""
    m = table(
        " ".join(given["hand"]),
        SOME,
        SOME,
        pile=" ".join(given["pile_bottom_to_top"]),
        opened=[" ".join(given["open"])],
        bunkers=[f"{given['bunker_flipped']} K K"],
        stock=0,
        **options,
    )
    do(m, "0 flip 1")
    assert sorted(hand(m, 0).split()) == sorted(expect["hand_after"])
    assert (pile(m) != "") == expect["playable"]
    state(m).turn = 0
    assert not legal(m, 0, "flip")
    assert legal(m, 0, "play")


@pytest.mark.parametrize(("options", "given", "expect"), each("sources"))
def test_sources(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§4: with no hand and no stock the open cards."""
    m = table(
        "",
        SOME,
        pile=" ".join(given["pile_bottom_to_top"]),
        opened=[" ".join(given["open"])],
        stock=given["stock"],
        **options,
    )
    assert [play.split()[1:] for play in legal(m, 0)] == expect["legal_plays"]
    assert state(m).source(0) == {"open": OPEN, "hand": HAND, "bunkers": BUNKER}[expect["from_zone"]]
    assert sum(len(m.deal.zones[BUNKER + i]) for i in range(ROW)) == given["bunkers"]


@pytest.mark.parametrize(("options", "given", "expect"), each("stall"))
def test_stall(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§7: however it is played nobody ever gets on, and the third time of a position ends it."""

    def position() -> Match:
        return table(
            *[" ".join(held) for held in given["hands"]],
            pile=" ".join(given["pile_bottom_to_top"]),
            turn=given["turn"],
            opened=[" ".join(row) for row in given["open"]],
            stock=given["stock"],
            throw_mode="off",
            **options,
        )

    start = state(position())
    todo, seen = [start], {key(start)}
    while todo:
        s = todo.pop()
        assert all(len(s.zones[OPEN + EACH * seat]) == 1 for seat in range(2)), "nobody's hand is ever empty"
        for a in s.legal(s.turn):
            n = s.copy()
            n.trail = b""  # which deals came before makes no difference here
            n.apply(s.turn, a)
            if key(n) not in seen:
                seen.add(key(n))
                todo.append(n)
    assert len(seen) == expect["reachable_states_without_bunkers"]
    assert expect["dead_position"]
    m = position()
    while not m.over:
        m.act(m.deal.turn, m.deal.legal(m.deal.turn)[0])
    assert state(m).stalled
    assert [(line.seat, line.key) for line in m.sheets[0].result.why] == [
        (0, "cruzo.score.left"),
        (1, "cruzo.score.left"),
    ]
    assert "rank" in expect["result_after_third_repetition"]
    fewest = min(range(2), key=lambda seat: len(state(m).hand(seat)))
    assert m.winners == 1 << fewest, "as many cards on the table, so the hand decides"


def key(s: Any) -> tuple[object, ...]:
    return (s.turn, ranks(s.zones[PILE]), *(ranks(s.hand(seat)) for seat in range(2)))


@pytest.mark.parametrize(("options", "given", "expect"), each("view"))
def test_view(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§4: not even the owners know their bunkers; all see how many there are."""
    m = table(*[SOME] * 4, **options)
    assert (expect["faces_visible_to"], expect["count_visible_to"]) == ([], "all")
    for eye in (*range(4), SPECTATOR):
        for i in range(ROW):
            assert view(m.deal, eye).seen.zones[BUNKER + i + EACH * given["seat"]] == bytes([BACK])


@pytest.mark.parametrize(("players", "cards"), [(2, 95), (4, 110), (5, 165), (7, 165), (8, 220), (12, 220)])
def test_deck(players: int, cards: int) -> None:
    """§2: packs with their jokers; fifteen cards are put aside for two."""
    how = rules(players)
    assert len(how.layout.deck) - how.removed == cards
