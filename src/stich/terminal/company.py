"""The people at the table, as a user of the terminal deals with them: as its owner, or to leave without harm."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import get_args

from stich.server.messages.frame import Absent, Pace, Timer
from stich.server.messages.from_client import (
    Admit,
    Agree,
    HandOver,
    Remove,
    SetAbsent,
    SetLocks,
    SetPace,
    SetTimer,
    SetWatching,
    WantEnd,
)
from stich.terminal.table import Table

Answer = tuple[str, Callable[[], object]]
"""The words of a choice, and what it does."""
Ask = Callable[[str, list[Answer]], object]
"""Ask a question with several answers."""


def leaving_hurts(table: Table) -> bool:
    """Tell whether another person plays in a running match that the user would leave."""
    if table.watching or table.view.status not in ("playing", "deal_over"):
        return False
    occupants = enumerate(table.view.occupants)
    return any(occupant.who == "person" and seat != table.me for seat, occupant in occupants)


def surely(table: Table, ask: Ask, question: str, label: str, do: Callable[[], object]) -> Callable[[], object]:
    """Return what asks before it does something."""
    no: Answer = (table.words.t("owner.withdraw"), lambda: None)
    return lambda: ask(question, [no, (label, do)])


def leave(table: Table, ask: Ask) -> None:
    """Leave the seat; ask before if that hurts others."""
    t = table.words.t
    if leaving_hurts(table):
        surely(table, ask, t("start.leave_sure"), t("table.stand"), table.stand)()
    else:
        table.stand()


def ruling(table: Table, ask: Ask) -> list[Answer]:
    """Return what the user can decide as the owner of the table; [] if somebody else owns it."""
    rights = table.session.rights
    if not rights.rules:
        return []
    t, words, send = table.words.t, table.words, table.request
    found: list[Answer] = []
    for asker in rights.askers:
        says = t("owner.asks", name=asker.name or t("table.guest"))
        found.append((words.pair(says, t("owner.admit")), partial(send, Admit(0, asker.person))))
        found.append((words.pair(says, t("owner.decline")), partial(send, Admit(0, asker.person, admit=False))))
    seats = list(range(table.spec.seats))
    closed = table.view.locked == seats
    wording = words.pair(t("owner.locked"), t("table.yes" if closed else "table.no"))
    found.append((wording, partial(send, SetLocks(0, [] if closed else seats))))
    for seat, occupant in enumerate(table.view.occupants):
        if occupant.who != "person" or seat == table.me:
            continue
        name = occupant.name or t("table.guest")
        for key, message in (("remove", Remove(0, seat)), ("hand_over", HandOver(0, seat))):
            label = t(f"owner.{key}")
            question = t(f"owner.{key}_sure", seat=seat)
            found.append((words.pair(name, label), surely(table, ask, question, label, partial(send, message))))
    return found


def table_settings(table: Table) -> list[Answer]:
    """Return what the user can change at the table: as its owner the pace, the time limit, what is done when somebody
    is away and whether others can watch; as a player whether those who watch may see their hand later."""
    t, pair, send, view = table.words.t, table.words.pair, table.request, table.view
    found: list[Answer] = []
    if table.session.rights.rules:
        for pace in get_args(Pace):
            wording = pair(t("settings.pace"), t(f"table.pace.{pace}") + (" *" if pace == view.pace else ""))
            found.append((wording, partial(send, SetPace(0, pace))))
        if view.status != "playing":
            for timer in get_args(Timer):
                wording = pair(t("settings.timer"), t(f"table.timer.{timer}") + (" *" if timer == view.timer else ""))
                found.append((wording, partial(send, SetTimer(0, timer))))
            for absent in get_args(Absent):
                wording = pair(t("start.absent"), t(f"table.absent.{absent}") + (" *" if absent == view.absent else ""))
                found.append((wording, partial(send, SetAbsent(0, absent))))
        wording = pair(t("watch.allow"), t("table.yes" if view.watching else "table.no"))
        found.append((wording, partial(send, SetWatching(0, not view.watching))))
    if not table.watching and view.may_end and table.me not in view.ending:
        found.append((t("table.want_end"), partial(send, WantEnd(0))))
    if not table.watching and view.watching and not table.spec.rated and table.spec.phrases:
        agrees = table.me in view.agreed
        wording = pair(t("watch.agree"), t("table.yes" if agrees else "table.no"))
        found.append((wording, partial(send, Agree(0, not agrees))))
    return found
