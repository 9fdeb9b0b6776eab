"""Pictures of positions: the cards of the page, in places that keep apart."""

from __future__ import annotations

import os
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

import stich
from stich.env.picture import EDGE, ROOM, WIDE, drawings
from stich.games import find, games

pytestmark = pytest.mark.once

each_game = pytest.mark.parametrize("name", list(games()))
NO_PAGE = "no page was built: python3 run.py test builds it"


@pytest.fixture(scope="module", autouse=True)
def page() -> None:
    """What the build of the page writes."""
    if not drawings():
        assert not os.environ.get("CI"), NO_PAGE
        pytest.skip(NO_PAGE)


@each_game
def test_a_picture_shows_what_the_text_says(name: str) -> None:
    deal = stich.game(name).deal(seed=1)
    for shown in (deal, deal.view(0)):
        picture = shown.svg()
        assert picture == shown._repr_svg_()
        root = ElementTree.fromstring(picture)
        title = root.find("{http://www.w3.org/2000/svg}title")
        assert title is not None
        assert title.text is not None
        assert all(line.split("  ", 1)[0].strip() in title.text for line in str(shown).splitlines()[1:])
    assert "?" in str(deal.view(0)) or name == "farbe_und_wert"


@each_game
def test_every_card_of_a_game_has_a_drawing(name: str) -> None:
    pack = stich.game(name).rules.layout.pack
    assert [one for deck in pack.decks for one in pack.names if one not in drawings()[deck]] == []


def test_a_drawing_needs_no_style_sheet() -> None:
    known = [one for deck in drawings().values() for one in deck.values()]
    assert [one for one in known if "var(" in one or "class=" in one or "style=" in one] == []
    assert (
        '<g color="#1d2328" fill="currentColor"><rect x="1" y="1" width="248" height="348" rx="19" fill="#fffdf8"'
        in (drawings()["french"]["SA"])
    )


def test_pictures_in_one_page_keep_their_cards_apart() -> None:
    """The face 0 is the seven of clubs in Écarté and the two of clubs in Durak; an id is one for the whole page."""
    drawn: dict[str, str] = {}
    for name in games():
        root = ElementTree.fromstring(stich.game(name).deal(1).svg())
        for card in root.find("{*}defs") or []:
            body = ElementTree.tostring(card, "unicode")
            assert drawn.setdefault(card.attrib["id"], body) == body
    assert len(drawn) > 150


def test_without_a_built_page_cards_show_their_notation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stich.env.picture.drawings", dict)
    seen = (
        stich.game("ecarte")
        .position({"hand.0": "HK S7", "hand.1": "SA C8", "turnup": "H9"}, phase="play")
        .view(0)
        .svg()
    )
    assert ">HK</text>" in seen
    assert ">SA</text>" not in seen


def test_a_picture_marks_whom_the_table_waits_for_and_counts_the_cards() -> None:
    deal = stich.game("ecarte").deal(seed=7)
    assert re.findall("▸ ([a-z.0-9]+) <tspan[^>]*>([0-9]+)<", deal.svg()) == [("hand.0", "5")]
    while not deal.over:
        deal.play(deal.legal()[0])
    assert "▸" not in deal.svg()


@each_game
def test_whom_the_table_waits_for_is_marked_also_without_a_hand(name: str) -> None:
    """In Colour and Value there are no hands, and in Cruzo a hand is empty long before the deal is over."""
    deal = stich.game(name).deal(seed=2)
    for _ in range(400):
        if deal.over:
            break
        lying = [zone for zone in deal.game.rules.layout.ids if zone.endswith(f".{deal.seat}") and deal[zone]]
        assert re.findall("▸ ([a-z.0-9]+) ", deal.svg()) == lying[:1]
        deal.play(deal.legal()[-1])


@each_game
def test_a_picture_of_the_largest_table_stays_within_its_lines(name: str) -> None:
    deal = stich.game(name, players=max(find(name).seats)).deal(seed=1)
    for _ in range(60):
        if not deal.over:
            deal.play(deal.legal()[-1])
    picture = deal.svg()
    wide = int(re.findall(r'width="([0-9]+)"', picture)[0])
    assert wide <= ROOM + 2 * EDGE
    assert all(int(x) + WIDE <= wide for x in re.findall(r'<use href="[^"]+" x="([0-9]+)"', picture))


def test_the_cards_of_a_large_place_can_all_be_read() -> None:
    """The index of a card takes 26 px, which the next card leaves free."""
    zones = {"burnt": " ".join(stich.game("cruzo").rules.layout.pack.names)}
    lies = re.findall(r'<use href="[^"]+" x="([0-9]+)" y="([0-9]+)"', stich.game("cruzo").position(zones).svg())
    assert len(lies) == 53
    assert len({y for _, y in lies}) == 2
    assert all(int(b) - int(a) >= 24 for (a, up), (b, down) in pairwise(lies) if up == down)


def test_an_empty_table_is_a_picture_too() -> None:
    assert ElementTree.fromstring(stich.game("doppelkopf").position({}).svg()).tag.endswith("svg")
