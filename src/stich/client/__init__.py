"""A table seen from the other end of the wire: what a page does, in Python, for terminals, bots and trials."""

from stich.client.session import Answered, Ended, Happened, News, Recalled, Request, Session, Shown, Welcomed

__all__ = ["Answered", "Ended", "Happened", "News", "Recalled", "Request", "Session", "Shown", "Welcomed"]
