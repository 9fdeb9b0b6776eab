"""Chimera. Three seats, 54 cards; in each round one Chimera plays alone against two Hunters. The first player without
cards wins the round.

The file follows the rule sheet: §1 cards, §2 preparing a deal, §3 bidding, §4 den and exchange, §5-8 playing, §9
scoring, §10 the end. A number in brackets is a row of the sheet's table of points on which the sources differ or are
silent; each is an option here. Combinations and their order (§6-8) come from the climbing core; families and points are
here.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stich.kernel.action import Action, Arg, Phrase, Refused
from stich.kernel.cards import ONE, Card, Cards, Pack, Seat, Seats, holds
from stich.kernel.chance import Chance, shuffle
from stich.kernel.game import YES_NO, Deck, Game, Option, Preset
from stich.kernel.state import OVER, DealResult, Phase, Score, Setup, State
from stich.kernel.verbs import Verb
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Rules, Zone
from stich.parts import climb
from stich.parts.climb.hands import REP

# -- §1 the cards ---------------------------------------------------------------------------------------------
# Face = 4 · rank + family; ranks 0–11 are the numbers 1–12, rank 12 the Heroes. Two cards stand alone.

PIYA: Final = 52
CHIMERA: Final = 53
NAMES: Final = [family + number for number in [*map(str, range(1, 13)), "H"] for family in "JSPT"] + ["PI", "CH"]


def rank(c: Card) -> int:
    return c >> 2 if c < PIYA else c - 39


PACK: Final = Pack(NAMES, bytes(range(54)), "chimera", [rank(c) for c in range(54)])
RANKS: Final = bytes([rank(c) for c in range(54)])
MOST: Final = 20  # cards that a hand can hold: the Chimera's, with the den (§4)
TOADS: Final = 1  # rank of the 2s, worth 10 each
CATS: Final = 10  # rank of the 11s, worth 5 each

DEN: Final = 0
TRICK: Final = 1
HAND: Final = 2  # a seat's own zones repeat every EACH numbers
WON: Final = 3
EACH: Final = 2

FACTS: Final = [
    Fact("up", "card"),  # the card that the cut turned up, while it is to be shown; −1 if none
    Fact("upholder", "seat"),  # who received it; −1 if it fell into the den
    Fact("bid", "number"),  # the highest bid so far, 0 for none
    Fact("high", "seat"),  # who made it
    Fact("forced", "flag"),  # it was not made but imposed (§3)
    Fact("passes", "plain"),  # in a row
    Fact("chimera", "seat"),
    Fact("holder", "seat"),  # whose play is to be beaten
    Fact("last", "plain"),  # the bid was forced (§3)
    Fact("played", "seats"),  # who has played a card this round: for the idle bonus
    Fact("traps", "number"),
    Fact("attack", "number"),
    Fact("plays", "plain"),  # this trick: (seat, cards, type, rank, length) for each turn, (seat, 0, 0, 0, 0) a pass
    Fact("past", "plain"),  # the won tricks that players can look into [26], each as `plays` with the cards behind them
]

Turn = tuple[int, int, int, int, int]

# -- options: the table at the end of the sheet, by its names; the first value is the default ------------------------

COMBINATIONS: Final = [
    Option("kickers_distinct", ["true", "false"]),  # [8]
    Option("kicker_may_repeat_run", YES_NO),  # [9]
    Option("triple_kicker_same_rank", YES_NO),  # [10]
    Option("piya_end", ["declare", "high"]),  # [11]
    Option("special_kickers", ["each", "one", "both"]),  # [13, 14]
    Option("quad_pair_as_singles", YES_NO),  # [15]
    Option("quad_two_equal_pairs", YES_NO),  # [16]
    Option("attached_runs", ["any", "two_only"]),  # [28]
]
OPTIONS: Final = [
    Option("limit", ["400", "300", "500", "750"], 1, 999_999_999),  # [34]
    Option("dealer", ["rotate", "fixed", "random"]),  # [1]
    Option("faceup_in_den", ["recut", "left_of_dealer_bids"]),  # [3]
    Option("show_faceup", ["round", "bidding_only"]),  # [4]
    Option("forced_bid", ["faceup_holder", "leader", "dealer", "first_passer_no_redeal"]),  # [5]
    Option("bid_end_passes", ["2", "3"]),  # [5a]
    Option("den_open", YES_NO),  # [6]
    *COMBINATIONS,
    Option("idle_bonus", ["once", "per_hunter"]),  # [17]
    Option("show_counts", ["true", "false"]),  # [25]
    Option("history", ["current_trick", "last_trick", "all"]),  # [26]
]
PRESETS: Final = [  # §12: how each rulebook reads where they differ
    Preset("german", {}),
    Preset("hungarian", {"forced_bid": "leader", "triple_kicker_same_rank": "true"}),  # [5, 10]
    Preset("french", {"bid_end_passes": "3", "attached_runs": "two_only"}),  # [5a, 28]
]


@final
class Room:
    """Scratch memory of the climbing core."""

    def __init__(self) -> None:
        self.moves: vec[i64] = climb.scratch()


@final
class ChimeraRules(Rules):
    """One table's rules, with each option read once."""

    def __init__(self, options: dict[str, str]) -> None:
        counted = options["show_counts"] == "true"
        common = [Zone(DEN, "den", SECRET, "table"), Zone(TRICK, "trick", PUBLIC, "trick", ordered=True)]
        own = [
            Zone(HAND, "hand", OWNER, "hand", counted=counted),
            # all saw the cards go there; they lie face down
            Zone(WON, "won", PUBLIC, "captured", ordered=True, shown=False, counted=counted),
        ]
        super().__init__(Layout(common, own, FACTS, PACK, 3), options)
        self.limit = int(options["limit"])
        self.dealer = options["dealer"]
        self.den_may_have_faceup = options["faceup_in_den"] == "left_of_dealer_bids"
        self.faceup_stays = options["show_faceup"] == "round"
        self.forced_bid = options["forced_bid"]
        self.end_passes = int(options["bid_end_passes"])
        self.den_open = options["den_open"] == "true"
        self.idle_once = options["idle_bonus"] == "once"
        self.history = options["history"]
        self.table = climb.table(climb.CHIMERA, {o.name: options[o.name] for o in COMBINATIONS})
        self.rooms: list[Room] = []

    def room(self) -> Room:
        """Lend a buffer to the climbing core for listing moves; `rooms` takes it back.

        Bots think beside the table, so two threads can list moves at once. Each gets a buffer of its own.
        """
        try:
            return self.rooms.pop()
        except IndexError:
            return Room()


class Chimera(State):
    """One deal: usually a round; after a passed-out deal the same round is dealt once more."""

    def __init__(self, rules: ChimeraRules, of: Chimera | None = None) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.up: Card = -1 if of is None else of.up
        self.upholder: Seat = -1 if of is None else of.upholder
        self.bid: int = 0 if of is None else of.bid
        self.high: Seat = -1 if of is None else of.high
        self.forced: int = 0 if of is None else of.forced
        self.passes: int = 0 if of is None else of.passes
        self.chimera: Seat = -1 if of is None else of.chimera
        self.holder: Seat = -1 if of is None else of.holder
        self.last: int = 0 if of is None else of.last
        self.played: Seats = 0 if of is None else of.played
        self.traps: int = 0 if of is None else of.traps
        self.attack: int = 0 if of is None else of.attack
        self.plays: tuple[Turn, ...] = () if of is None else of.plays
        self.past: tuple[tuple[int, ...], ...] = () if of is None else of.past

    def public_copy(self) -> Chimera:
        return Chimera(self.rules, self)

    def hand(self, seat: Seat) -> Cards:
        return self.zones[HAND + EACH * seat]

    def position(self) -> climb.Climb:
        """Return the same position for search: rank counts only, with a scratch buffer of its own."""
        a, b, c = counted(self.hand(0)), counted(self.hand(1)), counted(self.hand(2))
        return climb.Climb(a, b, c, self.turn, self.last, self.passes, self.rules.table, climb.scratch())

    def result(self) -> DealResult:
        return score(self)


RANKS_OF: Final = RANKS + bytes(202)  # in the form that bytes.translate takes


# -- §2 preparing a deal ----------------------------------------------------------------------------------------


def cut_pack(cards: Cards, lifted: int) -> Cards:
    """§2.2 The lower part comes to the top, but for its first card, which lies face up between the two."""
    return cards[lifted + 1 :] + cards[lifted : lifted + 1] + cards[:lifted]


def face_up(deck: Deck) -> int:
    """§2.2 Where the face-up card lies in the pack."""
    return len(deck.cards) - 1 - deck.cut


def set_up(rules: ChimeraRules, setup: Setup, deck: Deck) -> Chimera:
    """§2.3 Three cards to the den, then one by one, the dealer's left neighbour first [2]."""
    s = Chimera(rules)
    s.clear(setup)
    s.zones[DEN] = bytes(sorted(deck.cards[:3]))
    for i in range(3):
        s.zones[HAND + EACH * ((setup.dealer + 1 + i) % 3)] = bytes(sorted(deck.cards[3 + i :: 3]))
    at = face_up(deck)
    s.up = deck.cards[at]
    if at < 3:  # [3]
        s.turn = (setup.dealer + 1) % 3
        s.show(s.up, DEN)
    else:  # §2.4 the player who receives it bids first; all have seen it [4]
        s.turn = (setup.dealer + 1 + (at - 3)) % 3
        s.upholder = s.turn
        s.show(s.up, HAND + EACH * s.turn)
    s.phase = BID
    return s


# -- §3 bidding -----------------------------------------------------------------------------------------------------

PASS: Final = Action("pass")
BIDS: Final = [Action("bid", b"", n) for n in (20, 30, 40)]


class Bid(Phase[Chimera]):
    """§3 Bids of 20, 30 and 40, each higher than the last. A player who passed may bid later; passes in a row end the
    bidding.
    """

    def legal(self, s: Chimera, seat: Seat) -> list[Action]:
        return [PASS] + [b for b in BIDS if b.to > s.bid]

    def apply(self, s: Chimera, seat: Seat, a: Action) -> None:
        if a.verb == "bid":
            s.bid = a.to
            s.high = seat
            s.forced = 0
            s.passes = 0
        else:
            s.passes += 1
        s.turn = (seat + 1) % 3
        if s.bid == 40 or (s.bid > 0 and s.passes == s.rules.end_passes):  # [5a]
            end_auction(s)
        elif s.bid == 0 and s.passes == 3:
            everybody_passed(s)

    def why(self, s: Chimera, seat: Seat, a: Action) -> Refused:
        allowed = ", ".join([str(b.to) for b in BIDS if b.to > s.bid])
        if a.verb == "bid" and not a.cards:
            return Refused("error.chimera.bid", {"n": a.to, "allowed": allowed})
        if a.verb != "pass":
            return Refused("error.chimera.bidding", {"allowed": allowed})
        return super().why(s, seat, a)


def everybody_passed(s: Chimera) -> None:
    """§3 The first time the cards are dealt again; the second time a player is forced to 20, and can be overcalled
    [5].
    """
    first = s.turn  # three calls: back at the first bidder
    if s.rules.forced_bid == "first_passer_no_redeal":
        force(s, first)
        end_auction(s)
    elif is_second_deal(s):
        force(s, forced_seat(s, first))
        s.turn = (s.high + 1) % 3
    else:
        s.phase = OVER


def is_second_deal(s: Chimera) -> bool:
    return s.setup.carry == SECOND_DEAL


SECOND_DEAL: Final = (2,)


def forced_seat(s: Chimera, first: Seat) -> Seat:
    """§3 The holder of the face-up card; or the leader, of tied ones the first in bidding order; or the dealer [5]."""
    if s.rules.forced_bid == "dealer":
        return s.setup.dealer
    seat = first
    if s.rules.forced_bid == "leader":
        for other in ((first + 1) % 3, (first + 2) % 3):
            if s.setup.scores[other] > s.setup.scores[seat]:
                seat = other
    return seat


def force(s: Chimera, seat: Seat) -> None:
    s.bid = 20
    s.high = seat
    s.forced = 1
    s.passes = 0
    if s.log is not None:
        s.say("forced", seat, Phrase("chimera.event.forced", {"seat": seat, "n": 20}))


def end_auction(s: Chimera) -> None:
    """§4 The Chimera takes the den and leads; before that the Hunters exchange none, one or two cards."""
    s.chimera = s.high
    s.turn = s.high
    s.passes = 0
    if s.log is not None:
        s.say("chimera", s.chimera, Phrase("chimera.event.chimera", {"seat": s.chimera, "n": s.bid}))
    den = s.zones[DEN]
    for c in den:
        s.move(c, DEN, HAND + EACH * s.chimera)
    if not s.rules.faceup_stays:  # [4]
        s.up = -1
        s.forget()
    for c in den:  # the rest is not shown to others [6]
        if s.rules.den_open or c == s.up:
            s.show(c, HAND + EACH * s.chimera)
    if s.bid == 20:
        s.phase = PLAY
    else:
        s.ask(s.layout.everyone & ~(1 << s.chimera))
        s.phase = EXCHANGE


# -- §4 exchange -----------------------------------------------------------------------------------------------------

# all possible gifts, made once: GIVE[54 · x + y] gives x and y, GIVE[55 · x] only x
GIVE: Final = [Action("give", bytes(sorted({x, y}))) for x in range(54) for y in range(54)]


class Exchange(Phase[Chimera]):
    """§4 The Hunters exchange cards with each other, obligatory [7], at once and face down; 30: one card, 40: two.

    The Hunters see what they receive after both have chosen, so that no received card can be sent back.
    """

    def must(self, s: Chimera) -> Seats:
        return s.unanswered()

    def legal(self, s: Chimera, seat: Seat) -> list[Action]:
        h = s.hand(seat)
        gifts = GIVE
        if s.bid == 30:
            return [gifts[55 * c] for c in h]
        n = len(h)
        return [gifts[54 * h[i] + h[j]] for i in range(n) for j in range(i + 1, n)]

    def apply(self, s: Chimera, seat: Seat, a: Action) -> None:
        if s.seal(seat, a):
            x = (s.chimera + 1) % 3
            y = (s.chimera + 2) % 3
            from_x = s.sealed[x].cards
            from_y = s.sealed[y].cards
            s.sealed = ()
            for c in from_x:
                s.move(c, HAND + EACH * x, HAND + EACH * y)
            for c in from_y:
                s.move(c, HAND + EACH * y, HAND + EACH * x)
            s.phase = PLAY

    def why(self, s: Chimera, seat: Seat, a: Action) -> Refused:
        n = 1 if s.bid == 30 else 2
        if a.verb != "give":
            return Refused("error.chimera.exchange", {"n": n})
        if len(a.cards) != n:
            return Refused("error.chimera.give", {"n": n, "chosen": len(a.cards)})
        return super().why(s, seat, a)


# -- §5 playing, §6-8 combinations
# --------------------------------------------------------------------------------------


class Play(Phase[Chimera]):
    """§5 Lead any combination [23]; then pass, or beat the last play. Two passes in a row end the trick.

    A listed play is a move of the climbing core, without cards: which families it takes is the player's choice [27].
    """

    def legal(self, s: Chimera, seat: Seat) -> list[Action]:
        rules = s.rules
        room = rules.room()
        moves = room.moves
        n = climb.count(counted(s.hand(seat)), s.last, rules.table, moves)
        out = [Action("play", b"", int(moves[i])) if moves[i] else PASS for i in range(n)]  # the core's 0 is a pass
        rules.rooms.append(room)
        return out

    def cards(self, s: Chimera, seat: Seat, a: Action) -> Cards:
        return a.cards if a.cards or a.verb == "pass" else pick(s.hand(seat), a.to)

    def canon(self, s: Chimera, seat: Seat, a: Action) -> Action:
        """Map chosen cards, with or without a declared reading, to the listed play (§7, declaration)."""
        if a.verb != "play" or not a.cards or not holds(s.hand(seat), a.cards):
            return a
        found = readings(s.rules, a.cards)
        if a.to >= 0:
            return Action("play", b"", a.to) if a.to in found else a
        found = [m for m in found if climb.beats(s.last, m)]
        if not found or len({climb.kind(m) for m in found}) > 1:  # several types: the player has to declare one
            return a
        return Action("play", b"", max(found, key=climb.rank))

    def apply(self, s: Chimera, seat: Seat, a: Action) -> None:
        if a.verb == "pass":
            s.passes += 1
            s.plays += PASSED[seat]
            s.turn = (seat + 1) % 3
            if s.passes == 2:
                win_trick(s, s.turn)
            return
        cards = a.cards or pick(s.hand(seat), a.to)
        s.move_cards(cards, HAND + EACH * seat, TRICK)
        kind = climb.kind(a.to)
        s.last = a.to
        s.holder = seat
        s.passes = 0
        s.played |= 1 << seat
        s.plays += ((seat, len(cards), kind, climb.rank(a.to), climb.length(a.to)),)
        if kind == climb.TRAP:
            s.traps += 1
        elif kind == climb.ATTACK:
            s.attack += 1
        if s.up >= 0 and s.up in cards:
            s.up = -1
        if s.hand(seat):
            s.turn = (seat + 1) % 3
        else:  # out: no answer is possible, not even a trap [21]
            ended = s.plays
            win_trick(s, seat)
            s.plays = ended  # a table shows the play that ended the round
            s.phase = OVER

    def why(self, s: Chimera, seat: Seat, a: Action) -> Refused:
        if a.verb == "pass" and s.last == 0:
            return Refused("error.chimera.must_lead")  # [22]
        if a.verb != "play" and a.verb != "pass":
            return Refused("error.chimera.playing")
        if a.verb == "pass" or not holds(s.hand(seat), a.cards):
            return super().why(s, seat, a)
        if not a.cards:
            return Refused("error.chimera.no_cards")
        found = readings(s.rules, a.cards)
        if not found and s.last == 0:
            return Refused("error.chimera.no_combination", {"cards": a.cards})
        if not found:
            beat = to_beat(s.last)
            return Refused("error.chimera.no_answer", {**beat.args, "cards": a.cards, "what": f"@{beat.key}"})
        if a.to >= 0 and a.to not in found:
            return Refused("error.chimera.declaration", {"cards": a.cards, "allowed": names(found)})
        beating = [m for m in found if climb.beats(s.last, m)]
        if a.to < 0 and beating:
            return Refused("error.chimera.choose", {"cards": a.cards, "allowed": names(beating)})
        beat = to_beat(s.last)
        return Refused(beat.key, beat.args)


PASSED: Final[list[tuple[Turn, ...]]] = [((seat, 0, 0, 0, 0),) for seat in range(3)]


def counted(cards: Cards) -> i64:
    """Return rank counts as the climbing core keeps them: `climb.planes` of the ranks, in one loop."""
    hand: i64 = 0
    bit: i64 = 0
    bits = BIT
    i = 0
    n = len(cards)
    while i < n:
        bit = bits[cards[i]]
        hand |= ((hand & (bit * REP)) << 16) | bit
        i += 1
    return hand


BIT: Final[list[i64]] = [2 ** RANKS[c] for c in range(54)]


def readings(rules: ChimeraRules, cards: Cards) -> list[int]:
    """§6 Every combination that exactly these cards make; [] if a card comes twice or no hand holds so many."""
    if len(cards) > MOST or len(set(cards)) < len(cards):  # input from outside: the core relies on a possible hand
        return []
    room = rules.room()
    found = climb.readings(counted(cards), rules.table, room.moves)
    rules.rooms.append(room)
    return found


def names(moves: list[int]) -> str:
    """Write readings as the notation does: "straight 9 5, straight 8 5"."""
    return ", ".join([f"{climb.TYPES[climb.kind(m)]} {climb.rank(m)} {climb.length(m)}" for m in moves])


def win_trick(s: Chimera, seat: Seat) -> None:
    """§5 Its last player takes all cards of the trick, face down, and leads the next one."""
    if s.rules.history != "current_trick":  # [26]
        trick = (*[n for turn in s.plays for n in turn], -1, *s.zones[TRICK])
        s.past = (*s.past, trick) if s.rules.history == "all" else (trick,)
    if s.log is not None:
        s.say("trick", seat, Phrase("chimera.event.trick", {"seat": seat, "n": len(s.zones[TRICK])}))
    s.move_all(TRICK, WON + EACH * seat)
    s.last = 0
    s.holder = -1
    s.passes = 0
    s.plays = ()


def pick(h: Cards, move: int) -> Cards:
    """Return cards of the sorted hand h that make `move`: of equal ranks the first ones."""
    need = climb.counts(move)
    unit: i64 = 0
    units = UNIT
    out = b""
    i = 0
    while need:
        unit = units[h[i]]
        if need & (15 * unit):
            need -= unit
            out += ONE[h[i]]
        i += 1
    return out


UNIT: Final[list[i64]] = [16 ** RANKS[c] for c in range(54)]  # one card, in counts of a nibble per rank


# -- §9 scoring a round ----------------------------------------------------------------------------------------------


def score(s: Chimera) -> DealResult:
    """§9 Treasures go to the player who won them; bid and bonuses depend on who went out first."""
    if s.chimera < 0:
        return DealResult((0, 0, 0), [], Phrase("chimera.event.redeal"), again=True, carry=SECOND_DEAL)
    out = next(seat for seat in range(3) if not s.hand(seat))
    hunters = [seat for seat in range(3) if seat != s.chimera]
    lines: list[Score] = []
    if out == s.chimera:
        idle = sum([1 for seat in hunters if not s.played >> seat & 1])
        if s.rules.idle_once:
            idle = min(idle, 1)  # [17]
        lines.append(Score(s.chimera, "chimera.score.bid", 2 * s.bid, s.bid))
        lines.append(Score(s.chimera, "chimera.score.traps", 25 * s.traps, s.traps))
        lines.append(Score(s.chimera, "chimera.score.attack", 25 * s.attack, s.attack))
        lines.append(Score(s.chimera, "chimera.score.idle", 25 * idle, idle))
    else:
        lines.append(Score(s.chimera, "chimera.score.failed_bid", -s.bid, s.bid))
        for seat in hunters:
            lines.append(Score(seat, "chimera.score.hunters", 20))
    for seat in range(3):
        won = s.zones[WON + EACH * seat].translate(RANKS_OF)
        lines.append(Score(seat, "chimera.score.toads", 10 * won.count(TOADS), won.count(TOADS)))
        lines.append(Score(seat, "chimera.score.cats", 5 * won.count(CATS), won.count(CATS)))
    points = tuple([sum([x.n for x in lines if x.seat == seat]) for seat in range(3)])
    won_by = "chimera" if out == s.chimera else "hunters"
    headline = Phrase(f"chimera.event.{won_by}_win", {"seat": out, "chimera": s.chimera, "n": s.bid})
    return DealResult(points, [x for x in lines if x.n != 0], headline)


def combination(move: int) -> Phrase:
    """Name a play: the text of its type, with rank (one card, several cards), low and high ends (numbers 1–12) and
    length.
    """
    top = climb.rank(move)
    long = climb.length(move)
    ranks: dict[str, Arg] = {"rank": f"@chimera.rank.{top}", "ranks": f"@chimera.ranks.{top}"}
    args = ranks | {"low": top - long + 1, "high": top, "n": long}
    return Phrase(f"chimera.combo.{climb.TYPES[climb.kind(move)]}", args)


def choice(move: int) -> Phrase:
    """Name a play in a list: the same, with only the parameters that the texts of its type use.

    There are some hundred moves, and each name is cached: callers must not change it.
    """
    known = NAMED.get(move)
    if known is None:
        whole = combination(move)
        single = climb.kind(move) == climb.SINGLE
        used = ["rank"] if single else ["low", "high"] if climb.length(move) > 1 else ["ranks"]
        known = NAMED[move] = Phrase(whole.key, {name: whole.args[name] for name in used})
    return known


NAMED: Final[dict[int, Phrase]] = {}


def to_beat(move: int) -> Phrase:
    """Return what beats a play (§8), as a phrase."""
    return Phrase(f"error.chimera.beat.{climb.TYPES[climb.kind(move)]}", combination(move).args)


# -- the game ---------------------------------------------------------------------------------------------------------


@final
class ChimeraGame(Game[Chimera, ChimeraRules]):
    def __init__(self) -> None:
        super().__init__(
            name="chimera",
            version=1,
            seats=[3],
            minutes=30,
            options=OPTIONS,
            phases=[BID, EXCHANGE, PLAY],
            verbs=[
                Verb("pass"),
                Verb("bid", to="number", least=BIDS[0].to, most=BIDS[-1].to),
                Verb("give", "hand"),
                Verb("play", "hand", to="code"),
            ],
            secrets=[],
            pack=PACK,
            showcase=["P2", "SH", "CH"],
            premoves=["play", "pass"],
            tables={"plays": list(climb.TYPES)},
            presets=PRESETS,
        )

    def make_rules(self, options: dict[str, str], seats: int) -> ChimeraRules:
        return ChimeraRules(options)

    def prepare(self, rules: ChimeraRules, chance: Chance) -> Deck:
        """§2 Shuffle and cut near the middle: 18 to 35 cards, so that each seat bids first equally often [3].

        If the face-up card may lie in the den, the cut is anywhere, because otherwise that rule would never apply.
        """
        cards = shuffle(rules.layout.deck, chance)
        anywhere = rules.den_may_have_faceup
        lifted = int(1 + chance.below(53) if anywhere else 18 + chance.below(18))
        return Deck(cut_pack(cards, lifted), lifted)

    def deal(self, rules: ChimeraRules, setup: Setup, deck: Deck) -> Chimera:
        """Raises Refused: `error.chimera.cut` (n, allowed) for a cut that the table has to repeat [3]."""
        how = rules
        most = 53 if how.den_may_have_faceup else 50
        if not 1 <= deck.cut <= most:
            raise Refused("error.chimera.cut", {"n": deck.cut, "allowed": f"1–{most}"})
        return set_up(how, setup, deck)

    def following(
        self, rules: ChimeraRules, setup: Setup, result: DealResult, scores: tuple[int, ...], chance: Chance
    ) -> Setup:
        """§2 The next player deals after each round [1]; a passed-out deal is not a round."""
        n = super().following(rules, setup, result, scores, chance)
        how = rules.dealer
        if how == "fixed" and not result.again:
            n.dealer = setup.dealer
        elif how == "random" and not result.again:
            n.dealer = int(chance.below(3))
        return n

    def winners(self, rules: ChimeraRules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        """§10 The limit is reached and one player alone has the highest total; with a shared highest total play goes
        on.
        """
        best = max(scores)
        if best < rules.limit or scores.count(best) > 1:
            return 0
        return 1 << scores.index(best)

    def opening(self, s: Chimera, setup: Setup) -> Phrase:
        args: dict[str, Arg] = {"seat": setup.dealer, "first": s.turn, "card": s.up}
        return Phrase("chimera.event.deal" if s.upholder >= 0 else "chimera.event.deal_den", args)

    def label(self, s: Chimera, seat: Seat, a: Action) -> Phrase:
        return choice(a.to) if a.verb == "play" else super().label(s, seat, a)

    def phrase(self, s: Chimera, seat: Seat, a: Action) -> Phrase:
        if a.verb != "play":
            return super().phrase(s, seat, a)
        what = combination(a.to)
        return Phrase("chimera.said.play", what.args | {"seat": seat, "what": "@" + what.key, "cards": a.cards})

    def write(self, rules: ChimeraRules, a: Action) -> str:
        """Play as "play J5 S6 T7 P8 PI as straight 9 5"; the reading is written where the cards have several."""
        if a.verb != "play":
            return super().write(rules, a)
        text = f"play {PACK.write(a.cards)}"
        return text if len(readings(rules, a.cards)) < 2 else f"{text} as {names([a.to])}"

    def read(self, rules: ChimeraRules, text: str) -> Action:
        """Raises Refused: `error.notation`, `error.card`, `error.chimera.no_combination` and `….declaration`."""
        words = text.split()
        if not words or words[0] != "play" or "as" not in words:
            return super().read(rules, text)
        at = words.index("as")
        cards = self.read_cards(rules, words[1:at])
        found = readings(rules, cards)
        for move in found:
            if names([move]) == " ".join(words[at + 1 :]):
                return Action("play", cards, move)
        if not found:
            raise Refused("error.chimera.no_combination", {"cards": cards})
        raise Refused("error.chimera.declaration", {"cards": cards, "allowed": names(found)})


BID: Final = Bid("bid")
EXCHANGE: Final = Exchange("exchange")
PLAY: Final = Play("play")
GAME: Final = ChimeraGame()
