"""Hearts for four with twenty cards, no larger than a test of passing needs.

§1 T J Q K A in four suits; five cards each. §2 Everybody passes two cards to the left, all at once. §3 The dealer's
left leads; any card may be played; the highest of the suit led takes the trick. §4 Each heart taken is a penalty
point; the match ends when somebody has as many as the option says, and the fewest win.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final, final

from stich.kernel.action import Action, Phrase
from stich.kernel.cards import ONE, Cards, Pack, Seat, Seats
from stich.kernel.deal import DealResult, Deck, Score, Setup
from stich.kernel.game import Game
from stich.kernel.options import Option
from stich.kernel.state import OVER, State
from stich.kernel.state import Phase as Stage
from stich.kernel.verbs import Verb
from stich.kernel.zones import OWNER, PUBLIC, Layout, Rules, Zone

SEATS: Final = 4
PACK: Final = Pack([suit + rank for suit in "CDHS" for rank in "TJQKA"], bytes(range(20)), "french")
HEARTS: Final = 2

TRICK: Final = 0
HAND: Final = 1
WON: Final = 2
EACH: Final = 2
PLAY: Final = [Action("play", ONE[c]) for c in range(20)]


@final
class HeartsRules(Rules):
    def __init__(self, options: dict[str, str]) -> None:
        common = [Zone(TRICK, "trick", PUBLIC, "trick", ordered=True)]
        own = [Zone(HAND, "hand", OWNER, "hand"), Zone(WON, "won", PUBLIC, "captured", shown=False)]
        super().__init__(Layout(common, own, [], PACK, SEATS, fewest=True), options)
        self.target = int(options["target"])


class Hearts(State):
    def __init__(self, rules: HeartsRules, of: Hearts | None = None) -> None:
        super().__init__(rules.layout)
        self.rules = rules

    def public_copy(self) -> Hearts:
        return Hearts(self.rules, self)

    def result(self) -> DealResult:
        taken = [sum(c // 5 == HEARTS for c in self.zones[WON + EACH * seat]) for seat in range(SEATS)]
        lines = [Score(seat, "hearts.score.hearts", n, n) for seat, n in enumerate(taken) if n]
        return DealResult(tuple(taken), lines, Phrase("hearts.event.over"))

    def hand(self, seat: Seat) -> Cards:
        return self.zones[HAND + EACH * seat]


class Pass(Stage[Hearts]):
    """§2 Two cards for the left neighbour; they move when all have chosen."""

    def must(self, s: Hearts) -> Seats:
        return s.unanswered()

    def legal(self, s: Hearts, seat: Seat) -> list[Action]:
        return [Action("pass", bytes(two)) for two in combinations(s.hand(seat), 2)]

    def apply(self, s: Hearts, seat: Seat, a: Action) -> None:
        if not s.seal(seat, a):
            return
        passed = [answer.cards for answer in s.sealed]
        s.sealed = ()
        for giver, cards in enumerate(passed):
            for c in cards:
                s.move(c, HAND + EACH * giver, HAND + EACH * ((giver + 1) % SEATS))
        s.phase = PLAYING


class Play(Stage[Hearts]):
    """§3 Any card may be played."""

    def legal(self, s: Hearts, seat: Seat) -> list[Action]:
        return [PLAY[c] for c in s.hand(seat)]

    def apply(self, s: Hearts, seat: Seat, a: Action) -> None:
        s.move(a.cards[0], HAND + EACH * seat, TRICK)
        trick = s.zones[TRICK]
        if len(trick) < SEATS:
            s.turn = (seat + 1) % SEATS
            return
        best = max(c for c in trick if c // 5 == trick[0] // 5)
        winner = (seat + 1 + trick.index(best)) % SEATS
        s.move_all(TRICK, WON + EACH * winner)
        s.say("trick", winner, Phrase("hearts.event.trick", {"seat": winner}))
        s.turn = winner
        if not s.hand(winner):
            s.phase = OVER


@final
class HeartsGame(Game[Hearts, HeartsRules]):
    def __init__(self) -> None:
        super().__init__(
            name="hearts",
            version=1,
            seats=[SEATS],
            minutes=5,
            options=[Option("target", ["10", "5"], 1, 50)],
            phases=[PASSING, PLAYING],
            verbs=[Verb("pass", "hand"), Verb("play", "hand")],
            secrets=[],
            pack=PACK,
            showcase=["HA", "HK", "SQ"],
        )

    def make_rules(self, options: dict[str, str], seats: int) -> HeartsRules:
        return HeartsRules(options)

    def deal(self, rules: HeartsRules, setup: Setup, deck: Deck) -> Hearts:
        s = Hearts(rules)
        s.clear(setup)
        for seat in range(SEATS):
            s.zones[HAND + EACH * seat] = bytes(sorted(deck.cards[5 * seat : 5 * seat + 5]))
        s.turn = (setup.dealer + 1) % SEATS
        s.ask(15)
        s.phase = PASSING
        return s

    def winners(self, rules: HeartsRules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        """§4 Those with the fewest, once somebody has too many."""
        if max(scores) < rules.target:
            return 0
        return sum(1 << seat for seat in range(SEATS) if scores[seat] == min(scores))


PASSING: Final = Pass("pass")
PLAYING: Final = Play("play")
GAME: Final = HeartsGame()
