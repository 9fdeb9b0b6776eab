"""Checks that the climb core's Dou Dizhu and OpenSpiel's offer the same moves: an independent oracle for the core.

    pip install open_spiel==2.0.2
    python benchmarks/open_spiel_agrees.py [games]

Random games are played in OpenSpiel; at every decision the sets of cards that can be played are compared. OpenSpiel
2.0.2 differs from the table `DOU_DIZHU` in four points, which are applied to the core's list here, and in no other:

1. Singles attached to a run of triples can equal one another, but not four of them (`EQUAL_KICKERS`; pairs differ).
2. A four with two singles or two pairs is never offered.
3. Straights, runs of pairs and bare runs of triples are not found where the hand holds their lowest rank four times.
4. A bomb can be played on the rocket.
"""

from __future__ import annotations

import random
import sys
from typing import Any

from stich.parts import climb
from stich.parts.climb import EQUAL_KICKERS, QUAD_PAIR_AS_SINGLES

Cards = tuple[int, ...]
DOU_DIZHU = QUAD_PAIR_AS_SINGLES
RULES = DOU_DIZHU | EQUAL_KICKERS
RANKS = {symbol: rank for rank, symbol in enumerate("3456789TJQKA2")}
JOKERS = {"(BWJ)": 13, "(CJ)": 14}
SCRATCH = climb.scratch()


def cards_in(text: str) -> Cards:
    """Read cards as OpenSpiel writes them: 333444-5(CJ)."""
    jokers = [rank for joker, rank in JOKERS.items() if joker in text]
    for joker in JOKERS:
        text = text.replace(joker, "")
    return tuple(sorted([RANKS[symbol] for symbol in text if symbol in RANKS] + jokers))


def hand_of(state: Any) -> Cards:
    """Return the hand of the player on turn."""
    lines = str(state.observation_string(state.current_player())).splitlines()
    return next(cards_in(line) for line in lines if line.startswith("My hand "))


def theirs(state: Any) -> set[Cards]:
    """Return OpenSpiel's moves, with no cards for the pass."""
    return {cards_in(text) if text != "Pass" else () for text in map(state.action_to_string, state.legal_actions())}


def ours(hand: Cards, before: list[int]) -> set[Cards]:
    """Return the core's moves with OpenSpiel's differences applied; `before` is every reading of the last play."""
    mine = climb.planes(bytes(hand))
    found: set[Cards] = set()
    for last in before or [0]:
        for move in climb.moves(mine, last, RULES, SCRATCH):
            if not peculiar(hand, move):
                found.add(tuple(climb.ranks(climb.cards(move))))
    if before and climb.kind(before[0]) == climb.ROCKET:
        found |= {(rank,) * 4 for rank in range(13) if hand.count(rank) == 4}  # 4
    return found


def peculiar(hand: Cards, move: int) -> bool:
    """Tell whether OpenSpiel leaves this move out."""
    kind = climb.kind(move)
    cards = climb.ranks(climb.cards(move))
    if kind in (climb.QUAD1, climb.QUAD2):
        return True  # 2
    if kind in (climb.STRAIGHT, climb.PAIRS, climb.TRIPLES):
        return hand.count(cards[0]) == 4  # 3
    lowest = climb.rank(move) - climb.length(move)
    attached = [card for card in cards if not lowest <= card < climb.rank(move)]
    if kind == climb.TRIPLES1:
        return any(attached.count(card) == 4 for card in attached)  # 1
    return kind == climb.TRIPLES2 and any(attached.count(card) == 4 for card in attached)


def compare(games: int, seed: int = 1) -> tuple[int, int]:
    """Play random games; return decisions and moves compared. Raises AssertionError at the first difference."""
    import pyspiel

    game = pyspiel.load_game("dou_dizhu")
    rng = random.Random(seed)
    decisions = moves = 0
    for _ in range(games):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        state.apply_action(state.legal_actions()[-1])  # the highest bid ends the auction
        before: list[int] = []
        passes = 0
        while not state.is_terminal():
            hand, offered = hand_of(state), theirs(state)
            expected = ours(hand, before)
            if offered != expected:
                raise AssertionError(f"hand {hand}: only theirs {offered - expected}, only ours {expected - offered}")
            decisions, moves = decisions + 1, moves + len(offered)
            action = rng.choice(state.legal_actions())
            text = state.action_to_string(action)
            state.apply_action(action)
            passes = passes + 1 if text == "Pass" else 0
            if text != "Pass":
                before = readings(text)
            elif passes == 2:
                before = []
    return decisions, moves


def readings(text: str) -> list[int]:
    """Return the core's readings of a play; for a run with attachments only the one that the hyphen shows."""
    cards = cards_in(text)
    found = climb.readings(climb.planes(bytes(cards)), RULES, SCRATCH)
    if "-" in text:
        core = cards_in(text.partition("-")[0])
        kinds = (climb.TRIPLES1, climb.TRIPLES2)
        found = [move for move in found if climb.kind(move) in kinds and climb.rank(move) == core[-1] + 1]
        found = [move for move in found if climb.length(move) == len(core) // 3]
    return found


if __name__ == "__main__":
    decided, listed = compare(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000)
    print(f"the same moves in all of {decided:,} decisions ({listed:,} moves)")
