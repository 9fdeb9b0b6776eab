"""The table in a terminal: the same protocol as the page, drawn with characters.

It offers what is listed for a seat. What befalls the whole table (`TableView.host`), and what is accepted though
nothing lists it (`Game.unlisted`), is done on the page; the log tells of both here as well.
"""
