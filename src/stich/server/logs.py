"""What the server writes to its log: one line for each event, for people or as JSON.

A log is read by more people and programs than the database, and kept longer. So it holds no cards, cookies or other
secrets: a person appears as the first digits of a hash, an address as its network, a table as the beginning of its name
(with the whole name anybody could sit down there). What the rules say in an exception can name cards, and is left out.
"""

from __future__ import annotations

import hashlib
import json
import logging
import sys
import time
import traceback
from collections.abc import MutableMapping
from datetime import UTC, datetime
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any, Final

FORMATS: Final = ("text", "json")
LEVELS: Final = ("debug", "info", "warning", "error")
OURS: Final = ("stich", "uvicorn", "uvicorn.error", "uvicorn.access", "asyncio", "sqlalchemy", "alembic")
KNOWN: Final = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName", "color_message"}
CARDS: Final = ("kernel", "parts", "games", "bots", "analysis", "state", "views", "tables")  # folders that handle cards
DISKS: Final = ("sqlite3", "psycopg")  # modules whose errors say what is wrong with the disk or the database
LINES_AT_ONCE: Final = 30  # of one kind; anybody can cause some of them
PERIOD: Final = 60.0  # seconds in which there are no more of them


def short_table(name: str) -> str:
    """Return enough of a table's name to find it in the database, and too little to sit down."""
    return f"{name[:5]}…" if len(name) > 5 else name


def short_person(identity: str) -> str:
    """Return enough to recognise a person in the log, and nothing else."""
    return hashlib.blake2b(identity.encode(), digest_size=4, person=b"stich.log").hexdigest() if identity else ""


def network_of(address: str) -> str:
    """Return the network of an address: 256 neighbours, or what a provider gives to several households."""
    try:
        ip = ip_address(address.partition("/")[0].partition("%")[0])
    except ValueError:
        return address[:20]
    return str(ip_network(f"{ip}/{24 if isinstance(ip, IPv4Address) else 48}", strict=False))


def message_of(record: logging.LogRecord) -> str:
    """Return the message. asyncio adds the task and what it was given, with values that nobody has looked at."""
    message = record.getMessage()
    return message.partition("\n")[0] if record.name == "asyncio" else message


def fields_of(record: logging.LogRecord) -> dict[str, Any]:
    """Return what was given as `extra`."""
    return {name: value for name, value in record.__dict__.items() if name not in KNOWN}


def safe_traceback(error: BaseException) -> str:
    """Return a traceback in which what our own code for cards says is left out."""
    lines = []
    chain: BaseException | None = error
    while chain is not None:
        frames = traceback.extract_tb(chain.__traceback__)
        told = words_of(chain) if not frames or may_tell(chain, frames[-1].filename) else "…"
        lines.append("".join([*traceback.format_list(frames), f"{type(chain).__name__}: {told}"]))
        chain = chain.__cause__ or (None if chain.__suppress_context__ else chain.__context__)
    return "\nbecause of:\n".join(lines)


def without_words(text: str) -> str:
    """Return a traceback that another process has written, without what its exceptions say."""
    lines = text.rstrip().splitlines()
    return "\n".join(line if line[:1].isspace() else line.partition(":")[0] for line in lines)


def may_tell(error: BaseException, file: str) -> bool:
    """Tell whether the words of an exception that was raised in this file can be shown: no code raised it that handles
    cards, and no package, which can quote anything."""
    if isinstance(error, OSError) or type(error).__module__.partition(".")[0] in DISKS:
        return True
    parts = file.replace("\\", "/").split("/")
    return "stich" in parts and not any(folder in parts for folder in CARDS)


def words_of(error: BaseException) -> str:
    """Return the first line of what an exception says; databases quote rows in others."""
    return str(error).partition("\n")[0]


class JSONLines(logging.Formatter):
    """One JSON object for each event: at, level, logger, event, and its fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        said = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": message_of(record),
            **fields_of(record),
        }
        if record.exc_info and record.exc_info[1] is not None:
            said["exception"] = safe_traceback(record.exc_info[1])
        return json.dumps(said, ensure_ascii=False, default=str)


class TextLines(logging.Formatter):
    """One line for each event, and a traceback if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        at = datetime.fromtimestamp(record.created).isoformat(" ", "seconds")
        fields = "".join(f" {name}={value}" for name, value in fields_of(record).items())
        line = f"{at} {record.levelname.lower()}: {message_of(record)}{fields}".replace("\r", "␍").replace("\n", "␊")
        if record.exc_info and record.exc_info[1] is not None:
            line += "\n" + safe_traceback(record.exc_info[1])
        return line


class Flood(logging.Filter):
    """Lets only so many lines of one kind through, and says how many others there were."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether a line is written."""
        key = (record.name, str(record.msg)[:200])
        since, count = self.seen.get(key, (record.created, 0))
        if record.created - since > PERIOD:
            if count > LINES_AT_ONCE:
                record.left_out = count - LINES_AT_ONCE
            since, count = record.created, 0
        self.seen[key] = (since, count + 1)
        if len(self.seen) > 1000:
            self.seen.clear()
        return count < LINES_AT_ONCE


def configure(format: str, level: str, *, access: bool) -> None:
    """Write the log of this process to stderr. access: a line for each request, too."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JSONLines() if format == "json" else TextLines())
    handler.addFilter(Flood())
    logging.captureWarnings(True)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    for name in OURS:
        one = logging.getLogger(name)
        one.handlers, one.propagate = [], True
    logging.getLogger("stich").setLevel(level.upper())
    requests = logging.getLogger("stich.access")
    requests.setLevel(logging.INFO if access else logging.CRITICAL)
    requests.propagate = False
    plain = logging.StreamHandler(sys.stderr)  # each of them is wanted
    plain.setFormatter(handler.formatter)
    requests.handlers = [plain] if access else []


class AccessLog:
    """ASGI middleware that writes a line for each request: the route and not the address, which can be a secret."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.log = logging.getLogger("stich.access")

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http" or not self.log.isEnabledFor(logging.INFO):
            await self.app(scope, receive, send)
            return
        began = time.monotonic()
        status = 0

        async def noted(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            self.log.info(
                "request",
                extra={
                    "method": scope["method"][:10],
                    "route": route_of(scope, status),
                    "status": status,
                    "ms": round((time.monotonic() - began) * 1000, 1),
                    "network": network_of(scope["client"][0] if scope.get("client") else ""),
                },
            )


def route_of(scope: MutableMapping[str, Any], status: int) -> str:
    """Return the address with the names of its parts instead of what stood there; "" if it leads nowhere."""
    named: dict[str, Any] = scope.get("path_params") or {}
    path = str(scope["path"])
    if "path" in named and len(named) == 1:  # of a mounted folder
        return "/assets/…"
    if not named and status in (404, 405, 421, 429, 403):
        return "" if path not in ("/", "/healthz", "/livez") else path
    parts = {str(value): f"<{name}>" for name, value in named.items()}
    return "/".join(parts.get(part, next((part.replace(v, n) for v, n in parts.items() if v in part), part))
                    for part in path.split("/"))  # fmt: skip
