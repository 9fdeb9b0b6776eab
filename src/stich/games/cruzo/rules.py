"""Cruzo (Shithead). Two to twelve seats, each alone; two to four packs with jokers; the first player without cards
wins.

In brief. §2 Two packs with three jokers each, three for five players and more, four for eight and more. §3 Three
face-down bunkers, three open cards on them, three in hand; the lowest diamond begins and says which way round. §4 A
hand is played out before the open cards, these before the bunkers; the stock comes before all. §5 Equal or higher, but
a seven and a joker are undercut, a three counts as absent, a two and a ten always fit. §6 A turn: cards of one rank, or
the pile; draw up to three. Tens burn, eights skip, nines turn round, four equal ones burn, and a player who completes
them may throw them in out of turn. §7 The first without cards wins; a position that comes for the third time ends it.
§8 Options. What the sheet decides where its source is silent is in §9.

Cards, what fits, places and options are in rules_cards.py, the state in rules_state.py; the phases in
rules_phases_start.py (§3) and rules_phases_turn.py (§6), with what they need: what may be played in
rules_plays.py and thrown in in rules_throws.py, special cards in rules_effects.py, drawing in rules_draw.py, what is
known of a hand in rules_known.py, finished players and repeated positions (§7) in rules_end.py. Who is in which place
is in rules_score.py, what the table says in rules_prompts.py.
"""

from __future__ import annotations

from typing import Final, final

from stich.games.cruzo.rules_cards import (
    ASIDE,
    BUNKER,
    EACH,
    EVERY,
    HAND,
    LOTS,
    MOST,
    OPEN,
    OPTIONS,
    PRESETS,
    RANKS,
    ROW,
    STANDS,
    STOCK,
    CruzoRules,
    ages_of,
    jokers_in,
    pack,
    packs_for,
    removed_for,
)
from stich.games.cruzo.rules_phases_start import DIRECT, OPENING, SWAP, SWAPS, begin, start
from stich.games.cruzo.rules_phases_turn import BEFORE, MORE, TURN
from stich.games.cruzo.rules_state import Cruzo
from stich.kernel.action import Action, Arg, Phrase, Refused
from stich.kernel.cards import BACK, ONE, Seat
from stich.kernel.chance import Chance, ordered_by
from stich.kernel.deal import Deck, Setup
from stich.kernel.game import BLOW, NOTICE, QUIET, TRIUMPH, TWIST, Game
from stich.kernel.verbs import Verb

# -- §2, §3 the deal ---------------------------------------------------------------------------------------------------


def set_up(rules: CruzoRules, setup: Setup, deck: Deck) -> Cruzo:
    """§2, §3 First the cards that are put aside, then for each seat three bunkers, three open cards and three for the
    hand.
    """
    s = Cruzo(rules)
    s.clear(setup)
    cards = deck.cards
    if rules.tree == "random":
        s.zones[LOTS] = bytes([c for c in cards if c >= STANDS])
        cards = bytes([c for c in cards if c < STANDS])
    at = rules.removed
    s.zones[ASIDE] = bytes(sorted(cards[:at]))
    for seat in range(rules.layout.seats):
        for i in range(ROW):
            s.zones[BUNKER + EACH * seat + i] = ONE[cards[at + i]]
        s.zones[OPEN + EACH * seat] = bytes(sorted(cards[at + ROW : at + 2 * ROW]))
        s.zones[HAND + EACH * seat] = bytes(sorted(cards[at + 2 * ROW : at + 3 * ROW]))
        at += 3 * ROW
    s.zones[STOCK] = cards[: at - 1 : -1]
    if rules.swap:
        s.ask(rules.layout.everyone)
        s.swaps = (SWAPS,) * rules.layout.seats
        s.phase = SWAP
    else:
        begin(s)
    return s


# -- the game ----------------------------------------------------------------------------------------------------------

RANKED: Final = ("play", "throw")  # options that can be written by ranks alone
DIRS: Final = ["ccw", "cw"]


def counted(verb: str, cards: str, least: int, most: int, bare: bool = False, idle: bool = False, at: str = "") -> Verb:
    """Declare a verb for a number of cards of one rank; without a target its cards are named, or nobody knows them."""
    return Verb(
        verb, cards, "count", at, bare=bare, least=least, most=most, within=MOST, above=EVERY, optional=True, idle=idle
    )


DECLARED: Final = [
    Verb("swap", "hand", to="card", at="open"),
    Verb("ready", "hand", bare=True),
    Verb("dir", to="choice", among=[f"cruzo.verb.dir_{word}" for word in DIRS]),
    counted("play", "hand open", 1, MOST - 1),
    counted("pickup", "hand", ROW, ROW, bare=True, idle=True, at="pile"),
    Verb("flip", to="place", at="bunker"),
    counted("throw", "hand open", 1, MOST - 1),
    Verb("pass", idle=True),
    Verb("draw", at="stock"),
    Verb("challenge", to="seat"),
    Verb("tree", to="seat"),
]
STAGED: Final = {
    "event.four": BLOW,
    "event.thrown": BLOW,
    "event.ten": BLOW,
    "event.reverse": TWIST,
    "event.alone": TRIUMPH,
    "event.failed": BLOW,
    "event.punished": BLOW,
    "event.tree": BLOW,
    "event.finished": TRIUMPH,
    "said.challenge": NOTICE,
    "said.throw": NOTICE,
    "said.pass": QUIET,  # §6 all are asked after each card
}


@final
class CruzoGame(Game[Cruzo, CruzoRules]):
    def __init__(self) -> None:
        super().__init__(
            name="cruzo",
            version=1,
            seats=[4, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12],
            minutes=20,
            options=OPTIONS,
            phases=[SWAP, DIRECT, OPENING, TURN, BEFORE, MORE],
            verbs=DECLARED,
            secrets=[],
            pack=pack(2, 6, False),
            showcase=["D3", "X", "ST"],
            pose="pile",
            dealt=False,
            kind="shedding",
            table_events=["tree"],
            presets=PRESETS,
            reference="special",
            moments=STAGED,
        )

    def make_rules(self, options: dict[str, str], seats: int) -> CruzoRules:
        return CruzoRules(options, seats)

    def conflict(self, options: dict[str, str], seats: int) -> Refused | None:
        """§2 There must be enough cards for all players, and some left to draw. §3 The ages must be those of all
        players.
        """
        packs = packs_for(options, seats)
        there = 52 * packs + jokers_in(options, packs) - removed_for(options, seats)
        if there <= 3 * ROW * seats:
            return Refused("error.cruzo.few_cards", {"n": there, "least": 3 * ROW * seats + 1})
        order = options["age_order"]
        if order != "drawn" and len(ages_of(order, seats)) != seats:
            allowed = ",".join([str(seat) for seat in range(seats)])
            return Refused("error.option_value", {"option": "age_order", "value": order, "allowed": f"{allowed} …"})
        return None

    def deal(self, rules: CruzoRules, setup: Setup, deck: Deck) -> Cruzo:
        return set_up(rules, setup, deck)

    def first(self, rules: CruzoRules, chance: Chance) -> Setup:
        """§3 The order of age is drawn by lot unless the match gives it."""
        seats = rules.layout.seats
        ages = rules.ages or list(ordered_by(bytes(range(seats)), chance))
        return Setup(1, ages[0], (0,) * seats, tuple(ages))

    def opening(self, s: Cruzo, setup: Setup) -> Phrase:
        """§3 Say who begins; with `swap_before_start` this is not known yet."""
        return super().opening(s, setup) if s.rules.swap else start(s)

    def unlisted(self, rules: CruzoRules) -> dict[Action, Phrase]:
        """§6 `penalise`: any cards may be tried."""
        verbs = ["play", "throw"] if rules.throws else ["play"]
        return {Action(verb, ONE[BACK]): Phrase(f"cruzo.unlisted.{verb}") for verb in verbs} if rules.penalise else {}

    # -- §11 texts and notation ----------------------------------------------------------------------------------------

    def parameters(self, a: Action) -> dict[str, Arg]:
        if a.verb == "challenge" or a.verb == "tree":
            return {"seats": bytes([a.to])}
        if a.verb == "swap" and a.to >= 0:
            return {"card": a.cards[0], "cards": ONE[a.to]}
        if a.cards:
            return {"cards": a.cards, "n": len(a.cards)}
        return {"n": a.to} if a.verb == "flip" else {}

    def label(self, s: Cruzo, seat: Seat, a: Action) -> Phrase:
        """Name a play: one that is listed by rank and number is named with the cards that would go."""
        if not a.cards and a.to >= 0 and a.verb in ("play", "throw", "pickup"):
            a = Action(a.verb, s.phase.cards(s, seat, a), a.to)
        if way(a) != a.verb:
            return Phrase(f"cruzo.verb.{way(a)}", self.parameters(a))
        return super().label(s, seat, a)

    def phrase(self, s: Cruzo, seat: Seat, a: Action) -> Phrase:
        if a.verb == "tree":
            return Phrase("cruzo.said.tree", {"seat": a.to})
        args = self.parameters(a)
        args["seat"] = seat
        named = a.cards + ONE[a.to] if a.verb == "swap" else a.cards
        n = len(a.cards) if a.cards and a.verb != "swap" else a.to if a.verb == "flip" else 0
        return Phrase(f"cruzo.said.{way(a)}", args, named, n)

    def write(self, rules: CruzoRules, a: Action) -> str:
        """§11 "play SK HK"; without cards by their rank, "play K K"; "dir cw", "swap D5 SK": the card from the hand,
        then the open card.
        """
        if a.verb == "dir" and 0 <= a.to < len(DIRS):
            return f"dir {DIRS[a.to]}"
        if a.verb == "swap" and a.to >= 0:
            return f"swap {rules.layout.pack.write(a.cards + ONE[a.to])}"
        if a.verb in RANKED and a.to >= 0 and not a.cards:
            return " ".join([a.verb] + [RANKS[a.to // MOST]] * (a.to % MOST))
        if a.cards:
            return f"{a.verb} {rules.layout.pack.write(a.cards)}"
        return a.verb if a.verb == "pickup" else super().write(rules, a)

    def read(self, rules: CruzoRules, text: str) -> Action:
        """Raises Refused: `error.notation`, `error.card`, `error.cruzo.one_rank`."""
        words = text.split()
        verb = words[0] if words else ""
        if verb == "dir":
            if len(words) != 2 or words[1] not in DIRS:
                raise Refused("error.notation", {"text": text, "allowed": "dir cw | dir ccw"})
            return Action("dir", b"", DIRS.index(words[1]))
        if verb == "swap":
            if len(words) != 3:
                raise Refused("error.notation", {"text": text, "allowed": "swap D5 SK"})
            return Action("swap", self.read_cards(rules, words[1:2]), self.read_cards(rules, words[2:])[0])
        if verb in RANKED and len(words) > 1:
            if words[1] in RANKS and words[1] not in rules.layout.pack.faces:
                if len(words) > MOST or [word for word in words[1:] if word != words[1]]:
                    raise Refused("error.notation", {"text": text, "allowed": f"{verb} K K"})
                return Action(verb, b"", MOST * RANKS.index(words[1]) + len(words) - 1)
            return Action(verb, self.read_cards(rules, words[1:]))
        return super().read(rules, text)


def way(a: Action) -> str:
    """Return the last part of a text key: the verb, or a part of it that has a text of its own."""
    if a.verb == "dir":
        return f"dir_{DIRS[1 if a.to == 1 else 0]}"
    return "pickup_showing" if a.verb == "pickup" and a.cards else a.verb


GAME: Final = CruzoGame()
