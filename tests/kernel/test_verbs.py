"""What a verb declares, and which actions fit it: one case inside and one outside for each kind of target."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from games.hearts.rules import GAME as HEARTS
from games.knock.rules import GAME as KNOCK
from games.rummy.rules import GAME as RUMMY
from games.schnapsen.rules import GAME as SCHNAPSEN
from kernel.plain import EACH, HAND, HEAP, PILE, table
from repository import ROOT
from stich.games import games
from stich.kernel.action import Action
from stich.kernel.cards import seats_of
from stich.kernel.chance import quick
from stich.kernel.describe import describe_verb
from stich.kernel.game import Game
from stich.kernel.laws.check import check
from stich.kernel.match import SIM, Match, Source
from stich.kernel.verbs import TARGETS, Verb, misfit
from stich.text.catalogue import catalogue

A, B, C, D = range(4)
TWO_KEYS = ["a.key", "another.key"]


def counting(bare: bool = False) -> Verb:
    """Two or three cards of one of two ranks."""
    return Verb("go", "hand", to="count", bare=bare, least=2, most=3, within=8, above=2)


CASES = [  # a verb, what fits it at the table below for seat 0, what does not
    (Verb("go"), Action("go"), Action("go", b"", 0)),
    (Verb("go"), Action("go"), Action("go", bytes([A]))),
    (Verb("go", "hand"), Action("go", bytes([A, B])), Action("go")),
    (Verb("go", "hand"), Action("go", bytes([A])), Action("go", bytes([A, A]))),
    (Verb("go", "hand"), Action("go", bytes([B])), Action("go", bytes([C]))),
    (Verb("go", "hand"), Action("go", bytes([B])), Action("go", bytes([D]))),
    (Verb("go", "hand discard"), Action("go", bytes([A, C])), Action("go", bytes([A, D]))),
    (Verb("go", "hand", bare=True), Action("go"), Action("go", bytes([D]))),
    (Verb("go", to="number", least=2, most=9), Action("go", b"", 2), Action("go", b"", 1)),
    (Verb("go", to="number", least=2, most=9), Action("go", b"", 9), Action("go", b"", 10)),
    (Verb("go", to="seat"), Action("go", b"", 1), Action("go", b"", 2)),
    (Verb("go", to="seat"), Action("go", b"", 0), Action("go")),
    (Verb("go", to="zone", at="discard"), Action("go", b"", PILE), Action("go", b"", HEAP)),
    (Verb("go", to="zone", at="discard"), Action("go", b"", PILE), Action("go", b"", 99)),
    (
        Verb("go", to="zone", at="discard", within=8, above=3),
        Action("go", b"", PILE + 16),
        Action("go", b"", HEAP + 16),
    ),
    (Verb("go", to="card", at="discard"), Action("go", b"", C), Action("go", b"", A)),
    (Verb("go", to="card", at="hand"), Action("go", b"", B), Action("go", b"", D)),
    (Verb("go", to="place", at="table"), Action("go", b"", 2), Action("go", b"", 3)),
    (Verb("go", to="place", at="table"), Action("go", b"", 1), Action("go", b"", 0)),
    (Verb("go", to="place", at="discard"), Action("go", b"", 1), Action("go", b"", 2)),
    (Verb("go", to="choice", among=TWO_KEYS), Action("go", b"", 1), Action("go", b"", 2)),
    (
        Verb("go", to="zone", at="discard", within=8, above=3),
        Action("go", b"", PILE + 16),
        Action("go", b"", PILE + 24),
    ),
    (Verb("go", to="seat", optional=True), Action("go"), Action("go", b"", -2)),
    (Verb("go", to="seat", optional=True), Action("go", b"", 1), Action("go", b"", 2)),
    (Verb("go", within=8, above=2), Action("go", b"", 8), Action("go", b"", 16)),
    (Verb("go", within=8, above=2), Action("go", b"", 0), Action("go", b"", 9)),
    (Verb("go", within=8, above=2), Action("go", b"", 0), Action("go")),
    (Verb("go", to="choices", among=TWO_KEYS), Action("go", b"", 3), Action("go", b"", 4)),
    (Verb("go", to="choices", among=TWO_KEYS), Action("go", b"", 0), Action("go")),
    (Verb("go", to="choices", among=TWO_KEYS, within=4, above=2), Action("go", b"", 7), Action("go", b"", 8)),
    (counting(bare=True), Action("go", bytes([A]), 10), Action("go", bytes([A, B]), 9)),
    (counting(), Action("go", bytes([A, B]), 10), Action("go", bytes([A, B]), 11)),
    (counting(), Action("go", bytes([A, B]), 2), Action("go", bytes([A]), 1)),
    (counting(), Action("go", bytes([A, B]), 10), Action("go", bytes([A, B]), 18)),
    (Verb("go", "hand", to="way", least=1, most=9), Action("go", bytes([A]), 9), Action("go", bytes([A]), 10)),
    (Verb("go", "hand", to="way", least=1, most=9), Action("go", bytes([A]), 1), Action("go", bytes([A]), 0)),
    (Verb("go", "hand", to="way", least=1, most=9), Action("go", bytes([A]), 1), Action("go", bytes([A]))),
]


@pytest.mark.parametrize(("verb", "fits", "other"), CASES)
def test_an_action_fits_its_verb_or_it_is_said_what_does_not(verb: Verb, fits: Action, other: Action) -> None:
    s = table(b"")
    s.zones[HAND] = bytes([A, B])
    s.zones[HAND + EACH] = bytes([D])
    s.zones[PILE] = bytes([C])
    assert misfit(verb, s, 0, fits) == ""
    assert misfit(verb, s, 0, other) != ""


def test_every_kind_of_target_is_tried() -> None:
    assert {verb.to for verb, _, _ in CASES} | {"*"} == set(TARGETS)


def test_a_mere_name_declares_nothing() -> None:
    s = table(b"")
    s.zones[PILE] = bytes([C])
    assert misfit(Verb.of("go"), s, 0, Action("go", bytes([C]), 7)) == ""
    assert misfit(Verb.of("go"), s, 0, Action("go")) == ""
    verb = Verb("go")
    assert Verb.of(verb) is verb


@pytest.mark.parametrize("name", sorted(games()))
def test_the_keys_of_choices_are_texts(name: str) -> None:
    texts = catalogue("en", name)
    for verb in games()[name].verbs.values():
        assert [key for key in verb.among if key not in texts] == []


@pytest.mark.parametrize("name", sorted(games()))
def test_every_game_of_stich_declares_its_verbs(name: str) -> None:
    verbs = games()[name].verbs
    assert [verb.name for verb in verbs.values()] == list(verbs)
    assert not [verb.name for verb in verbs.values() if "*" in (verb.to, *verb.cards)]


def test_a_verb_is_described_as_it_was_declared() -> None:
    told = describe_verb(Verb("go", "hand open", to="zone", at="meld", bare=True, free=True, within=64, above=3))
    assert told == {
        "name": "go", "cards": ["hand", "open"], "bare": True, "free": True, "to": "zone", "at": "meld",
        "least": 0, "most": 0, "within": 64, "among": [], "above": 3, "optional": False,
        "away": False,
    }  # fmt: skip


PUT_AWAY = {"chimera": {"give"}, "ecarte": {"change"}, "herzblatt": {"discard"}, "hearts": {"give"}}
TRICKS = [HEARTS, *[games()[name] for name in ("chimera", "ecarte", "fuenfhundert", "gaigel", "herzblatt")]]


@pytest.mark.parametrize("game", TRICKS, ids=lambda game: str(game.name))
def test_what_is_put_away_is_not_laid_to_the_trick_and_all_else_is(game: Game) -> None:
    chance = quick(5)
    done: Counter[str] = Counter()
    for seed in range(12):
        match = Match(game, game.rules({}, game.seats[0]), Source(SIM, seed=seed))
        s = match.deal
        trick = next(i for i, zone in enumerate(s.layout.zones) if zone.role == "trick")
        while s.must():
            seats = list(seats_of(s.must()))
            seat = seats[chance.below(len(seats))]
            acts = s.legal(seat)
            a = acts[chance.below(len(acts))]
            before = s.zones[trick]
            match.act(seat, a)
            verb = game.verbs[a.verb]
            if not a.cards or verb.says:
                continue
            done[a.verb] += verb.away
            if verb.away:
                assert s.zones[trick] == before
            else:
                assert before or set(a.cards) <= set(s.zones[trick]), a.verb
    assert {name for name, n in done.items() if n} == PUT_AWAY.get(game.name, set())


# -- verbs that are only names -----------------------------------------------------------------------------------------

EXAMPLES = [HEARTS, KNOCK, RUMMY, SCHNAPSEN]


@pytest.mark.parametrize("game", EXAMPLES, ids=lambda game: str(game.name))
def test_every_example_declares_its_verbs(game: Game) -> None:
    assert [name for name, verb in game.verbs.items() if not verb.is_declared()] == []


@pytest.mark.parametrize("kind", ["climbing", "melds", "tricks"])
def test_the_skeletons_declare_their_verbs(kind: str) -> None:
    source = (ROOT / "src/stich/commands/new_game" / kind / "rules.py").read_text("utf-8")
    assert "verbs=[Verb(" in source
    assert not re.search(r'verbs=\[[^]]*(?<=[\[ ])"\w+"[,\]]', source)


def test_a_verb_that_is_only_a_name_is_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """L11 says so, and does not count what it cannot judge."""
    judged = check(HEARTS, {}, deals=1)
    monkeypatch.setitem(HEARTS.verbs, "play", Verb.of("play"))
    partly = check(HEARTS, {}, deals=1)
    assert judged.notes.get("L11") is None
    assert partly.notes["L11"] == "not judged for verbs that are not declared: play"
    assert 0 < partly.checked["L11"] < judged.checked["L11"]
