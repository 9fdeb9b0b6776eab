"""What an event's words name is also given with its type: what a table draws beside the words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from stich.games import games
from stich.kernel.action import Event, Phrase
from stich.kernel.cards import ONE, Cards, seats_of
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.testing.phrases import option_sets

pytestmark = pytest.mark.once  # the fingerprints have the words of every event
ACTS = 400  # of a match that is long


def named(phrase: Phrase) -> tuple[Cards, int]:
    """Return the cards and the number that a phrase's texts name."""
    card, cards, n = phrase.args.get("card", -1), phrase.args.get("cards", b""), phrase.args.get("n", 0)
    assert isinstance(card, int)
    assert isinstance(cards, bytes)
    assert isinstance(n, int)
    return (ONE[card] if card >= 0 else b"") + cards, n


def said(game: Game, options: dict[str, object], seats: int) -> Iterator[Event]:
    """Yield the events of a match at random, at most ACTS actions long."""
    chance = quick(seats)
    match = Match(game, game.rules(options, seats), Source(SIM, 1), watched=True)
    for _ in range(ACTS):
        s = match.deal
        if match.over:
            break
        if s.must() == 0:
            match.next_deal()
            continue
        able = [(seat, acts) for seat in seats_of(s.must() | s.may()) if (acts := s.legal(seat))]
        seat, acts = able[int(chance.below(len(able)))]
        match.act(seat, acts[int(chance.below(len(acts)))])
    yield from match.events


@pytest.mark.parametrize("name", sorted(games()))
def test_the_cards_and_the_number_that_words_name_are_given_with_their_types(name: str) -> None:
    game = games()[name]
    heard: set[str] = set()
    for options, seats in option_sets(game):
        if game.conflict(game.complete({key: str(value) for key, value in options.items()}), seats) is None:
            for event in said(game, options, seats):
                if event.phrase is not None:
                    heard.add(event.phrase.key)
                    assert named(event.phrase) == (event.phrase.cards, event.phrase.n), event.phrase
                    about = event.phrase.seat if event.phrase.seat >= 0 else event.seat
                    if event.kind == "deal":
                        assert event.phrase.args["seat"] == about
    assert len(heard) > 5
