"""Keys of Doppelkopf that are put together, and what they end in."""

from stich.bots.trick import REASONS
from stich.games.doppelkopf.rules_trumps import CONTRACT_NAMES

BUILT = {
    "doppelkopf.why.": [*REASONS, "ok", "no_solo", "wedding", "call", "call_own", "alone", "seek", "draw"],
    "doppelkopf.game.": [*CONTRACT_NAMES, "call_c", "call_s", "call_h", "wedding"],
    "doppelkopf.suit.": list("cshd"),
    "doppelkopf.event.": ["re_won", "kontra_won", "alone_won", "alone_lost", "partner", "alone"],
    "doppelkopf.score.": ["win", "schneider", "schwarz"],
    "error.doppelkopf.": ["follow", "follow_jacks", "call_diamonds", "own_aces"],
}
