"""What the table says in Cruzo: what lies on the pile and what fits on it, what is owed, and who may throw."""

from __future__ import annotations

from typing import Final

from stich.games.cruzo.rules_cards import (
    ACE,
    BUNKER,
    EIGHT,
    FOUR,
    JOKER,
    MOST,
    NONE,
    OPEN,
    PILE,
    SEVEN,
    STOCK,
    THREE,
    TWO,
    base,
    group,
)
from stich.games.cruzo.rules_draw import ENOUGH
from stich.games.cruzo.rules_state import Cruzo
from stich.kernel.action import Action, Phrase, Prompt
from stich.kernel.cards import ONE, Cards, Seat, has

FINISHED: Final = Phrase("cruzo.task.wait_finished")
EMPTY: Final = Phrase("cruzo.scene.empty")
ANY: Final = Phrase("cruzo.task.any")
NO_THREE: Final = Phrase("cruzo.task.no_three")  # §5 the joker lies on nothing, or on a two


def has_verb(acts: list[Action], verb: str) -> bool:
    return any(a.verb == verb for a in acts)


def waiting(s: Cruzo, viewer: Seat) -> Phrase | None:
    """§7 Say to a player who has finished that the others play on; to others whom the table waits for."""
    if has(s.layout.everyone & ~s.playing, viewer):
        return FINISHED
    return Phrase("table.task.wait", {"seat": s.turn}) if s.rules.reacts else None


def direction_note(s: Cruzo) -> Phrase | None:
    """§3 Say which way round the turns go, as long as this makes a difference."""
    if s.left() < 3:
        return None
    return Phrase("cruzo.note.clockwise") if s.direction > 0 else Phrase("cruzo.note.anticlockwise")


# -- §3 the start ------------------------------------------------------------------------------------------------------


def swap_prompt(s: Cruzo, viewer: Seat, acts: list[Action]) -> Prompt:
    """§3 `swap_before_start`: how often cards can still be exchanged."""
    if not acts:
        return Prompt()
    n = s.swaps[viewer]
    if n == 0:
        return Prompt(task=Phrase("cruzo.task.swapped"))
    return Prompt(task=Phrase("cruzo.task.swap"), note=Phrase("cruzo.note.swaps", {"n": n}, n=n))


def direct_prompt(s: Cruzo, acts: list[Action]) -> Prompt:
    """§3 Who begins, and with which card."""
    scene = Phrase("cruzo.scene.begins", {"seat": s.turn})
    return Prompt(scene, Phrase("cruzo.task.direction_first") if acts else None, opening_note(s))


def opening_note(s: Cruzo) -> Phrase | None:
    if s.decisive == NONE:
        return None
    return Phrase("cruzo.note.decisive", {"card": s.decisive}, ONE[s.decisive])


def opening_prompt(s: Cruzo, viewer: Seat, acts: list[Action]) -> Prompt:
    """§3 The diamond that decided, or the lowest rank in hand."""
    scene = Phrase("cruzo.scene.opens", {"seat": s.turn})
    if viewer != s.turn or not acts:
        return Prompt(scene, None, direction_note(s))
    if s.decisive == NONE:
        return Prompt(scene, Phrase("cruzo.task.lowest"), direction_note(s))
    return Prompt(scene, Phrase("cruzo.task.decisive", {"card": s.decisive}, ONE[s.decisive]), direction_note(s))


# -- §6 a turn ---------------------------------------------------------------------------------------------------------


def turn_prompt(s: Cruzo, viewer: Seat, acts: list[Action]) -> Prompt:
    """§6 What lies on top, what fits on it, and what else the player can do; in and out of turn."""
    scene = top_scene(s)
    if not acts:
        return Prompt(scene, waiting(s, viewer), direction_note(s))
    if viewer != s.turn or not on_turn(s, viewer, acts):
        asked = has_verb(acts, "throw") or has_verb(acts, "pass")
        note = Phrase("cruzo.note.next", {"seat": s.turn}) if asked else direction_note(s)
        return Prompt(scene, out_of_turn_task(s, viewer, acts), note)
    return Prompt(scene, turn_task(s, viewer, acts), turn_note(s, viewer, acts))


def top_scene(s: Cruzo) -> Phrase:
    """§5 The cards of the rank on top."""
    pile = s.zones[PILE]
    if not pile:
        return EMPTY
    top = pile[len(pile) - group(pile) :]
    return Phrase("cruzo.scene.top", {"cards": top}, top)


def on_turn(s: Cruzo, viewer: Seat, acts: list[Action]) -> bool:
    """§6 Tell whether these are the choices of a turn, and not only what can be done at any time."""
    if s.source(viewer) == NONE:
        return True
    return has_verb(acts, "play") or has_verb(acts, "pickup") or has_verb(acts, "flip")


def turn_task(s: Cruzo, viewer: Seat, acts: list[Action]) -> Phrase:
    source = s.source(viewer)
    if source == NONE:
        return Phrase("cruzo.task.draw_first")
    if source == BUNKER:
        return Phrase("cruzo.task.flip")
    return fit_task(s) if has_verb(acts, "play") else Phrase("cruzo.task.no_fit")


def fit_task(s: Cruzo) -> Phrase:
    """§5 Say what fits: equal or higher; on a seven or a joker equal or lower. The card that counts is named if it does
    not lie on top.
    """
    pile = s.zones[PILE]
    row = base(pile)
    below = row // 4 - 1
    fitting = s.rules.fitting[row]
    if below < 0 or (below == TWO and fitting[ACE]):
        return NO_THREE if row & 1 else ANY
    on_top = pile[len(pile) - 1] // 4 == below
    if on_top:
        return Phrase("cruzo.task.lower" if below == SEVEN else "cruzo.task.higher")
    card = ONE[under(pile)]
    joker = row & 2 > 0
    if not joker and below != SEVEN:
        return Phrase("cruzo.task.higher_than", {"card": card[0]}, card)
    return Phrase("cruzo.task.lower_than" if fitting[below] else "cruzo.task.below", {"card": card[0]}, card)


def under(pile: Cards) -> int:
    """§5 Return the card that counts: the first one from the top that is neither a three nor a joker."""
    for c in reversed(pile):
        if c // 4 not in (THREE, JOKER):
            return c
    return pile[len(pile) - 1]


def turn_note(s: Cruzo, viewer: Seat, acts: list[Action]) -> Phrase | None:
    """§6 Say the most important of what the player may overlook."""
    if has_verb(acts, "challenge"):
        return Phrase("cruzo.note.challenge")
    if s.owed[viewer] and has_verb(acts, "draw"):
        return Phrase("cruzo.note.owed", {"n": s.owed[viewer]}, n=s.owed[viewer])
    if completes(s, acts):
        return Phrase("cruzo.note.four")
    plays = has_verb(acts, "play")
    for a in acts:
        if a.verb == "pickup" and plays:
            return Phrase("cruzo.note.three_equal") if a.to >= 0 else Phrase("cruzo.note.may_take")
    source = s.source(viewer)
    if source == BUNKER:
        return Phrase("cruzo.note.flip")
    if source == OPEN:
        return Phrase("cruzo.note.open")
    return specials_note(s) if plays and fit_task(s) not in (ANY, NO_THREE) else direction_note(s)


def completes(s: Cruzo, acts: list[Action]) -> bool:
    """§6 Tell whether one of these plays makes four equal ranks on the pile."""
    pile = s.zones[PILE]
    rank = pile[len(pile) - 1] // 4 if pile else NONE
    lying = group(pile)
    for a in acts:
        if a.verb == "play" and a.to // MOST != EIGHT:
            n = a.to % MOST + (lying if a.to // MOST == rank else 0)
            if n >= FOUR:
                return True
    return False


def specials_note(s: Cruzo) -> Phrase:
    """§5 Say which ranks fit on everything; no three on a joker."""
    if base(s.zones[PILE]) & 1:
        return Phrase("cruzo.note.no_three")
    return Phrase("cruzo.note.specials" if s.rules.jokers else "cruzo.note.specials_no_joker")


# -- §6 out of turn ----------------------------------------------------------------------------------------------------


def out_of_turn_task(s: Cruzo, viewer: Seat, acts: list[Action]) -> Phrase:
    """§6 Complete the four on top; under `manual` draw what is owed, or say who has forgotten to."""
    missing = FOUR - group(s.zones[PILE])
    if has_verb(acts, "throw"):
        return Phrase("cruzo.task.throw_few", {"n": missing}, n=missing)
    if has_verb(acts, "pass"):
        return Phrase("cruzo.task.no_throw", {"n": missing}, n=missing)
    if has_verb(acts, "draw"):
        n = min(max(s.owed[viewer], 0 if s.hand_size(viewer) else ENOUGH), len(s.zones[STOCK]))
        return Phrase("cruzo.task.draw", {"n": n}, n=n)
    return Phrase("cruzo.task.challenge")


def more_prompt(s: Cruzo, viewer: Seat, acts: list[Action]) -> Prompt:
    """§6 The four is complete: who may add to it, and who opens when it has burnt."""
    scene = Phrase("cruzo.scene.four")
    note = Phrase("cruzo.note.opens", {"seat": s.thrower}) if has(s.playing, s.thrower) else None
    if not acts:
        if has(s.layout.everyone & ~s.playing, viewer):
            return Prompt(scene, FINISHED, note)
        return Prompt(scene, Phrase("cruzo.task.wait_more") if s.rules.reacts else None, note)
    return Prompt(scene, Phrase("cruzo.task.more" if has_verb(acts, "throw") else "cruzo.task.no_more"), note)
