"""Doppelkopf. Four seats, 48 cards, every card twice; two secret parties, or one player against three.

In brief. §2 Trumps are queens and jacks and all diamonds; of equal cards the first is higher (`rules_trumps`). §3
Twelve cards each. §4 Who holds both club queens calls an ace, whose player goes along, or plays a solo; in all other
deals the two who hold one each are Re, and nobody says so. §5 Follow trump with trump, suit with suit; else any card.
§6 Re needs 121 of 240 points; units for the win, Schneider and Schwarz go from losers to winners (`rules_score`). §7 A
match is a number of deals. §8 Options (`rules_table`). What the sheet decides where its source is silent is in §9.

Who is Re is no fact until it is proven before all: it follows from hands. `parties` says what a viewer may know of it.
"""

from __future__ import annotations

from typing import Final, cast, final

from stich.games.doppelkopf.rules_score import ALL, BIT, settle
from stich.games.doppelkopf.rules_table import EACH, HAND, OPTIONS, TRICK, WON, DoppelkopfRules
from stich.games.doppelkopf.rules_trumps import (
    ACE,
    CLUB_QUEEN,
    CONTRACT_NAMES,
    FOX,
    JACKS,
    NORMAL,
    PACK,
    SIZE,
    TRUMP,
    WORTH,
)
from stich.kernel.action import Action, Arg, Phrase, Refused
from stich.kernel.cards import ONE, Card, Cards, Seat, Seats, holds
from stich.kernel.game import Deck, Game
from stich.kernel.state import AS_THEY_ARE, OVER, DealResult, Phase, Setup, State
from stich.kernel.zones import Rules
from stich.parts import suits
from stich.parts.tricks import bearing, choice, lacking, listed
from stich.parts.tuples import plus, put


class Doppelkopf(State):
    def __init__(self, rules: DoppelkopfRules) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.game = ""
        self.contract = NORMAL
        self.declarer: Seat = -1
        self.called = -1
        self.re: Seats = 0
        self.kontra: Seats = 0
        self.points: tuple[int, ...] = (0, 0, 0, 0)
        self.last: Cards = b""
        self.taker: Seat = -1
        self.foxes: tuple[int, ...] = ()
        self.silent: Seats = 0
        self.both: Seat = -1
        self.queens: Seats = 0
        self.own_ace = 0
        self.void: tuple[int, ...] = (0, 0, 0, 0)

    def blank(self) -> State:
        return Doppelkopf(self.rules)

    def facts_to(self, other: State) -> None:
        n = cast(Doppelkopf, other)
        n.game = self.game
        n.contract = self.contract
        n.declarer = self.declarer
        n.called = self.called
        n.re = self.re
        n.kontra = self.kontra
        n.points = self.points
        n.last = self.last
        n.taker = self.taker
        n.foxes = self.foxes
        n.silent = self.silent
        n.both = self.both
        n.queens = self.queens
        n.own_ace = self.own_ace
        n.void = self.void

    def may_lie(self, c: Card, at: int) -> bool:
        """Not in a hand that did not follow with it. Who said nothing has one club queen at most, and who called an
        ace one of that suit: none any more when it was played. Who holds both queens leaves none for others.
        """
        if at & 1 == 0:
            return True
        seat = at >> 1
        if self.void[seat] >> c & 1:
            return False
        if c == CLUB_QUEEN:
            return (self.both < 0 or seat == self.both) and not self.silent & self.queens & BIT[seat]
        return not (self.own_ace and seat == self.both and self.is_called(c))

    def may_pair(self, c: Card, at: int) -> bool:
        if at & 1 == 0:
            return True
        seat = at >> 1
        if c == CLUB_QUEEN:
            return not self.silent & BIT[seat]
        return seat != self.both or not self.is_called(c)

    def order(self) -> list[Cards]:
        return self.rules.orders[self.contract]

    def facts_for(self, viewer: Seat) -> dict[str, object]:
        """§4 A seat's party is told to whoever can know it from his own cards and the queens on the table."""
        re, kontra = parties(self, viewer)
        return {"re": re, "kontra": kontra} if re != self.re or kontra != self.kontra else AS_THEY_ARE

    def result(self) -> DealResult:
        """§6"""
        tricks = sum([BIT[seat] for seat in range(4) if self.zones[WON + EACH * seat]])
        return settle(self.re, self.points, tricks, self.foxes, self.rules.pairwise)

    def hand(self, seat: Seat) -> Cards:
        return self.zones[HAND + EACH * seat]

    def forehand(self) -> Seat:
        return (self.setup.dealer + 1) & 3

    def is_called(self, c: Card) -> bool:
        return 0 <= self.called < 4 and c == SIZE * self.called + ACE

    def is_looking(self) -> bool:
        """§4 Somebody has no partner yet, but will."""
        return self.contract == NORMAL and self.called >= 0 and self.kontra == 0

    def wanted(self) -> list[int]:
        """§5 What binds who plays now."""
        trick = self.zones[TRICK]
        return self.rules.wanted[self.contract][trick[0]] if trick else []


def parties(seen: Doppelkopf, viewer: Seat) -> tuple[Seats, Seats]:
    """Return who is known to a viewer as Re and as Kontra, from a view: what is proven before all, and what follows
    from his own club queen, held or not, or from both called aces (§4).

    seen: what `viewer` sees, or the state itself; viewer: a seat, or somebody without one.
    """
    re, kontra = seen.re, seen.kontra
    if kontra or viewer > 3 or seen.contract != NORMAL or seen.phase is ANNOUNCE:
        return re, kontra
    if seen.called >= 0:  # who holds both aces knows that nobody else will play the first of them
        if 0 <= seen.called < 4 and seen.hand(viewer).count(SIZE * seen.called + ACE) == 2:
            return re | BIT[viewer], ALL & ~(re | BIT[viewer])
        return re, kontra
    if CLUB_QUEEN in seen.hand(viewer):
        both = re | BIT[viewer]
        return both, ALL & ~both if re else 0
    return re, kontra if re & BIT[viewer] else BIT[viewer]


# -- §3 the deal ----------------------------------------------------------------------------------------------------


def set_up(rules: DoppelkopfRules, setup: Setup, deck: Cards) -> Doppelkopf:
    """§3 The same number of cards for each, forehand first."""
    s = Doppelkopf(rules)
    s.clear(setup)
    n = rules.dealt
    for i in range(4):
        s.zones[HAND + EACH * ((setup.dealer + 1 + i) & 3)] = bytes(sorted(deck[n * i : n * i + n]))
    s.turn = s.forehand()
    s.phase = ANNOUNCE
    return s


# -- §4 announcing --------------------------------------------------------------------------------------------------

OK: Final = Action("ok")
CALL: Final = [Action("call_ace", b"", suit) for suit in range(4)]
WEDDING: Final = Action("wedding")
SOLO: Final = [Action("solo", b"", suit) for suit in range(4)]
GROSSSPIEL: Final = Action("grossspiel")
FOREIGN: Final = 4  # the partner is who wins the first trick that the caller does not win


class Announce(Phase[Doppelkopf]):
    """§4 Once around: who holds both club queens calls an ace or a solo, all others have nothing to say. Großspiel goes
    before all; a solo of somebody else, where anyone may play one, before a call, of which the sheet does not speak.
    """

    def legal(self, s: Doppelkopf, seat: Seat) -> list[Action]:
        out: list[Action] = []
        if not has_both(s, seat):
            out.append(OK)
        elif s.rules.wedding:
            out.append(WEDDING)
        else:
            out += [CALL[suit] for suit in callable_suits(s, seat)]
        if s.rules.anyone or has_both(s, seat):
            out += SOLO
        if s.rules.jacks and seat == s.forehand():
            out.append(GROSSSPIEL)
        return out

    def apply(self, s: Doppelkopf, seat: Seat, a: Action) -> None:
        if a.verb == "ok":
            s.silent |= BIT[seat]
        else:
            s.declarer = seat
            s.re = BIT[seat]
            if a.verb == "call_ace" or a.verb == "wedding" or (a.verb == "solo" and not s.rules.anyone):
                s.both = seat
            if a.verb == "call_ace" or a.verb == "wedding":
                s.called = a.to if a.verb == "call_ace" else FOREIGN
            else:
                s.contract = JACKS if a.verb == "grossspiel" else 1 + a.to
                s.kontra = ALL & ~s.re
        s.turn = (seat + 1) & 3
        others_may = s.contract == NORMAL and (s.declarer < 0 or s.rules.anyone)
        if s.turn == s.forehand() or not others_may:
            begin(s)

    def why(self, s: Doppelkopf, seat: Seat, a: Action) -> Refused:
        both = has_both(s, seat)
        if a.verb == "ok" and both:
            return Refused("error.doppelkopf.both_queens")
        if a.verb == "call_ace" and both and not s.rules.wedding:
            may = callable_suits(s, seat)
            if not may:
                return Refused("error.doppelkopf.must_solo")
            key = "call_diamonds" if a.to == suits.DIAMONDS else "own_aces"
            return Refused(f"error.doppelkopf.{key}", {"cards": bytes([SIZE * suit + ACE for suit in may])})
        if a.verb in ("call_ace", "wedding", "solo") and not both:
            return Refused("error.doppelkopf.not_both")
        if a.verb == "grossspiel" and s.rules.jacks:
            return Refused("error.doppelkopf.not_forehand")
        return super().why(s, seat, a)


def has_both(s: Doppelkopf, seat: Seat) -> bool:
    return s.hand(seat).count(CLUB_QUEEN) == 2


def callable_suits(s: Doppelkopf, seat: Seat) -> list[int]:
    """§4 Plain suits of which the caller does not hold both aces himself."""
    return [suit for suit in range(3) if s.hand(seat).count(SIZE * suit + ACE) < 2]


def begin(s: Doppelkopf) -> None:
    """§4 All have spoken: forehand leads, §8 or the soloist."""
    s.turn = s.declarer if s.contract != NORMAL and s.rules.soloist_leads else s.forehand()
    s.phase = PLAY
    name = CONTRACT_NAMES[s.contract]
    if s.contract == NORMAL and s.called >= 0:
        name = "wedding" if s.called == FOREIGN else f"call_{suits.SUITS[s.called].lower()}"
    s.game = f"doppelkopf.game.{name}"


# -- §5 playing -----------------------------------------------------------------------------------------------------

PLAYS: Final = [Action("play", ONE[c]) for c in range(4 * SIZE)]


class Play(Phase[Doppelkopf]):
    """§5 Follow the suit led, trumps being one; else any card. The highest trump wins, else the highest of the suit
    led, of equal cards the first.
    """

    def legal(self, s: Doppelkopf, seat: Seat) -> list[Action]:
        return listed(PLAYS, s.hand(seat), s.wanted())

    def apply(self, s: Doppelkopf, seat: Seat, a: Action) -> None:
        c = a.cards[0]
        wanted = s.wanted()
        if wanted and not wanted[0] >> c & 1:
            s.void = put(s.void, seat, s.void[seat] | lacking(c, wanted))
        s.move(c, HAND + EACH * seat, TRICK)
        if c == CLUB_QUEEN:
            show_queen(s, seat)
        elif s.called >= 0 and s.is_called(c):
            show_ace(s, seat)
        s.turn = (seat + 1) & 3
        if len(s.zones[TRICK]) == 4:
            end_trick(s, s.turn)

    def why(self, s: Doppelkopf, seat: Seat, a: Action) -> Refused:
        if a.verb != "play" or len(a.cards) != 1 or not s.wanted() or not holds(s.hand(seat), a.cards):
            return super().why(s, seat, a)
        how = s.rules.contracts[s.contract]
        led = how.suit[s.zones[TRICK][0]]
        args: dict[str, Arg] = {"cards": choice(s.hand(seat), s.wanted())}
        if led == TRUMP:
            return Refused("error.doppelkopf.follow_trump", args)
        args["suit"] = f"@doppelkopf.suit.{suits.SUITS[led].lower()}"
        queens_too = how.suit[CLUB_QUEEN] == TRUMP
        return Refused(f"error.doppelkopf.{'follow' if queens_too else 'follow_jacks'}", args)


def show_queen(s: Doppelkopf, seat: Seat) -> None:
    """§4 In a normal game a club queen on the table shows her player to be Re; the second one shows all. Who has called
    an ace is known to be, and holds both.
    """
    s.queens |= BIT[seat]
    if s.contract != NORMAL or s.re & BIT[seat]:
        return
    second = s.re != 0
    s.re |= BIT[seat]
    if second:
        s.kontra = ALL & ~s.re
    if s.log is not None:
        s.say("party", seat, Phrase("doppelkopf.event.re", {"seat": seat}))


def show_ace(s: Doppelkopf, seat: Seat) -> None:
    """§4 Whoever plays the first called ace goes along, the caller himself excepted; §8 or he stays alone."""
    if seat == s.both:
        s.own_ace = 1
        if s.is_looking() and s.rules.own_ace_alone:
            part(s, seat)
    elif s.is_looking():
        part(s, seat)


def part(s: Doppelkopf, partner: Seat) -> None:
    """§4 The caller and who has been found are Re; he alone where he has found himself."""
    s.re |= BIT[partner]
    s.kontra = ALL & ~s.re
    if s.log is not None:
        name = "alone" if partner == s.declarer else "partner"
        s.say("party", partner, Phrase(f"doppelkopf.event.{name}", {"seat": partner}))


def end_trick(s: Doppelkopf, leader: Seat) -> None:
    """§5 The winner takes the trick and leads the next one."""
    trick = s.zones[TRICK]
    seat = (leader + s.rules.contracts[s.contract].best(trick)) & 3
    n = bearing(trick, WORTH)
    s.points = plus(s.points, seat, n)
    s.taker = seat
    if s.rules.review:
        s.last = trick
    if s.rules.fox and (s.contract == NORMAL or s.contract == 1 + suits.DIAMONDS):
        for i, c in enumerate(trick):
            if c == FOX and (leader + i) & 3 != seat:
                s.foxes = (*s.foxes, 4 * ((leader + i) & 3) + seat)
    s.move_all(TRICK, WON + EACH * seat)
    if s.log is not None:
        s.say("trick", seat, Phrase("doppelkopf.event.trick", {"seat": seat, "n": n}))
    if s.called == FOREIGN and s.is_looking() and (seat != s.declarer or s.rules.dealt - len(s.hand(seat)) == 3):
        part(s, seat)  # §9 three tricks of his own: nobody is left to go along
    s.turn = seat
    if not s.hand(seat):
        s.phase = OVER


# -- the game -------------------------------------------------------------------------------------------------------


@final
class DoppelkopfGame(Game):
    def __init__(self) -> None:
        super().__init__(
            name="doppelkopf",
            version=1,
            seats=[4],
            minutes=20,
            options=OPTIONS,
            phases=[ANNOUNCE, PLAY],
            verbs=["ok", "call_ace", "wedding", "solo", "grossspiel", "play"],
            secrets=[],
            pack=PACK,
            showcase=["CQ", "DA", "HT"],
            ahead=["play"],
        )

    def make_rules(self, options: dict[str, str], seats: int) -> Rules:
        return DoppelkopfRules(options)

    def deal(self, rules: Rules, setup: Setup, deck: Deck) -> State:
        return set_up(cast(DoppelkopfRules, rules), setup, deck.cards)

    def conflict(self, options: dict[str, str], seats: int) -> Refused | None:
        """§8 The second heart ten beats the first only where they are trumps; an ace is found only where it is
        called."""
        if options["tollen_second_beats_first"] == "true" and options["tollen"] == "false":
            return Refused(
                "error.doppelkopf.conflict", {"option": "tollen_second_beats_first", "other": "tollen=false"}
            )
        if options["caller_ace"] == "alone" and options["wedding"] == "first_foreign_trick":
            return Refused(
                "error.doppelkopf.conflict", {"option": "caller_ace", "other": "wedding=first_foreign_trick"}
            )
        return None

    def winners(self, rules: Rules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        """§7 After so many deals the highest balance wins."""
        if setup.number < cast(DoppelkopfRules, rules).deals:
            return 0
        return super().winners(rules, setup, scores)

    def parameters(self, a: Action) -> dict[str, Arg]:
        if a.to < 0:
            return super().parameters(a)
        return {"suit": f"@doppelkopf.suit.{suits.SUITS[a.to].lower()}"}

    def write(self, rules: Rules, a: Action) -> str:
        """§11 A suit by its letter: "call_ace S", "solo D"."""
        return super().write(rules, a) if a.to < 0 else f"{a.verb} {suits.SUITS[a.to]}"

    def read(self, rules: Rules, text: str) -> Action:
        """Raises Refused: `error.notation`, `error.card`."""
        words = text.split()
        if len(words) == 2 and words[0] in ("call_ace", "solo") and words[1] in tuple(suits.SUITS):
            return Action(words[0], b"", suits.SUITS.index(words[1]))
        return super().read(rules, text)


ANNOUNCE: Final = Announce("announce")
PLAY: Final = Play("play")
GAME: Final = DoppelkopfGame()
