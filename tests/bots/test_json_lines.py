"""Files of JSON lines that go on: an unfinished last line goes, however long it is, and nothing else does."""

from __future__ import annotations

from pathlib import Path

import pytest

from stich.bots.json_lines import BLOCK, LineWriter, cut


@pytest.mark.parametrize("rest", [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK])
@pytest.mark.parametrize("whole", [b"", b"{}\n", b"{}\n" * BLOCK])
def test_an_unfinished_last_line_is_cut_off(whole: bytes, rest: int, tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(whole + b"x" * rest)
    cut(path)
    assert path.read_bytes() == whole


def test_what_is_written_after_it_is_a_line_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b'{"head": 1}\n{"unfin')
    with LineWriter(path, {"head": 1}) as writer:
        writer.line({"n": 2})
    assert path.read_bytes() == b'{"head": 1}\n{"n": 2}\n'
