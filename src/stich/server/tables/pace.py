"""The durations at a table, in ms. All are fixed in advance: no wait depends on what a seat holds or on how long a bot
thought, because that would reveal something."""

from __future__ import annotations

from typing import Final

from stich.server.messages.frame import Pace

THINK: Final[dict[Pace, int]] = {"slow": 2200, "normal": 1100, "fast": 400, "instant": 50}
"""From a bot's turn to its action, whether or not it has a choice. It thinks until shortly before (`CUT`)."""

CUT: Final = 10  # the part of THINK, one in that many, between the end of thinking and the action
LEAST_CUT: Final = 15  # ms: the answer of a process is there by then, even on a busy machine
START: Final = 4  # the same for its start: thinking that starts later belongs to the next time
LEAST_START: Final = 25  # ms of thinking that are worth beginning
LATEST: Final = 2000  # ms by which a table that is behind lets its bots act later, at most


def cut(step: int) -> int:
    """Return how long before the action thinking ends, ms."""
    return max(step // CUT, LEAST_CUT)


def start(step: int) -> int:
    """Return how long before the action thinking must have begun, ms."""
    return max(step // START, LEAST_START)


TRICK: Final[dict[Pace, int]] = {"slow": 1800, "normal": 1000, "fast": 350, "instant": 0}
"""Additional time when something was decided that people want to look at (a trick, an auction)."""

WINDOW: Final[dict[Pace, int]] = {"slow": 8000, "normal": 4000, "fast": 2500, "instant": 600}
"""A window in which a person can interrupt."""

BOTS_WINDOW: Final[dict[Pace, int]] = {"slow": 2200, "normal": 1100, "fast": 400, "instant": 100}
"""A window in which only bots can interrupt; all know which seats are bots."""

REACTION: Final = (45, 85)
"""The part of a window, in hundredths, in which bots interrupt. Each does so at a time drawn for it, whether or not it
has a reason. Before that, people have time to be faster."""

SPARE: Final = 1000  # how much longer a window is, at most, for the slowest connection at the table

SHEET: Final[dict[Pace, int]] = {"slow": 12_000, "normal": 7000, "fast": 3000, "instant": 300}
"""From the end of a deal to the next one, if nobody is there to confirm the score sheet."""

REDEAL: Final[dict[Pace, int]] = {"slow": 4000, "normal": 2500, "fast": 1200, "instant": 0}
"""The same if the deal was passed out: there is nothing to read."""

READ_LIMIT: Final = 120_000  # the first player to confirm the sheet does not wait longer than this for the others
OFFLINE: Final = 3000  # a lost socket is shown to others; reloading a page is faster
GRACE: Final = 20_000  # and then a bot plays for its owner
MORE_GRACE: Final = 60_000  # what the others can add to that, several times
MOST_GRACE: Final = 600_000  # from now on, at most
RENEWED: Final = 10_000  # of the grace time; less than this is filled up when somebody comes to an empty table

DECISION: Final = {"20s": 20_000, "60s": 60_000, "day": 86_400_000}  # for each decision, by timer
TOLERANCE: Final = 1000  # after its time a person's decision still counts: then the bot's is carried out
LAG: Final = 500  # of the round trip, at most, that is not charged to a person
FORCED: Final = 5000  # what a decision may last that the page makes by itself, and costs nothing
TOO_SLOW: Final = 2  # decisions in a row that were made by the bot, after which it takes the seat
OWNER_AWAY: Final = 120_000  # and then the table passes to the person who has sat there longest
DISCLOSE: Final = 5000  # the next deal waits no longer than this for the nonces of those who have pledged one
LOOK_AROUND: Final = 3000  # at a fresh table, from the first page's hello: time to sit down before bots begin
PROGRAM_LIMIT: int = 15_000  # for a decision of a program; then its seat's bot decides. Not Final: a test shortens it
TOKEN: Final = 24 * 3_600_000  # and with which it comes holds so long
BOT_LIMIT: Final = 10_000  # a bot has not answered for so long after its time: the first legal action is taken
