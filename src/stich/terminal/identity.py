"""The user's identities at servers, and the last table: a small file, so that the user returns to the same seat."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

import msgspec


class Known(msgspec.Struct):
    """An identity. cookie: as the server gave it. table: the last one."""

    cookie: str = ""
    table: str = ""


class Identities:
    """The file, by server's address. If it cannot be read or written, the user is a new guest then."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.known: dict[str, Known] = {}
        with contextlib.suppress(OSError, msgspec.MsgspecError, UnicodeError):
            self.known = msgspec.json.decode(file.read_bytes(), type=dict[str, Known])

    def of(self, server: str) -> Known:
        """Return what is known of a server."""
        return self.known.get(server, Known())

    def keep(self, server: str, *, cookie: str, table: str) -> None:
        """Write the file, readable only for its owner, because the cookie gives access to the seat."""
        new = Known(cookie, table)
        if self.known.get(server) == new:
            return
        self.known[server] = new
        fresh = self.file.with_name(f"{self.file.name}.{os.getpid()}")
        with contextlib.suppress(OSError):
            self.file.parent.mkdir(0o700, parents=True, exist_ok=True)
            with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
                out.write(msgspec.json.encode(self.known))
            fresh.replace(self.file)


def config_folder() -> Path:
    """Return the folder of this user's settings, by the convention of the system."""
    if sys.platform == "win32":
        base = os.environ.get("APPDATA") or str(Path.home() / "AppData/Roaming")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library/Application Support")
    else:
        base = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(base) / "stich"
