"""The client side of a table in Python: what a page does, for terminals, bots and tests."""

from stich.client.session import (
    Answered,
    Ended,
    Entitled,
    Happened,
    News,
    Overheard,
    Recalled,
    Request,
    Session,
    Shown,
    Welcomed,
)

__all__ = [
    "Answered",
    "Ended",
    "Entitled",
    "Happened",
    "News",
    "Overheard",
    "Recalled",
    "Request",
    "Session",
    "Shown",
    "Welcomed",
]
