"""What a table says while cards are played to a trick: what was led, what binds the player, who is winning so far."""

from __future__ import annotations

from typing import Final

from stich.kernel.action import Phrase, Prompt
from stich.kernel.cards import Cards, Seat
from stich.parts.tricks import Contract

LEAD: Final = Phrase("table.task.lead")
ANY: Final = Phrase("table.task.any")


def trick_prompt(
    contract: Contract, trick: Cards, turn: Seat, seats: int, asked: bool, rule: str, game: str = "table"
) -> Prompt:
    """Return what the table says while a trick lies.

    trick: its cards in the order of play. turn: who plays next. seats: how many play to it. asked: the viewer is the
    one who plays. rule: the rule that leaves them fewer cards than they hold, "" if they can play any; the text
    `<game>.task.<rule>` says it. The rules of `tricks.binding` have common texts, under "table".
    """
    if not trick:
        return Prompt(task=LEAD if asked else Phrase("table.task.wait_lead", {"seat": turn}))
    leader = (turn - len(trick)) % seats
    best = contract.best(trick)
    task = None
    if asked:
        task = Phrase(f"{game}.task.{rule}") if rule else ANY
    return Prompt(
        Phrase("table.scene.led", {"seat": leader, "card": trick[0]}),
        task,
        Phrase("table.note.winning", {"seat": (leader + best) % seats}),
        best,
    )
