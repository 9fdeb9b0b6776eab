"""What the rule sheet says of any game of Gaigel, for `tests/rounds.py`: duties, tricks, melds and totals are worked
out a second time from the names of the cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from stich.games.gaigel.rules_cards import EACH, HAND, TALON, TRICK, TURNUP
from stich.games.gaigel.rules_state import Gaigel
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.deal import DealResult
from stich.kernel.state import OVER, State

ORDER = "79JQKTA"
WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "7": 0}


def strength(card: str, led: str, trump: str) -> int:
    return ORDER.index(card[1]) + (100 if card[0] == trump else 50 if card[0] == led else 0)


def allowed(hand: Sequence[str], trick: Sequence[str], trump: str, over: bool, higher: bool) -> set[str]:
    """§5 without a talon, and its two options, as a player would say it."""
    if not trick:
        return set(hand)
    led = trick[0][0]
    suit = {card for card in hand if card[0] == led}
    best = max(strength(card, led, trump) for card in trick)
    if suit:
        if led != trump and best >= 100 and not higher:
            return suit
        to_beat = max(ORDER.index(card[1]) for card in trick if card[0] == led)
        return {card for card in suit if ORDER.index(card[1]) > to_beat} or suit
    trumps = {card for card in hand if card[0] == trump}
    higher_trumps = {card for card in trumps if strength(card, led, trump) > best}
    return (higher_trumps if over else set()) or trumps or set(hand)


class Watch:
    """One game."""

    def __init__(self, s: State) -> None:
        assert isinstance(s, Gaigel)
        self.s = s
        self.seats = s.layout.seats
        self.step = -1 if s.rules.options["direction"] == "ccw" else 1
        self.trump = self.names(s.zones[TURNUP])[0][0]
        self.leader = (s.setup.dealer + self.step) % self.seats
        self.totals: Counter[int] = Counter()
        self.trick_of: set[int] = set()
        self.melds: Counter[tuple[int, str]] = Counter()
        self.pair = ""
        self.left = len(s.zones[TALON]) + 1
        self.liar = -1
        assert self.left % self.seats == 0, "the talon goes round (§3)"

    def names(self, cards: bytes) -> list[str]:
        return [self.s.layout.pack.names[c] for c in cards]

    def side(self, seat: Seat) -> int:
        return seat % 2 if self.seats == 4 else seat

    def before(self, seat: Seat, a: Action) -> None:
        s = self.s
        assert self.left == len(s.zones[TALON]) + len(s.zones[TURNUP])
        acts = s.legal(seat)
        side = self.side(seat)
        assert all(s.points[i] == self.totals[self.side(i)] for i in range(self.seats))
        if seat != s.turn:
            assert acts == [a]
            assert a.verb == "claim"
        else:
            self.judge_plays(seat, acts)
        for act in acts:
            assert act.verb == "play" or side in self.trick_of, "only who has a trick may do more than play (§4)"
        if a.verb == "meld":
            suit = self.names(a.cards)[0][0]
            assert not s.zones[TRICK] or s.rules.options["meld_when"] == "own_turn", "at the lead only (§5)"
            self.melds[side, suit] += 1
            self.totals[side] += 40 if suit == self.trump else 20
            self.pair = suit
        elif a.verb == "exchange":
            assert self.names(s.zones[TURNUP])[0][1] not in "79"
        elif a.verb == "claim":
            assert self.totals[side] >= 101
        else:
            self.pair = ""
            self.play(self.names(a.cards)[0])

    def judge_plays(self, seat: Seat, acts: list[Action]) -> None:
        s = self.s
        plays = set(self.names(b"".join(x.cards for x in acts if x.verb == "play")))
        held = self.names(s.held(seat))
        if self.pair:
            both = {self.pair + "K", self.pair + "Q"}
            assert plays == both & self.free(seat, held), "one of the pair is played (§5)"
            assert plays
        elif self.left:
            assert plays == set(held)
        else:
            assert plays == self.free(seat, held)
        melds = {self.names(x.cards)[0][0] for x in acts if x.verb == "meld"}
        hidden = self.names(s.zones[HAND + EACH * seat])
        pairs = {suit for suit in "CSHD" if suit + "K" in hidden and suit + "Q" in hidden}
        time = not s.zones[TRICK] or s.rules.options["meld_when"] == "own_turn"
        if self.pair or self.side(seat) not in self.trick_of or not time:
            assert not melds
        elif self.left or s.rules.options["meld_after_talon"] == "true":
            free = self.free(seat, held)
            assert melds == {suit for suit in pairs if {suit + "K", suit + "Q"} & free}

    def free(self, seat: Seat, held: list[str]) -> set[str]:
        """§5: what may be played if nothing has been melded."""
        rules = self.s.rules
        if self.left:
            return set(held)
        trick = self.names(self.s.zones[TRICK])
        return allowed(held, trick, self.trump, rules.duty.overtrump, rules.duty.head_after_trump)

    def play(self, card: str) -> None:
        s = self.s
        trick = [*self.names(s.zones[TRICK]), card]
        if len(trick) < self.seats:
            return
        at = max(range(len(trick)), key=lambda i: (strength(trick[i], trick[0][0], self.trump), -i))
        self.leader = (self.leader + self.step * at) % self.seats
        last = sum(len(s.held(seat)) for seat in range(self.seats)) == 1
        side = self.side(self.leader)
        self.totals[side] += sum(WORTH[name[1]] for name in trick) + (s.rules.last_trick if last else 0)
        self.trick_of.add(side)
        if self.left and (s.rules.claims or self.totals[side] < 101):
            self.left -= self.seats

    def finished(self, result: DealResult) -> None:
        s = self.s
        assert s.phase is OVER
        assert sum(result.points) == 0
        assert all(s.points[i] == self.totals[self.side(i)] for i in range(self.seats))
        assert all(n <= 2 for n in self.melds.values()), "no card is melded twice (§5)"
        winners = {self.side(seat) for seat in range(self.seats) if s.winners >> seat & 1}
        if not s.rules.claims:
            there = [side for side in self.totals if self.totals[side] >= 101]
            if there:
                assert winners == set(there)
                assert len(there) == 1
            else:
                assert self.seats == 3, "two sides share more than 200 points"
        if all(n < 101 for n in self.totals.values()):
            assert all(self.totals[side] == max(self.totals.values()) for side in winners)
