"""Chimera. Three seats, 54 cards; in each round one Chimera plays alone against two Hunters. The first player without
cards wins the round.

In brief. §1 Numbers 1–12 and Heroes in four families, Pi Ya and the Chimera card (`rules_cards`). §2 Three cards are
the den, 17 each the hands. §3 Bids of 20, 30 and 40. §4 The Chimera takes the den, the Hunters exchange cards. §5 Lead
a combination, pass or beat the last one; two passes end the trick (`rules_phases`). §6–8 Fourteen combinations; only
the same type and length beats, but for trap and attack (`rules_combinations`). §9 Treasures go to the player who won
them; bid and bonuses depend on who went out first (`rules_score`). §10 The limit ends the match, as soon as one player
leads alone. A number in brackets is a row of §12, the points on which the sources differ or are silent; each is an
option.
"""

from __future__ import annotations

from typing import Final, final

from stich.games.chimera.rules_cards import DEN, EACH, HAND, OPTIONS, PACK, PRESETS, ChimeraRules
from stich.games.chimera.rules_combinations import NAMES, TYPES
from stich.games.chimera.rules_phases_auction import BID, BIDS, EXCHANGE
from stich.games.chimera.rules_phases_play import PLAY
from stich.games.chimera.rules_state import Chimera
from stich.kernel.action import Action, Arg, Phrase, Refused
from stich.kernel.cards import ONE, Cards, Seat, Seats, only
from stich.kernel.chance import Chance, shuffle
from stich.kernel.deal import DealResult, Deck, Setup
from stich.kernel.game import BLOW, NOTICE, TRIUMPH, TWIST
from stich.kernel.verbs import Verb
from stich.parts import climb
from stich.parts.climb.game import ClimbGame

# -- §2 preparing a deal ----------------------------------------------------------------------------------------------


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


# §9 A bid as a choice, with what it wins or loses; §4 how many cards the Hunters exchange.
OFFERS: Final = {
    b.to: Phrase(
        "chimera.verb.bid", {"n": b.to, "stake": f"@chimera.bid.stake.{b.to}", "swap": f"@chimera.bid.swap.{b.to}"}
    )
    for b in BIDS
}


# -- the game, §10 the end of the match -------------------------------------------------------------------------------


LOOKBACK: Final = {"current_trick": 0, "last_trick": 1, "all": -1}  # [26] tricks, see `Game.lookback`


@final
class ChimeraGame(ClimbGame[Chimera, ChimeraRules]):
    def __init__(self) -> None:
        self.names = NAMES
        super().__init__(
            name="chimera",
            version=1,
            seats=[3],
            minutes=30,
            options=OPTIONS,
            phases=[BID, EXCHANGE, PLAY],
            verbs=[
                Verb("pass", idle=True),
                Verb("bid", to="number", least=BIDS[0].to, most=BIDS[-1].to),
                Verb("give", "hand", away=True),
                Verb("play", "hand", to="way", least=1, most=climb.MOST_MOVE),
            ],
            secrets=[],
            pack=PACK,
            showcase=["P2", "SH", "CH"],
            pose="fan",
            kind="shedding",
            premoves=["play", "pass"],
            tables={"plays": list(TYPES)},
            presets=PRESETS,
            reference="combos",
            moments={
                "event.forced": NOTICE,
                "event.chimera": TWIST,
                "trap": BLOW,
                "attack": TRIUMPH,
            },
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
        most = 53 if rules.den_may_have_faceup else 50
        if not 1 <= deck.cut <= most:
            raise Refused("error.chimera.cut", {"n": deck.cut, "allowed": f"1–{most}"})
        return set_up(rules, setup, deck)

    def following(
        self, rules: ChimeraRules, setup: Setup, result: DealResult, scores: tuple[int, ...], chance: Chance
    ) -> Setup:
        """§2 The next player deals after each round [1]; a passed-out deal is not a round."""
        n = super().following(rules, setup, result, scores, chance)
        if rules.dealer == "fixed" and not result.again:
            n.dealer = setup.dealer
        elif rules.dealer == "random" and not result.again:
            n.dealer = int(chance.below(3))
        return n

    def winners(self, rules: ChimeraRules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        """§10 The limit is reached and one player alone has the highest total; with a shared highest total play goes
        on.
        """
        best = max(scores)
        if best < rules.limit or scores.count(best) > 1:
            return 0
        return only(scores.index(best))

    def lookback(self, rules: ChimeraRules) -> int | None:
        """[26] The current trick only, the last one too, or all."""
        return LOOKBACK[rules.history]

    def opening(self, s: Chimera, setup: Setup) -> Phrase:
        args: dict[str, Arg] = {"seat": setup.dealer, "first": s.turn, "card": s.up}
        return Phrase("chimera.event.deal" if s.upholder >= 0 else "chimera.event.deal_den", args, ONE[s.up])

    def label(self, s: Chimera, seat: Seat, a: Action) -> Phrase:
        return OFFERS[a.to] if a.verb == "bid" else super().label(s, seat, a)


GAME: Final = ChimeraGame()
