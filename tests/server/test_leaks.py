"""Some of the pairs of `benchmarks/leaks.py`, what is said over HTTP, and leaks made on purpose: they must be found."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from server.desk import Json
from server.over_http import asked_over_http
from server.pairs import Pair, Unpaired, pair_of
from server.side_by_side import BUSY, IDLE, Difference, Trial, given_decks
from server.worlds import VIEWER, Machine
from stich.games import find, load_folder
from stich.kernel.action import Phrase, Refused
from stich.server.storage.store import Store
from stich.server.tables import thinking
from stich.server.tables.clocks import Clocks
from stich.server.tables.thinking import PendingDecisions

pytestmark = pytest.mark.once
GAMES = Path(__file__).parents[1] / "games"
TRICKS = ("doppelkopf", "gaigel", "ecarte", "herzblatt", "fuenfhundert", "farbe_und_wert")
FEW = [("chimera", 12), ("schnapsen", 10), ("rummy", 1), *((game, 3) for game in TRICKS)]
MANY = [("chimera", 80), ("schnapsen", 80), ("rummy", 3), *((game, 24) for game in TRICKS)]


@pytest.fixture(autouse=True)
def games_of_the_tests() -> None:
    load_folder(GAMES)


def pairs(game: str, seeds: range) -> list[Pair]:
    made = []
    for seed in seeds:
        try:
            made.append(pair_of(find(game), seed))
        except Unpaired:
            assert game != "chimera", "every deal of Chimera has others that look the same"
    return made


def first_difference(game: str = "chimera", most: int = 40) -> Difference | None:
    trials = (Trial(pair) for pair in pairs(game, range(most)))
    return next((found for trial in trials if (found := trial.run()) is not None), None)


@pytest.mark.parametrize(("game", "most"), [*FEW, *(pytest.param(*case, marks=pytest.mark.long) for case in MANY)])
def test_no_byte_tells_deals_apart_that_look_the_same(game: str, most: int) -> None:
    done: Counter[str] = Counter()
    phases = set()
    hidden = 0
    for pair in pairs(game, range(5000, 5000 + most)):
        trial = Trial(pair)
        assert trial.run() is None, str(trial.difference)
        hidden += pair.hidden
        phases.add(pair.phase)
        done += trial.counts
    assert hidden > 3 * most
    if game == "chimera":
        assert phases == {"bid", "exchange", "play"}
        wanted = {"a late join", "coming back", "being away", "asking again", "a restart", "a ping", "the next deal"}
        assert wanted <= set(done)


CLOCKS = ["herzblatt", "schnapsen", *(pytest.param(game, marks=pytest.mark.long) for game in ("doppelkopf", "gaigel"))]


@pytest.mark.parametrize("game", CLOCKS)  # the clocks are the server's: two games try them at every change
def test_no_clock_and_no_time_that_runs_out_tells_deals_apart(game: str) -> None:
    done: Counter[str] = Counter()
    for pair in pairs(game, range(7000, 7006)):
        for timer in ("20s", "match"):
            trial = Trial(pair, timer=timer)
            assert trial.run() is None, str(trial.difference)
            done += trial.counts
    assert done["time runs out"] > 2


def test_a_clock_that_goes_by_the_cards_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Clocks.spent

    def leaking(self: Clocks, seat: int, now: int) -> int:
        match = self.state.running()
        held: int = sum(face < 10 for face in match.deal.hand(1 - seat))
        return made(self, seat, now) + held

    monkeypatch.setattr(Clocks, "spent", leaking)
    trials = (Trial(pair, timer="match") for pair in pairs("schnapsen", range(40)))
    assert any(trial.run() is not None for trial in trials)


def test_http_and_log_lines_reveal_nothing_while_a_match_runs(tmp_path: Path) -> None:
    compared = 0
    for pair in pairs("chimera", range(2)):
        trial = Trial(pair, calm=True)
        assert trial.run() is None
        heard = []
        for n, world in enumerate(trial.worlds):
            store = Store(tmp_path / f"{pair.seed}.{n}.sqlite")
            with given_decks(pair):
                heard.append(asked_over_http(world, store, VIEWER))
            store.close()
        assert heard[0].printed == heard[1].printed
        for one, other in zip(heard[0].answers, heard[1].answers, strict=True):
            assert one == other
        answers = {path: status for path, status, _, _ in heard[0].answers}
        assert answers["/api/tables/table/record"] == 409
        assert answers["/api/reviews/table-1?as=open"] in (404, 409)
        compared += sum(len(body) for _, _, _, body in heard[0].answers)
    assert compared > 1000


def test_a_log_that_the_rules_object_to_does_not_tell_what_it_says(tmp_path: Path) -> None:
    pair = pairs("chimera", range(1))[0]
    trial = Trial(pair, calm=True)
    trial.run()
    store = Store(tmp_path / "tables.sqlite")
    heard = asked_over_http(trial.worlds[0], store, VIEWER)  # other cards are dealt than those of the log
    store.close()
    answers = {path: body for path, _, _, body in heard.answers}
    assert answers["/api/reviews/table-1"] == (
        b'{"t":"error","id":-1,"code":"closed","args":{"reason":"@error.internal"}}'
    )


# Leaks made on purpose: in the rules of a game that no build compiles, and in what no build compiles of the server


def schnapsen() -> Any:
    """Return the module of the game's rules."""
    return sys.modules[type(find("schnapsen")).__module__]


def test_a_count_of_hidden_cards_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    state = schnapsen().Schnapsen
    made = state.public_copy

    def leaking(self: Any) -> Any:
        other = made(self)
        other.behind = tuple(sum(face < 10 for face in self.hand(seat)) for seat in range(2))
        return other

    monkeypatch.setattr(state, "public_copy", leaking)
    found = first_difference("schnapsen")
    assert found is not None
    assert '"behind"' in str(found)


def test_a_choice_named_after_what_lies_in_the_stock_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = type(schnapsen().GAME)
    made = game.label

    def leaking(self: Any, s: Any, seat: int, a: Any) -> Phrase:
        words = made(self, s, seat, a)
        return Phrase(words.key, {**words.args, "card": s.zones[schnapsen().STOCK][-1:]})

    monkeypatch.setattr(game, "label", leaking)
    assert first_difference("schnapsen") is not None


def test_an_error_that_names_a_hidden_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = schnapsen()

    def leaking(self: Any, s: Any, seat: int, a: Any) -> Refused:
        return Refused("error.illegal", {"verb": a.verb, "card": s.hand(1 - seat)[:1]})

    for phase in (rules.Lead, rules.Answer, rules.Follow):
        monkeypatch.setattr(phase, "why", leaking, raising=False)
    found = first_difference("schnapsen")
    assert found is not None
    assert "a wrong request" in found.after


def test_a_bot_that_takes_longer_where_it_has_more_to_choose_from_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    made = PendingDecisions.begin

    def leaking(self: Any, match: Any, seat: int, key: Any, offered: Any, level: str, due: int, step: int) -> Any:
        return made(self, match, seat, key, offered, level, due + 10 * len(offered), step)

    monkeypatch.setattr(PendingDecisions, "begin", leaking)
    found = first_difference()
    assert found is not None
    assert found.first is not None
    assert found.second is not None
    assert found.first[0] != found.second[0]


# What pages of people play by themselves -----------------------------------------------------------------------------


def automatic(game: str, most: int, by_itself: Callable[[Json], bool]) -> tuple[Difference | None, int]:
    """Return the first difference where the pages of people play by themselves, and how often they did so."""
    times = 0

    def counted(view: Json) -> bool:
        nonlocal times
        times += by_itself(view)
        return by_itself(view)

    for pair in pairs(game, range(9000, 9000 + most)):
        found = Trial(pair, calm=True, by_itself=counted).run()
        if found is not None:
            return found, times
    return None, times


@pytest.mark.parametrize(
    ("game", "most"),
    [("chimera", 4), ("cruzo", 4), ("durak", 5), ("herzblatt", 3), ("doppelkopf", 4), ("ecarte", 6), ("schnapsen", 16)],
)  # in Fünfhundert a choice is forced only once the stock is used up, and then both know every card: there are no pairs
def test_what_plays_by_itself_tells_nothing_by_its_bytes_or_its_time(game: str, most: int) -> None:
    found, times = automatic(game, most, lambda view: view["forced"])
    assert found is None, str(found)
    assert times > 0


@pytest.mark.parametrize("game", ["chimera", pytest.param("durak", marks=pytest.mark.long), "ecarte", "schnapsen"])
def test_a_page_that_decides_by_its_own_cards_what_is_forced_is_found(game: str) -> None:
    found, _ = automatic(game, 40, lambda view: len(view["legal"]) == 1)
    assert found is not None
    assert found.first is None or found.second is None or found.first[0] != found.second[0]


# When bots answer: the same on an idle and on a busy machine ---------------------------------------------------------


def timed(machine: Machine, game: str = "chimera", most: int = 30) -> Difference | None:
    """Return the first difference where bots think on such a machine."""
    trials = (Trial(pair, calm=True, machine=machine) for pair in pairs(game, range(7000, 7000 + most)))
    return next((found for trial in trials if (found := trial.run()) is not None), None)


@pytest.mark.parametrize("machine", [IDLE, BUSY], ids=["idle", "busy"])
@pytest.mark.parametrize(("game", "most"), [("chimera", 8), ("doppelkopf", 3)])
def test_the_time_of_an_answer_tells_nothing(game: str, most: int, machine: Machine) -> None:
    assert timed(machine, game, most) is None


@pytest.mark.parametrize("machine", [IDLE, BUSY], ids=["idle", "busy"])
def test_a_forced_card_that_is_answered_at_once_is_found(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was: a bot without a choice had answered when it was asked, and the others when they had thought."""

    def slot(due: int, step: int, began: int) -> int:
        return due

    def answer(self: PendingDecisions, ticket: int, action: Any, match: Any, began: int, done: int) -> None:
        think = next((t for t in self.by_seat.values() if t.ticket == ticket), None)
        if think is not None and think.action is None and not think.declined:
            if done > think.due and len(think.offered) > 1:
                think.due += -(-(done - think.due) // think.step) * think.step
            self.settle(think, action if action is not None and think.offers(action, match.deal) else think.fallback())

    made = PendingDecisions.begin

    def begin(self: PendingDecisions, *args: Any) -> Any:
        ask = made(self, *args)
        if len(ask.legal) == 1:
            self.settle(self.by_seat[ask.seat], ask.legal[0])
        return ask

    monkeypatch.setattr(thinking, "slot", slot)
    monkeypatch.setattr(PendingDecisions, "answer", answer)
    monkeypatch.setattr(PendingDecisions, "begin", begin)
    found = timed(machine._replace(ends=False, each=400))
    assert found is not None
    assert found.first is None or found.second is None or found.first[0] != found.second[0]
