"""What the table says in Frustration: which contract is asked, what can be drawn and laid, who may claim a joker."""

from __future__ import annotations

from typing import Final

from stich.games.frustration.rules_cards import BOTTOM, DEEP, PILE, SHALLOW, STOCK
from stich.games.frustration.rules_state import Frustration
from stich.kernel.action import Action, Arg, Phrase, Prompt
from stich.kernel.cards import ONE, Seat, has

OUT: Final = Phrase("frustration.task.wait_out")


def is_seat(s: Frustration, viewer: Seat) -> bool:
    return has(s.layout.everyone, viewer)


def waiting(s: Frustration, viewer: Seat) -> Phrase | None:
    """§5 Say to a player who is out that the others play on; to others whom the table waits for."""
    return OUT if is_seat(s, viewer) and s.is_out(viewer) else None


def contract_args(s: Frustration, seat: Seat) -> dict[str, Arg]:
    n = s.contracts[seat]
    return {"n": n, "which": f"@frustration.contract.{n}", "seat": seat}


def contract_note(s: Frustration, viewer: Seat) -> Phrase | None:
    """§4 Remind players who wait of the contract they have to lay; tell spectators that of the player on turn."""
    if is_seat(s, viewer):
        return None if has(s.laid, viewer) else Phrase("frustration.note.contract", contract_args(s, viewer))
    return None if has(s.laid, s.turn) else Phrase("frustration.note.contract_of", contract_args(s, s.turn))


def last_turn(s: Frustration) -> Phrase | None:
    """§5 Say that somebody is out, so that this turn is the player's last."""
    return Phrase("frustration.note.last_turn", {"seat": s.out}) if s.out >= 0 else None


# -- §3 the cut --------------------------------------------------------------------------------------------------------


def cut_prompt(s: Frustration, acts: list[Action]) -> Prompt:
    scene = Phrase("frustration.scene.deals", {"seat": s.setup.dealer})
    if not acts:
        return Prompt(scene)
    task = Phrase("frustration.task.cut", {"least": SHALLOW, "most": DEEP})
    return Prompt(scene, task, Phrase("frustration.note.cut_joker"))


# -- §5 a turn ---------------------------------------------------------------------------------------------------------


def own_scene(s: Frustration, seat: Seat) -> Phrase:
    """§4 The contract that the player on turn has to lay, or has laid."""
    if has(s.laid, seat):
        return Phrase("frustration.scene.laid")
    return Phrase("frustration.scene.contract", contract_args(s, seat))


def draw_prompt(s: Frustration, viewer: Seat, acts: list[Action]) -> Prompt:
    """§5 What can be drawn."""
    pile = s.zones[PILE]
    top = pile[len(pile) - 1 :]
    args: dict[str, Arg] = {"card": top[0]} if top else {}
    if not acts:
        scene = Phrase("frustration.scene.top", args, top) if top else None
        return Prompt(scene, waiting(s, viewer), contract_note(s, viewer))
    if not top:
        task = Phrase("frustration.task.draw")
    elif s.zones[STOCK] or s.zones[BOTTOM]:
        task = Phrase("frustration.task.draw_or_take", args, top)
    else:
        task = Phrase("frustration.task.take", args, top)
    return Prompt(own_scene(s, viewer), task, last_turn(s))


def play_prompt(s: Frustration, viewer: Seat, acts: list[Action]) -> Prompt:
    """§5 Lay the contract or lay off if possible; discard, but not the card that was taken off the pile."""
    if not acts:
        return Prompt(drawn_scene(s), waiting(s, viewer), contract_note(s, viewer))
    task = Phrase(play_key(s, viewer, acts))
    taken = s.taken
    if taken >= 0 and taken in s.hand(viewer) and not any(a.verb == "discard" and a.cards[0] == taken for a in acts):
        task = Phrase("frustration.task.taken", {"which": f"@{task.key}", "card": taken}, ONE[taken])
    return Prompt(own_scene(s, viewer), task, last_turn(s))


def drawn_scene(s: Frustration) -> Phrase | None:
    """§5 What the player on turn has drawn; None if there was perhaps nothing to draw."""
    if s.taken >= 0:
        return Phrase("frustration.scene.took", {"seat": s.turn, "card": s.taken}, ONE[s.taken])
    return Phrase("frustration.scene.drew", {"seat": s.turn}) if s.can_draw() else None


def play_key(s: Frustration, viewer: Seat, acts: list[Action]) -> str:
    if acts[0].verb == "lay":
        return "frustration.task.lay"
    if acts[0].verb == "layoff":
        return "frustration.task.layoff"
    if has(s.laid, viewer) and s.rules.keeps_one and len(s.hand(viewer)) == 1:
        return "frustration.task.keep_one"
    return "frustration.task.discard"


# -- §5 the claim ------------------------------------------------------------------------------------------------------


def claim_prompt(s: Frustration, viewer: Seat, acts: list[Action]) -> Prompt:
    """§5 A joker is offered: who may claim it, and what it costs."""
    scene = Phrase("frustration.scene.joker")
    lots = s.rules.claim == "random"
    if not acts:
        task = waiting(s, viewer)
        if task is None and s.rules.claim == "reaction":
            task = Phrase("frustration.task.wait_claim")
        return Prompt(scene, task, contract_note(s, viewer))
    task = Phrase("frustration.task.claim" if len(acts) == 1 else "frustration.task.claim_or_leave")
    if s.rules.swap:
        return Prompt(scene, task, Phrase("frustration.note.swap"))
    return Prompt(scene, task, Phrase("frustration.note.lots") if lots else contract_note(s, viewer))


def swap_prompt(s: Frustration, viewer: Seat, acts: list[Action]) -> Prompt:
    """§8 `swap`: the card that is due for the joker."""
    scene = Phrase("frustration.scene.claimed", {"seat": s.claimant})
    if not acts:
        return Prompt(scene, waiting(s, viewer))
    return Prompt(scene, Phrase("frustration.task.swap_first"), contract_note(s, viewer))
