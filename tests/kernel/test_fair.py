"""The fair shuffle: held against a second implementation that knows only docs/fairness.md, against the published
vectors, and in records, in which every changed bit is found.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from kernel.fair_vectors import FILE, SIZES, invented, match_of, published, source_of
from stich.games import find
from stich.kernel.action import Refused
from stich.kernel.chance import quick
from stich.kernel.fair import Fair, about
from stich.kernel.game import Game
from stich.kernel.match import HKDF, Match, Source
from stich.kernel.record import dump, replay, sum_of
from stich.kernel.record_reader import load

VECTORS: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))

# A second implementation, from the text alone ------------------------------------------------------------------------


def packed(*parts: str | int | bytes) -> bytes:
    out = b""
    for part in parts:
        text = part if isinstance(part, bytes) else str(part).encode()
        out += bytes.fromhex(f"{len(text):08x}") + text
    return out


def digest(*parts: str | int | bytes) -> str:
    return hashlib.sha256(packed(*parts)).hexdigest()


def hkdf(ikm: bytes, salt: bytes, info: bytes) -> bytes:
    """Return 32 bytes by RFC 5869."""
    prk = hmac.new(salt, ikm, hashlib.sha256).digest()
    return hmac.new(prk, info + bytes([1]), hashlib.sha256).digest()


def words(key: bytes, k: int) -> Iterator[int]:
    c = 0
    while True:
        block = hmac.new(key, k.to_bytes(8, "big") + c.to_bytes(8, "big"), hashlib.sha256).hexdigest()
        yield from (int(block[i : i + 8], 16) for i in range(0, 64, 8))
        c += 1


def below(stream: Iterator[int], n: int) -> int:
    return next(w for w in stream if w < 2**32 - 2**32 % n) % n


def recomputed(vector: dict[str, Any]) -> dict[str, Any]:
    """Return a vector with everything computed again that follows from something else in it."""
    table, number, secret = vector["table"], vector["deal"], bytes.fromhex(vector["secret"])
    nonces = {part["seat"]: bytes.fromhex(part["nonce"]) for part in vector["parts"] if part["nonce"]}
    salt = b"".join(nonces.get(seat, bytes(16)) for seat in range(vector["seats"]))
    given = {part["seat"]: bytes.fromhex(part["pledge"]) for part in vector["parts"]}
    pledges = [given.get(seat, b"") for seat in range(vector["seats"])]
    key = hkdf(secret, salt, packed("stich/deck/1", *vector["about"], table, number, *pledges))
    rest = words(key, 0)
    shuffles = []
    for k, (before, _) in enumerate(vector["shuffles"], 1):
        cards, stream = list(before), words(key, k)
        for i in range(len(cards) - 1, 0, -1):
            j = below(stream, i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        shuffles.append([before, cards])
    parts = [
        {**part, "pledge": digest("stich/nonce/1", table, number, part["seat"], nonces[part["seat"]])}
        if part["nonce"]
        else part
        for part in vector["parts"]
    ]
    return {
        **vector, "commitment": digest("stich/commit/1", table, number, secret), "parts": parts, "key": key.hex(),
        "below": [below(rest, n) for n in SIZES], "shuffles": shuffles,
    }  # fmt: skip


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['about'][0] or '-'}-{vector['seats']}")
def test_the_published_vectors_follow_from_the_text(vector: dict[str, Any]) -> None:
    assert recomputed(vector) == vector


def test_the_published_vectors_are_those_of_the_engine() -> None:
    known = {(vector["about"][0], vector["seats"]): vector for vector in VECTORS}
    for vector in published():
        if vector["about"][0] in ("chimera", "doppelkopf"):  # others from a folder may have joined
            assert known[vector["about"][0], vector["seats"]]["about"] == vector["about"]
    assert {vector["seats"] for vector in VECTORS} >= set(range(1, 13))
    assert any(not part["nonce"] for vector in VECTORS for part in vector["parts"])


@pytest.mark.parametrize("deals", [300, pytest.param(10_000, marks=pytest.mark.long)])
def test_both_implementations_agree_on_random_deals(deals: int) -> None:
    chance = random.Random(deals)
    for _ in range(deals):
        vector = invented(chance)
        assert recomputed(vector) == vector


def test_no_two_lists_of_parts_give_the_same_bytes() -> None:
    chance = random.Random(1)
    found: dict[bytes, tuple[str, ...]] = {}
    for _ in range(3000):
        parts = tuple("".join(chance.choice("a\0\x01") for _ in range(chance.randrange(3))) for _ in range(3))
        assert found.setdefault(packed(*parts), parts) == parts


# In a match ----------------------------------------------------------------------------------------------------------


def played(match: Match, seed: int, most: int = 400) -> Match:
    chance = quick(seed, 9)
    for _ in range(most):
        if match.over:
            break
        if match.deal.must() == 0:
            match.next_deal()
            continue
        seats = [s for s in range(15) if match.deal.must() >> s & 1]
        acts = match.legal(seats[0])
        match.act(seats[0], acts[int(chance.below(len(acts)))])
    return match


@pytest.mark.parametrize("name", ["chimera", "doppelkopf", "chinchon", "frustration", "cruzo", "durak"])
def test_a_record_holds_all_and_is_read_again(name: str) -> None:
    game = find(name)
    match = played(match_of(game, game.seats[-1], 5), 5)
    text = dump(match)
    record = load(text, find)
    again = replay(record)
    assert dump(again) == text
    assert again.deal.zones == match.deal.zones
    assert text.count("\nsecret ") == match.setup.number


def test_the_pack_is_the_first_shuffle_and_later_ones_count_on() -> None:
    game = find("chinchon")
    match = match_of(game, 2, 3)
    source = match.source
    drawn = source.chance(1)
    drawn.below(2)  # the dealer, which no shuffle depends on
    assert match.deck.cards == bytes(shuffle_of(source, 1, match.rules.layout.deck, 1))
    s = match.deal
    stock = [z.role for z in s.layout.zones].index("stock")
    discard = [z.role for z in s.layout.zones].index("discard")
    cards = s.zones[stock]
    s.shuffle_up(stock, discard)
    assert s.zones[discard][-len(cards) :] == bytes(shuffle_of(source, 1, bytes(sorted(cards)), 2))
    cards = s.zones[discard]
    s.shuffle_up(discard, stock)
    assert s.zones[stock] == bytes(shuffle_of(source, 1, bytes(sorted(cards)), 3))


def shuffle_of(source: Source, deal: int, cards: bytes, k: int) -> list[int]:
    fair = source.fair
    assert fair is not None
    stream, out = words(fair.key(fair.deals[deal - 1]), k), list(cards)
    for i in range(len(out) - 1, 0, -1):
        j = below(stream, i + 1)
        out[i], out[j] = out[j], out[i]
    return out


def test_taking_back_and_further_deals_keep_the_agreed_cards() -> None:
    game = find("chinchon")
    match = match_of(game, 2, 4)
    before = list(match.deal.zones)
    played(match, 1, 2)
    match.take_back(0)
    assert match.deal.zones == before


def test_a_deal_that_is_not_agreed_on_cannot_begin() -> None:
    game = find("chimera")
    with pytest.raises(Refused, match="no_deck"):
        Match(game, game.rules(), Source(HKDF, fair=Fair("table", 1, 3, about("chimera", 1, 3, {}))))


def test_every_nonce_every_option_and_the_table_change_the_cards() -> None:
    game = find("chimera")
    decks = set()
    for seed in range(40):
        decks.add(match_of(game, 3, seed).deck.cards)
    source = source_of(game, 3, 1)
    fair = source.fair
    assert fair is not None
    keys = {fair.key(fair.deals[0])}
    for part in fair.deals[0].parts:
        part.nonce = bytes(15) + b"\x01"
        keys.add(fair.key(fair.deals[0]))
    other = Fair("tablf", 3, 3, fair.about)
    keys.add(other.key(fair.deals[0]))
    other = Fair("table", 3, 3, [*fair.about[:-1], fair.about[-1].replace("=", "=x", 1)])
    keys.add(other.key(fair.deals[0]))
    assert len(decks) == 40
    assert len(keys) == 3 + len(fair.deals[0].parts)


# A changed bit -------------------------------------------------------------------------------------------------------

RECORD = dump(played(match_of(find("doppelkopf"), 4, 8), 8, 200), by="")
FIGURES = [n for n, line in enumerate(RECORD.split("\n")) if line.startswith(("secret ", "nonce ", "source "))]


def resummed(lines: list[str]) -> str:
    """Return a record whose checksum is right, as somebody leaves it who changes a record on purpose."""
    text = "".join(line + "\n" for line in lines)
    return f"{text}sum {sum_of(text)}\n"


def fault(text: str) -> Refused | None:
    try:
        load(text, find)
    except Refused as refused:
        return refused
    return None


def test_the_record_is_read_as_it_is() -> None:
    assert fault(RECORD) is None
    assert fault(resummed(RECORD.split("\n")[:-2])) is None


@pytest.mark.parametrize("seed", range(12))
def test_a_changed_digit_in_any_figure_is_found(seed: int) -> None:
    chance = random.Random(seed)
    lines = RECORD.split("\n")[:-2]
    for _ in range(12):
        at = chance.choice(FIGURES)
        places = [m.start() for m in re.finditer(r"[0-9a-f](?=[0-9a-f]{7})|\d$", lines[at])]
        place = chance.choice(places)
        digit = chance.choice([c for c in "0123456789abcdef" if c != lines[at][place]])
        if lines[at].startswith("source"):
            digit = chance.choice([c for c in "123456789" if c != lines[at][place]])
        changed = lines[at][:place] + digit + lines[at][place + 1 :]
        found = fault(resummed([*lines[:at], changed, *lines[at + 1 :]]))
        assert found is not None, changed
        if lines[at].startswith(("secret", "nonce")) and " - of " not in lines[at]:
            assert found.phrase.args["line"] == at + 1


def test_a_seat_that_has_not_opened_cannot_be_made_to_have() -> None:
    lines = RECORD.split("\n")[:-2]
    at = next(n for n in FIGURES if " - of " in lines[n])
    found = fault(resummed([*lines[:at], lines[at].replace(" - ", f" {'0' * 31}1 "), *lines[at + 1 :]]))
    assert found is not None
    assert found.phrase.args["reason"] == "@error.record.pledge"


def test_figures_that_fit_each_other_and_not_the_cards_are_found() -> None:
    """Somebody exchanges a secret and its commitment: then other cards were dealt than were played."""
    lines = RECORD.split("\n")[:-2]
    other = dump(match_of(find("doppelkopf"), 4, 9), by="").split("\n")
    at = next(n for n in FIGURES if lines[n].startswith("secret"))
    new = next(line for line in other if line.startswith("secret"))
    assert fault(resummed([*lines[:at], new, *lines[at + 1 :]])) is not None


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("secret 00 of 11", "form"),
        ("nonce 0 - of " + "0" * 64, "form"),
        ("secret " + "0" * 64 + " of " + "0" * 64, "commitment"),
    ],
)
def test_lines_that_are_wrong_are_named(line: str, reason: str) -> None:
    lines = RECORD.split("\n")[:-2]
    at = next(n for n in FIGURES if lines[n].startswith("secret"))
    found = fault(resummed([*lines[:at], line, *lines[at:]]))
    assert found is not None
    assert found.phrase.args["reason"] == f"@error.record.{reason}"


def test_a_missing_secret_and_a_strange_one_are_named() -> None:
    lines = RECORD.split("\n")[:-2]
    secret = next(n for n in FIGURES if lines[n].startswith("secret"))
    deal = next(n for n, line in enumerate(lines) if line.startswith("deal"))
    found = fault(resummed([*lines[:secret], *lines[deal:]]))
    assert found is not None
    assert found.phrase.args["reason"] == "@error.record.missing"
    simulated = dump(Match(find("doppelkopf"), find("doppelkopf").rules(), Source("sim1", 1)), by="").split("\n")[:-2]
    found = fault(resummed([*simulated, lines[secret]]))
    assert found is not None
    assert found.phrase.args["reason"] == "@error.record.word"


def games_with(reshuffles: bool) -> list[Game]:
    return [game for game in map(find, ("chinchon", "durak")) if game.rules({}).layout.reshuffles == reshuffles]


def test_both_kinds_of_games_are_tested() -> None:
    assert games_with(True)
    assert games_with(False)
