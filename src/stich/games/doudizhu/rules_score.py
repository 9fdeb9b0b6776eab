"""§8: what a deal of Dou Dizhu is worth."""

from __future__ import annotations

from typing import Final

from stich.games.doudizhu.rules_cards import DouDizhuRules
from stich.kernel.action import Phrase
from stich.kernel.cards import Seat
from stich.kernel.deal import DealResult, Score

UNLIMITED: Final = 1_000


def spring(landlord: Seat, turns: tuple[int, ...], landlord_won: bool) -> bool:
    """§8.3 Tell whether one side has hardly played: the peasants not at all, or the landlord only once.

    turns: how often each seat has played.
    """
    if landlord_won:
        return sum(turns) == turns[landlord]
    return turns[landlord] == 1


def steps(rules: DouDizhuRules, bid: int, grabs: int, bombs: int, is_spring: bool) -> list[tuple[str, int, int]]:
    """§8 Return how the stake comes about: what, how many of it, and what it adds.

    Each grab, bomb and spring doubles what there was before, as long as doublings are left.
    """
    left = rules.most or UNLIMITED
    out = [("bid", bid, bid)]
    stake = bid
    for key, n in (
        ("grabs", grabs),
        ("bombs", bombs if rules.bombs_double else 0),
        ("spring", 1 if is_spring and rules.spring else 0),
    ):
        counted = min(n, left)
        if counted:
            out.append((key, counted, stake * (2**counted - 1)))
            stake *= 2**counted
            left -= counted
    return out


def worth(found: list[tuple[str, int, int]]) -> list[tuple[Phrase, int]]:
    """§8 Return what the deal is worth for the landlord so far, step by step."""
    return [(Phrase(f"doudizhu.score.{key}", {"n": n}, n=n), 2 * added) for key, n, added in found]


def settle(
    landlord: Seat, out: Seat, found: list[tuple[str, int, int]], is_spring: bool, carry: tuple[int, ...]
) -> DealResult:
    """§8 The landlord wins or loses twice what each peasant loses or wins.

    out: the seat that went out. found: the steps of the stake. carry: for the next deal.
    """
    won = out == landlord
    lines: list[Score] = []
    for seat in range(3):
        factor = (2 if won else -2) if seat == landlord else (-1 if won else 1)
        lines += [Score(seat, f"doudizhu.score.{key}", factor * added, n) for key, n, added in found]
    points = tuple([sum([x.n for x in lines if x.seat == seat]) for seat in range(3)])
    who = "landlord" if won else "peasants"
    kind = "spring" if is_spring else "win"
    stake = sum([added for _, _, added in found])
    headline = Phrase(f"doudizhu.event.{who}_{kind}", {"seat": out, "landlord": landlord, "n": stake}, n=stake)
    return DealResult(points, lines, headline, carry=carry)


def passed_out(carry: tuple[int, ...]) -> DealResult:
    """§3.4 Everybody has passed: the cards are dealt once more."""
    return DealResult((0, 0, 0), [], Phrase("doudizhu.event.redeal"), again=True, carry=carry)
