"""Keys of Frustration that are put together, and what they end in."""

BUILT = {
    "frustration.contract.": [str(n) for n in range(1, 12)],
    "frustration.event.": ["cut_joker", "out", "finished", "nobody"],
    "frustration.verb.": ["layoff_before"],
    "frustration.said.layoff": ["", "_run", "_own", "_own_run"],
    "frustration.why.": [
        *("only", "cut", "swap", "take", "draw", "take_lay_off", "draw_laid", "take_last", "draw_last"),
        *("lay", "layoff", "discard_laid", "discard_last", "discard", "discard_plan"),
        *("claim", "claim_lay_off", "leave"),
    ],
}
