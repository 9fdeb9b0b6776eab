"""The sentence of the table: it names the rule that binds the player, has its texts, and asks nobody who cannot act.

Played at random, every game in each of its presets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from duties import DUTIES, Duty, Position
from stich.games import find, games
from stich.kernel.action import Action, Phrase, Refused
from stich.kernel.cards import HOST, ONE, SPECTATOR, Cards, Seat, seats_of
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.laws.random_play import turn_at_random
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view
from stich.text.say import Speaker
from test_moments import tables

pytestmark = pytest.mark.once

OFTEN = {  # duties that random play meets at these tables; the others are rare, and in the tests of the games
    "chimera": {"beat.single", "beat.pair", "beat.straight", "only_trap", "only_pass", "must_lead", "bid", "bid_last"},
    "cruzo": {"higher", "higher_than", "lower", "lower_than", "any", "no_three", "no_fit", "more", "decisive"},
    "durak": {"beat", "beat_or_pass_on", "pass_on", "take", "throw_rank", "none_fits", "attack", "attack_one"},
}

# each of these games bars single cards at its tables; refusals that say more than the duty itself, by the duty
BARRING = {"doppelkopf", "durak", "ecarte", "frustration", "fuenfhundert", "gaigel", "herzblatt"}
DUTY_OF = {"follow_jacks": "follow", "follow_queens": "follow", "follow_all": "follow"}

LANGUAGES = ["en", "de", "fr", "hu"]
DECISIONS = 260
GENERAL = {"table.task.turn", "table.task.any", "table.task.any_open", "table.task.may"}
TABLES = [
    (name, preset, seats)
    for name in games()
    for preset in [one.name for one in find(name).presets] or [""]
    for seats in sorted({min(find(name).seats), find(name).seats[0], max(find(name).seats)})
    if not preset or next(one for one in find(name).presets if one.name == preset).fits(seats)
]


def positions(
    game: Game, preset: str, seats: int, decisions: int = DECISIONS
) -> Iterator[tuple[Match, Seat, list[Action]]]:
    """Yield positions of random matches, and who can do what in them."""
    options: dict[str, object] = next((dict(one.options) for one in game.presets if one.name == preset), {})
    yield from positions_of(Match(game, game.rules(options, seats), Source(SIM, 5)), decisions)


def positions_of(match: Match, decisions: int = DECISIONS) -> Iterator[tuple[Match, Seat, list[Action]]]:
    """Yield the positions of one match, played at random."""
    chance = quick(match.rules.layout.seats)
    for _ in range(decisions):
        if match.over:
            return
        if not match.deal.must():
            match.next_deal()
        for seat in seats_of(match.deal.must() | match.deal.may()):
            if seat != HOST:
                yield match, seat, match.deal.legal(seat)
        seat, action = turn_at_random(match.deal, chance)
        match.act(seat, action)


def sentence(match: Match, viewer: Seat, acts: list[Action]) -> list[Phrase]:
    seen = view(match.deal, viewer)
    prompt = match.game.prompt(seen.seen, viewer, seen.must, acts)
    return [part for part in (prompt.scene, prompt.task, prompt.note) if part is not None]


def held(match: Match, seat: Seat) -> Cards:
    s = match.deal
    hands = [
        s.zones[at] for at in range(s.layout.size) if s.layout.owner[at] == seat and s.layout.zones[at].role == "hand"
    ]
    return bytes(sorted(set(b"".join(hands))))


@pytest.mark.parametrize("name", games())
def test_the_sentence_names_the_rule_that_binds(name: str) -> None:
    texts = set(TEXTS[name].texts)
    compared = 0
    for game, preset, seats in TABLES:
        if game == name:
            compared += check_rules(positions(find(name), preset, seats), texts)[1]
    assert (compared > 0) == (name in BARRING)


def check_rules(played: Iterator[tuple[Match, Seat, list[Action]]], texts: set[str]) -> tuple[int, int]:
    """Check each position in which a card of the hand is barred, or all are; return how many there were, and how many
    refusals of a card were compared with the sentence.
    """
    n = compared = 0
    for match, seat, acts in played:
        name = match.game.name
        single = {a.verb for a in acts if len(a.cards) == 1 and a.to == -1}
        usable = {c for a in acts for c in match.deal.phase.cards(match.deal, seat, a)}
        barred = [c for c in held(match, seat) if c not in usable]
        if not barred or not acts:
            continue
        n += 1
        seen = view(match.deal, seat)
        task = match.game.prompt(seen.seen, seat, seen.must, acts).task
        assert task is not None
        assert task.key not in GENERAL, (match.deal.phase.name, acts)
        for verb in single:
            for c in barred:
                with pytest.raises(Refused) as refusal:
                    match.check(seat, Action(verb, ONE[c]))
                rule = refusal.value.phrase.key.rpartition(".")[2]
                rule = DUTY_OF.get(rule, rule)
                if f"{name}.task.{rule}" in texts or f"table.task.{rule}" in texts:
                    assert task.key.endswith(f".task.{rule}"), (task, refusal.value)
                    compared += 1
    return n, compared


@pytest.mark.parametrize("name", DUTIES)
def test_the_task_names_the_duty(name: str) -> None:
    """Where a combination, a rank or a defence binds: one duty of the list does, and the task is that one."""
    game = find(name)
    found: Counter[str] = Counter()
    for rules in tables(game):
        for match, seat, acts in positions_of(Match(game, rules, Source(SIM, 5)), DECISIONS):
            found[check_duty(Position(match, seat, acts), DUTIES[name])] += 1
    met = {duty.key for duty in DUTIES[name]} & set(found)
    assert met >= OFTEN[name]


def check_duty(p: Position, duties: list[Duty]) -> str:
    """Check the task of a position; return the key of the duty that binds, "" if nothing can be done."""
    name = p.match.game.name
    seen = view(p.match.deal, p.seat)
    task = p.match.game.prompt(seen.seen, p.seat, seen.must, p.acts).task
    assert task is not None
    if not p.acts:
        assert ".wait" in task.key, task
        return ""
    binding = [duty for duty in duties if duty.binds(p)]
    assert [f"{name}.task.{duty.key}" for duty in binding] == [task.key], (p, task)
    duty = binding[0]
    named = duty.args(p)
    assert {key: task.args.get(key) for key in named} == named, (p, task)
    if duty.refused:
        usable = set(b"".join([p.match.deal.phase.cards(p.match.deal, p.seat, a) for a in p.acts]))
        for c in set(held(p.match, p.seat)) - usable:
            for action in duty.tries(p, c):
                check_refusal(p, duty, task, action)
    return duty.key


def check_refusal(p: Position, duty: Duty, task: Phrase, action: Action) -> None:
    """Check that what the duty bars is refused for it, unless it means something that is listed."""
    try:
        p.match.check(p.seat, action)
    except Refused as refusal:
        why = refusal.phrase
        assert why.key.rpartition(".")[2] in duty.refused, (task, why)
        assert duty.agrees(p, action.cards[0], task, why), (p, task, why)


TEXTS = {name: Speaker("en", name) for name in games()}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games())
def test_every_sentence_has_its_words(name: str, language: str) -> None:
    speaker = Speaker(language, name, seat=lambda seat: f"Seat{seat}", card=lambda card: f"Card{card}", me=0)
    game = find(name)
    for preset in [one.name for one in game.presets] or [""]:
        for match, seat, acts in positions(game, preset, game.seats[0]):
            for viewer, may in ((seat, acts), (SPECTATOR, [])):
                for part in sentence(match, viewer, may):
                    words = speaker.say(part.key, part.args)
                    assert words != part.key, part
                    assert "{" not in words, (part, words)


@pytest.mark.parametrize("name", games())
def test_nobody_is_asked_to_do_what_another_can(name: str) -> None:
    """Who cannot act reads whom the table waits for, and nothing that is addressed to a player."""
    for match, _, _ in (
        positions(find(name), "", find(name).seats[0])
        if not find(name).presets
        else positions(find(name), find(name).presets[0].name, find(name).seats[0])
    ):
        seen = view(match.deal, SPECTATOR)
        task = match.game.prompt(seen.seen, SPECTATOR, seen.must, []).task
        assert task is None or ".wait" in task.key, task
