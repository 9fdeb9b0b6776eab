"""`Climb` plays as section 5 says: beside a referee that keeps lists of cards and asks the oracle."""

from __future__ import annotations

import random

import pytest

from oracles.combinations import ORDER, Play, allowed, beats, leads
from stich.games.chimera.rules_cards import rule_table
from stich.games.chimera.rules_combinations import TYPES
from stich.parts import climb
from stich.parts.climb import Climb

pytestmark = pytest.mark.once

CHIMERA = rule_table({})

DECK = [card for card in ORDER[:13] for _ in range(4)] + ["P", "C"]
SCRATCH = climb.scratch()


def planes(cards: list[str]) -> int:
    return int(climb.planes(bytes(ORDER.index(card) for card in cards)))


def deal(rng: random.Random) -> list[list[str]]:
    deck = rng.sample(DECK, 54)
    return [deck[:20], deck[20:37], deck[37:]]


def start(hands: list[list[str]], turn: int = 0) -> Climb:
    a, b, c = (planes(hand) for hand in hands)
    return Climb(a, b, c, turn, 0, 0, CHIMERA, SCRATCH)


def as_play(move: int) -> Play:
    counts = climb.counts(move)
    cards = tuple(card for place, card in enumerate(ORDER) for _ in range(counts >> 4 * place & 15))
    return Play(TYPES[climb.kind(move)], climb.rank(move), climb.length(move), cards)


class Referee:
    """The course of a round, told in the sheet's own words."""

    def __init__(self, hands: list[list[str]], turn: int) -> None:
        self.hands = [list(hand) for hand in hands]
        self.turn = turn
        self.last: Play | None = None
        self.passes = 0
        self.winner: int | None = None

    def may(self) -> set[Play | None]:
        plays = [play._replace(needs=frozenset()) for play in allowed(leads(self.hands[self.turn]), {})]
        if self.last is None:
            return set(plays)
        return {None, *(play for play in plays if beats(self.last[:3], play[:3]))}

    def does(self, play: Play | None) -> None:
        if play is None:
            self.passes += 1
            if self.passes == 2:
                self.last, self.passes = None, 0
        else:
            for card in play.cards:
                self.hands[self.turn].remove(card)
            self.last, self.passes = play, 0
            if not self.hands[self.turn]:
                self.winner = self.turn
                return
        self.turn = (self.turn + 1) % 3


@pytest.mark.parametrize("seed", range(25))
def test_a_whole_round_beside_the_referee(seed: int) -> None:
    rng = random.Random(seed)
    hands = deal(rng)
    turn = seed % 3
    game, referee = start(hands, turn), Referee(hands, turn)
    while not game.over:
        legal = game.legal()
        assert {as_play(move) if move else None for move in legal} == referee.may()
        assert len(legal) == len(referee.may()) == game.count()
        chosen = rng.randrange(len(legal))
        referee.does(as_play(legal[chosen]) if legal[chosen] else None)
        if seed % 2:
            game.apply(legal[chosen])
        else:
            game.apply_index(chosen)
        assert [game.hand(seat) for seat in range(3)] == [planes(hand) for hand in referee.hands]
        assert (game.turn, game.passes) == (referee.turn, referee.passes)
    assert game.turn == referee.winner
    assert game.hand(game.turn) == 0


def test_a_copy_goes_its_own_way() -> None:
    game = start(deal(random.Random(1)))
    other = game.copy()
    before = (game.a, game.b, game.c, game.turn, game.last, game.passes, game.over)
    while not other.over:
        other.apply(other.legal()[-1])
    assert before == (game.a, game.b, game.c, game.turn, game.last, game.passes, game.over)
    assert other.copy().over
    with pytest.raises(ValueError, match="over"):
        other.rollout(1)


def test_a_rollout_is_random_play_to_the_end() -> None:
    """The seat that it names is who wins when the same generator picks from the same lists step by step."""
    for seed in range(40):
        game = start(deal(random.Random(seed)), seed % 3)
        x = 12_345 + seed
        winner = game.rollout(x)
        while not game.over:
            x = climb.next32(x)
            game.apply_index(x * game.count() >> 32)
        assert game.turn == winner


@pytest.mark.parametrize("x", [0, -1, 1 << 32, (1 << 40) + 5])
def test_any_seed_will_do(x: int) -> None:
    game = start(deal(random.Random(8)))
    assert game.rollout(x) in (0, 1, 2)
    assert game.rollout(x) == game.rollout(x & 0xFFFFFFFF)


def test_rollouts_count_who_goes_out_first() -> None:
    game = start(deal(random.Random(3)))
    wins = climb.rollouts(game, 200, 99)
    assert sum(wins) == 200
    assert min(wins) > 0
    assert wins == climb.rollouts(game, 200, 99)
    assert wins != climb.rollouts(game, 200, 100)
    assert not game.over


def test_next32_has_the_published_numbers() -> None:
    """Marsaglia's xorshift32 (13, 17, 5) from 1; never 0, never beyond 32 bits."""
    x, found = 1, []
    for _ in range(5):
        x = climb.next32(x)
        found.append(x)
    assert found == [270369, 67634689, 2647435461, 307599695, 2398689233]
