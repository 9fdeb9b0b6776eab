"""§6 `illegal=penalise`: what one may dare is offered where the rules would accept it, and is the right act there."""

from __future__ import annotations

import pytest

from cruzo.positions import dealt, do, table
from stich.games import find, games
from stich.games.cruzo.rules import GAME
from stich.kernel.action import Action, Refused
from stich.kernel.cards import BACK, HOST, seats_of
from stich.kernel.chance import quick
from stich.kernel.laws.random_play import turn_at_random
from stich.kernel.match import SIM, Match, Source
from stich.server.views.projection import dares

pytestmark = pytest.mark.once

SOME = "4 5 6"


def offered(m: Match, seat: int) -> list[str]:
    extra = [a.verb for a in GAME.unlisted(m.rules)]
    return [extra[n] for n in dares(m, seat, m.deal.must() | m.deal.may())]


def test_the_player_on_turn_plays_and_the_others_throw() -> None:
    m = table("K 4 5", "A 5 6", SOME, pile="Q", illegal="penalise")
    do(m, "0 play K")
    assert [offered(m, seat) for seat in range(3)] == [["throw"], ["play"], ["throw"]]
    do(m, "host")
    assert [offered(m, seat) for seat in range(3)] == [[], ["play"], []]


def test_where_all_are_asked_one_after_the_other() -> None:
    m = table("K 4 5", "A 5 6", SOME, pile="Q", illegal="penalise", throw_mode="priority")
    do(m, "0 play K")
    assert [offered(m, seat) for seat in range(3)] == [[], [], ["throw"]]
    do(m, "2 pass", "0 pass")
    assert [offered(m, seat) for seat in range(3)] == [[], ["play"], []]


def test_with_no_pile_there_is_nothing_to_be_taken() -> None:
    m = table("K 4 5", SOME, SOME, illegal="penalise")
    assert offered(m, 0) == []
    m = dealt(["D5 C9 CK", "D7 C4 H9"], illegal="penalise")
    assert offered(m, 0) == []
    do(m, "0 dir cw")
    assert offered(m, 0) == []


def test_while_a_four_is_added_to_nothing_is_dared() -> None:
    m = table("K 4 5", "K K K", SOME, pile="Q", illegal="penalise")
    do(m, "0 play K", "host")
    m = table("K 4 5", SOME, "K K K", pile="Q", illegal="penalise")
    do(m, "0 play K", "2 throw K K K")
    assert [offered(m, seat) for seat in range(3)] == [[], [], []]


def test_only_where_it_is_played() -> None:
    m = table("K 4 5", "A 5 6", SOME, pile="Q")
    do(m, "0 play K")
    assert [offered(m, seat) for seat in range(3)] == [[], [], []]


OPTIONS = {"cruzo": {"illegal": "penalise"}, "gaigel": {"stop": "claim"}}


@pytest.mark.parametrize("name", sorted(games()))
def test_what_is_offered_is_accepted(name: str) -> None:
    """In random play of every game: of any cards there are some that would be taken, of named ones these."""
    game = find(name)
    m = Match(game, game.rules(dict(OPTIONS.get(name, {}))), Source(SIM, 1))
    chance = quick(1)
    extra = list(game.unlisted(m.rules))
    for _ in range(150 if extra else 1):
        if m.over or m.deal.must() == 0:
            break
        s = m.deal
        for seat in seats_of((s.must() | s.may()) & ~(1 << HOST)):
            for n in dares(m, seat, s.must() | s.may()):
                a = extra[n]
                if a.cards != bytes([BACK]):
                    assert m.check(seat, a) == a
                    continue
                tried = [Action(a.verb, bytes([c])) for c in set(b"".join(s.zones))]
                assert any(accepted(m, seat, one) for one in tried), (seat, a)
        m.act(*turn_at_random(m.deal, chance))


def accepted(m: Match, seat: int, a: Action) -> bool:
    try:
        m.check(seat, a)
    except Refused:
        return False
    return True
