"""§9: what a round of Chimera is worth."""

from __future__ import annotations

from typing import Final

from stich.games.chimera.rules_cards import CATS, TOADS, ChimeraRules
from stich.kernel.action import Phrase
from stich.kernel.cards import Cards, Seat, Seats, has
from stich.kernel.deal import DealResult, Score
from stich.parts.climb.pack import RANKS_OF

SECOND_DEAL: Final = (2,)
TREASURES: Final = bytes([{TOADS: 10, CATS: 5}.get(rank, 0) for rank in RANKS_OF])  # by face


def passed_out() -> DealResult:
    """§3 Everybody has passed: the same round is dealt once more."""
    return DealResult((0, 0, 0), [], Phrase("chimera.event.redeal"), again=True, carry=SECOND_DEAL)


def bonuses(rules: ChimeraRules, chimera: Seat, traps: int, attack: int, played: Seats) -> list[Score]:
    """§9 Return the bonuses of a Chimera who went out first: 25 for each trap, the attack and an idle Hunter [17].

    traps, attack: how many were played, by anybody. played: the seats that played a card.
    """
    idle = sum([1 for seat in range(3) if seat != chimera and not has(played, seat)])
    if rules.idle_once:
        idle = min(idle, 1)
    return [
        Score(chimera, "chimera.score.traps", 25 * traps, traps),
        Score(chimera, "chimera.score.attack", 25 * attack, attack),
        Score(chimera, "chimera.score.idle", 25 * idle, idle),
    ]


def worth(bid: int, extra: list[Score]) -> list[tuple[Phrase, int]]:
    """§9 Return what the round is worth for the Chimera so far, without treasures. extra: the bonuses."""
    out = [(Phrase("chimera.score.bid", {"n": bid}, n=bid), 2 * bid)]
    return out + [(Phrase(x.key, {"n": x.count}, n=x.count), x.n) for x in extra if x.n]


def treasures(cards: Cards) -> int:
    """§9 Return what the treasures among these cards are worth."""
    values = TREASURES
    return sum([values[c] for c in cards])


def settle(chimera: Seat, bid: int, out: Seat, extra: list[Score], won: list[Cards]) -> DealResult:
    """§9 Treasures go to the player who won them; bid and bonuses depend on who went out first.

    out: the seat that did. extra: the bonuses if it was the Chimera. won: the cards that each seat has won.
    """
    if out == chimera:
        lines = [Score(chimera, "chimera.score.bid", 2 * bid, bid), *extra]
    else:
        lines = [Score(chimera, "chimera.score.failed_bid", -bid, bid)]
        lines += [Score(seat, "chimera.score.hunters", 20) for seat in range(3) if seat != chimera]
    for seat in range(3):
        ranks = won[seat].translate(RANKS_OF)
        lines.append(Score(seat, "chimera.score.toads", 10 * ranks.count(TOADS), ranks.count(TOADS)))
        lines.append(Score(seat, "chimera.score.cats", 5 * ranks.count(CATS), ranks.count(CATS)))
    points = tuple([sum([x.n for x in lines if x.seat == seat]) for seat in range(3)])
    won_by = "chimera" if out == chimera else "hunters"
    headline = Phrase(f"chimera.event.{won_by}_win", {"seat": out, "chimera": chimera, "n": bid}, n=bid)
    return DealResult(points, [x for x in lines if x.n != 0], headline)
