"""What the table says in Durak: who attacks whom and with what, and what the defender and the others can do."""

from __future__ import annotations

from typing import Final

from stich.games.durak.rules_cards import PAIR, TURNUP
from stich.games.durak.rules_state import Durak, throwers
from stich.kernel.action import Action, Arg, Phrase, Prompt
from stich.kernel.cards import ONE, Cards, Seat, has

MAY_THROW: Final = Phrase("durak.task.throw_rank")
OUT: Final = Phrase("durak.task.wait_out")


def reveal_prompt(s: Durak, acts: list[Action]) -> Prompt:
    """§7 `lowest_trump`: the trump to be undercut, and whether the viewer can."""
    shown = s.lowest >= 0
    scene = None
    if shown:
        scene = Phrase("durak.scene.lowest", {"seat": s.attacker, "card": s.lowest}, ONE[s.lowest])
    elif s.zones[TURNUP]:
        scene = Phrase("durak.scene.trump", {"card": s.zones[TURNUP][0]}, s.zones[TURNUP])
    task = None
    if acts:
        task = Phrase("durak.task.no_trump")
        if has_cards(acts):
            task = Phrase("durak.task.reveal", {"which": "@durak.which.lower" if shown else "@durak.which.any"})
    return Prompt(scene, task, Phrase("durak.note.lowest"))


def has_cards(acts: list[Action]) -> bool:
    """Tell whether the viewer can do more than pass."""
    return any(len(a.cards) > 0 for a in acts)


def attack_prompt(s: Durak, viewer: Seat, acts: list[Action]) -> Prompt:
    """§4.1 Who is attacked, and with how many cards at most."""
    most = Phrase("durak.note.most", {"n": s.limit}, n=s.limit)
    if acts:
        task = Phrase("durak.task.attack" if s.limit > 1 else "durak.task.attack_one")
        return Prompt(Phrase("durak.scene.you_attack", {"seat": s.defender}), task, most if s.limit > 1 else None)
    if viewer == s.defender:
        return Prompt(Phrase("durak.scene.attacks_you", {"seat": s.attacker}), waiting(s, viewer), most)
    return Prompt(Phrase("durak.scene.attacked", {"seat": s.defender}), waiting(s, viewer), most)


def waiting(s: Durak, viewer: Seat) -> Phrase | None:
    """§4.6 Say to a player without cards that they are out; to others whom the table waits for."""
    return OUT if has(s.out, viewer) else None


def defence_prompt(s: Durak, viewer: Seat, acts: list[Action]) -> Prompt:
    """§4.2 What has to be beaten, and whether it can be passed on; with `throw_mode=free` what can be thrown in."""
    unbeaten = b"".join([pair for pair in s.zones[PAIR : PAIR + s.count] if len(pair) == 1])
    note = more_may_come(s)
    if viewer == s.defender and acts:
        task = defender_task(acts, unbeaten)
        lacking = not_beaten_by(acts, unbeaten)
        if lacking and len(acts) > 1:
            note = Phrase("durak.note.lacking", {"cards": lacking}, lacking)
        return Prompt(attack_scene(s, viewer, unbeaten), task, note)
    task = MAY_THROW if acts else waiting(s, viewer) or Phrase("durak.task.wait_defence", {"seat": s.defender})
    return Prompt(attack_scene(s, viewer, unbeaten), task, note)


def attack_scene(s: Durak, viewer: Seat, unbeaten: Cards) -> Phrase:
    """§4.2 The attack, as the attacker, the defender and the others see it; later what is left of it."""
    if s.unbeaten < s.count:
        return Phrase("durak.scene.left", {"cards": unbeaten}, unbeaten)
    if viewer == s.defender:
        return Phrase("durak.scene.attacks_you_with", {"seat": s.attacker, "cards": unbeaten}, unbeaten)
    if viewer == s.attacker:
        return Phrase("durak.scene.you_attack_with", {"seat": s.defender, "cards": unbeaten}, unbeaten)
    return Phrase("durak.scene.attacks_with", {"seat": s.attacker, "cards": unbeaten}, unbeaten)


def defender_task(acts: list[Action], unbeaten: Cards) -> Phrase:
    """§4.2 Beat, pass on, or take, as far as the defender can."""
    args: dict[str, Arg] = {"cards": unbeaten}
    beats = acts[0].verb == "beat"
    passes = any(a.verb == "transfer" or a.verb == "show" for a in acts)
    if beats:
        return Phrase("durak.task.beat_or_pass_on" if passes else "durak.task.beat", args)
    return Phrase("durak.task.pass_on" if passes else "durak.task.take", args)


def not_beaten_by(acts: list[Action], unbeaten: Cards) -> Cards:
    """§4.2 Return the attack cards that none of these actions beats, each face once."""
    beaten = {a.to for a in acts if a.verb == "beat"}
    return bytes([c for c in sorted(set(unbeaten)) if c not in beaten])


def more_may_come(s: Durak) -> Phrase | None:
    """§4.3 Say how many more cards the attack can have, if anybody can throw in."""
    room = s.limit - s.count
    return Phrase("durak.note.room", {"n": room}, n=room) if throwers(s) else None


def throw_prompt(s: Durak, viewer: Seat, acts: list[Action]) -> Prompt:
    """§4.3 All is beaten, or taken: whether the viewer has a card that can be thrown in."""
    scene = Phrase("durak.scene.takes" if s.taking else "durak.scene.beaten", {"seat": s.defender})
    task = waiting(s, viewer)
    if acts:
        task = MAY_THROW if has_cards(acts) else Phrase("durak.task.none_fits")
    elif viewer == s.defender:
        task = Phrase("durak.task.wait_throw")
    return Prompt(scene, task, more_may_come(s))
