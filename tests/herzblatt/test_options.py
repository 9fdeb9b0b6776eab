"""Every option of the sheet does what its line says, in each of its values."""

from __future__ import annotations

import pytest

from herzblatt.positions import at_play, choices, do, refused, rules, start, state
from stich.games.herzblatt.rules import (
    ASIDE,
    EACH,
    GAME,
    HAND,
    LOTS,
    NAMES,
    OPTIONS,
    STOCK,
    STOCK_PHASE,
    VOLUNTEER,
    WON,
)
from stich.kernel.action import Refused
from stich.kernel.chance import quick
from stich.kernel.game import Option
from stich.kernel.match import SIM, Match, Source
from stich.kernel.state import OVER, Setup


def test_the_first_values_are_the_sheet_s_defaults() -> None:
    assert rules().options == {
        "declarer_selection": "volunteer_in_turn",
        "no_volunteer": "forehand_must",
        "agree_rounds": "2",
        "fixed_seat": "0",
        "two_player_pack": "p20_nine",
        "four_player_pack": "p26_six",
        "must_trump": "false",
        "must_overtrump": "false",
        "first_lead": "forehand",
        "settlement": "pay_multiple",
        "stake": "1",
        "match_deals": "0",
        "show_running_points": "true",
    }


# -- §2 packs


@pytest.mark.parametrize(
    ("seats", "options", "pack", "each", "stock"),
    [
        (2, {}, 20, 9, 2),
        (2, {"two_player_pack": "p22_ten"}, 22, 10, 2),
        (2, {"two_player_pack": "p20_ten_no_stock"}, 20, 10, 0),
        (3, {}, 26, 8, 2),
        (4, {}, 26, 6, 2),
        (4, {"four_player_pack": "p32_six_stock8"}, 32, 6, 8),
        (4, {"four_player_pack": "p30_seven"}, 30, 7, 2),
    ],
)
def test_packs(seats: int, options: dict[str, str], pack: int, each: int, stock: int) -> None:
    how = rules(seats, **options)
    s = state(start(how))
    assert (len(how.layout.deck), {len(s.hand(i)) for i in range(seats)}) == (pack, {each})
    assert len(s.zones[STOCK]) == stock
    assert sum(rules_worth(c) for c in how.layout.deck) == 120


def rules_worth(c: int) -> int:
    return {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(NAMES[c][1], 0)


def test_thirty_cards_lack_two_red_sevens() -> None:
    deck = rules(4, four_player_pack="p30_seven").layout.deck
    assert {name for face, name in enumerate(NAMES) if face not in deck} == {"D7", "H7"}


def test_without_a_stock_its_phase_is_skipped() -> None:
    m = start(rules(2, two_player_pack="p20_ten_no_stock"))
    assert do(m, "1 yes").phase.name == "play"


# -- §4.1 who declares


def test_volunteers_are_asked_in_turn_and_the_first_one_declares() -> None:
    m = start(rules(), dealer=1)
    assert (state(m).turn, choices(m, 2)) == (2, ["yes", "no"])
    s = do(m, "2 no", "0 yes")
    assert (s.declarer, s.turn, s.phase, s.refused) == (0, 0, STOCK_PHASE, 0b100)


def test_nobody_volunteers_forehand_must() -> None:
    assert do(start(rules()), "1 no", "2 no", "0 no").declarer == 1


def test_nobody_volunteers_and_the_next_one_deals_again() -> None:
    m = start(rules(no_volunteer="redeal", match_deals=1))
    s = do(m, "1 no", "2 no", "0 no")
    assert s.phase is OVER
    assert s.result().again
    assert not m.over
    m.next_deal()
    assert m.setup.dealer == 1
    m = Match(GAME, rules(no_volunteer="redeal"), Source(SIM, 4))
    before = m.setup.dealer
    for _ in range(3):
        m.act(m.deal.turn, GAME.read(m.rules, "no"))
    m.next_deal()
    assert m.setup.dealer == (before + 1) % 3


def test_nobody_volunteers_and_lots_are_drawn() -> None:
    how = rules(no_volunteer="random")
    drawn = []
    for seed in range(90):
        m = Match(GAME, how, Source(SIM, seed))
        lots = m.deal.zones[LOTS]
        assert sorted(how.layout.pack.write(lots).split()) == ["L0", "L1", "L2"]
        for _ in range(3):
            m.act(m.deal.turn, GAME.read(m.rules, "no"))
        s = state(m)
        assert how.layout.pack.names[lots[-1]] == f"L{s.declarer}"
        drawn.append((s.declarer - s.forehand()) % 3)
    assert min(drawn.count(i) for i in range(3)) > 15


def test_forehand_declares_in_rotation() -> None:
    for dealer in range(3):
        assert state(start(rules(declarer_selection="rotating"), dealer)).declarer == (dealer + 1) % 3


def test_lots_decide_at_random() -> None:
    how = rules(4, declarer_selection="random")
    drawn = [state(Match(GAME, how, Source(SIM, seed))).declarer for seed in range(120)]
    assert min(drawn.count(seat) for seat in range(4)) > 15


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_fixed_seat_declares_always(seat: int) -> None:
    how = rules(declarer_selection="fixed_seat", fixed_seat=seat)
    assert {state(start(how, dealer)).declarer for dealer in range(3)} == {seat}


def test_agreement_needs_everybody() -> None:
    m = start(rules(declarer_selection="agreement"))
    assert [m.deal.must(), choices(m, 2)] == [0b111, ["nominate 0", "nominate 1", "nominate 2"]]
    s = do(m, "2 nominate 0")
    assert (s.proposed, s.must()) == (0, 0b011)
    s = do(m, "1 yes", "0 yes")
    assert (s.declarer, s.phase) == (0, STOCK_PHASE)


def test_without_agreement_volunteers_are_asked() -> None:
    for n in (1, 2, 3):
        m = start(rules(declarer_selection="agreement", agree_rounds=n))
        for _ in range(n):
            assert m.deal.phase.name == "propose"
            s = do(m, "0 nominate 2", "2 no", "1 yes")
            assert s.refused in (0b100, 0)
        assert (s.phase, s.turn, s.refused) == (VOLUNTEER, 1, 0)
        assert do(m, "1 no", "2 no", "0 no").declarer == 1


# -- §4.2 and §4.3


def test_what_is_taken_is_laid_away_again() -> None:
    m = start(rules(4, four_player_pack="p32_six_stock8"))
    s = do(m, "1 yes", "1 take")
    assert (len(s.hand(1)), s.due(), s.took) == (14, 8, 1)
    mine = s.layout.pack.write(s.hand(1)).split()
    do(m, f"1 discard {mine[0]}", f"1 discard {' '.join(mine[1:8])}")  # one by one, or all that are due
    assert (len(s.hand(1)), len(s.zones[ASIDE + EACH]), s.phase.name) == (6, 8, "play")


@pytest.mark.parametrize(("value", "leads"), [("forehand", 1), ("declarer", 0)])
def test_first_lead(value: str, leads: int) -> None:
    s = do(start(rules(first_lead=value)), "1 no", "2 no", "0 yes", "0 leave")
    assert s.turn == s.leader == leads


# -- §5


@pytest.mark.parametrize(
    ("options", "trick", "hand", "allowed"),
    [
        ({}, "SK", "HT D9 CA", "HT D9 CA"),
        ({"must_trump": True}, "SK", "HT D9 CA", "HT"),
        ({"must_trump": True}, "SK", "D9 CA", "D9 CA"),
        ({"must_trump": True}, "SK HQ", "HT HJ CA", "HT HJ"),
        ({"must_trump": True, "must_overtrump": True}, "SK HQ", "HT HJ CA", "HT"),
        ({"must_trump": True, "must_overtrump": True}, "SK HA", "HT HJ CA", "HT HJ"),
        ({"must_trump": True, "must_overtrump": True}, "HQ", "HT HJ CA", "HT HJ"),  # a led heart is only followed
        ({}, "HQ", "HT HJ CA", "HT HJ"),
    ],
)
def test_duties(options: dict[str, bool], trick: str, hand: str, allowed: str) -> None:
    m = at_play(rules(**options), ["", "", hand], trick, turn=2)
    assert sorted(choices(m, 2)) == sorted(f"play {card}" for card in allowed.split())


# -- §6


@pytest.mark.parametrize(
    ("n", "pays", "tops"), [(66, 1, 1), (120, 1, 1), (65, -2, -1), (31, -2, -1), (30, -3, -2), (0, -3, -2)]
)
def test_settlement_and_stake(n: int, pays: int, tops: int) -> None:
    for value, share in (("pay_multiple", pays), ("top_up", tops)):
        for seats in (2, 3, 4):
            s = state(at_play(rules(seats, settlement=value, stake=5), [""] * seats, declarer=1))
            s.points = tuple(n if seat == 1 else 120 - n for seat in range(seats))
            s.phase = OVER
            points = s.result().points
            assert points[1] == 5 * share * (seats - 1)
            assert {points[seat] for seat in range(seats) if seat != 1} == {-5 * share}
            assert sum(points) == 0


def test_what_lies_aside_or_was_left_counts_for_the_declarer() -> None:
    m = at_play(rules(match_deals=9), ["SA", "S9", "SJ"], turn=0, declarer=1, stock="HA HT")
    s = state(m)
    s.points = (40, 44, 40)
    s = do(m, "0 play SA", "1 play S9", "2 play SJ")
    assert s.points == (53, 65, 53)
    assert s.zones[STOCK] == b""
    assert "HA" in s.layout.pack.write(s.zones[WON + EACH])


# -- §7


@pytest.mark.parametrize(("value", "seats", "deals"), [(0, 2, 2), (0, 3, 3), (0, 4, 4), (1, 3, 1), (5, 2, 5)])
def test_a_match_has_so_many_deals(value: int, seats: int, deals: int) -> None:
    m = Match(GAME, rules(seats, match_deals=value), Source(SIM, 7))
    chance = quick(5)
    while True:
        while m.deal.must():
            acts = m.deal.legal(m.deal.actor())
            m.act(m.deal.actor(), acts[chance.below(len(acts))])
        if m.over:
            break
        m.next_deal()
    assert len(m.sheets) == deals
    best = max(m.scores)
    assert m.winners == sum(1 << seat for seat, n in enumerate(m.scores) if n == best)


def test_deals_thrown_in_do_not_count() -> None:
    m = start(rules(no_volunteer="redeal", match_deals=2))
    do(m, "1 no", "2 no", "0 no")
    result = m.sheets[-1].result
    assert (result.carry, GAME.following(m.rules, m.setup, result, m.scores, quick(1)).carry) == ((0,), (0,))
    assert GAME.winners(m.rules, Setup(2, 1, (0, 0, 0), (0,)), (2, -1, -1)) == 0
    assert GAME.winners(m.rules, Setup(4, 1, (0, 0, 0), (1,)), (2, 2, -4)) == 0b011


@pytest.mark.parametrize(("value", "kind"), [("true", "number"), ("false", "plain")])
def test_show_running_points(value: str, kind: str) -> None:
    assert {f.kind for f in rules(show_running_points=value).layout.facts if f.name == "points"} == {kind}


# -- what does not go together


def test_overtrumping_without_trumping_is_refused_by_name() -> None:
    with pytest.raises(
        Refused, match=r"error\.herzblatt\.overtrump_alone: option='must_overtrump', other='must_trump'"
    ):
        rules(must_overtrump=True)


def test_a_fixed_seat_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(Refused, match=r"error\.herzblatt\.no_such_seat: value='3', n=3"):
        rules(3, declarer_selection="fixed_seat", fixed_seat=3)
    assert rules(4, declarer_selection="fixed_seat", fixed_seat=3).fixed == 3
    assert rules(3, fixed_seat=3).selection == "volunteer_in_turn"  # says nothing where nobody is fixed


@pytest.mark.parametrize("option", OPTIONS, ids=lambda o: o.name)
def test_other_values_are_refused_with_those_there_are(option: Option) -> None:
    with pytest.raises(Refused, match=rf"error\.option_value: option='{option.name}', value='nonsense', allowed="):
        GAME.rules({option.name: "nonsense"})


@pytest.mark.parametrize("seats", [1, 5])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(Refused, match=rf"error\.seats: n={seats}, allowed='2 3 4'"):
        GAME.rules({}, seats)


def test_a_lot_cannot_be_played() -> None:
    m = start(rules(declarer_selection="random"))
    do(m, f"{state(m).declarer} leave")
    assert refused(m, f"{state(m).turn} play L0").phrase.key == "error.not_held"
    assert HAND > LOTS
