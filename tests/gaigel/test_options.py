"""Every option of the sheet does what its line says, in each of its values; and what it says of sides and melds."""

from __future__ import annotations

import pytest

from gaigel.positions import do, hand, position, rules, start, state
from moves import choices, deals_of, refused
from stich.bots import bot
from stich.games.gaigel.rules import GAME
from stich.games.gaigel.rules_cards import EACH, PAIR, TALON, TRICK, TURNUP
from stich.games.gaigel.rules_phases import OPEN, STRICT
from stich.kernel.action import Action, Refused
from stich.kernel.chance import quick
from stich.kernel.deal import Setup
from stich.kernel.match import SIM, Match, Source
from stich.kernel.state import OVER
from stich.kernel.view import view

CARDS = "CJ DJ CJ DJ SJ"  # that lie in the talon


def test_the_first_values_are_the_sheet_s_defaults() -> None:
    assert rules().options == {
        "low_card": "9",
        "deal_size": "6",
        "direction": "cw",
        "stop": "auto",
        "overtrump": "false",
        "higher_after_trump": "false",
        "exchange_timing": "own_turn",
        "meld_when": "on_lead",
        "meld_after_talon": "true",
        "last_trick": "10",
        "show_totals": "true",
        "match_games": "1",
    }


# -- §1 sides


@pytest.mark.parametrize(("seats", "sides"), [(2, [1, 2]), (3, [1, 2, 4]), (4, [5, 10, 5, 10])])
def test_partners_sit_opposite_at_four(seats: int, sides: list[int]) -> None:
    assert rules(seats).side == sides


def test_partners_count_together_and_need_only_one_trick() -> None:
    m = position(["SA C9", "S9 CA", "SJ HK HQ", "SQ CK"], talon="CJ DJ CJ DJ SJ CQ DQ", turnup="HT")
    assert not any("meld" in choice for choice in choices(m, 0))
    s = do(m, "0 play SA", "1 play S9", "2 play SJ", "3 play SQ")
    assert s.points == (16, 0, 16, 0)
    assert s.scored == 0b0101


# -- §3 the deal


@pytest.mark.parametrize(("low", "diss"), [("9", "H9"), ("7", "H7")])
def test_low_card(low: str, diss: str) -> None:
    how = rules(low_card=low)
    m = position([f"{diss} SA", "CA DA"], how, scored=[0], talon=CARDS, turnup="HT")
    do(m, "0 exchange")
    assert how.layout.pack.write(m.deal.zones[TURNUP]) == diss
    assert len(set(how.layout.deck)) == 24


@pytest.mark.parametrize(("size", "talons"), [(6, [36, 30, 24]), (5, [38, 33, 28])])
def test_deal_size(size: int, talons: list[int]) -> None:
    for seats, talon in zip((2, 3, 4), talons, strict=True):
        s = state(start(rules(seats, deal_size=size)))
        assert {len(s.held(seat)) for seat in range(seats)} == {size}
        assert len(s.zones[TALON]) + 1 == talon
        assert talon % seats == 0


def test_the_cards_go_round_three_at_a_time() -> None:
    pack = rules().layout.pack
    deck = pack.read("CA CT CK DA DT DK CQ CJ C9 DQ DJ D9 H9 SA")
    left = list(pack.deck)
    for c in deck:
        left.remove(c)
    m = start(rules(), deck=deck + bytes(left))
    assert set(hand(m, 1).split()) == {"CA", "CT", "CK", "CQ", "CJ", "C9"}
    assert pack.write(m.deal.zones[TURNUP]) == "H9"
    assert pack.write(m.deal.zones[TALON][-1:]) == "SA"
    assert (state(m).trump, m.deal.turn) == ("@gaigel.suit.2", 1)


@pytest.mark.parametrize(("value", "order"), [("cw", [1, 2, 0]), ("ccw", [2, 1, 0])])
def test_direction(value: str, order: list[int]) -> None:
    how = rules(3, direction=value)
    m = position(["CJ DA", "C9 DT", "CQ DK"], how, talon="SA ST SK SQ SJ", turnup="HT", turn=order[0])
    played: list[int] = []
    s = state(m)
    while len(played) < 3:
        played.append(s.turn)
        do(m, f"{s.turn} play {hand(m, s.turn).split()[0]}")
    assert played == order
    assert s.turn == s.leader == 2  # the queen
    step = 1 if value == "cw" else 2
    following = [2, (2 + step) % 3, (2 + 2 * step) % 3]
    assert ["SA" in hand(m, following[0]), "ST" in hand(m, following[1]), "SK" in hand(m, following[2])] == [True] * 3
    s = state(start(how, dealer=1))
    assert s.turn == (1 + step) % 3
    s.winners, s.phase = 1, OVER
    assert GAME.following(how, Setup(1, 1, (0, 0, 0)), s.result(), (0, 0, 0), quick(1)).dealer == (1 + step) % 3


# -- §5 duties


@pytest.mark.parametrize(
    ("options", "trick", "held", "allowed"),
    [
        ({}, "SK", "SA ST S9 HA", "SA ST"),
        ({}, "SA", "ST S9 HA", "ST S9"),
        ({}, "SK H9", "SA S9 HA", "SA S9"),
        ({"higher_after_trump": True}, "SK H9", "SA S9 HA", "SA"),
        ({"higher_after_trump": True}, "SK H9", "SQ S9 HA", "SQ S9"),
        ({}, "SK HQ", "H9 HA CA", "H9 HA"),
        ({"overtrump": True}, "SK HQ", "H9 HA CA", "HA"),
        ({"overtrump": True}, "SK HQ", "H9 HJ CA", "H9 HJ"),
        ({}, "HK", "H9 HA CA", "HA"),
        ({}, "SK", "C9 DA", "C9 DA"),
        ({}, "SA", "SA H9", "SA"),
    ],
)
def test_duties(options: dict[str, bool], trick: str, held: str, allowed: str) -> None:
    m = position(["", "", held], rules(3, **options), trick=trick, turn=2)
    assert sorted(choices(m, 2)) == sorted(f"play {card}" for card in allowed.split())


@pytest.mark.parametrize(("trick", "held", "allowed"), [("SK S9", "ST SJ HA", "ST"), ("SK S9", "HA H9 C9", "HA H9")])
def test_a_partner_s_card_that_wins_frees_nobody(trick: str, held: str, allowed: str) -> None:
    """§5 [R]: the partner's king is headed and trumped as anybody's."""
    m = position(["", "", held, "CA"], rules(4), trick=trick, turn=2)
    assert sorted(choices(m, 2)) == sorted(f"play {card}" for card in allowed.split())


def test_no_duty_while_there_is_a_talon() -> None:
    m = position(["", "SA HA C9 C9"], trick="SK", turn=1, talon=CARDS, turnup="HT")
    assert sorted(choices(m, 1)) == ["play C9", "play HA", "play SA"]


# -- §5 exchange


@pytest.mark.parametrize(("value", "second"), [("own_turn", True), ("on_lead", False)])
def test_exchange_timing(value: str, second: bool) -> None:
    how = rules(exchange_timing=value)
    m = position(["CA", "H9 SA"], how, trick="CK", turn=1, scored=[1], talon=CARDS, turnup="HT")
    assert ("exchange" in choices(m, 1)) is second
    m = position(["H9 CA", "SA DA"], how, scored=[0], talon=CARDS, turnup="HT")
    assert "exchange" in choices(m, 0)


@pytest.mark.parametrize(("turnup", "scored"), [("H9", [0]), ("HT", []), ("", [0])])
def test_no_exchange_for_the_diss_without_a_trick_or_after_the_talon(turnup: str, scored: list[int]) -> None:
    m = position(["H9 SA", "CA DA"], turnup=turnup, talon="CJ DJ SJ" if turnup else "", scored=scored)
    assert "exchange" not in choices(m, 0)


def test_the_exchanged_card_can_be_played_at_once_and_nobody_exchanges_again() -> None:
    m = position(["H9 H9", "SA CA"], scored=[0], talon=CARDS, turnup="HT")
    s = do(m, "0 exchange")
    assert choices(m, 0) == ["play H9", "play HT"]
    assert (s.exchanged, s.turn, s.points) == (0, 0, (0, 0))


# -- §5 melds


def test_a_melded_card_stays_where_all_see_it_and_is_not_melded_again() -> None:
    m = position(["SK SQ SK CA", "CJ CJ C9 C9"], scored=[0], talon="SQ DJ DJ ST ST", turnup="HT")
    s = do(m, "0 meld SK SQ")
    assert s.points == (20, 0)
    assert choices(m, 0) == ["play SQ", "play SK"]
    s = do(m, "0 play SQ", "1 play C9")
    assert s.layout.pack.write(s.zones[PAIR]) == "SK"
    assert hand(m, 0).split().count("SK") == 2
    assert "SQ" in hand(m, 0)  # drawn
    assert "meld SQ SK" in choices(m, 0)  # the other king, with the other queen
    s = do(m, "0 meld SQ SK", "0 play SK", "1 play C9")
    assert s.layout.pack.write(s.zones[PAIR]) == "SQ SK"
    assert not any("meld" in choice for choice in choices(m, 0))
    assert s.points[0] == 20 + 20 + 3 + 4


def test_a_melded_card_is_played_before_its_twin_that_nobody_has_seen() -> None:
    m = position(["SK SQ SK", "CJ CJ C9"], scored=[0], talon="DA DJ DJ ST ST", turnup="HT")
    s = do(m, "0 meld SK SQ", "0 play SQ", "1 play C9", "0 play SK")
    assert s.zones[PAIR] == b""
    assert "SK" in hand(m, 0)


@pytest.mark.parametrize(("value", "allowed"), [("true", True), ("false", False)])
def test_meld_after_talon(value: str, allowed: bool) -> None:
    how = rules(meld_after_talon=value)
    m = position(["SK SQ", "CA DA"], how, scored=[0])
    assert ("meld SQ SK" in choices(m, 0)) is allowed
    m = position(["SK SQ", "CA DA"], how, scored=[0], talon=CARDS, turnup="HT")
    assert "meld SQ SK" in choices(m, 0)


@pytest.mark.parametrize(("trick", "turn", "scored"), [("CK", 1, [1]), ("", 1, [])])
def test_no_meld_while_following_or_without_a_trick(trick: str, turn: int, scored: list[int]) -> None:
    m = position(["DA", "SK SQ"], trick=trick, turn=turn, scored=scored, talon=CARDS, turnup="HT")
    assert not any("meld" in choice for choice in choices(m, 1))


def test_a_pair_is_melded_when_following_where_that_is_played() -> None:
    how = rules(meld_when="own_turn")
    m = position(["DA", "SK SQ S9"], how, trick="CK", turn=1, scored=[1], talon=CARDS, turnup="HT")
    assert "meld SQ SK" in choices(m, 1)
    s = do(m, "1 meld SQ SK")
    assert s.points == (0, 20)
    assert choices(m, 1) == ["play SQ", "play SK"]
    assert refused(m, "1 play S9").key == "error.gaigel.lead_pair"
    s = do(m, "1 play SK")
    assert s.points == (8, 20), "the king is no trump: the trick is lost"
    assert (s.turn, s.phase is OPEN, s.melded) == (0, True, -1)
    assert s.layout.pack.write(s.zones[PAIR + EACH]) == "SQ"
    m = position(["DA", "SK SQ S9"], how, trick="CK", turn=1, talon=CARDS, turnup="HT")
    assert refused(m, "1 meld SQ SK").key == "error.gaigel.no_trick"


def test_one_of_the_pair_must_be_allowed_in_the_trick() -> None:
    """Without a talon one follows and heads: the queen does not head, the king does; of another suit neither may."""
    how = rules(meld_when="own_turn")
    m = position(["DA S9", "SK SQ CQ CK C9"], how, trick="SQ", turn=1, scored=[1])
    assert [c for c in choices(m, 1) if c.startswith("meld")] == ["meld SQ SK"]
    assert refused(m, "1 meld CQ CK").key == "error.gaigel.meld_follow"
    s = do(m, "1 meld SQ SK")
    assert choices(m, 1) == ["play SK"]
    s = do(m, "1 play SK")
    assert (s.turn, s.phase is STRICT) == (1, True)


def test_a_trick_that_is_melded_into_shows_what_a_seat_lacks() -> None:
    how = rules(3, meld_when="own_turn")
    m = position(["D9 S9", "HK HQ C9", "DA DT"], how, trick="DK", turn=1, scored=[1])
    s = do(m, "1 meld HQ HK", "1 play HQ")
    assert s.void[1]
    assert (s.turn, s.phase is STRICT) == (2, True)


def test_a_meld_that_reaches_101_ends_the_game_in_the_middle_of_a_trick() -> None:
    how = rules(meld_when="own_turn")
    m = position(["DA", "HK HQ S9"], how, trick="CK", turn=1, scored=[1], points=[50, 61], talon=CARDS, turnup="HT")
    s = do(m, "1 meld HQ HK")
    assert (s.phase, s.winners, s.points) == (OVER, 2, (50, 101))
    assert len(s.zones[TRICK]) == 1, "no card is played any more"


@pytest.mark.parametrize("level", ["beginner", "club", "expert"])
def test_bots_meld_when_following(level: str) -> None:
    how = rules(meld_when="own_turn")
    m = position(["DA D9", "HK HQ S9"], how, trick="CK", turn=1, scored=[1], talon=CARDS, turnup="HT")
    player = bot(GAME, level)
    a = player.choose(view(m.deal, 1), m.deal.legal(1), quick(1))
    assert GAME.write(m.rules, a) == "meld HQ HK"
    m.act(1, a)
    assert player.choose(view(m.deal, 1), m.deal.legal(1), quick(1)).verb == "play"


# -- §6 the end


def test_stop_at_101_after_a_trick() -> None:
    m = position(["SA CA", "ST C9"], talon="DJ", turnup="HT", points=[80, 90])
    s = do(m, "0 play SA", "1 play ST")
    assert (s.phase, s.winners, s.points) == (OVER, 1, (101, 90))
    assert m.sheets[0].result.points == (1, -1)
    assert s.held(0)  # nothing is played any more


@pytest.mark.parametrize(("value", "points"), [(10, (21, 0)), (0, (11, 0)), (25, (36, 0))])
def test_last_trick(value: int, points: tuple[int, int]) -> None:
    m = position(["SA", "S9"], rules(last_trick=value))
    assert do(m, "0 play SA", "1 play S9").points == points


def test_the_last_trick_s_ten_points_can_reach_101() -> None:
    m = position(["SA", "S9", "SJ"], points=[78, 90, 90])
    assert do(m, "0 play SA", "1 play S9", "2 play SJ").winners == 1


@pytest.mark.parametrize(
    ("points", "winners"),
    [((70, 60, 60), 0b001), ((40, 90, 60), 0b010), ((47, 70, 60), 0b001), ((10, 70, 70), 0b110)],
)
def test_most_points_win_where_nobody_has_101(points: tuple[int, ...], winners: int) -> None:
    m = position(["SA", "S9", "SJ"], points=points)
    s = do(m, "0 play SA", "1 play S9", "2 play SJ")  # 23 points for seat 0
    assert s.winners == winners
    net = s.result().points
    assert sum(net) == 0
    assert net == {0b001: (2, -1, -1), 0b010: (-1, 2, -1), 0b110: (-2, 1, 1)}[winners]


def test_partners_pay_the_opponent_opposite() -> None:
    m = position(["SA", "S9", "SJ", "CA"], points=[70, 60, 70, 60])
    s = do(m, "0 play SA", "1 play S9", "2 play SJ", "3 play CA")
    assert s.result().points == (1, -1, 1, -1)


# -- §8 claims


def test_101_points_have_to_be_claimed() -> None:
    how = rules(stop="claim")
    m = position(["SA CA", "ST C9"], how, talon="DJ", turnup="HT", points=[80, 90])
    s = do(m, "0 play SA", "1 play ST")
    assert s.phase.name == "strict"
    assert "claim" in choices(m, 0)
    s = do(m, "0 claim")
    assert (s.winners, m.sheets[0].result.points) == (1, (1, -1))


def test_who_does_not_claim_may_be_overtaken() -> None:
    how = rules(stop="claim")
    m = position(["SA C9", "S9 CA"], how, points=[101, 90], scored=[0, 1])
    s = do(m, "0 play SA", "1 play S9", "0 play C9", "1 play CA")
    assert s.points == (112, 111)
    assert s.winners == 1  # at the end most points decide


def test_a_claim_out_of_turn() -> None:
    m = position(["SA C9", "S9 CA", "SJ CJ", "SQ CQ"], rules(4, stop="claim"), points=[90, 105, 90, 105], scored=[1])
    assert m.deal.may() == 0b1110
    assert [choices(m, seat) for seat in (1, 2, 3)] == [["claim"], [], ["claim"]]
    s = do(m, "3 claim")
    assert (s.winners, s.liar) == (0b1010, -1)


@pytest.mark.parametrize(
    ("seats", "net", "keys"),
    [
        (2, (1, -1), ["won", "false_claim"]),
        (3, (1, -2, 1), ["won", "false_claim", "won"]),
        (4, (1, -1, 1, -1), ["won", "false_claim", "won", "lost"]),
    ],
)
def test_a_false_claim_is_accepted_and_loses(seats: int, net: tuple[int, ...], keys: list[str]) -> None:
    m = position(["SA", "S9", "SJ", "SQ"][:seats], rules(seats, stop="claim"), points=[100] * seats, scored=[0, 1])
    assert "claim" not in choices(m, 1)
    s = do(m, "1 claim")
    result = m.sheets[0].result
    assert (s.liar, result.points, result.headline.key) == (1, net, "gaigel.event.false_claim")
    assert [line.key.removeprefix("gaigel.score.") for line in result.why] == keys


def test_nobody_interrupts_where_101_points_count_by_themselves() -> None:
    m = position(["SA", "S9"], points=[100, 100], scored=[0])
    assert m.deal.may() == 0
    assert refused(m, "0 claim").key == "error.gaigel.no_claims"


# -- §7 the match


@pytest.mark.parametrize("games", [1, 3, 4])
def test_match_games(games: int) -> None:
    m = Match(GAME, rules(3, match_games=games), Source(SIM, 7))
    won = [0, 0, 0]
    for deal in deals_of(m, quick(5)):
        for seat in range(3):
            won[seat] += state(deal).winners >> seat & 1
    assert len(m.sheets) == games
    assert m.sheets[-1].result.carry == tuple(won)
    assert m.winners == sum(1 << seat for seat, n in enumerate(won) if n == max(won))


def test_the_most_games_win_a_match_not_the_most_stakes() -> None:
    how = rules(3, match_games=3)
    assert GAME.winners(how, Setup(2, 0, (0, 0, 0), (1, 0, 0)), (1, 1, -2)) == 0
    shared = Setup(3, 0, (1, 1, -2), (1, 1, 0))
    assert GAME.winners(how, shared, (0, 0, 0)) == 0b111
    assert GAME.winners(how, shared, (3, 0, -3)) == 0b001


# -- what is not there


def test_a_claim_with_anything_behind_it_is_none() -> None:
    m = position(["SA", "S9"], rules(stop="claim"), points=[100, 100], scored=[0])
    with pytest.raises(Refused):
        m.act(0, Action("claim", m.deal.zones[3], -1))
    with pytest.raises(Refused):
        m.act(1, Action("claim", b"", 1))
