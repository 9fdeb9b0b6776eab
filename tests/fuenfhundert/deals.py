"""What the rule sheet says of any deal of Fünfhundert, for `tests/rounds.py`: what may be played and declared, tricks
and the score are worked out a second time, from the names of the cards; what has lapsed is kept combination by
combination.
"""

from __future__ import annotations

from collections.abc import Set
from functools import cache
from itertools import combinations

from stich.games.fuenfhundert.rules_cards import BOTTOM, PACK, TRICK, WON
from stich.games.fuenfhundert.rules_combinations import NAMES
from stich.games.fuenfhundert.rules_state import Fuenfhundert
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.deal import DealResult
from stich.kernel.state import State

WORTH = dict(zip("789JQKTA", (0, 0, 0, 2, 3, 4, 10, 11), strict=True))
ORDER = "789JQKTA"


@cache
def needs(name: str, trump: str) -> frozenset[str]:
    """§6: the cards of a combination."""
    if name == "T7":
        return frozenset({trump + "7"})
    if name == "SJDQ":
        return frozenset({"SJ", "DQ"})
    kind, _, suit = name.partition(":")
    if kind == "KQ":
        return frozenset({suit + "K", suit + "Q"})
    cards = [suit + rank for rank in "AKQJT"] if kind == "SEQ" else [letter + kind[0] for letter in "CSHD"]
    return frozenset(cards)


def worth(name: str, trump: str) -> int:
    kind, _, suit = name.partition(":")
    table = {"A4": 100, "T4": 80, "K4": 60, "Q4": 40, "J4": 20, "KQ": 20, "SJDQ": 40, "SEQ": 120, "T7": 10}
    return table[kind] * (2 if suit == trump else 1)


class Watch:
    """One deal."""

    def __init__(self, s: State) -> None:
        assert isinstance(s, Fuenfhundert)
        self.s = s
        self.trump = PACK.names[s.trump][0]
        self.used: set[str] = set()
        self.lapsed: list[set[str]] = [set(), set()]
        self.called = 0  # in this turn
        self.points = [0, 0]
        self.lead = ""
        self.stopped = False
        self.winner = -1  # of the last trick, once it is taken
        self.closed: set[Seat] = set()  # seats that need no further chance to declare after it

    def own(self, seat: Seat) -> set[str]:
        s = self.s
        return {PACK.names[c] for c in s.hand(seat) + s.zones[WON + 3 * seat]}

    def complete(self, seat: Seat) -> set[str]:
        free = self.own(seat) - self.used
        talon = bool(self.s.zones[BOTTOM])
        return {name for name in NAMES if needs(name, self.trump) <= free and not (name == "T7" and talon)}

    def permitted(self, seat: Seat) -> bool:
        rules = self.s.rules
        if rules.leader_only and self.winner not in (-1, seat):
            return False
        held, talon = len(self.s.hand(seat)), bool(self.s.zones[BOTTOM])
        if (rules.leader_only and self.lead) or (rules.one_per_turn and self.called):
            return False
        if rules.limit == "french_seven":
            return talon or held > 7
        if rules.limit == "under_six":
            return held < 6
        return talon or rules.limit == "none"

    def due(self, seat: Seat) -> set[str]:
        late = self.s.rules.late
        return self.complete(seat) - (set() if late else self.lapsed[seat])

    def before(self, seat: Seat, a: Action) -> None:
        s = self.s
        assert not self.stopped
        acts = s.legal(seat)
        if self.winner >= 0:
            self.after_the_last_trick(seat)
        due = self.due(seat) if self.permitted(seat) else set()
        if s.rules.auto:
            assert {"declare", *(x.verb for x in acts)} <= {"declare", "play", "exchange"}
        else:
            assert {NAMES[x.to] for x in acts if x.verb == "declare"} == due
        hand = {PACK.names[c] for c in s.hand(seat)}
        seven = self.trump + "7"
        assert any(x.verb == "exchange" for x in acts) == (seven in hand - self.used and bool(s.zones[BOTTOM]))
        if a.verb == "exchange":
            self.give(seat, {seven}, 10)
        elif a.verb == "declare":
            self.called += 1
            self.give(seat, needs(NAMES[a.to], self.trump), worth(NAMES[a.to], self.trump))
        elif a.verb == "done":
            assert self.winner >= 0
            assert due
            self.closed.add(seat)
            self.called = 0
        else:
            assert {PACK.write(x.cards) for x in acts if x.verb == "play"} == self.playable(hand)
            self.declared_with(seat, a, due)
            self.played(seat, PACK.names[a.cards[0]])

    def after_the_last_trick(self, seat: Seat) -> None:
        """§4: its winner first; the other one when the winner has nothing more to declare or has said so."""
        if seat != self.winner and self.winner not in self.closed:
            assert not self.permitted(self.winner) or not self.due(self.winner)
            self.closed.add(self.winner)
            self.called = 0
        assert seat not in self.closed

    def playable(self, hand: set[str]) -> set[str]:
        """§5."""
        if not self.lead or self.s.zones[BOTTOM]:
            return hand
        suit = {card for card in hand if card[0] == self.lead[0]}
        return suit or {card for card in hand if card[0] == self.trump} or hand

    def declared_with(self, seat: Seat, a: Action, due: set[str]) -> None:
        """§8 `auto_declare`: no set of what is due is worth more than what goes with the card."""
        if not self.s.rules.auto or not due:
            return
        names = [name for n, name in enumerate(NAMES) if a.to >> n & 1]  # one by one, till somebody has won
        assert due.issuperset(names)
        best = sum(worth(name, self.trump) for name in names)
        assert all(worth(name, self.trump) <= best for name in due)
        for name in names:
            if not self.stopped:
                cards = needs(name, self.trump)
                assert not cards & self.used
                self.give(seat, cards, worth(name, self.trump))

    def give(self, seat: Seat, cards: Set[str], n: int) -> None:
        self.used |= cards
        self.add(seat, n)

    def add(self, seat: Seat, n: int) -> None:
        s = self.s
        self.points[seat] += n
        if n and s.setup.number > 1 and s.setup.scores[seat] + self.points[seat] >= s.rules.target:
            self.stopped = True

    def played(self, seat: Seat, card: str) -> None:
        if self.stopped:
            return
        if self.permitted(seat):
            self.lapsed[seat] |= self.complete(seat)
        self.called = 0
        if not self.lead:
            self.lead = card
            return
        takes = ORDER.index(card[1]) > ORDER.index(self.lead[1])
        if self.s.rules.options["zero_rank"] == "equal" and self.s.zones[BOTTOM]:
            takes = takes and card[1] not in "789"
        if not self.s.zones[BOTTOM] and card[0] != self.lead[0]:
            takes = card[0] == self.trump
        assert [PACK.names[c] for c in self.s.zones[TRICK]] == [self.lead]
        winner = seat if takes else 1 - seat
        self.add(winner, WORTH[card[1]] + WORTH[self.lead[1]])
        self.lead = ""
        if not self.s.zones[BOTTOM] and len(self.s.hand(0)) + len(self.s.hand(1)) == 1:  # the card that is played now
            self.winner = winner

    def declared_at_the_end(self, seat: Seat) -> None:
        """§6: after the last trick nothing is left that could have been declared; §8 `auto_declare` declares it."""
        due = self.due(seat) if self.permitted(seat) and seat not in self.closed else set()
        if not self.s.rules.auto:
            assert not due
            return
        best: tuple[str, ...] = ()
        for n in range(1, 2 if self.s.rules.one_per_turn else len(due) + 1):
            for names in combinations([name for name in NAMES if name in due], n):
                cards = [card for name in names for card in needs(name, self.trump)]
                if len(set(cards)) == len(cards) and self.sum(names) > self.sum(best):
                    best = names
        for name in best:
            if not self.stopped:
                self.give(seat, needs(name, self.trump), worth(name, self.trump))

    def sum(self, names: tuple[str, ...]) -> int:
        return sum(worth(name, self.trump) for name in names)

    def finished(self, result: DealResult) -> None:
        if not self.stopped:
            self.declared_at_the_end(self.winner)
            if self.winner not in self.closed:
                self.called = 0
        if not self.stopped:
            self.declared_at_the_end(1 - self.winner)
        assert list(result.points) == self.points
        assert self.stopped == (result.headline.key == "fuenfhundert.event.reached")
        if not self.stopped:
            assert not self.s.hand(0) + self.s.hand(1)
            assert sum(self.s.points) == 120
