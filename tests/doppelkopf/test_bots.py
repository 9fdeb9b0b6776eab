"""What Club knows of friends and foes in Doppelkopf, and that its reasons hold."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import cast

import pytest

from bots.reasons import Said, Trick, hints, is_true
from doppelkopf.positions import BOTH, all_ok, dealt, playing, state
from moves import do
from stich.bots.trick import REASONS
from stich.games.doppelkopf.advise import advise, friends
from stich.games.doppelkopf.club import Club
from stich.games.doppelkopf.rules import GAME
from stich.games.doppelkopf.rules_cards import PACK, TRICK, TRUMP, WORTH
from stich.games.doppelkopf.rules_state import Doppelkopf
from stich.games.doppelkopf.sight import Sight
from stich.kernel.cards import Seat
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view

pytestmark = pytest.mark.once


# -- what Club sees


def sight(m: Match, seat: Seat) -> Sight:
    return Sight(view(m.deal, seat))


def test_friends_follow_from_queens() -> None:
    m = playing({0: "CQ DJ", 1: "D9 C9", 2: "CQ DJ", 3: "D9 C9"})
    assert sight(m, 0).friends == pytest.approx([1, 1 / 3, 1 / 3, 1 / 3])
    assert sight(m, 1).friends == pytest.approx([1 / 3, 1, 1 / 3, 1 / 3])
    do(m, "1 play D9", "2 play CQ")
    assert sight(m, 0).friends == [1, 0, 1, 0]
    assert sight(m, 3).friends == pytest.approx([0.5, 0.5, 0, 1])


def test_who_lacks_trumps_is_no_friend_of_re() -> None:
    m = playing({0: "CQ DJ", 1: "CQ C9", 2: "SA C9", 3: "HA DT"})
    state(m).void = (0, 0, state(m).rules.contracts[0].members[TRUMP], 0)
    assert sight(m, 0).friends == pytest.approx([1, 0.5, 0, 0.5])


def test_the_holder_of_the_called_ace_hopes() -> None:
    m = dealt(BOTH.replace(" SA", " S9"), "SA")
    do(m, "1 call_ace S")
    assert sight(m, 2).friends[1] == pytest.approx(0.6)
    assert [seat for seat in (3, 0) if sight(m, seat).friends[1] == 0]


def test_a_last_card_is_weighed_by_what_lies_there() -> None:
    m = playing({0: "CQ C9", 1: "D9 C9", 2: "D9 C9", 3: "D9 C9"}, "SA ST SK", 1)
    assert Club().choose(view(m.deal, 0), m.deal.legal(0), quick(1)).cards == PACK.read("CQ")


@pytest.mark.parametrize(
    ("hand", "options", "announced"),
    [
        ("CQ CQ SQ SQ HQ CJ CJ SJ HJ DA DT CA", {}, "solo D"),
        ("CQ CQ SQ HQ SJ CJ CA CT SA ST SK S9", {}, "solo S"),
        ("CQ CQ DQ DJ DK D9 CA CT C9 SK S9 HK", {}, "call_ace H"),
        ("CQ CQ DQ DJ DK D9 CA CT C9 SK S9 HK", {"wedding": "first_foreign_trick"}, "wedding"),
        ("CJ CJ SJ SJ CA CA SA HA HT HT SK S9", {"grossspiel": True}, "grossspiel"),
        ("CJ CJ SJ SJ HJ CA SK S9 H9 D9 DK CK", {"grossspiel": True}, "ok"),
        ("SQ SQ HQ CJ CJ SJ HJ DA DA DT DT CA", {"solo_right": "anyone"}, "solo D"),
        ("SQ HQ CJ SJ DA DK CA CK SK S9 HK H9", {"solo_right": "anyone"}, "ok"),
    ],
)
def test_what_is_announced(hand: str, options: dict[str, object], announced: str) -> None:
    m = dealt(hand, **options)
    a = Club().choose(view(m.deal, 1), m.deal.legal(1), quick(1))
    assert GAME.write(m.rules, a) == announced


def test_a_bare_ten_is_not_led_where_its_ace_is_out() -> None:
    m = dealt(
        "CT CA SJ SJ SQ ST HQ HT DJ DQ DK DA",
        "C9 CJ CK SQ SK SA HK HK HA D9 DK DT",
        "CJ CQ CK CA S9 S9 ST SA H9 HJ HT D9",
        "C9 CQ CT SK H9 HJ HQ HA DJ DQ DT DA",
    )
    do(all_ok(m), "1 play CA", "2 play C9", "3 play CK", "0 play C9")
    assert does(m, 1) not in ("CT", "ST", "HT")


def does(m: Match, seat: Seat) -> str:
    return PACK.write(Club().choose(view(m.deal, seat), m.deal.legal(seat), quick(1)).cards)


# -- reasons


OPTIONS: tuple[dict[str, str], ...] = ({}, {"solo_right": "anyone", "grossspiel": "true", "tollen": "true"})


@cache
def collected() -> list[Said]:
    return [said for options in OPTIONS for said in hints("doppelkopf", 4, options, 8)]


def test_each_reason_is_true() -> None:
    for deal, seat, legal, action, why in collected():
        s = cast(Doppelkopf, deal)
        key = why.key.removeprefix("doppelkopf.why.")
        how = s.rules.contracts[s.contract]
        if key in REASONS:
            leader = (seat - len(s.zones[TRICK])) & 3
            seats = [(leader + i) & 3 for i in range(4)]
            side = friends(view(s, seat).seen, seat)
            trick = Trick(how, WORTH, s.zones[TRICK], seats, side, [s.hand(other) for other in range(4)])
            assert is_true(trick, seat, legal, action.cards[0], key, cast(int, why.args["n"])), (key, action)
        elif key == "draw":
            assert PACK.faces["CQ"] in s.hand(seat) or s.re >> seat & 1
            assert how.is_trump(action.cards[0])
        elif key == "seek":
            assert (s.declarer, s.kontra) == (seat, 0)
        elif key == "alone":
            contract = s.rules.contracts[5 if action.verb == "grossspiel" else 1 + action.to]
            assert why.args["n"] == sum(contract.is_trump(c) for c in s.hand(seat))
        elif action.verb == "ok":
            assert key == ("ok" if len(legal) == 1 else "no_solo")
        else:
            assert key in ("wedding", "call", "call_own")


def test_most_choices_have_a_reason_of_their_own() -> None:
    said = Counter(x.why.key for x in collected())
    assert said["doppelkopf.why.best"] < said.total() / 2, said


def test_a_called_ace_is_explained_by_ones_own() -> None:
    m = dealt(BOTH)
    _, why = advise(view(m.deal, 1), m.deal.legal(1), quick(1))
    assert why.key in ("doppelkopf.why.call", "doppelkopf.why.call_own", "doppelkopf.why.alone")


@pytest.mark.parametrize(
    ("options", "keys"),
    [
        ({}, ["ok", "ok"]),
        ({"grossspiel": "true"}, ["no_solo", "ok"]),
        ({"solo_right": "anyone"}, ["no_solo", "no_solo"]),
    ],
)
def test_no_advice_says_that_only_both_queens_may_announce_if_others_may(
    options: dict[str, str], keys: list[str]
) -> None:
    """Forehand may have a choice that who comes next has not."""
    m, weak = dealt("C9 C9 S9 S9 H9 H9 D9 D9 CK SK HK DK", **options), []
    for seat in (1, 2):
        action, why = advise(view(m.deal, seat), m.deal.legal(seat), quick(1))
        weak.append(why.key.removeprefix("doppelkopf.why."))
        m.act(seat, action)
    assert weak == keys


# -- foxes and tens


def known(m: Match, re: int) -> Match:
    """Let everybody know who is Re, seats as bits."""
    s = state(m)
    s.re, s.kontra = re, 15 & ~re
    return m


def plays(m: Match, seat: Seat) -> str:
    return GAME.write(m.rules, Club().choose(view(m.deal, seat), m.deal.legal(seat), quick(1)))


OTHERS = "CQ SQ SJ HJ DK D9 CA SA HA C9 S9 H9"


@pytest.mark.parametrize("re", [0b0101, 0b1010])
@pytest.mark.parametrize("rich", ["DA", "DT"])
@pytest.mark.parametrize("hand", ["CJ CJ SJ HQ DK DK {}", "HJ DJ D9 {} SK", "{} DQ CK C9 SK HK", "{} DK"])
def test_no_fox_and_no_trump_ten_is_led_into_higher_trumps(re: int, rich: str, hand: str) -> None:
    """It can belong to any seat, with the queens still out."""
    held = hand.format(rich)
    n = 3 * len(held.split())
    others = {seat: " ".join(OTHERS.split()[: n // 3]) for seat in (0, 1, 3)}
    assert plays(known(playing({2: held, **others}, "", 2), re), 2) != f"play {rich}"


@pytest.mark.parametrize(
    ("hand", "trick", "leader", "gives"),
    [
        ("CT SQ H9 HJ DQ DT DT", "S9 ST DA", 1, "CT"),  # the partner, seat 3 or 2, takes it
        ("HT DT DA SQ", "S9 SK CQ", 1, "HT"),
        ("CT DT HJ", "SK S9 SQ", 1, "CT"),
        ("ST DT CK", "HA HK CQ", 1, "ST"),
    ],
)
def test_a_plain_ten_is_given_to_the_partner_before_a_trump_ten(hand: str, trick: str, leader: int, gives: str) -> None:
    """The last to play has none of the suit led, and the partner's trick is certain: points that would be lost get
    home.
    """
    others = {seat: " ".join(OTHERS.split()[: len(hand.split()) - 1]) for seat in (1, 2, 3)}
    m = known(playing({0: hand, **others}, trick, leader), 0b1001)
    assert plays(m, 0) == f"play {gives}"


def test_what_is_not_the_partners_gets_no_ten() -> None:
    others = dict.fromkeys((1, 2, 3), "CQ SJ HJ DK D9 CA")
    for hand in ("CT SK H9 C9", "HT HK ST SK", "CA CT HK C9"):
        m = known(playing({0: hand, **others}, "DQ SJ CQ", 1), 0b0001)
        assert plays(m, 0).removeprefix("play ")[1] in "K9"


def test_in_many_deals_hardly_anybody_leads_a_fox_or_a_ten_that_may_be_beaten() -> None:
    """Only to a partner who is to take it."""
    leads = bad = 0
    for seed in range(40):
        m = Match(GAME, GAME.rules(), Source(SIM, seed))
        while (seat := m.deal.actor()) >= 0:
            s = state(m)
            legal = s.legal(seat)
            action = Club().choose(view(s, seat), legal, quick(1))
            if s.phase.name == "play" and not s.zones[TRICK] and len(legal) > 1:
                c = action.cards[0]
                poorer = [a for a in legal if WORTH[a.cards[0]] < 10]
                if s.rules.contracts[s.contract].suit[c] == TRUMP and WORTH[c] >= 10 and poorer:
                    bad += Sight(view(s, seat)).is_beaten(c)
                leads += 1
            m.act(seat, action)
    assert leads > 300
    assert bad <= 1
