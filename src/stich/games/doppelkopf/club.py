"""Club with its endgame: it plays by `judgement.py` while many cards are hidden.

In the last tricks it knows which cards are out, who lacks what, and what each side still needs. So it plays each choice
out in a few of the possible deals, as Expert does in many.
"""

from __future__ import annotations

from typing import Final

from stich.bots.player import Bot
from stich.games.doppelkopf.expert import Expert
from stich.games.doppelkopf.judgement import chosen
from stich.games.doppelkopf.rules_state import Doppelkopf
from stich.kernel.action import Action
from stich.kernel.chance import Chance, quick
from stich.kernel.view import View

LAST: Final = 5  # cards in hand from which on it looks ahead; earlier so short a look was no better than its judgement
ENDING: Final = Expert(24)  # endings for one choice: with four cards to choose from, eight deals or more


class Club(Bot):
    level = "club"

    def choose(self, view: View[Doppelkopf], legal: list[Action], chance: Chance) -> Action:
        s = view.seen
        if len(legal) == 1 or len(s.hand(view.seat)) > LAST or not is_whole(s):
            return chosen(view, legal)
        return ENDING.choose(view, legal, quick(1))  # the same deals for the same question


def is_whole(s: Doppelkopf) -> bool:
    """Tell whether all cards lie somewhere, once: for a position put together by hand no deal may be possible."""
    return sum([len(zone) for zone in s.zones]) == len(s.layout.deck)
