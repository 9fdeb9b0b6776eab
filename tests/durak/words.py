"""Keys of Durak that are put together, and what they end in."""

BUILT = {
    "durak.suit.": ["0", "1", "2", "3"],
    "durak.event.": ["beaten", "taken", "repeated", "stall"],
    "error.durak.": ["beat", "beat_trump"],
}
