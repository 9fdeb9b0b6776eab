"""Keys of Gaigel that are put together, and what they end in."""

BUILT = {
    "error.gaigel.": ["follow", "head", "trump", "overtrump"],
    "gaigel.score.": ["lost", "false_claim"],
    "gaigel.suit.": list("0123"),
}
