"""Why an action is refused in Frustration: the rule of §4 and §5, from public facts and the seat's own cards."""

from __future__ import annotations

from stich.games.frustration.rules_laying import BEFORE, BEHIND, END, is_meld_zone, meld_number
from stich.games.frustration.rules_state import Frustration
from stich.games.frustration.rules_table import FrustrationRules
from stich.kernel.action import Action, Refused
from stich.kernel.cards import Cards, Seat
from stich.parts.melds.contract import in_window, most_wild, naturals_of
from stich.parts.melds.shape import ADJACENT, RANKS, RUN, is_set, is_wild

# -- §5 acting out of turn -------------------------------------------------------------------------------------------


def not_asked(s: Frustration, seat: Seat, a: Action) -> Refused | None:
    """Return why a seat cannot act while another one plays: it is out, or its claim comes at the wrong time."""
    if s.is_out(seat):
        return Refused("error.frustration.out")
    return wrong_time(a)


def wrong_time(a: Action) -> Refused | None:
    return Refused("error.frustration.claim_time") if a.verb == "claim" else None


def not_offered(s: Frustration, seat: Seat, a: Action) -> Refused | None:
    """Return why a seat is not asked while a joker is offered. None: it will be asked, after others."""
    if s.is_out(seat):
        return Refused("error.frustration.out")
    if a.verb not in ("claim", "pass"):
        return Refused("error.frustration.offered")
    if not s.dealing and seat == s.before_turn() and not s.rules.discarder_claims:
        return Refused("error.frustration.own_joker")
    if s.waiting >> seat & 1 and s.rules.claim != "random":
        return None
    return Refused("error.frustration.answered")


# -- §4 cards that cannot be laid
# --------------------------------------------------------------------------------------------


def why_not_lay(s: Frustration, seat: Seat, a: Action) -> Refused:
    """§4 Return the rule that is broken: one contract a deal, its number of cards, its wild cards, its melds."""
    contract = s.contract_of(seat)
    rules = s.rules
    n = s.contracts[seat]
    if s.laid >> seat & 1:
        return Refused("error.frustration.laid")
    if len(a.cards) != contract.size:
        return Refused("error.frustration.size", {"n": n, "size": contract.size, "chosen": len(a.cards)})
    if len(s.hand(seat)) < contract.size + rules.keeps_one:
        return Refused("error.frustration.keep_one")
    wild = len([c for c in a.cards if is_wild(c, rules.twos)])
    most = sum([most_wild(size) for _, size in contract.melds])
    if wild > most:
        return Refused("error.frustration.wild", {"n": wild, "most": most})
    if len(contract.melds) == 1 and contract.melds[0][0] == RUN:
        suit = naturals_of(a.cards, rules.twos)[0] // RANKS
        for first in range(rules.low, rules.high - contract.size + 2):
            run = in_window(a.cards, suit, first, rules.twos)
            if run:  # the cards fit their places, so the fault is wild cards side by side
                return fault(run, rules)
    return Refused("error.frustration.no_contract", {"n": n, "cards": a.cards})


def fault(meld: Cards, rules: FrustrationRules) -> Refused:
    """§4 Return why these cards, in this order, are no meld."""
    wild = too_wild(meld, rules)
    if wild is not None:
        return wild
    naturals = naturals_of(meld, rules.twos)
    faces = set(naturals)
    if len({c // RANKS for c in faces}) == 1 and 1 < len(faces) < len(meld):  # meant as a run
        return Refused("error.frustration.place", {"cards": meld})
    return Refused("error.frustration.no_meld", {"cards": meld})


def too_wild(meld: Cards, rules: FrustrationRules) -> Refused | None:
    """§4 Return the refusal if these cards have too many wild ones, or too many side by side in this order and are no
    set.
    """
    wild = [is_wild(c, rules.twos) for c in meld]
    if 2 * wild.count(True) >= len(meld):
        return Refused("error.frustration.wild", {"n": wild.count(True), "most": most_wild(len(meld))})
    beside = [i for i in range(len(wild) - ADJACENT) if wild[i] and wild[i + 1] and wild[i + 2]]
    if beside and not is_set(meld, rules.twos):
        return Refused("error.frustration.beside", {"cards": meld})
    return None


def why_not_lay_off(s: Frustration, seat: Seat, a: Action) -> Refused:
    """§5 Return the rule that is broken: the contract first, the last card, no meld there, its wild cards, or a card
    that does not fit.
    """
    at = a.to % END
    rules = s.rules
    if not s.laid >> seat & 1:
        return Refused("error.frustration.contract_first", {"n": s.contracts[seat]})
    if len(s.hand(seat)) <= rules.keeps_one:
        return Refused("error.frustration.keep_one")
    if is_meld_zone(s.layout.size, at) and 0 <= a.to < BEHIND + END:
        meld = s.zones[at]
        if not meld:
            return Refused("error.frustration.no_such_meld", {"n": meld_number(at)})
        if len(a.cards) == 1 and is_wild(a.cards[0], rules.twos):
            wild = too_wild(a.cards + meld if a.to & BEFORE else meld + a.cards, rules)
            if wild is not None:
                return wild
    return Refused("error.frustration.no_fit", {"cards": a.cards})
