"""Écarté. Two seats, 32 cards, five tricks; a player who declares must make three of them.

In brief. §2 In every suit K Q J A T 9 8 7. §3 Three and two cards each; the eleventh is turned up, its suit is trump,
and it stays there. A king so turned is a point for the dealer. §4 Forehand plays or declines; then the dealer plays or
offers an exchange of any number of cards, after which forehand is asked again. Before the first card the holder of the
trump king may declare it. §5 Follow suit and head the trick, else trump. §6 Three tricks are a point, five are two; a
declarer who fails loses two. §7 The first to five points wins at once; a loser without a point pays twice. §8 Options.
What the sheet decides where its source is silent is in §9.
"""

from __future__ import annotations

from typing import Final, final

from stich.kernel.action import Action, Phrase, Prompt, Refused
from stich.kernel.cards import ONE, Card, Cards, Seat, Seats, holds, in_order, only, subsets
from stich.kernel.deal import DealResult, Deck, Score, Setup, Tally
from stich.kernel.game import NOTICE, TRIUMPH, TWIST, Game
from stich.kernel.options import Option
from stich.kernel.situation import Situation
from stich.kernel.state import OVER, Phase, State
from stich.kernel.verbs import Verb
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Rules, Zone
from stich.parts import suits
from stich.parts.trick_prompt import trick_prompt
from stich.parts.tricks import BIT, Contract, Duty, binding, choice, lacking, listed
from stich.parts.tuples import Pair, at, more, united

# -- §2 the cards: face = 8 · suit + rank ---------------------------------------------------------------------------

PACK: Final = suits.pack("789TAJQK")
SIZE: Final = 8
KING: Final = 7
THREE: Final = Phrase("ecarte.contract", {"n": 3}, n=3)
CONTRACTS: Final = [Contract([suits.of_suit(suit, SIZE) for suit in range(4)], trump) for trump in range(4)]
ORDER: Final = [suits.held(each, SIZE) for each in CONTRACTS]

STOCK: Final = 0
TURNUP: Final = 1
TRICK: Final = 2
HAND: Final = 3  # a seat's own zones repeat every EACH numbers
WON: Final = 4
AWAY: Final = 5
EACH: Final = 3

FACTS: Final = [
    Fact("turnup", "card", staged=True),  # its suit is trump
    Fact("exchanges", "number"),  # offered so far
    Fact("changed", "number"),  # how many cards each seat took in the last of them
    Fact("declarer", "seat"),  # the declarer; −1: nobody, or not yet
    Fact("king", "seat"),  # who has declared the king
    Fact("kings", "number"),  # points for a king, turned or declared, credited at once
    Fact("tricks", "number"),
    Fact("void", "plain"),  # for each seat the faces, as bits, that it has shown to lack
]
OPTIONS: Final = [
    Option("target", ["5", "7", "11"], 1, 99),  # §7
    Option("declarer_loss", ["minus_two", "minus_two_and_point", "opponent_two"]),  # §6
    Option("king_declaration", ["manual", "auto"]),  # §4.3
    Option("forehand_min_change", ["1", "0"]),  # §4.2
    Option("dealer_min_change", ["0", "1"]),
    Option("stock_empty", ["no_declarer", "dealer_must_play"]),
    Option("must_trump", ["true", "false"]),  # §5
    Option("first_lead", ["forehand"]),  # §4.4
]


@final
class EcarteRules(Rules):
    def __init__(self, options: dict[str, str]) -> None:
        common = [
            Zone(STOCK, "stock", SECRET, "stock", ordered=True),
            Zone(TURNUP, "turnup", PUBLIC),
            Zone(TRICK, "trick", PUBLIC, "trick", ordered=True),
        ]
        own = [
            Zone(HAND, "hand", OWNER, "hand", most=5),
            Zone(WON, "won", PUBLIC, "captured", ordered=True, shown=False),
            Zone(AWAY, "away", OWNER, "discard", shown=False),
        ]
        super().__init__(Layout(common, own, FACTS, PACK, 2), options)
        self.target = int(options["target"])
        self.loss = options["declarer_loss"]
        self.auto = options["king_declaration"] == "auto"
        self.least: list[int] = [int(options["dealer_min_change"]), int(options["forehand_min_change"])]
        self.dealer_plays = options["stock_empty"] == "dealer_must_play"
        duty = Duty(head=True, trump=options["must_trump"] == "true")
        self.wanted: list[list[list[int]]] = [  # for each trump and each card led
            [duty.wanted(contract, ONE[lead]) for lead in range(4 * SIZE)] for contract in CONTRACTS
        ]


class Ecarte(State):
    def __init__(self, rules: EcarteRules, of: Ecarte | None = None) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.turnup: Card = -1 if of is None else of.turnup
        self.exchanges: int = 0 if of is None else of.exchanges
        self.changed: Pair = (0, 0) if of is None else of.changed
        self.declarer: Seat = -1 if of is None else of.declarer
        self.king: Seat = -1 if of is None else of.king
        self.kings: Pair = (0, 0) if of is None else of.kings
        self.tricks: Pair = (0, 0) if of is None else of.tricks
        self.void: Pair = (0, 0) if of is None else of.void

    def public_copy(self) -> Ecarte:
        return Ecarte(self.rules, self)

    def can_hold(self, c: Card, at: int) -> bool:
        if at == HAND:
            return not self.void[0] >> c & 1
        return at != HAND + EACH or not self.void[1] >> c & 1

    def order(self) -> list[Cards]:
        return ORDER[self.trump()]

    def situation(self, viewer: Seat) -> Situation:
        """§3 The suit of the turned-up card is trump; §6 the declarer needs three tricks."""
        trick = self.zones[TRICK]
        led = trick[0] if trick else -1
        return Situation(
            trump=self.turnup,
            led=led,
            trump_led=led >= 0 and led // SIZE == self.trump(),
            contract=THREE if self.declarer >= 0 else None,
            declarer=self.declarer,
        )

    def result(self) -> DealResult:
        return score(self)

    def hand(self, seat: Seat) -> Cards:
        return self.zones[HAND + EACH * seat]

    def forehand(self) -> Seat:
        return 1 - self.setup.dealer

    def trump(self) -> int:
        return self.turnup // SIZE

    def trump_king(self) -> Card:
        return self.trump() * SIZE + KING

    def wanted(self) -> list[int]:
        """§5 Return the sets of faces that bind the player on turn, the most binding one first."""
        trick = self.zones[TRICK]
        return self.rules.wanted[self.turnup // SIZE][trick[0]] if trick else ANY


ANY: Final[list[int]] = []


# -- §3 the deal ----------------------------------------------------------------------------------------------------


def set_up(rules: EcarteRules, setup: Setup, deck: Cards) -> Ecarte:
    """§3 Packets of three and two, forehand first; the eleventh card is turned up; 21 are left."""
    s = Ecarte(rules)
    s.clear(setup)
    first = s.forehand()
    s.zones[HAND + EACH * first] = in_order(deck[:3] + deck[6:8])
    s.zones[HAND + EACH * setup.dealer] = in_order(deck[3:6] + deck[8:10])
    s.zones[TURNUP] = deck[10:11]
    s.zones[STOCK] = deck[:10:-1]
    s.turnup = deck[10]
    s.turn = first
    s.phase = DECIDE
    if s.turnup == s.trump_king():
        s.kings = more((0, 0), setup.dealer, 1)
        if has_won(s, setup.dealer):  # §7 the match is won at once; the dealer only has to take the point
            s.turn = setup.dealer
            s.phase = TURNED
    return s


def has_won(s: Ecarte, seat: Seat) -> bool:
    """§6 Points for kings count at once, and a player who has enough of them has won."""
    return s.setup.scores[seat] + at(s.kings, seat) >= s.rules.target


MARK: Final = Action("mark")


class Turned(Phase[Ecarte]):
    """§7 A king turned up has decided the match, and nothing more is played."""

    def legal(self, s: Ecarte, seat: Seat) -> list[Action]:
        return [MARK]

    def apply(self, s: Ecarte, seat: Seat, a: Action) -> None:
        s.phase = OVER

    def prompt(self, s: Ecarte, viewer: Seat, acts: list[Action]) -> Prompt:
        scene = Phrase("ecarte.scene.turned", {"seat": s.setup.dealer, "card": s.turnup})
        return Prompt(scene, Phrase("ecarte.task.mark") if acts else None)


# -- §4.1 deciding --------------------------------------------------------------------------------------------------

TAKE: Final = Action("play")
DECLINE: Final = Action("decline")
OFFER: Final = Action("offer")


class Decide(Phase[Ecarte]):
    """§4.1 Forehand plays or declines; then the dealer plays or offers an exchange, as long as there is a stock."""

    def legal(self, s: Ecarte, seat: Seat) -> list[Action]:
        if seat != s.setup.dealer:
            return [TAKE, DECLINE]
        if s.zones[STOCK]:
            return [TAKE, OFFER]
        return [TAKE] if s.rules.dealer_plays else [TAKE, DECLINE]

    def apply(self, s: Ecarte, seat: Seat, a: Action) -> None:
        if a.verb == "play":
            s.declarer = seat
            before_play(s)
        elif a.verb == "offer":
            s.exchanges += 1
            s.turn = s.forehand()
            s.phase = CHANGE
        elif seat != s.setup.dealer:
            s.turn = s.setup.dealer
        else:  # §4.2 both have declined, and there is nothing left to exchange
            before_play(s)

    def prompt(self, s: Ecarte, viewer: Seat, acts: list[Action]) -> Prompt:
        scene = Phrase("ecarte.scene.trump", {"card": s.turnup})
        if s.turn == s.setup.dealer:
            key = "ecarte.scene.asks" if s.zones[STOCK] else "ecarte.scene.passes"
            scene = Phrase(key, {"seat": s.forehand()})
        elif s.exchanges:
            scene = exchanged(s, s.setup.dealer)
        task = None
        if acts:
            offers = [a.verb for a in acts]
            task = Phrase(f"ecarte.task.{offers[-1]}" if s.zones[STOCK] or len(acts) == 1 else "ecarte.task.pass")
        return Prompt(scene, task, Phrase("ecarte.note.declarer"))

    def why(self, s: Ecarte, seat: Seat, a: Action) -> Refused:
        if a.verb == "offer" and seat == s.setup.dealer:
            return Refused("error.ecarte.stock_empty")
        if a.verb == "decline" and seat == s.setup.dealer:
            return Refused("error.ecarte.dealer_plays" if not s.zones[STOCK] else "error.ecarte.dealer_offers")
        return wrong_time(a) or super().why(s, seat, a)


def wrong_time(a: Action) -> Refused | None:
    """§4 Return the refusals that depend on when something is said."""
    if a.verb == "king":
        return Refused("error.ecarte.king_time")
    if a.verb == "change":
        return Refused("error.ecarte.change_time")
    return None


# -- §4.2 exchanging ------------------------------------------------------------------------------------------------

NONE: Final = Action("change")  # the dealer keeps the cards
MOST: Final = 5


class Change(Phase[Ecarte]):
    """§4.2 Forehand discards and draws as many, then the dealer does; then forehand is asked again."""

    def legal(self, s: Ecarte, seat: Seat) -> list[Action]:
        out = [Action("change", cards) for cards in subsets(s.hand(seat), min(MOST, len(s.zones[STOCK])))]
        if self.least(s, seat) == 0:
            out.append(NONE)
        return out

    def least(self, s: Ecarte, seat: Seat) -> int:
        """Return how many cards the seat must exchange; never more than there are."""
        return min(s.rules.least[seat != s.setup.dealer], len(s.zones[STOCK]))

    def apply(self, s: Ecarte, seat: Seat, a: Action) -> None:
        s.move_cards(a.cards, HAND + EACH * seat, AWAY + EACH * seat)
        for _ in a.cards:
            s.draw(STOCK, HAND + EACH * seat)
        n = len(a.cards)
        s.changed = (n, s.changed[1]) if seat == 0 else (s.changed[0], n)
        s.turn = 1 - seat
        if seat == s.setup.dealer:
            s.phase = DECIDE

    def prompt(self, s: Ecarte, viewer: Seat, acts: list[Action]) -> Prompt:
        stock = len(s.zones[STOCK])
        scene = Phrase("ecarte.scene.offered", {"seat": s.setup.dealer})
        if s.turn == s.setup.dealer:
            scene = exchanged(s, s.forehand())
        if not acts:
            return Prompt(scene)
        n = min(MOST, stock)
        key = "ecarte.task.change" if self.least(s, viewer) else "ecarte.task.change_or_keep"
        return Prompt(scene, Phrase(key, {"n": n}, n=n), Phrase("ecarte.note.stock", {"n": stock}, n=stock))

    def why(self, s: Ecarte, seat: Seat, a: Action) -> Refused:
        if a.verb == "change" and holds(s.hand(seat), a.cards):
            most = min(MOST, len(s.zones[STOCK]))
            return Refused("error.ecarte.change", {"chosen": len(a.cards), "least": self.least(s, seat), "most": most})
        if a.verb == "king":
            return Refused("error.ecarte.king_time")
        return super().why(s, seat, a)


def exchanged(s: Ecarte, seat: Seat) -> Phrase:
    """Return how many cards a seat has exchanged last."""
    n = at(s.changed, seat)
    return Phrase("ecarte.scene.changed" if n else "ecarte.scene.kept", {"seat": seat, "n": n}, n=n)


# -- §4.3 the king --------------------------------------------------------------------------------------------------

DECLARE: Final = Action("king")
NO: Final = Action("no")


def before_play(s: Ecarte) -> None:
    """§4.3 Both are asked at once, as long as the king can be in a hand, so being asked reveals nothing."""
    if s.declarer >= 0 and s.log is not None:
        s.say("declarer", s.declarer, Phrase("ecarte.event.declarer", {"seat": s.declarer}))
    if s.turnup == s.trump_king():
        lead(s)
    else:
        s.ask(s.layout.everyone)
        s.phase = CLAIM


class Claim(Phase[Ecarte]):
    """§4.3 The holder of the trump king may declare it or keep it secret; with `auto` it is declared.

    Both players answer, and no answer is known before the last one. So neither the question nor the time it takes
    reveals who could have declared.
    """

    def must(self, s: Ecarte) -> Seats:
        return s.unanswered()

    def legal(self, s: Ecarte, seat: Seat) -> list[Action]:
        if s.trump_king() not in s.hand(seat):
            return [NO]
        return [DECLARE] if s.rules.auto else [DECLARE, NO]

    def apply(self, s: Ecarte, seat: Seat, a: Action) -> None:
        if not s.seal(seat, a):
            return
        answers = s.sealed
        s.sealed = ()
        for who in range(2):
            if answers[who].verb == "king":
                s.king = who
        if s.king >= 0:
            declared(s, s.king)
        else:
            if s.rules.auto:  # then nobody holds it
                king = BIT[s.trump_king()]
                s.void = (s.void[0] | king, s.void[1] | king)
            if s.log is not None:
                s.say("king", -1, Phrase("ecarte.event.no_king"))
        if s.king >= 0 and has_won(s, s.king):
            s.phase = OVER
        else:
            lead(s)

    def prompt(self, s: Ecarte, viewer: Seat, acts: list[Action]) -> Prompt:
        scene = engaged(s)
        if not acts:
            return Prompt(scene)
        if acts[0] == NO:
            return Prompt(scene, Phrase("ecarte.task.no_king", {"card": s.trump_king()}))
        task = Phrase("ecarte.task.king" if len(acts) > 1 else "ecarte.task.must_declare")
        return Prompt(scene, task, Phrase("ecarte.note.king"))

    def why(self, s: Ecarte, seat: Seat, a: Action) -> Refused:
        if a.verb == "king":
            return Refused("error.ecarte.no_king", {"card": s.trump_king()})
        if a.verb == "no" and s.rules.auto:
            return Refused("error.ecarte.must_declare", {"card": s.trump_king()})
        return super().why(s, seat, a)


def engaged(s: Ecarte) -> Phrase | None:
    """§6 Return who has to make three tricks, None if nobody has."""
    return Phrase("ecarte.scene.declarer", {"seat": s.declarer}) if s.declarer >= 0 else None


def declared(s: Ecarte, seat: Seat) -> None:
    """§4.3 A point at once; and all know where the king is."""
    s.show(s.trump_king(), HAND + EACH * seat)
    s.kings = more(s.kings, seat, 1)
    if s.log is not None:
        s.say("king", seat, Phrase("ecarte.event.king", {"seat": seat}))


# -- §4.4 and §5 the tricks -----------------------------------------------------------------------------------------

CARD: Final = [Action("card", ONE[c]) for c in range(4 * SIZE)]


def lead(s: Ecarte) -> None:
    """§4.4 Forehand leads to the first trick, whichever player declares."""
    s.turn = s.forehand()
    s.phase = PLAY


class Play(Phase[Ecarte]):
    """§5 Head the trick in its suit; otherwise follow suit; otherwise trump; otherwise any card."""

    def legal(self, s: Ecarte, seat: Seat) -> list[Action]:
        return listed(CARD, s.hand(seat), s.wanted())

    def apply(self, s: Ecarte, seat: Seat, a: Action) -> None:
        c = a.cards[0]
        trick = s.zones[TRICK]
        if not trick:
            s.move(c, HAND + EACH * seat, TRICK)
            s.turn = 1 - seat
            return
        lacks = lacking(c, s.wanted())
        if lacks:
            s.void = united(s.void, seat, lacks)
        s.move(c, HAND + EACH * seat, TRICK)
        end_trick(s, seat if CONTRACTS[s.trump()].beats(c, trick[0]) else 1 - seat)

    def prompt(self, s: Ecarte, viewer: Seat, acts: list[Action]) -> Prompt:
        trick = s.zones[TRICK]
        contract = CONTRACTS[s.trump()]
        rule = ""
        if trick and 0 < len(acts) < len(s.hand(viewer)):
            rule = binding(contract, trick, s.hand(viewer), choice(s.hand(viewer), s.wanted()))
        general = trick_prompt(contract, trick, s.turn, 2, len(acts) > 0, rule)
        if trick:
            return general
        note = Phrase("ecarte.note.three")
        if s.declarer >= 0:
            n = at(s.tricks, s.declarer)
            note = Phrase("ecarte.note.made", {"seat": s.declarer, "n": n}, n=n)
        return Prompt(engaged(s), general.task, note)

    def why(self, s: Ecarte, seat: Seat, a: Action) -> Refused:
        if a.verb != "card" or len(a.cards) != 1 or a.to != -1 or not holds(s.hand(seat), a.cards):
            return wrong_time(a) or super().why(s, seat, a)
        allowed = choice(s.hand(seat), s.wanted())
        duty = binding(CONTRACTS[s.trump()], s.zones[TRICK], s.hand(seat), allowed)
        return Refused(f"error.ecarte.{duty}", {"cards": allowed, "card": s.zones[TRICK][0]})


def end_trick(s: Ecarte, winner: Seat) -> None:
    s.tricks = more(s.tricks, winner, 1)
    s.move_all(TRICK, WON + EACH * winner)
    if s.log is not None:
        s.say("trick", winner, Phrase("ecarte.event.trick", {"seat": winner}))
    s.turn = winner
    if not s.hand(winner):
        s.phase = OVER


# -- §6 scoring -----------------------------------------------------------------------------------------------------


def score(s: Ecarte) -> DealResult:
    """§6 In the order of crediting: a turned king, a declared one, the play."""
    lines: list[Score] = []
    for seat in range(2):
        n = at(s.kings, seat)
        if n:
            lines.append(Score(seat, "ecarte.score.king" if s.king == seat else "ecarte.score.turned_king", n))
    if s.tricks[0] + s.tricks[1] == MOST:  # unless a king has ended the match
        lines += score_play(s)
    points: Pair = (0, 0)
    for line in lines:
        points = more(points, line.seat, line.n)
    tallies = [Tally(1, at(s.tricks, 0)), Tally(2, at(s.tricks, 1))]
    return DealResult(points, lines, headline(s, points), tallies=tallies)


def score_play(s: Ecarte) -> list[Score]:
    """§6 Return what the five tricks are worth: to the winner, or against a declarer who has failed."""
    winner = 0 if s.tricks[0] > s.tricks[1] else 1
    tricks = at(s.tricks, winner)
    made = [Score(winner, "ecarte.score.win", 1, tricks)]
    if tricks == MOST:
        made.append(Score(winner, "ecarte.score.vole", 1, MOST))
    if s.declarer < 0 or s.declarer == winner:
        return made
    failed = Score(s.declarer, "ecarte.score.failed", -2, MOST - tricks)
    if s.rules.loss == "minus_two":
        return [failed]
    if s.rules.loss == "minus_two_and_point":
        return [failed, *made]
    return made if s.exchanges else [Score(winner, "ecarte.score.refused", 2, tricks)]


def headline(s: Ecarte, points: Pair) -> Phrase:
    """Return the deal as one sentence; after the last one with the cost of the match."""
    before = s.setup.scores
    for seat in range(2):
        if before[seat] + at(points, seat) >= s.rules.target:
            other = 1 - seat
            paid = stakes(before[other] + at(points, other))
            return Phrase("ecarte.event.match", {"seat": seat, "n": paid}, n=paid)
    winner = 0 if s.tricks[0] > s.tricks[1] else 1
    tricks = at(s.tricks, winner)
    if s.declarer == 1 - winner:
        return Phrase("ecarte.event.failed", {"seat": s.declarer, "n": MOST - tricks}, n=MOST - tricks)
    if tricks == MOST:
        return Phrase("ecarte.event.vole", {"seat": winner})
    return Phrase("ecarte.event.win", {"seat": winner, "n": tricks}, n=tricks)


def stakes(points: int) -> int:
    """§7 Return what a loser with these points pays."""
    return 1 if points > 0 else 2


# -- §7 the match ---------------------------------------------------------------------------------------------------


@final
class EcarteGame(Game[Ecarte, EcarteRules]):
    def __init__(self) -> None:
        super().__init__(
            name="ecarte",
            version=1,
            seats=[2],
            minutes=15,
            options=OPTIONS,
            phases=[TURNED, DECIDE, CHANGE, CLAIM, PLAY],
            verbs=[
                Verb("mark"),
                Verb("play"),
                Verb("decline"),
                Verb("offer"),
                Verb("change", "hand", bare=True),
                Verb("king"),
                Verb("no", idle=True),
                Verb("card", "hand"),
            ],
            secrets=[],
            pack=PACK,
            showcase=["HK", "SQ", "DJ"],
            pose="turned",
            kind="tricks",
            premoves=["card"],
            moments={
                "said.offer": NOTICE,
                "said.decline": NOTICE,
                "event.declarer": TWIST,
                "event.king": TRIUMPH,
                "event.deal_king": TRIUMPH,
            },
        )

    def make_rules(self, options: dict[str, str], seats: int) -> EcarteRules:
        return EcarteRules(options)

    def deal(self, rules: EcarteRules, setup: Setup, deck: Deck) -> Ecarte:
        return set_up(rules, setup, deck.cards)

    def winners(self, rules: EcarteRules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        """§7 Points count in order, and the deal ends with the deciding one, so there are never two winners."""
        target = rules.target
        return sum([only(seat) for seat in range(2) if scores[seat] >= target])

    def stakes(self, rules: EcarteRules, scores: tuple[int, ...], winners: Seats) -> tuple[int, ...]:
        """§7 One stake, or two from a loser without a point."""
        loser = 0 if winners == 2 else 1
        n = stakes(scores[loser])
        return (-n, n) if loser == 0 else (n, -n)

    def opening(self, s: Ecarte, setup: Setup) -> Phrase:
        key = "ecarte.event.deal_king" if s.kings[setup.dealer] else "ecarte.event.deal"
        return Phrase(key, {"seat": setup.dealer, "card": s.turnup}, ONE[s.turnup])

    def label(self, s: Ecarte, seat: Seat, a: Action) -> Phrase:
        """§4.1 A dealer who plays refuses an exchange; without a stock to decline proposes none."""
        if a == NONE:
            return Phrase("ecarte.verb.change_none")
        stocked = len(s.zones[STOCK]) > 0
        if a == TAKE and seat == s.setup.dealer and stocked:
            return Phrase("ecarte.verb.refuse")
        return Phrase("ecarte.verb.pass") if a == DECLINE and not stocked else super().label(s, seat, a)

    def phrase(self, s: Ecarte, seat: Seat, a: Action) -> Phrase:
        """The cards exchanged are secret; their number is public."""
        if a.verb != "change":
            return super().phrase(s, seat, a)
        n = len(a.cards)
        return Phrase("ecarte.said.change" if n else "ecarte.said.change_none", {"seat": seat, "n": n}, n=n)

    def write(self, rules: EcarteRules, a: Action) -> str:
        """A notation without cards is written "change -"."""
        return "change -" if a == NONE else super().write(rules, a)

    def read(self, rules: EcarteRules, text: str) -> Action:
        return NONE if text.split() == ["change", "-"] else super().read(rules, text)


TURNED: Final = Turned("turned")
DECIDE: Final = Decide("decide")
CHANGE: Final = Change("change")
CLAIM: Final = Claim("king")
PLAY: Final = Play("play")
GAME: Final = EcarteGame()
