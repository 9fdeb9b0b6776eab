"""Herzblatt. Two to four seats; hearts are always trumps. One seat declares and plays alone for 66 of the 120 points.

In brief. §2 A T K Q J 9 8 7 from high to low, worth 11 10 4 3 2 0 0 0, without some of the worthless cards
(`rules_cards`). §3 What is left over is the stock. §4 The declarer is found by volunteering, by agreement, in turn, by
lot, or is always the same seat. The declarer may take the stock, and then discards as many cards. §5 Suit is followed;
a player without it plays any card (`rules_phases`). §6 The declarer's tricks, and the cards discarded or left, count
for the declarer: 66 points win, 31 lose, fewer lose heavily (`rules_score`). §7 As many deals as there are players. §8
Options.
"""

from __future__ import annotations

from typing import Final, final

from stich.games.herzblatt.rules_cards import (
    EACH,
    HAND,
    LOT,
    LOTS,
    OPTIONS,
    PRESETS,
    STOCK,
    THREE,
    HerzblattRules,
    pack,
)
from stich.games.herzblatt.rules_phases import (
    LAY_AWAY,
    PLAY,
    PROPOSE,
    STOCK_PHASE,
    VOLUNTEER,
    VOTE,
    ask_for_volunteers,
    declare,
    draw_lots,
)
from stich.games.herzblatt.rules_state import Herzblatt
from stich.kernel.action import Action, Arg, Phrase, Refused
from stich.kernel.cards import ONE, Seat, Seats
from stich.kernel.chance import Chance
from stich.kernel.deal import DealResult, Deck, Setup
from stich.kernel.game import NOTICE, TWIST, Game
from stich.kernel.verbs import Verb

# -- §3 the deal ------------------------------------------------------------------------------------------------------


def set_up(rules: HerzblattRules, setup: Setup, deck: Deck) -> Herzblatt:
    """§3 Deal all hands, forehand's first, and the stock at the end. Lots are no cards and go to their own zone."""
    s = Herzblatt(rules)
    s.clear(setup)
    cards = deck.cards
    if rules.lots:
        s.zones[LOTS] = bytes([c for c in cards if c >= LOT])
        cards = bytes([c for c in cards if c < LOT])
    seats = rules.layout.seats
    s.points = s.void = (0,) * seats
    n = rules.each
    for i in range(seats):
        s.zones[HAND + EACH * s.after(s.forehand(), i)] = bytes(sorted(cards[n * i : n * i + n]))
    s.zones[STOCK] = bytes(sorted(cards[n * seats :]))
    if rules.selection == "volunteer_in_turn":
        ask_for_volunteers(s)
    elif rules.selection == "agreement":
        s.phase = PROPOSE
    elif rules.selection == "rotating":
        declare(s, s.forehand())
    elif rules.selection == "random":
        declare(s, draw_lots(s))
    else:
        declare(s, rules.fixed)
    return s


# -- the game, §7 the match -------------------------------------------------------------------------------------------


@final
class HerzblattGame(Game[Herzblatt, HerzblattRules]):
    def __init__(self) -> None:
        super().__init__(
            name="herzblatt",
            version=1,
            seats=[3, 2, 4],
            minutes=15,
            options=OPTIONS,
            phases=[VOLUNTEER, PROPOSE, VOTE, STOCK_PHASE, LAY_AWAY, PLAY],
            verbs=[
                Verb("yes"),
                Verb("no", idle=True),
                Verb("nominate", to="seat"),
                Verb("take", at="stock"),
                Verb("leave", idle=True),
                Verb("discard", "hand", away=True),
                Verb("play", "hand"),
            ],
            secrets=[],
            pack=pack(THREE[0], 0),
            showcase=["HT", "HJ", "HQ", "HK", "HA"],
            pose="fan",
            kind="tricks",
            premoves=["play"],
            presets=PRESETS,
            moments={
                "said.nominate": NOTICE,
                "event.disagreed": NOTICE,
                "event.declares": TWIST,
            },
        )

    def make_rules(self, options: dict[str, str], seats: int) -> HerzblattRules:
        return HerzblattRules(options, seats)

    def conflict(self, options: dict[str, str], seats: int) -> Refused | None:
        """Return the conflict `error.herzblatt.overtrump_alone`, or `error.herzblatt.no_such_seat` (option, value,
        n).
        """
        if options["must_overtrump"] == "true" and options["must_trump"] != "true":
            return Refused("error.herzblatt.overtrump_alone", {"option": "must_overtrump", "other": "must_trump"})
        if options["declarer_selection"] == "fixed_seat" and int(options["fixed_seat"]) >= seats:
            return Refused(
                "error.herzblatt.no_such_seat", {"option": "fixed_seat", "value": options["fixed_seat"], "n": seats}
            )
        return None

    def deal(self, rules: HerzblattRules, setup: Setup, deck: Deck) -> Herzblatt:
        return set_up(rules, setup, deck)

    def following(
        self, rules: HerzblattRules, setup: Setup, result: DealResult, scores: tuple[int, ...], chance: Chance
    ) -> Setup:
        """§3 The deal moves on, also if nobody volunteered."""
        dealer = (setup.dealer + 1) % rules.layout.seats
        return Setup(setup.number + 1, dealer, scores, result.carry, setup.out)

    def winners(self, rules: HerzblattRules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        """§7 After the agreed number of deals that counted, the players with the highest score."""
        counted = setup.carry[0] if setup.carry else 0
        if counted + 1 < rules.deals:
            return 0
        return super().winners(rules, setup, scores)

    def opening(self, s: Herzblatt, setup: Setup) -> Phrase:
        if s.declarer < 0:
            return super().opening(s, setup)
        args: dict[str, Arg] = {"seat": s.declarer, "n": setup.number}
        return Phrase("herzblatt.event.deal_declared", args, n=setup.number, seat=s.declarer)

    def label(self, s: Herzblatt, seat: Seat, a: Action) -> Phrase:
        if a.verb == "nominate":
            return Phrase("herzblatt.verb.nominate", {"seat": a.to})
        if a.verb == "yes" and (s.phase == VOLUNTEER or s.proposed == seat):
            won, lost, heavily = [abs(rate) * s.rules.stake for rate in s.rules.rates]
            return Phrase("herzblatt.verb.alone", {"won": won, "lost": lost, "heavily": heavily})
        return super().label(s, seat, a)

    def phrase(self, s: Herzblatt, seat: Seat, a: Action) -> Phrase:
        if a.verb == "nominate":
            return Phrase("herzblatt.said.nominate", {"seat": seat, "seats": ONE[a.to]})
        if a.verb == "discard":  # the cards are secret
            return Phrase("herzblatt.said.discard", {"seat": seat, "n": len(a.cards)}, n=len(a.cards))
        return super().phrase(s, seat, a)


GAME: Final = HerzblattGame()
