"""Every option of the rule sheet's §8 does what it says there, and the deal itself what §3 to §7 say of it."""

from __future__ import annotations

from itertools import combinations

import pytest

from ecarte.positions import dealt, position, refusal, rules, state
from moves import choices, do
from stich.games.ecarte.rules import GAME
from stich.games.ecarte.rules_cards import AWAY, HAND, OPTIONS, PACK, STOCK
from stich.games.ecarte.rules_phases import CLAIM, DECIDE, PLAY, TURNED
from stich.kernel.cards import BACK, SPECTATOR
from stich.kernel.chance import quick
from stich.kernel.deal import Setup
from stich.kernel.match import SIM, Match, Source
from stich.kernel.sample import sample
from stich.kernel.state import OVER
from stich.kernel.view import view

FIRST, SECOND = "SA SK SQ SJ ST", "CA CK CQ CJ CT"


def test_every_option_of_the_sheet_is_there() -> None:
    assert {o.name: o.values for o in OPTIONS} == {
        "target": ["5", "7", "11"],
        "declarer_loss": ["minus_two", "minus_two_and_point", "opponent_two"],
        "king_declaration": ["manual", "auto"],
        "forehand_min_change": ["1", "0"],
        "dealer_min_change": ["0", "1"],
        "stock_empty": ["no_declarer", "dealer_must_play"],
        "must_trump": ["true", "false"],
        "first_lead": ["forehand"],
    }


# -- §2, §3 the deal


def test_the_pack_and_its_order() -> None:
    assert len(PACK.deck) == len(set(PACK.deck)) == 32
    suit = [PACK.names[c] for c in sorted(PACK.deck, reverse=True)[:8]]
    assert suit == ["DK", "DQ", "DJ", "DA", "DT", "D9", "D8", "D7"]


def test_packets_of_three_and_two_and_the_eleventh_card_turned_up() -> None:
    m = Match(GAME, rules(), Source(SIM, 3))
    order = m.deck.cards
    first = 1 - m.setup.dealer
    s = state(m)
    assert s.hand(first) == bytes(sorted(order[:3] + order[6:8]))
    assert s.hand(1 - first) == bytes(sorted(order[3:6] + order[8:10]))
    assert (s.turnup, len(s.zones[STOCK]), s.zones[STOCK][-1]) == (order[10], 21, order[11])
    assert s.turn == first


def test_the_deal_alternates_and_the_first_dealer_is_drawn() -> None:
    how = rules()
    first = [GAME.first(how, quick(n)).dealer for n in range(60)]
    assert min(first.count(seat) for seat in range(2)) > 15
    m = dealt(FIRST, SECOND, "H7")
    m.deal.phase = OVER
    setup = GAME.following(how, Setup(1, 1, (0, 0)), m.deal.result(), (0, 0), quick(1))
    assert (setup.number, setup.dealer) == (2, 0)


def test_a_king_turned_up_is_a_point_for_the_dealer_and_nobody_is_asked_for_it() -> None:
    m = dealt(FIRST, SECOND, "HK")
    assert (state(m).kings, m.deal.phase) == ((1, 0), DECIDE)
    do(m, "1 play")
    assert m.deal.phase is PLAY
    do(m, *("1 card CA", "0 card ST", "1 card CK", "0 card SJ", "1 card CQ"))
    do(m, *("0 card SQ", "1 card CJ", "0 card SK", "1 card CT", "0 card SA"))
    assert m.scores == (1, 2)


def test_a_king_turned_up_may_end_the_match_before_a_card_is_played() -> None:
    m = dealt(FIRST, SECOND, "HK", scores=(4, 4))
    assert m.deal.phase is TURNED
    assert (choices(m, 0), m.deal.must()) == (["mark"], 1)
    do(m, "0 mark")
    assert (m.scores, m.winners) == ((5, 4), 1)
    assert dealt(FIRST, SECOND, "HK", scores=(3, 4)).deal.phase is DECIDE


# -- §4.2 exchanging


@pytest.mark.parametrize("value", ["1", "0"])
def test_forehand_min_change(value: str) -> None:
    m = do(position(FIRST, SECOND, DECIDE, forehand_min_change=value), "1 decline", "0 offer")
    offered = choices(m, 1)
    hand = SECOND.split()
    sets = {frozenset(some) for k in range(int(value), 6) for some in combinations(hand, k)}
    assert {frozenset(choice.split()[1:]) - {"-"} for choice in offered} == sets
    assert len(offered) == len(sets) == 32 - int(value)


@pytest.mark.parametrize(("value", "n"), [("0", 32), ("1", 31)])
def test_dealer_min_change(value: str, n: int) -> None:
    m = do(position(FIRST, SECOND, DECIDE, dealer_min_change=value), "1 decline", "0 offer", "1 change CT")
    assert len(choices(m, 0)) == n
    assert ("change -" in choices(m, 0)) is (value == "0")


def test_an_exchange_ends_with_the_stock() -> None:
    m = do(position(FIRST, SECOND, DECIDE, stock=3, dealer_min_change="1"), "1 decline", "0 offer")
    assert max(len(choice.split()) - 1 for choice in choices(m, 1)) == 3
    do(m, "1 change CA CK CQ")
    assert choices(m, 0) == ["change -"], "there is nothing to draw"
    do(m, "0 change -")
    assert (m.deal.phase, m.deal.turn, len(m.deal.zones[STOCK])) == (DECIDE, 1, 0)


def test_what_is_drawn_is_the_top_of_the_stock_and_what_is_laid_away_is_gone() -> None:
    m = dealt(FIRST, SECOND, "H7", stock="D7 D8 D9")
    do(m, "1 decline", "0 offer", "1 change CT CJ", "0 change ST", "1 play")
    s = state(m)
    assert set(PACK.write(s.hand(1)).split()) == {"CA", "CK", "CQ", "D7", "D8"}
    assert PACK.faces["D9"] in s.hand(0)
    assert (PACK.write(s.zones[AWAY + 3]), PACK.write(s.zones[AWAY])) == ("CT CJ", "ST")
    assert (s.changed, s.exchanges) == ((1, 2), 1)
    assert view(s, 0).seen.zones[AWAY + 3] == bytes([BACK] * 2), "how many, but not which"
    assert view(s, SPECTATOR).seen.zones[AWAY] == bytes([BACK])


def test_the_question_comes_again_until_somebody_plays() -> None:
    m = position(FIRST, SECOND, DECIDE)
    for n in range(1, 4):
        do(m, "1 decline", "0 offer", f"1 change {PACK.names[state(m).hand(1)[0]]}", "0 change -")
        assert (m.deal.phase, m.deal.turn, state(m).exchanges) == (DECIDE, 1, n)
    do(m, "1 decline", "0 play")
    assert (state(m).declarer, m.deal.phase) == (0, CLAIM)


def test_nothing_left_to_exchange_and_nobody_plays() -> None:
    m = do(position(FIRST, SECOND, DECIDE, stock=0), "1 decline")
    assert choices(m, 0) == ["play", "decline"]
    do(m, "0 decline", "0 no", "1 no", "1 card CA", "0 card ST", "1 card CK", "0 card SJ", "1 card CQ")
    do(m, "0 card SQ", "1 card CJ", "0 card SK", "1 card CT", "0 card SA")
    assert state(m).declarer == -1
    assert m.scores == (0, 2), "the winner scores, and nobody loses"
    lost = position("SA SK SQ DK DQ", "CA CK H8 DJ DA", DECIDE, stock=0)
    do(lost, "1 decline", "0 decline", "1 no", "0 no", "1 card H8", "0 card SQ", "1 card CA", "0 card SA")
    do(lost, "1 card CK", "0 card SK", "1 card DJ", "0 card DQ", "0 card DK", "1 card DA")
    assert (state(lost).tricks, lost.scores) == ((2, 3), (0, 1))


def test_dealer_must_play() -> None:
    m = do(position(FIRST, SECOND, DECIDE, stock=0, stock_empty="dealer_must_play"), "1 decline")
    assert choices(m, 0) == ["play"]
    assert refusal(m, 0, "decline")[0] == "error.ecarte.dealer_plays"
    m = do(position(FIRST, SECOND, DECIDE, stock=1, stock_empty="dealer_must_play"), "1 decline")
    assert choices(m, 0) == ["play", "offer"]


# -- §4.3 the king


def test_the_king_may_be_kept_back() -> None:
    m = position(FIRST, "HK CK CQ CJ CT", CLAIM)
    assert (choices(m, 0), choices(m, 1)) == (["no"], ["king", "no"])
    do(m, "0 no", "1 no")
    assert (state(m).kings, state(m).king, m.deal.phase, m.deal.turn) == ((0, 0), -1, PLAY, 1)
    assert view(m.deal, 0).seen.zones[HAND + 3] == bytes([BACK] * 5)


def test_a_declared_king_is_known_until_it_is_played() -> None:
    m = do(position(FIRST, "HK CK CQ CJ CT", CLAIM), "1 king", "0 no")
    king = PACK.faces["HK"]
    assert (state(m).kings, state(m).king) == ((0, 1), 1)
    assert view(m.deal, 0).seen.zones[HAND + 3].count(king) == 1
    do(m, "1 card CT", "0 card ST")
    chance = quick(1)
    for _ in range(20):
        assert king in sample(view(m.deal, 0), chance).zones[HAND + 3]
    do(m, "1 card HK")
    assert king not in view(m.deal, 0).seen.zones[HAND + 3]


def test_a_player_who_draws_the_king_may_declare_it() -> None:
    m = dealt(FIRST, SECOND, "H7", stock="HK")
    do(m, "1 decline", "0 offer", "1 change CT", "0 change -", "1 decline", "0 play", "0 no", "1 king")
    assert state(m).kings == (0, 1)


def test_auto_leaves_no_choice_and_says_by_silence_that_nobody_has_it() -> None:
    m = position(FIRST, "HK CK CQ CJ CT", CLAIM, king_declaration="auto")
    assert (choices(m, 0), choices(m, 1)) == (["no"], ["king"])
    assert refusal(m, 1, "no") == ("error.ecarte.must_declare", {"card": "HK"})
    do(m, "1 king", "0 no")
    assert state(m).kings == (0, 1)
    m = do(position(FIRST, SECOND, CLAIM, king_declaration="auto"), "1 no", "0 no")
    king = PACK.faces["HK"]
    chance = quick(1)
    assert not any(king in sample(view(m.deal, 0), chance).zones[HAND + 3] for _ in range(60))
    m = do(position(FIRST, SECOND, CLAIM), "1 no", "0 no")
    assert any(king in sample(view(m.deal, 0), chance).zones[HAND + 3] for _ in range(60)), "he may have kept it back"


def test_nobody_hears_an_answer_before_the_last_one() -> None:
    for first, second in (("1 king", "0 no"), ("0 no", "1 king")):
        m = position(FIRST, "HK CK CQ CJ CT", CLAIM)
        m.watched, m.deal.log = True, m.events
        do(m, first)
        other = 0 if first[0] == "1" else 1
        told = [e.phrase.key for e in m.events if e.phrase is not None and e.eyes >> other & 1]
        assert told == ["table.said.answered"]
        assert state(m).kings == (0, 0)
        do(m, second)
        assert state(m).kings == (0, 1)


# -- §5 duties


@pytest.mark.parametrize(
    ("hand", "lead", "allowed", "if_free"),
    [
        ("SK S7 H8 DJ CQ", "SA", "SK", "SK"),  # head it
        ("S7 S8 H8 DJ CQ", "SA", "S7 S8", "S7 S8"),  # follow, and no trump
        ("D7 C7 H8 HK CQ", "SA", "H8 HK", "C7 CQ H8 HK D7"),  # trump
        ("D7 C7 CK DJ CQ", "SA", "C7 CQ CK D7 DJ", "C7 CQ CK D7 DJ"),  # anything
        ("H8 HK CK DJ CQ", "HA", "HK", "HK"),  # the same in trumps
        ("H8 HT CK DJ CQ", "HA", "H8 HT", "H8 HT"),
        ("S8 S9 CK DJ CQ", "HA", "CQ CK DJ S8 S9", "CQ CK DJ S8 S9"),
    ],
)
def test_must_trump(hand: str, lead: str, allowed: str, if_free: str) -> None:
    for value, wanted in (("true", allowed), ("false", if_free)):
        m = do(position(hand, f"{lead} D8", must_trump=value), f"1 card {lead}")
        assert {choice.removeprefix("card ") for choice in choices(m, 0)} == set(wanted.split())


def test_a_player_who_did_not_follow_has_shown_what_they_lack() -> None:
    m = do(position("D7 C7 CK DJ CQ", "SA D8 D9 HQ HJ"), "1 card SA", "0 card D7")
    chance = quick(1)
    for _ in range(100):
        hand = sample(view(m.deal, 1), chance).zones[HAND]
        assert not [c for c in hand if PACK.names[c][0] in "SH"]
    m = do(position("S7 C7 CK DJ CQ", "SA D8 D9 HQ HJ"), "1 card SA", "0 card S7")
    drawn = [sample(view(m.deal, 1), chance).zones[HAND] for _ in range(200)]
    names = {PACK.names[c] for hand in drawn for c in hand}
    assert not names & {"SJ", "SQ", "SK"}, "he would have had to head the ace"
    assert names & {"S8", "S9", "ST"}
    assert names & {"H8", "H9", "HT", "HK"}


# -- §6 scoring


def won_by(tricks: tuple[int, int], declarer: int, exchanges: int = 0, **options: object) -> tuple[int, ...]:
    """Return the points of a deal with these tricks."""
    s = state(position("", "", **options))  # type: ignore[arg-type]
    s.tricks, s.declarer, s.exchanges, s.phase = tricks, declarer, exchanges, OVER
    return s.result().points


@pytest.mark.parametrize(
    ("tricks", "declarer", "exchanges", "minus_two", "and_point", "opponent_two"),
    [
        ((3, 2), 0, 0, (1, 0), (1, 0), (1, 0)),
        ((4, 1), 0, 1, (1, 0), (1, 0), (1, 0)),
        ((5, 0), 0, 0, (2, 0), (2, 0), (2, 0)),
        ((2, 3), 0, 0, (-2, 0), (-2, 1), (0, 2)),
        ((2, 3), 0, 1, (-2, 0), (-2, 1), (0, 1)),
        ((0, 5), 0, 0, (-2, 0), (-2, 2), (0, 2)),
        ((0, 5), 0, 2, (-2, 0), (-2, 2), (0, 2)),
        ((3, 2), 1, 0, (0, -2), (1, -2), (2, 0)),
        ((1, 4), -1, 5, (0, 1), (0, 1), (0, 1)),
        ((5, 0), -1, 5, (2, 0), (2, 0), (2, 0)),
    ],
)
def test_declarer_loss(
    tricks: tuple[int, int],
    declarer: int,
    exchanges: int,
    minus_two: tuple[int, int],
    and_point: tuple[int, int],
    opponent_two: tuple[int, int],
) -> None:
    assert won_by(tricks, declarer, exchanges) == minus_two
    assert won_by(tricks, declarer, exchanges, declarer_loss="minus_two_and_point") == and_point
    assert won_by(tricks, declarer, exchanges, declarer_loss="opponent_two") == opponent_two


# -- §7 the match


@pytest.mark.parametrize("target", ["5", "7", "11", 3])
def test_target(target: object) -> None:
    how = rules(target=target)
    n = int(str(target))
    assert GAME.winners(how, Setup(9, 0, (0, 0)), (n - 1, -3)) == 0
    assert GAME.winners(how, Setup(9, 0, (0, 0)), (n - 1, n)) == 2
    m = do(position(FIRST, "HK CK CQ CJ CT", CLAIM, scores=(n - 1, n - 1), target=target), "0 no", "1 king")
    assert (m.over, m.winners) == (True, 2)


@pytest.mark.parametrize(
    ("scores", "net"), [((5, 1), (1, -1)), ((5, 0), (2, -2)), ((-1, 5), (-2, 2)), ((6, -4), (2, -2)), ((4, 6), (-1, 1))]
)
def test_a_loser_without_a_point_pays_twice(scores: tuple[int, int], net: tuple[int, int]) -> None:
    winners = GAME.winners(rules(), Setup(9, 0, (0, 0)), scores)
    assert GAME.stakes(rules(), scores, winners) == net


def test_the_last_sheet_says_what_the_match_costs() -> None:
    m = do(position(FIRST, "HK CK CQ CJ CT", CLAIM, scores=(-2, 4)), "1 king", "0 no")
    headline = m.sheets[-1].result.headline
    assert (headline.key, headline.args) == ("ecarte.event.match", {"seat": 0, "n": 2})
