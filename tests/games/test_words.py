"""What games say while they are played has words in all four languages, with no more parameters than are given."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from fingerprint import GAMES, option_sets
from stich.kernel.action import Arg
from stich.kernel.cards import HOST, seats_of
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.testing.texts import text_keys
from stich.text.catalogue import LANGUAGES, Text, catalogue

pytestmark = pytest.mark.once

HERE = Path(__file__).parent


def texts_of(language: str, game: str) -> dict[str, Text]:
    return dict(catalogue(language, HERE / game if (HERE / game).is_dir() else game))


@cache
def phrases(name: str) -> dict[str, set[str]]:
    """Return the keys of all that is said in random deals under every option, with the parameters that always come."""
    found: dict[str, set[str]] = {}
    for key, args in said(name):
        found[key] = found.get(key, set(args)) & set(args)
    return found


def said(name: str) -> Iterator[tuple[str, dict[str, Arg]]]:
    game = GAMES[name]
    chance = quick(1)
    for n, (_, options, seats) in enumerate(option_sets(game)):
        m = Match(game, game.rules(dict(options), seats), Source(SIM, n), watched=True)
        for _ in range(6):
            while m.deal.must() != 0:
                able = [seat for seat in seats_of(m.deal.must() | m.deal.may()) if m.deal.legal(seat)]
                seat = able[chance.below(len(able))]
                acts = m.deal.legal(seat)
                if seat != HOST:
                    for label in [game.label(m.deal, seat, a) for a in acts]:
                        yield label.key, label.args
                m.act(seat, acts[chance.below(len(acts))])
            yield from ((e.phrase.key, e.phrase.args) for e in m.events if e.phrase is not None)
            m.events.clear()
            for line in m.sheets[-1].result.why:
                yield line.key, {"seat": line.seat, "n": line.count} | (line.args or {})
            if m.over:
                break
            m.next_deal()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_there_are_words_for_all_that_is_said(game: str, language: str) -> None:
    texts = texts_of(language, game)
    heard = phrases(game)
    assert len(heard) > 10
    assert not [key for key in heard if key not in texts]
    for key, args in heard.items():
        for variant in (key, f"{key}.you"):
            text = texts.get(variant, "")
            for form in text.values() if isinstance(text, dict) else [text]:
                asked = {name[:1].lower() + name[1:] for name in re.findall(r"\{(\w+)\}", form)}  # {Suit} is a suit
                assert asked <= args, f"{variant} in {language}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_there_are_words_for_all_that_is_declared(game: str, language: str) -> None:
    texts = texts_of(language, game)
    assert not [key for key in text_keys(GAMES[game]) if key not in texts]
