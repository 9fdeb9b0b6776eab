"""The state of a deal of Doppelkopf: its facts, and what the play has shown about hands and parties."""

from __future__ import annotations

from typing import Final

from stich.games.doppelkopf.rules_cards import (
    ACE,
    CLUB_QUEEN,
    EACH,
    FLESHLESS,
    FOX,
    HAND,
    JACKS,
    NORMAL,
    SIZE,
    TRICK,
    TRUMP_WORDS,
    WON,
    DoppelkopfRules,
)
from stich.games.doppelkopf.rules_score import ALL, caught, owner_of, settle
from stich.kernel.action import Phrase
from stich.kernel.cards import Card, Cards, Seat, Seats, has, only
from stich.kernel.deal import DealResult
from stich.kernel.situation import NOTHING_YET, PLAIN, Reached, Side, Situation
from stich.kernel.state import AS_THEY_ARE, State
from stich.parts.suits import DIAMONDS
from stich.parts.tricks import Contract, trump_of

RE_WORD: Final = Phrase("doppelkopf.badge.re")
KONTRA_WORD: Final = Phrase("doppelkopf.badge.kontra")
FOREIGN: Final = 4  # called: the partner is the winner of the first trick that the caller does not win


class Doppelkopf(State):
    def __init__(self, rules: DoppelkopfRules, of: Doppelkopf | None = None) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.game: str = "" if of is None else of.game
        self.contract: int = NORMAL if of is None else of.contract
        self.declarer: Seat = -1 if of is None else of.declarer
        self.called: int = -1 if of is None else of.called
        self.re: Seats = 0 if of is None else of.re
        self.kontra: Seats = 0 if of is None else of.kontra
        self.points: tuple[int, ...] = (0, 0, 0, 0) if of is None else of.points
        self.last: Cards = b"" if of is None else of.last
        self.taker: Seat = -1 if of is None else of.taker
        self.foxes: tuple[int, ...] = () if of is None else of.foxes
        self.silent: Seats = 0 if of is None else of.silent
        self.both: Seat = -1 if of is None else of.both
        self.queens: Seats = 0 if of is None else of.queens
        self.own_ace: int = 0 if of is None else of.own_ace
        self.void: tuple[int, ...] = (0, 0, 0, 0) if of is None else of.void

    def public_copy(self) -> Doppelkopf:
        return Doppelkopf(self.rules, self)

    def can_hold(self, c: Card, at: int) -> bool:
        """A seat that did not follow lacks those cards. A player who said nothing has at most one club queen; a player
        who called an ace has one of that suit until it is played. A player with both queens leaves none for others.
        """
        if at < HAND or at & 1:
            return True
        seat = (at - HAND) >> 1
        if self.void[seat] >> c & 1:
            return False
        if c == CLUB_QUEEN:
            return (self.both < 0 or seat == self.both) and not has(self.silent & self.queens, seat)
        return not (self.own_ace and seat == self.both and self.is_called(c))

    def may_pair(self, c: Card, at: int) -> bool:
        """A player who said nothing has at most one club queen, one who called an ace at most one of it."""
        if at < HAND or at & 1:
            return True
        seat = (at - HAND) >> 1
        if c == CLUB_QUEEN:
            return not has(self.silent, seat)
        return seat != self.both or not self.is_called(c)

    def order(self) -> list[Cards]:
        return self.rules.orders[self.contract]

    def facts_for(self, viewer: Seat) -> dict[str, object]:
        """§4 A seat's party is shown to viewers who can know it from their own cards and the queens on the table."""
        re, kontra = self.known_to(viewer)
        return {"re": re, "kontra": kontra} if re != self.re or kontra != self.kontra else AS_THEY_ARE

    def situation(self, viewer: Seat) -> Situation:
        """§2, §12 The trumps, what is played and who has announced it; §4 the parties that the viewer knows."""
        if self.game == "":
            return PLAIN
        played = self.contract_played()
        how = self.how()
        trick = self.zones[TRICK]
        led = trick[0] if trick else -1
        re, kontra = self.known_to(viewer)
        whole = re | kontra == ALL
        sides: list[Side] = []
        if re:
            sides.append(Side(re, RE_WORD, self.made(re) if whole else None))
        if kontra:
            sides.append(Side(kontra, KONTRA_WORD, self.made(kontra) if whole else None))
        return Situation(
            trump=-1 if JACKS <= played <= FLESHLESS else trump_of(how),
            trumps=Phrase(TRUMP_WORDS[played]),
            led=led,
            trump_led=led >= 0 and how.is_trump(led),
            contract=Phrase(self.game),
            declarer=self.declarer,
            sides=sides,
        )

    def reached(self, viewer: Seat) -> list[Reached]:
        """§7 The card points of the parties if the viewer knows both, else those of each player."""
        if not self.points or self.game == "":
            return NOTHING_YET
        re, kontra = self.known_to(viewer)
        if re | kontra != ALL:
            return [Reached(only(seat), n) for seat, n in enumerate(self.points)]
        plain = not self.has_announced()
        return [
            Reached(re, self.made(re), 121 if plain else 0, name=RE_WORD),
            Reached(kontra, self.made(kontra), 120 if plain else 0, name=KONTRA_WORD),
        ]

    def has_announced(self) -> bool:
        """§12 Tell whether an announcement has changed what a party needs."""
        return False

    def made(self, side: Seats) -> int:
        """Return the card points in the tricks of these seats."""
        return sum([n for seat, n in enumerate(self.points) if has(side, seat)])

    def contract_played(self) -> int:
        """Return the number of the contract by which the cards rank."""
        return self.contract

    def is_forced(self) -> bool:
        """§12 Tell whether the player to lead has to play their duty solo."""
        return False

    def worth_facts(self) -> tuple[object, ...]:
        """§12 Return what the result depends on besides parties, points and foxes."""
        return ()

    # -- what a card or a trick reveals; §12 notes more ----------------------------------------------------------------

    def note_queen(self, seat: Seat) -> None:
        """§4 In a normal game a club queen on the table proves that its player is Re; the second one proves all
        parties. The player who called an ace is known to be Re, and holds both.
        """
        if self.contract != NORMAL or has(self.re, seat):
            return
        second = self.re != 0
        self.re |= only(seat)
        if second:
            self.kontra = ALL & ~self.re

    def deduce(self) -> None:
        """§12 Note who is proven to be Re or Kontra after a seat has not followed."""

    def note_partner(self, before: int) -> None:
        """§12 Note after how many tricks the one came in which a partner was found."""

    def tricks_taken(self) -> int:
        """Return how many tricks have been taken."""
        return sum([len(self.zones[WON + EACH * seat]) for seat in range(4)]) >> 2

    def note_specials(self, trick: Cards, leader: Seat, place: int, n: int) -> None:
        """§8 Note the foxes that a trick catches. place: of its highest card. n: its points."""
        if self.rules.fox and self.has_foxes():
            self.note_foxes(trick, leader, place)

    def has_foxes(self) -> bool:
        """§8 Tell whether the diamond aces are trumps, in a game in which they are foxes."""
        return self.contract == NORMAL or self.contract == 1 + DIAMONDS

    def note_foxes(self, trick: Cards, leader: Seat, place: int) -> None:
        """§8 Note each fox of a trick that another seat has played than the one that takes it."""
        for i, c in enumerate(trick):
            if c == FOX and i != place:
                self.foxes = (*self.foxes, caught((leader + i) & 3, (leader + place) & 3))

    def say_specials(self, seat: Seat, foxes: tuple[int, ...], n: int) -> None:
        """§8 Say what a trick was besides its points. foxes: those that it has caught. n: its points."""
        if self.rules.fox:
            self.say_foxes(seat, foxes)

    def say_foxes(self, seat: Seat, foxes: tuple[int, ...]) -> None:
        """§8 Say that a trick has caught a fox, if everybody knows that its owner and its taker are opponents."""
        for fox in foxes:
            owner = owner_of(fox)
            if (has(self.re, seat) and has(self.kontra, owner)) or (has(self.kontra, seat) and has(self.re, owner)):
                self.say("fox", seat, Phrase("doppelkopf.event.fox", {"seat": seat}))

    # -- what it was worth ---------------------------------------------------------------------------------------------

    def result(self) -> DealResult:
        """§6 Return what the finished deal was worth."""
        tricks = sum([only(seat) for seat in range(4) if self.zones[WON + EACH * seat]])
        return settle(self.re, self.points, tricks, self.foxes, self.rules.pairwise)

    def hand(self, seat: Seat) -> Cards:
        return self.zones[HAND + EACH * seat]

    def forehand(self) -> Seat:
        return (self.setup.dealer + 1) & 3

    def is_called(self, c: Card) -> bool:
        return 0 <= self.called < 4 and c == SIZE * self.called + ACE

    def is_looking(self) -> bool:
        """§4 Tell whether a player has no partner yet, but will."""
        return self.contract == NORMAL and self.called >= 0 and self.kontra == 0

    def wanted(self) -> list[int]:
        """§5 Return the sets of faces that bind the player on turn."""
        trick = self.zones[TRICK]
        return self.rules.wanted[self.contract][trick[0]] if trick else []

    def how(self) -> Contract:
        """Return what beats what."""
        return self.rules.contracts[self.contract]

    def known_to(self, viewer: Seat) -> tuple[Seats, Seats]:
        """Return who is known to a viewer as Re and as Kontra, from a view or from the state itself.

        This is what is publicly proven, and what follows from the viewer's own club queen, held or not, or from both
        called aces (§4).
        """
        re, kontra = self.re, self.kontra
        if kontra or viewer > 3 or self.contract != NORMAL or self.game == "":
            return re, kontra
        if self.called >= 0:  # a player with both aces knows that no other can play the first of them
            if self.called < FOREIGN and self.hand(viewer).count(SIZE * self.called + ACE) == 2:
                return re | only(viewer), ALL & ~(re | only(viewer))
            return re, kontra
        if CLUB_QUEEN in self.hand(viewer):
            both = re | only(viewer)
            return both, ALL & ~both if re else 0
        return re, kontra if has(re, viewer) else only(viewer)


def parties(seen: Doppelkopf, viewer: Seat) -> tuple[Seats, Seats]:
    """Return who is known to a viewer as Re and as Kontra, from a view (§4).

    seen: the view of `viewer`, or the state itself; viewer: a seat, or a spectator.
    """
    return seen.known_to(viewer)
