"""§4 of Doppelkopf: the player with both club queens looks for a partner or plays alone, in the page's game."""

from __future__ import annotations

from typing import Final

from stich.games.doppelkopf.rules_cards import ACE, CLUB_QUEEN, CONTRACT_NAMES, JACKS, NORMAL, SIZE, SOLOS
from stich.games.doppelkopf.rules_club_phases_tricks import TRICKS
from stich.games.doppelkopf.rules_phases_play import PLAY
from stich.games.doppelkopf.rules_score import ALL
from stich.games.doppelkopf.rules_state import FOREIGN, Doppelkopf
from stich.kernel.action import Action, Phrase, Prompt, Refused
from stich.kernel.cards import Seat, only
from stich.kernel.state import Phase
from stich.parts import suits

OK: Final = Action("ok")
CALL: Final = [Action("call_ace", b"", suit) for suit in range(4)]
WEDDING: Final = Action("wedding")
SOLO: Final = [Action("solo", b"", what) for what in range(len(SOLOS))]
GROSSSPIEL: Final = Action("grossspiel")


class Announce(Phase[Doppelkopf]):
    """§4 Once around: the player with both club queens calls an ace or a solo, the others have nothing to say.

    Großspiel goes before all; if any player may play a solo, it goes before a call, which the sheet does not decide.
    """

    def legal(self, s: Doppelkopf, seat: Seat) -> list[Action]:
        out: list[Action] = []
        if not has_both(s, seat):
            out.append(OK)
        elif s.rules.wedding:
            out.append(WEDDING)
        else:
            out += [CALL[suit] for suit in callable_suits(s, seat)]
        if s.rules.anyone or has_both(s, seat):
            out += SOLO[: s.rules.solos]
        if s.rules.jacks and seat == s.forehand():
            out.append(GROSSSPIEL)
        return out

    def apply(self, s: Doppelkopf, seat: Seat, a: Action) -> None:
        if a.verb == "ok":
            s.silent |= only(seat)
        else:
            s.declarer = seat
            s.re = only(seat)
            if a.verb == "call_ace" or a.verb == "wedding" or (a.verb == "solo" and not s.rules.anyone):
                s.both = seat
            if a.verb == "call_ace" or a.verb == "wedding":
                s.called = a.to if a.verb == "call_ace" else FOREIGN
            else:
                s.contract = JACKS if a.verb == "grossspiel" else SOLOS[a.to]
                s.kontra = ALL & ~s.re
        s.turn = (seat + 1) & 3
        others_may = s.contract == NORMAL and (s.declarer < 0 or s.rules.anyone)
        if s.turn == s.forehand() or not others_may:
            begin(s)

    def prompt(self, s: Doppelkopf, viewer: Seat, acts: list[Action]) -> Prompt:
        scene = Phrase("doppelkopf.scene.who_has_both")
        if s.called >= 0:
            scene = Phrase("doppelkopf.scene.looking", {"seat": s.declarer})
        elif s.silent:
            scene = Phrase("doppelkopf.scene.nobody_yet")
        if not acts:
            return Prompt(scene)
        first = acts[0].verb  # of the announcements that depend on the club queens
        key = first
        if first == "solo":
            key = "must_solo"
        elif first == "ok" and len(acts) > 1:
            key = "ok_or_solo" if acts[1].verb == "solo" else "ok_or_grossspiel"
        return Prompt(scene, Phrase(f"doppelkopf.task.{key}"), queens_note(s, viewer))

    def why(self, s: Doppelkopf, seat: Seat, a: Action) -> Refused:
        both = has_both(s, seat)
        if a.verb == "ok" and both:
            return Refused("error.doppelkopf.both_queens")
        if a.verb == "call_ace" and both and not s.rules.wedding:
            may = callable_suits(s, seat)
            if not may:
                return Refused("error.doppelkopf.must_solo")
            key = "call_diamonds" if a.to == suits.DIAMONDS else "own_aces"
            return Refused(f"error.doppelkopf.{key}", {"cards": bytes([SIZE * suit + ACE for suit in may])})
        if a.verb in ("call_ace", "wedding", "solo") and not both:
            return Refused("error.doppelkopf.not_both")
        if a.verb == "grossspiel" and s.rules.jacks:
            return Refused("error.doppelkopf.not_forehand")
        return super().why(s, seat, a)


def has_both(s: Doppelkopf, seat: Seat) -> bool:
    return s.hand(seat).count(CLUB_QUEEN) == 2


def queens_note(s: Doppelkopf, seat: Seat) -> Phrase | None:
    """§4 Return what a player's own club queens mean, while the game is being named."""
    n = s.hand(seat).count(CLUB_QUEEN)
    if n == 0:
        return None
    return Phrase("doppelkopf.note.one_queen" if n == 1 else "doppelkopf.note.both_queens", {"card": CLUB_QUEEN})


def callable_suits(s: Doppelkopf, seat: Seat) -> list[int]:
    """§4 Plain suits of which the caller does not hold both aces."""
    return [suit for suit in range(3) if s.hand(seat).count(SIZE * suit + ACE) < 2]


def begin(s: Doppelkopf) -> None:
    """§4 All have spoken: forehand leads, §8 or the soloist."""
    s.turn = s.declarer if s.contract != NORMAL and s.rules.soloist_leads else s.forehand()
    s.phase = TRICKS if s.rules.modern else PLAY
    name = CONTRACT_NAMES[s.contract]
    if s.contract == NORMAL and s.called >= 0:
        name = "wedding" if s.called == FOREIGN else f"call_{suits.SUITS[s.called].lower()}"
    elif s.contract == JACKS and not s.rules.jacks:
        name = "solo_jacks"
    s.game = f"doppelkopf.game.{name}"


ANNOUNCE: Final = Announce("announce")
