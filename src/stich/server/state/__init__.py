"""What a table's log says, and what follows from it."""
