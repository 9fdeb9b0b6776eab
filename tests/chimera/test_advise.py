"""Every reason that is given for a choice holds in the position, measured by the open cards and without Club's help."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, cast

import pytest

from stich.games.chimera.advise import advise
from stich.games.chimera.club import Club
from stich.games.chimera.rules import GAME
from stich.games.chimera.rules_cards import HERO, rule_table
from stich.games.chimera.rules_combinations import ATTACK, TRAP
from stich.games.chimera.rules_state import Chimera
from stich.kernel.action import Action, Phrase
from stich.kernel.cards import Seat
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view
from stich.parts import climb
from stich.parts.climb.pack import RANKS_OF, rank
from stich.parts.climb.planning.turns import TURN, Turns
from stich.text.catalogue import LANGUAGES, read_texts

pytestmark = pytest.mark.once
DEALS = int(os.environ.get("STICH_ADVISED_DEALS", "20"))  # some 500 positions; by hand many thousands
TURNS = Turns(rule_table({}))
TEXTS = Path(__file__).parents[2] / "src/stich/games/chimera/text"
BIG = (TRAP, ATTACK)


class Said(NamedTuple):
    s: Chimera
    seat: Seat
    action: Action
    why: Phrase

    @property
    def cards(self) -> bytes:
        return self.s.hand(self.seat)

    @property
    def rest(self) -> bytes:
        s = self.s
        gone = self.action.cards or s.phase.cards(s, self.seat, self.action)
        return self.cards.translate(None, gone)

    @property
    def enemies(self) -> list[Seat]:
        others = [seat for seat in range(3) if seat != self.seat]
        return others if self.seat == self.s.chimera else [self.s.chimera]

    @property
    def partner(self) -> Seat:
        return next((seat for seat in range(3) if seat not in (self.seat, *self.enemies)), -1)

    def size(self, seat: Seat) -> int:
        return len(self.s.hand(seat))

    def plays(self) -> list[int]:
        return [a.to for a in self.s.legal(self.seat) if a.verb == "play"]


def turns(cards: bytes) -> int:
    return int(TURNS.cost(climb.planes(cards.translate(RANKS_OF)))) // TURN


@cache
def collected() -> list[Said]:
    return list(positions(DEALS))


def positions(deals: int) -> Iterator[Said]:
    """Let Club play against itself and ask at every choice for its reason."""
    club, luck = Club(), quick(7)
    for seed in range(deals):
        match = Match(GAME, GAME.rules(), Source(SIM, seed))
        while match.deal.must():
            seat = match.deal.actor()
            seen, legal = view(match.deal, seat), match.deal.legal(seat)
            action, why = advise(seen, legal, luck)
            assert action == club.choose(seen, legal, luck)
            assert action in legal or Action(action.verb, b"", action.to) in legal
            yield Said(match.deal.copy(), seat, action, why)
            match.act(seat, action)


def nobody_beats(x: Said) -> bool:
    t = x.s.copy()
    t.apply(x.seat, x.action)
    return t.last == 0 or all(len(t.legal(enemy)) == 1 for enemy in x.enemies)


def high(cards: bytes) -> bytes:
    return bytes([c for c in cards if rank(c) >= HERO])


def size_of(move: int) -> int:
    return climb.size_of(move)


def number(x: Said) -> int:
    return int(cast(int, x.why.args["n"]))


def named(x: Said) -> int:
    """Check that the seat named has as many cards as is said, and return it."""
    seat = int(cast(int, x.why.args["seat"]))
    assert number(x) == x.size(seat)
    return seat


def rests(x: Said) -> list[tuple[int, bytes]]:
    s = x.s
    return [(a.to, x.cards.translate(None, s.phase.cards(s, x.seat, a))) for a in s.legal(x.seat) if a.verb == "play"]


def holds(x: Said) -> bool:
    """Check what the reason claims."""
    name = x.why.key.removeprefix("chimera.why.")
    move = x.action.to
    fewer = turns(x.rest) < turns(x.cards)
    match name:
        case "bid_high":
            return (
                x.action.verb == "bid" and number(x) == len(high(x.cards)) >= 3 and x.why.args["cards"] == high(x.cards)
            )
        case "bid_four":
            four = cast(bytes, x.why.args["cards"])
            return len(four) == 4 and len({rank(c) for c in four}) == 1 and set(four) <= set(x.cards)
        case "bid_turns" | "pass_turns":
            return number(x) == turns(x.cards)
        case "bid_mine":
            return x.action.verb == "pass" and x.s.high == x.seat
        case "pass_low_hand":
            return x.action.verb == "pass" and x.why.args["cards"] == high(x.cards) and len(high(x.cards)) == 1
        case "pass_no_high":
            return x.action.verb == "pass" and not high(x.cards)
        case "pass_higher":
            return x.action.verb == "pass" and number(x) == x.s.bid > 0
        case "give_pair":
            return len({rank(c) for c in x.action.cards}) == 1 and len(x.action.cards) == 2
        case "give_turns":
            return number(x) == turns(x.cards) - turns(x.rest) > 0
        case "give_spare":
            return turns(x.rest) == turns(x.cards)
        case "give_best":
            return turns(x.rest) > turns(x.cards)
        case "out":
            return not x.rest
        case "avoid":
            seat = named(x)
            return seat in x.enemies and number(x) <= 2 and size_of(move) != number(x)
        case "top_single":
            seat = int(cast(int, x.why.args["seat"]))
            singles = [climb.rank(m) for m in x.plays() if climb.kind(m) == climb.SINGLE]
            return seat in x.enemies and x.size(seat) == 1 and climb.rank(move) == max(singles)
        case "help":
            return named(x) == x.partner and size_of(move) == number(x) and climb.rank(move) <= 8
        case "last_two":
            return nobody_beats(x) and turns(x.rest) == 1
        case "run":
            return nobody_beats(x) and number(x) >= turns(x.rest) and runs(x)
        case "sure" | "take":
            return nobody_beats(x)
        case "long":
            return number(x) == size_of(move) >= 5
        case "low":
            return fewer and climb.rank(move) <= 8 and number(x) == turns(x.rest)
        case "shortens":
            return fewer and number(x) == turns(x.rest)
        case "best":
            return not fewer
        case "stop" | "stop_trap":
            big = climb.kind(move) in BIG
            return (
                named(x) == x.s.holder and x.s.holder in x.enemies and number(x) <= 4 and big == (name == "stop_trap")
            )
        case "treasure":
            ranks = x.s.zones[1].translate(RANKS_OF)
            return number(x) == 10 * ranks.count(1) + 5 * ranks.count(10) >= 10
        case "cheap":
            alike = [
                m for m in x.plays() if climb.kind(m) == climb.kind(move) and climb.length(m) == climb.length(move)
            ]
            return fewer and number(x) == turns(x.rest) and climb.rank(move) == min(map(climb.rank, alike))
        case "overtake_block":
            return x.s.holder == x.partner and named(x) == x.s.chimera and size_of(x.s.last) == number(x) <= 2
        case "overtake":
            return x.s.holder == x.partner == x.why.args["seat"] and x.action.verb == "play"
        case "cannot":
            return not x.plays()
        case "partner_few":
            return x.s.holder == x.partner == named(x) and number(x) <= 4
        case "partner":
            return x.s.holder == x.partner == x.why.args["seat"]
        case "keep_trap":
            return all(climb.kind(m) in BIG for m in x.plays())
        case "breaks":
            return all(turns(rest) >= turns(x.cards) for _, rest in rests(x))
        case "keep_high":
            whole = [m for m, rest in rests(x) if turns(rest) < turns(x.cards)]
            return all(climb.kind(m) in BIG or climb.rank(m) >= 13 for m in whole)
        case "patience":
            return named(x) == x.s.holder and x.s.holder in x.enemies and number(x) >= 8
        case "pass_best":
            return x.action.verb == "pass" and x.s.holder in x.enemies
    raise AssertionError(f"nobody has said what {name} claims")


def runs(x: Said) -> bool:
    """Tell whether the rest can be laid out in as many combinations as is said, none but the last beaten by anybody."""
    t = x.s.copy()
    t.apply(x.seat, x.action)
    return run_from(t, x, number(x))


def run_from(t: Chimera, x: Said, n: int) -> bool:
    t.last = 0
    if n == 1:
        return turns(t.hand(x.seat)) <= 1
    for a in sorted(t.legal(x.seat), key=lambda a: -size_of(a.to)):
        u = t.copy()
        u.zones[2 + 2 * x.seat] = rest_of(t, x.seat, a)
        u.last = a.to
        if all(len(u.legal(enemy)) == 1 for enemy in x.enemies) and run_from(u, x, n - 1):
            return True
    return False


def rest_of(t: Chimera, seat: Seat, a: Action) -> bytes:
    return t.hand(seat).translate(None, t.phase.cards(t, seat, a))


def test_every_reason_holds_and_there_are_many() -> None:
    said: Counter[str] = Counter()
    for x in collected():
        said[x.why.key] += 1
        assert holds(x), (x.why, x.action, GAME.write(x.s.rules, Action("play", x.cards)) if x.cards else "")
    assert len(said) >= 20
    vague = said["chimera.why.best"] + said["chimera.why.pass_best"] + said["chimera.why.give_best"]
    assert vague < said.total() / 12


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reason_names_what_it_is_given_in_every_language(language: str) -> None:
    texts = read_texts(TEXTS / f"{language}.po")
    for x in collected():
        text = texts[x.why.key]
        forms = text if isinstance(text, dict) else {"other": text}
        for number, form in forms.items():
            for name in x.why.args:
                assert re.search(rf"{{(?:\w+ )?{name}}}", form, re.I) or (name, number) == ("n", "one"), (x.why, form)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reason_says_nothing_twice(language: str) -> None:
    """It stands behind the words of the action, which name the cards that are played or given."""
    texts = read_texts(TEXTS / f"{language}.po")
    assert not any(x.why.args.get("cards") == x.action.cards for x in collected())
    for key, text in texts.items():
        if key.startswith("chimera.why."):
            for form in text.values() if isinstance(text, dict) else [text]:
                named = [part.split("}")[0] for part in form.split("{")[1:]]
                assert len(named) == len(set(named)), (key, form)
