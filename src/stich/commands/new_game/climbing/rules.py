"""My game. Three or four seats; beat the last combination or pass, and get rid of your cards first.

§1 Suits do not count; ranks go 3 … K A 2, small joker, big joker. Three seats play with 54 cards, four without the
jokers. §2 All cards are dealt, the dealer's left neighbour first, who leads. §3 Combinations are those of the climbing
core in `parts/climb` under the table of Dou Dizhu: single, pair, triple alone or with a single or a pair, runs of five
singles, three pairs or two triples up to the ace, four with attachments, and as bombs four of a rank and both jokers.
§4 Play a combination of the same kind and length that is higher, or a bomb, or pass. When all others have passed on a
play, who made it leads. §5 Who has no card left ends the deal; each other seat gives a point for each card it holds.
§6 The match ends when somebody has reached the limit; the most points win.

What the core fixes: at most 20 cards in a hand and four of a rank; twelve ranks of which runs are made, with three
above them; what beats what. A game with other combinations, as runs of pairs from two on or suits that break ties,
writes `combinations` and `beats` itself.
"""

from __future__ import annotations

import threading
from typing import Final, final

from stich.kernel.action import Action, Arg, Phrase, Prompt, Refused
from stich.kernel.cards import Cards, Pack, Seat, holds
from stich.kernel.deal import DealResult, Deck, Score, Setup
from stich.kernel.options import Option
from stich.kernel.state import OVER, Phase
from stich.kernel.verbs import Verb
from stich.kernel.zones import OWNER, PUBLIC, Fact, Layout, Rules, Zone
from stich.parts import climb
from stich.parts.plain import LimitGame, PlainState, deal_round

NAME: Final = "mygame"

# -- §1 the cards: face = 13 · suit + rank, then the jokers --------------------------------------------------------

RANKS: Final = "3456789TJQKA2"
SIZE: Final = len(RANKS)
NAMES: Final = [suit + rank for suit in "CSHD" for rank in RANKS] + ["X1", "X2"]
KEYS: Final = [c % SIZE if c < 52 else c for c in range(54)]  # cards of a rank do the same in a selection
PACK: Final = Pack(NAMES, bytes(range(54)), "french", KEYS)
PACK_OF_FOUR: Final = Pack(NAMES, bytes(range(52)), "french", KEYS)
RANK: Final = bytes([*[c % SIZE for c in range(52)], climb.LOW_JOKER, climb.HIGH_JOKER])  # as the core counts

TRICK: Final = 0
PLAYED: Final = 1
HAND: Final = 2  # of seat 0; each seat has this one zone of its own
COMMON: Final = [
    Zone(TRICK, "trick", PUBLIC, "trick", ordered=True),  # the last play
    Zone(PLAYED, "played", PUBLIC, "table", shown=False),
]
OWN: Final = [Zone(HAND, "hand", OWNER, "hand")]
FACTS: Final = [Fact("last", "plain"), Fact("holder", "seat"), Fact("passes", "plain"), Fact("plays", "turns")]
OPTIONS: Final = [Option("limit", ["50", "20", "100"], 1, 1000)]  # §6
ORDER: Final = [bytes(sorted(range(54), key=lambda c: (-RANK[c], c)))]

# -- §3 combinations: the core counts ranks, a play takes the first cards of each -------------------------------------

TABLE: Final = climb.QUAD_PAIR_AS_SINGLES  # the core's rule table, that of Dou Dizhu
ROOM: Final = threading.local()  # bots think in threads, and each needs a scratch of its own


def combinations(hand: Cards, last: int) -> dict[Cards, int]:
    """Return what a hand may play on the move `last`, 0 where it leads: the cards, and the core's move. Of moves with
    the same cards it keeps the last one listed.
    """
    if not hasattr(ROOM, "scratch"):
        ROOM.scratch = climb.scratch()
    moves = climb.moves(climb.planes(ranks_of(hand)), last, TABLE, ROOM.scratch)
    return {pick(hand, climb.ranks(climb.cards(move))): move for move in moves if move}


def ranks_of(cards: Cards) -> Cards:
    return bytes([RANK[c] for c in cards])


def pick(hand: Cards, ranks: Cards) -> Cards:
    """Return cards of these ranks out of a hand: of each rank the first ones."""
    left = list(hand)
    for rank in ranks:
        left.remove(next(c for c in left if RANK[c] == rank))
    return bytes([c for c in hand if c not in left])


class MyGame(PlainState):
    """last: the core's move to beat, 0 where the next one leads. holder: who played it. passes: on it, so far. plays:
    the play that lies there, as a table reads it.
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.last = 0
        self.holder: Seat = -1
        self.passes = 0
        self.plays: tuple[tuple[int, int], ...] = ()

    def hand(self, seat: Seat) -> Cards:
        return self.zones[HAND + seat]

    def order(self) -> list[Cards]:
        return ORDER

    def result(self) -> DealResult:
        """§5 A point for each card that the others hold."""
        held = [len(self.hand(seat)) for seat in range(self.layout.seats)]
        winner = held.index(0)
        lines = [Score(seat, f"{NAME}.score.held", -n, n) for seat, n in enumerate(held) if n]
        lines.append(Score(winner, f"{NAME}.score.out", sum(held)))
        points = tuple([sum(held) if seat == winner else -n for seat, n in enumerate(held)])
        return DealResult(points, lines, Phrase(f"{NAME}.event.out", {"seat": winner}))


# -- §4 the play -----------------------------------------------------------------------------------------------------

PASS: Final = Action("pass")


class Play(Phase[MyGame]):
    """§4 Lead, beat the last play, or pass. A listed play stands for all with the same ranks, whatever the suits."""

    def legal(self, s: MyGame, seat: Seat) -> list[Action]:
        plays = [Action("play", cards) for cards in combinations(s.hand(seat), s.last)]
        return [PASS, *plays] if s.last else plays

    def canon(self, s: MyGame, seat: Seat, a: Action) -> Action:
        if a.verb != "play" or a.to != -1 or not a.cards or not holds(s.hand(seat), a.cards):
            return a
        return Action("play", pick(s.hand(seat), ranks_of(a.cards)))

    def apply(self, s: MyGame, seat: Seat, a: Action) -> None:
        seats = s.layout.seats
        s.turn = (seat + 1) % seats
        if a.verb == "pass":
            s.passes += 1
            if s.passes == seats - 1:
                s.move_all(TRICK, PLAYED)
                s.last = 0
                s.plays = ()
            return
        s.last = combinations(a.cards, s.last)[a.cards]
        s.holder = seat
        s.passes = 0
        s.move_all(TRICK, PLAYED)
        s.move_cards(a.cards, HAND + seat, TRICK)
        s.plays = ((seat, len(a.cards)),)
        if not s.hand(seat):
            s.phase = OVER

    def prompt(self, s: MyGame, viewer: Seat, acts: list[Action]) -> Prompt:
        if not s.last:
            return Prompt(task=Phrase(f"{NAME}.task.lead") if acts else None)
        scene = Phrase(f"{NAME}.scene.played", {"seat": s.holder, "cards": s.zones[TRICK]})
        return Prompt(scene, Phrase(f"{NAME}.task.{'beat' if len(acts) > 1 else 'pass'}") if acts else None)

    def why(self, s: MyGame, seat: Seat, a: Action) -> Refused:
        if a.verb == "pass":
            return Refused(f"error.{NAME}.lead")
        if a.verb != "play" or not a.cards or not holds(s.hand(seat), a.cards):
            return super().why(s, seat, a)
        args: dict[str, Arg] = {"cards": a.cards}
        if a.cards not in combinations(a.cards, 0):
            return Refused(f"error.{NAME}.no_combination", args)
        return Refused(f"error.{NAME}.too_low", {"cards": s.zones[TRICK]})


PLAY: Final = Play("play")

# -- the game ----------------------------------------------------------------------------------------------------------


@final
class MyGameGame(LimitGame[MyGame, Rules]):
    def __init__(self) -> None:
        super().__init__(
            name=NAME,
            version=1,
            seats=[3, 4],
            minutes=20,
            options=OPTIONS,
            phases=[PLAY],
            verbs=[Verb("play", "hand"), Verb("pass", idle=True)],
            secrets=[],
            pack=PACK,
            showcase=["S2", "HA", "CK"],
            pose="pile",
            kind="shedding",
        )

    def make_rules(self, options: dict[str, str], seats: int) -> Rules:
        return Rules(Layout(COMMON, OWN, FACTS, PACK_OF_FOUR if seats == 4 else PACK, seats), options)

    def deal(self, rules: Rules, setup: Setup, deck: Deck) -> MyGame:
        """§2 All cards; the dealer's left neighbour leads."""
        s = MyGame(rules)
        s.clear(setup)
        seats = rules.layout.seats
        s.turn = (setup.dealer + 1) % seats
        for seat, hand in enumerate(deal_round(deck.cards, len(deck.cards) // seats, seats, s.turn)):
            s.zones[HAND + seat] = hand
        s.phase = PLAY
        return s


GAME: Final = MyGameGame()
