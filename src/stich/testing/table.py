"""A match in notation: what a test lays out, does and reads."""

from __future__ import annotations

from collections import Counter
from typing import Any

from stich.kernel.action import Refused
from stich.kernel.cards import Seat, has
from stich.kernel.deal import Deck, Setup
from stich.kernel.faces import NoCard
from stich.kernel.game import Game
from stich.kernel.match import GIVEN, SIM, Match, Source
from stich.kernel.state import State
from stich.kernel.zones import Rules


class Table:
    """A match of a game that has been dealt.

    options, seats: as for `Game.rules`. seed: another seed, other cards. deck: the cards in the order in which they are
    dealt, in the notation of the pack; what it leaves out follows in the pack's order. dealer: of a given deck.
    number: of the deal, from 1; nothing has been scored in those before it, and the seats have dealt in turn.
    """

    def __init__(
        self,
        game: Game,
        options: dict[str, object] | None = None,
        seats: int = 0,
        seed: int = 1,
        deck: str = "",
        dealer: Seat = 0,
        number: int = 1,
    ) -> None:
        self.game = game
        self.rules: Rules = game.rules(options, seats)
        source = Source(SIM, seed)
        if deck:
            source = Source(GIVEN, decks=[(dealer, Deck(self._whole(deck)))] * number)
        self.match: Match[State, Rules] = Match(game, self.rules, source, watched=True)
        if number > 1:
            first = self.match.setup
            later = Setup(number, (first.dealer + number - 1) % len(first.scores), first.scores, first.carry)
            self.match.events.clear()
            self.match.deal = self.match.start(later, source.chance(number))

    # -- laying out ------------------------------------------------------------------------------------------------

    def place(self, zones: dict[str, str], rest: str = "", phase: str = "", turn: Seat = -1, **facts: Any) -> Table:
        """Lay cards out as a position, and return this table.

        zones: the cards of each zone by its name, "trick", or "hand.0" for the hand of seat 0; zones that are not named
        are empty. rest: the zone that takes all other cards; "": they are out of play. phase: its name. turn: whose
        turn it is; a phase in which several seats answer at once, like `Pass`, asks them all. facts: attributes of the
        state. Raises ValueError for a name or a card that there is not, and if nobody has to act in this position.
        """
        s, pack = self.match.deal, self.rules.layout.pack
        left = Counter(s.layout.deck)
        lying = [b""] * s.layout.size
        for name, text in zones.items():
            at = self._zone(name)
            cards = self._cards(text)
            left.subtract(cards)
            lying[at] = cards if s.layout.ordered[at] else bytes(sorted(cards))
        twice = [pack.names[c] for c, n in left.items() if n < 0]
        if twice:
            raise ValueError(f"there are not so many of {' '.join(twice)}")
        if rest:
            at = self._zone(rest)
            lying[at] += bytes(sorted(left.elements()))
            if not s.layout.ordered[at]:
                lying[at] = bytes(sorted(lying[at]))
        s.zones = lying
        s.marks = []
        s.sealed = ()
        if phase:
            named = [one for one in self.game.phases if one.name == phase]
            if not named:
                raise ValueError(f"no phase {phase!r}; there are {', '.join(one.name for one in self.game.phases)}")
            s.phase = named[0]
        if turn >= 0:
            s.turn = turn
        for name, value in facts.items():
            if not hasattr(s, name):
                raise ValueError(f"the state has no {name!r}")
            setattr(s, name, value)
        if s.must() == 0:  # a phase in which several seats answer at once waits for those who were asked
            s.ask(s.layout.everyone)
        if s.must() == 0:
            raise ValueError(f"nobody has to act in phase {s.phase.name!r}: lay cards for who acts, and give `turn`")
        return self

    # -- doing -----------------------------------------------------------------------------------------------------

    def do(self, *moves: str) -> Table:
        """Do moves, each a seat and what it does in the notation: "1 play SA". Raises Refused where one is refused."""
        for move in moves:
            seat, text = move.split(" ", 1)
            self.match.act(int(seat), self.game.read(self.rules, text))
        return self

    def refused(self, move: str) -> str:
        """Return the text key of the refusal of a move. AssertionError: it is accepted, or the refusal changed
        something.
        """
        before = self._position()
        try:
            self.do(move)
        except Refused as refused:
            assert self._position() == before, f"the refusal of {move!r} changed the deal"
            return refused.phrase.key
        raise AssertionError(f"{move!r} is accepted")

    def choices(self, seat: Seat) -> list[str]:
        """Return what a seat may do, in the notation and in the order of the list; nothing for a seat not asked."""
        s = self.match.deal
        if not has(s.must() | s.may(), seat):
            return []
        named = []
        for a in s.legal(seat):
            cards = s.phase.cards(s, seat, a)
            named.append(self.game.write(self.rules, type(a)(a.verb, cards, a.to)))
        return named

    # -- reading ---------------------------------------------------------------------------------------------------

    def __getitem__(self, zone: str) -> str:
        """Return the cards of a zone in the notation; of an ordered zone the top card stands last."""
        return self.rules.layout.pack.write(self.match.deal.zones[self._zone(zone)])

    @property
    def state(self) -> State:
        """The deal itself; its facts are its attributes."""
        return self.match.deal

    @property
    def phase(self) -> str:
        """The name of the phase, "over" at the end of the deal."""
        return self.match.deal.phase.name

    @property
    def turn(self) -> Seat:
        return self.match.deal.turn

    @property
    def points(self) -> tuple[int, ...]:
        """What the last finished deal was worth, for each seat. AssertionError: none has been finished."""
        assert self.match.sheets, "no deal has been finished"
        return self.match.sheets[-1].result.points

    @property
    def heard(self) -> list[str]:
        """The text keys of all that has been said so far."""
        return [event.phrase.key for event in self.match.events if event.phrase is not None]

    # -- within ----------------------------------------------------------------------------------------------------

    def _zone(self, name: str) -> int:
        ids = self.rules.layout.ids
        if name not in ids:
            raise ValueError(f"no zone {name!r}; there are {', '.join(ids)}")
        return ids.index(name)

    def _cards(self, text: str) -> bytes:
        try:
            return self.rules.layout.pack.read(text)
        except NoCard as error:
            raise ValueError(f"{error} (in the pack of {self.game.name})") from error

    def _whole(self, text: str) -> bytes:
        front = self._cards(text)
        left = Counter(self.rules.layout.deck)
        left.subtract(front)
        twice = [self.rules.layout.pack.names[c] for c, n in left.items() if n < 0]
        if twice:
            raise ValueError(f"there are not so many of {' '.join(twice)}")
        return front + bytes(sorted(left.elements()))

    def _position(self) -> tuple[object, ...]:
        s = self.match.deal
        facts = tuple(getattr(s, fact.name) for fact in s.layout.facts)
        return (tuple(s.zones), s.turn, s.phase.name, s.sealed, facts, len(self.match.moves))
