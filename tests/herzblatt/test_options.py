"""Every option of the sheet does what its line says, in each of its values."""

from __future__ import annotations

import pytest

from herzblatt.positions import at_play, do, rules, start, state
from moves import at_random, choices, deals_of, refused
from stich.games.herzblatt.rules import GAME
from stich.games.herzblatt.rules_cards import ASIDE, CONTRACT, EACH, HAND, LOT, LOTS, NAMES, OPTIONS, STOCK, WON, WORTH
from stich.games.herzblatt.rules_phases import PLAY, STOCK_PHASE, VOLUNTEER
from stich.kernel.action import Refused
from stich.kernel.chance import quick
from stich.kernel.deal import Setup
from stich.kernel.match import SIM, Match, Source
from stich.kernel.record import dump
from stich.kernel.state import OVER


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

PLAIN_SMALL = "C9 C8 C7 S9 S8 S7 D9 D8 D7"


@pytest.mark.parametrize(
    ("seats", "options", "without", "each", "stock"),
    [
        (2, {}, f"{PLAIN_SMALL} H9 H8 H7", 9, 2),
        (2, {"two_player_pack": "p22_ten"}, f"{PLAIN_SMALL} H9", 10, 2),
        (2, {"two_player_pack": "p20_ten_no_stock"}, f"{PLAIN_SMALL} H9 H8 H7", 10, 0),
        (3, {}, "C8 C7 S8 S7 D8 D7", 8, 2),
        (4, {}, "C8 C7 S8 S7 D8 D7", 6, 2),
        (4, {"four_player_pack": "p32_six_stock8"}, "", 6, 8),
        (4, {"four_player_pack": "p30_seven"}, "D7 H7", 7, 2),
    ],
)
def test_packs(seats: int, options: dict[str, str], without: str, each: int, stock: int) -> None:
    """§2: one of each card but those left out; 120 points in all of them."""
    how = rules(seats, **options)
    assert sorted(NAMES[c] for c in how.layout.deck) == sorted(set(NAMES) - set(without.split()))
    assert sum(worth(NAMES[c]) for c in how.layout.deck) == 120
    s = state(start(how))
    assert {len(s.hand(i)) for i in range(seats)} == {each}
    assert len(s.zones[STOCK]) == stock == len(how.layout.deck) - seats * each


@pytest.mark.parametrize("option", ["two_player_pack", "four_player_pack"])
def test_a_pack_for_others_changes_nothing(option: str) -> None:
    values = next(o.values for o in OPTIONS if o.name == option)
    assert {rules(3, **{option: value}).layout.deck for value in values} == {rules(3).layout.deck}


def worth(card: str) -> int:
    return {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(card[1], 0)


def test_ranks_and_values() -> None:
    """§2: A T K Q J 9 8 7 in each suit, and any heart above all others."""
    for suit in "CSHD":
        down = [NAMES.index(suit + rank) for rank in "ATKQJ987"]
        assert [WORTH[c] for c in down] == [11, 10, 4, 3, 2, 0, 0, 0]
        for i, c in enumerate(down):
            assert [CONTRACT.beats(d, c) for d in down] == [j < i for j in range(8)]
            if suit != "H":
                assert CONTRACT.beats(NAMES.index("H7"), c)
                assert not CONTRACT.beats(c, NAMES.index("H7"))


# -- §3 the deal


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hands_are_dealt_and_the_stock_is_what_comes_last(seats: int) -> None:
    how = rules(seats)
    deck = bytes(reversed(how.layout.deck))
    s = state(start(how, dealer=1, deck=deck))
    assert s.zones[STOCK] == bytes(sorted(deck[-2:]))
    assert s.hand(2 % seats) == bytes(sorted(deck[: how.each])), "forehand's first"
    assert s.hand(1) == bytes(sorted(deck[-2 - how.each : -2])), "the dealer's last"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_deal_moves_on_to_the_left_and_each_deals_once(seats: int) -> None:
    """§3, §7."""
    m = Match(GAME, rules(seats), Source(SIM, 3))
    dealers = [deal.setup.dealer for deal in deals_of(m, quick(8))]
    assert dealers == [(dealers[0] + i) % seats for i in range(seats)]


def test_without_a_stock_its_phase_is_skipped() -> None:
    m = start(rules(2, two_player_pack="p20_ten_no_stock"))
    assert do(m, "1 yes").phase.name == "play"


# -- §4.1 who declares


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_is_asked_once_from_forehand_on(seats: int) -> None:
    for last in range(seats):  # the first who says yes
        m = start(rules(seats), dealer=2 % seats)
        asked = []
        while m.deal.phase is VOLUNTEER:
            asked.append(m.deal.turn)
            do(m, f"{m.deal.turn} {'yes' if len(asked) > last else 'no'}")
        assert asked == [(2 + 1 + i) % seats for i in range(last + 1)]
        assert state(m).declarer == asked[-1]


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


@pytest.mark.parametrize("selection", ["rotating", "fixed_seat"])
def test_lots_are_there_only_where_they_may_be_drawn(selection: str) -> None:
    assert state(start(rules(declarer_selection=selection, no_volunteer="random"))).zones[LOTS] == b""
    assert len(state(start(rules(declarer_selection="agreement", no_volunteer="random"))).zones[LOTS]) == 3


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_any_seat_may_propose_any_seat_and_all_others_vote(seats: int) -> None:
    for by in range(seats):
        for whom in range(seats):
            m = start(rules(seats, declarer_selection="agreement"))
            assert m.deal.must() == (1 << seats) - 1
            do(m, f"{by} nominate {whom}")
            others = [seat for seat in range(seats) if seat != by]
            assert m.deal.must() == sum(1 << seat for seat in others)
            s = do(m, *(f"{seat} yes" for seat in others))
            assert (s.declarer, s.proposed, s.turn) == (whom, -1, whom)


@pytest.mark.parametrize(("value", "declarer"), [("forehand_must", 1), ("redeal", -1), ("random", None)])
def test_without_agreement_and_volunteers_it_goes_on_as_always(value: str, declarer: int | None) -> None:
    m = start(rules(4, declarer_selection="agreement", agree_rounds=1, no_volunteer=value))
    lots = state(m).zones[LOTS]
    s = do(m, "3 nominate 3", "0 no", "1 no", "2 yes", "1 no", "2 no", "3 no", "0 no")
    assert s.declarer == (lots[-1] - LOT if declarer is None else declarer)


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


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_any_cards_may_be_laid_away_those_taken_too(seats: int) -> None:
    m = start(rules(seats))
    s = do(m, "1 yes")
    taken = s.zones[STOCK]
    s = do(m, "1 take")
    assert choices(m, 1) == [f"discard {NAMES[c]}" for c in s.hand(1)]
    s = do(m, f"1 discard {s.layout.pack.write(taken)}")
    assert (s.zones[ASIDE + EACH], s.zones[STOCK], s.phase) == (taken, b"", PLAY)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("value", ["forehand", "declarer"])
def test_first_lead(value: str, seats: int) -> None:
    for declarer in range(seats):
        m = start(rules(seats, first_lead=value, declarer_selection="fixed_seat", fixed_seat=declarer), dealer=0)
        s = do(m, f"{declarer} leave")
        assert s.turn == s.leader == (1 if value == "forehand" else declarer)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_wins_a_trick_leads_and_defenders_count_together(seats: int) -> None:
    """§1, §5."""
    hands = ["C9 CA", "CT SA", "CK DA", "CJ HT"][:seats]
    for declarer in range(seats):
        m = at_play(rules(seats), hands, turn=0, declarer=declarer)
        s = do(m, *(f"{seat} play {hands[seat].split()[0]}" for seat in range(seats)))
        n = sum(worth(hand.split()[0]) for hand in hands)
        assert (s.turn, s.leader) == (1, 1)
        assert s.points == tuple(n if (seat == declarer) == (declarer == 1) else 0 for seat in range(seats))


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


@pytest.mark.parametrize("takes", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_declarer_counts_tricks_and_the_two_cards(takes: bool, seats: int) -> None:
    """§4, §6: over whole deals, with what is laid away, or left."""
    for seed in range(10):
        m = Match(GAME, rules(seats, declarer_selection="rotating", match_deals=9), Source(SIM, seed))
        s = do(m, f"{m.deal.turn} {'take' if takes else 'leave'}")
        while s.phase is not PLAY:
            do(m, f"{m.deal.turn} {choices(m, m.deal.turn)[0]}")
        apart = s.zones[ASIDE + EACH * s.declarer] + s.zones[STOCK]
        assert len(apart) == 2
        at_random(m, quick(seed))
        lost = b"".join(s.zones[WON + EACH * seat] for seat in range(seats) if seat != s.declarer)
        assert set(apart) <= set(s.zones[WON + EACH * s.declarer])
        assert s.points[s.declarer] == 120 - sum(worth(NAMES[c]) for c in lost)


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
    for _ in deals_of(m, quick(5)):
        pass
    assert len(m.sheets) == deals
    best = max(m.scores)
    assert m.winners == sum(1 << seat for seat, n in enumerate(m.scores) if n == best)
    assert sum(m.scores) == 0


def test_equals_share_a_match_and_nobody_pays_twice() -> None:
    """§7: the highest total, or several; what was lost has been paid deal by deal."""
    how = rules(4, match_deals=1)
    assert GAME.winners(how, Setup(1, 0, (0,) * 4), (-3, 1, 1, 1)) == 0b1110
    assert GAME.stakes(how, (-3, 1, 1, 1), 0b1110) == ()


def test_deals_thrown_in_do_not_count() -> None:
    m = start(rules(no_volunteer="redeal", match_deals=2))
    do(m, "1 no", "2 no", "0 no")
    result = m.sheets[-1].result
    assert (result.carry, GAME.following(m.rules, m.setup, result, m.scores, quick(1)).carry) == ((0,), (0,))
    assert GAME.winners(m.rules, Setup(2, 1, (0, 0, 0), (0,)), (2, -1, -1)) == 0
    assert GAME.winners(m.rules, Setup(4, 1, (0, 0, 0), (1,)), (2, 2, -4)) == 0b011


@pytest.mark.parametrize(("value", "kind"), [("true", "points"), ("false", "plain")])
def test_show_running_points(value: str, kind: str) -> None:
    """§4: a table writes what is counted, or it does not; piles of tricks lie face down in any case."""
    layout = rules(show_running_points=value).layout
    assert {f.kind for f in layout.facts if f.name == "points"} == {kind}
    assert {z.shown for z in layout.own if z.name == "won"} == {False}


# -- §11 notation


def test_notation() -> None:
    how = rules(4)
    for text in ("yes", "no", "nominate 2", "take", "leave", "discard H9 C7", "play SA"):
        a = GAME.read(how, text)
        assert GAME.write(how, a).split()[0] == text.split()[0]
        assert set(GAME.write(how, a).split()) == set(text.split())
    m = start(rules(declarer_selection="agreement"), dealer=2)
    do(m, "2 nominate 0", "0 yes", "1 yes", "0 take", "0 discard C9 CJ", "0 play CQ")
    assert "0 discard C9 CJ\n0 play CQ\n" in dump(m)


# -- what does not go together


def test_overtrumping_without_trumping_is_refused_by_name() -> None:
    with pytest.raises(
        Refused, match=r"error\.herzblatt\.overtrump_alone: option='must_overtrump', other='must_trump'"
    ):
        rules(must_overtrump=True)


def test_a_fixed_seat_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(Refused, match=r"error\.herzblatt\.no_such_seat: option='fixed_seat', value='3', n=3"):
        rules(3, declarer_selection="fixed_seat", fixed_seat=3)
    assert rules(4, declarer_selection="fixed_seat", fixed_seat=3).fixed == 3
    assert rules(3, fixed_seat=3).selection == "volunteer_in_turn"  # says nothing where nobody is fixed


def test_a_lot_cannot_be_played() -> None:
    m = start(rules(declarer_selection="random"))
    do(m, f"{state(m).declarer} leave")
    assert refused(m, f"{state(m).turn} play L0").key == "error.not_held"
    assert HAND > LOTS
