"""§6: what a finished deal of Doppelkopf is worth and who pays whom; §8 what foxes cost."""

from __future__ import annotations

from typing import Final

from stich.kernel.action import Phrase
from stich.kernel.cards import Seat, Seats, has, seats_of
from stich.kernel.deal import DealResult, Score, Tally

ALL: Final = 15
NEEDED: Final = 121  # card points with which Re has won
SCHNEIDER: Final = 60  # with fewer points the losers are Schneider


def caught(owner: Seat, taker: Seat) -> int:
    """Return the number that says: this seat has taken a fox, or a club jack, of that owner."""
    return 4 * owner + taker


def owner_of(capture: int) -> Seat:
    """Return who has played a card that was caught."""
    return capture >> 2


def taker_of(capture: int) -> Seat:
    """Return who has caught it."""
    return capture & 3


def settle(
    re: Seats, points: tuple[int, ...], tricks: Seats, foxes: tuple[int, ...] = (), pairwise: bool = False
) -> DealResult:
    """Return what a deal was worth: one unit for the win, one for Schneider, one for Schwarz; then each fox.

    re: the party that needed 121, a single seat if one player was alone. points: taken by each seat, in cards. tricks:
    the seats that have one. foxes: those that were `caught`. pairwise: each loser pays
    each winner, if two played against two.
    """
    n = total(re, points)
    won = n >= NEEDED
    losers = ALL & ~re if won else re
    worth = ["win"]
    if total(losers, points) < SCHNEIDER:
        worth.append("schneider")
    if not losers & tricks:
        worth.append("schwarz")
    lines = [
        Score(seat, f"doppelkopf.score.{what}", n)
        for what in worth
        for seat, n in enumerate(unit(re, losers, pairwise))
    ]
    lines += fox_lines(re, foxes)
    net = tuple([sum([line.n for line in lines if line.seat == seat]) for seat in range(4)])
    return DealResult(net, lines, headline(re, won, n), tallies=tallies(re, n))


def tallies(re: Seats, n: int) -> list[Tally]:
    """Return the card points of both parties; n: those of Re."""
    return [Tally(re, n, "doppelkopf.badge.re"), Tally(ALL & ~re, 240 - n, "doppelkopf.badge.kontra")]


def total(side: Seats, points: tuple[int, ...]) -> int:
    return sum([points[seat] for seat in seats_of(side)])


def unit(re: Seats, losers: Seats, pairwise: bool) -> list[int]:
    """Return the payment for one unit for each seat: one each if two play two, or one from each loser to each winner; a
    player who is alone pays or is paid by all three.
    """
    alone = len(seats_of(re)) == 1
    out: list[int] = []
    for seat in range(4):
        n = 3 if alone and has(re, seat) else 2 if pairwise and not alone else 1
        out.append(-n if has(losers, seat) else n)
    return out


def fox_lines(re: Seats, foxes: tuple[int, ...]) -> list[Score]:
    """§8 The owner pays the seat that took the fox, unless they play together."""
    lines: list[Score] = []
    for fox in foxes:
        owner = owner_of(fox)
        taker = taker_of(fox)
        if has(re, owner) != has(re, taker):
            lines.append(Score(taker, "doppelkopf.score.fox", 1))
            lines.append(Score(owner, "doppelkopf.score.fox_lost", -1))
    return lines


def headline(re: Seats, won: bool, n: int) -> Phrase:
    """Return a phrase with the winners; n: the points of Re."""
    seats = seats_of(re)
    if len(seats) == 1:
        return Phrase(f"doppelkopf.event.{'alone_won' if won else 'alone_lost'}", {"seat": seats[0], "n": n}, n=n)
    side = seats if won else seats_of(ALL & ~re)
    own = n if won else 240 - n
    return Phrase(f"doppelkopf.event.{'re' if won else 'kontra'}_won", {"seats": bytes(side), "n": own}, n=own)
