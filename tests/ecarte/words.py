"""Keys of Écarté that are put together, and what they end in."""

BUILT = {
    "error.ecarte.": ["head", "follow", "trump"],
    "ecarte.why.": [
        *("only", "play", "play_good", "decline", "offer", "king"),
        *("keep", "keep_none", "keep_all", "change_some"),
        *("lead_trumps", "lead_master", "lead_long", "lead_high"),
        *("take_cheaply", "lose_little", "best"),
    ],
}
