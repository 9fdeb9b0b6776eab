"""What the rule sheet says of any deal of Écarté, for `tests/rounds.py`: duties and tricks are worked out a second time
from the names of the cards, and the score from the tricks.
"""

from __future__ import annotations

from collections.abc import Sequence

from stich.games.ecarte.rules_cards import PACK, STOCK, TRICK
from stich.games.ecarte.rules_phases import CHANGE, CLAIM, DECIDE, PLAY
from stich.games.ecarte.rules_state import Ecarte
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.deal import DealResult
from stich.kernel.state import State

ORDER = "789TAJQK"


def takes(lead: str, answer: str, trump: str) -> bool:
    """§5: trump over plain, else the higher one of the suit led (§2)."""
    if answer[0] != lead[0]:
        return answer[0] == trump
    return ORDER.index(answer[1]) > ORDER.index(lead[1])


def allowed(hand: Sequence[str], lead: str, trump: str, must_trump: bool) -> set[str]:
    """§5, as a player would say it."""
    suit = {card for card in hand if card[0] == lead[0]}
    if suit:
        return {card for card in suit if takes(lead, card, trump)} or suit
    trumps = {card for card in hand if card[0] == trump} if must_trump else set()
    return trumps or set(hand)


class Watch:
    """One deal."""

    def __init__(self, s: State) -> None:
        assert isinstance(s, Ecarte)
        self.s = s
        self.trump = PACK.names[s.turnup][0]
        self.turn = 1 - s.setup.dealer  # the leader: forehand, then the winner of the last trick
        self.tricks = [0, 0]
        self.kings = [0, 0]
        self.exchanged = 0
        self.declarer = -1
        if PACK.names[s.turnup][1] == "K":
            self.kings[s.setup.dealer] = 1

    def before(self, seat: Seat, a: Action) -> None:
        s = self.s
        hand = [PACK.names[c] for c in s.hand(seat)]
        if s.phase is CLAIM and a.verb == "king":
            assert f"{self.trump}K" in hand
            self.kings[seat] += 1
        elif s.phase is CHANGE:
            self.exchanged += len(a.cards)
        elif s.phase is DECIDE and a.verb == "play":
            self.declarer = seat
        elif s.phase is PLAY:
            assert self.exchanged + len(s.zones[STOCK]) == 21
            self.check_play(seat, hand, [PACK.names[c] for c in s.zones[TRICK]], PACK.names[a.cards[0]])

    def check_play(self, seat: Seat, hand: list[str], trick: list[str], card: str) -> None:
        s = self.s
        legal = {PACK.names[x.cards[0]] for x in s.legal(seat)}
        must_trump = s.rules.options["must_trump"] == "true"
        assert s.tricks == tuple(self.tricks)
        if not trick:
            assert (seat, legal) == (self.turn, set(hand))
            return
        assert (seat, legal) == (1 - self.turn, allowed(hand, trick[0], self.trump, must_trump))
        if takes(trick[0], card, self.trump):
            self.turn = seat
        self.tricks[self.turn] += 1

    def finished(self, result: DealResult) -> None:
        """§6: kings first; five tricks are played unless they have decided the match."""
        s = self.s
        before = s.setup.scores
        target = int(s.rules.options["target"])
        credited = [before[seat] + self.kings[seat] for seat in range(2)]
        if max(credited) >= target:
            assert self.tricks == [0, 0]
        else:
            assert sum(self.tricks) == 5
            credited = [n + m for n, m in zip(credited, self.worth(), strict=True)]
        assert result.points == tuple(credited[seat] - before[seat] for seat in range(2))
        assert max(result.points) <= 3, "§6: hence a match has two deals at least"

    def worth(self) -> list[int]:
        winner = self.tricks.index(max(self.tricks))
        out = [0, 0]
        failed = self.declarer == 1 - winner
        loss = self.s.rules.options["declarer_loss"]
        if failed and loss != "opponent_two":
            out[1 - winner] = -2
        if not failed or loss != "minus_two":
            out[winner] = 2 if max(self.tricks) == 5 else 1
        if failed and loss == "opponent_two" and self.exchanged == 0 and self.s.exchanges == 0:
            out[winner] = 2
        return out
