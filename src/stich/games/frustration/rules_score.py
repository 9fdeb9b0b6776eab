"""§6 and §7 of Frustration: the points of a deal, the next contract of each seat, and the winner of the match."""

from __future__ import annotations

from stich.games.frustration.rules_cards import FrustrationRules
from stich.kernel.action import Phrase
from stich.kernel.cards import Cards, Seat, Seats, has, only, seats_of
from stich.kernel.deal import DealResult, Score, Setup
from stich.parts.tuples import plus


def place(rules: FrustrationRules, setup: Setup, seat: Seat) -> int:
    """§4 Return a seat's contract from the list; a seat that has laid the last one lays it again."""
    done = setup.carry[seat] if setup.carry else 0
    return min(done, len(rules.numbers) - 1)


def settle(rules: FrustrationRules, setup: Setup, hands: list[Cards], laid: Seats, out: Seat) -> DealResult:
    """§6 Every card in hand counts; a player who has laid the contract goes on to the next one."""
    seats = range(len(hands))
    points = tuple([sum([rules.worth[c] for c in hand]) for hand in hands])
    lines = []
    for seat in seats:
        key = "frustration.score.hand" if hands[seat] else "frustration.score.out"
        lines.append(Score(seat, key, points[seat], len(hands[seat])))
    carry = setup.carry or (0,) * len(hands)
    last = len(rules.numbers)
    finished = 0
    for seat in seats:
        if has(laid, seat):
            if place(rules, setup, seat) == last - 1:
                finished |= only(seat)
            if carry[seat] < last:
                carry = plus(carry, seat, 1)
    totals = tuple([a + b for a, b in zip(setup.scores, points, strict=True)])
    won = has_won(rules, carry, finished, totals)
    return DealResult(points, lines, headline(rules, out, won, finished, totals), carry=carry, winners=won)


def headline(rules: FrustrationRules, out: Seat, won: Seats, finished: Seats, totals: tuple[int, ...]) -> Phrase:
    """Return the deal as one sentence: who went out, or after the last one why they have won. won: 0: nobody has."""
    if won:
        first = seats_of(won)
        n = totals[first[0]]
        if rules.winner == "lowest_points":
            key = "frustration.event.lowest"
        elif n == min(totals):
            key = "frustration.event.won"
        else:  # who has not laid the last contract may have fewer
            key = "frustration.event.done" if finished == won else "frustration.event.done_of"
        return Phrase(key, {"seats": bytes(first), "n": n}, n=n)
    if out < 0:
        return Phrase("frustration.event.nobody")
    return Phrase("frustration.event.finished", {"seat": out})


def has_won(rules: FrustrationRules, done: tuple[int, ...], finished: Seats, totals: tuple[int, ...]) -> Seats:
    """§7 Return the winners; 0: the match goes on. done: contracts laid so far; finished: seats that laid the last one
    in this deal.
    """
    seats = range(len(totals))
    if rules.winner == "both_or_play_on":
        best = [seat for seat in seats if totals[seat] == min(totals) and done[seat] == len(rules.numbers)]
    elif finished == 0:
        return 0
    elif rules.winner == "lowest_points":
        best = [seat for seat in seats if totals[seat] == min(totals)]
    else:
        least = min([totals[seat] for seat in seats if has(finished, seat)])
        best = [seat for seat in seats if has(finished, seat) and totals[seat] == least]
    return sum([only(seat) for seat in best])
