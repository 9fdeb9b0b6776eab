"""Durak, with throwing in and passing on. Two to twelve seats; no winner, but one who loses.

In brief. §2 52, 36 or 32 cards, as many packs as it takes. §3 Six cards each; an open card makes its suit trump and is
drawn last. §4 A bout: the attacker lays cards of one rank; the defender beats each with a higher card of its suit or a
trump, or passes the attack on with a card of its rank, or takes; all others may throw in cards of any rank on the
table, as long as there are no more than the defender had cards, and six at most. What was beaten is out of play, and
the defender attacks; otherwise the defender takes all of it, and their left neighbour attacks. Then all refill to six.
§5 Without a talon a player without cards is out; the last one with cards is the Durak. §6 One game, or several; the
loser deals. §7 Options. §8 A game that comes back to the same position is a draw. What the sheet decides where its
source is silent is in §9.

With `first_attacker=lowest_trump` the trump that gives the first attack is shown. Each player decides whether to show
one, and which: otherwise all would learn which trumps a hand does not hold.
"""

from __future__ import annotations

from typing import Final, final

from stich.games.durak.rules_choices import add_beats, add_of_one_rank, add_throws, add_transfers, counted, proposed
from stich.games.durak.rules_state import Durak, clear_table, note_out, refill, repeats, throwers
from stich.games.durak.rules_table import (
    EACH_DEALT,
    HAND,
    KINDS,
    OPTIONS,
    PAIR,
    PRESETS,
    SHOW,
    TAKE,
    TALON,
    TRUMPS,
    TURNUP,
    DurakRules,
    packs_for,
)
from stich.games.durak.rules_why import not_asked, why_not
from stich.kernel.action import Action, Arg, Phrase, Refused
from stich.kernel.cards import ONE, Cards, Seat, Seats, seats_of
from stich.kernel.chance import Chance
from stich.kernel.game import Deck, Game
from stich.kernel.state import OVER, DealResult, Phase, Setup
from stich.kernel.verbs import Verb
from stich.parts.tricks import each_once
from stich.parts.window import PRIORITY, Window

# -- §3 the deal -----------------------------------------------------------------------------------------------------


def set_up(rules: DurakRules, setup: Setup, deck: Deck) -> Durak:
    """§3 One card at a time; the next one is turned up, the rest lies on it."""
    s = Durak(rules)
    s.clear(setup)
    cards = deck.cards
    seats = rules.layout.seats
    at = EACH_DEALT * seats
    first = (setup.dealer + 1) % seats
    for i in range(seats):
        s.zones[HAND + (first + i) % seats] = bytes(sorted(cards[i:at:seats]))
    s.zones[TURNUP] = cards[at : at + 1]
    s.zones[TALON] = cards[:at:-1]
    s.suit = cards[at] // rules.size
    s.trump = TRUMPS[s.suit]
    if rules.by_lowest:
        s.turn = s.attacker = first
        s.waiting = rules.layout.everyone
        s.phase = REVEAL
    else:
        begin_bout(s, first)
    return s


class Reveal(Window[Durak]):
    """§7 `lowest_trump`: from forehand on each seat is asked once for a trump lower than the one shown before.

    The seat that shows the last one attacks; forehand, if nobody does. Any lower trump will do and nobody has to show
    one, so that showing or not showing says nothing about the other cards, and drawn deals need not respect it.
    """

    def mode(self, s: Durak) -> str:
        return PRIORITY

    def waiting(self, s: Durak) -> Seats:
        return s.waiting

    def narrow(self, s: Durak, left: Seats) -> None:
        s.waiting = left

    def reactions(self, s: Durak, seat: Seat) -> list[Action]:
        size = s.rules.size
        least = s.suit * size
        most = s.lowest if s.lowest >= 0 else least + size
        return [SHOW[c] for c in each_once(s.hand(seat)) if least <= c < most]

    def react(self, s: Durak, seat: Seat, a: Action) -> None:
        s.lowest = a.cards[0]
        s.attacker = seat
        s.show(s.lowest, HAND + seat)
        s.waiting &= ~(1 << seat)
        if s.waiting == 0 or s.lowest % s.rules.size == 0:
            self.close(s)

    def close(self, s: Durak) -> None:
        begin_bout(s, s.attacker)

    def why(self, s: Durak, seat: Seat, a: Action) -> Refused:
        return why_not(s, seat, a) or super().why(s, seat, a)

    def why_not_asked(self, s: Durak, seat: Seat, a: Action) -> Refused | None:
        return not_asked(s, seat, a)


# -- §4.1 a bout begins ----------------------------------------------------------------------------------------------


def begin_bout(s: Durak, attacker: Seat) -> None:
    s.bouts += 1
    s.attacker = s.turn = attacker
    s.count = s.unbeaten = 0
    s.fitting = 0
    s.lays = b""
    s.taking = s.shown = False
    s.waiting = 0
    s.phase = OPEN
    defend(s, s.left_of(attacker))
    if s.stall >= s.rules.stall_limit:
        draw_game(s, "stall")
    elif repeats(s):
        draw_game(s, "repeated")


def defend(s: Durak, seat: Seat) -> None:
    s.defender = seat
    s.limit = s.fits(seat)


def draw_game(s: Durak, why: str) -> None:
    """§8 End the game without a loser."""
    s.phase = OVER
    if s.log is not None:
        s.say(why, -1, Phrase(f"durak.event.{why}"))


class Open(Phase[Durak]):
    """§4.1 The attacker lays one card or several of one rank; passing is not allowed."""

    def legal(self, s: Durak, seat: Seat) -> list[Action]:
        out: list[Action] = []
        add_of_one_rank(out, s, s.hand(seat), s.limit, "attack", s.rules.kind.attack)
        return out

    def canon(self, s: Durak, seat: Seat, a: Action) -> Action:
        return counted(s, seat, a) if a.verb == "attack" else a

    def cards(self, s: Durak, seat: Seat, a: Action) -> Cards:
        return a.cards or proposed(s, seat, a)

    def apply(self, s: Durak, seat: Seat, a: Action) -> None:
        s.lay_attack(seat, a.cards or proposed(s, seat, a))
        s.turn = s.defender
        s.phase = DEFEND

    def why(self, s: Durak, seat: Seat, a: Action) -> Refused:
        return why_not(s, seat, a) or super().why(s, seat, a)

    def why_not_asked(self, s: Durak, seat: Seat, a: Action) -> Refused | None:
        return not_asked(s, seat, a)


# -- §4.2 the defence ------------------------------------------------------------------------------------------------


class Defend(Phase[Durak]):
    """§4.2 Beat, pass on, or take. With `throw_mode=free` the others may throw in meanwhile; they need not decline."""

    def may(self, s: Durak) -> Seats:
        return throwers(s) if s.rules.free else 0

    def legal(self, s: Durak, seat: Seat) -> list[Action]:
        hand = s.hand(seat)
        out: list[Action] = []
        if seat != s.defender:
            add_throws(out, s, hand)
            return out
        add_beats(out, s, hand)
        if s.rules.transfer:
            add_transfers(out, s, hand)
        out.append(TAKE)
        return out

    def canon(self, s: Durak, seat: Seat, a: Action) -> Action:
        return counted(s, seat, a) if a.verb == "transfer" else a

    def cards(self, s: Durak, seat: Seat, a: Action) -> Cards:
        return proposed(s, seat, a) if a.verb == "transfer" and not a.cards else a.cards

    def apply(self, s: Durak, seat: Seat, a: Action) -> None:
        if a.verb == "beat":
            beat(s, a)
        elif a.verb == "take":
            s.taking = True
            ask_throwers(s)
        elif a.verb == "throw":
            s.lay_attack(seat, a.cards)
        else:
            pass_on(s, seat, a)

    def why(self, s: Durak, seat: Seat, a: Action) -> Refused:
        return why_not(s, seat, a) or super().why(s, seat, a)

    def why_not_asked(self, s: Durak, seat: Seat, a: Action) -> Refused | None:
        return not_asked(s, seat, a)


def beat(s: Durak, a: Action) -> None:
    at = PAIR
    on = ONE[a.to]
    while s.zones[at] != on:
        at += 1
    s.put_down(s.defender, a.cards[0], at)
    s.unbeaten -= 1
    if s.unbeaten == 0:
        ask_throwers(s)


def pass_on(s: Durak, seat: Seat, a: Action) -> None:
    """§4.2 The seat that passes the attack on has the initiative, and its left neighbour defends."""
    if a.verb == "show":
        s.shown = True
        s.show(a.cards[0], HAND + seat)
    else:
        s.lay_attack(seat, a.cards or proposed(s, seat, a))
    s.attacker = seat
    defend(s, s.left_of(seat))
    s.turn = s.defender


# -- §4.3 throwing in ------------------------------------------------------------------------------------------------


def ask_throwers(s: Durak) -> None:
    """§4.3 All is beaten, or will be taken; others may throw in more. The bout ends when nobody is left to be asked."""
    s.waiting = throwers(s)
    s.turn = s.attacker
    if s.waiting == 0:
        end_bout(s)
    else:
        s.phase = PILE_ON if s.taking else THROW_IN


class Throw(Window[Durak]):
    """§4.3 From the attacker on each seat is asked, or all at once with `throw_mode=free`; after a throw all are asked
    again.

    There is no clock: a bout ends when all have passed.
    """

    def must(self, s: Durak) -> Seats:
        return s.waiting if s.rules.free else super().must(s)

    def mode(self, s: Durak) -> str:
        return PRIORITY

    def waiting(self, s: Durak) -> Seats:
        return s.waiting

    def narrow(self, s: Durak, left: Seats) -> None:
        s.waiting = left

    def reactions(self, s: Durak, seat: Seat) -> list[Action]:
        out: list[Action] = []
        add_throws(out, s, s.zones[HAND + seat])
        return out

    def react(self, s: Durak, seat: Seat, a: Action) -> None:
        s.lay_attack(seat, a.cards)
        if s.taking:
            ask_throwers(s)
        else:
            s.waiting = 0
            s.turn = s.defender
            s.phase = DEFEND

    def close(self, s: Durak) -> None:
        end_bout(s)

    def why(self, s: Durak, seat: Seat, a: Action) -> Refused:
        return why_not(s, seat, a) or super().why(s, seat, a)

    def why_not_asked(self, s: Durak, seat: Seat, a: Action) -> Refused | None:
        return not_asked(s, seat, a)


# -- §4.4 the end of a bout, §5 of the game --------------------------------------------------------------------------


def end_bout(s: Durak) -> None:
    """§4.4–§4.6 The defender attacks after beating everything; otherwise their left neighbour does. Seats that are out
    are passed over.
    """
    if s.log is not None:
        key = "taken" if s.taking else "beaten"
        n = len(s.lays) // 2
        s.say(key, s.defender, Phrase(f"durak.event.{key}", {"seat": s.defender, "n": n}))
    following = s.left_of(s.defender) if s.taking else s.defender
    clear_table(s)
    refill(s)
    new = note_out(s)
    if new:
        tell_out(s, new)
        left = s.layout.everyone & ~s.out
        if left & (left - 1) == 0:
            end_game(s, left)
            return
    begin_bout(s, s.left_of(following) if s.out >> following & 1 else following)


def tell_out(s: Durak, new: Seats) -> None:
    if s.log is not None:
        for seat in seats_of(new):
            s.say("out", seat, Phrase("durak.event.out", {"seat": seat}))


def end_game(s: Durak, left: Seats) -> None:
    """§5 The last player with cards is the Durak; nobody is if the last ones ran out together."""
    s.waiting = 0
    s.phase = OVER
    for seat in seats_of(left):
        s.durak = seat


# -- the game, §6 the match ------------------------------------------------------------------------------------------


@final
class DurakGame(Game[Durak, DurakRules]):
    def __init__(self) -> None:
        super().__init__(
            name="durak",
            version=1,
            seats=[4, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12],
            minutes=10,
            options=OPTIONS,
            phases=[REVEAL, OPEN, DEFEND, THROW_IN, PILE_ON],
            verbs=[
                Verb("attack", "hand", to="code"),
                Verb("beat", "hand", to="card", at="pair"),
                Verb("transfer", "hand", to="code"),
                Verb("show", "hand"),
                Verb("take"),
                Verb("throw", "hand", to="code"),
                Verb("pass"),
            ],
            secrets=[],
            pack=KINDS["52"].pack,
            showcase=["S6", "H6", "DA"],
            presets=PRESETS,
        )

    def make_rules(self, options: dict[str, str], seats: int) -> DurakRules:
        return DurakRules(options, seats)

    def conflict(self, options: dict[str, str], seats: int) -> Refused | None:
        """§2 Six cards for each seat, and one to be trump."""
        least = packs_for(seats, len(KINDS[options["pack"]].pack.deck))
        if options["packs"] == "auto" or int(options["packs"]) >= least:
            return None
        return Refused("error.durak.packs", {"n": seats, "least": least, "pack": options["pack"]})

    def deal(self, rules: DurakRules, setup: Setup, deck: Deck) -> Durak:
        return set_up(rules, setup, deck)

    def following(
        self, rules: DurakRules, setup: Setup, result: DealResult, scores: tuple[int, ...], chance: Chance
    ) -> Setup:
        """§6 The loser deals; after a draw the left neighbour does."""
        for seat, lost in enumerate(result.points):
            if lost:
                return Setup(setup.number + 1, seat, scores)
        return super().following(rules, setup, result, scores, chance)

    def winners(self, rules: DurakRules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        """§6 After the agreed number of games all who have lost the fewest: of one game, all but the Durak."""
        if setup.number < rules.games:
            return 0
        return super().winners(rules, setup, scores)

    def stakes(self, rules: DurakRules, scores: tuple[int, ...], winners: Seats) -> tuple[int, ...]:
        """§6 For each game the Durak pays one unit to each other."""
        lost = sum(scores)
        return tuple([lost - len(scores) * n for n in scores])

    def opening(self, s: Durak, setup: Setup) -> Phrase:
        return Phrase("durak.event.deal", {"seat": setup.dealer, "card": s.zones[TURNUP][0], "n": setup.number})

    def label(self, s: Durak, seat: Seat, a: Action) -> Phrase:
        return super().label(s, seat, Action(a.verb, s.phase.cards(s, seat, a), a.to) if not a.cards else a)

    def parameters(self, a: Action) -> dict[str, Arg]:
        args: dict[str, Arg] = {"cards": a.cards} if a.cards else {}
        if a.verb == "beat":
            args["card"] = a.to
        return args

    def write(self, rules: DurakRules, a: Action) -> str:
        """§11 "beat H8 HT": the attack card, then the one that beats it."""
        pack = rules.layout.pack
        if a.verb == "beat" and 0 <= a.to < len(pack.names):
            return f"beat {pack.names[a.to]} {pack.write(a.cards)}"
        return f"{a.verb} {pack.write(a.cards)}" if a.cards else super().write(rules, a)

    def read(self, rules: DurakRules, text: str) -> Action:
        """Raises Refused: `error.notation`, `error.card`."""
        words = text.split()
        if words and words[0] == "beat":
            if len(words) != 3:
                raise Refused("error.notation", {"text": text, "allowed": "beat H8 HT"})
            on = self.read_cards(rules, words[1:2])
            return Action("beat", self.read_cards(rules, words[2:]), on[0])
        return super().read(rules, text)


REVEAL: Final = Reveal("reveal")
OPEN: Final = Open("open")
DEFEND: Final = Defend("defend")
THROW_IN: Final = Throw("throw")
PILE_ON: Final = Throw("pile_on")
GAME: Final = DurakGame()
