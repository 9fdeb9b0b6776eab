"""§7: what a finished deal of Fünfhundert is worth."""

from __future__ import annotations

from stich.games.fuenfhundert.rules_combinations import KINDS, value
from stich.kernel.action import Arg, Phrase
from stich.kernel.cards import Seat
from stich.kernel.deal import DealResult, Score, Setup, Tally
from stich.parts.tuples import Pair, at, more


def settle(
    target: int, setup: Setup, suit: int, tricks: Pair, taken: Pair, calls: tuple[int, ...], fined: Pair
) -> DealResult:
    """Return card points and declarations, one line for each kind of them.

    target: the total that wins. suit: of trumps. tricks, taken: how many each seat has won, and the points in them.
    calls: the declarations, as the state keeps them. fined: what false ones cost each seat.
    """
    lines: list[Score] = []
    for seat in range(2):
        add_line(lines, Score(seat, "fuenfhundert.score.tricks", at(taken, seat), at(tricks, seat)))
        add_declared(lines, seat, suit, calls)
        wrong = len([call for call in calls if call >> 5 == 2 * seat + 1])
        add_line(lines, Score(seat, "fuenfhundert.score.false", -at(fined, seat), wrong))
    points: Pair = (0, 0)
    for line in lines:
        points = more(points, line.seat, line.n)
    whole = fined == (0, 0)  # else tricks and declarations are more than a seat has
    tallies = [
        Tally(1 << seat, points[seat], rest="fuenfhundert.fact.declared") if whole else Tally(1 << seat, taken[seat])
        for seat in range(2)
    ]
    return DealResult(points, lines, headline(target, setup, points), tallies=tallies)


def add_line(lines: list[Score], line: Score) -> None:
    if line.n:
        lines.append(line)


def add_declared(lines: list[Score], seat: Seat, suit: int, calls: tuple[int, ...]) -> None:
    """§7 Add the correct declarations of a seat, in the order of the list of combinations."""
    last = ""
    for number in sorted([call & 31 for call in calls if call >> 5 == 2 * seat]):
        if KINDS[number] != last:
            last = KINDS[number]
            lines.append(Score(seat, f"fuenfhundert.score.{last}", 0, 0))
        line = lines[-1]
        line.n += value(number, suit)
        line.count += 1


def headline(target: int, setup: Setup, points: Pair) -> Phrase:
    """Return the deal as one sentence: a total that has reached the target, or who has made more points."""
    total = (setup.scores[0] + points[0], setup.scores[1] + points[1])
    ahead = 0 if total[0] >= total[1] else 1
    if setup.number > 1 and total[ahead] >= target:
        return Phrase("fuenfhundert.event.reached", {"seat": ahead, "n": total[ahead]}, n=total[ahead])
    seat = 0 if points[0] >= points[1] else 1
    name = "even" if points[0] == points[1] else "ahead"
    args: dict[str, Arg] = {"seat": seat, "n": points[seat], "other": points[1 - seat]}
    return Phrase(f"fuenfhundert.event.{name}", args, n=points[seat])
