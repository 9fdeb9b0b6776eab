"""The table in a terminal: the same protocol as the page, drawn with characters."""
