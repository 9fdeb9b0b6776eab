"""docs/protocol.md speaks of every message, every error and every limit there is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from stich.server import typescript
from stich.server.connections import limits
from stich.server.messages.frame import Message
from stich.server.state import entries
from stich.server.tables import pace, registry, windows
from stich.server.views import stream
from stich.text.catalogue import LANGUAGES, catalogue

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
DOC = (ROOT / "docs/protocol.md").read_text("utf-8")
SOURCES = [
    *(ROOT / "src/stich/server").rglob("*.py"),
    *(ROOT / "src/stich/kernel" / f"{name}.py" for name in ("match", "state", "game", "options")),
]
SAID = re.compile(r'(?:Refused\(\s*"error\.|Problem\((?:getattr\(msg, "id", -1\)|[^",]+), ")([a-z_]+)"')
CODES = sorted({code for file in SOURCES for code in SAID.findall(file.read_text("utf-8"))})
STRUCTS = [struct for module in typescript.MODULES for struct in typescript.structs_of(module)]


def test_the_codes_were_found() -> None:
    assert {"stale", "unknown_table", "not_your_turn", "repeated_id", "malformed", "option_value"} <= set(CODES)
    assert len(CODES) > 40


def test_it_lists_every_address_and_no_other() -> None:
    files = [ROOT / "src/stich/server/app.py", *(ROOT / "src/stich/server/pages").glob("*.py")]
    paths = [
        path
        for file in files
        for path in re.findall(r'\bRoute\("([^"]+)"', file.read_text("utf-8"))
        if not path.startswith("/admin")
    ]
    routed = {re.sub(r"\{\w+\}", "<>", path) for path in paths}
    cells = re.findall(r"^\| (`(?:GET|POST|DELETE) [^|]*) \|", DOC, re.MULTILINE)
    listed = {
        re.sub(r"<\w+>", "<>", path) for cell in cells for path in re.findall(r"`(?:GET|POST|DELETE) ([^`?]+)", cell)
    }
    assert len(listed) > 15
    assert listed == routed


@pytest.mark.parametrize("code", CODES)
def test_every_error_is_explained_and_has_words(code: str) -> None:
    assert f"`{code}`" in DOC
    for language in LANGUAGES:
        assert f"error.{code}" in catalogue(language)


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: struct.__name__)
def test_every_message_is_mentioned(struct: type[msgspec.Struct]) -> None:
    if struct is not Message:
        assert re.search(rf"\b{struct.__name__}\b", DOC)


@pytest.mark.parametrize("body", get_args(entries.AnyBody), ids=lambda body: body.__name__)
def test_every_kind_of_entry_is_mentioned(body: type[msgspec.Struct]) -> None:
    assert f"`{body.__struct_config__.tag}`" in DOC


def test_the_limits_are_the_servers() -> None:
    for said in (
        f"{limits.LARGEST_FRAME // 1024} KiB",
        f"{limits.CREDIT} at once, {limits.REFILL} a second",
        f"{limits.MALFORMED_MOST} on one socket",
        f"| {limits.SILENCE:.0f} s |",
        f"| time from the handshake to `hello` | {limits.HELLO:.0f} s |",
        f"{limits.HEADER:.0f} s for the header, {limits.BODY:.0f} s for the body, ",
        f"{limits.ANSWER:.0f} s for the answer, {limits.KEEP_ALIVE} s to the next one",
        f"| HTTP connections from one address | {limits.CONNECTIONS_MOST} |",
        f"| {limits.UNREAD // 1024} KiB |",
        f"| {limits.SOCKETS_MOST} |",
        f"| acts of one person in one window | {windows.TRIES} |",
        f"the last {stream.KEPT} are kept",
        f"after {pace.OFFLINE // 1000} s; after {pace.GRACE // 1000} s their bot",
    ):
        assert said in DOC


def test_the_words_that_the_table_says_exist() -> None:
    code = "".join(path.read_text("utf-8") for path in (ROOT / "src/stich/server/state").glob("*.py"))
    said = set(re.findall(r'"@?(table\.[a-z_.]+[a-z])"', code))
    said |= {f"table.said.{topic}" for topic in re.findall(r'\bsay\("(\w+)"', code)}
    assert {"table.said.sit", "table.guest"} <= said
    for language in LANGUAGES:
        assert said <= catalogue(language).keys()


def test_the_limits_that_an_operator_reads_are_the_servers() -> None:
    hosting = (ROOT / "docs/hosting.md").read_text("utf-8")
    for said in (
        f"| sockets from one address | {limits.SOCKETS_MOST} |",
        f"{limits.HEADER:.0f} s for the header, {limits.BODY:.0f} s for the body, {limits.ANSWER:.0f} s for the answer",
        f"| requests from one address | {limits.REQUESTS_AT_ONCE} at once, {limits.REQUESTS_REFILL:.0f} a second |",
        f"| messages from one address | {limits.MESSAGES_AT_ONCE} at once, {limits.MESSAGES_REFILL:.0f} a second |",
        f"| new guests from one address | {limits.GUESTS_AT_ONCE} at once, one a second |",
        f"| tables made by one address | {limits.TABLES_AT_ONCE} at once, {60 * limits.TABLES_REFILL:.0f} a minute |",
        f"| tables in memory | {registry.TABLES_MOST} |",
        f"| loaded records | {limits.RECORDS_AT_ONCE} at once, one in {1 / limits.RECORDS_REFILL:.0f} s, 64 KiB each",
    ):
        assert said in hosting
    assert limits.GUESTS_REFILL == 1


def test_every_measurement_of_an_alert_is_there() -> None:
    hosting = (ROOT / "docs/hosting.md").read_text("utf-8")
    metrics = (ROOT / "src/stich/server/metrics.py").read_text("utf-8")
    named = set(re.findall(r"\bstich_[a-z_]+", hosting))
    assert len(named) > 6
    for name in named:
        assert f'"{re.sub("_(bucket|total)$", "", name)}"' in metrics, name
