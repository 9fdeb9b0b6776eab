"""A table as a person at a terminal uses it: the selection, the offers, the history. It draws nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from stich.client import Answered, Entitled, Happened, News, Recalled, Request, Session, Shown, Welcomed
from stich.server.messages.from_client import Act, Hint, Sit, Stand, Undo
from stich.server.messages.from_server import Ack, Problem, Sat, Tip
from stich.server.messages.view import Legal, Phrase, Said, TableView
from stich.terminal.choose import HotKeys, Manner, Menu, Offer, Slot, offers_for, slots_for, toggled
from stich.terminal.entitled import change_of
from stich.terminal.habits import Habits
from stich.terminal.history import Line, lines, sat_now
from stich.terminal.lesson_progress import LessonProgress
from stich.terminal.position import WATCHER, Position
from stich.terminal.premove import Queued, fate
from stich.terminal.suggest import suggestions
from stich.terminal.typed_rank import TYPING, TypedRank
from stich.terminal.words import Words

LOG_LENGTH: Final = 400


class Question(NamedTuple):
    """An offer with several meanings."""

    label: str
    actions: tuple[Legal, ...]


class Why(NamedTuple):
    """A question to the table why these cards cannot be played; the refusal is the answer.

    pressed: the user pressed the verb's button, so that it is done if it is possible.
    """

    id: int
    verb: str
    cards: list[int]
    pressed: bool


class Table(Position):
    """A table, as described in the module. ask: sends a message; name: the user's name; sits: take a seat
    automatically.
    """

    def __init__(
        self, session: Session, words: Words, ask: Callable[[Request], int], *, name: str = "", sits: bool = True
    ) -> None:
        super().__init__(session)
        self.words = words
        self.ask = ask
        self.name = name
        self.sits = sits
        self.points = True  # the points so far are shown
        self.said: list[Line] = []
        self.notice: Phrase | None = None  # a refusal or a hint
        self.tip: Legal | None = None
        self.question: Question | None = None
        self.lesson: LessonProgress | None = None  # through a lesson
        self.leave_lesson: Callable[[], None] = lambda: None  # the user wants a real match
        self.queued: Queued | None = None  # the premove
        self.why: Why | None = None  # the question that is not answered yet
        self.habits = Habits()
        self.chosen: list[Slot] = []
        self.added: set[Slot] = set()  # those of them that were added to what the user selected
        self.chosen_in = ""  # the phase for which it was made
        self.cursor = 0
        self.keys = HotKeys()
        self.deal = -1
        self.typed = TypedRank(lambda slot: words.typed(self.spec.faces[slot.face]))
        self._base: list[Slot] | None = None  # the selection before the combinations were gone through
        self._nth = -1
        self._sat = False
        self._menu: tuple[TableView, Menu] | None = None

    # -- state --------------------------------------------------------------------------------------------------------

    @property
    def menu(self) -> Menu:
        """What can be done now; the same object as long as the view is the same."""
        view = self.view
        if self._menu is None or self._menu[0] is not view:
            self._menu = view, Menu(self.turn if self.only is None else [self.only], self.spec.keys, self.spec.verbs)
        return self._menu[1]

    @property
    def selected(self) -> list[Slot]:
        """The selected slots: valid for one phase of one deal, and only while cards can be chosen."""
        if self.chosen_in != self.when:
            return []
        if self.cardless:
            return []
        here = set(self.hand)
        return [slot for slot in self.chosen if slot in here]

    def select(self, slots: Sequence[Slot], added: Iterable[Slot] = ()) -> None:
        """Select exactly these slots. added: those that the user did not choose."""
        self.chosen = list(slots)
        self.added = set(added) & set(slots)
        self.chosen_in = self.when

    def lit(self, slots: Sequence[Slot]) -> set[Slot]:
        """Return those of the slots that are of use now: all while the user cannot act, only those that go with the
        selection while it is incomplete, otherwise all that some legal action takes."""
        if not self.turn:
            return set(slots)
        menu, selected = self.menu, self.selected
        narrow = self.only is not None or (menu.unfinished(selected) and not menu.grows(selected))
        every, fitting = menu.open([]), menu.open(selected)
        return {slot for slot in slots if slot.key in (fitting if narrow and slot not in selected else every)}

    @property
    def only(self) -> Legal | None:
        """The one action that a lesson asks for now."""
        return self.lesson.action if self.lesson is not None else None

    @property
    def nothing_else(self) -> bool:
        """Whether there is only one action, and the table asks all the same: it waits for it."""
        offers = offers_for(self.menu, self.hand, self.selected)
        listed = len(offers) == 1 and not offers[0].cards and len(offers[0].actions) == 1
        other = self.asides or self.view.dares or self.only is not None
        return listed and bool(self.turn) and not other and self.waits_for(self.me)

    def becoming(self, most: int = 12) -> list[tuple[str, Legal]]:
        """Return what the selection can become, with its names."""
        selected = self.selected if self._base is None else self._base
        return suggestions(self.menu.containing(selected), self.words.say, most)

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
        """Ask for a seat."""
        self.request(Sit(0, seat, self.name))

    def stand(self) -> None:
        """Leave the seat."""
        self._sat = True  # users who leave the seat do not want to be put back automatically
        self.request(Stand(0))

    def undo(self) -> None:
        """Take back the last decision: once for each key press, even if the key is held."""
        if self.shown and not self.watching and not self.session.busy:
            self.queued = None  # it was meant for a later position
            self.request(Undo(0))

    def hint(self) -> None:
        """Ask for advice, if it is the user's turn and no question is open."""
        asking = any(isinstance(waiting.request, Hint) for waiting in self.session.unanswered.values())
        if self.shown and not self.watching and self.turn and not self.session.busy and not asking:
            self.request(Hint(0, self.session.v))

    def request(self, message: Request) -> None:
        """Send a request; a notice or hint that is shown goes."""
        self.notice = None
        self.tip = None
        self.ask(message)

    # -- keys ---------------------------------------------------------------------------------------------------------

    def clear(self) -> None:
        """Undo the selection, and everything that belongs to it."""
        self.select([])
        self._base = None
        self.notice = self.tip = self.question = self.queued = self.why = None
        self.typed.clear()

    def toggle(self, at: int) -> bool:
        """Select a card of the hand, or put it back. If it cannot be played, ask the table why."""
        hand = self.hand
        if not 0 <= at < len(hand):
            return False
        self.cursor = at
        self._base = None
        self._calm()
        slot, before = hand[at], self.selected
        if self.cardless:
            self._no_cards(slot)
        elif slot in self.added:  # who selects a meld card by card comes to it last
            self.select(before, self.added - {slot})
        elif slot in before:
            self.select([other for other in before if other != slot and other not in self.added], self.added)
        else:
            after = toggled(self.menu, hand, before, slot, self._manner(slot))
            self.select(after, self.added | ({*after} - {*before, slot}))
            if slot not in after:
                self._ask_why([*before, slot])
            elif self._leads_nowhere(after):
                self._ask_why(after)
        return True

    def missing(self, verb: str) -> None:
        """Say what is missing for a verb whose button was pressed: cards, or the table's reason."""
        if self.session.busy:
            return
        if not self.selected:
            self.notice = Phrase("table.choose_first")
        else:
            self._ask_why(self.selected, verb)

    def take(self, action: Legal) -> None:
        """Select the cards of an action."""
        self.clear()
        self.select(slots_for(action, self.menu, self.hand))

    def draft(self, verb: str) -> Legal | None:
        """Return what the button of a verb selects while nothing is, where melds are laid."""
        melding = not self.selected and any(zone.role == "meld" for zone in self.spec.zones)
        return self.menu.draft(verb, self.view.plan) if melding else None

    def _calm(self) -> None:
        """After doing something the user has read the message, and no longer wants what they wanted before."""
        self.queued = self.why = None
        if self.tip is None:
            self.notice = None

    def _manner(self, slot: Slot) -> Manner:
        """Return how cards are selected in this card's zone. While the user cannot act, as before in this phase."""
        if self.turn:
            single = self.menu.single([other for other in self.hand if other.zone == slot.zone])
        else:
            single = self.habits.single(self.view.phase)
        return "one" if single else "fit"

    def _leads_nowhere(self, slots: Sequence[Slot]) -> bool:
        menu = self.menu
        return bool(self.turn) and not (menu.leads_on(slots) or menu.freely(slots) or menu.grows(slots))

    def _no_cards(self, slot: Slot) -> None:
        """Answer that cards are of no use now."""
        if self.view.phase in self.habits:
            self._ask_why([slot])
        elif self.nothing_else:
            self.notice = Phrase("table.tip", {"what": "@table.no_cards", "why": "@table.alone.help"})
        else:
            self.notice = Phrase("table.no_cards")

    def _ask_why(self, slots: Sequence[Slot], pressed: str = "") -> None:
        """Ask why these cards cannot be played: with the verb of the pressed button, or one that takes as many."""
        taking = [action for action in self.turn if action.cards]
        like = next((action for action in taking if len(action.cards) == len(slots)), taking[0] if taking else None)
        verb = pressed or (like.verb if like is not None else self.habits.verb(self.view.phase))
        if not verb or self.only is not None:
            return
        cards = [slot.face for slot in slots]
        if self.why is not None and (self.why.verb, self.why.cards) == (verb, cards):
            self.why = self.why._replace(pressed=bool(pressed))
        else:
            id = self.ask(Act(0, self.session.v, verb, cards, -1, ask=True))
            self.why = Why(id, verb, cards, bool(pressed))

    def move(self, to: int) -> bool:
        """Move the cursor to a card, around the ends of the hand. Returns whether there are cards."""
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
        typed = self.typed
        if now - typed.at > TYPING:
            typed.clear()
        for text in dict.fromkeys((typed.text + key, key)):
            at = typed.find(text, key, self.hand, set(self.selected))
            if at is None:
                continue
            if text != key and typed.slot in self.selected:  # the 1 was the beginning of a 12
                self.select([slot for slot in self.selected if slot != typed.slot])
                at = typed.find(text, key, self.hand, set(self.selected))
            typed.text, typed.at = text, now
            typed.slot = self.hand[at] if at is not None else None
            return at is not None and self.toggle(at)
        typed.clear()
        return False

    # -- messages -----------------------------------------------------------------------------------------------------

    def receive(self, news: Sequence[News]) -> None:
        """Handle the session's news."""
        for one in news:
            if isinstance(one, Welcomed | Shown | Happened | Entitled) and self.shown:
                self.words.speak_of(self.session.spec, self.session.view)
                self._look()
            if isinstance(one, Happened):
                self.said = [*self.said, *lines(self.spec, one.events, self._then(one.events))][-LOG_LENGTH:]
                self._base = None
            elif isinstance(one, Recalled):
                self.said = lines(self.spec, one.events, one.sat or self._then([]))
            elif isinstance(one, Answered):
                self._answered(one)
            elif isinstance(one, Entitled):
                self.notice = change_of(one) or self.notice
        if news and self.shown:
            self._do_queued()

    def _then(self, events: Sequence[Said]) -> list[Sat]:
        """Return who plays now, to be stored with the phrases of this moment; what is said of people names them."""
        return [sat_now(self.view, n, people=bool(one.topic)) for n, one in enumerate(events)] or [sat_now(self.view)]

    def _look(self) -> None:
        view = self.view
        if self.lesson is None and self.spec.lesson is not None:
            self.lesson = LessonProgress(self.spec.lesson.steps, self.spec.keys)
        if self.lesson is not None:
            self.lesson.see(view)
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
        self._learn()
        self.cursor = min(self.cursor, max(0, len(self.hand) - 1))
        if view.you != WATCHER:
            self._sat = True
        elif self.sits and not self._sat and self.session.live and self.free_seats:
            self._sat = True
            self.sit(self.free_seats[0])

    def _learn(self) -> None:
        """Learn about this phase; if only one card is played, of several cards laid ready the last one is meant."""
        taking = [action for action in self.turn if action.cards]
        if not taking:
            return
        self.habits.learn(self.view.phase, taking)
        selected = self.selected
        if len(selected) > 1 and self._manner(selected[-1]) == "one":
            self.select(selected[-1:])

    def _answered(self, news: Answered) -> None:
        request, answer = news.request, news.answer
        if isinstance(request, Act) and request.ask:
            asked, self.why = self.why, None if self.why is not None and self.why.id == request.id else self.why
            if asked is None or asked.id != request.id or (isinstance(answer, Problem) and answer.code == "stale"):
                return  # something else was chosen since
            if isinstance(answer, Ack) and asked.pressed and not self.session.busy:
                self.request(Act(0, self.session.v, asked.verb, asked.cards))
        if isinstance(answer, Problem):
            self.notice = self.words.refusal(self.spec.game, answer)
        elif isinstance(answer, Tip):
            fits = [a for a in self.view.legal if (a.verb, a.to) == (answer.verb, answer.to)]
            self.tip = next((a for a in fits if sorted(a.cards) == sorted(answer.cards)), None)
            self.notice = answer.say
            if self.tip is not None and self.tip.cards:
                self.select(slots_for(self.tip, self.menu, self.hand))
