"""What the table says in Chinchón: what can be drawn, what closing takes, and how many points are left over."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from stich.games.chinchon.rules_cards import CONGA, DEALT, EACH, LEFT, NO_LIMIT, PILE
from stich.games.chinchon.rules_state import Chinchon
from stich.kernel.action import Action, Arg, Phrase, Prompt
from stich.kernel.cards import BACK, ONE, Cards, Seat, has
from stich.parts.melds import arrange

OUT: Final = Phrase("chinchon.task.wait_out")


def waiting(s: Chinchon, viewer: Seat) -> Phrase | None:
    """§6 Say to a player who is out of the match that the others play on."""
    return OUT if has(s.setup.out, viewer) else None


def rest_note(s: Chinchon, viewer: Seat) -> Phrase | None:
    """§5 Say to a player who waits or is about to draw how many points the own hand leaves."""
    if not has(s.layout.everyone, viewer):
        return None
    hand = s.hand(viewer)
    if len(hand) != DEALT or BACK in hand:
        return None
    return points(s.rules.least(hand))


def points(n: int) -> Phrase:
    return Phrase("chinchon.note.rest", {"n": n}, n=n) if n else Phrase("chinchon.note.nothing_left")


# -- §4 a turn ---------------------------------------------------------------------------------------------------------


def draw_prompt(s: Chinchon, viewer: Seat, acts: list[Action]) -> Prompt:
    """§4 What lies on the pile, and where cards can be drawn from."""
    top = s.zones[PILE][len(s.zones[PILE]) - 1 :]
    scene = Phrase("chinchon.scene.top", {"card": top[0]}, top) if top else None
    return Prompt(scene, Phrase("chinchon.task.draw") if acts else waiting(s, viewer), rest_note(s, viewer))


def finish_prompt(s: Chinchon, viewer: Seat, acts: list[Action]) -> Prompt:
    """§4 Whether the player can close, with how many points left over, or what closing would take."""
    scene = Phrase("chinchon.scene.drawn", {"seat": s.turn})
    if not acts:
        return Prompt(scene, waiting(s, viewer), rest_note(s, viewer))
    closing = b"".join([a.cards for a in acts if a.verb == "close"])
    if not closing:
        return Prompt(scene, Phrase("chinchon.task.discard"), why_not_close(s, viewer))
    return Prompt(scene, Phrase("chinchon.task.close"), closing_note(s, viewer, closing))


def closing_note(s: Chinchon, viewer: Seat, closing: Cards) -> Phrase:
    """§4, §5 Say which of these closing cards would leave the fewest points, and how many."""
    rules = s.rules
    hand: i64 = rules.mask(s.hand(viewer))
    best = NO_LIMIT
    card = closing[0]
    for c in closing:
        kept: i64 = hand & ~rules.bits[c]
        if arrange.is_run(kept):
            return Phrase("chinchon.note.seven")
        left = int(arrange.least(kept, rules.worth))
        if left < best:
            best, card = left, c
    args: dict[str, Arg] = {"cards": ONE[card], "n": best}
    return Phrase("chinchon.note.close", args, n=best) if best else Phrase("chinchon.note.close_clean", args)


def why_not_close(s: Chinchon, viewer: Seat) -> Phrase:
    """§4, §6 Say what closing takes, with the name of the rule that forbids it now."""
    rules = s.rules
    hand: i64 = rules.mask(s.hand(viewer))
    n = min([int(arrange.least(hand & ~rules.bits[c], rules.worth)) for c in s.hand(viewer)])
    most = s.most_left(viewer)
    if n <= most:
        return Phrase("chinchon.note.needs_meld")
    if most < min(CONGA, rules.close_limit):
        if most == 0:
            return Phrase("chinchon.note.stay_in_clean", {"rest": n}, n=n)
        return Phrase("chinchon.note.stay_in", {"n": most, "rest": n}, n=most)
    return Phrase("chinchon.note.too_many", {"n": most, "rest": n}, n=most)


# -- §5 `auto_melds` off -----------------------------------------------------------------------------------------------


def arrange_prompt(s: Chinchon, viewer: Seat, acts: list[Action]) -> Prompt:
    """§5 Who has closed, and whether the viewer can lay anything down or add to it."""
    scene = Phrase("chinchon.scene.closed", {"seat": s.closer})
    if not acts:
        return Prompt(scene, waiting(s, viewer))
    key = "chinchon.task.done"
    if acts[0].verb == "meld":
        key = "chinchon.task.meld"
    elif acts[0].verb == "add":
        key = "chinchon.task.add"
    values = s.rules.values
    return Prompt(scene, Phrase(key), points(sum([values[c] for c in s.zones[LEFT + EACH * viewer]])))
