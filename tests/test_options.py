"""What is asked of the options of every game: a value that there is not is refused with those that there are."""

from __future__ import annotations

import re

import pytest

from stich.games import find, games
from stich.kernel.action import Refused

WRONG = ["maybe", -1, "", None, 0.5]


@pytest.mark.parametrize("name", sorted(games()))
def test_another_value_is_refused_with_those_there_are(name: str) -> None:
    told, wanted = [], []
    for o in find(name).options:
        values = [*o.values, "2,0,1 …"] if o.order else o.values
        allowed = f"{o.least}–{o.most}" if o.kind == "number" else " | ".join(values)
        for wrong in WRONG:
            wanted.append(("error.option_value", o.name, str(wrong), allowed))
            try:
                find(name).rules({o.name: wrong})
            except Refused as refused:
                args = refused.phrase.args
                told.append((refused.phrase.key, args["option"], args["value"], args["allowed"]))
            else:
                told.append(("accepted", o.name, str(wrong), ""))
    assert told == wanted


@pytest.mark.parametrize("name", sorted(games()))
def test_another_option_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(Refused, match=rf"error\.option: .*{find(name).options[0].name}"):
        find(name).rules({"nonsense": "true"})


@pytest.mark.parametrize("name", sorted(games()))
def test_other_numbers_of_players_are_refused_with_those_there_are(name: str) -> None:
    own = sorted(find(name).seats)
    allowed = re.escape(" ".join(map(str, own)))
    for seats in {1, 2, 3, 4, 5, 6, 14, 99, -1} - set(own):
        with pytest.raises(Refused, match=rf"error\.seats: n={seats}, allowed='{allowed}'"):
            find(name).rules({}, seats)
