"""Keys of Cruzo that are put together, and what they end in."""

BUILT = {
    "cruzo.reached": [""],  # over what each has in place of a score
    "cruzo.verb.": ["dir_cw", "dir_ccw", "pickup_showing"],
    "cruzo.said.": ["dir_cw", "dir_ccw", "pickup_showing"],
    "cruzo.fact.": ["owed"],
    "cruzo.unlisted.": ["play", "throw"],
    "cruzo.react.": ["throw", "four"],
    "cruzo.event.": [
        *("lowest", "lowest_open", "tied", "youngest"),
        *("four", "thrown", "ten", "reverse", "alone", "failed", "punished", "tree"),
        *("finished", "won", "stalled", "capped"),
    ],
    "error.cruzo.": ["hand_first", "open_first", "no_bunker"],
    "cruzo.why.": [
        *("only", "take", "dir", "swap", "ready", "draw", "challenge", "flip"),
        *("open", "last", "four", "again", "sure", "likely", "special", "keep", "low", "several", "best"),
        "ahead",
        *("throw", "more", "nothing", "stuck", "spare"),
    ],
}
