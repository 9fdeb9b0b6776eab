"""The moments that games declare: of sorts that a table knows, about events that happen, for what the sheets name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from games.hearts.rules import GAME as HEARTS
from games.knock.rules import GAME as KNOCK
from games.rummy.rules import GAME as RUMMY
from games.schnapsen.rules import GAME as SCHNAPSEN
from guests.hearts.rules import GAME as SMALL
from stich.games import find, folder, games
from stich.games.herzblatt.rules_cards import WORTH
from stich.kernel.action import Phrase, Refused
from stich.kernel.cards import seats_of
from stich.kernel.chance import quick
from stich.kernel.game import BLOW, MOMENTS, TRIUMPH, TWIST, Game
from stich.kernel.laws.random_play import turn_at_random
from stich.kernel.match import SIM, Match, Source
from stich.kernel.zones import Rules
from stich.server.views.projection import said
from stich.text.catalogue import read_texts

pytestmark = pytest.mark.once  # the fingerprints have the words of every event
EXAMPLES = Path(__file__).parent / "games"
GUESTS: dict[str, Game] = {game.name: game for game in (HEARTS, KNOCK, RUMMY, SCHNAPSEN)}
DECISIONS = 1200
SEEDS = 8

NAMED = {  # what the sheets name, and what it is at least
    "chimera": {"trap": BLOW, "attack": TRIUMPH, "event.chimera": TWIST},
    "chinchon": {"said.close": TRIUMPH, "event.out": BLOW},
    "cruzo": {"event.ten": BLOW, "event.four": BLOW, "event.reverse": TWIST, "event.finished": TRIUMPH},
    "doppelkopf": {"event.fox": BLOW, "event.re": TWIST, "said.wedding": TWIST, "said.solo": TWIST},
    "doudizhu": {"bomb": BLOW, "rocket": TRIUMPH, "event.landlord": TWIST, "event.spring": TRIUMPH},
    "durak": {"event.taken": BLOW, "event.out": TRIUMPH, "said.transfer": TWIST},
    "ecarte": {"event.king": TRIUMPH},
    "farbe_und_wert": {"event.right": TRIUMPH, "event.wrong": BLOW},
    "frustration": {"said.lay": TWIST, "event.out": TRIUMPH},
    "fuenfhundert": {"said.declare": TRIUMPH, "event.false": BLOW},
    "gaigel": {"said.meld": TRIUMPH},
    "herzblatt": {"event.declares": TWIST},
    "hearts": {"event.broken": TWIST, "event.queen": BLOW, "event.moon": TRIUMPH},
    "knock": {"said.knock": TRIUMPH},
    "rummy": {"said.lay": TRIUMPH, "said.buy": TWIST},
    "schnapsen": {"said.marry": TRIUMPH, "said.close": TWIST},
}
WITH: dict[str, list[dict[str, object]]] = {  # tables beside the presets where more happens
    "chinchon": [{"auto_melds": "false", "layoff": "all"}, {"mode": "conga", "auto_melds": "false"}],
    "rummy": [{"claim": "priority"}],
    "cruzo": [{"tree": "table"}, {"draw_mode": "manual"}, {"throw_mode": "priority"}],
    "doppelkopf": [
        {"grossspiel": "true", "wedding": "first_foreign_trick", "fuchsfang": "true", "match_deals": "24"},
        {"rules": "tournament", "schweinchen": "true", "armut": "true", "match_deals": "24"},
    ],
    "durak": [{"transfer_by_showing_trump": "true"}],
    "frustration": [{"auto_cut": "false"}],
    "gaigel": [{"stop": "claim"}],
    "herzblatt": [{"declarer_selection": "agreement"}],
}
UNLISTED = {  # punished acts, a duty solo at the end of a tournament, taking everything, a side that hardly plays
    "hearts": {"event.moon"},
    "cruzo": {"event.punished"},
    "doppelkopf": {"said.forced"},
    "doudizhu": {"event.spring"},
    "fuenfhundert": {"event.false"},
}


def tables(game: Game) -> Iterator[Rules]:
    """Yield the rules of every preset and of the tables above."""
    given: list[dict[str, object]] = [dict(preset.options) for preset in game.presets] or [{}]
    for options in given + WITH.get(game.name, []):
        for seats in sorted({min(game.seats), game.seats[0]}):
            with suppress(Refused):
                yield game.rules(options, seats)


def happened(game: Game) -> dict[str, str]:
    """Return the moments of random matches by their names, until all have happened."""
    found: dict[str, str] = {}
    for seed in range(SEEDS):
        for rules in tables(game):
            if set(found) >= set(game.moments) - UNLISTED.get(game.name, set()):
                return found
            play(game, Match(game, rules, Source(SIM, seed), watched=True), found)
    return found


def play(game: Game, match: Match, found: dict[str, str]) -> None:
    chance = quick(3)
    for _ in range(DECISIONS):
        if match.over:
            return
        if not match.deal.must():
            match.next_deal()
        seat, action = turn_at_random(match.deal, chance)
        match.act(seat, action)
        for event in match.events:
            told = said(event, match.rules.layout, game)
            if event.phrase is not None and told.moment:
                found[event.phrase.moment or event.phrase.key.removeprefix(f"{game.name}.")] = told.moment
        match.events.clear()


@pytest.mark.parametrize("name", [*games(), *GUESTS])
def test_every_declared_moment_happens(name: str) -> None:
    game = GUESTS[name] if name in GUESTS else find(name)
    assert set(game.moments.values()) <= set(MOMENTS)
    found = happened(game)
    assert found == {what: game.moments[what] for what in found}
    assert set(game.moments) - set(found) == UNLISTED.get(name, set())


@pytest.mark.parametrize("name", [*games(), *GUESTS])
def test_what_the_sheet_names_is_a_moment(name: str) -> None:
    game = GUESTS[name] if name in GUESTS else find(name)
    assert NAMED[name].items() <= game.moments.items()


@pytest.mark.parametrize("name", [*games(), *GUESTS])
def test_a_moment_has_words(name: str) -> None:
    """A moment adds nothing to the words: it is declared of an event that is said to everybody anyway."""
    texts = read_texts((EXAMPLES / name if name in GUESTS else folder(name)) / "text/en.po")
    for what in (GUESTS[name] if name in GUESTS else find(name)).moments:
        if "." in what:
            assert f"{name}.{what}" in texts


def test_a_game_needs_no_moments() -> None:
    assert SMALL.moments == {}
    assert SMALL.moment(Phrase("hearts.event.moon")) == ""


@pytest.mark.parametrize("name", games())
def test_sides_hold_every_seat_once(name: str) -> None:
    """What both sides have reached covers the table, or is left out."""
    game = find(name)
    for rules in tables(game):
        match = Match(game, rules, Source(SIM, 1))
        chance = quick(1)
        for _ in range(DECISIONS):
            if not match.deal.must():
                break
            match.act(*turn_at_random(match.deal, chance))
        for sheet in match.sheets:
            tallies = sheet.result.tallies
            assert not tallies or sum([tally.seats for tally in tallies]) == rules.layout.everyone
            assert all(tally.n >= 0 for tally in tallies)


MELDED = ("gaigel.said.meld", "fuenfhundert.said.declare")
SEVEN = 10  # Fünfhundert §6: who exchanges the trump seven


def counted(match: Match) -> tuple[dict[int, int], dict[int, int]]:
    """Return what each seat's tricks were worth, and what it has melded, or has of cards that were in no trick."""
    tricks: dict[int, int] = {}
    others: dict[int, int] = {}
    layout = match.deal.layout
    for event in match.events:
        if event.kind == "trick" and event.phrase is not None:
            tricks[event.seat] = tricks.get(event.seat, 0) + event.phrase.n
        elif event.phrase is not None and event.phrase.key in MELDED:
            others[event.seat] = others.get(event.seat, 0) + event.phrase.n
        elif event.phrase is not None and event.phrase.key == "fuenfhundert.said.exchange":
            others[event.seat] = others.get(event.seat, 0) + SEVEN
        elif event.kind == "move" and layout.zones[event.src].name in ("aside", "stock"):
            seat = layout.owner[event.dst]
            if layout.zones[event.dst].role == "captured":
                others[seat] = others.get(seat, 0) + WORTH[event.card]
    return tricks, others


@pytest.mark.parametrize("name", ["doppelkopf", "fuenfhundert", "gaigel", "herzblatt", "schnapsen"])
def test_tricks_and_what_else_counts_make_up_what_a_side_has(name: str) -> None:
    """What the tricks of a side were worth is all that it has, or the game names what else counts."""
    game = GUESTS[name] if name in GUESTS else find(name)
    compared = beside = 0
    for rules in tables(game):
        for seed in range(SEEDS):
            match = Match(game, rules, Source(SIM, seed), watched=True)
            chance = quick(seed)
            while match.deal.must():
                match.act(*turn_at_random(match.deal, chance))
            tricks, others = counted(match)
            for tally in match.sheets[0].result.tallies if any(tricks.values()) else []:
                worth = sum([tricks.get(seat, 0) for seat in seats_of(tally.seats)])
                rest = sum([others.get(seat, 0) for seat in seats_of(tally.seats)])
                compared += 1
                beside += rest > 0
                if name == "schnapsen":
                    rest = (tally.n - worth) // 20 * 20
                assert worth + rest == tally.n
                assert tally.rest or rest == 0
    assert compared
    assert beside or name not in ("gaigel", "herzblatt")
