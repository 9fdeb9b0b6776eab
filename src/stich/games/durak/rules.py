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

Cards, places and options are in rules_cards.py, the state in rules_state.py; the phases in rules_phases_first.py (§3)
and rules_phases_bout.py (§4, §5), with what they need: several cards as one choice in rules_several.py, what beats and
passes on in rules_defence.py, what is thrown in in rules_throws.py, where the cards go after a bout in rules_refill.py,
repeated positions (§8) in rules_repeats.py, what the table says in rules_prompts.py.
"""

from __future__ import annotations

from typing import Final, final

from stich.games.durak.rules_cards import (
    EACH_DEALT,
    HAND,
    KINDS,
    OPTIONS,
    PRESETS,
    RANKS,
    TALON,
    TRUMPS,
    TURNUP,
    DurakRules,
    packs_for,
)
from stich.games.durak.rules_phases_bout import DEFEND, OPEN, PILE_ON, THROW_IN, begin_bout
from stich.games.durak.rules_phases_first import REVEAL
from stich.games.durak.rules_several import COUNTS
from stich.games.durak.rules_state import Durak
from stich.kernel.action import Action, Arg, Phrase, Refused
from stich.kernel.cards import ONE, Seat, Seats
from stich.kernel.chance import Chance
from stich.kernel.deal import DealResult, Deck, Setup
from stich.kernel.game import BLOW, NOTICE, TRIUMPH, TWIST, Game
from stich.kernel.verbs import Verb

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


# -- the game, §6 the match ------------------------------------------------------------------------------------------


def several(verb: str) -> Verb:
    """Declare a verb for cards of one rank: named, or with several packs only counted."""
    ranks = len(RANKS["52"])
    return Verb(verb, "hand", to="count", least=2, most=COUNTS - 1, within=COUNTS, above=ranks, optional=True)


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
                several("attack"),
                Verb("beat", "hand", to="card", at="pair"),
                several("transfer"),
                Verb("show", "hand", says=True),
                Verb("take", idle=True),
                Verb("throw", "hand"),
                Verb("pass", idle=True),
            ],
            secrets=[],
            pack=KINDS["52"].pack,
            showcase=["S6", "SJ", "H6", "DA"],
            pose="pairs",
            kind="shedding",
            presets=PRESETS,
            moments={
                "said.transfer": TWIST,
                "said.show": NOTICE,
                "event.beaten": NOTICE,
                "event.taken": BLOW,
                "event.out": TRIUMPH,
            },
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
        args: dict[str, Arg] = {"seat": setup.dealer, "card": s.zones[TURNUP][0], "n": setup.number}
        return Phrase("durak.event.deal", args, s.zones[TURNUP][:1], setup.number)

    def label(self, s: Durak, seat: Seat, a: Action) -> Phrase:
        return super().label(s, seat, Action(a.verb, s.phase.cards(s, seat, a), a.to) if not a.cards else a)

    def phrase(self, s: Durak, seat: Seat, a: Action) -> Phrase:
        named = ONE[a.to] + a.cards if a.verb == "beat" else a.cards
        return Phrase(f"durak.said.{a.verb}", self.parameters(a) | {"seat": seat}, named)

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


GAME: Final = DurakGame()
