"""Actions, events and refusals, and the phrases that put them into words."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from stich.kernel.cards import Card, Cards, Seat, Seats

Arg = int | str | Cards


@final
@mypyc_attr(acyclic=True)
class Action:
    """One choice of one seat. `verb` is also the text key, the word of the notation and the control on screen.

    cards: the faces of its cards, sorted; empty in a listed action whose cards the player chooses (`Phase.cards`
    proposes some).
    to: a pile, meld, seat, suit, value or climbing move, depending on the verb; −1: none.
    """

    def __init__(self, verb: str, cards: Cards = b"", to: int = -1) -> None:
        self.verb = verb
        self.cards = cards
        self.to = to

    def __eq__(self, o: object) -> bool:
        return isinstance(o, Action) and o.verb == self.verb and o.cards == self.cards and o.to == self.to

    def __hash__(self) -> int:
        return hash((self.verb, self.cards, self.to))

    def __repr__(self) -> str:
        return f"Action({self.verb!r}, {list(self.cards)}, {self.to})"


WAITING: Final = Action("waiting")  # a seat that has not answered yet
SILENT: Final = Action("silent")  # a seat that is not asked
SEALED: Final = Action("sealed")  # an answer that the viewer cannot read

CLOSE: Final = Action("window_closed")  # the HOST's action that closes a window


@final
@mypyc_attr(acyclic=True)
class Phrase:
    """A text key with parameters, and what a table draws beside the words.

    Only texts read the parameters. Programs read `cards`, `n` and `seat`, which the rules give with their types.

    key: of the text.
    args: the parameters: numbers, texts ("@key" is itself a text key) and cards. `Phrase` of server/messages/view.py
    lists their names.
    cards: the faces that the words name, a card that stands apart from the others first; b"": none.
    n: the number that the words name; 0: none.
    seat: whom the words are about, if this is not the seat of their event; −1: it is.
    moment: the name of a moment in `Game.moments`, if words with the same key do not always tell of one; "": the end of
    the key.
    """

    def __init__(
        self,
        key: str,
        args: dict[str, Arg] | None = None,
        cards: Cards = b"",
        n: int = 0,
        seat: Seat = -1,
        moment: str = "",
    ) -> None:
        self.key = key
        self.args: dict[str, Arg] = args if args is not None else {}
        self.cards = cards
        self.n = n
        self.seat = seat
        self.moment = moment

    def __eq__(self, o: object) -> bool:
        if not isinstance(o, Phrase) or o.key != self.key or o.args != self.args:
            return False
        return o.cards == self.cards and o.n == self.n and o.seat == self.seat and o.moment == self.moment

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"Phrase({self.key!r}, {self.args})"


@final
@mypyc_attr(acyclic=True)
class Prompt:
    """What a table says to one viewer in one sentence, in up to three parts, and the card it points at.

    scene: what lies there or was done, "Spades led". task: what the viewer is asked to do, and which rule binds them,
    "you must follow suit"; for others, whom the table waits for. note: what helps to decide, "Noor is winning so far".
    None: the table says something general, or nothing.
    best: the place of the winning card in the trick, from 0; −1: none.
    """

    def __init__(
        self, scene: Phrase | None = None, task: Phrase | None = None, note: Phrase | None = None, best: int = -1
    ) -> None:
        self.scene = scene
        self.task = task
        self.note = note
        self.best = best

    def __eq__(self, o: object) -> bool:
        return (
            isinstance(o, Prompt)
            and o.scene == self.scene
            and o.task == self.task
            and o.note == self.note
            and o.best == self.best
        )

    def __hash__(self) -> int:
        return hash((self.scene, self.task, self.note, self.best))

    def __repr__(self) -> str:
        return f"Prompt({self.scene}, {self.task}, {self.note}, {self.best})"


NO_PROMPT: Final = Prompt()


class Refused(Exception):
    """Raised when something cannot be done; nothing has changed.

    `phrase` says what was wrong and what is allowed.
    """

    def __init__(self, key: str, args: dict[str, Arg] | None = None) -> None:
        self.phrase = Phrase(key, args)
        details = ", ".join([f"{name}={value!r}" for name, value in self.phrase.args.items()])
        super().__init__(f"{key}: {details}" if details else key)


KERNEL_KINDS: Final = ("move", "show", "shuffle", "say", "deal", "result")
"""The kinds of events that the kernel makes. All others are a game's own."""


@final
@mypyc_attr(acyclic=True)
class Event:
    """Something that happened, and the seats that see it.

    kind: one of `KERNEL_KINDS`, or a game's own ("trick", "win", …), which a table can draw or sound; see `is_own`.
        "move"     `card` has gone from zone `src` to zone `dst`
        "show"     all have seen `card`, which stays in zone `src`; `dst` is the same
        "shuffle"  as many cards as `card` says went from zone `src` to zone `dst` in a new order; in the same zone they
                   were shuffled or cut there
        "say"      `seat` has done what the phrase says
        "deal"     the deal begins; `seat` is the dealer
        "result"   the deal is over; the phrase is its headline
        a game's   something about `seat` that the phrase says
    seat: −1 if the event is about no seat, as in "move", "show", "shuffle" and "result".
    card: a face, or in "shuffle" a number of cards; 0 in events with words. Seats outside `eyes` do not see the face.
    src, dst: numbers of zones; −1 in events with words.
    eyes: the seats that see the card or receive the phrase.
    phrase: None in "move", "show" and "shuffle".
    topic: in "say", what a table says of its people: "sit", "undo", …; "" for what is said in the game.
    """

    def __init__(
        self,
        kind: str,
        seat: Seat,
        card: Card,
        src: int,
        dst: int,
        eyes: Seats,
        phrase: Phrase | None = None,
        topic: str = "",
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.card = card
        self.src = src
        self.dst = dst
        self.eyes = eyes
        self.phrase = phrase
        self.topic = topic


def is_own(event: Event) -> bool:
    """Tell whether the kind of an event is a game's own: a trick was won, an auction has ended."""
    return event.kind not in KERNEL_KINDS
