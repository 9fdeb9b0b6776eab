"""Rummy with two packs. Three or four seats, 104 cards, ten in each hand: meld them all, and be first.

sheet.md in brief. §1 Two packs of 52, aces low. §2 Ten cards each, one turned up. §3 Draw, or take the top of the pile;
lay melds and lay cards off; discard. §4 Sets of a rank, runs of a suit. §5 A player who wants a discard out of turn
buys it with a card from the stock. §6 The pile is shuffled for a new stock, twice. §7 Out, or no stock: cards in hand
count.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

from stich.kernel.action import NO_PROMPT, Action, Arg, Phrase, Prompt, Refused
from stich.kernel.cards import ONE, Card, Cards, Pack, Seat, Seats, holds, subsets
from stich.kernel.deal import DealResult, Deck, Score, Setup
from stich.kernel.game import QUIET, TRIUMPH, TWIST, Game
from stich.kernel.options import YES_NO, Option
from stich.kernel.state import OVER, Phase, State
from stich.kernel.verbs import Verb
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Rules, Zone
from stich.parts import hands, window

# -- §1 the cards: face = 13 · suit + rank, ranks from the ace ------------------------------------------------------

PACK: Final = Pack([suit + rank for suit in "SHCD" for rank in "A23456789TJQK"], bytes(range(52)) * 2, "french")

STOCK: Final = 0
DISCARD: Final = 1
MELD: Final = 2
MELDS: Final = 12  # §4 there is room for so many on the table
HAND: Final = 14  # of seat 0, and so on

FACTS: Final = [
    Fact("taken", "card"),  # what was taken off the pile in this turn and may not go back there
    Fact("buys", "number"),  # of each seat, §5
    Fact("waiting", "plain"),  # to whom the last discard is offered
    Fact("turns", "plain"),
    Fact("shuffles", "plain"),
    Fact("out", "seat"),
]
OPTIONS: Final = [
    Option("deals", ["4", "1", "8"], 1, 30),  # §8
    Option("claim", window.MODES),  # §5
    Option("equal_cards_in_sets", YES_NO),  # §4
]
MOST_BUYS: Final = 3
MOST_SHUFFLES: Final = 2
MOST_ROUNDS: Final = 40


@final
class RummyRules(Rules):
    def __init__(self, options: dict[str, str], seats: int) -> None:
        common = [
            Zone(STOCK, "stock", SECRET, "stock", ordered=True),
            Zone(DISCARD, "discard", PUBLIC, "discard", ordered=True),
        ]
        common += [Zone(MELD + i, f"meld{i + 1}", PUBLIC, "meld") for i in range(MELDS)]
        own = [Zone(HAND, "hand", OWNER, "hand", most=15)]
        super().__init__(Layout(common, own, FACTS, PACK, seats, reshuffles=True), options)
        self.deals = int(options["deals"])
        self.claim = options["claim"]
        self.equal = options["equal_cards_in_sets"] == "true"


class Rummy(State):
    def __init__(self, rules: RummyRules, of: Rummy | None = None) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.taken: Card = -1 if of is None else of.taken
        self.buys: tuple[int, ...] = (0,) * rules.layout.seats if of is None else of.buys
        self.waiting: Seats = 0 if of is None else of.waiting
        self.turns: int = 0 if of is None else of.turns
        self.shuffles: int = 0 if of is None else of.shuffles
        self.out: Seat = -1 if of is None else of.out

    def public_copy(self) -> Rummy:
        return Rummy(self.rules, self)

    def result(self) -> DealResult:
        return score(self)

    def hand(self, seat: Seat) -> Cards:
        return self.zones[HAND + seat]

    def plan(self, seat: Seat) -> list[Cards]:
        return arranged(self.hand(seat), self.rules.equal)


# -- §2 the deal ----------------------------------------------------------------------------------------------------


def set_up(rules: RummyRules, setup: Setup, deck: Cards) -> Rummy:
    s = Rummy(rules)
    s.clear(setup)
    seats = rules.layout.seats
    for i in range(seats):
        s.zones[HAND + (setup.dealer + 1 + i) % seats] = bytes(sorted(deck[i : 10 * seats : seats]))
    s.zones[DISCARD] = deck[10 * seats : 10 * seats + 1]
    s.zones[STOCK] = deck[: 10 * seats : -1]
    s.turn = (setup.dealer + 1) % seats
    s.phase = DRAW
    return s


# -- §3 a turn -----------------------------------------------------------------------------------------------------

FROM_STOCK: Final = Action("draw")
FROM_PILE: Final = Action("take")


class Draw(Phase[Rummy]):
    """§3 Draw from the stock, or take the top of the pile."""

    def legal(self, s: Rummy, seat: Seat) -> list[Action]:
        return [FROM_STOCK, FROM_PILE] if s.zones[DISCARD] else [FROM_STOCK]

    def apply(self, s: Rummy, seat: Seat, a: Action) -> None:
        if a.verb == "take":
            s.taken = s.draw(DISCARD, HAND + seat)
        else:
            s.draw(STOCK, HAND + seat)
        s.phase = PLAY

    def prompt(self, s: Rummy, viewer: Seat, acts: list[Action]) -> Prompt:
        if not acts:
            return NO_PROMPT
        task = Phrase("rummy.task.take", {"card": s.zones[DISCARD][-1]}) if len(acts) > 1 else Phrase("rummy.task.draw")
        return Prompt(task=task, note=in_hand(s, viewer))


class Play(Phase[Rummy]):
    """§3 Lay melds, lay cards off, and finally discard. A player without cards is out."""

    def legal(self, s: Rummy, seat: Seat) -> list[Action]:
        h = s.hand(seat)
        faces = sorted(set(h))
        out: list[Action] = []
        if free_place(s) >= 0:
            out += [Action("lay", m) for m in melds(h, s.rules.equal)]
        for i in range(MELDS):
            m = s.zones[MELD + i]
            if m:
                out += [Action("add", ONE[c], i + 1) for c in faces if fits(m, c, s.rules.equal)]
        return out + [Action("discard", ONE[c]) for c in faces if c != s.taken or len(faces) == 1]

    def apply(self, s: Rummy, seat: Seat, a: Action) -> None:
        if a.verb == "discard":
            s.move(a.cards[0], HAND + seat, DISCARD)
        else:
            s.move_cards(a.cards, HAND + seat, MELD + a.to - 1 if a.verb == "add" else free_place(s))
        if not s.hand(seat):
            s.out = seat
            end_deal(s)
        elif a.verb == "discard":
            end_turn(s, seat)

    def prompt(self, s: Rummy, viewer: Seat, acts: list[Action]) -> Prompt:
        if not acts:
            return NO_PROMPT
        offered = {a.verb for a in acts}
        task = "meld" if len(offered) > 2 else "lay" if "lay" in offered else "add" if "add" in offered else "discard"
        said = Phrase(f"rummy.task.{task}")
        if s.taken >= 0 and s.taken in s.hand(viewer) and s.taken not in b"".join([a.cards for a in acts]):
            said = Phrase("rummy.task.taken", {"what": f"@{said.key}", "card": s.taken})
        return Prompt(task=said, note=in_hand(s, viewer))

    def why(self, s: Rummy, seat: Seat, a: Action) -> Refused:
        if holds(s.hand(seat), a.cards) and a.cards:
            if a.verb == "lay" and free_place(s) < 0:
                return Refused("error.rummy.full", {"n": MELDS})
            if a.verb == "lay":
                return Refused("error.rummy.no_meld", {"cards": a.cards})
            if a.verb == "add":
                return Refused("error.rummy.no_fit", {"cards": a.cards})
            if a.verb == "discard" and a.cards[0] == s.taken:
                return Refused("error.rummy.taken", {"card": s.taken})
        return super().why(s, seat, a)


def end_turn(s: Rummy, seat: Seat) -> None:
    s.turn = (seat + 1) % s.layout.seats
    s.taken = -1
    s.turns += 1
    s.waiting = 0
    for other in range(s.layout.seats):
        if other != seat and s.buys[other] < MOST_BUYS:
            s.waiting |= 1 << other
    if s.rules.claim != window.OFF and s.waiting and s.zones[STOCK]:
        s.phase = CLAIM
    else:
        begin_turn(s)


def begin_turn(s: Rummy) -> None:
    """§6 An empty stock is replaced by the pile, except for its top card. If that cannot be, the deal ends."""
    s.waiting = 0
    s.phase = DRAW
    if s.turns >= MOST_ROUNDS * s.layout.seats:
        end_deal(s)
    elif not s.zones[STOCK]:
        if s.shuffles < MOST_SHUFFLES and len(s.zones[DISCARD]) > 1:
            s.shuffles += 1
            s.shuffle_up(DISCARD, STOCK, keep=1)
        else:
            end_deal(s)


def end_deal(s: Rummy) -> None:
    """§7 What is left in hand counts, so it is laid open."""
    hands.lay_open(s, [HAND + seat for seat in range(s.layout.seats)], "rummy.event.open")
    s.phase = OVER


# -- §4 melds ------------------------------------------------------------------------------------------------------


def free_place(s: Rummy) -> int:
    for i in range(MELDS):
        if not s.zones[MELD + i]:
            return MELD + i
    return -1


def melds(h: Cards, equal: bool) -> list[Cards]:
    """§4 Every meld that lies in a hand."""
    out: list[Cards] = []
    for rank in range(13):
        same = [c for c in h if c % 13 == rank]
        if len(same) >= 3:
            out += [m for m in subsets(bytes(same if equal else sorted(set(same))), 4) if len(m) >= 3]
    faces = sorted(set(h))
    for i, first in enumerate(faces):
        n = 1
        while i + n < len(faces) and faces[i + n] == first + n and (first + n) % 13 != 0:
            n += 1
            if n >= 3:
                out.append(bytes(faces[i : i + n]))
    return out


def arranged(h: Cards, equal: bool) -> list[Cards]:
    """Return the melds of a hand that leave the fewest points."""
    return list(best_of(h, equal))


@lru_cache(maxsize=20_000)
def best_of(h: Cards, equal: bool) -> tuple[Cards, ...]:
    """Return the best melds of these cards: the first of them is left over, or lies in one of those that it fits in."""
    if len(h) < 3:
        return ()
    best = best_of(h[1:], equal)
    for m in melds(h, equal):
        if h[0] not in m:
            continue
        left = h
        for c in m:
            left = left.replace(ONE[c], b"", 1)
        found = (m, *best_of(left, equal))
        if worth(b"".join(found)) > worth(b"".join(best)):
            best = found
    return best


def fits(meld: Cards, c: Card, equal: bool) -> bool:
    """§4 Whether c may be added to a meld on the table."""
    low, high = meld[0], meld[len(meld) - 1]
    if low % 13 == high % 13:
        return c % 13 == low % 13 and (equal or c not in meld)
    return c // 13 == low // 13 and (c == low - 1 or c == high + 1)


# -- §5 buying out of turn ------------------------------------------------------------------------------------------

BUY: Final = Action("buy")


class Claim(window.Window[Rummy]):
    """§5 The last discard is there for the first who wants it, at the price of a card from the stock."""

    def mode(self, s: Rummy) -> str:
        return s.rules.claim

    def waiting(self, s: Rummy) -> Seats:
        return s.waiting

    def narrow(self, s: Rummy, left: Seats) -> None:
        s.waiting = left

    def reactions(self, s: Rummy, seat: Seat) -> list[Action]:
        return [BUY]

    def react(self, s: Rummy, seat: Seat, a: Action) -> None:
        s.draw(DISCARD, HAND + seat)
        s.draw(STOCK, HAND + seat)
        s.buys = (*s.buys[:seat], s.buys[seat] + 1, *s.buys[seat + 1 :])
        begin_turn(s)

    def close(self, s: Rummy) -> None:
        begin_turn(s)

    def prompt(self, s: Rummy, viewer: Seat, acts: list[Action]) -> Prompt:
        card = s.zones[DISCARD][-1]
        scene = Phrase("rummy.said.discard", {"seat": (s.turn - 1) % s.layout.seats, "cards": ONE[card]})
        return Prompt(scene, Phrase("rummy.task.buy", {"card": card}) if acts else None)


# -- §7 score -------------------------------------------------------------------------------------------------------


def worth(h: Cards) -> int:
    """§7 Ace one, court cards ten, the others their number."""
    return sum([min(c % 13 + 1, 10) for c in h])


def in_hand(s: Rummy, seat: Seat) -> Phrase:
    """§7 Say what the hand would cost now."""
    return Phrase("rummy.note.hand", {"n": worth(s.hand(seat))})


def score(s: Rummy) -> DealResult:
    held = [(i, s.hand(i)) for i in range(s.layout.seats) if s.hand(i)]
    lines = [Score(i, "rummy.score.hand", -worth(h), len(h)) for i, h in held]
    headline = Phrase("rummy.event.nobody")
    if s.out >= 0:
        n = -sum([x.n for x in lines])
        parts = " + ".join([str(-x.n) for x in lines])
        lines.append(Score(s.out, "rummy.score.out", n))
        headline = Phrase("rummy.event.out", {"seat": s.out, "sum": parts}, n=n)
    points = tuple([sum([x.n for x in lines if x.seat == i]) for i in range(s.layout.seats)])
    return DealResult(points, lines, headline)


# -- the game -------------------------------------------------------------------------------------------------------


@final
class RummyGame(Game[Rummy, RummyRules]):
    def __init__(self) -> None:
        super().__init__(
            name="rummy",
            version=1,
            seats=[3, 4],
            minutes=20,
            options=OPTIONS,
            phases=[DRAW, PLAY, CLAIM],
            verbs=[
                Verb("draw", at="stock"),
                Verb("take", at="discard"),
                Verb("lay", "hand"),
                Verb("add", "hand", to="place", at="meld"),
                Verb("discard", "hand", at="discard"),
                Verb("buy"),
                Verb("pass"),
            ],
            secrets=[],
            pack=PACK,
            showcase=["H7", "H8", "H9"],
            moments={"said.lay": TRIUMPH, "said.buy": TWIST, "said.pass": QUIET},
        )

    def make_rules(self, options: dict[str, str], seats: int) -> RummyRules:
        return RummyRules(options, seats)

    def deal(self, rules: RummyRules, setup: Setup, deck: Deck) -> Rummy:
        return set_up(rules, setup, deck.cards)

    def label(self, s: Rummy, seat: Seat, a: Action) -> Phrase:
        if a.verb == "take":
            top = s.zones[DISCARD][-1]
            return Phrase("rummy.verb.take_card", {"card": top}, ONE[top])
        return self.about_meld("rummy.add", s, a, {}) if a.verb == "add" else super().label(s, seat, a)

    def phrase(self, s: Rummy, seat: Seat, a: Action) -> Phrase:
        if a.verb == "add":
            return self.about_meld("rummy.said.add", s, a, {"seat": seat})
        return super().phrase(s, seat, a)

    def about_meld(self, key: str, s: Rummy, a: Action, args: dict[str, Arg]) -> Phrase:
        """Name a meld by its first card: none of them bears a number."""
        args["cards"] = a.cards
        args["card"] = s.zones[MELD + a.to - 1][0]
        return Phrase(key, args, a.cards)

    def winners(self, rules: RummyRules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        """§8 After so many deals the highest total wins."""
        if setup.number < rules.deals:
            return 0
        return super().winners(rules, setup, scores)


DRAW: Final = Draw("draw")
PLAY: Final = Play("play")
CLAIM: Final = Claim("claim")
GAME: Final = RummyGame()
