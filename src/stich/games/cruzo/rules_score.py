"""The places when Cruzo is over (§7). The points are the places, so the fewest win."""

from __future__ import annotations

from typing import Final

from stich.kernel.action import Arg, Phrase
from stich.kernel.deal import DealResult, Score

PLACE: Final = "cruzo.score.place"
LEFT: Final = "cruzo.score.left"


def score(places: tuple[int, ...], tables: list[int], hands: list[int], stalled: bool, cap: int) -> DealResult:
    """§7 Return the places of all seats, finished or not.

    places: of each seat, 0 if it has not finished. tables, hands: how many cards each has there. cap: so many actions
    there were when the deal ended, 0 if it was not for them.
    """
    final = ranked(places, tables, hands)
    lines = []
    for seat, place in enumerate(final):
        if places[seat]:
            lines.append(Score(seat, PLACE, place))
        else:
            left: dict[str, Arg] = {"table": tables[seat], "hand": hands[seat]}
            lines.append(Score(seat, LEFT, place, tables[seat] + hands[seat], left))
    first = [seat for seat, place in enumerate(final) if place == 1]
    if stalled and cap:
        headline = Phrase("cruzo.event.capped", {"seats": bytes(first), "n": cap}, n=cap)
    elif stalled:
        headline = Phrase("cruzo.event.stalled", {"seats": bytes(first)})
    else:
        headline = Phrase("cruzo.event.won", {"seat": first[0]})
    return DealResult(final, lines, headline)


def ranked(places: tuple[int, ...], tables: list[int], hands: list[int]) -> tuple[int, ...]:
    """§7 Return each seat's place: fewer cards on the table are better, then fewer in hand; equal seats share a
    place.
    """
    before = max(places)
    left = [(tables[seat], hands[seat]) for seat, place in enumerate(places) if place == 0]
    out = []
    for seat, place in enumerate(places):
        mine = (tables[seat], hands[seat])
        out.append(place or before + 1 + len([other for other in left if other < mine]))
    return tuple(out)
