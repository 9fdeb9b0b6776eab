"""The hash by which page and server find out whether they mean the same; web/tests/patch.test.ts has the same
examples."""

from __future__ import annotations

import json
import zlib
from typing import Any

import pytest

from stich.server.messages.view import view_hash


@pytest.mark.once
@pytest.mark.parametrize(
    ("view", "hash"),
    [
        ({}, "a3a6bf43"),
        ({"b": 1, "a": [2, {"d": -1, "c": "x"}], "window": None}, "01b74991"),
        ({"a": [2, {"c": "x", "d": -1}], "b": 1}, "01b74991"),
        ({"name": 'Zoë "Ő" 卡\U0001f0a1', "zones": {"hand.1": [255], "den": []}, "undo": False}, "0925568e"),
    ],
)
def test_a_view_has_the_hash_that_every_client_finds(view: dict[str, Any], hash: str) -> None:
    assert view_hash(view) == hash
    kept = {name: part for name, part in view.items() if part is not None}
    text = json.dumps(kept, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hash == f"{zlib.crc32(text.encode()):08x}"
