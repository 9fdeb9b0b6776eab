"""The sentence of the table in Farbe und Wert."""

from __future__ import annotations

from farbe_und_wert.positions import stacked
from moves import do
from sentences import sentence
from stich.games.farbe_und_wert.rules import GAME
from stich.games.farbe_und_wert.rules import VALUE as GUESSES
from stich.games.farbe_und_wert.rules import VALUES as SIGNS
from stich.kernel.action import Action
from stich.kernel.cards import SPECTATOR
from stich.text.say import Speaker

COLOUR = "is the next card black or red?"
VALUE = "which value has the next card?"


def test_two_stacks() -> None:
    m = stacked("S7 HA C9", "D8 SK H9 C8")
    assert sentence(m, 0) == f"No card has been turned up yet · {COLOUR} · 32 cards are unseen: 16 black, 16 red"
    assert sentence(m, 1) == "No card has been turned up yet · waiting for Ada · 32 cards are unseen: 16 black, 16 red"
    do(m, "0 red")
    assert sentence(m, 0) == f"You said “red”, right: D8 · {VALUE} · 31 cards are unseen, at most 4 of one value"
    do(m, "0 value Q")
    assert sentence(m, 1) == f"Ada said “Queen”, wrong: SK · {COLOUR} · 30 cards are unseen: 15 black, 15 red"
    assert sentence(m, 0).startswith("You said “Queen”, wrong: SK · waiting for Ben · ")
    do(m, "1 red")
    assert sentence(m, 1).startswith(f"You said “red”, wrong: S7 · {VALUE} · ")
    do(m, "1 value A")
    assert (
        sentence(m, SPECTATOR) == "Ben said “Ace”, right: HA · waiting for Ada · 28 cards are unseen: 14 black, 14 red"
    )


def test_the_stack_that_is_guessed_at_is_marked() -> None:
    """§4 The other player's; all viewers see the same, and nothing is marked at a common stack."""
    m = stacked("S7 HA", "D8 SK")
    assert [m.deal.situation(viewer).attacks for viewer in (0, 1, SPECTATOR)] == [[(0, 1)]] * 3
    do(m, "0 red", "0 value Q")
    assert m.deal.situation(0).attacks == [(1, 0)]
    assert stacked("S7 HA", stacks="single").deal.situation(0).attacks == []


def test_a_guess_says_how_many_cards_nobody_has_seen() -> None:
    """§3 Whichever stack they are in: the guesser cannot know, and neither does the number."""
    m = stacked("S7 HA C9", "D8 SK H9 C8")
    do(m, "0 red", "0 value K", "1 red")
    left = {
        key: GAME.label(m.deal, 1, action).args["n"]
        for key, action in [
            ("black", Action("black")),
            ("red", Action("red")),
            *((v, GUESSES[SIGNS.index(v)]) for v in "789K"),
        ]
    }
    assert left == {"black": 14, "red": 15, "7": 3, "8": 3, "9": 4, "K": 3}


def test_one_stack() -> None:
    m = stacked("S7 HA C9 DK", stacks="single")
    assert sentence(m, 0).endswith(f" · {COLOUR} · if right, you guess again")
    do(m, "0 black", "0 value A")
    assert sentence(m, 0) == f"You said “Ace”, right: HA · {COLOUR} · if right, you guess again"
    do(m, "0 red")
    assert sentence(m, 0) == "You said “red”, wrong: C9 · waiting for Ben · if right, Ben guesses again"
    assert sentence(m, 1).startswith(f"Ada said “red”, wrong: C9 · {COLOUR} · ")


def test_what_a_guess_counts() -> None:
    m = stacked("S7 HA C9", stacks="single", single_sequence="free_choice", scoring="colour1_value4")
    task = "guess the colour or the value of the next card"
    assert sentence(m, 0).endswith(f" · {task} · a right value counts 4, a right colour 1")
    m = stacked("S7", "D8", scoring="colour1_value4")
    assert sentence(m, 0).endswith(f" · {COLOUR} · 32 cards are unseen: 16 black, 16 red")
    do(m, "0 red")
    assert sentence(m, 0).endswith(f" · {VALUE} · a right value counts 4, a right colour 1")


def test_other_drawings_and_languages() -> None:
    german = Speaker("en", "farbe_und_wert", deck="german")
    assert german.say("farbe_und_wert.task.colour", {}) == "black (acorns, leaves) or red (hearts, bells)?"
    m = stacked("S7", "D8")
    do(m, "0 red")
    assert sentence(m, 0, "de").startswith("Du sagtest „Rot“, richtig: D8 · welchen Wert hat die nächste Karte? · ")
    assert sentence(m, 1, "fr").endswith(" · à Ada de jouer · 31 cartes restent cachées, au plus 4 de la même valeur")
    assert (
        sentence(m, 1, "hu")
        == "Ada tippje „piros”, talált: D8 · Ada jön · még 31 lap rejtett, egy értékből legfeljebb 4"
    )
