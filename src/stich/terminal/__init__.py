"""The table in a terminal: the same protocol as the page, drawn with characters.

It offers the legal actions of a seat. Table events (`TableView.host`) and acts that are accepted though not listed
(`Game.unlisted`) can be done only on the page; the terminal shows both in its log.
"""
