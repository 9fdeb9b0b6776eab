"""Schnapsen. Two seats, 20 cards; 66 points win a deal, seven game points a match.

sheet.md in brief. §1 J Q K T A in four suits, worth 2 3 4 10 11. §2 Five cards each, one turned up for trump, nine
stock. §3 The winner of a trick leads the next one; they may first take the turned card for the trump jack, close the
stock, or lead from a marriage. §4 While there is a stock any card may answer, and both draw after each trick. §5 Then,
and in a closed game, suit must be followed and headed, else trumped. §6 66 points end the deal. §7 It counts 1, 2 or 3.
"""

from __future__ import annotations

from typing import Final, final

from stich.kernel.action import Action, Arg, Phrase, Prompt, Refused
from stich.kernel.cards import ONE, Card, Cards, Pack, Seat, Seats, holds
from stich.kernel.deal import DealResult, Deck, Score, Setup, Tally
from stich.kernel.game import NOTICE, TRIUMPH, TWIST, Game
from stich.kernel.options import YES_NO, Option
from stich.kernel.situation import Reached, Situation
from stich.kernel.state import OVER, Phase, State
from stich.kernel.verbs import Verb
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Rules, Zone

# -- §1 the cards: face = 5 · suit + rank ------------------------------------------------------------------------

PACK: Final = Pack([suit + rank for suit in "CDHS" for rank in "JQKTA"], bytes(range(20)), "french")
SUIT: Final = [bytes(range(5 * suit + 4, 5 * suit - 1, -1)) for suit in range(4)]  # from the ace down
# a hand with these trumps: they come first, black and red alternate
ORDER: Final = [[SUIT[one], SUIT[two], SUIT[3 - one], SUIT[3 - two]] for one, two in ((0, 2), (1, 3), (2, 0), (3, 1))]
WORTH: Final = [2, 3, 4, 10, 11]
QUEEN: Final = 1
KING: Final = 2

STOCK: Final = 0
TURNUP: Final = 1
TRICK: Final = 2
HAND: Final = 3  # a seat's own zones repeat every EACH numbers
WON: Final = 4
EACH: Final = 2

FACTS: Final = [
    Fact("trump", "card", staged=True),  # the card that was turned up: its suit is trump
    Fact("points", "points"),  # taken in tricks
    Fact("married", "number"),  # declared; counts from the first trick on
    Fact("closer", "seat"),  # who has closed the stock
    Fact("behind", "plain"),  # what the other one had then: points that count, tricks
    Fact("winner", "seat"),
    Fact("void", "plain"),  # for each seat the faces, as bits, that it has shown to lack
]
OPTIONS: Final = [
    Option("target", ["7", "11", "3"], 1, 50),  # §8
    Option("close", ["true", "false"]),  # §3
    Option("trump_marriage_wins", YES_NO),  # §3
]


@final
class SchnapsenRules(Rules):
    def __init__(self, options: dict[str, str]) -> None:
        common = [
            Zone(STOCK, "stock", SECRET, "stock", ordered=True),
            Zone(TURNUP, "turnup", PUBLIC),
            Zone(TRICK, "trick", PUBLIC, "trick", ordered=True),
        ]
        own = [Zone(HAND, "hand", OWNER, "hand", most=5), Zone(WON, "won", PUBLIC, "captured", shown=False)]
        super().__init__(Layout(common, own, FACTS, PACK, 2), options)
        self.target = int(options["target"])
        self.close = options["close"] == "true"
        self.royal = options["trump_marriage_wins"] == "true"


class Schnapsen(State):
    def __init__(self, rules: SchnapsenRules, of: Schnapsen | None = None) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.trump: Card = -1 if of is None else of.trump
        self.points: tuple[int, int] = (0, 0) if of is None else of.points
        self.married: tuple[int, int] = (0, 0) if of is None else of.married
        self.closer: Seat = -1 if of is None else of.closer
        self.behind: tuple[int, int] = (0, 0) if of is None else of.behind
        self.winner: Seat = -1 if of is None else of.winner
        self.void: tuple[int, int] = (0, 0) if of is None else of.void

    def public_copy(self) -> Schnapsen:
        return Schnapsen(self.rules, self)

    def can_hold(self, c: Card, at: int) -> bool:
        if at == HAND:
            return not self.void[0] >> c & 1
        return at != HAND + EACH or not self.void[1] >> c & 1

    def order(self) -> list[Cards]:
        return ORDER[suit(self.trump)] if self.trump >= 0 else []

    def situation(self, viewer: Seat) -> Situation:
        """§2 The suit of the turned-up card is trump; §5 a suit led binds when the stock is gone or closed."""
        trick = self.zones[TRICK]
        led = trick[0] if trick and self.strict() else -1
        return Situation(trump=self.trump, led=led, trump_led=led >= 0 and suit(led) == suit(self.trump))

    def facts_for(self, viewer: Seat) -> dict[str, object]:
        """§3 A marriage stands among the points as soon as it counts."""
        waiting = [0 if self.tricks(seat) else self.married[seat] for seat in range(2)]
        return {"points": (self.total(0), self.total(1)), "married": tuple(waiting)}

    def reached(self, viewer: Seat) -> list[Reached]:
        """§6 66 points win."""
        return [Reached(1 << seat, self.total(seat), 66) for seat in range(2)]

    def result(self) -> DealResult:
        return score(self)

    def hand(self, seat: Seat) -> Cards:
        return self.zones[HAND + EACH * seat]

    def tricks(self, seat: Seat) -> int:
        return len(self.zones[WON + EACH * seat]) // 2

    def total(self, seat: Seat) -> int:
        """§3 What a seat has: marriages count for nothing without a trick."""
        return self.points[seat] + self.married[seat] if self.tricks(seat) else 0

    def strict(self) -> bool:
        """§5 The stock is used up or closed."""
        return self.closer >= 0 or not self.zones[TURNUP]


def suit(c: Card) -> int:
    return c // 5


def added(of: tuple[int, int], seat: Seat, n: int) -> tuple[int, int]:
    return (of[0] + n, of[1]) if seat == 0 else (of[0], of[1] + n)


# -- §2 the deal ---------------------------------------------------------------------------------------------------


def set_up(rules: SchnapsenRules, setup: Setup, deck: Cards) -> Schnapsen:
    """§2 Three cards each, the other seat first; one turned up; two more each; what is left lies across it."""
    s = Schnapsen(rules)
    s.clear(setup)
    first = 1 - setup.dealer
    s.zones[HAND + EACH * first] = bytes(sorted(deck[:3] + deck[7:9]))
    s.zones[HAND + EACH * setup.dealer] = bytes(sorted(deck[3:6] + deck[9:11]))
    s.zones[TURNUP] = deck[6:7]
    s.zones[STOCK] = deck[:10:-1]
    s.trump = deck[6]
    s.turn = first
    s.phase = LEAD
    return s


# -- §3 leading ------------------------------------------------------------------------------------------------------

PLAY: Final = [Action("play", ONE[c]) for c in range(20)]
MARRY: Final = [Action("marry", ONE[c]) for c in range(20)]
EXCHANGE: Final = Action("exchange")
CLOSE_STOCK: Final = Action("close")


def worth(s: Schnapsen, royal: Card) -> int:
    """§3 What a marriage with this card counts for."""
    return 40 if suit(royal) == suit(s.trump) else 20


class Lead(Phase[Schnapsen]):
    """§3 Exchange the trump jack, close the stock, lead a card, or one of a marriage."""

    def legal(self, s: Schnapsen, seat: Seat) -> list[Action]:
        h = s.hand(seat)
        out = [PLAY[c] for c in h]
        for c in h:
            if is_royal(c) and ONE[partner(c)] in h:
                out.append(MARRY[c])
        if s.closer < 0 and len(s.zones[STOCK]) >= 2:
            if jack(s) in h:
                out.append(EXCHANGE)
            if s.rules.close:
                out.append(CLOSE_STOCK)
        return out

    def apply(self, s: Schnapsen, seat: Seat, a: Action) -> None:
        if a.verb == "exchange":
            s.move(s.zones[TURNUP][0], TURNUP, HAND + EACH * seat)
            s.move(jack(s), HAND + EACH * seat, TURNUP)
            return
        if a.verb == "close":
            s.closer = seat
            s.behind = (s.total(1 - seat), s.tricks(1 - seat))
            return
        c = a.cards[0]
        if a.verb == "marry":
            trumps = suit(c) == suit(s.trump)
            s.show(partner(c), HAND + EACH * seat)
            s.married = added(s.married, seat, worth(s, c))
            if (trumps and s.rules.royal) or s.total(seat) >= 66:  # §6
                win(s, seat)
        s.move(c, HAND + EACH * seat, TRICK)
        if s.phase is not OVER:
            s.turn = 1 - seat
            s.phase = FOLLOW if s.strict() else ANSWER

    def prompt(self, s: Schnapsen, viewer: Seat, acts: list[Action]) -> Prompt:
        scene = stock(s)
        if not acts:
            return Prompt(scene, Phrase("table.task.wait_lead", {"seat": s.turn}))
        offered = {a.verb for a in acts}
        note = "_".join([verb for verb in ("exchange", "marry", "close") if verb in offered])
        return Prompt(scene, Phrase("table.task.lead"), Phrase(f"schnapsen.note.{note}") if note else None)

    def why(self, s: Schnapsen, seat: Seat, a: Action) -> Refused:
        if a.verb == "close" and not s.rules.close:
            return Refused("error.schnapsen.no_closing")
        if a.verb in ("close", "exchange") and (s.closer >= 0 or len(s.zones[STOCK]) < 2):
            return Refused("error.schnapsen.too_late")
        if a.verb == "marry" and holds(s.hand(seat), a.cards):
            return Refused("error.schnapsen.no_marriage", {"cards": a.cards})
        return super().why(s, seat, a)


def stock(s: Schnapsen) -> Phrase:
    """§4 and §5 Return what is left to draw, or that suit must be followed."""
    if s.closer >= 0:
        return Phrase("schnapsen.scene.closed", {"seat": s.closer})
    n = len(s.zones[STOCK])
    if n == 0:
        return Phrase("schnapsen.scene.gone")
    return Phrase("schnapsen.scene.stock", {"n": n, "card": s.zones[TURNUP][0]}, n=n)


def jack(s: Schnapsen) -> Card:
    return suit(s.trump) * 5


def is_royal(c: Card) -> bool:
    return c % 5 == QUEEN or c % 5 == KING


def partner(c: Card) -> Card:
    """§3 The king to a queen, the queen to a king."""
    return c + 1 if c % 5 == QUEEN else c - 1


# -- §4 and §5 answering ----------------------------------------------------------------------------------------------


class Answer(Phase[Schnapsen]):
    """§4 While there is a stock any card will do."""

    def legal(self, s: Schnapsen, seat: Seat) -> list[Action]:
        return [PLAY[c] for c in s.hand(seat)]

    def apply(self, s: Schnapsen, seat: Seat, a: Action) -> None:
        s.move(a.cards[0], HAND + EACH * seat, TRICK)
        end_trick(s)

    def prompt(self, s: Schnapsen, viewer: Seat, acts: list[Action]) -> Prompt:
        bound = 0 < len(acts) < len(s.hand(viewer))
        task = "schnapsen.task.follow" if bound else "table.task.any" if s.strict() else "table.task.any_open"
        scene = Phrase("table.scene.led", {"seat": 1 - s.turn, "card": s.zones[TRICK][0]})
        return Prompt(scene, Phrase(task) if acts else None, best=0)


class Follow(Answer):
    """§5 Follow suit and head the lead; else follow suit; else trump; else any card."""

    def legal(self, s: Schnapsen, seat: Seat) -> list[Action]:
        h = s.hand(seat)
        for duty in duties(s.zones[TRICK][0], suit(s.trump)):
            bound = [PLAY[c] for c in h if duty >> c & 1]
            if bound:
                return bound
        return [PLAY[c] for c in h]

    def apply(self, s: Schnapsen, seat: Seat, a: Action) -> None:
        c = a.cards[0]
        for duty in duties(s.zones[TRICK][0], suit(s.trump)):  # cards that had precedence: the seat lacks them
            if duty >> c & 1:
                break
            lacks = s.void[seat] | duty
            s.void = (lacks, s.void[1]) if seat == 0 else (s.void[0], lacks)
        s.move(c, HAND + EACH * seat, TRICK)
        end_trick(s)

    def why(self, s: Schnapsen, seat: Seat, a: Action) -> Refused:
        if a.verb == "play" and holds(s.hand(seat), a.cards):
            allowed = b"".join([x.cards for x in self.legal(s, seat)])
            return Refused("error.schnapsen.follow", {"cards": allowed})
        return super().why(s, seat, a)


def duties(lead: Card, trump: int) -> list[int]:
    """§5 The faces to be played, as bits, most binding first."""
    led = 0x1F << 5 * suit(lead)
    return [led & -(2 << lead), led, 0x1F << 5 * trump]


def end_trick(s: Schnapsen) -> None:
    """§4 The higher card of the suit led wins, or the trump; the winner draws first and leads."""
    lead, answer = s.zones[TRICK]
    leader = 1 - s.turn
    beaten = answer > lead if suit(answer) == suit(lead) else suit(answer) == suit(s.trump)
    seat = s.turn if beaten else leader
    s.points = added(s.points, seat, WORTH[lead % 5] + WORTH[answer % 5])
    s.move_all(TRICK, WON + EACH * seat)
    if s.log is not None:
        worth = WORTH[lead % 5] + WORTH[answer % 5]
        s.say("trick", seat, Phrase("schnapsen.event.trick", {"seat": seat}, n=worth))
    s.turn = seat
    s.phase = LEAD
    if s.total(seat) >= 66:  # §6
        win(s, seat)
    elif s.strict() and not s.hand(seat):  # §6 nobody has 66: the last trick decides, but a player who closed has lost
        win(s, seat if s.closer < 0 else 1 - s.closer)
    elif not s.strict():
        s.draw(STOCK, HAND + EACH * seat)
        s.draw(STOCK if s.zones[STOCK] else TURNUP, HAND + EACH * (1 - seat))


# -- §6 and §7 the end of a deal ------------------------------------------------------------------------------------


def win(s: Schnapsen, seat: Seat) -> None:
    s.winner = seat
    s.phase = OVER


def score(s: Schnapsen) -> DealResult:
    """§7 One game point, two if the loser has less than 33, three if they have no trick."""
    w = s.winner
    points, tricks = s.total(1 - w), s.tricks(1 - w)
    if s.closer == w:
        points, tricks = s.behind
    n = 3 if tricks == 0 else 2 if points < 33 else 1
    how = "no_trick" if tricks == 0 else "under_33" if points < 33 else "win"
    why = "won" if how == "win" else how
    if s.closer == 1 - w:  # the player who closed has lost: what the winner had then counts
        n = 3 if s.behind[1] == 0 else 2
        how, why = "failed", "closed"
    elif how == "win" and s.total(w) >= 66:
        how = "reached"
    elif how == "win" and not s.hand(w):
        how = "last"
    elif s.closer == w and how != "win":
        how += "_then"  # when the stock was closed
    won = how in ("win", "reached", "last")
    args: dict[str, Arg] = {"seat": w, "n": n} if won else {"seat": 1 - w, "seats": ONE[w], "n": n}
    lines = [Score(w, f"schnapsen.score.{why}", n, n)]
    tallies = [Tally(1 << seat, s.total(seat), rest="schnapsen.score.married") for seat in range(2)]
    headline = Phrase(f"schnapsen.event.{how}", args, n=n)
    return DealResult((n, 0) if w == 0 else (0, n), lines, headline, tallies=tallies)


# -- the game -------------------------------------------------------------------------------------------------------


@final
class SchnapsenGame(Game[Schnapsen, SchnapsenRules]):
    def __init__(self) -> None:
        super().__init__(
            name="schnapsen",
            version=1,
            seats=[2],
            minutes=15,
            options=OPTIONS,
            phases=[LEAD, ANSWER, FOLLOW],
            verbs=[
                Verb("play", "hand"),
                Verb("marry", "hand"),
                Verb("exchange", at="table"),
                Verb("close", at="stock"),
            ],
            secrets=[],
            pack=PACK,
            showcase=["HA", "HT", "SJ"],
            moments={"said.marry": TRIUMPH, "said.close": TWIST, "said.exchange": NOTICE},
        )

    def make_rules(self, options: dict[str, str], seats: int) -> SchnapsenRules:
        return SchnapsenRules(options)

    def deal(self, rules: SchnapsenRules, setup: Setup, deck: Deck) -> Schnapsen:
        return set_up(rules, setup, deck.cards)

    def label(self, s: Schnapsen, seat: Seat, a: Action) -> Phrase:
        """§3 A marriage says what it counts for."""
        if a.verb != "marry":
            return super().label(s, seat, a)
        return Phrase("schnapsen.verb.marry", {"cards": a.cards, "n": worth(s, a.cards[0])})

    def winners(self, rules: SchnapsenRules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        """§8 Return the players who have reached the target; the deal changes until then."""
        target = rules.target
        return sum([1 << seat for seat in range(2) if scores[seat] >= target])


LEAD: Final = Lead("lead")
ANSWER: Final = Answer("answer")
FOLLOW: Final = Follow("follow")
GAME: Final = SchnapsenGame()
