"""Keys of Farbe und Wert that are put together, and what they end in."""

BUILT = {
    "farbe_und_wert.acts": ["", ".you"],  # at the stack that somebody guesses at
    "farbe_und_wert.value.": list("789TJQKA"),
    "farbe_und_wert.task.": ["colour", "value", "free"],
    "farbe_und_wert.why.": ["value", "black", "red", "even", "rare", "ahead"],
}
