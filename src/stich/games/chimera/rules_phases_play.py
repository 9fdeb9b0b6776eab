"""The play of Chimera: §5 playing, §6–8 combinations."""

from __future__ import annotations

from typing import Final

from stich.games.chimera.rules_cards import EACH, HAND, TRICK, WON
from stich.games.chimera.rules_combinations import ATTACK, NAMES, TRAP
from stich.games.chimera.rules_score import treasures
from stich.games.chimera.rules_state import Chimera
from stich.kernel.action import Action, Phrase
from stich.kernel.cards import Cards, Seat, only
from stich.parts import climb
from stich.parts.climb.phase import Climbing


class Play(Climbing[Chimera]):
    """§5 Lead any combination [23]; then pass, or beat the last play. Two passes in a row end the trick.

    Which families a play takes is the player's choice [27]; declaration [11]; who is out ends the round at once [21].
    """

    def played(self, s: Chimera, seat: Seat, a: Action, cards: Cards) -> None:
        s.played |= only(seat)
        kind = climb.kind(a.to)
        if kind == TRAP:
            s.traps += 1
        elif kind == ATTACK:
            s.attack += 1
        if s.up >= 0 and s.up in cards:
            s.up = -1

    def trick_ends(self, s: Chimera, seat: Seat) -> None:
        """§5 Its last player takes all cards of the trick, face down."""
        if s.rules.history != "current_trick":  # [26]
            trick = (*[n for turn in s.plays for n in turn], -1, *s.zones[TRICK])
            s.past = (*s.past, trick) if s.rules.history == "all" else (trick,)
        if s.log is not None:
            n = len(s.zones[TRICK])
            s.say("trick", seat, Phrase("chimera.event.trick", {"seat": seat, "n": n}, n=n))
        worth = treasures(s.zones[TRICK])
        if worth:
            had = s.treasures or (0, 0, 0)
            s.treasures = (*had[:seat], had[seat] + worth, *had[seat + 1 :])
        s.move_all(TRICK, WON + EACH * seat)

    def scene(self, s: Chimera) -> Phrase:
        return is_chimera(s)

    def takes(self, s: Chimera) -> Phrase:
        """§5 Return who takes the trick if the player on turn passes, too; with the treasures (§9) that lie in it."""
        n = treasures(s.zones[TRICK])
        return Phrase("chimera.note.takes_treasures" if n else "chimera.note.takes", {"seat": s.holder, "n": n})

    def shows_counts(self, s: Chimera) -> bool:
        return s.rules.counted  # [25]


def is_chimera(s: Chimera) -> Phrase:
    """Say who is the Chimera, and for which bid."""
    return Phrase("chimera.event.chimera", {"seat": s.chimera, "n": s.bid})


PLAY: Final = Play("play", NAMES, TRICK, HAND, EACH)
