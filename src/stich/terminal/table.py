"""A table as a person at a terminal uses it: the selection, the offers, the history. It draws nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from stich.client import Answered, Happened, News, Recalled, Request, Session, Shown, Welcomed
from stich.server.messages import (
    Act,
    Hint,
    Legal,
    Phrase,
    Problem,
    Said,
    Sat,
    Sit,
    Stand,
    TableSpec,
    TableView,
    Tip,
    Undo,
    Value,
)
from stich.terminal.cards import BACK
from stich.terminal.choose import HotKeys, Menu, Offer, Slot, slots_for, slots_of, toggled
from stich.terminal.premove import Queued, fate
from stich.terminal.walk import Walk
from stich.terminal.words import Words

WATCHER: Final = 15
LOG_LENGTH: Final = 400
TYPING: Final = 0.9  # seconds in which digits typed one after the other are one rank: 1, 2 is a 12


class Line(NamedTuple):
    """A phrase about a seat (−1: none), and who sat there at the time."""

    seat: int
    say: Phrase
    then: Sat


class Question(NamedTuple):
    """An offer with several meanings."""

    label: str
    actions: tuple[Legal, ...]


class Table:
    """A table, as described in the module. ask: sends a message; name: the user's name; sits: take a seat
    automatically.
    """

    def __init__(
        self, session: Session, words: Words, ask: Callable[[Request], int], *, name: str = "", sits: bool = True
    ) -> None:
        self.session = session
        self.words = words
        self.ask = ask
        self.name = name
        self.sits = sits
        self.said: list[Line] = []
        self.notice: Phrase | None = None  # a refusal or a hint
        self.tip: Legal | None = None
        self.question: Question | None = None
        self.walk: Walk | None = None  # through a lesson
        self.leave_lesson: Callable[[], None] = lambda: None  # the user wants a real match
        self.queued: Queued | None = None  # the premove
        self.chosen: list[Slot] = []
        self.chosen_in = ""  # the phase for which it was made
        self.cursor = 0
        self.keys = HotKeys()
        self.deal = -1
        self._typed = ""
        self._typed_at = 0.0
        self._typed_slot: Slot | None = None
        self._base: list[Slot] | None = None  # the selection before the combinations were gone through
        self._nth = -1
        self._sat = False
        self._menu: tuple[TableView, Menu] | None = None

    # -- state --------------------------------------------------------------------------------------------------------

    @property
    def shown(self) -> bool:
        return self.session.shown

    @property
    def spec(self) -> TableSpec:
        if self.session.spec is None:
            raise LookupError("the table has not been seen yet")
        return self.session.spec

    @property
    def view(self) -> TableView:
        return self.session.view

    @property
    def me(self) -> int:
        return self.view.you

    @property
    def watching(self) -> bool:
        return self.me == WATCHER

    @property
    def around(self) -> list[int]:
        """All seats clockwise, the user's own first."""
        first = 0 if self.watching else self.me
        return [(first + n) % self.spec.seats for n in range(self.spec.seats)]

    def waits_for(self, seat: int) -> bool:
        return bool(self.view.must >> seat & 1)

    @property
    def turn(self) -> list[Legal]:
        """The legal actions of the turn; announcements beside it are in `asides`."""
        return [action for action in self.view.legal if action.verb not in self.spec.asides]

    @property
    def asides(self) -> list[Legal]:
        """The announcements that are possible at any time, with or without the turn."""
        return [action for action in self.view.legal if action.verb in self.spec.asides]

    @property
    def menu(self) -> Menu:
        view = self.view
        if self._menu is None or self._menu[0] is not view:
            only = self.walk.action if self.walk is not None else None
            self._menu = view, Menu(self.turn if only is None else [only], self.spec.keys)
        return self._menu[1]

    @property
    def hand(self) -> list[Slot]:
        """The cards that can be selected: the user's hand, and cards outside it that a legal action names."""
        if not self.shown or self.watching:
            return []
        keys = self.spec.keys
        own = [zone.id for zone in self.spec.zones if zone.role == "hand" and zone.owner == self.me]
        order = self.view.order
        slots = [slot for id in own for slot in slots_of(id, self.view.zones[id], keys, order)]
        held = {slot.key for slot in slots}
        foreign = {face for action in self.view.legal for face in action.cards if keys[face] not in held}
        if foreign:
            elsewhere = [id for id, cards in self.view.zones.items() if id not in own and foreign & set(cards)]
            slots += [slot for id in elsewhere for slot in slots_of(id, self.view.zones[id], keys)]
        return slots

    @property
    def selected(self) -> list[Slot]:
        """The selected slots: valid for one phase of one deal, and only while cards can be chosen."""
        if self.chosen_in != self.when:
            return []
        if self.turn and not any(action.cards for action in self.turn):
            return []
        here = set(self.hand)
        return [slot for slot in self.chosen if slot in here]

    @property
    def when(self) -> str:
        """The phase of the deal, to recognise choices made in an earlier one."""
        return f"{self.view.deal} {self.view.phase}"

    @property
    def trick(self) -> tuple[int, ...]:
        """The cards of the trick on the table."""
        tricks = [zone.id for zone in self.spec.zones if zone.role == "trick"]
        return tuple(face for id in tricks for face in self.view.zones[id])

    def select(self, slots: Sequence[Slot]) -> None:
        self.chosen = list(slots)
        self.chosen_in = self.when

    @property
    def lit(self) -> set[int] | None:
        """The match keys that can be added; None if nothing is to be chosen."""
        return self.menu.open(self.selected) if self.turn else None

    def becoming(self, most: int = 12) -> list[tuple[str, Legal]]:
        """Return what the selection can become, with its names: longest first, of each kind one before a second of any
        kind; equal names once."""
        kinds: dict[str, list[tuple[str, Legal]]] = {}
        named: set[str] = set()
        for action in self.menu.containing(self.selected if self._base is None else self._base):
            words = self.words.say(action.say)
            if words not in named:
                named.add(words)
                kinds.setdefault(action.say.key, []).append((words, action))
        rounds = max((len(kind) for kind in kinds.values()), default=0)
        found = [kind[n] for n in range(rounds) for kind in kinds.values() if n < len(kind)]
        return found[:most]

    @property
    def free_seats(self) -> list[int]:
        return [
            seat
            for seat, occupant in enumerate(self.view.occupants)
            if occupant.who == "bot" and occupant.coming is None
        ]

    @property
    def coming(self) -> int:
        """The seat that the user gets when the deal is over, −1: none."""
        return self.session.coming if self.watching else -1

    # -- actions ------------------------------------------------------------------------------------------------------

    def queue(self, offer: Offer) -> None:
        """Make a premove."""
        slots = tuple(self.selected) if offer.cards else ()
        self.queued = Queued(offer.verb, slots, self.when, self.trick)
        self.notice = None

    def _do_queued(self) -> None:
        if self.queued is None or self.session.busy or not self.session.live:
            return
        done = fate(self.queued, self.menu, self.when, self.trick)
        if done == "wait":
            return
        queued, self.queued = self.queued, None
        if isinstance(done, Legal):
            cards = [slot.face for slot in queued.slots] or done.cards
            self.request(Act(0, self.session.v, done.verb, cards, done.to))
        elif done == "unfit" and queued.slots:
            self.notice = Phrase("table.premove.unfit", {"cards": [slot.face for slot in queued.slots]})
        elif done == "unfit":
            self.notice = Phrase("table.premove.unfit_verb", {"what": f"@{self.spec.game}.verb.{queued.verb}"})

    def choose(self, offer: Offer, label: str) -> None:
        """Do what an offer means, or ask which."""
        if len(offer.actions) == 1:
            self.do(offer.actions[0])
        else:
            self.question = Question(label, offer.actions)

    def do(self, action: Legal) -> None:
        """Do a legal action, with exactly the selected cards if they fit."""
        self.question = None
        if self.session.busy:
            return
        selected = self.selected
        cards = [slot.face for slot in selected] if action in self.menu.exactly(selected) else action.cards
        self.request(Act(0, self.session.v, action.verb, cards, action.to))

    def sit(self, seat: int) -> None:
        self.request(Sit(0, seat, self.name))

    def stand(self) -> None:
        self._sat = True  # users who leave the seat do not want to be put back automatically
        self.request(Stand(0))

    def undo(self) -> None:
        """Take back the last decision: once for each key press, even if the key is held."""
        if self.shown and not self.watching and not self.session.busy:
            self.queued = None  # it was meant for a later position
            self.request(Undo(0))

    def hint(self) -> None:
        if self.shown and not self.watching and self.turn and not self.session.busy:
            self.request(Hint(0, self.session.v))

    def request(self, message: Request) -> None:
        self.notice = None
        self.tip = None
        self.ask(message)

    # -- keys ---------------------------------------------------------------------------------------------------------

    def clear(self) -> None:
        self.select([])
        self._base = None
        self.notice = self.tip = self.question = self.queued = None
        self._typed = ""

    def toggle(self, at: int) -> bool:
        """Select a card of the hand, or put it back."""
        hand = self.hand
        if not 0 <= at < len(hand):
            return False
        self.cursor = at
        self._base = None
        self.select(toggled(self.menu, hand, self.selected, hand[at]))
        return True

    def move(self, to: int) -> bool:
        n = len(self.hand)
        self.cursor = to % n if n else 0
        return n > 0

    def go_through(self, step: int) -> bool:
        """Select the next of the combinations that the selection can become."""
        if self._base is None:
            self._base = self.selected if self.menu.containing(self.selected) else []
            self._nth = -1 if step > 0 else 0
        found = self.becoming()
        if not found:
            self._base = None
            return False
        self._nth = (self._nth + step) % len(found)
        self.select(slots_for(found[self._nth][1], self.menu, self.hand, self._base))
        return True

    @property
    def nth(self) -> int:
        """The index of the selected one of `becoming`; −1: none."""
        return self._nth if self._base is not None else -1

    def type_rank(self, key: str, now: float) -> bool:
        """Select the next card of the typed rank; a digit soon after another one makes one rank of both."""
        if now - self._typed_at > TYPING:
            self._typed = ""
        for text in dict.fromkeys((self._typed + key, key)):
            at = self._find(text, key)
            if at is None:
                continue
            if text != key and self._typed_slot in self.selected:  # the 1 was the beginning of a 12
                self.select([slot for slot in self.selected if slot != self._typed_slot])
                at = self._find(text, key)
            self._typed, self._typed_at = text, now
            self._typed_slot = self.hand[at] if at is not None else None
            return at is not None and self.toggle(at)
        self._typed = ""
        return False

    def _find(self, text: str, key: str) -> int | None:
        """Return the first unselected card of this rank; after its first digit only, one whose rank begins with it."""
        faces = self.spec.faces
        taken = set(self.selected)
        ranks = [(i, self.words.typed(faces[s.face])) for i, s in enumerate(self.hand) if s not in taken]
        exact = next((i for i, rank in ranks if rank == text), None)
        if exact is not None or text != key:
            return exact
        return next((i for i, rank in ranks if rank.startswith(text)), None)

    # -- messages -----------------------------------------------------------------------------------------------------

    def hear(self, news: Sequence[News]) -> None:
        """Handle the session's news."""
        for one in news:
            if isinstance(one, Welcomed | Shown | Happened) and self.shown:
                self.words.speak_of(self.session.spec, self.session.view)
                self._look()
            if isinstance(one, Happened):
                self.said = [*self.said, *self._lines(one.events, [self._now()])][-LOG_LENGTH:]
                self._base = None
            elif isinstance(one, Recalled):
                self.said = self._lines(one.events, one.sat or [self._now()])
            elif isinstance(one, Answered):
                self._answered(one)
        if news and self.shown:
            self._do_queued()

    def _now(self) -> Sat:
        """Return the current players, to be stored with the phrases of this moment."""
        return Sat(0, -1 if self.watching else self.me, [occupant.name for occupant in self.view.occupants])

    def _lines(self, events: list[Said], sat: list[Sat]) -> list[Line]:
        """Return the phrases of events, and the cards that the user received without a phrase."""
        lines: list[Line] = []
        named: set[int] = set()
        given: dict[tuple[str, str], list[int]] = {}
        then = sat[0]
        for n, event in enumerate(events):
            then = next((at for at in reversed(sat) if at.n <= n), then)
            if event.say is not None:
                lines += self._given(given, then)
                lines.append(Line(event.seat, event.say, then))
                cards = event.say.args.get("cards", [])
                named |= {card for card in cards if isinstance(card, int)} if isinstance(cards, list) else set()
            elif event.kind == "move" and event.card not in named and event.card != BACK:
                given.setdefault((event.src, event.dst), []).append(event.card)
        return lines + self._given(given, then)

    def _given(self, given: dict[tuple[str, str], list[int]], then: Sat) -> list[Line]:
        """Return a line for the cards that have come from each zone to a hand, unless they had been open."""
        zones = {zone.id: zone for zone in self.spec.zones}
        lines = []
        for (src, dst), cards in given.items():
            here, there = zones.get(src), zones.get(dst)
            if here is None or there is None or there.role != "hand" or here.see == "public":
                continue
            if here.owner == there.owner or (here.role != "hand" and there.owner != then.you):
                continue
            key = "table.told.gives" if here.role == "hand" else "table.told.takes"
            giver = "@table.you" if here.owner == then.you else then.names[here.owner] if here.owner >= 0 else ""
            place = f"@{self.spec.game}.zone.{here.name}"
            source = giver if here.role == "hand" else place
            lines.append(Line(there.owner, Phrase(key, {"seat": there.owner, "from": source, "cards": [*cards]}), then))
        given.clear()
        return lines

    def _look(self) -> None:
        view = self.view
        if self.walk is None and self.spec.lesson is not None:
            self.walk = Walk(self.spec.lesson.steps, self.spec.keys)
        if self.walk is not None:
            self.walk.see(view)
        if view.deal != self.deal:
            self.deal = view.deal
            self.cursor = 0
            self.clear()
        if self.question is not None and not set(map(repr, self.question.actions)) <= set(map(repr, view.legal)):
            self.question = None
        if self.tip is not None and self.tip not in view.legal:
            self.tip = self.notice = None
        if self.chosen:
            self.chosen = self.selected  # a card that has left the hand is not selected when it comes back
        self.cursor = min(self.cursor, max(0, len(self.hand) - 1))
        if view.you != WATCHER:
            self._sat = True
        elif self.sits and not self._sat and self.session.live and self.free_seats:
            self._sat = True
            self.sit(self.free_seats[0])

    def _answered(self, news: Answered) -> None:
        answer = news.answer
        if isinstance(answer, Problem):
            key = f"error.{answer.code}"
            unknown = Phrase("error.unknown", {"code": answer.code})
            self.notice = Phrase(key, self._args_of(answer)) if self.words.has(key) else unknown
        elif isinstance(answer, Tip):
            fits = [a for a in self.view.legal if (a.verb, a.to) == (answer.verb, answer.to)]
            self.tip = next((a for a in fits if sorted(a.cards) == sorted(answer.cards)), None)
            self.notice = answer.say
            if self.tip is not None and self.tip.cards:
                self.select(slots_for(self.tip, self.menu, self.hand))

    def _args_of(self, problem: Problem) -> dict[str, Value]:
        """Return the parameters of a refusal, in which verbs have the names on their buttons."""
        if problem.code != "verb":
            return problem.args
        return {name: [self._verb(verb) for verb in str(value).split()] for name, value in problem.args.items()}

    def _verb(self, verb: str) -> str:
        key = f"{self.spec.game}.verb.{verb}"
        return self.words.bare(key) if self.words.has(key) else verb
