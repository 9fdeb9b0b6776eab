"""Keys of Chinchón that are put together, and what they end in."""

BUILT = {"chinchon.event.": ["closed", "clean", "chinchon", "void", "out"]}
