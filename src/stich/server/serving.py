"""The server process: uvicorn with our protocols, and how it ends."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from types import FrameType
from typing import Final

import uvicorn
from starlette.applications import Starlette

from stich.server.connections import limits

log: Final = logging.getLogger("stich")

GRACE: Final = 3  # seconds that requests have to end when the server stops
LAST: Final = 5  # and then what must be written; a database that is away does not keep the process alive
KILLED: Final = 128  # a shell's exit code after a signal: this and its number


def server_config(app: Starlette, grace: int = GRACE, headers: list[tuple[str, str]] | None = None) -> uvicorn.Config:
    """Return the configuration of uvicorn: Starlette for plain HTTP, our own protocol for sockets. headers: of all
    answers."""
    return uvicorn.Config(
        app,
        http=app.state.gate.connect,
        ws=app.state.sockets.connect,
        proxy_headers=False,  # `Clients` reads them, as sockets do
        h11_max_incomplete_event_size=limits.LARGEST_HEADER,
        timeout_keep_alive=limits.KEEP_ALIVE,
        log_config=None,
        access_log=False,
        server_header=False,
        headers=headers,
        timeout_graceful_shutdown=grace,
    )


class Server(uvicorn.Server):
    """The server of one process.

    The first SIGTERM or SIGINT ends it in order: it no longer accepts connections, pages learn that they have to come
    back, what was played is written. The second one ends it at once. That loses nothing: nobody has seen what is not on
    disk.
    """

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Handle a signal."""
        if self.should_exit:
            os._exit(KILLED + sig)
        log.info("the server stops")
        self.config.app.state.pulse.stopping = True  # type: ignore[union-attr]
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """End in order, but not later than `GRACE` and `LAST`."""
        last = threading.Timer((self.config.timeout_graceful_shutdown or 0) + LAST, ended_by_force)
        last.daemon = True
        last.start()
        await super().shutdown(sockets)  # type: ignore[arg-type]
        last.cancel()


def ended_by_force() -> None:
    """End the process: something does not stop."""
    log.error("the server did not stop in time; it ends without waiting")
    sys.stderr.flush()
    os._exit(KILLED + signal.SIGTERM)
