"""The engine for people who write Python: deals, moves and views that print and read as people write them.

`stich.game` is that of this module; docs/env.md begins with it.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from stich.env.moves import IllegalMove, Move
from stich.env.picture import picture
from stich.env.saving import copied, freeze_view, thaw_view
from stich.env.turns import DECLINE, OVER, passed_over, turn_of
from stich.env.words import chosen, in_notation, in_words, plainly, whole
from stich.kernel.action import CLOSE, Action, Refused
from stich.kernel.cards import HOST, Seat, Seats, has, seats_of
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.kernel.record import dump
from stich.kernel.sample import sample
from stich.kernel.view import View, view
from stich.kernel.zones import Rules

ASKED: Final = -2  # the seat whose turn it is


def game(name: str, players: int = 0, preset: str = "", **options: object) -> CardGame:
    """Return a game that can be dealt.

    name: "chimera", "durak" and so on. players: number of seats; 0: the usual number. preset: one of the game's usual
    tables; "": the defaults. options: override it, by their names. Raises ValueError for whatever there is not; the
    message says what there is.
    """
    return CardGame(*chosen(name, players, preset, options))


class CardGame:
    """A game with chosen options. rules: what the engine makes of them. players: how many seats there are."""

    def __init__(self, of: Game, rules: Rules) -> None:
        self.of = of
        self.rules = rules
        self.name = of.name
        self.players = rules.layout.seats
        self.options = rules.options

    def __repr__(self) -> str:
        defaults = {option.name: option.default for option in self.of.options}
        chosen = [f"{name}={value!r}" for name, value in self.options.items() if value != defaults[name]]
        return f"stich.game({', '.join([repr(self.name), f'players={self.players}', *chosen])})"

    def __reduce__(self) -> tuple[object, ...]:
        return partial(game, self.name, self.players, **self.options), ()

    def deal(self, seed: int = 0) -> Deal:
        """Return the first deal of the match with this seed. The same seed gives the same cards on every machine.

        Raises ValueError for a seed of more than 40 digits, TypeError if it is no whole number.
        """
        with plainly():
            return Deal(self, Match(self.of, self.rules, Source(SIM, whole(seed, "seed"))))

    def position(
        self, zones: dict[str, str], phase: str = "", turn: Seat = -1, rest: str = "", turned: str = "", **facts: Any
    ) -> Deal:
        """Return a deal with cards laid out.

        zones: the cards of each place by its name, {"hand.0": "H6 H7", "trick": ""}; places that are not named are
        empty. phase: its name; "": the first. turn: whose turn it is; -1: as in a fresh deal. rest: the place that
        takes all other cards; "": they are out of play. turned: the card that was turned up, if it has been drawn;
        trumps follow from it. facts: what else the rules keep, by name; otherwise it is as in a fresh deal. Raises
        ValueError with the reason for a position that cannot be.
        """
        from stich.env.positions import laid_out  # and all that tests of a game need

        try:
            match = laid_out(self.of, self.rules, zones, phase, turn, rest, turned, **facts)
            return Deal(self, match, laid_out=True)
        except RuntimeError as error:
            raise ValueError(str(error)) from error


class Deal:
    """A deal in progress, in which one seat acts after the other: see `stich.env.turns`.

    seat: whose turn it is, -1 when the deal is over. laid_out: it began as a position, so no record leads to it.
    """

    def __init__(self, game: CardGame, match: Match[Any, Any], declined: Seats = 0, laid_out: bool = False) -> None:
        self.game = game
        self.laid_out = laid_out
        self.match = match
        self.declined = declined
        self.seat: Seat = OVER
        self.actions: list[Action] = []
        self.settle()

    def settle(self) -> None:
        """Find whose turn it is, and close windows."""
        self.seat, self.actions = turn_of(self.match.deal, self.declined)
        while self.seat == HOST:
            self.match.act(HOST, CLOSE)
            self.declined = 0
            self.seat, self.actions = turn_of(self.match.deal, 0)

    # -- playing -------------------------------------------------------------------------------------------------------

    def legal(self, seat: Seat = ASKED) -> list[Move]:
        """Return the legal moves of the seat whose turn it is, or of another one that may act out of turn; [] if it may
        not. Raises IndexError for a seat that there is not.
        """
        s = self.match.deal
        if seat != ASKED:
            self.check(seat)
        if seat in (ASKED, self.seat):
            return [self.move(self.seat, a) for a in self.actions]
        return [self.move(seat, a) for a in s.legal(seat)] if has(s.must() | s.may(), seat) else []

    def move(self, seat: Seat, a: Action) -> Move:
        """Return an action as a move."""
        if a.verb == DECLINE.verb:
            return Move(a.verb, a)
        shown = Action(a.verb, a.cards or self.match.deal.phase.cards(self.match.deal, seat, a), a.to)
        return Move(self.game.of.write(self.game.rules, shown), a)

    def play(self, move: str, seat: Seat = ASKED) -> None:
        """Do a move. move: one of `legal`, or a text in the same notation. seat: who does it, if it is not the seat
        whose turn it is. Raises IllegalMove with the reason.
        """
        if self.laid_out:
            self.try_out(move, seat)
        who = self.seat if seat == ASKED else self.check(seat)
        if self.over:
            raise IllegalMove("The deal is over.", "error.deal_over", [])
        if who == self.seat and DECLINE in self.actions and str(move) == DECLINE.verb:
            self.declined |= 1 << who
        else:
            try:
                self.match.act(who, self.meant(str(move), self.legal(who)))
            except Refused as refused:
                why = in_words(refused, self.game.name, rules=self.game.rules)
                raise IllegalMove(why, refused.phrase.key, self.legal(who)) from refused
            self.declined = 0
        self.settle()

    def try_out(self, move: str, seat: Seat) -> None:
        """Do a move in a copy. Raises ValueError if a position that was laid out cannot go on after it."""
        other = self.copy()
        other.laid_out = False
        try:
            other.play(move, seat)
        except RuntimeError as error:
            raise ValueError(f"the position cannot go on after {str(move)!r}: {error}") from error

    def act(self, action: Action) -> None:
        """Do what a bot has chosen for the seat whose turn it is. Raises Refused if it is not legal."""
        if action == DECLINE and DECLINE in self.actions:
            self.declined |= 1 << self.seat
        else:
            self.match.act(self.seat, action)
            self.declined = 0
        self.settle()

    def check(self, seat: Seat) -> Seat:
        """Return a seat. Raises IndexError if there is none, TypeError if it is no whole number."""
        if not 0 <= whole(seat, "seat") < self.game.players:
            raise IndexError(f"{self.game.name} has the seats 0 to {self.game.players - 1} here, not {seat}")
        return seat

    def meant(self, text: str, legal: list[Move]) -> Action:
        """Return the action that a text names: the legal move with all of its words, if there is only one, "hj" for
        "beat H3 HJ"; otherwise what the notation says. Raises Refused.
        """
        pack = self.game.rules.layout.pack
        said = in_notation(pack, text)
        for one in (text, said):
            words = set(one.upper().split())
            fit = [move for move in legal if one == move] or [m for m in legal if words <= set(m.upper().split())]
            if len(fit) == 1 and words:
                return fit[0].action
        if words and all(word in pack.faces for word in said.split()):
            raise IllegalMove(f"{'Several legal moves have' if fit else 'No legal move has'} {said}", "", legal)
        try:
            return self.game.of.read(self.game.rules, text)
        except Refused:
            if said == text:
                raise
            return self.game.of.read(self.game.rules, said)

    def choice(self, level: str = "club", seed: int = 0) -> Move:
        """Return what a bot of this level would do for the seat whose turn it is; it knows what the seat knows.

        Raises ValueError at the end of the deal, and for a level that there is not.
        """
        from stich.bots import contestant

        if self.over:
            raise ValueError("the deal is over")
        with plainly():
            bot = contestant(self.game.of, str(level))
            return self.move(self.seat, bot.choose(self.view(self.seat).view, self.actions, quick(seed)))

    def next(self) -> Deal:
        """Return the next deal of the match. Raises ValueError while this one runs, after the last, and for a position
        that was laid out.
        """
        if self.laid_out:
            raise ValueError("a position that was laid out belongs to no match")
        if self.match.over or not self.over:
            raise ValueError("the match is over" if self.match.over else "this deal is not over")
        other = self.copy()
        other.match.next_deal()
        other.settle()
        return other

    # -- looking -------------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether nobody can act any more."""
        return self.seat == OVER

    @property
    def phase(self) -> str:
        """The name of the phase."""
        return str(self.match.deal.phase.name)

    @property
    def points(self) -> tuple[int, ...]:
        """What the deal was worth for each seat; () while it runs.

        As the rules count: the loser of Durak has +1. Rewards of environments are negative where these are penalties.
        """
        return self.match.sheets[-1].result.points if self.over and self.match.sheets else ()

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat in the match, with those of this deal when it is over."""
        return self.match.scores

    def __getitem__(self, zone: str) -> str:
        """Return the cards of a place; of an ordered one the top card stands last. Raises KeyError."""
        return SeatView(self, view(self.match.deal, 0), self.match.deal.zones)[zone]

    def view(self, seat: Seat) -> SeatView:
        """Return what a seat knows. Raises IndexError for a seat that there is not."""
        seen = view(self.match.deal, self.check(seat))
        return SeatView(self, seen, seen.seen.zones)

    def sample(self, seat: Seat, seed: int = 0) -> Deal:
        """Return a deal drawn at random from those that a seat cannot distinguish from this one.

        The same seed draws the same deal: give others for others. The deal has no record. Raises ValueError at the end:
        what a finished deal was worth is known, and another one would be worth something else.
        """
        if self.check(seat) >= 0 and self.over:
            raise ValueError("the deal is over")
        other = self.copy()
        other.laid_out = True
        other.match.deal = sample(self.view(seat).view, quick(seed))
        other.declined |= passed_over(other.match.deal, self.seat)
        other.settle()
        return other

    def copy(self) -> Deal:
        """Return an independent copy."""
        return Deal(self.game, copied(self.match), self.declined, self.laid_out)

    def __copy__(self) -> Deal:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Deal:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.game, self.match, self.declined, self.laid_out)

    def record(self) -> str:
        """Return the match so far as a record: a text that `stich.replay` and the table read.

        Raises ValueError for a position that was laid out: a record holds how the cards were dealt.
        """
        if self.laid_out:
            raise ValueError("a position that was laid out has no record: no deal leads to it")
        return dump(self.match)

    def svg(self) -> str:
        """Return a picture of the deal with all cards, as SVG. Notebooks show it by themselves."""
        return SeatView(self, None, self.match.deal.zones).svg()

    def __str__(self) -> str:
        return str(SeatView(self, None, self.match.deal.zones))

    def __repr__(self) -> str:
        return f"<deal {self.match.setup.number} of {self.game.name}, {self.phase}, seat {self.seat} to act>"

    _repr_svg_ = svg


class SeatView:
    """What a seat knows of a deal; unknown cards are "?". view: the same for bots; None: all hands are open."""

    def __init__(self, deal: Deal, seen: View[Any] | None, zones: list[bytes]) -> None:
        self.of = deal
        self.seen = seen
        self.zones = zones

    def __reduce__(self) -> tuple[object, ...]:
        seen = None if self.seen is None else freeze_view(self.of.game.of, self.seen)
        return view_again, (self.of, seen, self.zones)

    @property
    def view(self) -> View[Any]:
        """What a bot is given. Raises ValueError if all hands are open."""
        if self.seen is None:
            raise ValueError("all hands are open: this is what no seat sees")
        return self.seen

    def __getitem__(self, zone: str) -> str:
        """Return the cards of a place; of an ordered one the top card stands last. Raises KeyError."""
        layout = self.of.game.rules.layout
        if zone not in layout.ids:
            raise KeyError(f"no place {zone!r}; there are {', '.join(layout.ids)}")
        return layout.pack.write(self.zones[layout.ids.index(zone)])

    def __str__(self) -> str:
        deal = self.of
        layout = deal.game.rules.layout
        lying = [(name, layout.pack.write(z)) for name, z in zip(layout.ids, self.zones, strict=True) if z]
        wide = max([len(name) for name, _ in lying], default=0)
        return "\n".join(
            [f"{deal.game.name}, {deal.phase}, {self.waits()}", *[f"{name:{wide}}  {text}" for name, text in lying]]
        )

    def acting(self) -> list[Seat]:
        """Return whom the table waits for, as this seat may know it: in a window nobody is shown who is being asked."""
        deal = self.of
        if self.seen is None or self.seen.seat == deal.seat:
            return [] if deal.over else [deal.seat]
        return [seat for seat in seats_of(self.seen.must) if seat < deal.game.players]

    def waits(self) -> str:
        """Return the same in words."""
        seats = self.acting()
        if not seats:
            return "over" if self.of.over else "a window is open"
        return f"seat{'s' if len(seats) > 1 else ''} {', '.join(map(str, seats))} to act"

    __repr__ = __str__

    def svg(self) -> str:
        """Return a picture of what the seat knows, as SVG."""
        return picture(self.of.game.rules.layout, self.zones, self.acting())

    _repr_svg_ = svg


def view_again(deal: Deal, seen: tuple[Any, ...] | None, zones: list[bytes]) -> SeatView:
    """Return a pickled view: what the seat knew then, also if the deal has been played on."""
    return SeatView(deal, None if seen is None else thaw_view(deal.game.of, deal.game.rules, seen), zones)
