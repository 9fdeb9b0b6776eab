"""Gaigel. Two to four seats, partners across the table at four; a double pack of 48 cards; 101 points win.

In brief. §2 A T K Q J 9 from high to low, worth 11 10 4 3 2 0, each card twice; of equal cards the one played first
wins (`rules_cards`). §3 Six cards each, one turned up for trumps, half under the talon. §4 While there is a talon any
card may be played, and all draw after each trick; a side that has a trick may exchange the lowest trump, the Diß, for
the turned-up card, and the leader may meld king and queen; under §8 `meld_when` also the others at their turn
(`rules_phases`). §5 When the talon is gone, suit is followed and headed, else trumped. §6 101 points end the game at
once; nobody there: most points win (`rules_score`). §7 One deal is one game. §8 Options.
"""

from __future__ import annotations

from typing import Final, final

from stich.games.gaigel.rules_cards import (
    CLAIM,
    EACH,
    HAND,
    OPTIONS,
    PACKS,
    PRESETS,
    SIZE,
    TALON,
    TRUMPS,
    TURNUP,
    GaigelRules,
)
from stich.games.gaigel.rules_phases import MELDED, OPEN, STRICT
from stich.games.gaigel.rules_state import Gaigel, value
from stich.kernel.action import Action, Arg, Phrase
from stich.kernel.cards import Seat, Seats, only
from stich.kernel.chance import Chance
from stich.kernel.deal import DealResult, Deck, Setup
from stich.kernel.game import NOTICE, TRIUMPH, TWIST, Game
from stich.kernel.verbs import Verb

# -- §3 the deal ------------------------------------------------------------------------------------------------------


def set_up(rules: GaigelRules, setup: Setup, deck: Deck) -> Gaigel:
    """§3 Two rounds, three cards each in the first one; the next card is turned up, the rest is the talon."""
    s = Gaigel(rules)
    s.clear(setup)
    cards = deck.cards
    seats = rules.layout.seats
    s.points = s.void = (0,) * seats
    s.turn = s.leader = s.after(setup.dealer)
    more = rules.each - 3
    seat = s.turn
    for i in range(seats):
        second = 3 * seats + more * i
        s.zones[HAND + EACH * seat] = bytes(sorted(cards[3 * i : 3 * i + 3] + cards[second : second + more]))
        seat = s.after(seat)
    at = rules.each * seats
    s.zones[TURNUP] = cards[at : at + 1]
    s.zones[TALON] = cards[:at:-1]
    s.suit = cards[at] // SIZE
    s.trump = TRUMPS[s.suit]
    s.phase = OPEN
    return s


# -- the game, §7 the match -------------------------------------------------------------------------------------------


@final
class GaigelGame(Game[Gaigel, GaigelRules]):
    def __init__(self) -> None:
        super().__init__(
            name="gaigel",
            version=1,
            seats=[4, 2, 3],
            minutes=15,
            options=OPTIONS,
            phases=[OPEN, STRICT, MELDED],
            verbs=[
                Verb("play", "hand meld"),
                Verb("meld", "hand", says=True),
                Verb("exchange", at="table"),
                Verb("claim"),
            ],
            secrets=[],
            pack=PACKS["9"],
            showcase=["HT", "SK", "HA", "HA"],
            pose="trick",
            kind="tricks",
            premoves=["play"],
            presets=PRESETS,
            moments={
                "said.meld": TRIUMPH,
                "said.exchange": NOTICE,
                "said.claim": TWIST,
            },
        )

    def make_rules(self, options: dict[str, str], seats: int) -> GaigelRules:
        return GaigelRules(options, seats)

    def deal(self, rules: GaigelRules, setup: Setup, deck: Deck) -> Gaigel:
        return set_up(rules, setup, deck)

    def following(
        self, rules: GaigelRules, setup: Setup, result: DealResult, scores: tuple[int, ...], chance: Chance
    ) -> Setup:
        """§3 The deal moves in the direction of play."""
        dealer = (setup.dealer + rules.step) % rules.layout.seats
        return Setup(setup.number + 1, dealer, scores, result.carry, setup.out)

    def winners(self, rules: GaigelRules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        """§7 After the agreed number of games, the players who have won most of them."""
        if setup.number < rules.games:
            return 0
        before = setup.carry or (0,) * len(scores)
        games = [n + (1 if scores[seat] > setup.scores[seat] else 0) for seat, n in enumerate(before)]
        best = max(games)
        return sum([only(seat) for seat, n in enumerate(games) if n == best])

    def unlisted(self, rules: GaigelRules) -> dict[Action, Phrase]:
        """§8 A player may claim 101 points without having them, and loses."""
        return {CLAIM: Phrase("gaigel.verb.claim")} if rules.claims else {}

    def opening(self, s: Gaigel, setup: Setup) -> Phrase:
        args: dict[str, Arg] = {"seat": setup.dealer, "card": s.zones[TURNUP][0], "n": setup.number}
        return Phrase("gaigel.event.deal", args, s.zones[TURNUP][:1], setup.number)

    def label(self, s: Gaigel, seat: Seat, a: Action) -> Phrase:
        if a.verb == "meld":
            return Phrase("gaigel.verb.meld", {"cards": a.cards, "n": value(s, a.cards)})
        return super().label(s, seat, a)

    def phrase(self, s: Gaigel, seat: Seat, a: Action) -> Phrase:
        if a.verb == "meld":
            n = value(s, a.cards)
            return Phrase("gaigel.said.meld", {"seat": seat, "cards": a.cards, "n": n}, a.cards, n)
        if a.verb == "exchange":
            card = s.zones[TURNUP]
            return Phrase("gaigel.said.exchange", {"seat": seat, "card": card[0]}, card)
        return super().phrase(s, seat, a)


GAME: Final = GaigelGame()
