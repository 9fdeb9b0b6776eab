"""Fünfhundert. Two seats, 32 cards; combinations out of hand and tricks, card points; the first with 500 wins.

In brief. §2 A 11, T 10, K 4, Q 3, J 2, the rest nothing (`rules_cards`). §3 Eight cards each; the suit of the
seventeenth is trump, it becomes the last card of the talon. §4 As long as there is a talon both draw after each trick
(`rules_phases`). §5 Until then any card may be played, and the higher value wins whatever its suit; then follow suit,
else trump. §6 Before playing a card a player may declare combinations of their own cards, in hand and won; at the first
opportunity or never, each card once (`rules_combinations`). After the last trick what it has completed can still be
declared, by its winner first. The holder of the trump seven may exchange it for the last card. A false declaration
costs what it claimed. §7 The first deal is played to its end; from the second on play stops when a total reaches 500
(`rules_score`). §8 Options. What the sheet decides where its source is silent is in §9.
"""

from __future__ import annotations

from typing import Final, final

from stich.games.fuenfhundert.rules_cards import BOTTOM, EACH, HAND, OPTIONS, PACK, TALON, FuenfhundertRules
from stich.games.fuenfhundert.rules_combinations import CARDS, DECLARE, NAMES, dared, name_key, named, value
from stich.games.fuenfhundert.rules_declarations import APART
from stich.games.fuenfhundert.rules_phases import CLOSE, OPEN, STRICT_PLAY
from stich.games.fuenfhundert.rules_state import Fuenfhundert
from stich.kernel.action import Action, Arg, Phrase, Refused
from stich.kernel.cards import ONE, Cards, Seat, Seats, in_order
from stich.kernel.deal import Deck, Setup
from stich.kernel.game import BLOW, NOTICE, TRIUMPH, Game
from stich.kernel.verbs import Verb

# -- §3 the deal ------------------------------------------------------------------------------------------------------


def set_up(rules: FuenfhundertRules, setup: Setup, deck: Cards) -> Fuenfhundert:
    """§3 Eight each, forehand first; the seventeenth card goes under the rest."""
    s = Fuenfhundert(rules)
    s.clear(setup)
    s.turn = 1 - setup.dealer
    s.zones[HAND + EACH * s.turn] = in_order(deck[:8])
    s.zones[HAND + EACH * setup.dealer] = in_order(deck[8:16])
    s.trump = deck[16]
    s.zones[BOTTOM] = deck[16:17]
    s.zones[TALON] = deck[:16:-1]
    s.phase = OPEN
    return s


# -- the game, §7 the match -------------------------------------------------------------------------------------------


COMBINATIONS: Final = [name_key(number) for number in range(len(NAMES))]


@final
class FuenfhundertGame(Game[Fuenfhundert, FuenfhundertRules]):
    def __init__(self) -> None:
        super().__init__(
            name="fuenfhundert",
            version=1,
            seats=[2],
            minutes=20,
            options=OPTIONS,
            phases=[OPEN, STRICT_PLAY, CLOSE],
            verbs=[
                Verb("declare", to="choice", among=COMBINATIONS),
                Verb("exchange", at="table", within=APART, above=2),
                Verb("play", "hand", to="choices", among=COMBINATIONS, within=APART, above=2, optional=True),
                Verb("done"),
            ],
            secrets=[],
            pack=PACK,
            showcase=["SJ", "DQ"],
            pose="fan",
            kind="tricks",
            premoves=[],
            moments={
                "said.declare": TRIUMPH,
                "said.exchange": NOTICE,
                "event.false": BLOW,
            },
        )

    def make_rules(self, options: dict[str, str], seats: int) -> FuenfhundertRules:
        return FuenfhundertRules(options)

    def deal(self, rules: FuenfhundertRules, setup: Setup, deck: Deck) -> Fuenfhundert:
        return set_up(rules, setup, deck.cards)

    def winners(self, rules: FuenfhundertRules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        """§7 The higher total wins if it has reached the target; with equal totals play goes on."""
        best = max(scores)
        if best < rules.target or scores[0] == scores[1]:
            return 0
        return 1 if scores[0] == best else 2

    def unlisted(self, rules: FuenfhundertRules) -> dict[Action, Phrase]:
        """§6 A player may declare a combination that they do not have, and pays for it."""
        if not rules.penalise:
            return {}
        return {DECLARE[number]: dared(number) for number in range(15)}

    def stakes(self, rules: FuenfhundertRules, scores: tuple[int, ...], winners: Seats) -> tuple[int, ...]:
        """§7 One unit for the match."""
        return (1, -1) if winners == 1 else (-1, 1)

    def opening(self, s: Fuenfhundert, setup: Setup) -> Phrase:
        return Phrase("fuenfhundert.event.deal", {"seat": setup.dealer, "card": s.trump}, ONE[s.trump])

    def label(self, s: Fuenfhundert, seat: Seat, a: Action) -> Phrase:
        if a.verb != "declare":
            return super().label(s, seat, Action(a.verb, a.cards))
        return Phrase("fuenfhundert.verb.declare", self.declaration(s, a.to))

    def phrase(self, s: Fuenfhundert, seat: Seat, a: Action) -> Phrase:
        if a.verb == "declare":
            suit = s.suit()
            args: dict[str, Arg] = {"seat": seat, **self.declaration(s, a.to)}
            return Phrase("fuenfhundert.said.declare", args, CARDS[suit][a.to], value(a.to, suit))
        if a.verb == "exchange":
            card = s.zones[BOTTOM]
            return Phrase("fuenfhundert.said.exchange", {"seat": seat, "card": card[0]}, card)
        return super().phrase(s, seat, Action(a.verb, a.cards))

    def declaration(self, s: Fuenfhundert, number: int) -> dict[str, Arg]:
        """Return the parameters of a declaration: its name, its cards, its points."""
        suit = s.suit()
        return {"what": f"@{name_key(number)}", **named(number), "n": value(number, suit), "cards": CARDS[suit][number]}

    def write(self, rules: FuenfhundertRules, a: Action) -> str:
        """§11 "declare KQ:S", "declare T7", "exchange", "play DK", and "done" after the last trick."""
        if a.verb == "declare":
            return f"declare {NAMES[a.to]}"
        return super().write(rules, Action(a.verb, a.cards))

    def read(self, rules: FuenfhundertRules, text: str) -> Action:
        """Raises Refused: `error.notation`, `error.card`, `error.fuenfhundert.combination`."""
        words = text.split()
        if words[:1] != ["declare"]:
            return super().read(rules, text)
        if len(words) != 2 or words[1] not in NAMES:
            raise Refused("error.fuenfhundert.combination", {"text": text, "allowed": " ".join(NAMES)})
        return DECLARE[NAMES.index(words[1])]


GAME: Final = FuenfhundertGame()
