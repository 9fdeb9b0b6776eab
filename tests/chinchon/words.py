"""Keys of Chinchón that are put together, and what they end in."""

BUILT = {
    "chinchon.said.add": ["", "_run", "_own", "_own_run"],
    "chinchon.event.": ["closed", "clean", "chinchon", "void", "out"],
    "chinchon.why.": [
        *("only", "take", "draw", "draw_no_use", "take_prospect", "draw_prospect", "close_clean", "close"),
        *("discard", "discard_prospect", "discard_spare", "meld", "add"),
    ],
}
