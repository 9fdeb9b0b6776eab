"""§6: what a finished deal of Herzblatt is worth, and who pays whom; §7 the deals that counted."""

from __future__ import annotations

from typing import Final

from stich.games.herzblatt.rules_cards import ENOUGH, HerzblattRules
from stich.kernel.action import Arg, Phrase
from stich.kernel.cards import Seat, only
from stich.kernel.deal import DealResult, Score, Tally

GRADES: Final = ["won", "lost", "lost_heavily"]


def settle(rules: HerzblattRules, declarer: Seat, n: int, counted: int, beside: str) -> DealResult:
    """Return the bill: 66 win, 31 lose, fewer lose heavily; each opponent gets or pays the same.

    declarer: −1 if nobody has declared. n: the declarer's points. counted: deals before this one. beside: the
    text key of the cards that count besides the tricks.
    """
    seats = rules.layout.seats
    if declarer < 0:
        return DealResult((0,) * seats, [], Phrase("herzblatt.event.redeal"), again=True, carry=(counted,))
    grade = 0 if n >= ENOUGH else 1 if n >= 31 else 2
    how = GRADES[grade]
    share = rules.rates[grade] * rules.stake
    lines = [Score(declarer, f"herzblatt.score.{how}", share * (seats - 1), n, {"each": abs(share)})]
    for i in range(1, seats):
        lines.append(Score((declarer + i) % seats, f"herzblatt.score.against_{how}", -share, 120 - n))
    points = tuple([share * (seats - 1) if seat == declarer else -share for seat in range(seats)])
    args: dict[str, Arg] = {"seat": declarer, "n": n}
    tallies = [Tally(only(declarer), n, rest=beside), Tally(rules.layout.everyone & ~only(declarer), 120 - n)]
    return DealResult(points, lines, Phrase(f"herzblatt.event.{how}", args, n=n), carry=(counted + 1,), tallies=tallies)
