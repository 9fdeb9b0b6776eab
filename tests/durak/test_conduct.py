"""What a good player would call stupid, class by class: positions from deals, and positions made of the same stuff."""

from __future__ import annotations

import pytest

from durak.positions import position, rules, state
from durak.test_expert import late, solve
from stich.games.durak.bot import BOTS
from stich.games.durak.club import choice, safe_plan
from stich.games.durak.endgame import foreseeable
from stich.games.durak.expert import SOLVED_LATER, Expert
from stich.games.durak.rules import GAME
from stich.games.durak.rules_state import Durak
from stich.games.durak.sight import cheapest, to_beat
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view

pytestmark = pytest.mark.once

FAR = "C9 C8 D9 H9 CK H6 ST HJ S5 H4 CT D6 C5 SJ H7 S7 HT DJ DT DQ"  # a talon from which the end is far


def chosen(level: str, m: Match, seat: int) -> str:
    player = Expert(200) if level == "expert" else BOTS[level]()
    return GAME.write(m.rules, player.choose(view(m.deal, seat), m.deal.legal(seat), quick(3)))


@pytest.mark.parametrize("level", ["club", "expert"])
@pytest.mark.parametrize(
    ("hands", "attack", "best"),
    [
        (["SA", "", "SK HA", "SJ HJ"], "SQ", "beat SQ SK"),  # nobody has a queen or a king: the ace is the last card
        (["SA HJ", "", "S9 H2", "SJ HT D5"], "S8", "beat S8 S9"),
        (["SA HJ", "", "S9", "SJ HT D5"], "S8", "beat S8 S9"),  # and with none left
        (["D5 HJ", "", "C7 CA", "SJ HT C6"], "H6", "beat H6 C7"),  # a six can be added, and the ace beats that
        (["SA HJ", "", "D9 DK SK", "SJ HT D5"], "D8", "beat D8 D9"),  # two kings are led at once
        (["SA HJ", "", "S7 D7 DQ", "SJ HT H2"], "D6", "beat D6 DQ"),  # not with the least, which breaks the pair
    ],
)
def test_a_player_sure_to_be_out_next_goes_for_it(level: str, hands: list[str], attack: str, best: str) -> None:
    m = position(*hands, attack=[attack], attacker=0, trump="C", out=[1], transfer=False)
    assert chosen(level, m, 2) == best


@pytest.mark.parametrize(
    ("hands", "attack"),
    [
        (["SA HQ", "", "CJ HA", "SJ D5"], "SQ"),  # the queen of hearts or the jack of spades would be added
        (["SA HK", "", "CA S2 D7", "SJ HT"], "H9"),  # two cards of different ranks would be left
    ],
)
def test_what_is_not_sure_is_weighed(hands: list[str], attack: str) -> None:
    """No sure thing is seen where there is none."""
    m = position(*hands, attack=[attack], attacker=0, trump="C", out=[1], transfer=False)
    s = view(m.deal, 2).seen
    assert isinstance(s, Durak)
    plan = cheapest(s, to_beat(s), s.hand(2))
    assert plan is not None
    assert safe_plan(s, 2, plan) is None


@pytest.mark.parametrize("level", ["club", "expert"])
@pytest.mark.parametrize(
    ("attack", "hand"),
    [
        (["S2", "H2", "D2"], "CA H5 HQ HK D7 D8"),
        (["S2"], "CA H5 HQ HK D7 D8"),
        (["D3"], "CA HQ HK"),
        (["D4", "S4"], "CA H5 SQ SK"),
    ],
)
def test_no_ace_of_trumps_on_a_low_card_while_the_talon_is_full(level: str, attack: list[str], hand: str) -> None:
    m = position("C3 C6 S6 S9", hand, "S3 DA", attack=attack, talon=FAR, turnup="C2", transfer=False)
    if level == "club":
        assert chosen(level, m, 1) == "take"
    else:
        assert " CA" not in chosen(level, m, 1)


@pytest.mark.parametrize(
    ("attack", "hand", "best"),
    [
        (["D3 C9", "H3 H8", "D9 DJ", "S8"], "SA SK", "beat S8 SK"),
        (["D3 C9", "S3 C7", "H3 H8", "H9 HJ", "S8"], "SA", "beat S8 SA"),
        (["D5 CT", "H5 H6", "S6 CJ", "S8"], "SQ DA", "beat S8 SQ"),
    ],
)
def test_nobody_takes_a_heap_for_trumps_that_are_spent(attack: list[str], hand: str, best: str) -> None:
    m = position("C3 C6 S4 D8", hand, "S5 D6 H4", attack=attack, talon="H2 D2 S2 HT DT CK", turnup="C2", transfer=False)
    assert chosen("club", m, 1) == best


@pytest.mark.parametrize(
    ("attack", "hand", "talon"),
    [
        (["DA"], "C3 S6 H6 SJ HQ D8", 6),
        (["DQ"], "C3 S6 H6 SJ HQ D8", 6),
        (["DT"], "C3 S6 H6 SJ HQ D8", 10),
        (["D9", "S9"], "C3 SK H6 SJ HQ D8", 16),
    ],
)
def test_of_two_the_least_trump_is_spent_before_anything_is_taken(attack: list[str], hand: str, talon: int) -> None:
    """Nobody else can still become the Durak, and low trumps decide nothing; among more Club keeps them."""
    cards = [card for card in FAR.split() if card not in [*attack, *hand.split()]]
    cards = [*cards, "H2", "D2", "S2"][-talon:]
    m = position("C4 S3 S4 D3", hand, attack=attack, talon=" ".join(cards), turnup="C2", transfer=False)
    assert chosen("club", m, 1).startswith("beat")


@pytest.mark.parametrize("attack", [["S2"], ["S2", "H2"], ["S2", "H2", "D2"]])
def test_of_two_the_ace_of_trumps_is_kept_all_the_same(attack: list[str]) -> None:
    hand = "CA H3 HQ HK D7 D8"
    m = position("C4 S3 S4 D3", hand, attack=attack, talon=FAR, turnup="C2", transfer=False)
    assert chosen("club", m, 1) == "take"


@pytest.mark.once
def test_club_loses_less_by_looking_ahead_without_a_talon() -> None:
    """Against Club by its sums alone, with three or four left and few cards: it is the Durak less than half as often.

    Looking ahead with no more than three left, and fewer cards, it is .6 times as often.
    """
    lost = {True: 0, False: 0}
    for seed in range(40):
        m = Match(GAME, rules(4), Source(SIM, seed))
        while m.deal.must() and not foreseeable(state(m)):
            seat = m.deal.actor()
            m.act(seat, choice(state(m), seat, m.deal.legal(seat)))
        for looks in (True, False):
            for side in range(4):
                s = m.deal.copy()
                assert isinstance(s, Durak)
                while s.must():
                    seat = s.actor()
                    legal, seen = s.legal(seat), view(s, seat)
                    assert isinstance(seen.seen, Durak)
                    club = BOTS["club"]() if looks and seat == side else None
                    s.apply(seat, club.choose(seen, legal, quick(1)) if club else choice(seen.seen, seat, legal))
                lost[looks] += s.durak == side
    assert 0 < 2 * lost[True] < lost[False]


@pytest.mark.parametrize("seed", range(6))
def test_the_last_two_lose_no_sure_thing(seed: int) -> None:
    """Each knows the other's cards: with few of them left Club finds the best end that there is."""
    s = late(seed, SOLVED_LATER)
    seat = s.actor()
    best = solve(s, seat, Expert())
    after = s.copy()
    assert isinstance(after, Durak)
    after.apply(seat, BOTS["club"]().choose(view(s, seat), s.legal(seat), quick(seed)))
    assert solve(after, seat, Expert()) == best
