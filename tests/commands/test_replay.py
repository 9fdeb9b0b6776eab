"""`stich replay` prints a match, and one position of it as somebody saw it and no more than that."""

from __future__ import annotations

from pathlib import Path

import pytest

from golden import one_deal
from stich.cli import main
from stich.games import find
from stich.kernel.cards import BACK, seats_of
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.record import dump, replay
from stich.kernel.record_reader import load
from stich.kernel.view import view

pytestmark = pytest.mark.once

NAMES = ["Mira", "Jonas", "Ünal"]


def played(deals: int = 2) -> Match:
    game = find("chimera")
    m = Match(game, game.rules({"limit": 300}), Source(SIM, 5))
    chance = quick(1)
    while len(m.sheets) < deals and not m.over:
        if m.deal.must() == 0:
            m.next_deal()
        seat = seats_of(m.deal.must())[0]
        acts = m.deal.legal(seat)
        m.act(seat, acts[chance.below(len(acts))])
    return m


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.txt"
    path.write_text(dump(played(), NAMES, "stich 0"), "utf-8")
    return path


@pytest.fixture(autouse=True)
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("STICH_LANG", "en")


def out_of(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    assert main(["replay", *map(str, words)]) == 0
    return capsys.readouterr().out


def test_the_whole_match(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    m = played()
    out = out_of(capsys, file)
    assert "0 Mira, 1 Jonas, 2 Ünal" in out
    assert "Points to win: 300" in out
    for n, move in enumerate(m.moves, 1):
        assert f"{n:5}  {move.seat} {m.game.write(m.rules, move.action)}" in out
    for sheet in m.sheets:
        assert f"Mira {sheet.result.points[0]:+} = {sheet.totals[0]}" in out


def test_seats_are_distinguished(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two of one name have their seat's number behind it, one without a name has the seat's."""
    path = tmp_path / "match.txt"
    path.write_text(dump(played(), ["Mira", "Mira", ""], "stich 0"), "utf-8")
    assert "0 Mira (0), 1 Mira (1), 2 Player 3" in out_of(capsys, path)
    path.write_text(dump(played()), "utf-8")
    assert "0 Player 1, 1 Player 2, 2 Player 3" in out_of(capsys, path)


def test_the_winner_is_named_and_what_happens_at_once_is_kept_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    m = played(50)
    path = tmp_path / "match.txt"
    path.write_text(dump(m, NAMES), "utf-8")
    for eye in ([], ["--at", str(len(m.moves))]):
        told = [line.strip() for line in out_of(capsys, path, *eye).splitlines()]
        assert all(f"{NAMES[seat]} wins" in told for seat in seats_of(m.winners))
        assert not any("{" in line for line in told)
    assert any(line.count(" · ") == 1 for line in out_of(capsys, path).splitlines())


WINS = {"en": "win", "de": "gewinn", "fr": "gagn", "hu": "nyer"}


@pytest.fixture(scope="module")
def durak(tmp_path_factory: pytest.TempPathFactory) -> Path:
    match = one_deal(find("durak"), 1)
    file = tmp_path_factory.mktemp("durak") / "match.stich"
    file.write_text(dump(match), "utf-8")
    return file


@pytest.mark.parametrize("lang", sorted(WINS))
def test_where_somebody_has_lost_nobody_is_said_to_have_won(
    lang: str, durak: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Durak, §5: one loser, and no winner."""
    out = out_of(capsys, durak, "--lang", lang)
    assert "Durak" in out.splitlines()[-1]
    assert WINS[lang] not in out.lower()


def test_as_one_seat_heard_it(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A sealed answer is read by who gave it, not by the others."""
    m = played()
    n, move = next((n, move) for n, move in enumerate(m.moves, 1) if move.action.verb == "give")
    own = out_of(capsys, file, "--seat", str(move.seat))
    other = out_of(capsys, file, "--seat", str((move.seat + 1) % 3))
    assert f"{n:5}  {move.seat} {m.game.write(m.rules, move.action)}" in own
    assert f"{n:5}  {move.seat} …" in other


@pytest.mark.parametrize("seat", range(3))
def test_a_position_shows_what_the_seat_saw(file: Path, seat: int, capsys: pytest.CaptureFixture[str]) -> None:
    for at in (0, 5, 37, 60):
        out = out_of(capsys, file, "--at", str(at), "--seat", str(seat))
        s = replay(load(file.read_bytes(), find), at).deal
        pack = s.layout.pack
        rows = {line.split()[1]: line for line in out.splitlines() if " Hand " in line}
        for i, z in enumerate(view(s, seat).seen.zones):
            if s.layout.zones[i].name == "hand":
                row = rows[NAMES[s.layout.owner[i]]]
                assert row.startswith(f"{s.layout.owner[i]} ")
                assert [word for word in row.split() if word in pack.faces] == [pack.names[c] for c in z if c != BACK]
                assert (f"{z.count(BACK)} × ?" in row) == (BACK in z)


def test_choices_are_shown_to_whose_turn_it_is(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    m = played()
    s = replay(load(file.read_bytes(), find), 0).deal
    assert "bid 40" in out_of(capsys, file, "--at", "0", "--seat", str(s.turn))
    assert "bid 40" not in out_of(capsys, file, "--at", "0", "--seat", str((s.turn + 1) % 3))
    assert "bid 40" in out_of(capsys, file, "--at", "0", "--all")
    every = out_of(capsys, file, "--at", str(len(m.moves)), "--all")
    assert f"Mira {m.sheets[-1].result.points[0]:+}" in every


def test_open_cards_and_a_watcher(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "× ?" not in out_of(capsys, file, "--at", "37", "--all")
    s = replay(load(file.read_bytes(), find), 37).deal
    piles = sum(bool(z) and s.layout.zones[i].name == "won" for i, z in enumerate(s.zones))  # they lie face down
    assert piles
    assert out_of(capsys, file, "--at", "37").count("× ?") == 3 + piles


def test_another_language(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Versteck" in out_of(capsys, file, "--at", "1", "--lang", "de")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--at", "9999"], "9999"),
        (["--at", "-1"], "-1"),
        (["--seat", "3"], "highest is 2"),
        (["--seat", "-1"], "highest is 2"),
    ],
)
def test_places_there_are_not(file: Path, words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(file), *words]) == 2
    assert told.replace("9999", "9,999") in capsys.readouterr().err.replace("−", "-")


def test_a_damaged_file_is_refused_with_line_and_reason(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = file.read_text("utf-8").splitlines()
    at = next(i for i, line in enumerate(lines) if " play " in line)
    lines[at] = "0 play J1 J2 J3 J4 J5 J6"
    file.write_text("\n".join(lines), "utf-8")
    assert main(["replay", str(file)]) == 2
    err = capsys.readouterr().err
    assert f"Line {at + 1}, “0 play J1" in err
    assert "J1" in err


@pytest.mark.parametrize("content", [b"%PDF-1.4", b"{}", b"stich record 9\n"])
def test_a_foreign_file_is_refused(tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    assert main(["replay", str(path)]) == 2
    assert capsys.readouterr().err.startswith("stich: Line 1, ")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "The file {path} is empty."),
        (b" \n", "The file {path} is empty."),
        (b"\x89PNG\r\n", "The file is not text in UTF-8."),
        (b"# " * 2_000_001, "The file has 4,000,001 characters; at most 4,000,000 are read."),
    ],
)
def test_of_a_file_that_cannot_be_a_record_no_line_is_quoted(
    tmp_path: Path, content: bytes, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    assert main(["replay", str(path)]) == 2
    assert capsys.readouterr().err == f"stich: {told.format(path=path)}\n"


def test_a_file_there_is_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err == f"stich: There is no file {tmp_path / 'none'}.\n"
    assert main(["replay", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith(f"stich: {tmp_path} cannot be read: ")
