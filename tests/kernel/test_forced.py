"""What a table may do by itself: true in every game, the same for all that a seat may hold, and never a claim."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from stich.games import find, games, load_folder
from stich.kernel.cards import SPECTATOR, seats_of
from stich.kernel.chance import quick
from stich.kernel.forced import is_plain, is_seen_forced, plays_by_itself
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.kernel.sample import sample
from stich.kernel.view import view

pytestmark = pytest.mark.once

NEVER = {
    "chimera": {"bid"}, "chinchon": {"close", "draw", "take", "done"}, "cruzo": {"draw", "flip", "challenge", "tree"},
    "doudizhu": {"bid", "call", "grab"},
    "doppelkopf": {"wedding", "solo", "reservation", "armut", "re", "kontra", "pigs"}, "durak": {"show"},
    "ecarte": {"mark", "king", "play", "decline"}, "farbe_und_wert": {"black", "red", "value"},
    "frustration": {"claim", "draw", "take", "cut"}, "fuenfhundert": {"declare", "exchange", "done"},
    "gaigel": {"claim", "meld", "exchange"}, "herzblatt": {"yes", "nominate", "take"},
    "knock": {"draw", "knock"}, "schnapsen": {"close", "marry"}, "rummy": {"draw", "buy"}, "hearts": set(),
}  # fmt: skip
"""Announcements, claims, cards drawn or turned up, and words that end a deal."""


@pytest.fixture(autouse=True)
def games_of_the_tests() -> None:
    load_folder(Path(__file__).parents[1] / "games")


def test_every_game_says_what_never_plays_by_itself() -> None:
    assert set(NEVER) == set(games())


def decisions(game: Game, matches: int, most: int = 400) -> Any:
    """Play at random and yield every decision as (deal, seat)."""
    chance = quick(7)
    for seed in range(matches):
        fitting = [one for one in game.presets if one.fits(game.seats[0])]
        presets: list[dict[str, object]] = [dict(one.options) for one in fitting] or [{}]
        match = Match(game, game.rules(presets[seed % len(presets)], game.seats[0]), Source(SIM, seed=seed))
        for _ in range(most):
            if match.deal.must() == 0:
                if match.over:
                    break
                match.next_deal()
                continue
            seats = list(seats_of(match.deal.must()))
            for seat in seats:
                if seat < match.rules.layout.seats:
                    yield match.deal, seat
            seat = seats[chance.below(len(seats))]
            acts = match.deal.legal(seat)
            match.act(seat, acts[chance.below(len(acts))])


@pytest.mark.parametrize("name", NEVER)
def test_what_plays_by_itself_is_the_only_action_and_neither_claim_nor_announcement(name: str) -> None:
    game = find(name)
    for deal, seat in decisions(game, 5):
        if plays_by_itself(game, deal, seat, alone=True):
            [only] = deal.legal(seat)
            assert only.verb not in NEVER[name] | set(game.asides)
        if plays_by_itself(game, deal, seat, alone=False):
            assert plays_by_itself(game, deal, seat, alone=True)


@pytest.mark.parametrize("name", NEVER)
def test_the_answer_among_people_is_the_same_for_all_that_the_seat_may_hold(name: str) -> None:
    game = find(name)
    chance = quick(3)
    said: Counter[bool] = Counter()
    for n, (deal, seat) in enumerate(decisions(game, 3, 200)):
        seen = is_seen_forced(game, deal, seat)
        if not seen and n % 4:
            continue
        drawn = sample(view(deal, SPECTATOR), chance)
        assert is_seen_forced(game, drawn, seat) == seen
        if seen:
            others = [other for other in range(deal.layout.seats) if other != seat]
            for other in others:  # one of them knows more, and sees the same
                assert len(sample(view(deal, other), chance).legal(seat)) == 1
        said[seen] += 1
    if name not in ("chinchon", "farbe_und_wert", "frustration", "gaigel", "knock", "rummy"):
        assert said[True] > 0


def test_a_last_card_is_seen_by_all_and_a_last_suit_is_not() -> None:
    game = find("ecarte")
    counts: Counter[tuple[int, bool]] = Counter()
    for deal, seat in decisions(game, 20):
        if deal.phase.name == "play":
            n = len(deal.hand(seat))
            counts[n, is_seen_forced(game, deal, seat)] += 1
            if len(deal.legal(seat)) == 1 < n:
                assert plays_by_itself(game, deal, seat, alone=True)
    assert all(seen == (n == 1) for n, seen in counts)
    assert len(counts) >= 5


def test_nobody_plays_out_of_turn() -> None:
    game = find("ecarte")
    for deal, seat in decisions(game, 5):
        assert not plays_by_itself(game, deal, 1 - seat, alone=True) or deal.must() >> (1 - seat) & 1


def test_the_kinds_of_verbs() -> None:
    for name in games():
        game = find(name)
        for verb in game.verbs.values():
            assert not (verb.idle and verb.says), (name, verb.name)
            assert not (verb.idle and verb.name in NEVER[name]), (name, verb.name)
    durak = find("durak")
    deal, seat = next(iter(decisions(durak, 1)))
    assert all(is_plain(durak, deal, seat, a) for a in deal.legal(seat))
