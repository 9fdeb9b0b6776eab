"""Work that is done again and again: no failure ends it."""

from __future__ import annotations

import asyncio
import logging

import pytest

from stich.server.tables.repeating import repeat


def test_work_that_fails_is_done_again(caplog: pytest.LogCaptureFixture) -> None:
    done: list[int] = []

    async def work() -> None:
        done.append(len(done))
        if len(done) < 3:
            raise ValueError(f"fault {len(done)}")
        if len(done) == 5:
            raise asyncio.CancelledError

    with caplog.at_level(logging.ERROR, "stich"), pytest.raises(asyncio.CancelledError):
        asyncio.run(repeat(work, 0.001, "it did not work"))
    assert done == [0, 1, 2, 3, 4]
    assert [line.getMessage() for line in caplog.records] == ["it did not work"] * 2
    assert "fault 1" in caplog.text
