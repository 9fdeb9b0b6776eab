"""What the rule sheet says of any deal of Doppelkopf, for `tests/rounds.py`: duties, tricks, parties and the score are
worked out a second time, from the names of the cards.
"""

from __future__ import annotations

from doppelkopf.deals_club import ClubWatch
from stich.games.doppelkopf.rules_cards import CONTRACT_NAMES, HAND, PACK, TRICK
from stich.games.doppelkopf.rules_club_state import ClubDoppelkopf
from stich.games.doppelkopf.rules_phases_announce import ANNOUNCE
from stich.games.doppelkopf.rules_state import Doppelkopf
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.deal import DealResult
from stich.kernel.state import State

TOURNAMENT = {"rules": "tournament"}
WITH = {
    ("tollen_second_beats_first", "true"): {"tollen": "true"},
    ("duty_solo", "true"): {**TOURNAMENT, "match_deals": "24"},
    ("karlchen_caught", "true"): {"specials": "true"},
    **{(name, "true"): TOURNAMENT for name in ("schweinchen", "armut", "neunen")},
}
WORTH = {"9": 0, "J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}


def Watch(s: State) -> PageWatch | ClubWatch:
    return ClubWatch(s) if isinstance(s, ClubDoppelkopf) else PageWatch(s)


class PageWatch:
    """One deal of the page's game."""

    def __init__(self, s: State) -> None:
        assert isinstance(s, Doppelkopf)
        self.s = s
        self.on = {name: value == "true" for name, value in s.rules.options.items()}
        self.queens = {seat: s.hand(seat).count(PACK.faces["CQ"]) for seat in range(4)}
        self.trump_suit = "D"  # "": none but the jacks
        self.soloist = self.caller = -1
        self.called = ""
        self.partner = -1
        self.trick: list[tuple[int, str]] = []
        self.points = [0] * 4
        self.tricks = [0] * 4
        self.foxes: list[tuple[int, int]] = []

    def suit(self, card: str) -> str:
        """§2, §8: the suit a card has to be followed with."""
        if self.trump_suit in ("queens", "fleshless"):
            return "trump" if self.trump_suit == "queens" and card[1] == "Q" else card[0]
        jacks = self.trump_suit == ""
        tolle = card == "HT" and self.on["tollen"] and not jacks
        trump = card[1] == "J" or (not jacks and (card[1] == "Q" or card[0] == self.trump_suit or tolle))
        return "trump" if trump else card[0]

    def height(self, place: int, card: str, led: str) -> tuple[int, int, int, int]:
        """§5: the highest trump, else the highest of the suit led, of equal cards the first."""
        own = self.suit(card)
        if own != "trump":
            return (1 if own == led else 0, 0, "9JQKTA".index(card[1]), -place)
        if card == "HT" and self.on["tollen"]:
            return (2, 9, 0, place if self.on["tollen_second_beats_first"] else -place)
        if card[1] in "QJ":
            return (2, 8 if card[1] == "Q" else 7, "DHSC".index(card[0]), -place)
        return (2, 0, "9KTA".index(card[1]), -place)

    def before(self, seat: Seat, a: Action) -> None:
        s = self.s
        hand = [PACK.names[c] for c in s.zones[HAND + 2 * seat]]
        if s.phase is ANNOUNCE:
            self.announced(seat, a, hand)
            return
        card = PACK.names[a.cards[0]]
        assert [PACK.names[c] for c in s.zones[TRICK]] == [played for _, played in self.trick]
        if self.trick:
            led = self.suit(self.trick[0][1])
            follows = {each for each in hand if self.suit(each) == led}
            assert {PACK.write(x.cards) for x in s.legal(seat)} == (follows or set(hand))
        self.trick.append((seat, card))
        if card == self.called and self.partner < 0 and (seat != self.caller or s.rules.own_ace_alone):
            self.partner = seat
        if len(self.trick) == 4:
            self.end_trick()

    def announced(self, seat: Seat, a: Action, hand: list[str]) -> None:
        assert (a.verb == "ok") <= (hand.count("CQ") < 2)
        if a.verb in ("call_ace", "wedding"):
            self.caller = seat
            self.called = "CSH"[a.to] + "A" if a.verb == "call_ace" else ""
            assert hand.count(self.called) < 2
        elif a.verb != "ok":
            self.soloist, self.caller, self.called = seat, -1, ""
            self.trump_suit = [*"CSHD", "queens", "", "fleshless"][a.to] if a.verb == "solo" else ""

    def end_trick(self) -> None:
        led = self.suit(self.trick[0][1])
        place = max(range(4), key=lambda at: self.height(at, self.trick[at][1], led))
        taker = self.trick[place][0]
        self.points[taker] += sum(WORTH[card[1]] for _, card in self.trick)
        self.tricks[taker] += 1
        if self.caller >= 0 and not self.called and self.partner < 0:
            if taker != self.caller:
                self.partner = taker
            elif sum(self.tricks) == 3:
                self.partner = self.caller
        if self.on["fuchsfang"] and self.trump_suit == "D":
            self.foxes += [(owner, taker) for owner, card in self.trick if card == "DA" and owner != taker]
        self.trick = []

    def re(self) -> set[int]:
        """§4: who plays together in the end."""
        if self.soloist >= 0:
            return {self.soloist}
        if self.caller >= 0:
            assert self.partner >= 0
            return {self.caller, self.partner}
        assert sorted(self.queens.values()) == [0, 0, 1, 1]
        return {seat for seat, n in self.queens.items() if n}

    def finished(self, result: DealResult) -> None:
        s = self.s
        re = self.re()
        named = s.game.removeprefix("doppelkopf.game.")
        assert named in (*CONTRACT_NAMES, "solo_jacks", "wedding", "call_c", "call_s", "call_h")
        assert {seat for seat in range(4) if s.re >> seat & 1} == re
        assert s.re | s.kontra == 15
        assert not s.re & s.kontra
        assert list(s.points) == self.points
        assert sum(self.points) == 240
        mine = sum(self.points[seat] for seat in re)
        lost = set(range(4)) - re if mine >= 121 else re
        n = 1 + (sum(self.points[seat] for seat in lost) < 60) + (not any(self.tricks[seat] for seat in lost))
        each = 2 if s.rules.pairwise and len(re) == 2 else 1
        net = [0] * 4
        for seat in range(4):
            factor = 3 if re == {seat} else each
            net[seat] = -n * factor if seat in lost else n * factor
        for owner, taker in self.foxes:
            if (owner in re) != (taker in re):
                net[owner] -= 1
                net[taker] += 1
        assert list(result.points) == net
        assert sum(net) == 0
