"""§6 and §7 of Écarté: what a deal is worth, and what the match costs its loser."""

from __future__ import annotations

from stich.games.ecarte.rules_cards import MOST, EcarteRules
from stich.kernel.action import Phrase
from stich.kernel.cards import Seat
from stich.kernel.deal import DealResult, Score, Setup, Tally
from stich.parts.tuples import Pair, at, more


def settle(
    rules: EcarteRules, setup: Setup, kings: Pair, king: Seat, tricks: Pair, declarer: Seat, exchanged: bool
) -> DealResult:
    """§6 In the order of crediting: a turned king, a declared one, the play.

    kings: points for kings. king: who has declared it. exchanged: an exchange was offered.
    """
    lines: list[Score] = []
    for seat in range(2):
        n = at(kings, seat)
        if n:
            lines.append(Score(seat, "ecarte.score.king" if king == seat else "ecarte.score.turned_king", n))
    if tricks[0] + tricks[1] == MOST:  # unless a king has ended the match
        lines += score_play(rules.loss, tricks, declarer, exchanged)
    points: Pair = (0, 0)
    for line in lines:
        points = more(points, line.seat, line.n)
    tallies = [Tally(1, at(tricks, 0)), Tally(2, at(tricks, 1))]
    return DealResult(points, lines, headline(rules.target, setup.scores, points, tricks, declarer), tallies=tallies)


def score_play(loss: str, tricks: Pair, declarer: Seat, exchanged: bool) -> list[Score]:
    """§6 Return what the five tricks are worth: to the winner, or against a declarer who has failed."""
    winner = 0 if tricks[0] > tricks[1] else 1
    won = at(tricks, winner)
    made = [Score(winner, "ecarte.score.win", 1, won)]
    if won == MOST:
        made.append(Score(winner, "ecarte.score.vole", 1, MOST))
    if declarer < 0 or declarer == winner:
        return made
    failed = Score(declarer, "ecarte.score.failed", -2, MOST - won)
    if loss == "minus_two":
        return [failed]
    if loss == "minus_two_and_point":
        return [failed, *made]
    return made if exchanged else [Score(winner, "ecarte.score.refused", 2, won)]


def at_stake(loss: str, exchanged: bool) -> str:
    """§6 Return how a declarer who fails pays, which depends on an exchange only where the opponent scores instead."""
    return "opponent_one" if loss == "opponent_two" and exchanged else loss


def headline(target: int, before: tuple[int, ...], points: Pair, tricks: Pair, declarer: Seat) -> Phrase:
    """Return the deal as one sentence; after the last one with the cost of the match. before: the scores before it."""
    for seat in range(2):
        if before[seat] + at(points, seat) >= target:
            other = 1 - seat
            paid = stakes(before[other] + at(points, other))
            return Phrase("ecarte.event.match", {"seat": other, "n": paid}, n=paid)
    winner = 0 if tricks[0] > tricks[1] else 1
    won = at(tricks, winner)
    if declarer == 1 - winner:
        return Phrase("ecarte.event.failed", {"seat": declarer, "n": MOST - won}, n=MOST - won)
    if won == MOST:
        return Phrase("ecarte.event.vole", {"seat": winner})
    return Phrase("ecarte.event.win", {"seat": winner, "n": won}, n=won)


def stakes(points: int) -> int:
    """§7 Return what a loser with these points pays."""
    return 1 if points > 0 else 2
