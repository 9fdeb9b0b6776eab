"""What the rule sheet says of any deal of Herzblatt, for `tests/rounds.py`: duties, tricks and points are worked out a
second time from the names of the cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from stich.games.herzblatt.rules_cards import ASIDE, EACH, HAND, LOTS, STOCK, TRICK
from stich.games.herzblatt.rules_phases import PLAY
from stich.games.herzblatt.rules_state import Herzblatt
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.deal import DealResult
from stich.kernel.state import State

ORDER = "789JQKTA"
WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
WITH = {
    ("must_overtrump", "true"): {"must_trump": "true"},
    ("agree_rounds", "1"): {"declarer_selection": "agreement"},
    ("agree_rounds", "3"): {"declarer_selection": "agreement"},
    **{("fixed_seat", seat): {"declarer_selection": "fixed_seat"} for seat in "123"},
}


def strength(card: str, led: str) -> int:
    """§5: hearts above the suit led, that above all others."""
    return ORDER.index(card[1]) + (100 if card[0] == "H" else 50 if card[0] == led else 0)


def allowed(hand: Sequence[str], trick: Sequence[str], trump: bool, over: bool) -> set[str]:
    """§5 and its two options, as a player would say it."""
    if not trick:
        return set(hand)
    led = trick[0][0]
    suit = {card for card in hand if card[0] == led}
    hearts = {card for card in hand if card[0] == "H"}
    if suit or not (trump and hearts):
        return suit or set(hand)
    best = max(strength(card, led) for card in trick)
    higher = {card for card in hearts if strength(card, led) > best}
    return (higher if over else set()) or hearts


class Watch:
    """One deal."""

    def __init__(self, s: State) -> None:
        assert isinstance(s, Herzblatt)
        self.s = s
        self.every = s.layout.pack.names
        self.leader = -1
        self.tricks: list[int] = [0] * s.layout.seats
        self.lots = s.zones[LOTS]
        self.asked: list[Seat] = []
        self.votes = 0

    def names(self, cards: bytes) -> list[str]:
        return [self.every[c] for c in cards]

    def before(self, seat: Seat, a: Action) -> None:
        s = self.s
        rules = s.rules
        if s.phase.name == "volunteer":
            self.asked.append(seat)
            assert seat == (s.setup.dealer + len(self.asked)) % s.layout.seats, "from forehand on, each once (§4)"
        elif s.phase.name == "vote":
            self.votes += 1
            assert seat != s.turn
        elif s.phase.name in ("stock", "discard"):
            assert seat == s.declarer
        if s.phase is not PLAY:
            return
        played = self.played()
        assert {len(s.hand(i)) + (i in played) for i in range(s.layout.seats)} == {len(s.hand(seat))}
        if self.leader < 0:
            self.leader = (s.setup.dealer + 1) % s.layout.seats if rules.forehand_leads else s.declarer
            assert (
                len(s.zones[ASIDE + EACH * s.declarer]) + len(s.zones[STOCK])
                == len(s.layout.deck) - len(self.lots) - rules.each * s.layout.seats
            )
        trick = self.names(s.zones[TRICK])
        may = allowed(self.names(s.hand(seat)), trick, rules.duty.trump, rules.duty.overtrump)
        assert set(self.names(b"".join(x.cards for x in s.legal(seat)))) == may
        if len(trick) + 1 == s.layout.seats:
            self.take([*trick, *self.names(a.cards)])

    def played(self) -> list[Seat]:
        s = self.s
        return [(self.leader + i) % s.layout.seats for i in range(len(s.zones[TRICK]))]

    def take(self, trick: list[str]) -> None:
        at = max(range(len(trick)), key=lambda i: strength(trick[i], trick[0][0]))
        self.leader = (self.leader + at) % self.s.layout.seats
        self.tricks[self.leader] += sum(WORTH[card[1]] for card in trick)

    def finished(self, result: DealResult) -> None:
        s = self.s
        assert sum(result.points) == 0, "settlement is zero-sum (§6)"
        if result.again:
            assert len(self.asked) == s.layout.seats
            assert s.declarer < 0
            return
        assert all(not s.zones[HAND + EACH * seat] for seat in range(s.layout.seats))
        assert not s.zones[STOCK]
        mine = 120 - sum(n for seat, n in enumerate(self.tricks) if seat != s.declarer)
        assert s.points[s.declarer] == mine
        low, heavy = (-1, -2) if s.rules.options["settlement"] == "top_up" else (-2, -3)
        share = s.rules.stake * (1 if mine >= 66 else low if mine >= 31 else heavy)
        others = s.layout.seats - 1
        assert list(result.points) == [
            share * others if seat == s.declarer else -share for seat in range(s.layout.seats)
        ]
