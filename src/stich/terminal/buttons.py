"""The possible actions at the table now, as buttons with their keys."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from stich.server.messages.from_client import Again, Ready, Start
from stich.server.messages.specs import VerbSpec
from stich.terminal.choose import Offer, offers_for
from stich.terminal.table import Table
from stich.terminal.times import time_wish

STEPS = {"left": -1, "right": 1}


class Button(NamedTuple):
    """A possible action. hot: "enter", a letter or a digit; say: what exactly it would do, as far as that is certain;
    do: does it, None: not with this selection; why: says then what is missing."""

    hot: str
    label: str
    say: str
    do: Callable[[], None] | None
    why: Callable[[], None] | None = None

    def press(self, *, busy: bool) -> None:
        """Do what the button can do now. busy: the table has not answered yet."""
        act = self.do or self.why
        if act is not None and not busy:
            act()


def buttons_of(table: Table) -> list[Button]:
    """Return the buttons, in the order in which they are shown."""
    if not table.shown:
        return []
    wish = time_wish(table)
    return [*choices(table), *([] if wish is None else [Button("+", wish[0], "", partial(table.request, wish[1]))])]


def choices(table: Table) -> list[Button]:
    """Return the buttons of what can be done at the table now."""
    if table.lesson is not None and table.lesson.may_next:
        return [Button("enter", table.words.t("lesson.next"), "", table.lesson.next)]
    if table.watching:
        return watcher_buttons(table)
    if table.view.status != "playing":
        return between(table)
    turn = game_buttons(table) if table.turn or table.lesson is not None else buttons_ahead(table)
    return turn if table.lesson is not None else [*turn, *aside_buttons(table)]


def press(table: Table, key: str, now: float) -> bool:
    """Handle a key by its name ("left", "space", "enter", "7", "p"). Return whether it had a meaning.

    now: seconds."""
    if not table.shown:
        return False
    if key in STEPS:
        return table.move(table.cursor + STEPS[key])
    if key in ("home", "end"):
        return table.move(0 if key == "home" else len(table.hand) - 1)
    if key == "space":
        return table.toggle(table.cursor)
    if key in ("up", "down"):
        return table.go_through(1 if key == "down" else -1)
    if key == "escape":
        table.clear()
        return True
    for button in buttons_of(table):
        if button.hot == key:
            button.press(busy=table.session.busy)
            return True
    return len(key) == 1 and table.type_rank(key, now)


def watcher_buttons(table: Table) -> list[Button]:
    """Return the free seats; if no seat is taken yet, a spectator can start the table."""
    t = table.words.t
    if table.coming >= 0:
        return [Button("enter", t("table.stay_away"), t("table.coming_you"), table.stand)]
    if table.session.rights.asking >= 0:
        return [Button("enter", t("owner.withdraw"), t("owner.asking"), table.stand)]
    sit = t("table.sit" if table.session.rights.sit else "owner.ask")
    seats = [
        Button(str(seat + 1), table.words.pair(sit, table.words.occupant(seat)), "", partial(table.sit, seat))
        for seat in table.free_seats
    ]
    if table.view.status == "gathering" and (table.session.rights.rules or len(seats) == table.spec.seats):
        return [Button("enter", t("lobby.start"), "", lambda: table.request(Start(0))), *seats]
    return seats


def between(table: Table) -> list[Button]:
    """Return the ways to go on when no round is being played."""
    t, view = table.words.t, table.view
    if view.status == "gathering" and table.session.rights.rules:
        return [Button("enter", t("lobby.start"), "", lambda: table.request(Start(0)))]
    if view.status == "gathering":
        return []
    if view.status == "match_over" and view.occupants[table.me].ready:
        return []  # the others have not agreed yet
    if view.status == "match_over":
        return [Button("enter", t("table.again"), "", lambda: table.request(Again(0)))]
    if table.lesson is not None or 0 < table.spec.deals <= view.deal:  # a lesson has no next deal
        return [Button("enter", t("lesson.play"), "", table.leave_lesson)]
    if view.occupants[table.me].ready:
        return []
    deal = view.sheets[-1].deal if view.sheets else view.deal
    return [Button("enter", t("table.next_deal"), "", lambda: table.request(Ready(0, deal)))]


def game_buttons(table: Table) -> list[Button]:
    """Return the buttons of the game's offers for the present selection."""
    offers = offers_for(table.menu, table.hand, table.selected)
    wordings = [words_of(table, offer) for offer in offers]
    keys = keys_of(table, offers, [label for label, _ in wordings])
    found = []
    for offer, (label, say), hot in zip(offers, wordings, keys, strict=True):
        draft = table.draft(offer.verb) if offer.cards else None
        do = partial(table.choose, offer, label) if offer.actions else partial(table.take, draft) if draft else None
        found.append(Button(hot, label, say, do, partial(table.missing, offer.verb)))
    return found


def aside_buttons(table: Table) -> list[Button]:
    """Return the announcements beside the turn: the next one as a button, all later ones behind another button."""
    first, further = table.asides[:1], table.asides[1:]
    offers = [Offer(f"{a.verb} {a.to}", a.verb, False, (a,)) for a in first]
    labels = [table.words.say(a.say) for a in first]
    if further:
        offers.append(Offer("aside+", further[0].verb, False, tuple(further)))
        labels.append(table.words.t("table.aside.more"))
    ranks = {c for face in table.spec.faces for c in table.words.typed(face)}
    keys = table.keys.apart(offers, labels, ranks)
    return [
        Button(hot, label, "", partial(table.choose, offer, label))
        for offer, label, hot in zip(offers, labels, keys, strict=True)
    ]


def words_of(table: Table, offer: Offer) -> tuple[str, str]:
    """Return the label of a button, and what exactly it would do."""
    verb = verb_of(table, offer.verb)
    say = table.words.say(offer.actions[0].say) if len(offer.actions) == 1 else ""
    return (verb, say) if offer.cards or not say else (say, "")


def verb_of(table: Table, verb: str) -> str:
    """Return the name of a verb."""
    return table.words.bare(f"{table.spec.game}.verb.{verb}")


def keys_of(table: Table, offers: list[Offer], labels: list[str]) -> list[str]:
    """Return the key of each offer; no key is a sign of a card's rank."""
    ranks = {c for face in table.spec.faces for c in table.words.typed(face)}
    return table.keys.assign(table.view.phase, offers, labels, ranks)


def buttons_ahead(table: Table) -> list[Button]:
    """Return the premoves: only while there is a trick that they could be meant for."""
    if table.queued is not None:
        wording = table.words.pair(verb_of(table, table.queued.verb), table.words.t("table.premove.waits"))
        return [Button("escape", wording, "", table.clear)]
    offers = offers_ahead(table)
    labels = [verb_of(table, offer.verb) for offer in offers]
    when = table.words.t("table.premove.when")
    found = []
    for offer, label, hot in zip(offers, labels, keys_of(table, offers, labels), strict=True):
        ready = bool(table.selected) or not offer.cards
        do = partial(table.queue, offer) if ready else None
        found.append(Button(hot, f"{label} ({when})", "", do, partial(table.missing, offer.verb)))
    return found


def offers_ahead(table: Table) -> list[Offer]:
    """Return the offers of the premoves as they are during one's turn, so that they have the same keys; those that need
    cards first."""
    if table.turn or table.lesson is not None or not table.trick:
        return []
    verbs = [verb for verb in table.spec.verbs if verb.name in table.spec.premoves]
    return [offer_ahead(verb) for verb in sorted(verbs, key=lambda verb: not verb.cards)]


def offer_ahead(verb: VerbSpec) -> Offer:
    """Return the offer of a verb as it is during one's turn, so that it has the same key."""
    return Offer(f"{verb.name}+" if verb.cards else f"{verb.name} -1 []", verb.name, bool(verb.cards), ())
