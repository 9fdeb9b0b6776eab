"""§12 read a second time, for `deals.py`: announcements, tricks, parties and points of a deal with announcements or
specials, worked out from the names of cards and from words.
"""

from __future__ import annotations

from collections import Counter

from stich.games.doppelkopf.rules_cards import HAND, PACK, SOLO_WORDS, TRICK
from stich.games.doppelkopf.rules_club_state import ClubDoppelkopf
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.deal import DealResult

WORTH = {"9": 0, "J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}
LADDER = ["no90", "no60", "no30", "black"]
CARDS = {"first": 11, "no90": 10, "no60": 9, "no30": 8, "black": 7}  # still in hand
OWN = {"no90": 151, "no60": 181, "no30": 211}
OTHER = {"no90": 90, "no60": 60, "no30": 30}
EXTRA = [("no90", 120), ("no60", 90), ("no30", 60), ("black", 30)]


class ClubWatch:
    """One deal."""

    def __init__(self, s: ClubDoppelkopf) -> None:
        self.s = s
        self.on = {name: value == "true" for name, value in s.rules.options.items()}
        self.tournament = s.rules.options["rules"] == "tournament"
        self.first = self.hands()
        self.game = ""
        self.alone = -1  # who plays a solo
        self.bride = self.caller = self.partner = -1
        self.called = ""
        self.poor: set[int] = set()
        self.shift = 0
        self.said: dict[str, list[str]] = {"re": [], "kontra": []}
        self.answered: set[str] = set()
        self.trick: list[tuple[int, str]] = []
        self.done: list[tuple[int, list[tuple[int, str]]]] = []
        self.pigs = False
        self.nines = -1

    def hands(self) -> list[list[str]]:
        return [[PACK.names[c] for c in self.s.zones[HAND + 2 * seat]] for seat in range(4)]

    # -- cards ---------------------------------------------------------------------------------------------------------

    def trump(self, card: str) -> int:
        """Return the height of a trump, 0 for other cards."""
        solo = self.game.removeprefix("solo ")
        if solo == "fleshless":
            return 0
        if solo in ("queens", "jacks"):
            return 1 + "DHSC".index(card[0]) if card[1] == solo[0].upper() else 0
        suit = solo if self.game.startswith("solo") else "D"
        if card == "DA" and self.pigs:
            return 40
        if card == "HT" and (self.tournament or self.on["tollen"]):
            return 30
        if card[1] in "QJ":
            return (20 if card[1] == "Q" else 10) + "DHSC".index(card[0])
        return 1 + "9KTA".index(card[1]) if card[0] == suit else 0

    def suit(self, card: str) -> str:
        return "trump" if self.trump(card) else card[0]

    def beats(self, card: str, best: str) -> bool:
        if card == best == "HT" and self.on["tollen_second_beats_first"]:
            return self.trump("HT") > 0
        if self.trump(card) or self.trump(best):
            return self.trump(card) > self.trump(best)
        return card[0] == best[0] and "9JQKTA".index(card[1]) > "9JQKTA".index(best[1])

    def taker(self) -> int:
        best = self.trick[0]
        for play in self.trick[1:]:
            if self.beats(play[1], best[1]):
                best = play
        return best[0]

    # -- sides ---------------------------------------------------------------------------------------------------------

    def looks(self) -> bool:
        return (self.bride >= 0 or self.caller >= 0) and self.partner < 0

    def re(self) -> set[int]:
        if self.alone >= 0:
            return {self.alone}
        if self.poor:
            return self.poor
        if self.bride >= 0 or self.caller >= 0:
            return {max(self.bride, self.caller), self.partner}
        return {seat for seat in range(4) if "CQ" in self.first[seat]}

    def side(self, seat: Seat) -> str:
        return "re" if seat in self.re() else "kontra"

    # -- announcements -------------------------------------------------------------------------------------------------

    def least(self, word: str) -> int:
        return CARDS[word] - self.shift - (2 if self.on["no_nines"] else 0)

    def may_say(self, seat: Seat) -> set[str]:
        """6.2 to 6.4, word by word."""
        if self.looks() or not (self.tournament or self.on["announcements"]):
            return set()
        side = self.side(seat)
        mine, theirs = self.said[side], self.said["kontra" if side == "re" else "re"]
        n = len(self.hands()[seat])
        out = set()
        if not mine:
            if n >= self.least("first"):
                out |= {side, *LADDER}
            elif theirs:
                highest = "first" if len(theirs) == 1 else theirs[-1]
                if n + 1 >= self.least(highest):
                    out.add(side)
            return out
        if side in self.answered:
            return out
        missing = [word for word in LADDER if word not in mine]
        if missing and n >= self.least(missing[0]):
            out |= set(missing)
        return out

    def say(self, seat: Seat, word: str) -> None:
        side = self.side(seat)
        if not self.said[side]:
            if len(self.hands()[seat]) < self.least("first"):
                self.answered.add(side)
            self.said[side].append(side)
        if word in LADDER:
            for each in LADDER[: LADDER.index(word) + 1]:
                if each not in self.said[side]:
                    self.said[side].append(each)

    # -- what is done --------------------------------------------------------------------------------------------------

    def before(self, seat: Seat, a: Action) -> None:
        s = self.s
        word = a.verb
        if word in ("re", "kontra", *LADDER):
            assert word in self.may_say(seat)
            assert a.to == (-1 if word in ("re", "kontra") else ["re", "kontra"].index(self.side(seat)))
            self.say(seat, word)
            return
        if word not in ("play", "pigs"):
            self.reserve(seat, a)
            return
        if not self.done and not self.trick:
            self.begin()
        for other in range(4):
            spoken = {x.verb for x in s.legal(other) if x.verb not in ("play", "pigs")}
            assert spoken == self.may_say(other), other
            assert not spoken or other == s.turn or s.may() >> other & 1
        self.play(seat, PACK.names[a.cards[0]], word == "pigs")

    def reserve(self, seat: Seat, a: Action) -> None:
        hand = self.hands()[seat]
        word = a.verb
        if word == "solo":
            self.game, self.alone = f"solo {SOLO_WORDS[a.to]}", seat
            self.bride = self.caller = -1
        elif word == "grossspiel":
            self.game, self.alone = "solo jacks", seat
        elif word == "wedding":
            assert hand.count("CQ") == 2
            self.bride = seat
        elif word == "call_ace":
            self.caller, self.called = seat, "CSH"[a.to] + "A"
        elif word == "armut":
            assert sum(map(bool, map(self.trump, hand))) <= 3
            self.poor = {seat}
        elif word == "neunen":
            assert sum(card[1] == "9" for card in hand) >= 5
            self.nines = seat if self.nines < 0 else self.nines
        elif word == "accept":
            self.poor.add(seat)
        elif word == "give":
            assert len(hand) - len(a.cards) == 12 or len(hand) - len(a.cards) == 10

    def begin(self) -> None:
        """A solo goes before all, a poverty before a wedding."""
        if self.alone >= 0:
            self.bride = self.caller = -1
            self.poor = set()
        if self.poor:
            self.bride = -1

    def play(self, seat: Seat, card: str, pigs: bool) -> None:
        s = self.s
        assert [PACK.names[c] for c in s.zones[TRICK]] == [played for _, played in self.trick]
        hand = self.hands()[seat]
        if self.trick:
            led = self.trick[0][1]
            same = {x for x in hand if self.suit(x) == self.suit(led)}
            assert {PACK.write(x.cards) for x in s.legal(seat) if x.verb == "play"} == (same or set(hand))
        if pigs:
            assert hand.count("DA") == 2
            assert self.game in ("", "solo D")
            self.pigs = True
        self.trick.append((seat, card))
        found = seat != self.caller or s.rules.own_ace_alone
        if self.caller >= 0 and self.partner < 0 and card == self.called and found:
            self.partner = seat
            self.shift = len(self.done)
        if len(self.trick) == 4:
            taker = self.taker()
            self.done.append((taker, self.trick))
            self.trick = []
            if self.bride >= 0 and self.partner < 0 and (taker != self.bride or len(self.done) == 3):
                self.partner = taker
                self.shift = len(self.done) - 1

    # -- what it was worth ---------------------------------------------------------------------------------------------

    def finished(self, result: DealResult) -> None:
        s = self.s
        if result.again:
            assert self.nines >= 0 or len(self.poor) == 1
            assert list(result.points) == [0] * 4
            return
        re = self.re()
        assert {seat for seat in range(4) if s.re >> seat & 1} == re
        assert s.re | s.kontra == 15
        taken = Counter[int]()
        for taker, trick in self.done:
            taken[taker] += sum(WORTH[card[1]] for _, card in trick)
        assert [taken[seat] for seat in range(4)] == list(s.points)
        value = self.value(re, sum(taken[seat] for seat in re), {taker for taker, _ in self.done})
        unit = 2 if s.rules.pairwise and len(re) == 2 else 1
        net = [value * (3 if re == {seat} else unit) * (1 if seat in re else -1) for seat in range(4)]
        for owner, taker in self.foxes() if self.on["fuchsfang"] else []:
            if (owner in re) != (taker in re):
                net[owner] -= 1
                net[taker] += 1
        assert list(result.points) == net
        assert sum(net) == 0

    def foxes(self) -> list[tuple[int, int]]:
        if self.game not in ("", "solo D"):
            return []
        caught = [(owner, taker) for taker, trick in self.done for owner, card in trick if card == "DA"]
        return [(owner, taker) for owner, taker in caught if owner != taker]

    def value(self, re: set[int], points: int, takers: set[int]) -> int:
        """Return what the deal is worth to Re."""
        kontra = {0, 1, 2, 3} - re
        got = {"re": points, "kontra": 240 - points}
        without = {"re": not takers & re, "kontra": not takers & kontra}
        special = self.specials(re) if (self.tournament or self.on["specials"]) and len(re) == 2 else 0
        against = 1 if (self.tournament or self.on["specials"]) and len(re) == 2 and not self.poor else 0
        if not (self.tournament or self.on["announcements"]):
            won = points >= 121
            loser = "kontra" if won else "re"
            units = 1 + (got[loser] < 60) + without[loser]
            return (units if won else -units - against) + special
        won_by = [side for side in ("re", "kontra") if self.has_won(side, got, without)]
        assert len(won_by) < 2
        if not won_by:
            gains = {side: self.gain(side, got, without) for side in ("re", "kontra")}
            return gains["re"] - gains["kontra"] + special
        side = won_by[0]
        worth = 1 + self.gain(side, got, without)
        worth += sum(2 if word in ("re", "kontra") else 1 for words in self.said.values() for word in words)
        return worth + special if side == "re" else -worth - against + special

    def has_won(self, side: str, got: dict[str, int], without: dict[str, bool]) -> bool:
        """7.1."""
        other = "kontra" if side == "re" else "re"
        mine, theirs = self.said[side][1:], self.said[other][1:]
        if mine:
            return without[other] if mine[-1] == "black" else got[side] >= OWN[mine[-1]]
        if theirs:
            return not without[side] if theirs[-1] == "black" else got[side] >= OTHER[theirs[-1]]
        only_kontra = bool(self.said["kontra"]) and not self.said["re"]
        need = {"re": 120 if only_kontra else 121, "kontra": 121 if only_kontra else 120}
        return got[side] >= need[side]

    def gain(self, side: str, got: dict[str, int], without: dict[str, bool]) -> int:
        """7.2.2 a, e, f: under 90, under 60, under 30, black; and what was reached against the other side's steps."""
        other = "kontra" if side == "re" else "re"
        n = sum(got[other] < limit for limit in (90, 60, 30)) + without[other]
        return n + sum(word in self.said[other] and got[side] >= limit for word, limit in EXTRA)

    def specials(self, re: set[int]) -> int:
        """7.2.3, for Re."""
        n = 0
        for owner, taker in self.foxes():
            if (owner in re) != (taker in re):
                n += 1 if taker in re else -1
        for taker, trick in self.done:
            if sum(WORTH[card[1]] for _, card in trick) >= 40:
                n += 1 if taker in re else -1
        taker, last = self.done[-1]
        jacks = [owner for owner, card in last if card == "CJ"]
        if (taker, "CJ") in last:
            n += 1 if taker in re else -1
        if self.on["karlchen_caught"]:
            for owner in jacks:
                if (owner in re) != (taker in re):
                    n += 1 if taker in re else -1
        return n
