"""What the sentence has to say in Chimera, Cruzo and Durak, where a card alone does not show which rule bars it.

Each game has a list of duties. A duty says when it binds a seat, from what lies there and what the seat can do and not
from what the game says of it; the key of the task that names it, with the arguments that the task must have; and what
happens to a card that it bars.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from stich.games.chimera.rules_combinations import ATTACK, TRAP, TYPES
from stich.kernel.action import Action, Arg, Phrase
from stich.kernel.cards import ONE, Card, Cards, Seat
from stich.kernel.match import Match
from stich.parts import climb

RANKS = "23456789TJQKA"  # of Cruzo, the lowest first
PLAYS = ("any", "no_three", "higher", "higher_than", "lower", "lower_than", "below")


@dataclass(frozen=True)
class Position:
    match: Match
    seat: Seat
    acts: list[Action]

    def can(self, *verbs: str) -> bool:
        return any(a.verb in verbs for a in self.acts)

    def cards(self, verb: str) -> list[Cards]:
        """Return the cards of each action with this verb."""
        s = self.match.deal
        return [s.phase.cards(s, self.seat, a) for a in self.acts if a.verb == verb]

    def lying(self, role: str) -> list[Cards]:
        s = self.match.deal
        return [s.zones[at] for at in range(s.layout.size) if s.layout.zones[at].role == role]

    def phase(self) -> str:
        return str(self.match.deal.phase.name)

    def name(self, c: Card) -> str:
        return str(self.match.rules.layout.pack.names[c])


def nothing(_: Position) -> dict[str, Arg]:
    return {}


def plays_it(_: Position, c: Card) -> list[Action]:
    return [Action("play", ONE[c])]


def always(*_: object) -> bool:
    return True


@dataclass(frozen=True)
class Duty:
    """key: of the task, behind `<game>.task.`. args: what the task must name. tries: what a seat may try with a card.
    refused: how the keys of the refusals end then. agrees: whether such a refusal says the same as the task.
    """

    key: str
    binds: Callable[[Position], bool]
    args: Callable[[Position], dict[str, Arg]] = nothing
    tries: Callable[[Position, Card], list[Action]] = plays_it
    refused: frozenset[str] = frozenset()
    agrees: Callable[[Position, Card, Phrase, Phrase], bool] = always


# -- Durak: what has to be beaten, and of which ranks cards may be thrown in -------------------------------------------


def unbeaten(p: Position) -> Cards:
    return b"".join([pair for pair in p.lying("pair") if len(pair) == 1])


def beats(p: Position, c: Card) -> list[Action]:
    return [Action("beat", ONE[c], on) for on in sorted(set(unbeaten(p)))]


def throws(_: Position, c: Card) -> list[Action]:
    return [Action("throw", ONE[c])]


def names_it(p: Position, c: Card, task: Phrase, refusal: Phrase) -> bool:
    """Tell whether the attack card that this one does not beat is among those that the task names."""
    return refusal.args["card"] == c and set(cards_in(refusal)) <= set(cards_in(task))


def cards_in(phrase: Phrase) -> Cards:
    found = phrase.args["cards"]
    assert isinstance(found, bytes)
    return found


def defends(key: str, beat: bool, pass_on: bool) -> Duty:
    def binds(p: Position) -> bool:
        return p.can("take") and (p.can("beat"), p.can("transfer", "show")) == (beat, pass_on)

    return Duty(key, binds, lambda p: {"cards": unbeaten(p)}, beats, frozenset({"beat", "beat_trump"}), names_it)


def most(p: Position) -> int:
    """Return how many cards can lie against the defender: the fact that the sheet counts (§4)."""
    limit = int(p.match.deal.limit)
    assert max(map(len, p.cards("attack"))) <= limit
    return limit


def declines(p: Position) -> bool:
    return p.can("pass") and not p.can("throw", "bid", "play")


THROWN = frozenset({"throw_rank"})
DURAK = [
    Duty("attack", lambda p: p.can("attack") and most(p) > 1),
    Duty("attack_one", lambda p: p.can("attack") and most(p) == 1),
    defends("beat", True, False),
    defends("beat_or_pass_on", True, True),
    defends("pass_on", False, True),
    defends("take", False, False),
    Duty("throw_rank", lambda p: p.can("throw"), tries=throws, refused=THROWN),
    Duty("none_fits", lambda p: p.phase() != "reveal" and declines(p), tries=throws, refused=THROWN),
    Duty("reveal", lambda p: p.phase() == "reveal" and p.can("show")),
    Duty("no_trump", lambda p: p.phase() == "reveal" and not p.can("show")),
]

# -- Chimera: which type, how long; whether only something stronger helps ----------------------------------------------


def last(p: Position) -> int:
    return int(p.match.deal.last)


def kinds(p: Position) -> set[int]:
    return {climb.kind(a.to) for a in p.acts if a.verb == "play"}


def answers(p: Position) -> bool:
    return p.phase() == "play" and last(p) > 0


def of_type(kind: int) -> Duty:
    def binds(p: Position) -> bool:
        return answers(p) and climb.kind(last(p)) == kind and kind in kinds(p)

    refused = frozenset({TYPES[kind]})
    return Duty(f"beat.{TYPES[kind]}", binds, lambda p: {"n": climb.length(last(p))}, refused=refused, agrees=as_long)


def as_long(_p: Position, _c: Card, task: Phrase, refusal: Phrase) -> bool:
    return refusal.args["n"] == task.args["n"]


def without_its_type(p: Position) -> bool:
    return answers(p) and climb.kind(last(p)) not in kinds(p)


def bids(p: Position) -> list[int]:
    return sorted([a.to for a in p.acts if a.verb == "bid"])


ANY_TYPE = frozenset(TYPES)
CHIMERA = [
    *[of_type(kind) for kind in range(1, len(TYPES)) if kind != ATTACK],
    Duty("only_trap", lambda p: without_its_type(p) and TRAP in kinds(p), refused=ANY_TYPE),
    Duty("only_attack", lambda p: without_its_type(p) and kinds(p) == {ATTACK}, refused=ANY_TYPE),
    Duty("only_pass", lambda p: without_its_type(p) and not kinds(p), refused=ANY_TYPE),
    Duty("must_lead", lambda p: p.phase() == "play" and last(p) == 0),
    Duty("give", lambda p: p.can("give"), lambda p: {"n": len(p.cards("give")[0])}),
    Duty("bid", lambda p: bids(p) == [20, 30, 40]),
    Duty("bid_above", lambda p: bids(p) == [30, 40], lambda _: {"n": 20}),
    Duty("bid_last", lambda p: bids(p) == [40], lambda _: {"n": 40}),
]

# -- Cruzo: what fits on which card, and how many complete a four ------------------------------------------------------


def rank(p: Position, c: Card) -> int:
    """Return the place of a rank, −1 of a joker."""
    return RANKS.find(p.name(c)[-1])


def counting(p: Position) -> Card:
    """Return the card on which others have to fit, the first from the top that is no three and no joker; −1: none."""
    return next((c for c in reversed(p.lying("pile")[0]) if p.name(c)[-1] not in "3X"), -1)


def above(p: Position) -> Cards:
    """Return the threes and jokers that lie on the counting card."""
    pile = p.lying("pile")[0]
    return pile[pile.rfind(ONE[counting(p)]) + 1 :] if counting(p) >= 0 else pile


def fits(p: Position) -> str:
    """Return the key that says what fits on the pile (§5)."""
    card, between, options = counting(p), above(p), p.match.rules.options
    on_joker = any(p.name(c) == "X" for c in between)
    if card < 0 or (p.name(card)[-1] == "2" and (not on_joker or options["joker_over_two"] == "free")):
        return "no_three" if between and p.name(between[-1]) == "X" else "any"
    if on_joker:
        return "lower_than" if options["joker_equal_ok"] == "true" else "below"
    way = "lower" if p.name(card)[-1] == "7" else "higher"
    return f"{way}_than" if between else way


def misfits(p: Position, c: Card, _: Phrase, refusal: Phrase) -> bool:
    """Tell whether the sentence bars this card: it is lower or higher than it says, or a three."""
    if refusal.key.endswith("no_three"):
        return fits(p) == "no_three" or p.name(c)[-1] == "3"
    distance = rank(p, c) - rank(p, counting(p))
    if fits(p).startswith("higher"):
        return distance < 0
    return distance >= 0 if fits(p) == "below" else distance > 0


def plays(key: str, named: bool) -> Duty:
    def binds(p: Position) -> bool:
        return p.can("play") and p.phase() != "opening" and fits(p) == key

    refused = frozenset({"no_three"} if key in ("any", "no_three") else {"no_fit", "no_three"})
    return Duty(key, binds, (lambda p: {"card": counting(p)}) if named else nothing, refused=refused, agrees=misfits)


def decided(p: Position) -> bool:
    return bool(p.match.deal.decisive >= 0)


def smallest(verb: str) -> Callable[[Position], Cards]:
    return lambda p: min(p.cards(verb), key=len)


def only_draws(p: Position) -> bool:
    return {a.verb for a in p.acts} - {"challenge"} == {"draw"}


FOUR = frozenset({"throw_rank", "throw_few"})
CRUZO = [
    Duty("swap", lambda p: p.can("swap")),
    Duty("swapped", lambda p: p.can("ready") and not p.can("swap")),
    Duty("direction_first", lambda p: p.can("dir")),
    Duty("decisive", lambda p: p.phase() == "opening" and decided(p), lambda p: {"card": smallest("play")(p)[0]}),
    Duty("lowest", lambda p: p.phase() == "opening" and not decided(p)),
    *[plays(key, key in ("higher_than", "lower_than", "below")) for key in PLAYS],
    Duty("no_fit", lambda p: p.can("pickup") and not p.can("play"), refused=frozenset({"no_fit", "no_three"})),
    Duty("flip", lambda p: p.can("flip")),
    Duty(
        "throw_few",
        lambda p: p.phase() != "four" and p.can("throw"),
        lambda p: {"n": len(smallest("throw")(p))},
        throws,
        FOUR,
    ),
    Duty(
        "no_throw", lambda p: p.phase() != "four" and p.can("pass") and not p.can("throw"), tries=throws, refused=FOUR
    ),
    Duty("more", lambda p: p.phase() == "four" and p.can("throw"), tries=throws, refused=FOUR),
    Duty("no_more", lambda p: p.phase() == "four" and declines(p), tries=throws, refused=FOUR),
    Duty("draw_first", lambda p: only_draws(p) and p.seat == p.match.deal.turn),
    Duty("draw", lambda p: only_draws(p) and p.seat != p.match.deal.turn),
    Duty("challenge", lambda p: {a.verb for a in p.acts} == {"challenge"}),
]

DUTIES = {"chimera": CHIMERA, "cruzo": CRUZO, "durak": DURAK}
