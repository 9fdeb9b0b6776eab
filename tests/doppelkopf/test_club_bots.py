"""What bots say under §12: legal, sensible, in time and for their own side; and that hints have true reasons."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import cast

import pytest

from bots.reasons import Said, hints
from doppelkopf.positions import dealt
from moves import do
from stich.bots import bot
from stich.games.doppelkopf.club import Club
from stich.games.doppelkopf.rules import GAME
from stich.games.doppelkopf.rules_cards import TRUMP
from stich.games.doppelkopf.rules_club_score import Achieved, wins
from stich.games.doppelkopf.rules_club_state import ClubDoppelkopf
from stich.games.doppelkopf.sight import Sight
from stich.kernel.action import CLOSE
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view

pytestmark = pytest.mark.once

FAMILY = {
    "rules": "tournament",
    **dict.fromkeys(("schweinchen", "armut", "neunen", "tollen_second_beats_first"), "true"),
}
STRONG = "HT HT CQ SQ SQ HQ DQ CJ SJ DA CA CA"
WEAK = "D9 DJ CK C9 C9 SK S9 S9 HK H9 ST CT"
BOTH = "CQ CQ DQ DJ DK D9 CA CT C9 SK S9 HK"
NINES = "C9 C9 S9 S9 H9 H9 D9 DA DT CT SK CK"
JACKS = "CJ CJ SJ SJ HJ CA CA CT SA SA ST HA"


def says(m: Match, seat: int, level: str = "club") -> str:
    return GAME.write(m.rules, bot(GAME, level).choose(view(m.deal, seat), m.deal.legal(seat), quick(1)))


def table(hand: str = "", **options: object) -> Match:
    return dealt(hand, **{"rules": "tournament", **options})


@pytest.mark.parametrize(
    ("hand", "options", "first", "then"),
    [
        (STRONG, {}, "reservation", "solo C"),
        (JACKS, {}, "reservation", "solo jacks"),
        (BOTH, {}, "reservation", "wedding"),
        (WEAK, {}, "healthy", ""),
        (WEAK, {"armut": True}, "reservation", "armut"),
        (NINES, {"neunen": True}, "reservation", "neunen"),
    ],
)
def test_reservations(hand: str, options: dict[str, object], first: str, then: str) -> None:
    m = table(hand, **options)
    assert says(m, 1) == first
    if then:
        do(m, "1 reservation", "2 healthy", "3 healthy", "0 healthy")
        assert says(m, 1) == then


def test_beginner_marries_and_plays_no_solo() -> None:
    assert says(table(STRONG), 1, "beginner") == "healthy"
    assert says(table(BOTH), 1, "beginner") == "reservation"


def test_a_strong_hand_announces_and_a_weak_one_does_not() -> None:
    m = do(table(STRONG.replace("DA CA CA", "DA CA SA")), "1 healthy", "2 healthy", "3 healthy", "0 healthy")
    assert says(m, 1) == "re"
    m = do(table(WEAK), "1 healthy", "2 healthy", "3 healthy", "0 healthy")
    assert says(m, 1).startswith("play ")


def test_an_announcement_is_understood() -> None:
    """A player who speaks for a side belongs to it."""
    m = do(table(), "1 healthy", "2 healthy", "3 healthy", "0 healthy")
    re = [seat for seat in range(4) if cast(ClubDoppelkopf, m.deal).side_of(seat) == 0]
    do(m, f"{re[0]} re")
    assert Sight(view(m.deal, re[1])).friends[re[0]] == 1
    for seat in set(range(4)) - set(re):
        assert Sight(view(m.deal, seat)).friends[re[0]] == 0


def test_who_has_not_the_turn_keeps_silent() -> None:
    """It speaks when its turn comes: then nobody waits for it."""
    m = do(dealt("", STRONG, rules="tournament"), "1 healthy", "2 healthy", "3 healthy", "0 healthy")
    for level in ("beginner", "club", "expert@4"):
        player = bot(GAME, level)
        assert player.choose(view(m.deal, 2), [*m.deal.legal(2), CLOSE], quick(1)) == CLOSE


@pytest.mark.parametrize("level", ["beginner", "club", "expert@2"])
@pytest.mark.parametrize("options", [{"rules": "tournament"}, FAMILY], ids=["tournament", "family"])
def test_all_levels_play_whole_deals(level: str, options: dict[str, object]) -> None:
    player, luck = bot(GAME, level), quick(2)
    for seed in range(1 if level.startswith("expert") else 6):
        m = Match(GAME, GAME.rules(options), Source(SIM, seed))
        while m.deal.must():
            seat = m.deal.actor()
            legal = m.deal.legal(seat)
            chosen = player.choose(view(m.deal, seat), legal, luck)
            assert m.deal.phase.canon(m.deal, seat, chosen) in legal
            m.act(seat, chosen)


@pytest.mark.parametrize("deals", [40, pytest.param(120, marks=pytest.mark.long)])
def test_what_club_announces_it_mostly_makes(deals: int) -> None:
    club, luck = Club(), quick(3)
    made = Counter[bool]()
    for seed in range(deals):
        m = Match(GAME, GAME.rules({"rules": "tournament"}), Source(SIM, seed))
        while m.deal.must():
            seat = m.deal.actor()
            m.act(seat, club.choose(view(m.deal, seat), m.deal.legal(seat), luck))
        s = cast(ClubDoppelkopf, m.deal)
        done = Achieved(s.re, s.points, sum(1 << i for i in range(4) if s.has_trick(i)), s.said)
        for side in (0, 1):
            if s.said[side] >= 0:
                made[wins(done, side)] += 1
    assert made.total() > 0.4 * deals
    assert made[True] > 0.6 * made.total(), made


@cache
def collected() -> list[Said]:
    return [*hints("doppelkopf", 4, {"rules": "tournament"}, 12), *hints("doppelkopf", 4, FAMILY, 12)]


def test_reasons_of_what_is_said_are_true() -> None:
    seen = Counter[str]()
    for deal, seat, _, action, why in collected():
        s = cast(ClubDoppelkopf, deal)
        key = why.key.removeprefix("doppelkopf.why.")
        if action.verb in ("play", "healthy"):
            continue
        seen[key] += 1
        if key == "reserve_wedding":
            assert s.hand(seat).count(2) == 2
        elif key == "alone":
            how = s.rules.contracts[1 + action.to]
            assert why.args["n"] == sum(how.suit[c] == TRUMP for c in s.hand(seat))
        elif key == "accept":
            assert why.args["n"] == s.trumps(seat)
        elif key in ("say", "answer"):
            assert (s.said[1 - s.side_of(seat)] >= 0) == (key == "answer")
        elif key == "step":
            assert action.to == s.side_of(seat)
    assert {"reserve_wedding", "wedding", "say"} <= set(seen), seen
