"""The bots of Doppelkopf, and how two of them are compared."""

from __future__ import annotations

from typing import Final

from stich.bots.player import Bot
from stich.bots.puzzling import Puzzling
from stich.games.doppelkopf.advise import advise, explain
from stich.games.doppelkopf.beginner import Beginner
from stich.games.doppelkopf.club import Club
from stich.games.doppelkopf.expert import Expert
from stich.games.doppelkopf.rules import GAME
from stich.games.doppelkopf.rules_cards import CLUB_QUEEN, DoppelkopfRules
from stich.games.doppelkopf.rules_club_phases_tricks import TRICKS
from stich.games.doppelkopf.rules_phases_play import PLAY
from stich.games.doppelkopf.rules_score import ALL
from stich.games.doppelkopf.rules_state import Doppelkopf
from stich.kernel.cards import Seats, only, seats_of
from stich.kernel.deal import Deck, Setup

__all__ = ["BOTS", "PUZZLES", "advise", "duplicate", "explain", "winners"]

BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
PUZZLES: Final = Puzzling(cards=16, ready=lambda s: s.phase is PLAY or s.phase is TRICKS)


def duplicate(rules: DoppelkopfRules, deck: Deck, number: int) -> list[tuple[Doppelkopf, tuple[str, ...]]]:
    """Return the position of duplicate deal `number`, from 0: one bot has the seats with a club queen, the other one
    those without, and then they change.

    Neither bot knows this. With fixed places at the table both bots would be on both sides in two of three deals.
    """
    s = GAME.deal(rules, Setup(1, number % 4, (0, 0, 0, 0)), deck)
    return [(s, tuple(["re" if CLUB_QUEEN in s.hand(seat) else "kontra" for seat in range(4)]))]


def winners(s: Doppelkopf) -> Seats:
    """Return whose party has won a finished deal; what foxes cost does not change that. With announcements, the side
    that has points from it, because a party can win and pay.
    """
    if s.rules.announcements:
        points = s.result().points
        return sum([only(seat) for seat in range(4) if points[seat] > 0]) or ALL
    return s.re if sum([s.points[seat] for seat in seats_of(s.re)]) >= 121 else s.kontra
