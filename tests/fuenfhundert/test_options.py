"""Every option does what the sheet says (§8), and §6 and §7 do where no example looks."""

from __future__ import annotations

import itertools

import pytest

from fuenfhundert.positions import can_exchange, cards, dealt, declarable, do, plays, position, state
from moves import deals_of
from stich.games.fuenfhundert.rules import GAME
from stich.games.fuenfhundert.rules_cards import BOTTOM, DRAWN, HAND, OPTIONS, PACK, TALON
from stich.games.fuenfhundert.rules_declarations import APART, FROM_HAND
from stich.games.fuenfhundert.rules_state import Fuenfhundert
from stich.kernel.chance import quick
from stich.kernel.deal import Setup
from stich.kernel.match import SIM, Match, Source
from stich.kernel.state import OVER

FILLER = "C7 C8 C9 H7 H8 H9"


def test_names_and_values_are_those_of_the_sheet() -> None:
    assert {o.name: o.values for o in OPTIONS if o.kind == "choice"} == {
        "declare_limit": ["none", "french_seven", "under_six", "until_talon_out"],
        "declare_who": ["any", "leader"],
        "declare_count": ["unlimited", "one_per_turn"],
        "zero_rank": ["ranked", "equal"],
        "late_declaration": ["lapse", "allowed"],
        "false_declarations": ["penalise", "reject"],
        "auto_declare": ["false", "true"],
    }
    assert GAME.rules().options["target"] == "500"


# -- §6 due, pending, lapsed, dead


def test_what_is_not_declared_at_once_has_lapsed() -> None:
    m = dealt("CK CQ H7 H8", "D7 D8", "S9", "H9")
    assert declarable(m, 1) == ["KQ:C"]
    do(m, "1 play H8", "0 play D8")
    assert state(m).turn == 1
    assert declarable(m, 1) == []


def test_it_may_be_late_where_the_table_allows_it() -> None:
    m = dealt("CK CQ H7 H8", "D7 D8", "S9", "H9", late_declaration="allowed")
    do(m, "1 play H8", "0 play D8")
    assert declarable(m, 1) == ["KQ:C"]


def test_a_lapsed_combination_leaves_its_cards_for_another_one() -> None:
    m = dealt("CK CQ CJ CT H8", "D7 D8", "S9", "CA")
    do(m, "1 play H8", "0 play D8")
    assert declarable(m, 1) == ["SEQ:C"]
    s = do(m, "1 declare SEQ:C")
    assert s.declared == (0, 120)
    assert s.used == cards("CA CK CQ CJ CT")


def test_to_win_ones_own_card_completes_nothing() -> None:
    m = dealt("CK CQ H7", "C8 H8", "S9", "H9 D9")
    do(m, "1 play CK", "0 play C8")
    assert declarable(m, 1) == []


def test_who_has_two_with_one_card_chooses_and_the_other_is_dead() -> None:
    m = position("SJ DQ DK H7", talon=4, trump="C")
    assert declarable(m) == ["KQ:D", "SJDQ"]
    do(m, "0 declare SJDQ")
    assert declarable(m) == []
    s = do(m, "0 declare KQ:D")
    assert s.fined == (20, 0)


def test_a_card_that_is_won_completes_a_combination() -> None:
    m = dealt("CK H8 HA", "CQ D8", "S9", "H9 D9")
    do(m, "1 play CK", "0 play CQ")
    assert declarable(m, 1) == ["KQ:C"]
    s = do(m, "1 declare KQ:C")
    assert s.total(1) == 20 + 4 + 3


def test_the_follower_declares_before_playing() -> None:
    m = dealt("H8", "CK CQ", "S9")
    do(m, "1 play H8")
    assert "KQ:C" in declarable(m, 0)


# -- §6 the trump seven


def test_the_seven_is_exchanged_once() -> None:
    m = dealt("S7", "", "SA")
    assert can_exchange(m, 1)
    assert "T7" not in declarable(m, 1)
    s = do(m, "1 exchange")
    assert (PACK.write(s.zones[BOTTOM]), s.total(1)) == ("S7", 10)
    assert not can_exchange(m, 1)
    assert cards("SA")[0] in s.hand(1)


def test_the_card_that_is_taken_makes_combinations_new() -> None:
    m = dealt("S7 SQ H8", "D8", "SK", "H9")
    do(m, "1 play H8", "0 play D8")  # nothing was declared: what lies in the hand is no news
    assert declarable(m, 1) == []
    do(m, "1 exchange")
    assert declarable(m, 1) == ["KQ:S"]


def test_the_holder_of_the_seven_may_declare_it_when_the_talon_ends() -> None:
    for hand, won in (("S7 C9", ""), ("C9", "S7")):
        assert declarable(position(hand, won=won)) == ["T7"]
        assert declarable(position(hand, won=won, talon=2)) == []
        assert declarable(position(hand, won=won, used="S7")) == []
    m = position("S7 C9 C8", "H7 H8 H9")
    do(m, "0 play C9")
    assert state(m).seven_open == 2
    do(m, "1 play H7")
    assert declarable(m) == []  # the player did not


def test_the_turned_seven_is_declared_by_the_player_who_draws_it() -> None:
    m = position("C8 C9", "H7 H8", talon=2, bottom="S7")
    s = state(m)
    assert not can_exchange(m)
    do(m, "0 play C9", "1 play H8")
    assert s.hand(1) == cards("S7 H7")
    do(m, f"0 play {plays(m)[0]}")
    assert declarable(m, 1) == ["T7"]


# -- limits, one by one and together


@pytest.mark.parametrize(
    ("limit", "talon", "held", "may"),
    [
        ("none", 2, 8, True),
        ("none", 0, 2, True),
        ("french_seven", 2, 8, True),
        ("french_seven", 0, 8, True),
        ("french_seven", 0, 7, False),
        ("under_six", 2, 8, False),
        ("under_six", 0, 6, False),
        ("under_six", 0, 5, True),
        ("until_talon_out", 2, 8, True),
        ("until_talon_out", 0, 8, False),
    ],
)
def test_limits(limit: str, talon: int, held: int, may: bool) -> None:
    hand = f"DK DQ {FILLER}".split()[:held]
    m = position(" ".join(hand), talon=talon, declare_limit=limit)
    assert declarable(m) == (["KQ:D"] if may else [])


def test_what_a_limit_forbids_waits() -> None:
    """Nothing may be declared before fewer than six are held, and then all that is complete is due."""
    m = position("DK DQ C9 C8 C7 H7", "SA ST SK H8 H9 HJ", declare_limit="under_six")
    assert declarable(m) == []
    do(m, "0 play H7", "1 play HJ", "1 play SA")
    assert declarable(m) == ["KQ:D"]
    do(m, "0 play C9", "1 play ST")
    assert declarable(m) == []  # it lapsed


def test_only_the_leader_and_then_what_waited() -> None:
    m = dealt("H8 HJ", "CK CQ H9 DA", "S9", "D7 D8 D9 DJ", declare_who="leader")
    do(m, "1 play H8")
    assert declarable(m, 0) == []
    do(m, "0 play H9")
    assert declarable(m, 0) == ["KQ:C"]
    do(m, "0 play DA", "1 play HJ")
    assert declarable(m, 0) == []


def test_drawn_cards_lie_apart_till_one_may_declare() -> None:
    m = position("CK C7 H7", "HA SA H8", talon=6, declare_who="leader")
    s = state(m)
    s.zones[TALON] = PACK.read("H9 D8 D7 CQ HT")  # the last one is drawn first
    do(m, "0 play C7", "1 play HA")
    assert s.zones[DRAWN] == cards("CQ")
    do(m, "1 play SA")
    assert declarable(m, 0) == []
    assert {PACK.write(a.cards): a.to for a in s.legal(0)} == {"CK": FROM_HAND, "H7": FROM_HAND, "CQ": APART}
    do(m, "0 play H7")
    assert s.zones[DRAWN] == cards("CQ D8")
    do(m, "1 play H8", "0 play CK")
    assert declarable(m, 0) == ["KQ:C"]
    do(m, "0 play D8")
    assert s.zones[DRAWN] == b""


def test_one_a_turn_and_then_the_next() -> None:
    m = dealt("CK CQ DK DQ HA", "H8", "S9", "H9", declare_count="one_per_turn")
    assert declarable(m, 1) == ["KQ:C", "KQ:D"]
    do(m, "1 declare KQ:C")
    assert declarable(m, 1) == []
    do(m, "1 play HA", "0 play H8")
    assert declarable(m, 1) == ["KQ:D"]
    do(m, "1 play H9", f"0 play {plays(m, 0)[0]}")
    s = state(m)
    while s.turn == 0:
        do(m, f"0 play {plays(m, 0)[0]}")
    assert declarable(m, 1) == []


def test_limits_combine() -> None:
    m = position(f"DK DQ {FILLER}", talon=0, trick="HT", declare_limit="french_seven", declare_who="leader")
    assert declarable(m) == []
    m = position("DK DQ CK CQ C9", declare_limit="under_six", declare_count="one_per_turn")
    do(m, "0 declare KQ:D")
    assert declarable(m) == []


def test_the_exchange_is_no_declaration() -> None:
    m = position("S7 C9", talon=4, bottom="SA", declare_limit="under_six", declare_who="leader", trick="H7")
    assert can_exchange(m)


# -- the other options


@pytest.mark.parametrize(
    ("zero", "lead", "follow", "winner"),
    [("ranked", "D8", "C9", 1), ("equal", "D8", "C9", 0), ("equal", "D9", "C8", 0), ("equal", "D9", "CJ", 1)],
)
def test_nothings(zero: str, lead: str, follow: str, winner: int) -> None:
    m = position(f"{lead} HA", f"{follow} HK", talon=4, zero_rank=zero)
    assert do(m, f"0 play {lead}", f"1 play {follow}").turn == winner


def test_without_a_talon_nothings_rank_again() -> None:
    m = position("D8 HA", "D9 HK", zero_rank="equal")
    assert do(m, "0 play D8", "1 play D9").turn == 1


@pytest.mark.parametrize(("target", "over"), [("300", True), ("500", False), ("1000", False)])
def test_target(target: str, over: bool) -> None:
    m = position("CA SA HA DA C7", talon=4, deal=2, scores=(210, 0), target=target)
    do(m, "0 declare A4")
    assert m.over is over


def test_the_table_declares_the_best_set() -> None:
    m = position("SJ DQ DK HK CK SK C9", talon=4, trump="C", auto_declare=True)
    assert declarable(m) == []
    s = do(m, "0 play C9")
    assert s.declared == (100, 0)  # four kings and jack with queen, no king with queen
    m = position("SJ DQ DK HK CK SK C9", talon=4, trump="C", auto_declare=True, declare_count="one_per_turn")
    assert do(m, "0 play C9").declared == (60, 0)


def test_what_the_table_leaves_for_the_next_turn_lies_apart() -> None:
    m = position("DK DQ CK CQ C9", talon=4, auto_declare=True, declare_count="one_per_turn")
    s = state(m)
    s.settled = 3
    s.zones[HAND], s.zones[DRAWN] = cards("DK CK C9"), cards("DQ CQ")
    to = {PACK.write(a.cards): a.to for a in s.legal(0)}
    assert to["C9"] == to["CK"] == to["CQ"] - APART > 0
    do(m, "0 play C9")
    assert (s.declared, s.zones[DRAWN]) == ((20, 0), cards("DQ CQ"))


def test_the_table_declares_up_to_the_end() -> None:
    m = position("DK DQ C9 CK CQ", talon=4, auto_declare=True, deal=2, scores=(485, 0))
    s = do(m, "0 play C9")
    assert m.over
    assert m.scores == (505, 0)
    assert s.zones[2] == b""


# -- §7 the end


def test_the_first_deal_is_played_to_its_end() -> None:
    m = position("CA SA HA DA C7", talon=4, deal=1, scores=(450, 0))
    do(m, "0 declare A4")
    assert m.deal.phase is not OVER


def test_card_points_end_it_too_but_nothing_does_not() -> None:
    m = position("CA C7", "C8 H8", deal=2, scores=(495, 495), talon=0)
    do(m, "0 play CA")
    assert not m.over
    do(m, "1 play C8")
    assert m.over
    assert m.scores == (506, 495)
    m = position("C9 C7", "C8 H8", deal=2, scores=(500, 500), talon=0)
    do(m, "0 play C9", "1 play C8")
    assert not m.over


def test_of_two_beyond_the_target_the_higher_total_wins() -> None:
    m = position("CA C7", "C8 H8", deal=2, scores=(560, 560), talon=0)
    do(m, "0 declare KQ:D", "0 play CA", "1 play C8")
    assert m.scores == (551, 560)
    assert m.winners == 2
    assert m.sheets[-1].result.headline.args == {"seat": 1, "n": 560}


@pytest.mark.parametrize(
    ("scores", "winners"), [((499, 480), 0), ((500, 480), 1), ((510, 640), 2), ((510, 510), 0), ((-20, 500), 2)]
)
def test_who_has_won(scores: tuple[int, int], winners: int) -> None:
    assert GAME.winners(GAME.rules(), Setup(1, 0, (0, 0)), scores) == winners


def test_a_match_costs_one_unit() -> None:
    assert GAME.stakes(GAME.rules(), (510, 480), 1) == (1, -1)
    assert GAME.stakes(GAME.rules(), (410, 500), 2) == (-1, 1)


def test_false_declarations_may_lead_below_zero() -> None:
    m = position("C9 C8", talon=4)
    do(m, "0 declare A4", "0 declare SEQ:S")
    s = state(m)
    assert s.total(0) == -340
    lines = {line.key.rpartition(".")[2]: (line.n, line.count) for line in s.result().why if line.seat == 0}
    assert lines["false"] == (-340, 2)


def test_the_sheet_has_a_line_for_each_kind() -> None:
    m = position("CK CQ SK SQ SJ DQ HA", talon=4)
    s = do(m, "0 declare KQ:C", "0 declare KQ:S", "0 declare SJDQ")
    lines = {line.key.rpartition(".")[2]: (line.n, line.count) for line in s.result().why if line.seat == 0}
    assert lines == {"kq": (60, 2), "sjdq": (40, 1)}


def test_a_match_is_played_to_its_end() -> None:
    m = Match(GAME, GAME.rules({"auto_declare": True}), Source(SIM, 5))
    dealers = [deal.setup.dealer for deal in deals_of(m, quick(5))]
    assert all(a != b for a, b in itertools.pairwise(dealers))
    assert max(m.scores) >= 500
    assert m.winners == 1 << m.scores.index(max(m.scores))


def test_the_deal() -> None:
    """§3: eight each, forehand first; the seventeenth lies under the other fifteen, of which the next one is drawn."""
    s = dealt("", "", "S9", "HA HK").deal
    assert isinstance(s, Fuenfhundert)
    assert (s.turn, len(s.hand(0)), len(s.hand(1)), len(s.zones[TALON])) == (1, 8, 8, 15)
    assert PACK.write(s.zones[BOTTOM]) == "S9"
    assert PACK.write(s.zones[TALON][:-3:-1]) == "HA HK"
    assert s.zones[DRAWN] == b""
