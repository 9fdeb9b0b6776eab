"""Checks that Dou Dizhu and RLCard offer the same moves: an independent oracle for rules and core.

    pip install rlcard==1.2.0
    python benchmarks/rlcard_agrees.py [positions]

Random deals are played by our rules, with equal attachments allowed; in every position the sets of cards that can be
played are compared with what RLCard's judger lists for a leader, and what it lists over the last play. RLCard 1.2.0
differs from that table (sheet §6.2) in three points, which are applied to our list here, and in no other:

1. Of the singles attached to a run of triples no four are equal, and no three are equal and next to the run, unless
   they are 2s: those cards are also a longer run.
2. The pairs attached to a run of triples differ, also where equal attachments are allowed.
3. A play with two readings can be beaten by what beats either: a player cannot say which is meant (our §6.7).

Under the defaults, where attachments differ, our moves are all among RLCard's: that is counted, too.
"""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

from stich.games.doudizhu.rlcard_rule import SIGNS, signs
from stich.games.doudizhu.rules import GAME
from stich.games.doudizhu.rules_phases import PLAY
from stich.games.doudizhu.rules_state import DouDizhu
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.parts import climb

LOOSE = GAME.rules({"attached_equal": "true", "match_deals": "999"})
STRICT = GAME.rules({})


def theirs(hand: bytes, last: str) -> set[str]:
    """Return RLCard's moves. last: the play to beat, "" for a leader."""
    from rlcard.games.base import Card
    from rlcard.games.doudizhu.judger import DoudizhuJudger
    from rlcard.games.doudizhu.utils import get_gt_cards

    if not last:
        return set(DoudizhuJudger.playable_cards_from_hand(signs(hand)))
    cards: list[Any] = [
        Card("BJ", "") if c == 52 else Card("RJ", "") if c == 53 else Card("S", SIGNS[c // 4]) for c in hand
    ]
    found = get_gt_cards(SimpleNamespace(current_hand=cards), SimpleNamespace(played_cards=last))
    return set(found)


def text(move: int) -> str:
    return "".join([SIGNS[rank] for rank in climb.ranks(climb.cards(move))]) if move else "pass"


def ours(hand: bytes, before: list[int]) -> set[str]:
    """Return our moves with RLCard's differences applied. before: every reading of the last play."""
    found: set[str] = set()
    for last in before or [0]:  # 3
        found |= {text(move) for move in LOOSE.lister.moves(hand, last) if not move or not peculiar(move)}
    return found


def peculiar(move: int) -> bool:
    """Tell whether RLCard leaves this move out."""
    kind = climb.kind(move)
    if kind not in (climb.TRIPLES1, climb.TRIPLES2):
        return False
    top = climb.rank(move)
    low = top - climb.length(move)
    attached = [rank for rank in climb.ranks(climb.cards(move)) if not low <= rank < top]
    if kind == climb.TRIPLES2:
        return len(set(attached)) < climb.length(move)  # 2
    beside = {low - 1, top} - {climb.TOP}
    return any(attached.count(rank) == 4 or (attached.count(rank) == 3 and rank in beside) for rank in attached)  # 1


def compare(positions: int, seed: int = 1) -> tuple[int, int, int]:
    """Play random deals; return moves compared, how many positions had different moves before points 1 to 3, and how
    many had, under the defaults, a move that RLCard lacks. Raises AssertionError at the first difference.
    """
    chance = quick(seed)
    done = moves = loosely = strictly = 0
    match = Match(GAME, LOOSE, Source(SIM, seed))
    while done < positions:
        s = match.deal
        assert isinstance(s, DouDizhu)
        if not s.must():
            match.next_deal()
            continue
        seat = s.turn
        legal = s.legal(seat)
        if s.phase is PLAY:
            hand = s.hand(seat)
            cards = s.zones[1][-s.plays[-1 - s.passes][1] :] if s.last else b""
            last = signs(cards)
            before = LOOSE.lister.readings(cards) if last else []
            offered = theirs(hand, last)
            expected = ours(hand, before)
            if offered != expected:
                raise AssertionError(
                    f"{signs(hand)} over {last}: only theirs {offered - expected}, only ours {expected - offered}"
                )
            done, moves = done + 1, moves + len(offered)
            loosely += {text(m) for m in LOOSE.lister.moves(hand, s.last)} != offered
            strictly += bool({text(m) for m in STRICT.lister.moves(hand, s.last)} - offered)
        match.act(seat, legal[int(chance.below(len(legal)))])
    return moves, loosely, strictly


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    listed, different, lacking = compare(wanted)
    print(
        f"the same moves in all of {wanted:,} positions ({listed:,} moves); in {different:,} only by the three points"
    )
    print(f"under the defaults RLCard lacks a move of ours in {lacking:,} positions")
