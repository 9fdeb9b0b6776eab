"""Puzzles over HTTP: which there are, and one with all hands, every choice, and what follows each of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.running import Served, fetch, served
from stich.analysis.puzzles import pick, puzzles_in
from stich.games import find, folder

pytestmark = pytest.mark.once

NAMES = ("chimera", "ecarte", "durak")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("data"), {name: find(name) for name in NAMES}, find=find) as running:
        yield running


def test_the_list_names_the_games_that_have_some_and_todays(server: Served) -> None:
    found = fetch(server.url + "api/puzzles").json
    assert [of["game"] for of in found["games"]] == ["chimera", "ecarte"]
    for of in found["games"]:
        puzzles = puzzles_in(folder(of["game"]))
        assert of["grades"] == [one.grade for one in puzzles]
        assert of["sure"] == [int(one.sure) for one in puzzles]
        assert 1 <= of["today"] <= len(puzzles)
    assert 0 < found["left"] <= 86_400_000


@pytest.mark.parametrize("name", ["chimera", "ecarte"])
def test_a_puzzle_has_all_hands_and_a_line_for_each_choice(server: Served, name: str) -> None:
    one = pick(puzzles_in(folder(name)), 2, name)
    found = fetch(f"{server.url}api/puzzles/{name}/2").json
    view, seat = found["view"], found["seat"]
    assert (view["you"], view["must"], seat) == (seat, 1 << seat, one.seat)
    assert (found["grade"], found["sure"], found["answer"]) == (one.grade, one.sure, one.answer)
    assert found["goal"] == ("win" if name == "chimera" else "points")
    hands = [view["zones"][f"hand.{at}"] for at in range(one.seats)]
    assert sum(len(hand) for hand in hands) == one.cards
    assert not any(255 in hand for hand in hands)
    stock = view["zones"].get("stock", [])
    assert set(stock) <= {255}  # nobody sees it
    choices = [(legal[0], legal[2]) for legal in view["legal"]]
    assert [(each["verb"], each["to"]) for each in found["tries"]] == choices
    for each, given in zip(found["tries"], one.tries, strict=True):
        assert len(each["steps"]) == 1 + len(given.line)
        assert (each["lost"] == 0) == (each is found["tries"][one.answer])
        assert (each["why"] is None) or each is found["tries"][one.answer]
        last = [step["patch"]["status"] for step in each["steps"] if "status" in step.get("patch", {})]
        assert last in (["deal_over"], ["match_over"])
    assert fetch(f"{server.url}api/puzzles/{name}/2").json == found


@pytest.mark.parametrize(
    ("path", "code"), [("ecarte/9999", "puzzle"), ("ecarte/x", "puzzle"), ("durak/1", "puzzle"), ("whist/1", "game")]
)
def test_what_there_is_not_is_refused(server: Served, path: str, code: str) -> None:
    answer = fetch(f"{server.url}api/puzzles/{path}")
    assert answer.status == 404
    assert answer.json["code"] == code


def test_the_page_is_served(server: Served) -> None:
    assert fetch(server.url + "puzzles").status == 200
