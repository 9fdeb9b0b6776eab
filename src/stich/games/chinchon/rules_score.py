"""§5 and §6 of Chinchón: what a deal counts, and who has won the match."""

from __future__ import annotations

from typing import Final

from stich.games.chinchon.rules_cards import ChinchonRules
from stich.kernel.action import Phrase
from stich.kernel.cards import Seat, Seats, has, only
from stich.kernel.deal import DealResult, Score, Setup

NOTHING: Final = [(0,) * n for n in range(5)]  # points, by the number of seats


def counted(left: tuple[int, ...], ten_off: Seats) -> tuple[int, ...]:
    """§5 Return the points of all seats: what is left over, or ten off."""
    if ten_off == 0:
        return left
    return tuple([-10 if has(ten_off, seat) else n for seat, n in enumerate(left)])


def void(seats: int) -> DealResult:
    """§8 Return the result of a deal that nobody closed: it does not count."""
    return DealResult(NOTHING[seats], [], Phrase("chinchon.event.void"), again=True)


def settle(
    rules: ChinchonRules,
    setup: Setup,
    closer: Seat,
    left: tuple[int, ...],
    cards: list[int],
    ten_off: Seats,
    seven: Seat,
) -> DealResult:
    """§5, §6 Return what a deal was worth.

    left, cards: the points and the number of cards that each seat has left over; seven: the seat that has won the match
    with seven in a row, −1 for none.
    """
    lines: list[Score] = []
    totals: list[int] = []
    points = counted(left, ten_off)
    before = setup.scores
    for seat in range(len(points)):
        n = points[seat]
        totals.append(before[seat] + n)
        if has(ten_off, seat):
            lines.append(Score(seat, "chinchon.score.minus_ten", n))
        elif not has(setup.out, seat):
            lines.append(Score(seat, "chinchon.score.left", n, cards[seat]))
    if seven >= 0:
        headline = Phrase("chinchon.event.chinchon", {"seat": seven})
        return DealResult(points, lines, headline, winners=only(seven))
    key = "chinchon.event.clean" if has(ten_off, closer) else "chinchon.event.closed"
    headline = Phrase(key, {"seat": closer, "n": left[closer]}, n=left[closer])
    return DealResult(points, lines, headline, winners=has_won(rules, setup.out, tuple(totals), closer))


def has_won(rules: ChinchonRules, out: Seats, totals: tuple[int, ...], closer: Seat) -> Seats:
    """§6 Return who has won with these totals; 0: the match goes on. closer: wins alone if tied; −1: none."""
    if not rules.conga and not reaches(totals, rules.limit):
        return 0
    playing = [seat for seat in range(len(totals)) if not has(out, seat)]
    if rules.conga:
        staying = [seat for seat in playing if totals[seat] < rules.out_from]
        if len(staying) == 1:
            return only(staying[0])
        if staying:
            return 0
    least = min([totals[seat] for seat in playing])
    best = [seat for seat in playing if totals[seat] == least]
    return only(closer) if closer in best else sum([only(seat) for seat in best])


def reaches(totals: tuple[int, ...], limit: int) -> bool:
    for n in totals:
        if n >= limit:
            return True
    return False
