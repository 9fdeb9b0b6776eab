"""A question that travels to another process and back: nothing is lost on the way, and nothing is added."""

from __future__ import annotations

import pickle

import pytest

from stich import build_info
from stich.bots import bot, levels
from stich.bots.question import PlainView, Reader, answer_of, chosen, packed, plain, restored
from stich.games import games
from stich.kernel.action import CLOSE, SEALED, SILENT, WAITING, Action, Phrase
from stich.kernel.cards import HOST
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view

ACTIONS = 60 if build_info().compiled else 12  # interpreted the bots take twenty times as long
SETUP = ("number", "dealer", "scores", "carry", "out")


@pytest.mark.parametrize("name", games())
def test_a_view_arrives_as_it_was_and_bots_choose_from_it_alike(name: str) -> None:
    game = games()[name]
    reader = Reader()
    for seats in game.seats:
        match = Match(game, game.rules({}, seats), Source(SIM, seats))
        fast = [bot(game, level) for level in levels(game) if level not in ("expert", "master")]
        n = 0
        while n < ACTIONS and not match.over:
            if match.deal.must() == 0:
                match.next_deal()
                continue
            n += 1
            seen = [view(match.deal, seat) for seat in range(seats)]
            for one in seen:
                sent: PlainView = pickle.loads(pickle.dumps(packed(one, match.rules.options)))
                there = reader.view(game, sent)
                assert there.key() == one.key()
                assert type(there.seen) is type(one.seen)
                assert there.seen.phase is one.seen.phase
                signs = (WAITING, SILENT, SEALED)
                for arrived, was in zip(there.seen.sealed, one.seen.sealed, strict=True):
                    assert arrived == was
                    assert [arrived is sign for sign in signs] == [was is sign for sign in signs]
                assert all(getattr(there.seen.setup, part) == getattr(one.seen.setup, part) for part in SETUP)
            seat = match.deal.actor()
            if seat == HOST:
                match.act(HOST, CLOSE)
                continue
            legal = match.deal.legal(seat)
            there = reader.view(game, pickle.loads(pickle.dumps(packed(seen[seat], match.rules.options))))
            for one_bot in fast:
                here = one_bot.choose(seen[seat], legal, quick(n))
                assert one_bot.choose(there, legal, quick(n)) == here
            match.act(seat, legal[0] if len(legal) == 1 else fast[-1].choose(seen[seat], legal, quick(n)))


def test_a_packed_view_has_nothing_of_the_hands_that_its_seat_does_not_see() -> None:
    """Two deals that a seat cannot distinguish are packed into the same bytes."""
    game = games()["doppelkopf"]
    match = Match(game, game.rules({}, 4), Source(SIM, 1))
    state = match.deal
    before = pickle.dumps(packed(view(state, 0), match.rules.options))
    hands = [at for at in range(state.layout.size) if state.layout.owner[at] in (1, 2) and state.zones[at]]
    first, second = hands[0], hands[-1]
    assert state.zones[first] != state.zones[second]
    state.zones[first], state.zones[second] = state.zones[second], state.zones[first]
    assert pickle.dumps(packed(view(state, 0), match.rules.options)) == before
    assert pickle.dumps(packed(view(state, 1), match.rules.options)) != before


def test_an_answer_names_one_of_what_was_offered() -> None:
    legal = [Action("play", b"\1"), Action("lay", b"", 3), CLOSE]
    assert [restored(plain(action)) for action in legal] == legal
    for action in (legal[0], legal[2], Action("lay", b"\5\6", 3)):
        assert chosen(legal, answer_of(legal, action)) == action
    for other in (Action("play", b"\2"), Action("lay", b"", 4), Action("fly")):
        assert chosen(legal, answer_of(legal, other)) is None
        assert "is not one of" in answer_of(legal, other).fault
    why = Phrase("table.why.bot", {"n": 2}, b"\3", 4, 1, "m")
    reason = answer_of(legal, legal[0], why).why
    assert reason is not None
    assert Phrase(*reason) == why
