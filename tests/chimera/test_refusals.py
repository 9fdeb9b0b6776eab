"""What a player reads who chose what cannot be done: what lies there, and what would be allowed."""

from __future__ import annotations

import pytest

from chimera.positions import Table, match_at, play_state, rules
from stich.games.chimera.rules_cards import PACK
from stich.kernel.action import Action, Refused
from stich.text.say import Speaker


def read(lead: list[str], answer: list[str], language: str = "en") -> str:
    """Let seat 0 lead and seat 1 answer with cards of these ranks, and return what seat 1 reads."""
    table = Table()
    led, chosen = table.take(lead), table.take(answer)
    hands = [led + table.take(["1"]), chosen + table.take(["11", "12"]), table.take(["12", "12"])]
    m = match_at(play_state(rules(), hands, 0))
    m.act(0, Action("play", led))
    with pytest.raises(Refused) as refused:
        m.act(1, Action("play", bytes(sorted(chosen))))
    phrase = refused.value.phrase
    return Speaker(language, "chimera", card=lambda card: PACK.names[card]).say(phrase.key, phrase.args)


STRAIGHT = ["5", "6", "7", "8", "9"]


@pytest.mark.parametrize(
    ("lead", "answer", "says"),
    [
        (["3"], ["9", "9"], ["single 3", "higher single", "trap"]),
        (["3", "3"], ["10"], ["pair of 3s", "higher pair"]),
        (["3", "4", "5", "6", "7"], ["9"], ["straight of 5", "higher straight of 5", "trap"]),
        (["6", "7", "8", "9", "10"], STRAIGHT, ["straight of 5", "higher straight of 5"]),
        (["2", "2", "2"], ["9", "9"], ["triple of 2s", "higher triple"]),
        (["5", "5", "5", "5"], ["4", "4", "4", "4"], ["trap of 5s", "higher trap"]),
        (["3"], ["9", "10"], ["no combination", "single 3", "higher single"]),
    ],
)
def test_what_must_be_beaten_and_by_what(lead: list[str], answer: list[str], says: list[str]) -> None:
    said = read(lead, answer).lower()
    for part in says:
        assert part in said


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("de", "Eine Reihe aus 5 Karten schlägt nur eine höhere Reihe aus 5 Karten"),
        ("fr", "suite de 5 cartes"),
        ("hu", "5 lapos sor"),
    ],
)
def test_in_every_language(language: str, says: str) -> None:
    said = read(["3", "4", "5", "6", "7"], ["9"], language)
    assert says.lower() in said.lower()
    assert "{" not in said
    nothing = read(["3"], ["9", "10"], language)
    assert not {"{", "@"} & set(nothing)
    assert nothing.count("9") == 1
