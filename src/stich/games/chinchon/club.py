"""Club: compares the points left over with what can still come, remembers the pile, and closes when waiting costs more.

Closing costs a player only their own points while the others pay theirs. So it is right as soon as the others clearly
have more. Their points fall turn by turn; the figures come from deals of Club against itself. A player who can close
because little is left over closes. But the match matters more than the deal: Club does not close if that probably ends
the match in another player's favour and waiting gives a better chance.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from stich.bots.player import Bot
from stich.games.chinchon.chances import chance_to_win
from stich.games.chinchon.rules_cards import EACH, LEFT, NO_LIMIT, PILE, ChinchonRules
from stich.games.chinchon.rules_phases import ARRANGE, DISCARD, DRAW, FROM_PILE, FROM_STOCK, SHUT
from stich.games.chinchon.rules_state import Chinchon
from stich.games.chinchon.sight import costs, ends_at, left_without, prospect, unseen
from stich.kernel.action import Action
from stich.kernel.cards import Card, Seat, Seats, has
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts.melds import arrange

BEST: Final = 3  # discards that are examined closely; all if closing requires that little is left over
OTHERS_AT_FIRST: Final = 12.0  # points that another seat has left over when the deal begins: this part falls
EACH_ROUND: Final = 0.7  # the share of it that remains after every round
OTHERS_AT_LAST: Final = 25.0  # and this part stays, because a player with less would have closed
ENOUGH: Final = 0.6  # share of the others' points; a player with less closes
LIMITED_AT_FIRST: Final = 19.0  # if closing requires that little is left over: this part falls
LIMITED_EACH_ROUND: Final = 0.62
LIMITED_AT_LAST: Final = 15.0  # and this part stays
SPREAD: Final = (0.5, 1.0, 1.5)  # times what another seat has left over on average, each equally likely
LATER: Final = 3.0  # points of a player who has waited to close, if little may be left over
NEXT_ROUND: Final = 0.84  # share of a player's points that remains a round later
TEN_OFF: Final = -10.0
PILE_GAINS: Final = 1  # points that a card of the pile must gain, and more
UNKNOWN_GAINS: Final = 3  # the same if closing requires that little is left over
CLOSE_TO_CALL: Final = 0.97  # it closes despite a chance of winning lower by this much, because closing is certain


def discards(s: Chinchon, seat: Seat) -> list[tuple[float, int, Card]]:
    """Return the discards worth considering, the best first: prospect, points left now, card."""
    hand = s.hand(seat)
    fresh = unseen(s, seat)
    out = []
    ranked = left_without(s, hand)
    if s.most_left(seat) >= NO_LIMIT and costs(s, seat, ranked[0][0]) == ranked[0][0]:
        ranked = ranked[:BEST]
    for left, c in ranked:
        kept = hand.replace(bytes([c]), b"", 1)
        out.append((prospect(s, seat, kept, fresh), left, c))
    return sorted(out)


def takes_pile(s: Chinchon, seat: Seat) -> bool:
    """Tell whether the top of the pile is better than an unknown card: it must leave clearly less now.

    If closing requires that little is left over, the margin is larger, because an unknown card can bring more.
    """
    hand = s.hand(seat)
    now = costs(s, seat, s.rules.least(hand))
    then = costs(s, seat, left_without(s, hand + s.zones[PILE][-1:])[0][0])
    return then + (PILE_GAINS if s.most_left(seat) >= NO_LIMIT else UNKNOWN_GAINS) < now


def others_have(s: Chinchon) -> float:
    """Return roughly how many points another seat would have left over now."""
    playing = s.layout.seats - s.setup.out.bit_count()
    rounds = s.turns // max(playing, 1)
    if s.rules.close_limit < NO_LIMIT or s.rules.conga:
        return LIMITED_AT_LAST + LIMITED_AT_FIRST * float(LIMITED_EACH_ROUND**rounds)
    return OTHERS_AT_LAST + OTHERS_AT_FIRST * float(EACH_ROUND**rounds)


def closes(s: Chinchon, seat: Seat, left: int) -> bool:
    """Tell whether to close with these points.

    Club closes if the rules set a limit and it is met, or if the others clearly have more; never if waiting gives the
    better chance to win the match.
    """
    if left > 0 and s.most_left(seat) >= NO_LIMIT and left > ENOUGH * others_have(s):
        return False
    if left > 0 and s.setup.scores[seat] + left >= ends_at(s):
        return False  # it would lose the match
    return not ends_near(s, left) or pays(
        s.rules, s.setup.out, s.setup.scores, s.most_left(seat), others_have(s), seat, left
    )


def ends_near(s: Chinchon, left: int) -> bool:
    """Tell whether the match can end, or a player drop out, with this deal."""
    most = max([n for seat, n in enumerate(s.setup.scores) if not has(s.setup.out, seat)])
    return most + max(left, SPREAD[-1] * others_have(s)) >= ends_at(s)


@lru_cache(maxsize=4096)
def pays(
    rules: ChinchonRules, out: Seats, scores: tuple[int, ...], most_left: int, have: float, seat: Seat, left: int
) -> bool:
    """Tell whether closing with these points is at least as likely to win the match as waiting.

    Waiting means that one of the players closes a round later, each equally likely: that one with little, the others
    with what they have by then. most_left: the limit for closing. have: the points of the others. Rollouts repeat the
    same questions, so the answers are cached.
    """
    match = Standing(rules, out, scores)
    others = [who for who in range(len(scores)) if who != seat and not has(out, who)]
    now = match.hope(seat, seat, TEN_OFF if left == 0 else left, dict.fromkeys(others, have))
    later = LATER if most_left < NO_LIMIT else ENOUGH * ENOUGH * have
    have = max(have * NEXT_ROUND, later)
    waited = match.hope(seat, seat, min(left, later), dict.fromkeys(others, have))
    for closer in others:
        theirs = {who: later if who == closer else have for who in others}
        waited += match.hope(seat, closer, left, theirs)
    return now > 0 and now >= CLOSE_TO_CALL * waited / (len(others) + 1)


class Standing(NamedTuple):
    """The standing of the match before a deal."""

    rules: ChinchonRules
    out: Seats
    scores: tuple[int, ...]

    def hope(self, seat: Seat, closer: Seat, own: float, others: dict[Seat, float]) -> float:
        """Return the chance that a seat wins the match if `closer` closes and all count about these points."""
        cases = list(product(*[[n] if who == closer else [n * f for f in SPREAD] for who, n in others.items()]))
        chance = 0.0
        for case in cases:
            totals = list(self.scores)
            totals[seat] += round(own)
            for who, n in zip(others, case, strict=True):
                totals[who] += round(n)
            chance += chance_to_win(self.rules, self.out, tuple(totals), seat, closer)
        return chance / len(cases)


def wins_at_once(s: Chinchon, seat: Seat, card: Card) -> bool:
    """§5 Tell whether the cards without this one are Chinchón."""
    return bool(arrange.is_run(s.rules.mask(s.hand(seat)) & ~s.rules.bits[card]))


class Club(Bot):
    level = "club"

    def choose(self, view: View[Chinchon], legal: list[Action], chance: Chance) -> Action:
        s = view.seen
        if len(legal) == 1:
            return legal[0]
        if s.phase is DRAW:
            return FROM_PILE if takes_pile(s, view.seat) else FROM_STOCK
        if s.phase is ARRANGE:
            return arranged(s, view.seat, legal)
        left, card = left_without(s, s.hand(view.seat))[0]
        if SHUT[card] in legal and (wins_at_once(s, view.seat, card) or closes(s, view.seat, left)):
            return SHUT[card]
        return DISCARD[discards(s, view.seat)[0][2]]


def arranged(s: Chinchon, seat: Seat, legal: list[Action]) -> Action:
    """Return the next step of the best arrangement, with additions to melds of others when nothing else is left."""
    rules = s.rules
    lying = s.zones[LEFT + EACH * seat]
    for meld in arrange.arrangement(rules.mask(lying), rules.worth):
        step = Action("meld", rules.chosen(lying, meld))
        if step in legal:
            return step
    additions = [a for a in legal if a.verb == "add"]
    return additions[0] if additions else legal[-1]
