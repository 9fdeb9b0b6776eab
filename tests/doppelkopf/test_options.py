"""Every option does what the sheet says (§8), and what contradicts another one is refused by name."""

from __future__ import annotations

import pytest

from doppelkopf.positions import BOTH, all_ok, choices, dealt, playing, plays, state
from moves import at_random, deals_of, do
from stich.games.doppelkopf.rules import GAME
from stich.games.doppelkopf.rules_cards import CONTRACTS, OPTIONS, PACK, WON, DoppelkopfRules
from stich.games.doppelkopf.rules_score import ALL
from stich.kernel.action import Refused
from stich.kernel.chance import quick
from stich.kernel.deal import Setup
from stich.kernel.match import SIM, Match, Source

CALLER = BOTH.replace(" SA", " S9")  # both queens, no plain ace


def test_names_and_values_are_those_of_the_sheet() -> None:
    assert {o.name: o.values for o in OPTIONS} == {
        "rules": ["page", "tournament"],
        "tollen": ["false", "true"],
        "tollen_second_beats_first": ["false", "true"],
        "fuchsfang": ["false", "true"],
        "grossspiel": ["false", "true"],
        "no_nines": ["false", "true"],
        "solo_lead": ["forehand", "soloist"],
        "caller_ace": ["ignored", "alone"],
        "wedding": ["ace_call", "first_foreign_trick"],
        "pay": ["one_each", "pairwise"],
        "solo_right": ["both_queens", "anyone"],
        "announcements": ["false", "true"],
        "specials": ["false", "true"],
        "solos": ["suits", "all"],
        "duty_solo": ["false", "true"],
        "schweinchen": ["false", "true"],
        "armut": ["false", "true"],
        "neunen": ["false", "true"],
        "karlchen_caught": ["false", "true"],
        "match_deals": ["4", "8", "12", "16", "20", "24"],
        "review_last": ["true", "false"],
    }


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"caller_ace": "alone", "wedding": "first_foreign_trick"}, {"caller_ace", "wedding=first_foreign_trick"}),
        ({"fuchsfang": "true", "specials": "true"}, {"fuchsfang", "specials=true"}),
        ({"neunen": "true", "no_nines": "true", "rules": "tournament"}, {"neunen", "no_nines=true"}),
        *[({name: "true"}, {name, "rules=page"}) for name in ("duty_solo", "schweinchen", "armut", "neunen")],
        *[({name: "true", "rules": "tournament"}, {name, "rules=tournament"}) for name in ("fuchsfang", "grossspiel")],
        ({"caller_ace": "alone", "rules": "tournament"}, {"caller_ace", "rules=tournament"}),
        ({"pay": "pairwise", "rules": "tournament"}, {"pay", "rules=tournament"}),
    ],
)
def test_contradictions_are_named(options: dict[str, object], names: set[str]) -> None:
    with pytest.raises(Refused) as refused:
        GAME.rules(options)
    assert refused.value.phrase.key == "error.doppelkopf.conflict"
    assert set(refused.value.phrase.args.values()) == names


def test_the_second_heart_ten_is_nothing_where_they_are_no_trumps() -> None:
    rules = GAME.rules({"tollen_second_beats_first": "true"})
    assert isinstance(rules, DoppelkopfRules)
    assert rules.contracts is CONTRACTS[0]


# -- tollen


def winner(trick: str, contract: str = "normal", **options: object) -> int:
    """Return which place of a trick wins; seat 1 leads."""
    *lying, last = trick.split()
    m = playing(dict.fromkeys(range(4), "C9 S9") | {0: last}, " ".join(lying), 1, contract, **options)
    do(m, f"0 play {last}")
    return (state(m).taker - 1) % 4


@pytest.mark.parametrize(
    ("trick", "contract", "options", "place"),
    [
        ("CQ HT D9 D9", "normal", {}, 0),
        ("CQ HT D9 D9", "normal", {"tollen": True}, 1),
        ("HT HT CQ D9", "normal", {"tollen": True}, 0),
        ("HT HT CQ D9", "normal", {"tollen": True, "tollen_second_beats_first": True}, 1),
        ("CQ HT D9 D9", "solo_s", {"tollen": True}, 1),
        ("HA HT D9 D9", "grossspiel", {"tollen": True, "grossspiel": True}, 0),
        ("HA CQ HT SJ", "solo_h", {"tollen": True}, 2),
        ("SA HT ST S9", "solo_d", {"tollen": True}, 1),
        ("CQ CQ D9 D9", "normal", {"tollen": True, "tollen_second_beats_first": True}, 0),
        ("HT HT HA HK", "normal", {}, 2),
    ],
)
def test_tollen(trick: str, contract: str, options: dict[str, object], place: int) -> None:
    assert winner(trick, contract, **options) == place


def test_heart_tens_are_no_hearts_where_they_are_trumps() -> None:
    assert plays(playing({2: "HT C9"}, "HA", tollen=True), 2) == ["C9", "HT"]
    assert plays(playing({2: "HT C9"}, "HA"), 2) == ["HT"]
    assert plays(playing({2: "HT C9"}, "D9", tollen=True), 2) == ["HT"]


# -- suit solos and Großspiel


@pytest.mark.parametrize(
    ("trick", "contract", "place"),
    [
        ("DA S9 DT D9", "solo_s", 1),  # spades are trump, diamonds are not
        ("CA CT SJ DA", "solo_s", 2),
        ("D9 DA S9 SA", "solo_d", 1),
        ("CA DQ CT SJ", "grossspiel", 3),
        ("CK CQ CT C9", "grossspiel", 2),
        ("CQ CK C9 C9", "grossspiel", 1),
        ("DJ CJ HJ SJ", "grossspiel", 1),
    ],
)
def test_solos(trick: str, contract: str, place: int) -> None:
    assert winner(trick, contract, grossspiel=True) == place


def test_grossspiel_is_forehands_and_ends_the_announcing() -> None:
    m = dealt("", CALLER, grossspiel=True)
    assert choices(m, 1) == ["grossspiel", "ok"]
    do(m, "1 ok")
    assert "grossspiel" not in choices(m, 2)
    m = dealt(CALLER, grossspiel=True)
    assert "grossspiel" in choices(m, 1)
    assert "ok" not in choices(m, 1)
    do(m, "1 grossspiel")
    s = state(m)
    assert (s.turn, s.phase.name, s.re, s.kontra) == (1, "play", 2, ALL & ~2)
    assert not any("grossspiel" in choices(all_or_one, 1) for all_or_one in (dealt(), dealt(CALLER)))


@pytest.mark.parametrize(("lead", "seat"), [("forehand", 1), ("soloist", 3)])
def test_who_leads_in_a_solo(lead: str, seat: int) -> None:
    m = dealt("", "", CALLER, solo_lead=lead)
    do(m, "1 ok", "2 ok", "3 solo C")
    assert state(m).turn == seat
    m = dealt("", "", CALLER, solo_lead=lead)
    do(m, "1 ok", "2 ok", "3 call_ace S")
    assert state(m).turn == 1


@pytest.mark.parametrize(("right", "may"), [("both_queens", False), ("anyone", True)])
def test_who_may_play_a_solo(right: str, may: bool) -> None:
    m = dealt(solo_right=right)
    assert ("solo C" in choices(m, 1)) is may
    assert "ok" in choices(m, 1)
    assert not [x for x in choices(m, 1) if x.startswith("call")]


def test_who_has_every_ace_must_play_alone() -> None:
    """§4: no ace is left that could find somebody."""
    assert choices(dealt("CQ CQ CA CA SA SA HA HA C9 S9 H9 D9"), 1) == ["solo C", "solo D", "solo H", "solo S"]


def test_nobody_has_to_trump_or_to_play_higher() -> None:
    """§5."""
    assert plays(playing({2: "DT HK C9"}, "SA"), 2) == ["C9", "DT", "HK"]
    assert plays(playing({2: "S9 SA C9"}, "SK"), 2) == ["S9", "SA"]
    assert plays(playing({2: "D9 CQ C9"}, "DJ"), 2) == ["CQ", "D9"]


def test_a_solo_of_anyone_goes_before_a_call() -> None:
    m = dealt(CALLER, solo_right="anyone")
    do(m, "1 call_ace S", "2 ok")
    assert state(m).phase.name == "announce"
    do(m, "3 solo C")
    s = state(m)
    assert (s.phase.name, s.declarer, s.re, s.kontra, s.turn) == ("play", 3, 8, 7, 1)
    assert s.game == "doppelkopf.game.solo_c"


# -- the partner


def ask(*moves: str, **options: object) -> tuple[int, int]:
    """Let seat 1 with both queens and a spade ace call the spades; return Re and Kontra after some moves."""
    m = dealt(BOTH, "SA CA CT CT CK CK C9 C9 ST ST HT HK", "S9 S9 SK SK HT HA H9 H9 D9 D9 SJ SJ", **options)
    do(m, "1 call_ace S", *moves)
    return state(m).re, state(m).kontra


def test_ones_own_ace_finds_nobody() -> None:
    assert ask("1 play SA") == (2, 0)
    assert ask("1 play SA", "2 play SA") == (2 | 4, 8 | 1)


def test_or_leaves_one_alone() -> None:
    assert ask("1 play SA", caller_ace="alone") == (2, ALL & ~2)
    assert ask("1 play HA", "2 play HK", "3 play HT", caller_ace="alone") == (2, 0)


def test_a_wedding_is_with_who_takes_the_first_foreign_trick() -> None:
    m = dealt(CALLER, wedding="first_foreign_trick")
    assert choices(m, 1) == ["solo C", "solo D", "solo H", "solo S", "wedding"]
    do(m, "1 wedding")
    s = state(m)
    assert (s.re, s.kontra) == (2, 0)
    s.zones = playing({1: "C9 SK", 2: "CA SK", 3: "C9 HK", 0: "CT HK"}).deal.zones
    do(m, "1 play C9", "2 play CA", "3 play C9", "0 play CT")
    assert (s.re, s.kontra) == (2 | 4, 8 | 1)


def test_after_three_tricks_nobody_is_left_for_a_wedding() -> None:
    m = dealt("CQ CQ SQ SQ HQ HQ CJ CJ SJ SJ HJ HJ", wedding="first_foreign_trick")
    do(m, "1 wedding")
    s = state(m)
    for n, card in enumerate(("CQ", "CQ", "SQ")):
        assert s.kontra == 0, n
        do(m, f"1 play {card}")
        for seat in (2, 3, 0):
            do(m, f"{seat} play {plays(m, seat)[0]}")
        assert s.taker == 1
    assert (s.re, s.kontra) == (2, ALL & ~2)


# -- money


def finished(re: int, points: tuple[int, ...], **options: object) -> tuple[int, ...]:
    s = state(all_ok(dealt(**options)))
    s.re, s.kontra, s.points = re, ALL & ~re, points
    for seat in range(4):
        s.zones[WON + 2 * seat] = b"\0" if points[seat] else b""
    return s.result().points


def test_who_pays_whom() -> None:
    assert finished(5, (121, 100, 0, 19)) == (1, -1, 1, -1)
    assert finished(5, (121, 100, 0, 19), pay="pairwise") == (2, -2, 2, -2)
    assert finished(1, (121, 100, 0, 19), pay="pairwise") == (3, -1, -1, -1)
    assert finished(1, (120, 100, 1, 19)) == (-3, 1, 1, 1)


@pytest.mark.parametrize(
    ("points", "units"),
    [((180, 60, 0, 0), 1), ((181, 59, 0, 0), 2), ((240, 0, 0, 0), 3), ((61, 179, 0, 0), 1), ((59, 181, 0, 0), 2)],
)
def test_schneider_and_schwarz(points: tuple[int, ...], units: int) -> None:
    re = finished(5, points)[0]
    assert re == (units if points[0] > 120 else -units)


@pytest.mark.parametrize(
    ("contract", "caught"), [("normal", True), ("solo_d", True), ("solo_c", False), ("grossspiel", False)]
)
def test_a_fox_is_paid_for_where_it_is_trump(contract: str, caught: bool) -> None:
    hands = {1: "DA S9", 2: "D9 S9", 3: "D9 C9", 0: "DJ C9"}
    for fox in (False, True):
        m = playing(hands, "", 1, contract, fuchsfang=fox, grossspiel=True)
        do(m, "1 play DA", "2 play D9", "3 play D9", "0 play DJ")
        assert state(m).foxes == ((4 * 1 + 0,) if fox and caught else ())


def test_a_fox_that_comes_home_is_none_that_was_caught() -> None:
    """§8."""
    m = playing({1: "DA S9", 2: "D9 S9", 3: "D9 C9", 0: "DT C9"}, "", 1, fuchsfang=True)
    do(m, "1 play DA", "2 play D9", "3 play D9", "0 play DT")
    assert (state(m).taker, state(m).foxes) == (1, ())


def test_a_fox_is_paid_for_by_parties_that_are_found_later() -> None:
    """§8: it falls before anybody knows who goes along, and is settled when all do."""
    m = dealt(BOTH.replace(" SA", " S9"), fuchsfang=True)
    do(m, "1 call_ace S")
    s = state(m)
    s.zones = playing({1: "CQ S9 CQ", 2: "DA SA", 3: "D9 S9", 0: "DT SA"}).deal.zones
    s.turn = 1
    do(m, "1 play CQ", "2 play DA", "3 play D9", "0 play DT")
    assert (s.foxes, s.re, s.kontra) == ((4 * 2 + 1,), 2, 0)
    s.re, s.kontra, s.points = 2 | 4, 8 | 1, (119, 121, 0, 0)
    assert s.result().points == (-1, 1, 1, -1)  # the owner goes along
    s.re, s.kontra = 2 | 8, 4 | 1
    assert s.result().points == (-1, 2, -2, 1)


def test_a_fox_among_partners_costs_nothing() -> None:
    s = state(all_ok(dealt(fuchsfang=True)))
    s.re, s.kontra, s.points = 3, 12, (121, 0, 119, 0)
    for seat in range(4):
        s.zones[WON + 2 * seat] = b"\0"
    s.foxes = (4 * 1 + 0,)
    assert s.result().points == (1, 1, -1, -1)
    s.foxes = (4 * 1 + 0, 4 * 2 + 0, 4 * 2 + 1)
    assert s.result().points == (2, 2, -3, -1)


# -- the rest


@pytest.mark.parametrize(("sharp", "tricks"), [(True, 10), (False, 12)])
def test_no_nines(sharp: bool, tricks: int) -> None:
    """§8: forty cards, ten tricks, and still 240 points."""
    m = Match(GAME, GAME.rules({"no_nines": sharp}), Source(SIM, 1))
    assert any(PACK.names[c].endswith("9") for c in m.rules.layout.deck) is not sharp
    at_random(m, quick(1))
    s = state(m)
    assert sum(len(s.zones[WON + 2 * seat]) for seat in range(4)) == 4 * tricks
    assert sum(s.points) == 240


@pytest.mark.parametrize("deals", ["4", "8"])
def test_how_long_a_match_is(deals: str) -> None:
    rules = GAME.rules({"match_deals": deals})
    ends = [GAME.winners(rules, Setup(n, 0, (0,) * 4), (5, 1, -7, 1)) for n in range(1, int(deals) + 1)]
    assert ends == [0] * (int(deals) - 1) + [1]
    assert GAME.winners(rules, Setup(int(deals), 0, (0,) * 4), (3, 3, -3, -3)) == 3


@pytest.mark.parametrize("review", [True, False])
def test_the_last_trick(review: bool) -> None:
    m = playing(dict.fromkeys(range(4), "C9 S9") | {1: "CA S9"}, review_last=review)
    do(m, "1 play CA", "2 play C9", "3 play C9", "0 play C9")
    assert PACK.write(state(m).last) == ("CA C9 C9 C9" if review else "")


def test_the_deal_moves_left_and_a_match_is_played_to_its_end() -> None:
    m = Match(GAME, GAME.rules(), Source(SIM, 3))
    dealers = [deal.setup.dealer for deal in deals_of(m, quick(3))]
    assert [(dealer - dealers[0]) % 4 for dealer in dealers] == [0, 1, 2, 3]
    assert sum(m.scores) == 0
    assert all((m.scores[seat] == max(m.scores)) == bool(m.winners >> seat & 1) for seat in range(4))
