"""The match played again with the pack of a drawn deal: for law L9, it must be able to lead to that deal.

The drawn deal assigns faces to the cards that the viewer never saw. These faces are put into the pack, that pack is
dealt, and the same match is played again. If every face is single, exchanging faces is the same as exchanging cards. If
cards are equal, each one is followed from its place in the pack to where it lies now. What the play has excluded
(`State.can_hold`) applies to the cards that lay there then, not to those that came later (`State.new_cards`); `denied`
keeps it for each card.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from stich.kernel.action import Action, Event
from stich.kernel.cards import BACK, Cards, Seat, has
from stich.kernel.deal import Deck
from stich.kernel.match import Match, Move
from stich.kernel.state import State
from stich.kernel.view import View

Place = tuple[int, int]  # a zone, and the index of the card in it from the bottom if the zone is ordered, else −1
Against = tuple[str, int]  # why a past cannot be, "" if it can, and the action of the deal at fault, from 0, or −1
POSSIBLE: Final[Against] = ("", -1)


def moves_of_deal(match: Match) -> list[Move]:
    """Return the actions of the running deal so far."""
    return [move for move in match.moves if move.deal == match.setup.number]


def played_again(match: Match, deck: Cards, actions: list[Cards], t: State) -> Against:
    """Deal another pack, play the same actions with its cards, and return why this does not lead to t."""
    n = match.game.deal(match.rules, match.setup, Deck(deck, match.deck.cut))
    for k, (move, cards) in enumerate(zip(moves_of_deal(match), actions, strict=True)):
        a = Action(move.action.verb, cards, move.action.to)
        listed = n.phase.canon(n, move.seat, a)
        if listed not in n.legal(move.seat) and not n.phase.breach(n, move.seat, a):
            done, drawn = match.game.write(match.rules, move.action), match.game.write(match.rules, a)
            with_its = "with the cards of the drawn deal" if done == drawn else f"as {drawn!r}"
            return f"action {k + 1} in {n.phase.name}, {done!r} of seat {move.seat}, is not legal {with_its}", k
        n.apply(move.seat, Action(listed.verb, a.cards, listed.to))
    for i in range(n.layout.size):
        if sorted(n.zones[i]) != sorted(t.zones[i]):
            return f"it leads to {list(n.zones[i])} in {n.layout.ids[i]}, not to {list(t.zones[i])}", -1
    return POSSIBLE


def past_by_faces(match: Match, w: View, t: State) -> tuple[Cards, list[Cards]]:
    """Return the pack that would have led to the drawn deal t, and the cards of each action with it. Every face must be
    single.
    """
    swap = list(range(256))
    for i, z in enumerate(w.seen.zones):
        here, there = list(match.deal.zones[i]), list(t.zones[i])
        for c in z:
            if c != BACK:
                here.remove(c)
                there.remove(c)
        for c, d in zip(here, there, strict=True):
            swap[c] = d
    actions = [bytes(sorted([swap[c] for c in move.action.cards])) for move in moves_of_deal(match)]
    return bytes([swap[c] for c in match.deck.cards]), actions


def explain_by_faces(match: Match, w: View, t: State) -> Against:
    """Return why the drawn deal t cannot have been dealt. Every face must be single."""
    return played_again(match, *past_by_faces(match, w, t), t)


# Equal cards


class Untraceable(Exception):
    """Raised when the cards cannot be followed; the text says why."""


class Forgotten(Untraceable):
    """Raised when the play has excluded something about cards that others have joined since, so that drawn deals ignore
    it.
    """


def dealt_places(match: Match) -> list[Place]:
    """Return where the deal puts each card of the pack. Found by exchanging two cards and comparing the results."""
    deck = match.deck.cards
    before = match.game.deal(match.rules, match.setup, match.deck)
    return [place_of(match, before, deck, i) for i in range(len(deck))]


def place_of(match: Match, before: State, deck: Cards, i: int) -> Place:
    """Return where the deal puts the card at position i of the deck. before: the deal as it begins with this deck."""
    for step in range(1, len(deck)):
        j = (i + step) % len(deck)
        if deck[i] == deck[j]:
            continue
        swapped = bytearray(deck)
        swapped[i], swapped[j] = deck[j], deck[i]
        after = match.game.deal(match.rules, match.setup, Deck(bytes(swapped), match.deck.cut))
        if changed(before, after) > 2:
            continue  # one of the two decides how the cards are dealt
        for at, (old, new) in enumerate(zip(before.zones, after.zones, strict=True)):
            if before.layout.ordered[at]:
                for k, (c, d) in enumerate(zip(old, new, strict=True)):
                    if (c, d) == (deck[i], deck[j]):
                        return at, k
            elif new.count(deck[j]) > old.count(deck[j]) and new.count(deck[i]) < old.count(deck[i]):
                return at, -1
    raise Untraceable("one card decides where others go" if len(set(deck)) > 1 else "the pack has one face only")


def changed(before: State, after: State) -> int:
    """Return the number of places with a different card."""
    n = 0
    for at, (old, new) in enumerate(zip(before.zones, after.zones, strict=True)):
        if len(old) != len(new):
            return len(before.layout.deck)
        if before.layout.ordered[at]:
            n += sum(c != d for c, d in zip(old, new, strict=True))
        else:
            n += (Counter(old) - Counter(new)).total()
    return n


class Traced:
    """A deal that is played again with every card followed, from the view of one seat. A card is its index in the pack.

    strictly: remember for each card what has been excluded. This is slow and rarely needed.
    """

    def __init__(self, match: Match, start: list[Place], p: Seat, strictly: bool = False) -> None:
        self.match = match
        self.p = p
        layout = match.rules.layout
        self.layout = layout
        self.deck = match.deck.cards
        self.zones: list[list[int]] = [[] for _ in range(layout.size)]
        for card in sorted(range(len(start)), key=lambda card: start[card]):
            self.zones[start[card][0]].append(card)
        self.seen = {card for at in range(layout.size) if has(layout.eyes[at], p) for card in self.zones[at]}
        self.named: list[list[int]] = []  # the cards of each action
        # of each card the faces that it has been shown not to have
        self.denied: dict[int, set[int]] | None = {} if strictly else None
        s = match.game.deal(match.rules, match.setup, match.deck)
        self.deny(s)
        for move in moves_of_deal(match):
            s.log = []
            s.apply(move.seat, move.action)
            moved = [self.follow(e) for e in s.log if e.kind in ("move", "show", "shuffle")]
            self.named.append(self.cards_of(move.action, moved))
            self.deny(s)

    def deny(self, s: State) -> None:
        """Note what has been excluded for the cards that the viewer does not see."""
        if self.denied is None:
            return
        faces = set(self.deck)
        for at, zone in enumerate(self.zones):
            if zone and not has(self.layout.eyes[at], self.p):
                excluded = {c for c in faces if not s.can_hold(c, at)}
                if excluded:
                    for card in zone[: len(zone) - s.new_cards(at)]:
                        self.denied.setdefault(card, set()).update(excluded)

    def follow(self, e: Event) -> int:
        """Return the card of an event, and move it to its new place."""
        if e.kind == "shuffle":
            raise Untraceable("the deal was shuffled again")
        zone = self.zones[e.src]
        same = [card for card in zone if self.deck[card] == e.card]
        sees = has(e.eyes, self.p)
        # of several equal cards in a hand, the one known to lie there is taken to have gone, as the kernel counts
        card = same[-1] if self.layout.ordered[e.src] else next((card for card in same if card in self.seen), same[0])
        if sees:
            self.seen.add(card)
        if e.kind == "move":
            zone.remove(card)
            self.zones[e.dst].append(card)
        return card

    def cards_of(self, a: Action, moved: list[int]) -> list[int]:
        """Return which of the moved cards an action names, as positions in the deck.

        Raises Untraceable if it names a card that it does not move.
        """
        left = list(moved)
        out = []
        for face in a.cards:
            card = next((card for card in left if self.deck[card] == face), -1)
            if card < 0:
                raise Untraceable("an action names cards that it does not move")
            left.remove(card)
            out.append(card)
        return out

    def faces_in(self, t: State) -> list[int]:
        """Return the face of every card of the pack in the drawn deal t; [] if t lacks a card that the viewer saw."""
        faces = list(self.deck)
        for at in range(self.layout.size):
            if has(self.layout.eyes[at], self.p):
                continue
            known = Counter(self.deck[card] for card in self.zones[at] if card in self.seen)
            free = []
            for c in t.zones[at]:
                if known[c] > 0:
                    known[c] -= 1
                else:
                    free.append(c)
            unseen = [card for card in self.zones[at] if card not in self.seen]
            if len(free) != len(unseen):
                return []
            for card, c in zip(unseen, self.in_order(unseen, free), strict=True):
                faces[card] = c
        return faces

    def in_order(self, cards: list[int], faces: list[int]) -> list[int]:
        """Return the faces in the order of the cards that can have them, by a bipartite matching (Kuhn).

        Raises Forgotten if there is none: something was excluded for some of these cards, but not for those that joined
        them.
        """
        denied = self.denied
        if denied is None:
            return faces
        taken = [-1] * len(faces)  # by which card

        def place(i: int, tried: set[int]) -> bool:
            for k, c in enumerate(faces):
                if k not in tried and c not in denied.get(cards[i], ()):
                    tried.add(k)
                    if taken[k] < 0 or place(taken[k], tried):
                        taken[k] = i
                        return True
            return False

        if not all(place(i, set()) for i in range(len(cards))):
            raise Forgotten("cards were added to others about which something was known")
        return [faces[taken.index(i)] for i in range(len(cards))]

    def past(self, t: State) -> tuple[Cards, list[Cards]]:
        """Return the pack that would have led to the drawn deal t, and the cards of each action with it.

        Raises Untraceable if t lacks a card in the place where this seat saw it go.
        """
        faces = self.faces_in(t)
        if not faces:
            raise Untraceable("it lacks a card in the place where this seat saw it go")
        return bytes(faces), [bytes(sorted([faces[card] for card in named])) for named in self.named]

    def explain(self, t: State) -> Against:
        """Return why the drawn deal t cannot have been dealt. Raises Forgotten if traced strictly."""
        try:
            past = self.past(t)
        except Forgotten:
            raise
        except Untraceable as lacking:
            return str(lacking), -1
        return played_again(self.match, *past, t)
