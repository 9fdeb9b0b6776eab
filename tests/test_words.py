"""docs/words.md says what the code and the catalogues say. `python tests/test_words.py --write` renews its tables.

Words that players of a language do not use, most of them taken word by word from another language, do not come back.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stich.games import find, games
from stich.games.chimera.rules_combinations import TYPES
from stich.kernel import action, cards, deal, game, match, options, placement, state, view, zones
from stich.text.catalogue import catalogue, read_texts

pytestmark = pytest.mark.once

WORDS = Path(__file__).parents[1] / "docs/words.md"
SOURCE = Path(__file__).parents[1] / "src/stich"
LANGUAGES = ("en", "de", "fr", "hu")
PARAMETER = re.compile(r"( (of|de|aux))?\W*\{[\w ]+\}(–\{\w+\})?")  # "Pair of {ranks}" is a pair
BLOCK = "<!-- {} -->\n(.*?)<!-- end -->"


def table(name: str) -> str:
    """Return the table of a game's words: zones, phases, what is done; and combinations, where it has them."""
    game = find(name)
    keys = {f"zone.{zone.name}": None for seats in game.seats for zone in game.rules(seats=seats).layout.zones}
    keys |= {f"phase.{phase.name}": None for phase in game.phases}
    if name == "chimera":
        keys |= {f"combo.{combo}": None for combo in TYPES if f"chimera.combo.{combo}" in catalogue("en", "chimera")}
    else:
        keys |= {f"verb.{verb}": None for verb in game.verbs}
    texts = {language: catalogue(language, name) for language in LANGUAGES}
    rows = ["| code | English | German | French | Hungarian |", "|---|---|---|---|---|"]
    for key in keys:
        alone = f"{name}.{key}.bare"  # of a verb whose words need more than its parameters left out
        own = alone if alone in texts["en"] else f"{name}.{key}"
        words = [PARAMETER.sub("", str(texts[language][own])).strip() for language in LANGUAGES]
        if any(words):
            rows.append(f"| `{key}` | " + " | ".join(words) + " |")
    return "\n".join(rows) + "\n"


CALQUES = {  # what a text or a rules page must not say, and what is said instead
    "en": [
        (r"\b(lay|lays|laying|laid) away\b", "discard"),
        (r"\btalons?\b", "stock"),
        (r"\bon turn\b", "whose turn it is"),
        (r"(^|[.;:] )Who (?!becomes)[a-z]+ [^?]*\.$", "whoever, or a player who"),
        (r"\bthe other one (has|lays|gets|draws|discards|leads)\b", "the opponent"),
        (r"\b(which|this|it|that|”) (is|are) no (trap|spade|meld|combination)\b", "is not a trap"),
        (r"\bis out first\b|\bwas out first\b", "goes out first"),
        (r"\bace of \S+ goes along\b", "is the partner"),
        (r"\bround it goes\b", "which way round play goes"),
        (r"\banew\b|\brenewed\b", "again, updated"),
        (r"\bthe least of your\b|\bno nearer\b|\ban unknown card\b", "your lowest; does not help"),
        (r"\b[Ww]hile one may\b|\bas one can\b|\bnot at all: ", "while you can"),
        (r"\bcards? more\b", "an extra card"),
        (r"\btoo dear\b|\brather take\b|\bmake presents\b", "too much; take instead; give away"),
        (r"^(All as usual|Also here|At once|What happened|Who sees|As the game has it|A record as a file)$", "see git"),
        (r"[Ll]etters and figures|what stands on a card|would change nothing|Pace of the bots", "letters and numbers"),
        (r"(?i)\b(he|she|his|her|him|himself|herself)\b", "they, their, or the player once more"),
        (r"(^|[.:;*] )Whoever\b(?!’s| runs)", "the player who, or players who"),
        (r"\bAs a rule (not|yes|no)\b", "Not as a rule"),
        (
            r"\b[Ii]n your turn\b|\bone’s turn\b|\bturns? of yours\b|\b[Ff]orehand round\b",
            "on your turn; from forehand on",
        ),
        (r"\b[Tt]he lot (decides|says)\b", "lots are drawn"),
        (r"\b[Ee]qual (is|players|totals)\b|\b[Oo]f (two )?equals?\b(?! (values|cards))", "level, tied"),
        (r"\b(fewest|most)( points)? win\b", "the player with the fewest points wins"),
        (
            r"\b(are|is) no \{|\bhave you a\b|\bplay on by yourself\b",
            "do not count as; do you have; play on without help",
        ),
        (r"\b[Ff]leshless\b|\b[Ll]ifts? off\b|\b[Bb]y the page\b", "no-trump solo; cut; by the book"),
        (r"\b[Gg]uess(es|ed|ing)? at (?!all)|\b(draw|pull) them from\b", "guess the cards; drag"),
        (
            r"\b[Ll]ays? (?!down\b|off\b)(\{|your |both |contract|the eleventh)|\blaid (aside|first)\b",
            "lay down; put aside",
        ),
        (r"\b[Ll]aid$|\b(be|is|been) laid\b(?! (down|off|open))|\blaying a card\b", "laid down; playing a card"),
        (r"\b[Bb]etween two( players)?\b|\b[Aa]t (four|three|two)\b", "with two players"),
        (r"\ball others\b|^Most |\b[Ss]o many (bouts|turns)\b", "everybody else; the maximum; this many"),
        (
            r"\bleads the trick\b|, for (it|one|the ace|if) (is|has|it)\b|\bit goes clockwise\b",
            "holds; because; play goes",
        ),
        (r"\b(is|are|was|were) \w+ already\b|\byours already\b|\blies there already\b", "is already …"),
    ],
    "fr": [
        (r"\bpremier à jouer\b(?! sa)", "premier en cartes"),
        (r"\b[Aa]nnonce[rz]? (toujours )?le roi\b|\b[Rr]oi annoncé\b", "marquer le roi"),
        (r"\brelevés?\b", "enregistrement"),
        (r"(^|[.;] )Qui (?!a renversé)[^?]*\.$|(^|[.;] )Qui [^?.]*\.", "celui qui, le premier à"),
        (r"\b(et|à|;\W) ?qui (les prend|a joué)\b", "celui qui, ceux qui"),
        (r"\bfût-ce\b|\bFaute de fournir\b|\btourne le coin\b|\bs’épuise un jour\b", "tournures calquées"),
        (r"\bmoins cher ne\b|\bcartes moins chères\b|\bla moindre (carte|de vos)", "la plus petite carte"),
        (r"\bfermeurs?\b", "celui qui ferme"),
        (r"\b(même|seul|du|le|ce) rang\b(?! de)", "valeur"),
        (r"\b[Tt]ransf(ér|èr)\w+\b", "renvoyer"),
        (r"\bne se montrent que\b|\bRien à faire pour\b|\bOn vous demande d’abord\b", "tournures calquées"),
        (r"\breprend son choix\b|^Reprendre$", "annuler le coup"),
        (r"\bBot (au hasard|de club)\b|\bTout comme d’habitude\b|\bservent de touches\b", "aléatoire, confirmé"),
        (r"^(Rien trouvé|Qui regarde|Manches et tours|Les cartes sont données)$", "Aucun résultat, Point de vue"),
        (r"\b[Jj]ouer ce qui est choisi\b|\bTant qu’on peut intervenir\b", "jouer la sélection"),
        (r"\bne peut pas être choisi\b|\bpeut être choisi\b", "est désactivé, on peut choisir"),
        (r"\b(couleur|carte|celle qui est) entamée\b|\bêtre entamée\b|\bentamer l’une\b", "couleur demandée"),
        (r"\b(cartes?|mains?|carreaux?)( \*\*)? ouvert(e?s?)\b|\bcontre les ouvertes\b", "cartes visibles"),
        (r"\bbatt(re|ent|e|ait) cela\b|\bne bat cela\b", "rien de plus fort, ce coup"),
        (r"\bce qu’ils ajoutent\b|\bÀ ce qu’on peut prévoir\b", "ce qui tombera dans le pli"),
        (r"\bD’après la page\b|\bÉcrire \{", "Règles de base"),
        (r"\bJeux? \{n\}|\bJeux (par|dans une) partie\b|\ble jeu est (perdu|gagné|nul|fini|terminé)\b", "donne"),
        (r"\b[Jj]eu double\b|\bdouble jeu\b", "deux jeux mélangés"),
        (r"\bau plus (dans une donne|par assaut)\b|^Actions au plus\b", "nombre maximal"),
        (r"\b[Cc]ontinuez tout seul\b|\bqui n’a rien qui\b|\bpour elle-même\b", "sans aide, qui ne peut rien poser"),
        (r"\b(place|Place) partagée\b|\{n\}e place partagée", "ex æquo"),
        (r"\bmèn(e|es|ez|ent) le pli\b|\bLes \d+ mènent\b|\bremport(e|ez) le pli\b", "être maître, faire le pli"),
        (r"\b[Ee]nchéri\w+( à)? \{n\}|\bdoit annoncer 20\b", "miser"),
        (r"\b(une|la|sans) pioche\b", "talon"),
        (r"\b[Ee]njeux?\b", "mise"),
        (r"\bpaquet (chacun|commun)\b|\bpropre paquet\b", "pile"),
        (r"\best (gland|pique|feuille|grelot|trèfle|carreau)\b", "correspond à"),
        (r"\bles deux Ober\b", "Obers"),
        (r"^Revue$", "Relecture"),
        (r"\b(tu|ton|tes|ta|toi)\b", "la table dit vous"),
    ],
}
ENGLISH_DEAL = re.compile(  # the table counts rounds, so a game of its own words does, too
    r"\b([Dd]eal|[Gg]ame) \{n\}|\b([Dd]eals|[Gg]ames) in a match\b|\b([Tt]he|[Tt]his) (game|deal) (is|does)\b"
    r"|\b(lost|won|next|each|every|wins the|loses the|lost the|this|in a|in the) (deal|game)\b(?! with a called ace)"
)
FRENCH_DEAL = re.compile(r"\b[Mm]anches?\b")  # a deal is a donne; Chimera's French rules alone call it manche


def sentences(language: str) -> Iterator[tuple[str, str]]:
    """Yield the folder's name and each text of the table and the games, and each line of their rules to read."""
    for folder in (SOURCE / "text", *sorted((SOURCE / "games").glob("*/text"))):
        for text in read_texts(folder / f"{language}.po").values():
            yield from ((folder.parent.name, form) for form in ([text] if isinstance(text, str) else text.values()))
    for file in sorted((SOURCE / "games").glob(f"*/help/{language}.md")):
        lines = re.sub(r"\{#.*?\}", "", file.read_text("utf-8")).splitlines()[2:]
        yield from ((file.parents[1].name, line) for line in lines)


@pytest.mark.parametrize("language", CALQUES)
def test_what_players_do_not_say_does_not_come_back(language: str) -> None:
    found = [
        f"{text} (better: {better})"
        for _, text in sentences(language)
        for wrong, better in CALQUES[language]
        if re.search(wrong, text)
    ]
    assert not found, "\n".join(found)


def test_a_deal_that_counts_is_called_a_round_in_english() -> None:
    assert ENGLISH_DEAL.search("Games in a match")
    kinds = re.compile(r"has been named|game by Ralph")  # a kind of deal; Chimera itself
    found = [text for name, text in sentences("en") if name != "stich" and ENGLISH_DEAL.search(text)]
    assert not [text for text in found if not kinds.search(text)]


def test_a_deal_is_called_donne_in_french() -> None:
    assert not [text for name, text in sentences("fr") if name != "chimera" and FRENCH_DEAL.search(text)]


@pytest.mark.parametrize("name", sorted(games()))
def test_a_games_words_are_those_of_the_catalogues(name: str) -> None:
    found = re.search(BLOCK.format(name), WORDS.read_text("utf-8"), re.DOTALL)
    assert found, name
    assert found[1] == table(name), "python tests/test_words.py --write"


def write() -> None:
    """Renew every game's table; a new game's comes last."""
    text = WORDS.read_text("utf-8")
    for name in games():
        fresh = f"<!-- {name} -->\n{table(name)}<!-- end -->"
        if f"<!-- {name} -->" in text:
            text = re.sub(BLOCK.format(name), lambda _, fresh=fresh: fresh, text, flags=re.DOTALL)  # type: ignore[misc]
        else:
            text += f"\n## {catalogue('en', name)[f'{name}.name']}\n\n{fresh}\n"
    WORDS.write_text(text, "utf-8")


MODULES = [action, cards, deal, game, match, options, placement, state, view, zones]


@pytest.mark.parametrize("module", MODULES, ids=lambda m: m.__name__)
def test_every_public_class_of_the_kernel_is_explained(module: object) -> None:
    text = WORDS.read_text("utf-8") + (WORDS.parent / "add-a-game.md").read_text("utf-8")
    for name, cls in inspect.getmembers(module, inspect.isclass):
        if cls.__module__.startswith("stich.kernel"):
            assert re.search(rf"\b{name}\b", text), f"{name} stands neither in docs/words.md nor in docs/add-a-game.md"


def test_the_roles_are_those_of_the_kernel() -> None:
    text = WORDS.read_text("utf-8")
    for role in zones.ROLES:
        assert re.search(rf"\b{role}\b", text), role


if __name__ == "__main__" and "--write" in sys.argv:
    write()
