"""Club as it plays: at first sight (`judgement.py`), unless a look ahead finds a card that is clearly better.

Most was lost while there is a talon: the first sight prices a trick by itself and does not see who leads next, or what
a trump is needed for later. So Club plays each card out in a few possible deals. Claims, exchanges and melds need no
such look, and neither does the last player of a trick, who sees everything that the trick brings.
"""

from __future__ import annotations

from typing import Final

from stich.bots.player import Bot
from stich.games.gaigel.expert import ClubSearch
from stich.games.gaigel.judgement import chosen
from stich.games.gaigel.rules_cards import TRICK
from stich.games.gaigel.rules_state import Gaigel
from stich.kernel.action import Action
from stich.kernel.chance import Chance, quick
from stich.kernel.view import View

AHEAD: Final = ClubSearch(40)  # that many endings for one choice; more of them gained nothing that could be shown


class Club(Bot):
    level = "club"

    def choose(self, view: View[Gaigel], legal: list[Action], chance: Chance) -> Action:
        first = chosen(view, legal)
        s = view.seen
        if len(legal) == 1 or first.verb != "play" or len(s.zones[TRICK]) == s.layout.seats - 1:
            return first
        return AHEAD.choose(view, legal, quick(1))  # the same deals whenever the same is asked
