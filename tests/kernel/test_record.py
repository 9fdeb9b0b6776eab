"""Records: they lead back to the same match, and whatever is wrong with a file is said with its line."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rummy.rules import GAME as RUMMY
from games.schnapsen.rules import GAME as SCHNAPSEN
from stich.games.chimera.rules import GAME as CHIMERA
from stich.kernel.action import Refused
from stich.kernel.anatomy import whole
from stich.kernel.cards import seats_of
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.match import GIVEN, SIM, STREAM, Match, Source
from stich.kernel.record import Record, dump, replay, sum_of
from stich.kernel.record_reader import load

pytestmark = pytest.mark.once

GAMES = {game.name: game for game in (CHIMERA, RUMMY, SCHNAPSEN)}


def find(name: str) -> Game:
    if name not in GAMES:
        raise Refused("error.game", {"game": name, "allowed": " | ".join(GAMES)})
    return GAMES[name]


def played(
    game: Game, source: Source, options: dict[str, object] | None = None, deals: int = 2, actions: int = -1
) -> Match:
    """Return a match of random play: so many deals, or until so many actions are done."""
    m = Match(game, game.rules(options), source)
    chance = quick(7)
    while not m.over and len(m.moves) != actions:
        s = m.deal
        if s.must() == 0:
            if len(m.sheets) == deals:
                break
            m.next_deal()
            continue
        able = [seat for seat in seats_of(s.must() | s.may()) if s.legal(seat)]
        seat = able[chance.below(len(able))]
        acts = s.legal(seat)
        m.act(seat, acts[chance.below(len(acts))])
    return m


SOURCES = [Source(SIM, 42), Source(SIM, -(10**20)), Source(STREAM, secret=bytes(range(32)))]


def written_out(m: Match) -> Match:
    """Return the same match with its packs written out."""
    decks = [(sheet.setup.dealer, sheet.setup.number) for sheet in m.sheets]
    source = Source(GIVEN)
    again = Match(m.game, m.rules, m.source)
    source.decks.append((again.setup.dealer, again.deck))
    for move in m.moves:
        while again.setup.number < move.deal:
            again.next_deal()
            source.decks.append((again.setup.dealer, again.deck))
        again.act(move.seat, move.action)
    assert len(source.decks) >= len(decks)
    out = Match(m.game, m.rules, source)
    for move in m.moves:
        while out.setup.number < move.deal:
            out.next_deal()
        out.act(move.seat, move.action)
    return out


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("source", SOURCES, ids=lambda source: f"{source.kind} {source.seed}")
def test_a_record_leads_back(game: Game, source: Source) -> None:
    m = played(game, source)
    text = dump(m, [f"Player {i}" for i in range(m.rules.layout.seats)], "stich 1.2.3")
    record = load(text, find)
    again = replay(record)
    assert whole(again.deal) == whole(m.deal)
    assert again.scores == m.scores
    assert dump(again, record.names, record.by) == text
    assert (record.by, record.names[0]) == ("stich 1.2.3", "Player 0")
    assert load(text.encode(), find).moves[-1].seat == m.moves[-1].seat
    assert load(text.replace("\n", "\r\n"), find).deals == m.setup.number


@pytest.mark.parametrize("game", [CHIMERA, SCHNAPSEN], ids=lambda game: game.name)
def test_packs_written_out(game: Game) -> None:
    m = written_out(played(game, Source(SIM, 3)))
    text = dump(m)
    assert "source given\n" in text
    assert dump(replay(load(text, find))) == text
    if game is CHIMERA:
        assert re.search(r"^deal 1 dealer \d cut \d+: (\w+ ?){54}$", text, re.M)


def test_options_and_every_position() -> None:
    m = played(CHIMERA, Source(SIM, 5), {"limit": 300, "piya_end": "high"}, deals=1)
    record = load(dump(m), find)
    assert record.rules.options["limit"] == "300"
    assert "options limit=300 piya_end=high\n" in dump(m)
    match = replay(record, 0)
    for at, move in enumerate(record.moves, 1):
        match.act(move.seat, move.action)
        assert whole(replay(record, at).deal) == whole(match.deal)
    for at in (-1, len(record.moves) + 1):
        with pytest.raises(Refused, match=r"error\.record\.at"):
            replay(record, at)


def test_an_unfinished_match_and_a_deal_without_moves() -> None:
    m = played(SCHNAPSEN, Source(SIM, 5), actions=3)
    assert len(load(dump(m), find).moves) == 3
    m = played(SCHNAPSEN, Source(SIM, 5), deals=1)
    m.next_deal()
    record = load(dump(m), find)
    assert record.deals == 2
    assert whole(replay(record).deal) == whole(m.deal)


def test_names_cannot_break_the_file() -> None:
    m = played(SCHNAPSEN, Source(SIM, 5), actions=3)
    names = ["A | B\nsum 0", "\u202e\x00 "]
    assert load(dump(m, names), find).names == ["A B sum 0", "?"]


HEAD = "stich record 1\ngame schnapsen 1\nseats 2\nsource sim1 5\n"
GOOD = "stich record 1\n\n# by hand\nsource sim1 5\nseats 2\ngame schnapsen 1\ndeal 1 dealer 0\n1 play DQ\n"


def test_a_file_written_by_hand() -> None:
    record = load(GOOD, find)
    assert [record.game.write(record.rules, move.action) for move in record.moves] == ["play DQ"]
    assert load("\ufeff" + GOOD, find).by == ""
    assert load(GOOD.encode("utf-8-sig"), find).deals == 1
    assert load(GOOD + "sum " + sum_of(GOOD), find).deals == 1


def refused(text: str | bytes) -> tuple[int, str]:
    with pytest.raises(Refused) as caught:
        load(text, find)
    phrase = caught.value.phrase
    assert phrase.key == "error.record"
    assert str(phrase.args["reason"]).startswith("@error.")
    return int(str(phrase.args["line"])), str(phrase.args["reason"]).removeprefix("@error.").removeprefix("record.")


PLAYED = dump(played(SCHNAPSEN, Source(SIM, 5)))
SCORE = next(line for line in PLAYED.split("\n") if line.startswith("score"))


WRONG: list[tuple[str | bytes, int, str]] = [
    # foreign
    ("", 0, "foreign"),
    ("\n\n", 1, "foreign"),
    ("%PDF-1.7\n", 1, "foreign"),
    ('[Event "Chess"]\n1. e4', 1, "foreign"),
    (b"stich record 1\nby \xff\xfe\n", 2, "utf8"),
    (b"\x89PNG\r\n\x1a\n", 1, "utf8"),
    ("stich record 1\n" + "#" * 4_000_000, 0, "huge"),
    # later, other, unknown
    ("stich record 2\n", 1, "format"),
    (HEAD.replace("schnapsen 1", "schnapsen 2") + "deal 1 dealer 0\n", 2, "version"),
    (HEAD.replace("schnapsen", "whist") + "deal 1 dealer 0\n", 2, "game"),
    (HEAD.replace("seats 2", "seats 5") + "deal 1 dealer 0\n", 3, "seats"),
    (HEAD.replace("seats 2", "seats two") + "deal 1 dealer 0\n", 3, "form"),
    (HEAD + "options speed=fast\ndeal 1 dealer 0\n", 5, "option"),
    (HEAD + "options target=0\ndeal 1 dealer 0\n", 5, "option_value"),
    (HEAD + "options target\ndeal 1 dealer 0\n", 5, "form"),
    (HEAD + "options target=3 target=7\ndeal 1 dealer 0\n", 5, "twice"),
    # a damaged head
    (HEAD + "names A\ndeal 1 dealer 0\n", 5, "names"),
    (HEAD + "seats 2\n", 5, "twice"),
    (HEAD + "colour blue\n", 5, "word"),
    (HEAD, 4, "no_deal"),
    (HEAD + "1 play DQ\n", 5, "word"),
    (HEAD.replace("seats 2\n", "") + "deal 1 dealer 0\n", 4, "missing"),
    (HEAD.replace("sim1 5", "sim1 x") + "deal 1 dealer 0\n", 4, "form"),
    (HEAD.replace("sim1 5", "sim1") + "deal 1 dealer 0\n", 4, "form"),
    (HEAD.replace("sim1 5", "sim1 " + "9" * 5000) + "deal 1 dealer 0\n", 4, "form"),
    (HEAD.replace("sim1 5", "stream1 abc") + "deal 1 dealer 0\n", 4, "form"),
    (HEAD.replace("sim1 5", "dice 5") + "deal 1 dealer 0\n", 4, "form"),
    # a damaged deal
    (HEAD + "deal one\n", 5, "form"),
    (HEAD + "deal 2 dealer 0\n", 5, "number"),
    (HEAD + "deal 1 dealer 1\n", 5, "dealer"),
    (HEAD + "deal 1 dealer 0: CJ\n", 5, "deck_not_given"),
    (HEAD.replace("sim1 5", "given") + "deal 1 dealer 0\n", 5, "deck_given"),
    (HEAD.replace("sim1 5", "given") + "deal 1 dealer 7: CJ\n", 5, "seat"),
    (HEAD.replace("sim1 5", "given") + "deal 1 dealer 0: CJ CJ\n", 5, "deck"),
    (HEAD.replace("sim1 5", "given") + "deal 1 dealer 0: CJ X9\n", 5, "card"),
    (GOOD + "deal 2 dealer 1\n", 9, "deal_runs"),
    # a damaged move
    (GOOD + "0 play\n", 9, "illegal"),
    (GOOD + "0 play ZZ\n", 9, "card"),
    (GOOD + "0 play DQ\n", 9, "not_held"),
    (GOOD + "0 fly\n", 9, "notation"),
    (GOOD + "0\n", 9, "notation"),
    (GOOD + "1 play DQ\n", 9, "not_your_turn"),
    (GOOD + "2 play CJ\n", 9, "seat"),
    (GOOD + "host window_closed\n", 9, "not_your_turn"),
    (GOOD + "host away\n", 9, "notation"),
    (GOOD + "he plays CJ\n", 9, "word"),
    (GOOD + "score 1 0 total 1 0\n", 9, "score_early"),
    (GOOD + "won 1\n", 9, "won"),
    (GOOD + "sum 0123456789abcdef\n", 9, "sum"),
    (GOOD + "sum\n", 9, "sum"),
    (GOOD + "sum " + sum_of(GOOD) + "\n0 play CJ\n", 10, "after_sum"),
    (GOOD.replace("# by hand", "by stich 1"), 8, "cut_off"),
    # a finished match that was changed
    (PLAYED.replace(SCORE, SCORE.replace("total", "total 1")), PLAYED.split("\n").index(SCORE) + 1, "score"),
    (PLAYED.replace("seats 2", "seats  2"), PLAYED.count("\n"), "sum"),
    (PLAYED[: PLAYED.index("sum")], PLAYED.count("\n") - 1, "cut_off"),
    (PLAYED[: len(PLAYED) // 2].rpartition("\n")[0], PLAYED[: len(PLAYED) // 2].count("\n"), "cut_off"),
]


@pytest.mark.parametrize(("text", "line", "reason"), WRONG, ids=[f"{i} {case[2]}" for i, case in enumerate(WRONG)])
def test_what_is_wrong_is_said_with_its_line(text: str | bytes, line: int, reason: str) -> None:
    assert refused(text) == (line, reason)


def test_a_refusal_shows_the_line_but_not_all_of_it() -> None:
    with pytest.raises(Refused) as caught:
        load("\x1b[31m" + "x" * 500, find)
    shown = str(caught.value.phrase.args["text"])
    assert len(shown) == 80
    assert shown.isprintable()


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "options \x1b[2J" + "x" * 5000 + "=1\ndeal 1 dealer 0\n",
        HEAD + "options target=\x1b[2J" + "9" * 5000 + "\ndeal 1 dealer 0\n",
        HEAD.replace("schnapsen", "\x1b[2J" + "x" * 5000) + "deal 1 dealer 0\n",
        GOOD + "0 play \x1b[2J" + "x" * 5000 + "\n",
    ],
)
def test_no_word_of_a_file_can_write_all_over_a_terminal(text: str) -> None:
    with pytest.raises(Refused) as caught:
        load(text, find)
    told = [value for value in caught.value.phrase.args.values() if isinstance(value, str)]
    assert all(value.isprintable() and len(value) <= 400 for value in told)


def test_names_are_made_fit_to_be_shown() -> None:
    assert load(GOOD.replace("source", "names \x1b[2JA | " + "B" * 99 + "\nsource"), find).names == ["[2JA", "B" * 60]


def loaded(text: str | bytes) -> Record | None:
    """Return the record, or None where it was refused in the proper way."""
    try:
        return load(text, find)
    except Refused as refusal:
        if refusal.phrase.key != "error.record":
            raise AssertionError(refusal) from refusal
        return None


RECORDS = [dump(played(game, Source(SIM, 1), deals=1), ["A", "B", "C"][: game.seats[0]]) for game in GAMES.values()]


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(RECORDS), st.data())
def test_a_damaged_file_is_refused_and_never_crashes(text: str, data: st.DataObject) -> None:
    raw = bytearray(text.encode())
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(raw) - 1))
        how = data.draw(st.sampled_from(["change", "drop", "cut", "repeat"]))
        if how == "change":
            raw[at] = data.draw(st.integers(0, 255))
        elif how == "drop":
            del raw[at : at + data.draw(st.integers(1, 40))]
        elif how == "cut":
            del raw[at:]
        else:
            raw[at:at] = raw[max(0, at - 40) : at]
        if not raw:
            break
    record = loaded(bytes(raw))
    if record is not None:  # only what the sum does not count can have changed
        assert sum_of(text.rpartition("sum")[0]) in bytes(raw).decode()


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from([*GOOD.split("\n"), *PLAYED.split("\n")[4:12], "deal 1 dealer 0: CJ", "0 play", "🂡"])))
def test_lines_in_any_order_never_crash(lines: list[str]) -> None:
    loaded("stich record 1\n" + "\n".join(lines))
