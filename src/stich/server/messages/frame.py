"""The version of the protocol, and what all messages are made of."""

from __future__ import annotations

from typing import Literal

import msgspec

PROTO = 2
"""The version of this file; a page built for another version is asked to reload."""

Value = int | str | list[int | str]
"""A parameter of a phrase: a number, a text (one that begins with "@" is itself a text key), or a list of seats,
cards or texts.
"""

Status = Literal["gathering", "playing", "deal_over", "match_over"]
Pace = Literal["slow", "normal", "fast", "instant"]
Timer = Literal["off", "20s", "60s", "match", "day"]
"""How long a person may take: for a decision, or for all those of a match together."""

Absent = Literal["bot", "wait"]
"""What becomes of the seat of a person who is away: after a grace time a bot plays, or all wait."""
Talking = Literal["off", "phrases", "text"]
"""What people at a table can say: nothing, set phrases, or words of their own as well."""


class Message(msgspec.Struct, forbid_unknown_fields=True, tag_field="t", omit_defaults=False):
    """A frame: one JSON object, whose type is in "t"."""
