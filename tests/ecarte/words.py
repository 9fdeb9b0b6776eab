"""Keys of Écarté that are put together, and what they end in."""

BUILT = {
    "error.ecarte.": ["head", "follow", "trump"],
    "ecarte.task.": ["play", "decline", "offer"],
    "ecarte.verb.": ["play", "refuse"],
    "ecarte.stake.": ["minus_two", "minus_two_and_point", "opponent_two", "opponent_one"],
    "ecarte.then.": ["dealer", "dealer_plays", "nobody"],
    "ecarte.why.": [
        *("only", "play", "play_good", "decline", "offer", "wait_king", "king"),
        *("keep", "keep_none", "keep_all", "change_some"),
        *("lead_trumps", "lead_master", "lead_long", "lead_high"),
        *("take_cheaply", "lose_little", "best"),
    ],
}
