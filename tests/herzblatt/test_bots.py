"""What Club does in Herzblatt where anybody who has played it knows better than to do something else."""

from __future__ import annotations

import pytest

from herzblatt.positions import at_play, rules, start, state
from stich.games.herzblatt.club import Club, chance_of_66, limit
from stich.games.herzblatt.rules import GAME
from stich.games.herzblatt.rules_cards import CONTRACT, HAND, SIZE, TRICK, WORTH
from stich.games.herzblatt.rules_phases import PLAY
from stich.games.herzblatt.rules_state import Herzblatt
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view
from stich.parts.suits import HEARTS

pytestmark = pytest.mark.once


def table(seats: int, hand: str, trick: str = "", turn: int = 0, declarer: int = 0) -> Match:
    """Return a deal at which seat `turn` has this hand; the others have cards that nobody has named."""
    how = rules(seats)
    pack = how.layout.pack
    mine = pack.read(hand)
    left = [c for c in how.layout.deck if c not in mine and c not in pack.read(trick)]
    played = pack.read(trick)
    hands = []
    for seat in range(seats):
        place = (seat - turn) % seats  # who has played to the trick has a card less
        n = len(mine) - (1 if place and place >= seats - len(played) else 0)
        hands.append(hand if seat == turn else pack.write(bytes(left[seat::seats][:n])))
    m = at_play(how, hands, trick, turn=turn, declarer=declarer)
    state(m).leader = (turn - len(played)) % seats
    return m


def choice(m: Match, seat: int) -> str:
    s = m.deal
    return GAME.write(m.rules, Club().choose(view(s, seat), s.legal(seat), quick(1)))


@pytest.mark.parametrize(
    ("hand", "trick", "plays"),
    [
        ("HQ HJ H9 SA SK", "D9 DJ HT", "SK"),
        ("H7 SQ C9", "DA DT HA", "C9"),
        ("HJ H8 CK CQ", "ST SK HT", "CQ"),
        ("H9 H8 DJ", "CA CT HQ", "DJ"),
    ],
)
def test_no_heart_is_thrown_on_a_lost_trick(hand: str, trick: str, plays: str) -> None:
    """The last to play, seat 1, is the declarer; the trick has been trumped higher, or is not worth a heart."""
    m = table(4, hand, trick, turn=1, declarer=1)
    assert choice(m, 1) == f"play {plays}"


@pytest.mark.parametrize(
    ("seats", "hand", "never"),
    [
        (4, "SA SK S9 HQ HJ H9", "S9"),
        (4, "CA CJ DA DT HT H7", "CJ"),
        (3, "CA C9 SA S9 HA HK HT HJ", "C9"),
        (3, "DA DQ DJ SA HA HQ H9 H8", "DJ"),
    ],
)
def test_the_declarer_leads_no_low_card_away_from_the_highest(seats: int, hand: str, never: str) -> None:
    m = table(seats, hand)
    assert choice(m, 0) != f"play {never}"


@pytest.mark.parametrize("hand", ["CJ HQ HT HA DJ DQ", "SK SQ HA HK H7 D9", "C9 D9 DJ HA HT HJ"])
def test_the_declarer_does_not_cash_hearts_if_nothing_runs_after_them(hand: str) -> None:
    m = table(4, hand)
    assert not choice(m, 0).startswith("play H")


@pytest.mark.parametrize("hand", ["CA SA DA HA HT H9", "CA CT SA HA H8 H7", "SA DA HJ H9 H8 HA"])
def test_he_draws_hearts_where_plain_suits_run_after_them(hand: str) -> None:
    m = table(4, hand)
    assert choice(m, 0).startswith("play H")


@pytest.mark.parametrize(
    ("hand", "trick", "plays"),
    [
        ("HK H7 HQ", "CK CJ DT", "H7"),  # any heart takes it: the smallest
        ("SA SK D9", "ST SQ S9", "SA"),
        ("CT CK HA", "CQ CJ SA", "CT"),  # the richest of those that take it
    ],
)
def test_the_last_to_play_takes_as_cheaply_or_as_richly_as_may_be(hand: str, trick: str, plays: str) -> None:
    m = table(4, hand, trick, turn=1, declarer=1)
    assert choice(m, 1) == f"play {plays}"


def deals(seats: int, number: int, **options: object) -> list[Herzblatt]:
    """Return positions with a choice, of deals that Club plays."""
    found = []
    for seed in range(number):
        m = Match(GAME, rules(seats, **options), Source(SIM, seed))
        while (seat := m.deal.actor()) >= 0:
            legal = m.deal.legal(seat)
            action = Club().choose(view(m.deal, seat), legal, quick(1))
            if m.deal.phase is PLAY and len(legal) > 1:
                before = m.deal.copy()
                assert isinstance(before, Herzblatt)
                before.proposed = action.cards[0]  # what was played, for the test
                found.append(before)
            m.act(seat, action)
    return found


@pytest.mark.parametrize("seats", [3, 4])
def test_in_many_deals_nobody_last_to_play_throws_a_heart_away(seats: int) -> None:
    spots = 0
    for s in deals(seats, 40):
        trick, hand, c = s.zones[TRICK], s.hand(s.turn), s.proposed
        if len(trick) < seats - 1 or any(d // SIZE == trick[0] // SIZE for d in hand):
            continue
        best = trick[CONTRACT.best(trick)]
        cheap = [d for d in hand if d // SIZE != HEARTS and WORTH[d] < 4]
        if best // SIZE == HEARTS and cheap and any(d // SIZE == HEARTS for d in hand):
            spots += 1
            assert c // SIZE != HEARTS or c > best
    assert spots > 5


# -- who declares ----------------------------------------------------------------------------------------------------


def asked(hand: str, seat: int, seats: int = 4, **options: object) -> tuple[float, float]:
    """Return a seat's chance of 66 points and the one from which on it would declare; seat 0 deals."""
    m = start(rules(seats, **options))
    s = state(m)
    s.zones[HAND + 3 * seat] = bytes(sorted(m.rules.layout.pack.read(hand)))
    s.turn = seat
    return chance_of_66(s, seat), limit(s, seat)


def test_a_big_stock_makes_up_for_a_poor_hand() -> None:
    poor = "HJ H9 CA DK SQ SJ"
    assert asked(poor, 1)[0] < 0.3 < 0.5 < asked(poor, 1, four_player_pack="p32_six_stock8")[0]


def test_who_is_asked_last_waits_where_forehand_would_have_to_declare() -> None:
    """A player who refuses gets what forehand loses; if the cards are thrown in, refusing brings nothing."""
    must, redeal = asked("HA HT CA DA SK SQ", 0)[1], asked("HA HT CA DA SK SQ", 0, no_volunteer="redeal")[1]
    assert must > redeal
    assert redeal == pytest.approx(2 / 3)
    forehand = asked("HA HT CA DA SK SQ", 1)[1]
    assert forehand < redeal < must


def test_what_is_lost_counts_as_it_is_settled() -> None:
    for seat in range(4):
        assert asked("HA HT CA DA SK SQ", seat, settlement="top_up")[1] < asked("HA HT CA DA SK SQ", seat)[1]
