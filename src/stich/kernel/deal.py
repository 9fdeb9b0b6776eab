"""What a deal starts with, and what it was worth."""

from __future__ import annotations

from typing import Final, final

from stich.kernel.action import Arg, Phrase
from stich.kernel.cards import Cards, Seat, Seats


@final
class Deck:
    """A pack ready to deal. cards: in dealing order. cut: how many cards were lifted off, −1 if nobody cuts."""

    def __init__(self, cards: Cards, cut: int = -1) -> None:
        self.cards = cards
        self.cut = cut


@final
class Setup:
    """The start of a deal; public.

    number: of the deal, from 1. scores: of the match so far. out: seats that have left the match. carry: the game's
    own.
    """

    def __init__(
        self, number: int, dealer: Seat, scores: tuple[int, ...], carry: tuple[int, ...] = (), out: Seats = 0
    ) -> None:
        self.number = number
        self.dealer = dealer
        self.scores = scores
        self.carry = carry
        self.out = out


NO_SETUP: Final = Setup(0, 0, ())


@final
class Score:
    """A line of a score sheet.

    `n` points for `seat`; `key` is a text key, `count` the number of things it counts (traps, tricks, …), `args` what
    else its text names.
    """

    def __init__(self, seat: Seat, key: str, n: int, count: int = 1, args: dict[str, Arg] | None = None) -> None:
        self.seat = seat
        self.key = key
        self.n = n
        self.count = count
        self.args = args or {}


@final
class Tally:
    """What a side has reached in a deal: card points, tricks, cards; a table shows both sides beside each other.

    seats: who they are. n: how much they have. key: the text key of the side's name; "": the names of its players.
    rest: the text key of what the game counts besides tricks, so that these add up to n; "": tricks are all.
    """

    def __init__(self, seats: Seats, n: int, key: str = "", rest: str = "") -> None:
        self.seats = seats
        self.n = n
        self.key = key
        self.rest = rest


NO_TALLIES: Final[list[Tally]] = []


@final
class DealResult:
    """What a finished deal was worth.

    points: for each seat. why: the lines that add up to them. headline: the deal in one sentence.
    again: the deal was passed out, does not count, and the same dealer deals once more. carry: what the next deal must
    know.
    winners: the seats that have won the match with this deal, if the totals do not decide it; 0: `Game.winners`
    decides.
    tallies: what each side has reached, if the deal is decided by comparing it: "Re 115 : Kontra 125". Callers must not
    change the list.
    """

    def __init__(
        self,
        points: tuple[int, ...],
        why: list[Score],
        headline: Phrase,
        again: bool = False,
        carry: tuple[int, ...] = (),
        winners: Seats = 0,
        tallies: list[Tally] = NO_TALLIES,
    ) -> None:
        self.points = points
        self.why = why
        self.headline = headline
        self.again = again
        self.carry = carry
        self.winners = winners
        self.tallies = tallies
