"""The catalogues: the same keys and parameters in every language, nothing missing, nothing left over."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po

from stich.text.catalogue import LANGUAGES, Text, catalogue, folders, read_texts
from stich.text.say import PLACE

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "src/stich/text"
GUESTS = [*(ROOT / "tests/games").glob("*/text"), *(ROOT / "src/stich/commands/new_game").glob("*/text")]
FOLDERS = [TABLE, *sorted((ROOT / "src/stich/games").glob("*/text")), *sorted(GUESTS)]
COMPLETE = LANGUAGES


def source_texts() -> Iterator[str]:
    for folder, endings in ((ROOT / "src/stich", {".py"}), (ROOT / "web/src", {".ts", ".svelte"})):
        for file in sorted(folder.rglob("*")):
            if file.suffix in endings and "node_modules" not in file.parts:
                yield file.read_text("utf-8")


def po(folder: Path, language: str) -> Catalog:
    with (folder / f"{language}.po").open("rb") as stream:
        return read_po(stream, locale=language, abort_invalid=True)


def keys(found: Catalog) -> list[str]:
    return [str(m.id if isinstance(m.id, str) else m.id[0]) for m in found if m.id]


def shared(found: Catalog) -> list[str]:
    """Return the keys that every language has: the forms that words take are its own."""
    return [key for key in keys(found) if not key.startswith("form.")]


def places(text: Text) -> set[tuple[str, str]]:
    """Return the places of a text as form and parameter, both without the capital of a sentence's beginning."""
    found = {place for wording in wordings(text) for place in PLACE.findall(wording)}
    return {(form[:1].lower() + form[1:], name if form else name[:1].lower() + name[1:]) for form, name in found}


def wordings(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def parameters(text: Text) -> set[str]:
    return {name for _, name in places(text)}


def having_texts() -> list[Path]:
    return [folder for folder in FOLDERS if (folder / "en.po").is_file()]


def catalogues() -> Iterator[tuple[str, Path]]:
    """Yield what there has to be: every language of stich, and of a guest's game those that it has files for."""
    for folder in having_texts():
        for language in LANGUAGES:
            if folder not in GUESTS or (folder / f"{language}.po").is_file():
                yield language, folder


@pytest.mark.parametrize(("language", "folder"), [*catalogues()], ids=lambda one: str(one).replace(f"{ROOT}/", ""))
class TestPoFile:
    def test_has_the_keys_of_the_english_one_in_its_order(self, folder: Path, language: str) -> None:
        assert shared(po(folder, language)) == shared(po(folder, "en"))

    def test_has_the_parameters_of_the_english_one(self, folder: Path, language: str) -> None:
        """A language may have plural forms where English needs none, of an ordinal for instance: "1re", "2e"."""
        english = read_texts(folder / "en.po")
        for key, text in read_texts(folder / f"{language}.po").items():
            if key.startswith("form."):
                continue
            assert parameters(text) == parameters(english[key]), f"{key} in {language}"
            if isinstance(text, str):
                assert isinstance(english[key], str), f"{key}: no plural forms in {language}"
            else:
                assert "n" in parameters(english[key]) or not isinstance(english[key], str), f"{key}: nothing to count"

    def test_asks_for_forms_that_its_language_has(self, folder: Path, language: str) -> None:
        there = {key.removeprefix("form.") for key in read_texts(TABLE / f"{language}.po") if key.startswith("form.")}
        for key, text in read_texts(folder / f"{language}.po").items():
            assert {form for form, _ in places(text) if form} <= there, key
            assert not re.search(r"[{}]", PLACE.sub("", "".join(wordings(text)))), key

    def test_is_complete_where_it_must_be(self, folder: Path, language: str) -> None:
        if language in COMPLETE:
            missing = set(keys(po(folder, language))) - set(read_texts(folder / f"{language}.po"))
            assert not missing

    def test_says_its_language(self, folder: Path, language: str) -> None:
        assert dict(po(folder, language).mime_headers)["Language"] == language


def test_every_key_of_the_table_is_used() -> None:
    source = "\n".join(source_texts())
    literal = set(re.findall(r"[\"'`@]((?:\w+\.)+\w+)[\"'`]", source))
    words = set(re.findall(r"[\"'`](\w+)[\"'`]", source))
    built = set(re.findall(r"[\"'`@]((?:\w+\.)+)\$?\{", source))
    long = tuple(prefix for prefix in built if prefix.count(".") > 1)
    unused = []
    for key in shared(po(TABLE, "en")):
        first, _, rest = key.partition(".")
        # "table.${tool}" stands for those alone whose last word occurs, too
        named = f"{first}." in built and rest.removesuffix(".help") in words
        if not named and not {key, key.removesuffix(".you")} & literal and not key.startswith(long):
            unused.append(key)
    assert not unused


def test_every_key_that_is_asked_for_is_there() -> None:
    texts = catalogue("en", *(folder.parent for folder in having_texts()[1:]))
    first = "|".join(sorted({key.partition(".")[0] for key in texts}))
    asked = set()
    for source in source_texts():
        asked |= set(re.findall(rf"[\"'`@]((?:{first})(?:\.\w+)+)[\"'`]", source))
    assert len(asked) > 400
    assert asked - set(texts) == {"error.x", "terminal.json", "sheet.md"}  # an example, and a file


def test_every_refusal_of_kernel_and_server_has_words() -> None:
    texts = catalogue("en", *(folder.parent.name for folder in having_texts()[1:]))
    for folder in ("kernel", "server", "games", "bots"):
        for file in sorted((ROOT / "src/stich" / folder).rglob("*.py")):
            said = set(re.findall(r"\"(error(?:\.\w+)+)\"[,)]", file.read_text("utf-8")))
            assert said <= set(texts), f"without words in {file.name}: {said - set(texts)}"


def test_a_game_adds_its_texts_to_those_of_the_table() -> None:
    assert catalogue("de", "chimera")["chimera.name"] == "Chimera"
    assert catalogue("de", "chimera")["table.you"] == "Du"
    assert "chimera.name" not in catalogue("de")
    assert catalogue("en", "no_such_game") == catalogue("en")
    assert folders("../bots") == []


def test_a_page_can_have_it_as_json() -> None:
    texts = json.loads(json.dumps(dict(catalogue("hu", "chimera"))))
    assert texts["table.cards_n"] == {"one": "{n} lap", "other": "{n} lap"}


def test_plural_forms_have_the_names_that_a_browser_gives_them() -> None:
    assert catalogue("en")["table.cards_n"] == {"one": "{n} card", "other": "{n} cards"}
    french = catalogue("fr")["table.cards_n"]
    assert french == {"one": "{n} carte", "other": "{n} cartes", "many": "{n} cartes"}  # a million is "many" in French


def test_what_is_not_translated_is_english(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.mkdir()
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    head += '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
    many = 'msgid "{0}"\nmsgid_plural "{0}"\nmsgstr[0] "{1}"\nmsgstr[1] "{2}"\n'
    (text / "en.po").write_text(
        head + 'msgid "a"\nmsgstr "A"\nmsgid "b"\nmsgstr "B"\n' + many.format("n", "one", "two"), "utf-8"
    )
    (text / "de.po").write_text(
        head + 'msgid "a"\nmsgstr ""\n#, fuzzy\nmsgid "b"\nmsgstr "unsure"\n' + many.format("n", "eins", ""), "utf-8"
    )
    texts = catalogue("de", tmp_path)
    assert (texts["a"], texts["b"], texts["n"]) == ("A", "B", {"one": "one", "other": "two"})


def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="only in en, de, fr, hu"):
        catalogue("../en")


def test_nobody_can_change_a_catalogue_for_the_others() -> None:
    with pytest.raises(TypeError):
        catalogue("en")["table.you"] = "I"  # type: ignore[index]
