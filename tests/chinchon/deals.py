"""What the rule sheet says of any deal of Chinchón, for `tests/rounds.py`: melds and points are worked out a second
time from the names of the cards, by trying all melds of a hand.
"""

from __future__ import annotations

from oracles import melds as slow
from stich.games.chinchon.rules_cards import EACH, LEFT, MELD
from stich.games.chinchon.rules_phases import ARRANGE, FINISH
from stich.games.chinchon.rules_state import Chinchon
from stich.kernel.action import Action
from stich.kernel.cards import Cards, Seat
from stich.kernel.deal import DealResult
from stich.kernel.state import State

WITH = {
    ("conga_out_at", "100"): {"mode": "conga"},
    ("conga_close", "five_only"): {"mode": "conga"},
    ("conga_close", "five_from_96"): {"mode": "conga"},
}
Card = tuple[int, int]


class Watch:
    """One deal."""

    def __init__(self, s: State) -> None:
        assert isinstance(s, Chinchon)
        self.s = s
        self.options = s.rules.options
        self.playing = [seat for seat in range(s.layout.seats) if not s.setup.out >> seat & 1]
        self.closed = -1
        self.hands: dict[Seat, list[Card]] = {}
        self.turns = 0
        self.next = s.turn

    def card(self, face: int) -> Card:
        """Return suit and place in runs: 7 and 10 are neighbours in the small pack, unless the option says no."""
        suit, number = "ECOB".index(self.s.layout.pack.names[face][0]), int(self.s.layout.pack.names[face][1:])
        if self.options["deck"] == "40" and self.options["seven_ten_adjacent"] == "true" and number >= 10:
            number -= 2
        return suit, number

    def cards(self, faces: Cards) -> list[Card]:
        return [self.card(c) for c in faces]

    def worth(self, card: Card) -> int:
        number = card[1]
        if self.options["deck"] == "40" and self.options["seven_ten_adjacent"] == "true" and number >= 8:
            number += 2
        if self.options["face_values"] == "ten":
            return min(10, number)
        return number - 2 if self.options["face_values"] == "compact" and number >= 10 else number

    def left(self, cards: list[Card]) -> int:
        return slow.fewest_left(cards, self.worth)

    def may_leave(self, seat: Seat) -> int:
        most = 10_000 if self.options["close_limit"] == "none" else int(self.options["close_limit"])
        if self.options["mode"] == "conga":
            limit, total = int(self.options["limit"]), self.s.setup.scores[seat]
            stays = limit if self.options["conga_out_at"] == "101" else limit - 1
            most = {
                "five_and_stay_in": min(most, 5, stays - total),
                "five_only": min(most, 5),
                "five_from_96": min(most, 5) if total >= limit - 4 else most,
            }[self.options["conga_close"]]
        return most

    def before(self, seat: Seat, a: Action) -> None:
        s = self.s
        if s.phase is not FINISH:
            assert (seat == self.next) or s.phase is ARRANGE
            return
        hand = s.hand(seat)
        assert (len(hand), seat) == (8, self.next)
        if a.verb == "close":
            self.closed = seat
            kept = hand.replace(a.cards, b"", 1)
            self.hands = {other: self.cards(s.hand(other)) for other in self.playing}
            self.hands[seat] = self.cards(kept)
            assert self.left(self.hands[seat]) <= self.may_leave(seat)
            assert self.options["close_needs_meld"] == "false" or slow.all_melds(self.hands[seat])
        else:
            self.turns += 1
            self.next = max([p for p in self.playing if p < seat], default=max(self.playing))

    def finished(self, result: DealResult) -> None:
        s = self.s
        if self.closed < 0:
            assert result.again
            assert self.turns == s.rules.turn_cap or self.options["stock_out"] == "void_deal"
            return
        seven = self.holder_of_seven()
        for seat in range(s.layout.seats):
            if seat not in self.playing:
                assert result.points[seat] == 0
                continue
            best = self.left(self.hands[seat])
            lying = sum(self.worth(card) for card in self.cards(s.zones[LEFT + EACH * seat]))
            ten_off = best == 0 and (seat == self.closed or self.options["minus_ten_for"] == "anyone")
            if self.options["auto_melds"] == "false" and seven < 0:
                assert lying >= (0 if self.options["layoff"] != "none" else best)
            elif self.options["layoff"] == "none" or (seat == self.closed and self.options["layoff"] == "on_closer"):
                assert result.points[seat] == (-10 if ten_off else best)
            else:
                assert result.points[seat] == (-10 if ten_off else lying)
                assert lying <= best
            for at in (MELD, MELD + 1):
                meld = self.cards(s.zones[at + EACH * seat])
                assert not meld or slow.is_set(meld) or slow.is_run(meld)
        assert (result.headline.key == "chinchon.event.chinchon") == (seven >= 0)
        if seven >= 0:
            assert result.winners == 1 << seven
            assert result.headline.args == {"seat": seven}

    def holder_of_seven(self) -> Seat:
        """§5: the closer, or else the next one in turn order, which is from a seat to the one before it."""
        seats = self.s.layout.seats
        order = [(self.closed - n) % seats for n in range(seats)]
        found = [seat for seat in order if seat in self.playing and slow.is_run(self.hands[seat])]
        if self.options["seven_run"] == "closer":
            return self.closed if self.closed in found else -1
        return found[0] if found else -1
