"""§4, §6: after the last trick both may declare what it has completed, its winner first."""

from __future__ import annotations

import pytest

from fuenfhundert.positions import cards, declarable, do, position, state
from moves import refused
from stich.games.fuenfhundert.beginner import Beginner
from stich.games.fuenfhundert.club import Club
from stich.games.fuenfhundert.expert import Expert
from stich.games.fuenfhundert.rules import GAME
from stich.games.fuenfhundert.rules_cards import DRAWN, EACH, HAND
from stich.games.fuenfhundert.rules_phases import CLOSE
from stich.games.fuenfhundert.rules_state import Fuenfhundert
from stich.kernel.chance import quick
from stich.kernel.match import Match
from stich.kernel.state import OVER
from stich.kernel.view import view


def last_trick(won: str = "CA DA", lead: str = "SA", follow: str = "HA", **options: object) -> Match:
    """Return a match in which seat 0 has led to the last trick and taken it."""
    m = position(lead, follow, won=won, **options)  # type: ignore[arg-type]
    do(m, f"0 play {lead}", f"1 play {follow}")
    return m


def test_four_aces_that_the_last_trick_completes_win_the_match() -> None:
    m = last_trick(deal=2, scores=(410, 380))
    assert declarable(m) == ["A4"]
    assert not m.over
    do(m, "0 declare A4")
    assert m.over
    assert m.scores == (410 + 22 + 100, 380)
    assert m.winners == 1


def test_who_has_nothing_to_declare_is_not_asked() -> None:
    m = last_trick(won="CA")
    assert m.deal.phase is OVER
    assert m.sheets[-1].result.points == (22, 0)


def test_what_has_lapsed_before_is_not_due_again() -> None:
    m = last_trick(won="CA DA CK CQ")
    assert declarable(m) == ["A4"]


def test_the_trump_seven_in_the_last_trick() -> None:
    m = last_trick(won="", follow="S7")
    s = do(m, "0 declare T7")
    assert s.phase is OVER
    assert s.declared == (10, 0)


def test_done_gives_up_the_rest_and_only_then() -> None:
    m = position("SA H7", "HA H8", won="CA DA")
    assert refused(m, "0 done").key == "error.verb"
    m = last_trick()
    s = do(m, "0 done")
    assert s.phase is OVER
    assert s.declared == (0, 0)


def test_a_card_counts_in_one_combination_after_the_last_trick_too() -> None:
    m = last_trick(won="DK HK CK DJ", lead="SK", follow="DQ")
    assert declarable(m) == ["KQ:D"]
    m = last_trick(won="CQ SQ HQ SJ", lead="ST", follow="DQ")
    assert declarable(m) == ["Q4", "SJDQ"]
    s = do(m, "0 declare SJDQ")
    assert s.phase is OVER  # the queen is used up
    assert s.declared == (40, 0)


def test_the_winner_is_asked_first_then_the_other() -> None:
    m = waiting_on_both(late_declaration="allowed")
    s = state(m)
    assert (s.phase, s.turn) == (CLOSE, 0)
    assert refused(m, "1 declare KQ:C").key == "error.not_your_turn"
    do(m, "0 declare A4")
    assert (s.phase, s.turn) == (CLOSE, 1)
    do(m, "1 declare KQ:C")
    assert s.phase is OVER
    assert s.declared == (100, 20)


def waiting_on_both(**options: object) -> Match:
    """Return a match in which the winner of the last trick has four aces, the other one king and queen of clubs."""
    m = position("SA", "HA", won="CA DA C9 S7", used=USED, **options)  # type: ignore[arg-type]
    do(m, "0 play SA", "1 play HA")
    return m


USED = "DK DQ HK HQ SK SQ CT DT HT ST SJ DJ HJ CJ S7"  # of the other one's cards, all but king and queen of clubs


def test_a_total_that_reaches_the_target_ends_it_before_the_other_is_asked() -> None:
    m = waiting_on_both(late_declaration="allowed", deal=2, scores=(410, 480))
    do(m, "0 declare A4")
    assert m.over
    assert m.winners == 1
    m = waiting_on_both(late_declaration="allowed", deal=1, scores=(410, 480))
    do(m, "0 declare A4")
    assert not m.over  # the first deal is played to its end
    do(m, "1 declare KQ:C")
    assert m.winners == 1


def test_points_of_the_last_trick_that_reach_the_target_leave_nothing_to_declare() -> None:
    m = last_trick(deal=2, scores=(480, 380))
    assert m.over
    assert m.scores == (502, 380)


@pytest.mark.parametrize(
    ("options", "may"),
    [
        ({"declare_limit": "french_seven"}, []),
        ({"declare_limit": "until_talon_out"}, []),
        ({"declare_limit": "under_six"}, ["A4"]),
        ({"declare_who": "leader"}, ["A4"]),
        ({"declare_count": "one_per_turn"}, ["A4"]),
        ({"late_declaration": "allowed"}, ["A4"]),
    ],
)
def test_limits_hold_there_too(options: dict[str, object], may: list[str]) -> None:
    m = last_trick(won="CA DA", used=f"{USED} CK CQ", **options)  # type: ignore[arg-type]
    assert declarable(m) == may
    assert (m.deal.phase is OVER) is (not may)


def test_only_the_winner_where_only_the_leader_declares() -> None:
    m = waiting_on_both(late_declaration="allowed", declare_who="leader")
    assert do(m, "0 declare A4").phase is OVER


def test_one_each_where_one_may_be_declared_in_a_turn() -> None:
    used = USED.replace("DK DQ ", "")
    m = position("SA", "HA", won="CA DA CK CQ DK DQ", declare_count="one_per_turn", used=used)
    s = do(m, "0 declare KQ:C", "0 play SA", "1 play HA")
    assert declarable(m) == ["A4", "KQ:D"]
    do(m, "0 declare A4")
    assert s.phase is OVER
    assert s.declared == (120, 0)


def test_what_one_could_not_declare_yet_waits_for_it() -> None:
    """One a turn: the loser of the last trick, who declared one pair in their last turn, has another one left."""
    m = position("SA", "HA", won="S7 C9", declare_count="one_per_turn", used=USED.replace("DK DQ ", ""))
    s = state(m)
    do(m, "0 play SA")
    assert declarable(m, 1) == ["KQ:C", "KQ:D"]
    do(m, "1 declare KQ:D", "1 play HA")
    assert (s.phase, s.turn) == (CLOSE, 1)
    assert declarable(m, 1) == ["KQ:C"]
    do(m, "1 declare KQ:C")
    assert s.phase is OVER
    assert s.declared == (0, 40)


def test_the_table_declares_there_too() -> None:
    m = last_trick(used=f"{USED} CK CQ", auto_declare="true")
    s = state(m)
    assert s.phase is OVER
    assert s.declared[0] == 100
    m = last_trick(used=f"{USED} CK CQ", auto_declare="true", deal=2, scores=(410, 380))
    assert m.over
    assert m.winners == 1


def test_a_false_declaration_costs_there_too() -> None:
    m = last_trick()
    s = do(m, "0 declare SEQ:H")
    assert (s.fined, s.phase, s.turn) == ((120, 0), CLOSE, 0)
    assert declarable(m) == ["A4"]
    m = last_trick(false_declarations="reject")
    assert refused(m, "0 declare SEQ:H").key == "error.fuenfhundert.incomplete"
    assert refused(m, "0 exchange").key == "error.fuenfhundert.no_talon"


@pytest.mark.parametrize("bot", [Club(), Expert(10)])
def test_bots_declare_there(bot: Club | Expert) -> None:
    m = last_trick(won="CQ SQ HQ SJ", lead="ST", follow="DQ")
    legal = m.deal.legal(0)
    assert GAME.write(m.rules, bot.choose(view(m.deal, 0), legal, quick(1))) in ("declare Q4", "declare SJDQ")


def test_a_beginner_may_overlook_it() -> None:
    m = last_trick()
    chosen = {GAME.write(m.rules, Beginner().choose(view(m.deal, 0), m.deal.legal(0), quick(n))) for n in range(40)}
    assert chosen == {"declare A4", "done"}


def test_nobody_learns_anything_from_being_asked() -> None:
    """All cards have been seen by then: both know who has what."""
    s = state(last_trick())
    assert isinstance(s, Fuenfhundert)
    for seat in (0, 1):
        assert s.zones[HAND + EACH * seat] == s.zones[DRAWN + EACH * seat] == b""
        assert view(s, seat).seen.legal(0) == s.legal(0)
    assert cards("HA")[0] in s.zones[5]
