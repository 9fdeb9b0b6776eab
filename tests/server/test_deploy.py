"""The files in deploy/: what they say is what the server understands."""

from __future__ import annotations

import re
import shlex

import pytest

from repository import ROOT
from stich.cli import parser
from stich.server.workers.routing import table_in

pytestmark = pytest.mark.once

DEPLOY = ROOT / "deploy"
PATHS = [
    "/api/socket/k3mn7pqrstuv",
    "/api/tables/k3mn7pqrstuv/code",
    "/api/tables",
    "/t/k3mn7pqrstuv",
    "/watch/k3mn7pqrstuv",
    "/",
    "/assets/index.js",
    "/tables/k3mn7pqrstuv",
    "/review/k3mn7pqrstuv.1",
]


@pytest.mark.parametrize("path", PATHS)
def test_the_proxy_sees_the_same_table_in_an_address_as_the_door(path: str) -> None:
    found = re.search(r'"~(\^\S+)"', (DEPLOY / "nginx.conf").read_text("utf-8"))
    assert found is not None
    table = re.match(found[1].replace("?<", "?P<"), path)
    assert (table["stich_table"] if table else "") == table_in(f"GET {path} HTTP/1.1\r\n".encode())


@pytest.mark.parametrize("unit", sorted(file.name for file in DEPLOY.glob("*.service")))
def test_the_services_start_commands_that_there_are(unit: str) -> None:
    [line] = re.findall(r"^ExecStart=(.*)$", (DEPLOY / unit).read_text("utf-8"), re.M)
    words = shlex.split(line.replace("$$(date +%%a)", "Mon"))
    if words[0] == "/bin/sh":
        words = shlex.split(words[2])[1:]
    assert words[0].endswith("/bin/stich")
    args = parser().parse_args(words[1:])
    assert args.run is not None


def test_every_file_is_explained() -> None:
    told = (DEPLOY / "README.md").read_text("utf-8")
    assert [file.name for file in DEPLOY.iterdir() if file.name != "README.md" and f"`{file.name}`" not in told] == []


def test_the_server_is_never_ended_by_force_before_it_has_had_its_time() -> None:
    from stich.server.workers.supervisor import END

    unit = (DEPLOY / "stich.service").read_text("utf-8")
    [seconds] = re.findall(r"^TimeoutStopSec=(\d+)$", unit, re.M)
    assert int(seconds) > END
