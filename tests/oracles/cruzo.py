"""Cruzo a second time, straight from the rule sheet and from the names of the cards alone: slow, and easy to read.

A `Table` receives the deal with all its cards and then every act; it answers what may be done now, and what lies where.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

RANKS = "23456789TJQKA"
Play = tuple[str, ...]  # ranks, one for each card


def rank(card: str) -> str:
    """Return the rank of a card: its last letter, "X" of a joker."""
    return card[-1]


def value(k: str) -> int:
    """§5 Return what a rank counts when cards are compared: 2 to 14."""
    return RANKS.index(k) + 2


def held(cards: list[str]) -> Counter[str]:
    """Return how many cards of each rank there are."""
    return Counter(rank(card) for card in cards)


def fits(k: str, pile: list[str], options: dict[str, str]) -> bool:
    """§5 Tell whether a card of rank k may be laid on the pile, whose top comes last."""
    if not pile or k in "2TX":
        return True
    if k == "3":
        return rank(pile[-1]) != "X"
    below = [rank(card) for card in pile]
    undercut = False
    while below and below[-1] in "3X":
        undercut |= below.pop() == "X"
    if not below:
        return True
    if below[-1] == "2":
        return not (undercut and options["joker_over_two"] == "undercut")
    if undercut and options["joker_equal_ok"] == "false":
        return value(k) < value(below[-1])
    if undercut or below[-1] == "7":
        return value(k) <= value(below[-1])
    return value(k) >= value(below[-1])


def group(pile: list[str]) -> int:
    """§6 Return how many equal ranks lie directly on one another at the top."""
    n = 0
    for card in reversed(pile):
        if rank(card) != rank(pile[-1]):
            break
        n += 1
    return n


def starts(hands: list[list[str]], open_cards: list[list[str]], ages: list[int]) -> tuple[int, str, bool]:
    """§3 Return who begins, the lowest diamond, "" where there is none, and whether the card lies in that hand and is
    the lowest of no other. ages: the seats, the youngest first.
    """
    for zones in (hands, open_cards):
        diamonds = [card for zone in zones for card in zone if card[0] == "D"]
        if diamonds:
            lowest = min(diamonds, key=lambda card: value(rank(card)))
            holders = [seat for seat in ages if lowest in zones[seat]]
            return holders[0], lowest, zones is hands and len(holders) == 1
    return ages[0], "", False


class Table:
    """One deal. stage: "direction", "turn" (with `window` while others may throw), "throws", "over"."""

    def __init__(
        self,
        options: dict[str, str],
        hands: list[list[str]],
        open_cards: list[list[str]],
        bunkers: list[list[str]],
        stock: list[str],
        ages: list[int],
    ) -> None:
        self.options = options
        self.hands = [sorted(hand) for hand in hands]
        self.open = [sorted(cards) for cards in open_cards]
        self.bunkers = [dict(enumerate(cards, 1)) for cards in bunkers]
        self.stock = stock[:]
        self.pile: list[str] = []
        self.burnt: list[str] = []
        self.players = len(hands)
        self.places: list[int] = []
        self.direction = 1
        self.stage = "direction"
        self.window = False
        self.thrower = -1
        self.seen: Counter[object] = Counter()
        self.owes = [0] * self.players  # `manual`: cards that each has yet to draw,
        self.turns_since: list[set[int]] = [set() for _ in hands]  # and who has had a turn since
        self.stalled = False
        self.turn, lowest, _ = starts(self.hands, self.open, ages)
        self.first_card = ""
        on_table = not any(lowest in hand for hand in self.hands)
        rows = self.open if on_table else self.hands
        tied = sum(lowest in row for row in rows) > 1
        if lowest and (options["tie_opening"] == "tied_diamond" or not tied):
            self.first_card = lowest if not on_table or options["table_diamond"] == "diamond" else ""
        self.from_table = on_table and self.first_card != ""  # §3 the first play comes from the open cards
        self.opens = True  # nothing has been played

    # -- §4 who is in, and what they play from ------------------------------------------------------------------------

    def left(self) -> list[int]:
        """Return the seats that have not finished."""
        return [seat for seat in range(self.players) if seat not in self.places]

    def round(self, seat: int) -> list[int]:
        """Return who is left after a seat, in the order of play, with the seat itself last if it is among them."""
        order = [(seat + self.direction * i) % self.players for i in range(1, self.players + 1)]
        return [other for other in order if other not in self.places]

    def source(self, seat: int) -> str:
        """§4 Return where a seat's cards have to come from now: "hand", "open", "bunkers"; "" if the seat owes a
        draw.
        """
        if self.hands[seat]:
            return "hand"
        if self.stock:
            return ""
        return "open" if self.open[seat] else "bunkers"

    def cards(self, seat: int) -> list[str]:
        if self.opens and self.from_table:
            return self.open[seat]
        return {"hand": self.hands, "open": self.open}[self.source(seat)][seat]

    # -- §5 and §6 what may be done ------------------------------------------------------------------------------------

    def may_play(self, k: str, n: int) -> bool:
        on_top = group(self.pile) if self.pile and rank(self.pile[-1]) == k else 0
        return fits(k, self.pile, self.options) and (k != "9" or n == 1 or on_top + n >= 4)

    def plays(self, seat: int) -> set[Play]:
        """Return what a seat on turn may play, as ranks."""
        if self.source(seat) not in ("hand", "open"):
            return set()
        ranks = held(self.cards(seat))
        out = {(k,) * n for k in ranks for n in range(1, ranks[k] + 1) if self.may_play(k, n)}
        return {play for play in out if play[0] == self.first_rank()} if self.opens else out

    def first_rank(self) -> str:
        """§3 Return what begins: the decisive card's rank, or else the lowest in the hand as it is now."""
        return next(k for k in self.first_card[1:] or RANKS + "X" if k in held(self.cards(self.turn)))

    def may_pick_up(self, seat: int) -> bool:
        """§6 Because nothing fits; or with three sixes and two nines in the pile, or three equal cards to be played."""
        if not self.pile or not self.source(seat):
            return False
        if self.source(seat) != "bunkers" and not self.plays(seat):
            return True
        lying, hand = held(self.pile), held(self.hands[seat])
        three = any(n == 3 == len(self.hands[seat]) and self.may_play(k, n) for k, n in hand.items())
        return (lying["6"] >= 3 and lying["9"] >= 2) or three

    def throws(self, seat: int) -> set[Play]:
        """§6 Return what a seat may throw: enough for a four, or once it is complete any number."""
        if seat in self.places or not self.pile:
            return set()
        k = rank(self.pile[-1])
        most = held(self.hands[seat])[k]
        if self.options["throw_from_open"] == "true" and self.source(seat) == "open":
            most = held(self.open[seat])[k]
        if self.stage == "throws":
            least = 1
        elif self.window and seat != self.turn:
            least = 4 - group(self.pile)
        else:
            return set()
        return {(k,) * n for n in range(least, most + 1)}

    # -- §6 what happens -----------------------------------------------------------------------------------------------

    def choose(self, direction: int) -> None:
        self.direction = direction
        self.stage = "turn"

    def play(self, seat: int, played: list[str]) -> None:
        """Cards from hand or from the open cards."""
        source, missing = self.cards(seat), self.missing(seat)
        for card in played:
            source.remove(card)
        self.lay(seat, played, missing)

    def flip(self, seat: int, at: int) -> None:
        """Turn a bunker: one of 1, 2, 3, as they lay at first."""
        card = self.bunkers[seat].pop(at)
        if self.may_play(rank(card), 1):
            self.lay(seat, [card], 0)
        else:
            self.pile.append(card)
            self.pick_up(seat)

    def pick_up(self, seat: int) -> None:
        self.take_pile(seat)
        self.begin_turn(self.round(seat)[0])

    def take_pile(self, seat: int) -> None:
        """Whatever anybody has forgotten to draw is past."""
        self.hands[seat] = sorted(self.hands[seat] + self.pile)
        self.pile = []
        self.owes = [0] * self.players

    def lay(self, seat: int, played: list[str], missing: int) -> None:
        """Lay the cards; draw; then what they do. missing: cards that the hand was short of three before."""
        k, before = rank(played[0]), self.pile[:]
        while self.options["ace_on_two_three"] == "true" and before and rank(before[-1]) == "3":
            before.pop()
        self.first_card, self.opens = "", False
        self.pile += played
        self.had_turn(seat)
        ace_on_two = k == "A" and bool(before) and rank(before[-1]) == "2"
        self.refill(seat, 4 if ace_on_two and len(self.hands[seat]) < 3 else 3, missing)
        if self.finished(seat):
            return
        if k != "8" and group(self.pile) >= 4:
            if self.options["window_after_four"] == "true" and self.options["throw_mode"] != "off":
                self.stage, self.thrower, self.window = "throws", seat, False
                return
            self.burn()
            self.begin_turn(seat if seat not in self.places else self.round(seat)[0])
        elif k == "T":
            self.burn()
            again = self.options["ten_again"] == "true" and seat not in self.places
            self.begin_turn(seat if again else self.round(seat)[0])
        elif k == "8":
            self.skip(seat, len(played))
        else:
            if k == "9" and self.players > 2:
                self.direction = -self.direction
            self.begin_turn(self.round(seat)[0])

    def skip(self, seat: int, eights: int) -> None:
        others = [other for other in self.round(seat) if other != seat]
        if self.options["eight_with_two"] == "normal" and len(self.left()) == 2:
            eights = 0
        if eights >= len(others) and seat not in self.places:
            if self.players > 2 and len(others) > 1 and self.stock:
                self.draw(seat, 1) if self.options["draw_mode"] == "auto" else self.owe(seat, self.owes[seat] + 1)
            self.begin_turn(seat)
        else:
            self.begin_turn(others[min(eights, len(others)) % len(others)])

    def throw(self, seat: int, thrown: list[str]) -> None:
        source, missing = self.hands[seat] or self.open[seat], self.missing(seat)
        for card in thrown:
            source.remove(card)
        self.pile += thrown
        if self.options["draw_mode"] == "manual":
            self.refill(seat, 3, missing)  # cards for the throw are owed at once, and drawn when the pile has burnt
        self.stage, self.thrower, self.window = "throws", seat, False
        self.finished(seat)

    def end_throws(self) -> None:
        """The pile burns, all draw beginning with the opener, and the last thrower opens."""
        self.burn()
        opener = self.thrower if self.thrower not in self.places else self.round(self.thrower)[0]
        for seat in [opener, *self.round(opener)[:-1]]:
            self.refill(seat, 3, self.missing(seat))
        self.begin_turn(opener)

    def missing(self, seat: int) -> int:
        """Return how many cards a hand is short of three."""
        return max(0, 3 - len(self.hands[seat]))

    def refill(self, seat: int, to: int, missing: int) -> None:
        """Fill the hand, or let it be owed: beside what was owed already beyond a full hand."""
        n = max(0, to - len(self.hands[seat]))
        if self.options["draw_mode"] == "auto":
            self.draw(seat, n)
        else:
            self.owe(seat, n + max(0, self.owes[seat] - missing))

    def fall(self, seat: int) -> None:
        """§6 `tree`: five cards, and nothing more up to three."""
        self.owes[seat] = max(0, self.owes[seat] - self.missing(seat))
        self.draw(seat, 5)

    def draw(self, seat: int, n: int) -> None:
        for _ in range(min(n, len(self.stock))):
            self.hands[seat] = sorted([*self.hands[seat], self.stock.pop()])

    # -- §6 `manual` ---------------------------------------------------------------------------------------------------

    def owe(self, seat: int, n: int) -> None:
        if n and self.stock:
            self.owes[seat] = n
            self.turns_since[seat] = set()

    def had_turn(self, seat: int) -> None:
        """What is forgotten lapses after the turns of two others, of two players after the other one's."""
        for other in self.left():
            if other != seat:
                self.turns_since[other].add(seat)
                if len(self.turns_since[other]) >= (2 if len(self.left()) > 2 else 1):
                    self.owes[other] = 0

    def drawers(self) -> set[int]:
        """Return who owes a draw: as long as there is a stock, always who has no card in the hand."""
        if self.options["draw_mode"] == "auto" or not self.stock:
            return set()
        return {seat for seat in self.left() if self.owes[seat] or not self.hands[seat]}

    def challenged_by(self, seat: int) -> set[int]:
        """Return whom a seat may challenge: it can do nothing else before it has drawn for an empty hand."""
        if seat in self.places or not self.pile or (self.stock and not self.hands[seat]):
            return set()
        return self.drawers() - {seat}

    def draw_owed(self, seat: int) -> None:
        n = self.owes[seat] if self.hands[seat] else max(3, self.owes[seat])
        self.owes[seat] = 0
        self.draw(seat, n)

    def challenge(self, seat: int) -> None:
        self.take_pile(seat)
        self.window = False

    # -- §6, §7 what cards come to -------------------------------------------------------------------------------------

    def burn(self) -> None:
        self.burnt += self.pile
        self.pile = []

    def finished(self, seat: int) -> bool:
        """§7 Note that a seat has no card left. Return whether the deal is over with it."""
        if not (self.hands[seat] or self.open[seat] or self.bunkers[seat]):
            self.places.append(seat)
            if self.options["finish"] == "rank_by_table" or len(self.left()) == 1:
                self.stage = "over"
                return True
        return False

    def begin_turn(self, seat: int) -> None:
        """A new turn, with time to throw where one to three equal cards lie on top; the third time is the last."""
        self.turn, self.stage = seat, "turn"
        on_top = group(self.pile)
        self.window = self.options["throw_mode"] != "off" and 1 <= on_top <= 3 and rank(self.pile[-1]) != "8"
        lying = [tuple(cards) for zone in (self.hands, self.open, self.bunkers) for cards in zone]
        everything = (*lying, tuple(self.pile), len(self.stock), self.turn, self.direction)
        self.seen[everything] += 1
        if self.seen[everything] == 3:
            self.stalled, self.stage = True, "over"

    # -- §7 -----------------------------------------------------------------------------------------------------------

    def ranking(self) -> Iterator[set[int]]:
        """Return who is first, second, … once the deal is over: seats that share a place together."""
        yield from ({seat} for seat in self.places)
        rest = {seat: (len(self.open[seat]) + len(self.bunkers[seat]), len(self.hands[seat])) for seat in self.left()}
        for cards in sorted(set(rest.values())):
            yield {seat for seat in rest if rest[seat] == cards}
