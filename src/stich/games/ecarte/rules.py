"""Écarté. Two seats, 32 cards, five tricks; a player who declares must make three of them.

In brief. §2 In every suit K Q J A T 9 8 7. §3 Three and two cards each; the eleventh is turned up, its suit is trump,
and it stays there. A king so turned is a point for the dealer. §4 Forehand plays or declines; then the dealer plays or
offers an exchange of any number of cards, after which forehand is asked again. Before the first card the holder of the
trump king may declare it. §5 Follow suit and head the trick, else trump. §6 Three tricks are a point, five are two; a
declarer who fails loses two. §7 The first to five points wins at once; a loser without a point pays twice. §8 Options.
What the sheet decides where its source is silent is in §9.

Cards, places and options are in rules_cards.py, the points of a deal in rules_score.py, the state in rules_state.py,
the phases in rules_phases.py.
"""

from __future__ import annotations

from typing import Final, final

from stich.games.ecarte.rules_cards import EACH, HAND, OPTIONS, PACK, STOCK, TURNUP, EcarteRules
from stich.games.ecarte.rules_phases import CHANGE, CLAIM, DECIDE, DECLINE, NONE, PLAY, TAKE, TURNED
from stich.games.ecarte.rules_score import at_stake, stakes
from stich.games.ecarte.rules_state import Ecarte
from stich.kernel.action import Action, Phrase
from stich.kernel.cards import ONE, Cards, Seat, Seats, in_order, only
from stich.kernel.deal import Deck, Setup
from stich.kernel.game import NOTICE, TRIUMPH, TWIST, Game
from stich.kernel.verbs import Verb
from stich.parts.tuples import more


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
        if s.has_won(setup.dealer):  # §7 the match is won at once; the dealer only has to take the point
            s.turn = setup.dealer
            s.phase = TURNED
    return s


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
                Verb("change", "hand", bare=True, away=True),
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
        """§4.1 A dealer who plays refuses an exchange; without a stock to decline proposes none. §6 Who plays reads
        what that can bring and cost.
        """
        if a == NONE:
            return Phrase("ecarte.verb.change_none")
        stocked = len(s.zones[STOCK]) > 0
        deals = seat == s.setup.dealer
        if a == TAKE:
            key = "refuse" if deals and stocked else "play"
            return Phrase(f"ecarte.verb.{key}", {"stake": f"@ecarte.stake.{at_stake(s.rules.loss, s.exchanges > 0)}"})
        if a == DECLINE and not stocked:
            after = "nobody" if deals else "dealer_plays" if s.rules.dealer_plays else "dealer"
            return Phrase("ecarte.verb.pass", {"then": f"@ecarte.then.{after}"})
        return super().label(s, seat, a)

    def phrase(self, s: Ecarte, seat: Seat, a: Action) -> Phrase:
        """The cards exchanged are secret; their number is public."""
        if a.verb != "change":
            return super().phrase(s, seat, a)
        n = len(a.cards)
        return Phrase("ecarte.said.change" if n else "ecarte.said.change_none", {"seat": seat, "n": n}, n=n)

    def write(self, rules: EcarteRules, a: Action) -> str:
        """An exchange of no cards is written `change -`."""
        return "change -" if a == NONE else super().write(rules, a)

    def read(self, rules: EcarteRules, text: str) -> Action:
        return NONE if text.split() == ["change", "-"] else super().read(rules, text)


GAME: Final = EcarteGame()
