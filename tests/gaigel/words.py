"""Keys of Gaigel that are put together, and what they end in."""

from stich.bots.trick import REASONS

BUILT = {
    "gaigel.why.": [*REASONS, "claim", "exchange", "meld", "lead_pair"],
    "error.gaigel.": ["follow", "head", "trump", "overtrump"],
    "gaigel.score.": ["lost", "false_claim"],
    "gaigel.suit.": list("0123"),
}
