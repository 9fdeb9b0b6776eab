"""The figures of a finished match's shuffles, all opened: from them every browser can compute the cards again."""

from __future__ import annotations

from stich.kernel.dealing import order_of_dealing
from stich.kernel.fair import Agreed, commitment
from stich.server.messages.over_http import FairDeal, Fairness, FairPart
from stich.server.pages.review import Played

Start = tuple[int, tuple[int, ...], int, int]
"""What the order of dealing depends on: the dealer, what the game carries over, who is out, the cut."""


def fairness(of: Played) -> Fairness:
    """Return the figures of a match, without deals if its cards come from elsewhere."""
    game, rules, source = of.record.game, of.record.rules, of.record.source
    made = Fairness(of.id, source.kind, "", [], rules.layout.seats, list(rules.layout.deck), rules.layout.ids, [])
    if source.fair is None:
        return made
    made.table = source.fair.table
    made.about = source.fair.about
    known: dict[Start, list[int]] = {}
    for number, (agreed, opening) in enumerate(zip(source.fair.deals, of.openings, strict=False), 1):
        setup, cut = opening.setup, opening.deck.cut
        start = (setup.dealer, setup.carry, setup.out, cut)
        if start not in known:
            known[start] = order_of_dealing(game, rules, setup, cut)
        made.deals.append(deal(made.table, number, agreed, known[start]))
    return made


def deal(table: str, number: int, agreed: Agreed, order: list[int]) -> FairDeal:
    """Return the figures of one deal. number: in the match."""
    parts = [FairPart(part.seat, part.pledge.hex(), part.nonce.hex()) for part in agreed.parts]
    promised = commitment(table, agreed.number, agreed.secret).hex()
    return FairDeal(number, agreed.number, agreed.secret.hex(), promised, parts, order)
