"""Keys of Ecarté that are put together, and what they end in."""

BUILT = {"error.ecarte.": ["head", "follow", "trump"]}
