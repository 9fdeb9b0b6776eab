"""What a stranger may cost the server. docs/protocol.md says for each limit what happens beyond it."""

from __future__ import annotations

from typing import Final

# of one socket
LARGEST_FRAME: Final = 16 * 1024  # bytes; a larger message is answered and ends the socket
LARGEST_READ: Final = 1024 * 1024  # bytes; beyond that the socket ends without an answer
MALFORMED_MOST: Final = 3  # unreadable messages; this one ends the socket
SILENCE: Final = 30.0  # seconds without a frame after which nobody is there: pages send something every 2.5
HELLO: Final = 15.0  # seconds from the handshake to the first hello
CREDIT: Final = 120  # messages at once
REFILL: Final = 40  # and then a second: no hand is faster, and a flood is limited
UNREAD: Final = 256 * 1024  # bytes that a slow reader can leave unread before it is disconnected; it reconnects
SOCKETS_MOST: Final = 500  # from one address: enough for a school behind one router
BURST: Final = 32  # messages taken from one socket before the others have their turn
SWEEP: Final = 5.0  # seconds between two checks for silent sockets

# of one connection that is no socket
LARGEST_HEADER: Final = 16 * 1024  # bytes
HEADER: Final = 10.0  # seconds from the first byte, or from the connection, to the end of the header
BODY: Final = 30.0  # seconds for the whole body
ANSWER: Final = 120.0  # seconds in which the answer must be made and read
KEEP_ALIVE: Final = 5  # seconds between two requests

# of all connections
CONNECTIONS_MOST: Final = 256  # that are no sockets, from one address: a class whose browsers open six each
SHARE: Final = 4  # one address can have at most one in that many of all connections, sockets or others
RESERVED: Final = 128  # file descriptors that are kept for files, the database and processes; at most a quarter

# of one address, behind which a whole school can be
REQUESTS_AT_ONCE: Final = 600  # over HTTP, files of the page apart
REQUESTS_REFILL: Final = 60.0  # and then a second
TABLES_AT_ONCE: Final = 120  # tables made
TABLES_REFILL: Final = 0.2
RECORDS_AT_ONCE: Final = 20  # records uploaded
RECORDS_REFILL: Final = 0.2
REVIEWS_AT_ONCE: Final = 100  # lists and reviews
REVIEWS_REFILL: Final = 5.0
REVIEWS_WAITING: Final = 8  # reviews in work or waiting: others have their turn in between
TOKENS_AT_ONCE: Final = 20  # tokens for programs
TOKENS_REFILL: Final = 0.2  # and then a second
UNFINISHED_AT_ONCE: Final = 20  # looks at the tables that a browser remembers
UNFINISHED_REFILL: Final = 1.0
GUESTS_AT_ONCE: Final = 200  # people without a cookie
GUESTS_REFILL: Final = 1.0
MESSAGES_AT_ONCE: Final = 4000  # over all its sockets, pings apart
MESSAGES_REFILL: Final = 400.0
REPORTS_AT_ONCE: Final = 10  # complaints about what people say
REPORTS_REFILL: Final = 0.02
LINES_AT_ONCE: Final = 40  # said at tables
LINES_REFILL: Final = 4.0
HINTS_AT_ONCE: Final = 60  # advice, which is computed
HINTS_REFILL: Final = 2.0
EXPORTS_AT_ONCE: Final = 6  # copies of one's own data, and deletions, which read all logs; for one address
EXPORTS_REFILL: Final = 1 / 60
PASSWORDS_AT_ONCE: Final = 10  # wrong passwords, and new accounts, from one address
PASSWORDS_REFILL: Final = 1 / 30
PASSWORDS_OF_NAME: Final = 30  # wrong ones for one account, from all addresses
PASSWORDS_OF_NAME_REFILL: Final = 1 / 20
CODES_AT_ONCE: Final = 6  # wrong codes for a seat, by one person and from one address
CODES_REFILL: Final = 1 / 60
LOBBY_AT_ONCE: Final = 30  # lists of open tables for one address
LOBBY_REFILL: Final = 1
NEXT_SEATS_AT_ONCE: Final = 20  # next free seats for one address
NEXT_SEATS_REFILL: Final = 0.2
