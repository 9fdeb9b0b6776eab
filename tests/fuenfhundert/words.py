"""Keys of Fünfhundert that are put together, and what they end in."""

from stich.bots.trick import REASONS
from stich.games.fuenfhundert.rules_combinations import KINDS

BUILT = {
    "fuenfhundert.why.": [*(key for key in REASONS if key != "give"), "exchange", "declare", "keep"],  # two, no partner
    "fuenfhundert.suit.": list("cshd"),
    "fuenfhundert.combination.": KINDS,
    "fuenfhundert.score.": KINDS,
    "fuenfhundert.event.": ["ahead", "even"],
    "error.fuenfhundert.": ["follow", "trump", "no_talon", "no_seven", "declare_limit", "declare_who", "declare_count"],
}
