"""What Club does in Écarté where the books say what to do: playing or leaving it, and the first card."""

from __future__ import annotations

import pytest

from ecarte.positions import position, state
from stich.bots import bot
from stich.games.ecarte.club import Club
from stich.games.ecarte.judgement import is_jeu_de_regle, margin
from stich.games.ecarte.rules import GAME
from stich.games.ecarte.rules_cards import PACK, TRICK
from stich.games.ecarte.rules_phases import DECIDE
from stich.kernel.chance import quick
from stich.kernel.match import Match
from stich.kernel.view import view

pytestmark = pytest.mark.once

JEUX_DE_REGLE = [  # with hearts trump
    "H7 H8 H9 S7 D8",
    "H7 H8 HA SK DQ",
    "H7 H9 S7 S8 SA",
    "H7 H8 D7 DQ C9",
    "H8 HT C7 C9 SK",
    "H7 H8 SK DJ CA",
    "H7 SK SQ SJ D8",
    "H9 DK D9 D8 D7",
    "H7 SQ SA S8 DQ",
    "SQ DQ CQ S8 D9",
    "SK SJ DK DJ C8",
    "H7 SK DK C7 C8",
]
NOT_GOOD_ENOUGH = ["S7 D8 C9 S8 D9", "H7 S8 D9 CT DA", "H7 H8 S9 D8 CT", "SK S7 D8 C9 D9", "H8 SQ S7 D8 C9"]


def decides(hand: str, seat: int, declarer_loss: str = "minus_two", **facts: object) -> str:
    first, second = (hand, "") if seat == 0 else ("", hand)
    m = position(first, second, DECIDE, turn=seat, declarer_loss=declarer_loss)
    s = state(m)
    for name, value in facts.items():
        setattr(s, name, value)
    return GAME.write(m.rules, Club().choose(view(s, seat), s.legal(seat), quick(1)))


@pytest.mark.parametrize("hand", JEUX_DE_REGLE)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_with_a_hand_of_the_books_plays(hand: str, seat: int) -> None:
    assert is_jeu_de_regle(bytes(sorted(PACK.read(hand))), 2)
    assert decides(hand, seat) == "play"


@pytest.mark.parametrize(
    "hand", ["H7 H8 H9 SK D8", "H7 H8 SQ SJ SA", "H7 H8 SK SQ D9", "H7 SK SQ SJ DA", "H7 SK SQ S8 DK"]
)
def test_the_clearest_hands_of_the_books_are_played_with_the_classic_loss_too(hand: str) -> None:
    assert decides(hand, 1, declarer_loss="opponent_two") == "play"


@pytest.mark.parametrize("hand", ["HK HJ H7 SQ D8", "HK H7 SK D9 C8", "HK H8 S7 S8 DK"])
@pytest.mark.parametrize(("seat", "waits"), [(0, "offer"), (1, "decline")])
@pytest.mark.parametrize("loss", ["minus_two", "opponent_two"])
def test_with_the_king_of_trumps_one_waits_for_a_better_hand(hand: str, seat: int, waits: str, loss: str) -> None:
    """No exchange brings it to the opponent, and who holds it may win five tricks with better cards beside it."""
    assert decides(hand, seat, declarer_loss=loss) == waits


@pytest.mark.parametrize("hand", NOT_GOOD_ENOUGH)
@pytest.mark.parametrize(("seat", "waits"), [(0, "offer"), (1, "decline")])
def test_with_less_one_waits_for_better_cards(hand: str, seat: int, waits: str) -> None:
    assert decides(hand, seat) == waits


@pytest.mark.parametrize("hand", ["HK S9 S8 C7 DQ", "HA S9 SJ DA DT", "SK SA D9 DQ C8", "HJ D8 SK C9 SA"])
@pytest.mark.parametrize(("seat", "waits"), [(0, "offer"), (1, "decline")])
def test_an_even_chance_does_not_pay_for_a_game_that_costs_two(hand: str, seat: int, waits: str) -> None:
    """To fail costs two points and to win brings one."""
    assert decides(hand, seat) == waits


def test_after_an_exchange_it_takes_a_better_hand() -> None:
    """Both hands are better then: what was good as dealt is not good enough."""
    assert decides("H7 H8 D7 DQ C9", 0) == "play"
    assert decides("H7 H8 D7 DQ C9", 0, exchanges=1, changed=(3, 3)) == "offer"
    assert decides("HK HQ HJ SK SQ", 0, exchanges=1, changed=(3, 3)) == "play"


def test_a_trump_more_is_never_worth_less_than_a_poor_card() -> None:
    for seat in range(2):
        for with_trump, without in (("H9 S8 D9 CT DA", "S9 S8 D9 CT DA"), ("H7 H9 D7 D8 C9", "H7 S9 D7 D8 C9")):
            margins = []
            for hand in (with_trump, without):
                m = position(*((hand, "") if seat == 0 else ("", hand)), DECIDE, turn=seat)
                margins.append(margin(state(m), seat))
            assert margins[0] > margins[1]


@pytest.mark.parametrize(
    ("hand", "leads"),
    [
        ("H7 H8 D9 DT DK", "DK"),  # two small trumps take their tricks later
        ("C9 CK S8 H8 HA", "CK"),
        ("HK H7 CA SA D7", "HK"),  # nothing beats it
        ("HQ HT H8 SA D9", "HQ"),  # one of three
        ("HJ H9 SQ SA DT", "SQ"),
        ("HQ HA", "HQ"),
    ],
)
def test_a_trump_is_led_where_it_is_sure_or_one_of_three(hand: str, leads: str) -> None:
    m = position("CA CJ", hand)
    assert not m.deal.zones[TRICK]
    assert chosen(m, "club") == f"card {leads}"


def chosen(m: Match, level: str) -> str:
    seat = m.deal.actor()
    return GAME.write(m.rules, bot(GAME, level).choose(view(m.deal, seat), m.deal.legal(seat), quick(1)))
