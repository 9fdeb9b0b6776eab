"""What the table marks: it follows from what the viewer sees, has its texts, and names what binds and who is out.

Played at random, every game in each of its presets.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from stich.games import find, games
from stich.kernel.action import Phrase
from stich.kernel.cards import HOST, SPECTATOR, Seat, has, seats_of
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.laws.random_play import turn_at_random
from stich.kernel.match import SIM, Match, Source
from stich.kernel.sample import sample
from stich.kernel.situation import PLAIN, Situation
from stich.kernel.state import OVER
from stich.kernel.view import view
from stich.text.say import Speaker

pytestmark = pytest.mark.once

LANGUAGES = ["en", "de", "fr", "hu"]
DECISIONS = 220
FOLLOWED = ("follow", "head", "trump", "overtrump")  # tasks of a player who is bound by the card that was led
TABLES = [
    (name, preset, seats)
    for name in games()
    for preset in [one.name for one in find(name).presets] or [""]
    for seats in sorted({min(find(name).seats), find(name).seats[0], max(find(name).seats)})
    if not preset or next(one for one in find(name).presets if one.name == preset).fits(seats)
]


def played(
    game: Game, preset: str, seats: int, decisions: int = DECISIONS, options: dict[str, object] | None = None
) -> Iterator[Match]:
    """Yield a random match at each of its decisions, and at the end of each deal."""
    usual: dict[str, object] = next((dict(one.options) for one in game.presets if one.name == preset), {})
    match = Match(game, game.rules(usual if options is None else options, seats), Source(SIM, 11))
    chance = quick(seats)
    for _ in range(decisions):
        yield match
        if match.over:
            return
        if match.deal.must():
            seat, action = turn_at_random(match.deal, chance)
            match.act(seat, action)
        else:
            match.next_deal()


def marked(match: Match, viewer: Seat) -> Situation:
    seen = view(match.deal, viewer)
    found: Situation = seen.seen.situation(seen.seat)
    return found


@pytest.mark.parametrize(("name", "preset", "seats"), TABLES)
def test_it_is_well_formed_and_follows_from_the_view(name: str, preset: str, seats: int) -> None:
    for n, match in enumerate(played(find(name), preset, seats)):
        for viewer in (*range(min(seats, 4)), SPECTATOR):
            check_form(match, marked(match, viewer))
            check_reached(match, viewer)
        if n % 11 == 0 and match.deal.phase is not OVER:
            check_secrets(match, n % seats)


def check_form(match: Match, s: Situation) -> None:
    seats = match.rules.layout.seats
    faces = len(match.rules.layout.pack.names)
    assert -1 <= s.trump < faces
    assert -1 <= s.led < faces
    assert -1 <= s.declarer < seats
    assert s.direction in (-1, 0, 1)
    taken = 0
    for side in s.sides:
        assert side.seats > 0
        assert not side.seats & taken
        assert side.seats <= match.rules.layout.everyone
        taken |= side.seats
    for attacker, defender in s.attacks:
        assert 0 <= attacker < seats > defender >= 0
        assert attacker != defender
    for side_of_all in match.rules.layout.sides:
        assert side_of_all in [side.seats for side in s.sides]


def check_reached(match: Match, viewer: Seat) -> None:
    seen = view(match.deal, viewer)
    taken = 0
    for one in seen.seen.reached(seen.seat):
        assert 0 < one.seats <= match.rules.layout.everyone
        assert not one.seats & taken
        assert one.goal >= 0
        taken |= one.seats


# games whose deals bring numbers while they are played, with the sum of them at the end of a deal; 0: it varies
COUNTED = {
    "cruzo": 0, "doppelkopf": 240, "ecarte": 5, "farbe_und_wert": 0, "frustration": 0, "fuenfhundert": 0, "gaigel": 0,
    "herzblatt": 120,
}  # fmt: skip


@pytest.mark.parametrize("name", games())
def test_what_is_reached_is_what_the_deal_brings(name: str) -> None:
    """Numbers that are added to the score are those the deal adds; others come to their sum; and some come at all."""
    came = False
    game = find(name)
    for match in played(game, "", min(game.seats, key=lambda seats: abs(seats - 3)), 400):
        reached = view(match.deal, 0).seen.reached(0)
        came = came or any(one.n > 0 for one in reached)
        if match.deal.phase is not OVER or not reached:
            continue
        points = match.deal.result().points
        assert [one.n for one in reached if one.added] in ([], list(points))
        assert COUNTED[name] in (0, sum(one.n for one in reached))
    assert came == (name in COUNTED)


def test_running_points_are_shown_to_whom_the_rules_show_them() -> None:
    """Gaigel §4, Herzblatt §8: without running points nobody sees them, or a side only its own."""
    gaigel = find("gaigel")
    quiet = Match(gaigel, gaigel.rules({"show_totals": "false"}, 4), Source(SIM, 11))
    assert [one.seats for one in view(quiet.deal, 1).seen.reached(1)] == [0b1010]
    assert view(quiet.deal, SPECTATOR).seen.reached(SPECTATOR) == []
    herzblatt = find("herzblatt")
    for match in played(herzblatt, "", 3, 60, {"show_running_points": "false"}):
        assert match.deal.phase is OVER or view(match.deal, 0).seen.reached(0) == []


def check_secrets(match: Match, viewer: Seat) -> None:
    """A deal that the viewer cannot tell from the real one is marked the same."""
    seen = view(match.deal, viewer)
    world = view(sample(seen, quick(match.deal.turn + 1)), viewer).seen
    assert world.situation(viewer) == seen.seen.situation(viewer)
    assert world.reached(viewer) == seen.seen.reached(viewer)


@pytest.mark.parametrize(("name", "preset", "seats"), TABLES)
def test_what_binds_is_marked(name: str, preset: str, seats: int) -> None:
    """A task that binds by the card led has it marked; one that binds to trumps has the trumps marked, too."""
    check_bound(played(find(name), preset, seats))


def check_bound(matches: Iterator[Match]) -> int:
    n = 0
    for match in matches:
        for seat in seats_of(match.deal.must() | match.deal.may()):
            if seat == HOST:
                continue
            seen = view(match.deal, seat)
            task = match.game.prompt(seen.seen, seat, seen.must, match.deal.legal(seat)).task
            rule = task.key.rpartition(".")[2] if task is not None and ".task." in task.key else ""
            if rule not in FOLLOWED:
                continue
            n += 1
            s = seen.seen.situation(seat)
            layout = match.rules.layout
            tricks = [match.deal.zones[at] for at in range(layout.size) if layout.zones[at].role == "trick"]
            assert s.led in [trick[0] for trick in tricks if trick], (seat, task)
            assert "trump" not in rule or s.trump >= 0 or s.trumps is not None, (seat, task)
    return n


@pytest.mark.parametrize("name", games())
def test_what_is_staged_is_marked_sometime(name: str) -> None:
    """A fact that is left out of the list because the stage shows it is shown there."""
    game = find(name)
    for seats in sorted({min(game.seats), max(game.seats)}):
        for match in played(game, "", seats):
            facts = [f.name for f in match.rules.layout.facts if f.staged]
            if not facts or any(marked(match, viewer) != PLAIN for viewer in (0, SPECTATOR)):
                break
        else:
            pytest.fail(f"{facts} of {seats} seats")


@pytest.mark.parametrize("name", games())
def test_partners_have_the_same_score(name: str) -> None:
    """The score of a side that is the same in every deal is one number."""
    game = find(name)
    for seats in game.seats:
        for match in played(game, "", seats, 150):
            for side in match.rules.layout.sides:
                assert len({match.scores[seat] for seat in seats_of(side)}) == 1
                assert side != match.rules.layout.everyone


def phrases(s: Situation) -> list[Phrase]:
    return [part for part in (s.trumps, s.contract, *[side.name for side in s.sides]) if part is not None]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games())
def test_every_mark_has_its_words(name: str, language: str) -> None:
    game = find(name)
    for deck in ("", "german", "french"):
        speaker = Speaker(language, name, seat=str, card=str, me=0, deck=deck)
        for preset in [one.name for one in game.presets] or [""]:
            for match in played(game, preset, game.seats[0], 120):
                for part in phrases(marked(match, 0)) + phrases(marked(match, SPECTATOR)):
                    words = speaker.say(part.key, part.args)
                    assert words != part.key, part
                    assert "{" not in words, (part, words)


ROWS = ("hand", "open", "bunker")
ROUNDS = 3  # so often everybody can act before it is said: in Durak a bout is finished first


@pytest.mark.parametrize("name", games())
def test_who_is_out_is_declared(name: str) -> None:
    """A seat that has no card left and does not act any more, while the others play on, is out: a fact says so."""
    game = find(name)
    for seats in sorted({min(game.seats), max(game.seats)}):
        check_out(list(history(game, seats)), seats)


def history(game: Game, seats: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield for each decision: the deal, who acts, who has no cards, and who is said to be out."""
    for match in played(game, "", seats, 400):
        s = match.deal
        layout = s.layout
        if not s.must() or s.phase is OVER:
            continue
        empty = 0
        for seat in range(seats):
            held = [at for at in range(layout.size) if layout.owner[at] == seat and layout.zones[at].role in ROWS]
            if held and not any(s.zones[at] for at in held):
                empty |= 1 << seat
        said = 0
        for fact in layout.facts:
            given = getattr(s, fact.name)
            if fact.kind == "out":
                said |= given
            elif fact.kind == "places":
                said |= sum(1 << seat for seat, place in enumerate(given) if place)
            elif fact.kind == "seat" and fact.name == "out" and given >= 0:
                said |= 1 << given
        yield match.setup.number, s.must(), empty, said


def check_out(moments: list[tuple[int, int, int, int]], seats: int) -> None:
    for at, (deal, _, empty, said) in enumerate(moments):
        rest = [m for m in moments[at:] if m[0] == deal]
        if len(rest) == len(moments) - at:
            continue  # the deal is not over: nobody knows who will act
        later = 0
        for m in rest:
            later |= m[1]
        for seat in seats_of(empty & ~said):
            if not has(later, seat):
                assert len(rest) <= ROUNDS * seats, (deal, at, seat)
