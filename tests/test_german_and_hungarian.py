"""Calques and slips that card players have met in the German and Hungarian texts, and that may not come back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from stich.text.catalogue import read_texts
from stich.text.say import Speaker

pytestmark = pytest.mark.once

SOURCE = Path(__file__).parents[1] / "src/stich"
TEXTS = [SOURCE / "text", *sorted((SOURCE / "games").glob("*/text"))]
EXAMPLES = [Path(__file__).parent / f"{game}/text" for game in ("games/rummy", "games/schnapsen", "guests/hearts")]

WRONG = [  # language, what is wrong wherever it stands, a sentence that has it, why
    ("de", r"\bCtrl\b", "Ctrl+Z", "die Taste heißt Strg"),
    ("de", r"\bDeutsche Farben\b", "Deutsche Farben haben vier Farben.", "Karten sind vierfarbig"),
    ("de", r"\bMöglich wird\b", "Möglich wird", "Kann werden"),
    ("de", r"\bAbrechnung\b", "Abrechnung", "während gespielt wird, ist es der Punktezettel"),
    ("de", r"\b[Aa]nderes geht nicht\b", "anderes geht nicht", "nichts anderes ist möglich"),
    ("de", r"\bDas Versteck bekommt\b", "Das Versteck bekommt die Chimäre", "wer bekommt wen?"),
    ("de", r"\bin (deiner|der) Hand\b", "Sie sind jetzt in deiner Hand.", "Karten hat man auf der Hand"),
    ("de", r"\b(ge|über)?trumpf(en|t)\b", "Du musst trumpfen.", "Kartenspieler stechen und überstechen"),
    ("de", r"\bvon (\*\*)?einem Rang\b|\beines Rangs\b", "mehrere von einem Rang", "vom gleichen Rang"),
    ("de", r"\bHände (sind |liegen )?offen\b", "Alle Hände offen", "Karten liegen offen"),
    ("de", r"\b(Elf|Zwölf)en\b", "Gerade führen die Elfen.", "Elfen sind Fabelwesen: Elfer, Zwölfer"),
    ("de", r"\b[Dd]ie wenigsten( Punkte)? gewinnen\b", "Die wenigsten gewinnen.", "wer die wenigsten hat, gewinnt"),
    ("de", r"\bComputerspieler", "Computerspielern", "das sind Leute, die am Rechner spielen"),
    ("de", r"\b(Pik|Herz|Kreuz|Karo)(könig|dame|bube|ass)", "den Herzkönig", "Kartennamen haben einen Bindestrich"),
    ("de", r"\b(nun|jetzt) allein weiter\b", "Spiel nun allein weiter.", "allein spielt, wer ein Solo spielt"),
    ("de", r"\b[Uu]nbekannte( Karte| vielleicht)", "Eine unbekannte Karte bringt mehr.", "eine Karte vom Talon"),
    (
        "de",
        r"\b[Dd]er andere (zahlt|hat|zählt|bekommt|spielte|keinen|ist|rät|zieht|wirft|höher)",
        "Der andere zahlt.",
        "Gegner",
    ),
    (
        "de",
        r"\b(Stapel|Zug) des anderen\b|\b(für|gegen|an) (den|einen) anderen\b",
        "der Stapel des anderen",
        "der Gegner",
    ),
    ("de", r"\bTrumpf (zu)?geben\b|\bgib Trumpf\b", "Du musst Trumpf zugeben.", "wer nicht bedienen kann, sticht"),
    ("de", r"\b[Vv]erjähr", "Vergessen verjährt.", "am Kartentisch ist es zu spät"),
    ("de", r"\bDir bleib(t|en) nichts übrig\b", "Dir bleibt nichts übrig.", "das hieße: Du hast keine Wahl"),
    ("de", r"\bwar [^.:]*\banzusagen\b", "Das war vorher anzusagen.", "Amtsdeutsch: hättest du ansagen müssen"),
    ("de", r", höchstens( \{|$)", "Züge in einem Spiel, höchstens", "die Höchstzahl der Züge"),
    (
        "de",
        r"\b(der|die|das|von) (Münzen|Kelche|Schwerter|Stäbe)\b(?!-)",
        "der König der Stäbe",
        "auf der Karte steht Stäbe-König",
    ),
    ("de", r"\bSchaltfläche|\bkeinen Rat\b", "Wähle eine Schaltfläche", "ein Knopf; Tipps"),
    (
        "de",
        r"\bEntscheidung(en)? zurück|letzte Entscheidung\b",
        "nimmt eine Entscheidung zurück",
        "man nimmt einen Zug zurück",
    ),
    ("de", r"\bwer auch dran ist\b|\bals eine Karte mehr\b", "wer auch dran ist", "egal wer dran ist"),
    (
        "de",
        r"\b([Mm]it|ohne)( einer| letzte)? Ablage\b",
        "Mit oder ohne Ablage",
        "die Ablage ist ein Stapel, keine Handlung",
    ),
    ("de", r"\bJoker abgeworfen\b|\bihn abwarf\b|\bdann wirf ab\b", "Lege an, dann wirf ab", "der Knopf heißt ablegen"),
    ("de", r"\bRang (der|seiner|deiner) Hand\b", "mit dem niedrigsten Rang der Hand", "auf der Hand"),
    (
        "de",
        r"^(Protokoll \w+|Alles wie üblich|Außerdem hier)$",
        "Protokoll öffnen",
        "Partie herunterladen, Datei öffnen",
    ),
    ("de", r"\bSag (gesund|Ja|Nein)\b", "Sag gesund.", "was einer sagt, steht in Anführungszeichen"),
    ("de", r"\bIhnen\b|\bklicken Sie\b", "Wir danken Ihnen.", "der Tisch sagt du"),
    ("hu", r"\b[Aa]\(z\)", "a(z) pikk 8", "{a card} szabja meg a névelőt"),
    ("hu", r"(?<!\S)[Aa]z? „?\{", "A {n} párból álló sor", "{a n} szabja meg a névelőt"),
    ("hu", r"(?i)\bkéz\b|\bkezek\b|\bkeze\b", "Minden kéz nyitva", "a kezedben lapok vannak"),
    ("hu", r"(?i)\begyes lap", "A legmagasabb egyes lap", "szimpla lap"),
    ("hu", r"(?i)\bbot(ok)?[ -]?(király|lovas|alsó|\d)", "A botkirály", "a spanyol szín dorong"),
    ("hu", r"\bsors(ok)?\b(?! dönt)|\bSorsok\b", "Kihúzott sors", "sorsolás"),
    ("hu", r"\begy rang(ú|ból)", "többel egy rangból", "egyforma rangú"),
    ("hu", r"(?i)\bkezdd kicsi", "Kezdd kicsivel", "kezdj kicsivel"),
    ("hu", r"(?i)\bhívásra kerül", "hogy később hívásra kerülj", "híváshoz jut"),
    ("hu", r"\bbemondódik\b", "ami összeállt, magától bemondódik", "az asztal mondja be"),
    ("hu", r"(?i)\bfelüladuz", "Kötelező felüladuzni", "aduval felülüt"),
    ("hu", r"(?i)\bkülönút\b", "Különút!", "magánakció"),
    ("hu", r"(?i)\b(hívott|hívható) ás[zs]|\bászhívás|\bász hívása", "Hívott ász", "a társat meghívják"),
    ("hu", r"(?i)\bvezet(sz)? az ütésben\b", "Te vezetsz az ütésben", "viszi az ütést"),
    ("hu", r"veszíti a licitjét|, elveszítve", "elveszíti a licitjét", "bukja a licitjét"),
    ("hu", r"\bÖn\b|(?i:\bkattintson\b)", "Kattintson ide.", "az asztal tegez"),
    ("hu", r"(?i)\bparti(t|k|ban|hoz|ja)?\b", "Egy parti négy leosztás.", "játszma"),
    ("hu", r"(?i)\bkártyások", "Csendes asztal kártyásoknak.", "kártyakedvelők"),
    ("hu", r"(?i)\brang(?!sor|e\})", "több egyforma rangú lap", "azonos értékű"),
    ("hu", r"(leg(több|kevesebb|jobb)|magasabb)( \w+)? nyer\b", "a legkevesebb pont nyer", "az nyer, akinek …"),
    ("hu", r"\b(halom|négyes|halommal)\b[^.;:]* elég(nek)?\b", "A halom elég, te nyitsz", "leég"),
    ("hu", r"\bfeled\b|\boldaladnak\b|\boldalatoké\b", "A feled ezt már bemondta", "a te oldalad, ti, nálatok"),
    ("hu", r"\bidegen ütés", "Az első idegen ütés", "az első ütés, amelyet más visz"),
    ("hu", r"\bolcsó", "az olcsóbb lapjaid", "a lap kevesebbet ér"),
    ("hu", r"(?i)\bkiment\b", "már kiment", "a lap elment; ami kint van, az még nem"),
    ("hu", r"\bolyan jó, mint a", "egyik olyan jó, mint a másik", "mindegy, melyik"),
    ("hu", r"\{n\}\. játék\b|\bJátékok (száma|egy)", "{n}. játék: te osztasz", "a játszma leosztásokból áll"),
    ("hu", r"(?i)\bfordult\b[^.]* fel\b|\bfelfordul(t|tak)?\b", "Felfordult egy király", "a lapot felfordítják"),
    ("hu", r"\bkövetkez(el|em)\b", "Te következel", "te jössz"),
    ("hu", r"(?i)\btanács\b", "Ehhez a játékhoz nincs tanács.", "tipp"),
    ("hu", r"\{seats\} (?!\{)\w", "{seats} elfelejtett húzni!", "„te” után más személyű ige kellene"),
    ("hu", r"(?i)\b(?!játsszunk)\w+[uü]nk\b", "Középen emelünk.", "az asztal nem mond mi-t"),
    ("hu", r"\b(össze|le|meg|el)?(ad|von|jelöl|számol)j[uü]k\b", "A végén számoljuk el.", "a végén számolják el"),
    (
        "hu",
        r"(?i)\b(azt|bármit|lapot)( nem)? játsz(ol|ik|hat|hatsz)\b(?! ki)",
        "Más lapot nem játszhatsz.",
        "kijátszani",
    ),
    ("hu", r"^\{suit\} szól", "{suit} szólót játszol", "{Suit}: a mondat nagybetűvel kezdődik"),
    ("hu", r"\} lapot (le|fel|el|vissza)(tesz|ad|vesz|emel)", "{n} lapot leteszel", "leteszel {n} lapot"),
    ("hu", r"(?i)\bszem(ek|ei)", "Szemek az ütésekben", "szem: többes számban testrész"),
    ("hu", r"\bismeretlen lap", "egy ismeretlen lap talán igen", "a talonból húzott lap"),
]
INVARIABLE = "}-ért"  # the ending that is the same after every number
ENDING = re.compile(r"\}-?[a-záéíóöőúüű]+")
DEED = re.compile(r"\{cards?\} \w*(ása|ése|étele|ával|ével)\b")


@cache
def sentences(language: str) -> list[tuple[str, str]]:
    """Return each text with its key, and each line of the rules with the name of its game."""
    return list(read_sentences(language))


def read_sentences(language: str) -> Iterator[tuple[str, str]]:
    """Yield each text with its key, and each line of the rules with the name of its game."""
    for folder in TEXTS + EXAMPLES:
        for key, text in read_texts(folder / f"{language}.po").items():
            if not key.startswith("form."):
                yield from ((key, form) for form in ([text] if isinstance(text, str) else text.values()))
    for page in sorted((SOURCE / "games").glob(f"*/help/{language}.md")):
        yield from ((page.parts[-3], line) for line in page.read_text("utf-8").splitlines())


@pytest.mark.parametrize(("language", "wrong", "example", "why"), WRONG, ids=[row[1] for row in WRONG])
def test_a_calque_does_not_come_back(language: str, wrong: str, example: str, why: str) -> None:
    pattern = re.compile(wrong)
    assert pattern.search(example), "what is looked for finds nothing"
    assert not [(key, text) for key, text in sentences(language) if pattern.search(text)], why


def test_what_is_played_round_by_round_is_called_runde() -> None:
    """Players of tricks say “Spiel” for one deal; at rummy and shedding games that would be the game or the match."""
    game = re.compile(
        r"\b([Dd]iese[sm]|jede[sm]|eine[mr]|nächsten?|demselben|im) Spiel\b|\bSpiel (zählt|ist zu Ende)\b"
    )
    assert game.search("Das Spiel ist zu Ende")
    rounds = ("chinchon", "cruzo", "frustration")
    found = [(key, text) for key, text in sentences("de") if any(name in key.split(".")[:2] for name in rounds)]
    assert found
    assert not [(key, text) for key, text in found if game.search(text) and "je Spiel" not in text]


def test_german_hints_do_not_guess_the_gender_of_a_card() -> None:
    """A hint follows the name of a card: “Pik-Bube spielen: Sie macht den Stich”."""
    assert not [(key, text) for key, text in sentences("de") if ".why." in key and re.match(r"(Sie|Er|Ihre?) ", text)]


def test_german_hints_do_not_take_a_card_up_with_a_pronoun() -> None:
    again = re.compile(r"\{card\}[^.:]*[:,] (.* )?(sie|ihn|ihm)\b", re.I)
    named = re.compile(r"\{card\} ist (deine|die) \w+ Karte")  # there “sie” is that card
    assert again.search("{card} ist entbehrlich: Ohne sie bleiben {n} Punkte.")
    hints = [(key, text) for key, text in sentences("de") if ".why." in key and not named.match(text)]
    assert not [(key, text) for key, text in hints if again.search(text)]


def test_hungarian_endings_do_not_hang_on_a_parameter() -> None:
    """Which ending a number takes depends on how it is spoken: 3-szor, but 5-ször."""
    assert not [(k, t) for k, t in sentences("hu") for end in ENDING.findall(t) if end != INVARIABLE]


def test_what_a_hungarian_button_does_stands_before_its_cards() -> None:
    """The page writes the cards of a button in a line of their own: “pikk 8 kijátszása” falls apart."""
    assert not [(key, text) for key, text in sentences("hu") if DEED.search(text)]


COUNTED = ("doppelkopf", "fuenfhundert", "gaigel", "herzblatt")  # where what a card is worth is counted in tricks
WORTH = re.compile(r"\w+\.(why\.(take|sure|low|leave|cheap|spare|give|best|bury_points)|event\.trick(\.you)?)")


@pytest.mark.parametrize("game", COUNTED)
def test_what_a_card_is_worth_is_said_in_hungarian_szem_and_what_is_scored_in_pont(game: str) -> None:
    folder = SOURCE / "games" / game
    found = {key: str(text) for key, text in read_texts(folder / "text/hu.po").items() if WORTH.fullmatch(key)}
    assert found
    assert not [(key, text) for key, text in found.items() if re.search(r"\bpont", text)]
    assert "| pont |" not in (folder / "help/hu.md").read_text("utf-8").partition("{#deal}")[0]


@pytest.mark.parametrize("text", ["1", "5", "50", "512", "1000", "1234", "ász", "adu hetes", "Ödön"])
def test_hungarian_says_az_before_what_is_spoken_with_a_vowel(text: str) -> None:
    assert Speaker("hu").say("{A card}", {"card": text}) == f"Az {text}"


@pytest.mark.parametrize("text", ["2", "10", "11", "15", "100", "10000", "pikk 8", "király"])
def test_hungarian_says_a_before_what_is_spoken_with_a_consonant(text: str) -> None:
    assert Speaker("hu").say("{A card}", {"card": text}) == f"A {text}"


HOMOGRAPHS = {  # English words for several things, or for things that games of other families call otherwise
    "Close", "House rules", "Settings", "Play", "Pile", "Out", "Game", "No", "Throwing in", "Declarer", "Black",
    "Discard {the cards}", "Lay {the cards}", "Lay down {the cards}", "Play {the cards}", "A joker on the pile",
    "Usual", "{seat} wins", "Re announced", "Kontra announced", "Cards", "clubs",
    "Discards",  # a pile that one draws from, and cards put aside
    "{'other': '{n} points', 'one': '{n} point'}",  # of cards, and of a match
    "{name}: {what}",  # what somebody says, and after "it goes on:" what somebody does, with a dash
    "{'other': '{n} cards left', 'one': '{n} card left'}",  # to play, and at the end
}  # fmt: skip


APART = re.compile(r"form\.|card\.|fuenfhundert\.|.*(\.lesson\.|\.combination\.|\.event\.deal|\.german$|\.french$)")


def test_one_thing_has_one_hungarian_word_in_all_games() -> None:
    """Texts that are the same in English are the same in Hungarian; in Fünfhundert there is but one opponent."""
    words: dict[str, set[str]] = {}
    for folder in TEXTS:
        english, hungarian = (read_texts(folder / f"{language}.po") for language in ("en", "hu"))
        for key, text in english.items():
            if not APART.match(key) and "heart" not in str(text).lower():  # hearts: what the other deck calls otherwise
                words.setdefault(str(text), set()).add(str(hungarian[key]))
    assert not {text: said for text, said in words.items() if len(said) > 1 and text not in HOMOGRAPHS}
