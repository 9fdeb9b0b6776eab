"""The rule sheet of Durak read a second time, for `tests/rounds.py`: what may be done, whose turn it is, what a bout
may hold, who draws in what order, who is out, and who is the Durak, all from the names of the cards.

`Bouts` is the whole game as the sheet tells it, with lists of names and no thought of speed; it uses nothing of the
rules. `Watch` lets it follow a deal move by move and holds the two against each other at every decision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from stich.games.durak.rules_cards import DISCARD, HAND, MOST, PAIR, TALON, TURNUP
from stich.games.durak.rules_state import Durak
from stich.kernel.action import Action
from stich.kernel.cards import Cards, Seat, seats_of
from stich.kernel.deal import DealResult
from stich.kernel.state import State

RANKS = "23456789TJQKA"
SIX = 6  # the hand that one refills to (§4.5)
AGAIN = 3  # occurrences of a position that end the game (§8)


def height(card: str) -> int:
    return RANKS.index(card[1])


def beats(card: str, attack: str, trump: str) -> bool:
    """§4.2 Higher in the suit, or a trump on a plain card."""
    if card[0] == attack[0]:
        return height(card) > height(attack)
    return card[0] == trump


def of_rank(hand: Sequence[str], rank: str, most: int) -> set[tuple[str, ...]]:
    """Return every choice of one card or several of this rank, at most so many; equal cards count once."""
    cards = sorted(card for card in hand if card[1] == rank)
    return {chosen for n in range(1, min(most, len(cards)) + 1) for chosen in combinations(cards, n)}


class Bouts:
    """One deal, from the first attack to the Durak.

    hands: a list of names for each seat. talon: in the order of drawing, the open trump last.
    """

    def __init__(
        self, options: dict[str, str], hands: Sequence[Sequence[str]], talon: Sequence[str], first: int
    ) -> None:
        self.options = options
        self.hands = [list(hand) for hand in hands]
        self.talon = list(talon)
        self.trump = talon[-1][0]
        self.seats = len(hands)
        self.inside = list(range(self.seats))  # who has not gone out
        self.discarded: list[str] = []
        self.number = 0
        self.attack: list[str] = []
        self.beaten: list[str] = []  # "" where nothing lies on the attack card of this place
        self.idle = 0  # bouts on end in which nothing went out of play
        self.seen: Counter[tuple[object, ...]] = Counter()
        self.over = False
        self.durak = -1
        self.lowest = ""  # §7 `lowest_trump`: the trump that was shown last
        self.to_show: list[int] = []
        if options["first_attacker"] == "lowest_trump":
            self.attacker = first
            self.to_show = [(first + i) % self.seats for i in range(self.seats)]
        else:
            self.begin(first)

    def on(self, option: str) -> bool:
        return self.options[option] == "true"

    def left_of(self, seat: int) -> int:
        """§1 The next on the left who is still in."""
        return min((other for other in self.inside if other != seat), key=lambda other: (other - seat) % self.seats)

    # -- §4.1 a bout begins

    def begin(self, attacker: int) -> None:
        self.number += 1
        self.attacker = attacker
        self.attack, self.beaten = [], []
        self.laid: list[int] = []
        self.taking = self.shown = False
        self.passed: list[int] = []
        self.defends(self.left_of(attacker))

    def defends(self, seat: int) -> None:
        self.defender = seat
        self.limit = self.fits(seat)

    def fits(self, seat: int) -> int:
        """§4 How many cards a defender can be attacked with, by the hand at this moment."""
        most = int(self.options["max_attack"])
        if self.number == 1:
            most = min(most, int(self.options["first_bout_max"]))
        return min(most, len(self.hands[seat]))

    # -- who, and what

    def open_cards(self) -> list[str]:
        return [card for card, on in zip(self.attack, self.beaten, strict=True) if not on]

    def throwers(self) -> list[int]:
        """§4.3 Who may throw in, from the attacker on: it depends on how many cards they have, never on which."""
        around = sorted(self.inside, key=lambda seat: (seat - self.attacker) % self.seats)
        others = [seat for seat in around if seat != self.defender]
        if self.options["throw_in"] == "off" or self.room() == 0:
            return []
        if self.options["throw_in"] == "neighbours":
            right = max((seat for seat in others), key=lambda seat: (seat - self.defender) % self.seats)
            others = [seat for seat in others if seat in (self.left_of(self.defender), right)]
        return [seat for seat in others if self.hands[seat]]

    def room(self) -> int:
        return self.limit - len(self.attack)

    def acting(self) -> set[int]:
        """Return who may do something: the first of those who are asked, or all where `throw_mode` is free."""
        if self.over:
            return set()
        if self.to_show:
            return {self.to_show[0]}
        if not self.attack:
            return {self.attacker}
        defending = bool(self.open_cards()) and not self.taking
        asked = [seat for seat in self.throwers() if seat not in self.passed]
        if self.options["throw_mode"] == "free":
            return set(asked) | ({self.defender} if defending else set())
        return {self.defender} if defending else set(asked[:1])

    def choices(self, seat: int) -> set[tuple[str, ...]]:
        """Return what this seat may do, in the words of §11."""
        if seat not in self.acting():
            return set()
        hand = self.hands[seat]
        if self.to_show:
            return {("pass",)} | self.lower_trump(seat)
        if not self.attack:
            return {("attack", *cards) for rank in RANKS for cards in of_rank(hand, rank, self.limit)}
        if seat != self.defender:
            ranks = {card[1] for card in self.attack + self.beaten if card}
            throws = {("throw", card) for card in hand if card[1] in ranks}
            return throws | ({("pass",)} if self.taking or not self.open_cards() else set())
        pairs = {("beat", card, mine) for card in self.open_cards() for mine in hand if beats(mine, card, self.trump)}
        return {("take",)} | pairs | self.transfers()

    def lower_trump(self, seat: int) -> set[tuple[str, ...]]:
        """§7 Any trump of this hand, if it is below the one that was shown last."""
        trumps = sorted((card for card in self.hands[seat] if card[0] == self.trump), key=height)
        below = [card for card in trumps if not self.lowest or height(card) < height(self.lowest)]
        return {("show", card) for card in below}

    def transfers(self) -> set[tuple[str, ...]]:
        """§4.2 Cards of the attack's rank, laid beside it: nothing is beaten yet, and all has to fit the next hand."""
        if not self.on("transfer") or len({card[1] for card in self.attack}) > 1:
            return set()
        if any(self.beaten) and not self.on("transfer_after_beat"):
            return set()
        room = self.fits(self.left_of(self.defender)) - len(self.attack)
        rank = self.attack[0][1]
        hand = self.hands[self.defender]
        out = {("transfer", *cards) for cards in of_rank(hand, rank, room)}
        if self.on("transfer_by_showing_trump") and not self.shown and room >= 0 and self.trump + rank in hand:
            out.add(("show", self.trump + rank))
        return out

    # -- what happens

    def reveal(self, seat: int, cards: list[str]) -> None:
        """§7 One after the other shows a lower trump, or does not: the player who shows the lowest attacks first."""
        self.to_show.pop(0)
        if cards:
            self.lowest, self.attacker = cards[0], seat
            if cards[0][1] == self.lowest_rank():
                self.to_show = []
        if not self.to_show:
            self.begin(self.attacker)

    def lowest_rank(self) -> str:
        return RANKS[-int(self.options["pack"]) // 4]

    def lay(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        if seat not in self.laid:
            self.laid.append(seat)

    def do(self, seat: int, move: Sequence[str]) -> None:
        verb, *cards = move
        assert tuple(move) in self.choices(seat), f"seat {seat}: {move} not in {self.choices(seat)}"
        if self.to_show:
            self.reveal(seat, cards)
            return
        if verb == "pass":
            self.passed.append(seat)
        else:
            self.passed = []
        if verb in ("attack", "throw", "transfer"):
            for card in cards:
                self.lay(seat, card)
                self.attack.append(card)
                self.beaten.append("")
        if verb in ("transfer", "show"):
            self.shown = self.shown or verb == "show"
            self.attacker = seat
            self.defends(self.left_of(seat))
        if verb == "beat":
            at = next(i for i, card in enumerate(self.attack) if card == cards[0] and not self.beaten[i])
            self.lay(seat, cards[1])
            self.beaten[at] = cards[1]
        if verb == "take":
            self.taking = True
        assert len(self.attack) <= self.limit
        assert len(self.open_cards()) <= len(self.hands[self.defender])
        if self.is_done():
            self.end()

    def is_done(self) -> bool:
        """§4.3 All beaten or taken, and nobody who could throw in is left to be asked."""
        if self.taking and not self.on("pile_on_after_take"):
            return True
        if self.open_cards() and not self.taking:
            return False
        return set(self.throwers()) <= set(self.passed)

    def end(self) -> None:
        """§4.4–4.6 Away with the cards, or to the defender; then all refill; then who has none is out."""
        lying = self.attack + [card for card in self.beaten if card]
        if self.taking:
            self.hands[self.defender] += lying
            self.idle += 1
        else:
            self.discarded += lying
            self.idle = 0
        self.attack, self.beaten = [], []
        self.refill()
        following = self.left_of(self.defender) if self.taking else self.defender
        if not self.talon:
            self.inside = [seat for seat in self.inside if self.hands[seat]]
        if len(self.inside) < 2:
            self.over = True
            self.durak = self.inside[0] if self.inside else -1
            return
        self.begin(following if following in self.inside else self.left_of(following))
        self.guard()

    def refill(self) -> None:
        """§4.5 One after the other up to six: who laid first, then the others clockwise from the attacker."""
        around = sorted(self.inside, key=lambda seat: (seat - self.attacker) % self.seats)
        order = self.laid + [seat for seat in around if seat not in self.laid]
        if self.options["refill_order"] == "defender_last":
            order = [seat for seat in around if seat != self.defender] + [self.defender]
        for seat in order:
            while self.talon and len(self.hands[seat]) < SIX:
                self.hands[seat].append(self.talon.pop(0))

    def guard(self) -> None:
        """§8 The same position for the third time, or too many bouts on end that were all taken: a draw."""
        if not self.talon:
            position = (self.attacker, self.defender, *[tuple(sorted(hand)) for hand in self.hands])
            self.seen[position] += 1
            self.over = self.seen[position] >= AGAIN
        self.over = self.over or self.idle >= int(self.options["stall_limit"])


class Watch:
    """One deal, told to `Bouts` move by move."""

    def __init__(self, s: State) -> None:
        assert isinstance(s, Durak)
        self.s = s
        seats = s.layout.seats
        self.check_pack()
        hands = [self.names(s.zones[HAND + seat]) for seat in range(seats)]
        talon = self.names(s.zones[TALON][::-1] + s.zones[TURNUP])
        assert all(len(hand) == SIX for hand in hands)
        self.told = Bouts(s.rules.options, hands, talon, (s.setup.dealer + 1) % seats)

    def names(self, cards: Cards) -> list[str]:
        return [self.s.layout.pack.names[c] for c in cards]

    def check_pack(self) -> None:
        """§2 So many ranks below the ace, and the fewest packs that leave a trump card."""
        options, deck = self.s.rules.options, self.names(self.s.layout.deck)
        size = int(options["pack"])
        packs = 1 if options["packs"] == "auto" else int(options["packs"])
        while options["packs"] == "auto" and SIX * self.s.layout.seats + 1 > packs * size:
            packs += 1
        assert sorted(deck) == sorted([suit + rank for suit in "CSHD" for rank in RANKS[-size // 4 :]] * packs)

    def move(self, a: Action) -> tuple[str, ...]:
        """Return an action in the words of §11."""
        cards = sorted(self.names(a.cards))
        return (a.verb, *(self.names(bytes([a.to])) if a.verb == "beat" else []), *cards)

    def meant(self, a: Action, choices: set[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """Return what a listed action stands for: where it names no cards, any so many of its rank."""
        if a.cards or a.to < 0:
            return [self.move(a)]
        rank, n = self.names(bytes([a.to // 8]))[0][1], a.to % 8
        return [move for move in choices if move[0] == a.verb and len(move) == n + 1 and move[1][1] == rank]

    def before(self, seat: Seat, a: Action) -> None:
        s, told = self.s, self.told
        self.compare()
        assert set(seats_of(s.must() | s.may())) == told.acting()
        for each in told.acting():
            listed = [move for act in s.legal(each) for move in self.meant(act, told.choices(each))]
            assert len(listed) == len(set(listed)), "equal cards once"
            assert set(listed) == told.choices(each), (each, set(listed) ^ told.choices(each))
        told.do(seat, self.move(a))

    def compare(self) -> None:
        s, told = self.s, self.told
        assert [sorted(self.names(s.zones[HAND + seat])) for seat in range(told.seats)] == [
            sorted(hand) for hand in told.hands
        ]
        pairs = [self.names(pair) for pair in s.zones[PAIR : PAIR + MOST] if pair]
        assert sorted(pairs) == sorted(
            [attack, on] if on else [attack] for attack, on in zip(told.attack, told.beaten, strict=True)
        )
        assert self.names(s.zones[TALON][::-1] + s.zones[TURNUP]) == told.talon
        assert sorted(self.names(s.zones[DISCARD])) == sorted(told.discarded)
        assert set(seats_of(s.out)) == set(range(told.seats)) - set(told.inside)
        if not told.over and not told.to_show:
            assert (s.attacker, s.defender, s.taking, s.limit) == (
                *(told.attacker, told.defender, told.taking),
                told.limit,
            )

    def finished(self, result: DealResult) -> None:
        """§5 The last player with cards is the Durak; nobody is if all ran out at once, or the position repeats."""
        self.compare()
        assert self.told.over
        assert self.s.durak == self.told.durak
        assert list(result.points) == [int(seat == self.told.durak) for seat in range(self.told.seats)]
