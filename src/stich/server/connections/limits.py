"""What a socket may cost the server."""

from __future__ import annotations

from typing import Final

LARGEST_FRAME: Final = 16 * 1024  # bytes; a larger message is answered and ends the socket
LARGEST_READ: Final = 1024 * 1024  # bytes; beyond that the socket ends without an answer
MALFORMED_MOST: Final = 3  # unreadable messages; this one ends the socket
SILENCE: Final = 30.0  # seconds without a frame after which nobody is there: pages send something every 2.5
CREDIT: Final = 120  # messages at once
REFILL: Final = 40  # and then a second: no hand is faster, and a flood is limited
UNREAD: Final = 256 * 1024  # bytes that a slow reader can leave unread before it is disconnected; it reconnects
SOCKETS_MOST: Final = 500  # from one address: enough for a school behind one router
BURST: Final = 32  # messages taken from one socket before the others have their turn
SWEEP: Final = 5.0  # seconds between two checks for silent sockets
REST: Final = 15.0  # seconds without output after which a socket frees its compressor
