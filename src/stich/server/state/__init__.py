"""The entries of a table's log, and the state that follows from them."""
