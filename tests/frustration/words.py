"""Keys of Frustration that are put together, and what they end in."""

BUILT = {
    "frustration.contract.": [str(n) for n in range(1, 12)],
    "frustration.event.": ["cut_joker", "out", "finished", "nobody"],
}
