"""The chance of winning the match of Chinchón, which is what a deal is really played for."""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from stich.games.chinchon.rules_cards import ChinchonRules
from stich.games.chinchon.rules_score import has_won
from stich.games.chinchon.rules_state import Chinchon
from stich.kernel.cards import Seat, Seats, has

MATCH: Final = 100.0  # value of the match
# How much less likely a seat is to win for each further point, as a power of e: some at the very end, and more the
# further the highest total is from the limit. Fitted to 190 matches of Club against itself with two to four seats.
POINTS_AT_END: Final = 4.0
POINTS_TO_GO: Final = 2.0
CONGA: Final = 20.0  # the same if players drop out one after the other, and the last one wins


def chance_to_win(rules: ChinchonRules, out: Seats, totals: tuple[int, ...], seat: Seat, closer: Seat = -1) -> float:
    """Return the chance that a seat wins the match with these totals after the deal, which `closer` has closed.

    out: seats that were out before it.
    """
    won = has_won(rules, out, totals, closer)
    if won:
        return 1 / won.bit_count() if has(won, seat) else 0.0
    end = rules.out_from if rules.conga else rules.limit
    playing = [who for who in range(len(totals)) if not has(out, who) and totals[who] < end]
    if seat not in playing:
        return 0.0
    to_go = end - max([totals[who] for who in playing])
    apart = CONGA if rules.conga else POINTS_AT_END + POINTS_TO_GO * sqrt(to_go)
    return 1 / sum([exp((totals[seat] - totals[who]) / apart) for who in playing])


def deal_worth(s: Chinchon, seat: Seat) -> float:
    """Return the value of a finished deal to a seat: its chance to win the match."""
    result = s.result()
    if result.winners:
        return MATCH / result.winners.bit_count() if has(result.winners, seat) else 0.0
    totals = tuple([before + n for before, n in zip(s.setup.scores, result.points, strict=True)])
    return MATCH * chance_to_win(s.rules, s.setup.out, totals, seat)
