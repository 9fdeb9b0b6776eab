"""The selection of cards, as in the page (web/src/choosing/choose.ts): the selected cards filter the legal list.

The module knows no game: cards are compared by the face keys in the table's constants.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from stich.server.messages.specs import VerbSpec
from stich.server.messages.view import Legal, Phrase
from stich.text.cards import BACK

MANY: Final = 8  # more actions of one verb than this are offered as one question

Manner = Literal["one", "fit"]
"""How cards are selected. "one": a card is played alone, and the next one replaces it. "fit": cards that go together
join."""


class Slot(NamedTuple):
    """One card that can be selected. Its zone, its face and its number among equal faces identify it through
    updates.
    """

    zone: str
    face: int
    copy: int
    key: int


class Offer(NamedTuple):
    """An offer. cards: it needs a selection; actions: what it can mean now; with several a question follows."""

    id: str
    verb: str
    cards: bool
    actions: tuple[Legal, ...]


def slots_of(zone: str, faces: Iterable[int], keys: Sequence[int], order: Sequence[Sequence[int]] = ()) -> list[Slot]:
    """Return a zone's known cards in the order of a hand: that of the rules (`TableView.order`) if they have one,
    otherwise by face key and by face."""
    places = {face: at for at, face in enumerate(face for group in order for face in group)}
    seen: Counter[int] = Counter()
    slots = []
    for face in faces:
        if face != BACK:
            slots.append(Slot(zone, face, seen[face], keys[face]))
            seen[face] += 1
    return sorted(slots, key=lambda slot: (places.get(slot.face, len(places)), slot.key, slot.face))


class Menu:
    """A legal list with its face keys counted once, for many queries."""

    def __init__(self, legal: Sequence[Legal], keys: Sequence[int], verbs: Sequence[VerbSpec] = ()) -> None:
        self.legal = list(legal)
        self.keys = keys
        self.counts = [Counter(keys[face] for face in action.cards) for action in legal]
        free = {verb.name for verb in verbs if verb.free}
        self.melds = [action for action in legal if action.verb in free]

    def exactly(self, selected: Sequence[Slot]) -> list[Legal]:
        """Return the actions with exactly these cards. Of those that differ only in which of equal cards they name, the
        one with the selected cards."""
        if not selected:
            return []
        wanted = Counter(slot.key for slot in selected)
        fitting = [action for action, counts in zip(self.legal, self.counts, strict=True) if counts == wanted]
        faces = sorted(slot.face for slot in selected)
        named = [action for action in fitting if sorted(action.cards) == faces]
        settled = {(action.verb, action.to) for action in named}
        return [a for a in fitting if a in named or (a.verb, a.to) not in settled]

    def freely(self, selected: Sequence[Slot]) -> list[Legal]:
        """Return the action that tries these cards as a meld which is not listed: as many cards as one that is."""
        like = next((action for action in self.melds if len(action.cards) == len(selected)), None)
        if like is None or self.exactly(selected):
            return []
        faces = [slot.face for slot in selected]
        return [Legal(like.verb, faces, -1, Phrase(like.say.key, {"cards": [*faces]}), like.group)]

    def draft(self, verb: str, plan: Sequence[Sequence[int]]) -> Legal | None:
        """Return what a button selects where nothing is, if it always takes several cards: melds as the rules see them
        in the hand, else the first that are listed."""
        listed = [action for action in self.legal if action.verb == verb]
        planned = [sorted(cards) for cards in ([face for cards in plan for face in cards], *plan)]
        if not listed or any(len(action.cards) < 2 for action in listed):
            return None
        return next((action for action in listed if sorted(action.cards) in planned), listed[0])

    def single(self, among: Sequence[Slot]) -> bool:
        """Tell whether one of these cards is selected at a time: some action takes one of them, and none takes more."""
        here = {slot.key for slot in among}
        taking = [action for action, counts in zip(self.legal, self.counts, strict=True) if here & counts.keys()]
        return bool(taking) and all(len(action.cards) == 1 for action in taking)

    def leads_on(self, selected: Sequence[Slot]) -> bool:
        """Tell whether the selection leads to an action, as it is or with more cards."""
        return bool(self._containing(selected))

    def unfinished(self, selected: Sequence[Slot]) -> bool:
        """Tell whether the selection needs more cards to be an action, and there are such cards."""
        return bool(selected) and not self.exactly(selected) and self.leads_on(selected)

    def grows(self, selected: Sequence[Slot]) -> bool:
        """Tell whether these cards and more can be tried as a meld that is not listed."""
        return len(selected) > 1 and any(len(action.cards) > len(selected) for action in self.melds)

    def containing(self, selected: Sequence[Slot]) -> list[Legal]:
        """Return the actions whose cards contain the selection, longest first."""
        found = [action for action, _ in self._containing(selected)]
        return sorted(found, key=lambda action: -len(action.cards))

    def open(self, selected: Sequence[Slot]) -> set[int]:
        """Return the face keys that can be added to the selection and still lead to some action."""
        have = Counter(slot.key for slot in selected)
        return {key for _, counts in self._containing(selected) for key, n in counts.items() if n > have[key]}

    def only(self, selected: Sequence[Slot]) -> Legal | None:
        """Return the one combination that contains the selection and more; None if there are several, or the selection
        is one itself."""
        found = self._containing(selected)
        if not found or any(counts != found[0][1] for _, counts in found):
            return None
        return found[0][0] if len(found[0][0].cards) > len(selected) else None

    def _containing(self, selected: Sequence[Slot]) -> list[tuple[Legal, Counter[int]]]:
        have = Counter(slot.key for slot in selected)
        pairs = zip(self.legal, self.counts, strict=True)
        return [(action, counts) for action, counts in pairs if action.cards and have <= counts]


def slots_for(action: Legal, menu: Menu, every: Sequence[Slot], selected: Sequence[Slot] = ()) -> list[Slot]:
    """Return the slots that carry out an action: the selected ones first, then the faces that it names, then any card
    of the same key."""
    missing = Counter(menu.keys[face] for face in action.cards)
    named = Counter(action.cards)
    first = [slot for slot in every if slot.copy < named[slot.face]]
    taken: list[Slot] = []
    for slot in [*selected, *first, *every]:
        if missing[slot.key] > 0 and slot not in taken:
            missing[slot.key] -= 1
            taken.append(slot)
    return taken


def toggled(
    menu: Menu, every: Sequence[Slot], selected: Sequence[Slot], slot: Slot, manner: Manner = "fit"
) -> list[Slot]:
    """Return the selection after a card was taken or put back.

    While nothing can be done, cards are only laid ready. A card that fits is added, and if then only one combination is
    left, that is completed. A card that does not fit begins a new selection, unless a longer one is still incomplete:
    a slip does not discard it.
    """
    if slot in selected:
        return [other for other in selected if other != slot]
    if manner == "one":
        return [slot]
    joined = [*selected, slot]
    if not menu.legal:
        return joined
    if slot.key in menu.open(selected):
        return completed(menu, every, joined)
    if menu.grows(selected):
        return joined
    if len(selected) > 1 and menu.unfinished(selected):
        return list(selected)
    return completed(menu, every, [slot])


def completed(menu: Menu, every: Sequence[Slot], selected: list[Slot]) -> list[Slot]:
    """Return the selection with the cards that follow from it, if only one action fits. every: slots of the hand."""
    only = menu.only(selected)
    return slots_for(only, menu, every, selected) if only is not None else selected


def offers_for(menu: Menu, every: Sequence[Slot], selected: Sequence[Slot]) -> list[Offer]:
    """Return the offers, those that need cards first. `every`: all cards that can be selected."""
    has = Counter(slot.key for slot in every)
    by_cards: dict[str, list[Legal]] = {}
    plain: dict[str, list[Legal]] = {}
    for action, counts in zip(menu.legal, menu.counts, strict=True):
        if action.cards and counts <= has:
            by_cards.setdefault(action.verb, [])
        else:
            plain.setdefault(action.verb, []).append(action)
    for action in [*menu.exactly(selected), *menu.freely(selected)]:
        if action.verb in by_cards:
            by_cards[action.verb].append(action)
    offers = [Offer(f"{verb}+", verb, True, tuple(actions)) for verb, actions in by_cards.items()]
    for verb, actions in plain.items():
        if len(actions) > MANY:
            offers.append(Offer(verb, verb, False, tuple(actions)))
        else:
            offers += [Offer(f"{verb} {a.to} {a.cards}", verb, False, (a,)) for a in actions]
    return offers


def primary(offers: Sequence[Offer]) -> int:
    """Return the offer for Enter: the first that the selection fits, otherwise the first that needs cards, otherwise
    the only one; −1 for none."""
    for i, offer in enumerate(offers):
        if offer.cards and offer.actions:
            return i
    for i, offer in enumerate(offers):
        if offer.cards:
            return i
    return 0 if len(offers) == 1 else -1


class HotKeys:
    """The key of each offer, remembered by phase: an action keeps its key while the table is shown. Keys come from the
    words of the offer, first of all a digit of its number."""

    SPARE: Final = "xvbnmwqlkfgasedrtuiopchjyz"

    def __init__(self) -> None:
        self.kept: dict[str, dict[str, str]] = {}

    def assign(self, phase: str, offers: Sequence[Offer], labels: Sequence[str], ranks: set[str]) -> list[str]:
        """Return "enter", a letter, a digit or "" for each offer. ranks: letters that select cards; digits select
        cards, too, unless no card can be chosen now."""
        free = not any(offer.cards for offer in offers)
        kept = self.kept.setdefault(f"{phase} {free}", {})
        enter = primary(offers)
        alone = sum(offer.cards for offer in offers) == 1  # then it always has Enter, and needs no letter
        keys = []
        for i, (offer, label) in enumerate(zip(offers, labels, strict=True)):
            if not kept.get(offer.id) and not (offer.cards and alone):
                figures = _figures(offer) if free else ""
                letters = [c for c in label.lower() + self.SPARE if "a" <= c <= "z" and c not in ranks]
                kept[offer.id] = next((c for c in [*figures, *letters] if c not in kept.values()), "")
            keys.append("enter" if i == enter else kept.get(offer.id, ""))
        return keys

    def apart(self, offers: Sequence[Offer], labels: Sequence[str], ranks: set[str]) -> list[str]:
        """Return a letter or "" for each announcement beside the turn: the same in every turn, and never Enter."""
        kept = self.kept.setdefault("aside", {})
        for offer, label in zip(offers, labels, strict=True):
            if offer.id not in kept:
                letters = [c for c in label.lower() + self.SPARE if "a" <= c <= "z" and c not in ranks]
                kept[offer.id] = next((c for c in letters if c not in kept.values()), "")
        return [kept[offer.id] for offer in offers]


def _figures(offer: Offer) -> str:
    """Return the digits of the number that an action names: of 20 first 2."""
    return str(offer.actions[0].to) if len(offer.actions) == 1 and offer.actions[0].to >= 0 else ""
