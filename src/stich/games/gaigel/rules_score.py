"""§6: the cost of a finished game of Gaigel, and who pays whom; §7 the games that each has won."""

from __future__ import annotations

from typing import Final

from stich.kernel.action import Phrase
from stich.kernel.cards import Seat, Seats, has
from stich.kernel.deal import DealResult, Score, Tally

MELDED: Final = "gaigel.score.melded"


def settle(points: tuple[int, ...], winners: Seats, liar: Seat, won: tuple[int, ...]) -> DealResult:
    """Return the bill: each loser pays one unit to each winner; of two pairs, each partner pays the opponent opposite.

    points: of each seat's side. liar: the seat that claimed 101 points without having them; −1. won: games that each
    seat had won before; ().
    """
    seats = len(points)
    winning = [seat for seat in range(seats) if has(winners, seat)]
    partners = seats == 4
    gain = 1 if partners else seats - len(winning)
    loss = 1 if partners else len(winning)
    lines: list[Score] = []
    games: list[int] = []
    for seat, n in enumerate(points):
        has_won = seat in winning
        if has_won:
            lines.append(Score(seat, "gaigel.score.won", gain, n))
        else:
            lines.append(Score(seat, f"gaigel.score.{'false_claim' if seat == liar else 'lost'}", -loss, n))
        games.append((won[seat] if won else 0) + (1 if has_won else 0))
    net = tuple([line.n for line in lines])
    return DealResult(net, lines, headline(points, winning, liar), carry=tuple(games), tallies=tallies(points))


def tallies(points: tuple[int, ...]) -> list[Tally]:
    """Return what each side has; of four, those who sit opposite play together."""
    if len(points) == 4:
        return [Tally(5, points[0], rest=MELDED), Tally(10, points[1], rest=MELDED)]
    return [Tally(1 << seat, n, rest=MELDED) for seat, n in enumerate(points)]


def headline(points: tuple[int, ...], winning: list[Seat], liar: Seat) -> Phrase:
    if liar >= 0:
        return Phrase("gaigel.event.false_claim", {"seat": liar, "n": points[liar]}, n=points[liar])
    n = points[winning[0]]
    if len(winning) == 1:
        return Phrase("gaigel.event.win_alone", {"seat": winning[0], "n": n}, n=n)
    return Phrase("gaigel.event.win", {"seats": bytes(winning), "n": n}, n=n)
