"""Names that look like others get a number, and honest names stay as they are."""

from __future__ import annotations

from itertools import combinations
from unicodedata import category

import pytest

from stich.server.state.lookalikes import skeletons, table
from stich.server.state.names import BOT_NAMES, clean_name, clean_text, distinct, person_name, program_name

HONEST = (
    "Ágnes Őri-Szűcs", "Györgyi", "Hajnalka", "Béla", "Lóránt",  # Hungarian
    "Éloïse", "François-Xavier", "Maëlle", "L’Hôpital", "Noël",  # French
    "Άννα", "Γιώργος", "Ελένη", "ΜΑΡΙΑ", "Νίκος",  # Greek
    "Анна", "Николай", "Фёдор", "Юлия", "Женя", "Щербаков",  # Russian
    "Олексій", "Ђорђе", "Үмит",
    "محمد", "فاطمة", "علی‌رضا".replace("\u200c", ""), "عائشة",  # Arabic, Persian
    "李小龍", "王芳", "张伟", "佐藤さくら", "ひなた", "김민준",  # Chinese, Japanese, Korean
    "דוד", "शिवानी", "প্রিয়া", "สมชาย", "Nguyễn Thế", "Đặng", "Ọlábísí",
    "Øystein", "Łukasz", "Þóra", "Straße", "İpek", "Çağrı", "Dvořák", "Ștefan", "Aleš",
    "Robert", "Talbot", "Abbott", "Botond", "Max 2000", "Käse🧀", "D’Arcy", "O'Neill", "J. R.", "x", "7",
)  # fmt: skip

PAIRS = (
    ("Mira", "Мira"), ("Mira", "Mirа"), ("Mira", "Μira"), ("Mira", "ΜΙRΑ"), ("Mira", "ᎷᎥᏒᎪ"), ("Mira", "ꓟꓲꓣꓮ"),
    ("Mira", "M1ra"), ("Mira", "Mlra"), ("Mira", "M|ra"), ("Mira", "M!ra"), ("Mira", "rnira"), ("Mira", "ᴍɪʀᴀ"),
    ("Mira", "ⅯⅰrA"), ("Mira", "𝕄𝕚𝕣𝕒"), ("Mira", "Ⓜⓘⓡⓐ"), ("Mira", "Ｍｉｒａ"), ("Mira", "M\u0336ira"),
    ("Mira", "Mír̈a"),
    ("Mira", "M i r a"), ("Mira", "-Mira-"), ("Mira", "Mira."), ("Mira", "“Mira”"), ("Mira", "M\u00adira"),
    ("Mira", "\u202eariM\u202c".replace("ariM", "Mira")), ("Mira", "Mira\u2066"), ("Mira", "Ɱιɾα"),
    ("Ada", "Аdа"), ("Ada", "Αdα"), ("Ada", "Ada (club)"), ("Ada", "4da"), ("Ada", "Acla"), ("Ada", "Ɑɗɑ"),
    ("Jonas", "Јоnаѕ"), ("Jonas", "J0n4s"), ("Jonas", "Jοnas"), ("Jonas", "Jօnas"), ("Jonas", "Jona$"),
    ("Jonas", "Jona5"),
    ("Noor", "Nооr"), ("Noor", "N00r"), ("Noor", "Ν∞r".replace("∞", "οο")), ("Noor", "Nøør"), ("Noor", "ΝΟΟR"),
    ("Bence", "Веnсе"), ("Bence", "Βence"), ("Bence", "8ence"), ("Bence", "Bеnсe"), ("Bence", "bеnсе"),
    ("Zoé", "Zoe"), ("Zoé", "Ζοé"), ("Zoé", "2oé"), ("Zoé", "ZOÉ"), ("Zoé", "Z0e"), ("Zoé", "Zоё"),
    ("Emil", "EmiI"), ("Emil", "Ernil"), ("Emil", "Еmil"), ("Emil", "3mil"), ("Emil", "€mil"), ("Emil", "Emi1"),
    ("Lena", "Ⅼena"), ("Lena", "Lеnа"), ("Lena", "L3na"), ("Lena", "Łena"), ("Lena", "IIena".replace("II", "l")),
    ("Tomás", "Tomas"), ("Tomás", "Тоmás"), ("Tomás", "7omás"), ("Tomás", "Tom4s"), ("Tomás", "Τοmás"),
    ("Ilse", "lIse"), ("Ilse", "1lse"), ("Ilse", "Ӏlse"), ("Ilse", "Іlѕе"), ("Ilse", "ΙΙse"),
    ("Otto", "0tt0"), ("Otto", "Оttо"), ("Otto", "Οττο"), ("Otto", "ՕttՕ"), ("Otto", "OTTO"), ("Otto", "Отто"),
    ("Yun", "Υun"), ("Yun", "Үun"), ("Yun", "¥un"), ("Yun", "Yսn"), ("Yun", "Уuп".replace("п", "n")),
    ("Анна", "AHHA"), ("Анна", "ΑΗΗΑ"), ("ΠΑΡΟΣ", "ПАРОΣ"), ("Сара", "Capa"), ("علي", "على"),
    ("wvv", "ww"), ("modern", "modem"), ("ɡood", "good"), ("Øl", "Ol"),
)  # fmt: skip

BOTS = (
    "Ann (bot)", "Ann (BOT)", "Ann bot", "Ann (b0t)", "Ann (bοt)", "Ann (вот)", "Ann (бот)", "Ann [bót]", "Ann (b o t)",
    "Ann (b.o.t.)", "Ann (ｂｏｔ)", "Ann (𝐛𝐨𝐭)", "Ann (ᏏᎾᎢ)", "Ann (b\u200bot)", "Ann (bot) (bot)",
    "Ann – bot", "Ann (8ot)",
    "Ann (ƀøŧ)",
)  # fmt: skip


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_name_stays_as_it_is(name: str) -> None:
    others = [one for one in HONEST if one != name]
    assert distinct(person_name(name), [*BOT_NAMES, *others]) == name


@pytest.mark.parametrize(("name", "like"), PAIRS)
def test_what_looks_alike_gets_a_number(name: str, like: str) -> None:
    shown = person_name(like)
    assert distinct(shown, [name]).endswith(" (2)")
    assert distinct(name, [shown]).endswith(" (2)")
    assert distinct(distinct(shown, [name]), [name, "x"]) == distinct(shown, [name])


@pytest.mark.parametrize("name", BOT_NAMES)
def test_no_letter_of_another_alphabet_makes_a_bots_name_free(name: str) -> None:
    for at, letter in enumerate(name):
        for c, target in table().items():
            if target in (letter, letter.lower(), letter.upper()):
                assert skeletons(name) & skeletons(name[:at] + c + name[at + 1 :]), (name, c)


def test_the_bots_can_be_told_apart() -> None:
    for one, other in combinations(BOT_NAMES, 2):
        assert not skeletons(one) & skeletons(other)


@pytest.mark.parametrize("name", BOTS)
def test_only_programs_are_called_bots(name: str) -> None:
    assert person_name(name) == "Ann"
    assert program_name(name, []) == "Ann (bot)"


IGNORABLE = [
    0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0x200B, 0x2010),
    *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x3164, *range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0,
    *range(0xFFF0, 0xFFF9), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B), *range(0xE0000, 0xE1000),
]  # fmt: skip
"""Default_Ignorable_Code_Point: what Unicode says that nobody sees."""


def test_nothing_invisible_is_left() -> None:
    for code in IGNORABLE:
        c = chr(code)
        assert clean_name(c * 3) == "", hex(code)
        assert clean_name(f"A{c}n{c}") in ("An", "A n"), hex(code)
        assert skeletons(clean_name(f"A{c}n")) & skeletons("An"), hex(code)


def test_every_character_is_cleaned_to_something_that_stays_and_is_on_one_line() -> None:
    for code in [*range(0xD800), *range(0xE000, 0x20000), *range(0xE0000, 0xE0200)]:
        shown = clean_text(f"a{chr(code)}b")
        assert clean_text(shown) == shown, hex(code)
        assert not [c for c in shown if category(c) in ("Cc", "Cf", "Zl", "Zp", "Co", "Cn", "Cs")], hex(code)


def test_a_name_without_letters_is_compared_as_it_is() -> None:
    assert distinct("☘", ["♣"]) == "☘"
    assert distinct("…", ["…"]) == "… (2)"
