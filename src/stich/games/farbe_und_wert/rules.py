"""Farbe und Wert, colour and value. Two seats guess at cards that nobody has seen, not even their owner.

In brief. §2 32 cards, sixteen black and sixteen red. §3 A face-down stack of sixteen lies before each player. §4 In
their turn a player guesses the colour of the top card of the other's stack, then the value of the next one; a card
guessed right is captured, any other is laid aside by its owner. §5 Any guess is allowed. §6 A unit for each card
captured, and the difference is paid. §7 A game ends with the stacks. §8 With a single stack a player guesses on until a
wrong guess, and a card guessed wrong is out of the game; with `colour1_value4` a right colour is one unit and a right
value four. What the sheet decides where its source is silent is in §9.
"""

from __future__ import annotations

from typing import Final, final

from stich.kernel.action import Action, Arg, Phrase, Prompt, Refused
from stich.kernel.cards import ONE, Card, Cards, Seat, Seats
from stich.kernel.chance import Chance
from stich.kernel.deal import DealResult, Deck, Score, Setup, Tally
from stich.kernel.game import BLOW, TRIUMPH, Game
from stich.kernel.options import YES_NO, Need, Option, Preset
from stich.kernel.situation import PLAIN, Reached, Situation
from stich.kernel.state import OVER, Phase, State
from stich.kernel.verbs import Verb
from stich.kernel.zones import PUBLIC, SECRET, Fact, Layout, Rules, Zone
from stich.parts import suits
from stich.parts.tuples import plus

# -- §2 the cards: face = 8 · suit + value; the suits of a colour stand together ------------------------------------

VALUES: Final = "789TJQKA"
PACK: Final = suits.pack(VALUES)
VALUE_KEYS: Final = [f"farbe_und_wert.value.{value}" for value in VALUES]
SIZE: Final = 8
RED: Final = suits.HEARTS * SIZE  # hearts and diamonds come after clubs and spades
EACH_STACK: Final = 16

STACK: Final = 0  # with two stacks there are three zones for each seat …
CAPTURED: Final = 1
ASIDE: Final = 2
EACH: Final = 3
COMMON_STACK: Final = 0  # … with a single one two common zones, and one for each seat
COMMON_ASIDE: Final = 1
COMMON_CAPTURED: Final = 2

FACTS: Final = [
    Fact("turned", "card"),  # the last one; −1: none yet
    Fact("guess"),  # at it: a value, SAID_BLACK or SAID_RED; −1: none yet
    Fact("colours", "number"),  # guessed right by each
    Fact("values", "number"),
]
BY_CARD: Final = [  # the piles tell how many were right
    *FACTS[:2],
    Fact("colours", "number", staged=True),
    Fact("values", "number", staged=True),
]
VALUES_GUESSED: Final = [Need("stacks", ["two"], [Need("single_sequence", ["alternate", "free_choice"])])]
OPTIONS: Final = [
    Option("stacks", ["two", "single"]),  # §8
    Option("single_sequence", ["alternate", "free_choice", "colour_only"], needs=[Need("stacks", ["single"])]),  # §8
    Option("scoring", ["per_card", "colour1_value4"], needs=VALUES_GUESSED),
    Option("count_aside", YES_NO, needs=[Need("stacks", ["two"])]),  # §8
    Option("match_games", ["1", "2", "5", "10"], 1, 100),  # §7
    Option("unit", ["1", "5", "10"], 1, 1000),
]
PRESETS: Final = [
    Preset("page", {}),
    Preset("common", {"stacks": "single"}),  # §8
]


@final
class FarbeUndWertRules(Rules):
    def __init__(self, options: dict[str, str]) -> None:
        self.single = options["stacks"] == "single"
        common = [
            Zone(COMMON_STACK, "stack", SECRET, "stock", ordered=True),
            Zone(COMMON_ASIDE, "aside", PUBLIC, "discard", ordered=True),
        ]
        own = [Zone(COMMON_CAPTURED, "captured", PUBLIC, "captured", ordered=True)]
        if not self.single:
            common = []
            own = [
                Zone(STACK, "stack", SECRET, "stock", ordered=True),
                Zone(CAPTURED, "captured", PUBLIC, "captured", ordered=True),
                Zone(ASIDE, "aside", PUBLIC, "discard", ordered=True),
            ]
        self.sequence = options["single_sequence"] if self.single else "alternate"
        self.by_guess = options["scoring"] == "colour1_value4" and self.sequence != "colour_only"
        super().__init__(Layout(common, own, FACTS if self.by_guess else BY_CARD, PACK, 2), options)
        self.colour_worth = 1
        self.value_worth = 4 if self.by_guess else 1
        self.count_aside = options["count_aside"] == "true" and not self.single
        self.games = int(options["match_games"])
        self.unit = int(options["unit"])

    def stack_of(self, seat: Seat) -> int:
        """Return the zone that a seat guesses at: the other's stack, or the only one."""
        return COMMON_STACK if self.single else STACK + EACH * (1 - seat)

    def captured_by(self, seat: Seat) -> int:
        return COMMON_CAPTURED + seat if self.single else CAPTURED + EACH * seat

    def aside_of(self, seat: Seat) -> int:
        """Return where a card goes that a seat has guessed wrong: to its owner, or out of the game."""
        return COMMON_ASIDE if self.single else ASIDE + EACH * (1 - seat)


class FarbeUndWert(State):
    def __init__(self, rules: FarbeUndWertRules, of: FarbeUndWert | None = None) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.turned: Card = -1 if of is None else of.turned
        self.guess: int = -1 if of is None else of.guess
        self.colours: tuple[int, ...] = (0, 0) if of is None else of.colours
        self.values: tuple[int, ...] = (0, 0) if of is None else of.values

    def public_copy(self) -> FarbeUndWert:
        return FarbeUndWert(self.rules, self)

    def situation(self, viewer: Seat) -> Situation:
        """§4 Whose stack the player on turn guesses at."""
        if self.rules.single or self.phase is OVER:
            return PLAIN
        return Situation(attacks=[(self.turn, 1 - self.turn)])

    def reached(self, viewer: Seat) -> list[Reached]:
        """§6 What each has made so far, before they pay each other."""
        return [Reached(1 << seat, sum([line.n for line in earned(self, seat)])) for seat in range(2)]

    def result(self) -> DealResult:
        return score(self)

    def captured(self, seat: Seat) -> Cards:
        return self.zones[self.rules.captured_by(seat)]


# -- §3 the deal ----------------------------------------------------------------------------------------------------


def set_up(rules: FarbeUndWertRules, setup: Setup, deck: Cards) -> FarbeUndWert:
    """§3 The first half of the pack is seat 0's stack, its first card on top; or all of it is the only stack."""
    s = FarbeUndWert(rules)
    s.clear(setup)
    if rules.single:
        s.zones[COMMON_STACK] = deck[::-1]
    else:
        s.zones[STACK] = deck[EACH_STACK - 1 :: -1]
        s.zones[STACK + EACH] = deck[: EACH_STACK - 1 : -1]
    s.turn = 1 - setup.dealer
    s.phase = first_guess(rules)
    return s


# -- §4 and §5 guessing ---------------------------------------------------------------------------------------------

BLACK_OR_RED: Final = [Action("black"), Action("red")]
VALUE: Final = [Action("value", b"", value) for value in range(SIZE)]
ANYTHING: Final = BLACK_OR_RED + VALUE
SAID_BLACK: Final = SIZE
SAID_RED: Final = SIZE + 1


class Guess(Phase[FarbeUndWert]):
    """§4 A guess at the next card, which is then turned up. §5 All guesses are allowed: the list does not depend on the
    cards that have been turned, nor on those that have not.
    """

    def __init__(self, name: str, guesses: list[Action]) -> None:
        super().__init__(name)
        self.guesses = guesses

    def legal(self, s: FarbeUndWert, seat: Seat) -> list[Action]:
        return self.guesses

    def apply(self, s: FarbeUndWert, seat: Seat, a: Action) -> None:
        rules = s.rules
        stack = rules.stack_of(seat)
        c = s.zones[stack][-1]
        right = is_right(a, c)
        s.turned = c
        s.guess = a.to if a.verb == "value" else SAID_BLACK if a.verb == "black" else SAID_RED
        s.show(c, stack)  # §4.1 it is turned first, where it lies
        s.draw(stack, rules.captured_by(seat) if right else rules.aside_of(seat))
        if right and a.verb == "value":
            s.values = plus(s.values, seat, 1)
        elif right:
            s.colours = plus(s.colours, seat, 1)
        if s.log is not None:
            key = "farbe_und_wert.event.right" if right else "farbe_und_wert.event.wrong"
            s.say("turned", seat, Phrase(key, {"seat": seat, "card": c}, ONE[c]))
        go_on(s, seat, a, right)

    def prompt(self, s: FarbeUndWert, viewer: Seat, acts: list[Action]) -> Prompt:
        return Prompt(last_guess(s), Phrase(f"farbe_und_wert.task.{self.name}") if acts else None, self.gain(s))

    def gain(self, s: FarbeUndWert) -> Phrase:
        """Return what a right guess brings where it is more than the card, else what all know of the next card."""
        if s.rules.by_guess and self.guesses is not BLACK_OR_RED:
            n = s.rules.value_worth
            return Phrase("farbe_und_wert.note.worth", {"n": n, "colour": s.rules.colour_worth}, n=n)
        if s.rules.single:
            return Phrase("farbe_und_wert.note.again", {"seat": s.turn})
        black, red = [unseen(s, a) for a in BLACK_OR_RED]
        n = black + red
        if self.guesses is BLACK_OR_RED:
            return Phrase("farbe_und_wert.note.colours", {"n": n, "black": black, "red": red}, n=n)
        most = max([unseen(s, a) for a in VALUE])
        return Phrase("farbe_und_wert.note.values", {"n": n, "most": most}, n=n)

    def why(self, s: FarbeUndWert, seat: Seat, a: Action) -> Refused:
        if a.verb == "value" and self.guesses is BLACK_OR_RED:
            return Refused("error.farbe_und_wert.colour")
        if (a.verb == "black" or a.verb == "red") and self.guesses is VALUE:
            return Refused("error.farbe_und_wert.value", {"allowed": " ".join(VALUES)})
        if a.verb == "value" and not a.cards:
            return Refused("error.farbe_und_wert.which", {"allowed": " ".join(VALUES)})
        return super().why(s, seat, a)


def is_right(a: Action, c: Card) -> bool:
    if a.verb == "value":
        return c % SIZE == a.to
    return (c >= RED) == (a.verb == "red")


def unseen(s: FarbeUndWert, a: Action) -> int:
    """Return how many cards a guess fits that have not been turned up, in whichever stack they are."""
    turned = [c for at, zone in enumerate(s.layout.zones) if zone.see == PUBLIC for c in s.zones[at]]
    return len([c for c in s.layout.deck if is_right(a, c)]) - len([c for c in turned if is_right(a, c)])


def last_guess(s: FarbeUndWert) -> Phrase:
    """Return who guessed last, what they said, and the card that was turned up."""
    if s.turned < 0:
        return Phrase("farbe_und_wert.scene.first")
    for seat in range(2):
        if s.turned in s.captured(seat):
            return Phrase("farbe_und_wert.scene.right", {"seat": seat, "what": word(s.guess), "card": s.turned})
    seat = 1 - s.turn if s.rules.single else int(s.turned in s.zones[s.rules.aside_of(1)])
    return Phrase("farbe_und_wert.scene.wrong", {"seat": seat, "what": word(s.guess), "card": s.turned})


def word(guess: int) -> str:
    """Return the name of a guess."""
    if guess >= SIZE:
        return "@farbe_und_wert.guess.black" if guess == SAID_BLACK else "@farbe_und_wert.guess.red"
    return f"@{VALUE_KEYS[guess]}"


def go_on(s: FarbeUndWert, seat: Seat, a: Action, right: bool) -> None:
    """§4.2 After the colour the value, right or wrong; then the other player's turn. §8 With a single stack the other
    player's turn comes only after a wrong guess.
    """
    rules = s.rules
    s.phase = first_guess(rules)
    if rules.single:
        if not right:
            s.turn = 1 - seat
        elif rules.sequence == "alternate" and a.verb != "value":
            s.phase = BY_VALUE
    elif a.verb == "value":
        s.turn = 1 - seat
    else:
        s.phase = BY_VALUE
    if not s.zones[rules.stack_of(s.turn)]:
        s.phase = OVER


def first_guess(rules: FarbeUndWertRules) -> Phase[FarbeUndWert]:
    """§4.1 Each turn begins with a colour, except with the free choice of §8."""
    return FREE if rules.sequence == "free_choice" else BY_COLOUR


# -- §6 scoring -----------------------------------------------------------------------------------------------------


def score(s: FarbeUndWert) -> DealResult:
    """§6 Return what each has made, in units, and pays for what the other has made; the sum is zero."""
    made = [earned(s, seat) for seat in range(2)]
    lines = made[0] + made[1]
    totals = [sum([line.n for line in made[seat]]) for seat in range(2)]
    for seat in range(2):
        lines.append(Score(seat, "farbe_und_wert.score.paid", -totals[1 - seat], totals[1 - seat]))
    net = totals[0] - totals[1]
    if net == 0:
        headline = Phrase("farbe_und_wert.event.draw", {"n": totals[0]}, n=totals[0])
    else:
        args: dict[str, Arg] = {"seat": 0 if net > 0 else 1, "n": abs(net), "more": max(totals), "less": min(totals)}
        headline = Phrase("farbe_und_wert.event.win", args, n=abs(net))
    tallies = [Tally(1 << seat, totals[seat]) for seat in range(2)]
    return DealResult((net, -net), [line for line in lines if line.n != 0], headline, tallies=tallies)


def earned(s: FarbeUndWert, seat: Seat) -> list[Score]:
    """§6 A unit for each card. §8 Or one for a colour and four for a value; and a unit for each card kept."""
    rules = s.rules
    unit = rules.unit
    if rules.by_guess:
        n, m = s.colours[seat], s.values[seat]
        lines = [
            Score(seat, "farbe_und_wert.score.colours", n * rules.colour_worth * unit, n),
            Score(seat, "farbe_und_wert.score.values", m * rules.value_worth * unit, m),
        ]
    else:
        n = len(s.captured(seat))
        lines = [Score(seat, "farbe_und_wert.score.captured", n * unit, n)]
    if rules.count_aside:
        n = len(s.zones[rules.aside_of(1 - seat)])
        lines.append(Score(seat, "farbe_und_wert.score.aside", n * unit, n))
    return lines


# -- §7 the match ---------------------------------------------------------------------------------------------------


@final
class FarbeUndWertGame(Game[FarbeUndWert, FarbeUndWertRules]):
    def __init__(self) -> None:
        super().__init__(
            name="farbe_und_wert",
            version=1,
            seats=[2],
            minutes=5,
            options=OPTIONS,
            phases=[BY_COLOUR, BY_VALUE, FREE],
            verbs=[Verb("black"), Verb("red"), Verb("value", to="choice", among=VALUE_KEYS)],
            secrets=[],
            pack=PACK,
            showcase=["SK", "H7", "DA"],
            pose="guess",
            dealt=False,
            kind="guessing",
            presets=PRESETS,
            moments={
                "event.right": TRIUMPH,
                "event.wrong": BLOW,
            },
        )

    def make_rules(self, options: dict[str, str], seats: int) -> FarbeUndWertRules:
        return FarbeUndWertRules(options)

    def deal(self, rules: FarbeUndWertRules, setup: Setup, deck: Deck) -> FarbeUndWert:
        return set_up(rules, setup, deck.cards)

    def first(self, rules: FarbeUndWertRules, chance: Chance) -> Setup:
        """§1 Seat 0 begins the first game; then the seats alternate."""
        return Setup(1, 1, (0, 0))

    def winners(self, rules: FarbeUndWertRules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        """§7 After the agreed number of games most units win; equal scores are a draw."""
        if setup.number < rules.games:
            return 0
        return super().winners(rules, setup, scores)

    def opening(self, s: FarbeUndWert, setup: Setup) -> Phrase:
        return Phrase("farbe_und_wert.event.deal", {"seat": s.turn, "n": setup.number}, n=setup.number, seat=s.turn)

    def label(self, s: FarbeUndWert, seat: Seat, a: Action) -> Phrase:
        """§3 With how many of these cards nobody has seen yet: all others lie open, so all can count them."""
        return Phrase(f"farbe_und_wert.verb.{a.verb}", self.parameters(a) | {"n": unseen(s, a)})

    def phrase(self, s: FarbeUndWert, seat: Seat, a: Action) -> Phrase:
        return Phrase(f"farbe_und_wert.said.{a.verb}", self.parameters(a) | {"seat": seat})

    def parameters(self, a: Action) -> dict[str, Arg]:
        return {"value": f"@{VALUE_KEYS[a.to]}"} if a.verb == "value" else {}

    def write(self, rules: FarbeUndWertRules, a: Action) -> str:
        """A value is written as on the cards: "value K"."""
        return f"value {VALUES[a.to]}" if a.verb == "value" else super().write(rules, a)

    def read(self, rules: FarbeUndWertRules, text: str) -> Action:
        """Raises Refused: `error.notation`, `error.card`, `error.farbe_und_wert.which` (allowed)."""
        words = text.split()
        if not words or words[0] != "value":
            return super().read(rules, text)
        if len(words) != 2 or len(words[1]) != 1 or words[1] not in VALUES:
            raise Refused("error.farbe_und_wert.which", {"allowed": " ".join(VALUES)})
        return VALUE[VALUES.index(words[1])]


BY_COLOUR: Final = Guess("colour", BLACK_OR_RED)
BY_VALUE: Final = Guess("value", VALUE)
FREE: Final = Guess("free", ANYTHING)
GAME: Final = FarbeUndWertGame()
