"""No game dies: in every game and every phase of it, a player leaves, is waited for, is played for by a bot, and gets
the seat back."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from server.desk import Desk, Window
from stich.games import find, games, load_folder
from stich.kernel.cards import HOST, SPECTATOR
from stich.kernel.game import Game
from stich.server.state.entries import Acted
from stich.server.state.names import bot_name
from stich.server.tables import pace

pytestmark = pytest.mark.once
GUESTS = Path(__file__).parents[1] / "games"
GAMES = sorted([*games(), *(file.parent.name for file in GUESTS.glob("*/rules.py"))])
DEALS = 3  # seeds, each of which is played until nothing new comes
MOST = 150  # decisions of one of them
AFTER = 2 * pace.THINK["instant"] + pace.WINDOW["instant"]


@pytest.fixture(autouse=True)
def games_of_the_tests() -> None:
    load_folder(GUESTS)


class Match:
    """A table of ann, ben and bots, at which anybody does anything legal."""

    def __init__(self, game: Game, seed: int) -> None:
        self.desk = Desk(game, pace="instant", seed=seed, deals=seed, gather=True)
        self.chance = random.Random(seed)
        self.ann, self.ben = self.desk.window("ann", sit=0), self.desk.window("ben", sit=1)
        self.ann.send("start")

    @property
    def phase(self) -> str:
        return str(self.ann.view.get("phase", ""))

    def acts(self, window: Window) -> bool:
        """Let a person act if they have to."""
        window.read()
        view = window.view
        if view["status"] == "deal_over":
            return not view["occupants"][view["you"]]["ready"] and bool(window.send("ready", deal=view["deal"]))
        if view["status"] != "playing" or not view["legal"] or not view["must"] >> view["you"] & 1:
            return False
        return bool(window.act(self.chance.randrange(len(view["legal"])))["t"] == "ack")

    def bot_acted(self) -> int:
        return sum(isinstance(one.body, Acted) and one.body.seat == 0 and one.actor != "ann" for one in self.desk.log)


def leaves_and_returns(match: Match) -> None:
    """Let ann leave now: she is waited for, played for, and comes back."""
    desk, ann, ben = match.desk, match.ann, match.ben
    asked = bool(ann.view["must"] & 1) and not ann.view["must"] >> HOST & 1
    before = match.bot_acted()
    ann.close()
    desk.wait(pace.GRACE - 1)
    assert match.bot_acted() == before, f"a bot was too early in {match.phase}"
    desk.wait(1 + AFTER)
    if desk.table.state.status in ("playing", "deal_over"):
        assert ben.view["occupants"][0].get("bot") == bot_name(0), f"no bot has come in {match.phase}"
    if asked:
        assert match.bot_acted() > before, f"the table waits for ever in {match.phase}"
    ann.open()
    desk.wait(1)
    ben.read()
    assert "bot" not in ben.view["occupants"][0]
    now = match.bot_acted()
    desk.wait(pace.BOT_LIMIT + AFTER)
    assert match.bot_acted() == now, f"a bot plays on in {match.phase}"
    stream = desk.table.subscribers.streams[0]
    assert (ann.have, ann.h) == (stream.v, stream.h)


@pytest.mark.parametrize("name", GAMES)
def test_a_player_leaves_and_comes_back_in_every_phase(name: str) -> None:
    game = find(name)
    left: set[tuple[str, bool]] = set()
    for seed in range(1, DEALS + 1):
        match = Match(game, seed)
        for _ in range(MOST):
            match.desk.go_on()
            match.ann.read()
            view = match.ann.view
            if view["status"] == "match_over":
                break
            asked = bool(view["must"] & 1)
            moment = (f"{view['status']} {match.phase} {'window' if view.get('window') else ''}", asked)
            if moment not in left:
                left.add(moment)
                leaves_and_returns(match)
                continue
            if not match.acts(match.ann) and not match.acts(match.ben):
                match.desk.wait(AFTER)
        viewers = () if match.desk.table.state.window.open else (0, 1, SPECTATOR)
        before = [match.desk.view(viewer) for viewer in viewers]
        match.desk.restart()
        for viewer, view in zip(viewers, before, strict=True):
            again = match.desk.view(viewer)
            assert {**again, "occupants": [], "forced": False} == {**view, "occupants": [], "forced": False}
    phases = {moment.split()[1] for moment, _ in left if moment.startswith("playing")}
    assert phases, "nothing was played"
    assert any(asked for _, asked in left)
