"""What a table says while cards are played to a trick: what was led, what binds the player, who is winning so far."""

from __future__ import annotations

from typing import Final

from stich.kernel.action import Phrase, Prompt
from stich.kernel.cards import Cards, Seat
from stich.parts.tricks import Contract

LEAD: Final = Phrase("table.task.lead")
ANY: Final = Phrase("table.task.any")
OPEN: Final = Phrase("table.task.any_open")
DUTIES: Final = {  # the rules of `tricks.binding`
    "follow": Phrase("table.task.follow"),
    "head": Phrase("table.task.head"),
    "trump": Phrase("table.task.trump"),
    "overtrump": Phrase("table.task.overtrump"),
}


def trick_prompt(
    contract: Contract,
    trick: Cards,
    turn: Seat,
    seats: int,
    asked: bool,
    rule: str,
    game: str = "table",
    worth: int = 0,
    step: int = 1,
    stock: bool = False,
) -> Prompt:
    """Return what the table says while a trick lies.

    trick: its cards in the order of play. turn: who plays next. seats: how many play to it. asked: the viewer is the
    one who plays. rule: the rule that leaves them fewer cards than they hold, "" if they can play any; the text
    `<game>.task.<rule>` says it. The rules of `tricks.binding` have common texts, under "table". worth: the points of
    the cards that lie there, 0 if they are not to be named. step: from one seat to the next in the direction of play.
    stock: no card binds as long as there is a stock, and there still is one.
    """
    task: Phrase | None = None
    if asked and rule:
        task = DUTIES[rule] if game == "table" else Phrase(f"{game}.task.{rule}")
    elif asked:
        task = LEAD if not trick else OPEN if stock else ANY
    if not trick:
        return Prompt(task=task or Phrase("table.task.wait_lead", {"seat": turn}))
    leader = (turn - step * len(trick)) % seats
    best = contract.best(trick)
    return Prompt(
        Phrase("table.scene.led", {"seat": leader, "card": trick[0]}),
        task,
        winning((leader + step * best) % seats, worth),
        best,
    )


def winning(
    seat: Seat, worth: int, named: str = "table.note.winning", counted: str = "table.note.winning_points"
) -> Phrase:
    """Return the note that says who is winning a trick: the text `counted` (n), `named` where it is worth nothing."""
    return Phrase(counted, {"seat": seat, "n": worth}, n=worth) if worth else Phrase(named, {"seat": seat})
