"""Keys of Doppelkopf that are put together, and what they end in."""

from stich.games.doppelkopf.rules import CONTRACT_NAMES

BUILT = {
    "doppelkopf.game.": [*CONTRACT_NAMES, "call_c", "call_s", "call_h", "wedding"],
    "doppelkopf.suit.": list("cshd"),
    "doppelkopf.event.": ["re_won", "kontra_won", "alone_won", "alone_lost", "partner", "alone"],
    "doppelkopf.score.": ["win", "schneider", "schwarz"],
    "error.doppelkopf.": ["follow", "follow_trump", "call_diamonds", "own_aces", "must_solo"],
}
