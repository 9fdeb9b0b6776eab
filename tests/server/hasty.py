"""A pace at which real tables keep no test waiting."""

from __future__ import annotations

from typing import Final

HASTY: Final = {"WINDOW": 120, "BOTS_WINDOW": 60, "SHEET": 50}  # ms at the pace "instant": see stich.server.tables.pace

SCRIPT: Final = f"""
import sys
from stich import cli
from stich.server.tables import pace

for lasts, ms in {HASTY!r}.items():
    getattr(pace, lasts)["instant"] = ms
"""
"""Python at the start of a process that serves tables with this pace."""

SERVE: Final = SCRIPT + "sys.exit(cli.main(sys.argv[1:]))"
