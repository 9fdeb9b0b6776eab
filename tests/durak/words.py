"""Keys of Durak that are put together, and what they end in."""

BUILT = {
    "durak.suit.": [*"0123", *(f"{suit}.german" for suit in range(4))],  # packs from the six up are in both decks
    "durak.event.": ["beaten", "taken", "repeated", "stall"],
    "durak.event.draw_": ["together", "repeated", "stall"],
    "durak.": ["over", "over.all", "over.not"],  # which the page says in place of who has won
    "error.durak.": ["beat", "beat_trump"],
    "durak.why.": [
        *("only", "show", "attack_last", "attack_sure", "attack_trump", "attack_several", "attack_low"),
        *("transfer", "transfer_show", "take_cannot", "take", "take_late", "beat", "beat_all"),
        *("beat_safe", "known", "ahead"),
        *("throw", "throw_taken", "keep", "keep_taken", "wait"),
    ],
}
