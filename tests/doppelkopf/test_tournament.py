"""Every worked example of §12, through the rules. Contested ones are played, and what is open in them is not judged."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any, cast

import pytest

from doppelkopf.positions import dealt, hand
from moves import choices, do, refused
from stich.games.doppelkopf.rules import GAME
from stich.games.doppelkopf.rules_cards import EACH, HAND, NORMAL, PACK, SOLO_WORDS, SOLOS, TRICK, TRUMP, WON, WORTH
from stich.games.doppelkopf.rules_club_phases_tricks import TRICKS, WORDS, able, least
from stich.games.doppelkopf.rules_club_score import KONTRA, RE, Achieved, settle_club
from stich.games.doppelkopf.rules_club_state import ClubDoppelkopf
from stich.games.doppelkopf.rules_score import ALL
from stich.kernel.cards import only, seats_of
from stich.kernel.deal import DealResult, Deck, Setup
from stich.kernel.match import GIVEN, Match, Source
from stich.parts.tricks import bearing

EXAMPLES: list[dict[str, Any]] = json.loads(
    (resources.files("stich.games.doppelkopf") / "vectors/doppelkopf_tournament.json").read_text("utf-8")
)["vectors"]
LONG = {"match_deals": "24"}  # a round: the examples of duty solos mean one
SOLO_GAMES = {f"solo_{word}": SOLOS[i] for i, word in enumerate(SOLO_WORDS)}


def each(*kinds: str) -> list[Any]:
    return [pytest.param(x, id=x["id"]) for x in EXAMPLES if x["kind"] in kinds]


def options_of(x: dict[str, Any]) -> dict[str, Any]:
    return {**(LONG if x["options"].get("duty_solo") else {}), **x["options"]}


def judged(x: dict[str, Any], found: dict[str, Any]) -> None:
    """Hold what was found against what is expected, as far as the text is not open there."""
    if x["contested"] and not x.get("contested_fields"):
        return
    for name, value in x["expect"].items():
        if name in found and name not in x.get("contested_fields", ()):
            assert found[name] == value, (x["id"], name)


def contract_of(game: str) -> int:
    return SOLO_GAMES.get(game, NORMAL)


def club(**options: object) -> tuple[Match, ClubDoppelkopf]:
    """Return a deal in its first trick, in a normal game."""
    m = dealt(**{"rules": "tournament", **options})
    do(m, "1 healthy", "2 healthy", "3 healthy", "0 healthy")
    return m, cast(ClubDoppelkopf, m.deal)


def test_all_kinds_are_tried() -> None:
    assert {x["kind"] for x in EXAMPLES} == {
        *("trump_order", "trick_winner", "reservation", "next_dealer", "wedding", "announce_timing"),
        *("score", "specials", "settlement", "full_deal"),
    }
    assert len(EXAMPLES) == 73


@pytest.mark.parametrize("x", each("trump_order"))
def test_trumps(x: dict[str, Any]) -> None:
    """2.3.3 to 2.3.7."""
    rules = GAME.rules(options_of(x))
    how = rules.contracts[contract_of(x["state"]["game"])]

    def order(suit: int) -> list[str]:
        cards = [c for c in range(24) if how.suit[c] == suit]
        return [PACK.names[c] for c in sorted(cards, key=lambda c: bin(how.above[c]).count("1"))]

    found = {
        "order": order(TRUMP),
        "count": sum(how.suit[c] == TRUMP for c in rules.layout.deck),
        "plain": {letter: [name[1] for name in order(suit)] for suit, letter in enumerate("CSHD") if order(suit)},
    }
    judged(x, found)


@pytest.mark.parametrize("x", each("trick_winner"))
def test_tricks(x: dict[str, Any]) -> None:
    """5.3.3."""
    given = x["state"]
    m, s = club(**options_of(x))
    s.contract = contract_of(given["game"])
    *trick, last = given["trick"]
    seat = (given["leader"] + 3) % 4
    s.zones = [b""] * len(s.zones)
    s.zones[HAND + EACH * seat] = PACK.read(last) + hand("C9")
    s.zones[TRICK] = PACK.read(" ".join(trick))
    s.turn = seat
    s.points = (0, 0, 0, 0)
    s.zones[HAND + EACH * seat] = bytes(sorted(s.zones[HAND + EACH * seat]))
    TRICKS.apply(s, seat, GAME.read(m.rules, f"play {last}"))
    found = {
        "winner_seat": s.taker,
        "winner_index": (s.taker - given["leader"]) % 4,
        "points": s.points[s.taker],
    }
    judged(x, found)


# -- reservations


def table(x: dict[str, Any]) -> Match:
    """Return a match whose first deal has this dealer, these club queens, and these duty solos still to play."""
    given = x["state"]
    rules = GAME.rules(options_of(x))
    deck = list(rules.layout.deck)
    queens = [deck.pop(deck.index(PACK.faces["CQ"])) for _ in range(2)]
    first = (given["dealer"] + 1) % 4
    both = given.get("both_cq")
    hands: list[list[int]] = [[], [], [], []]
    if both is None:
        hands[0].append(queens[0])
        hands[1].append(queens[1])
    else:
        hands[(both - first) % 4] += queens
    for one in hands:
        while len(one) < 12:
            one.append(deck.pop())
    m = Match(GAME, rules, Source(GIVEN, decks=[(given["dealer"], Deck(b"".join(map(bytes, hands))))] * 30))
    left = given.get("duty_left", [True] * 4)
    done = sum(only(seat) for seat in range(4) if not left[seat])
    played = 24 - given.get("remaining_deals", 24)
    setup = Setup(1 + played, given["dealer"], (0,) * 4, (played, done, 0))
    m.deal = GAME.deal(rules, setup, m.deck)
    m.setup = setup
    return m


@pytest.mark.parametrize("x", each("reservation"))
def test_reservations(x: dict[str, Any]) -> None:
    """4.1 to 4.4."""
    given, expect = x["state"], x["expect"]
    m = table(x)
    s = cast(ClubDoppelkopf, m.deal)
    found: dict[str, Any] = {
        "forced": s.turn if s.forced else None,
        "reservation_round": not s.forced,
        "leader": s.turn if s.forced else None,
    }
    wants = given.get("wants")
    if wants is None:
        if s.forced:
            do(m, f"{s.turn} solo queens")
            found["leader"] = s.turn
        judged(x, found)
        return
    for _ in range(4):
        do(m, f"{s.turn} {'healthy' if wants[s.turn] == 'healthy' else 'reservation'}")
    while s.phase.name == "name":
        kind, _, what = wants[s.turn].partition(":")
        text = f"solo {what}" if what else kind
        wrong = kind in ("duty", "voluntary") and s.owes(s.turn) != (kind == "duty")
        if wrong or text not in choices(m, s.turn):
            assert expect == {"legal": False, "seat": s.turn}
            if not wrong:
                assert refused(m, f"{s.turn} {text}").key.startswith("error.doppelkopf.")
            return
        do(m, f"{s.turn} {text}")
    found["legal"] = True
    found["leader"] = s.turn
    found["duty"] = s.duty >= 0
    found["soloist"] = s.declarer if s.contract != NORMAL else None
    found["bride"] = s.both if s.game.endswith("wedding") else None
    word = s.game.rpartition(".")[2]
    silent = word == "normal" and max(s.hand(seat).count(PACK.faces["CQ"]) for seat in range(4)) == 2
    names = {f"solo_{w.lower()}": f"solo_{w}" for w in SOLO_WORDS}
    found["game"] = "silent" if silent else names.get(word, word)
    judged(x, found)


@pytest.mark.parametrize("x", each("next_dealer"))
def test_the_next_dealer(x: dict[str, Any]) -> None:
    """8.5."""
    given = x["state"]
    m, s = club(duty_solo=True, match_deals=24)
    game = given["game_played"]
    seat = 2
    if game in ("duty_solo", "forced_duty_solo", "forced"):
        s.duty = seat
        s.forced = int(game != "duty_solo")
    s.re, s.kontra = only(seat), ALL & ~only(seat)
    setup = Setup(3, given["dealer"], (0,) * 4, s.setup.carry)
    after = GAME.following(m.rules, setup, s.result(), (0,) * 4, m.source.chance(2))
    judged(x, {"dealer": after.dealer})


@pytest.mark.parametrize("x", each("wedding"))
def test_weddings(x: dict[str, Any]) -> None:
    """4.4.3: the player of the heart ten wins the trick."""
    given = x["state"]
    bride = given["bride"]
    m = table({**x, "state": {"dealer": 3, "both_cq": bride}})
    s = cast(ClubDoppelkopf, m.deal)
    for seat in range(4):
        do(m, f"{seat} {'reservation' if seat == bride else 'healthy'}")
    do(m, f"{bride} wedding")
    found: dict[str, Any] = {}
    for number, winner in enumerate(given["trick_winners"], 1):
        for seat in range(4):
            s.zones[HAND + EACH * seat] = hand("HT" if seat == winner else "D9") + hand("HK")
            s.zones[HAND + EACH * seat] = bytes(sorted(s.zones[HAND + EACH * seat]))
        for _ in range(4):
            do(m, f"{s.turn} play {'HT' if s.turn == winner else 'D9'}")
        if not s.is_looking() and not found:
            found["resolved_trick"] = number
            assert s.bound == number - 1
    partners = [seat for seat in seats_of(s.re) if seat != bride]
    found |= {
        "partner": partners[0] if partners else None,
        "re": seats_of(s.re),
        "scored_as": "normal" if partners else "solo",
    }
    judged(x, found)


# -- announcements


@pytest.mark.parametrize("x", each("announce_timing"))
def test_when_something_may_be_announced(x: dict[str, Any]) -> None:
    """6.2 to 6.4."""
    given = x["state"]
    _, s = club(**options_of(x))
    if given.get("game_settled") is False or given.get("resolved_trick", 0) is None:
        judged(x, {"allowed": False})  # no such phase is there: see test_announcements.py
        return
    s.bound = given.get("resolved_trick", 1) - 1 if given["game"].startswith("wedding") else 0
    side = RE if given["side"] == "re" else KONTRA
    s.said = tuple(len(given[of]) - 1 for of in (("own", "other") if side == RE else ("other", "own")))
    if given["own"] and given.get("own_first_cards", 12) < least(s, 0):
        s.late = 1 << side
    own = given["say"] in ("re", "kontra")
    if own and given["say"] != given["side"]:
        judged(x, {"allowed": False})  # nobody speaks for the other side: see test_announcements.py
        return
    level = 0 if own else WORDS.index(given["say"])
    judged(x, {"allowed": level in able(s, side, given["cards"])})


# -- value


def result_of(x: dict[str, Any], given: dict[str, Any]) -> tuple[DealResult, Achieved]:
    re = sum(only(seat) for seat in given["re"])
    said = tuple(len(given["announced"][side]) - 1 for side in ("re", "kontra"))
    points = [0] * 4
    points[given["re"][0]] = given["re_points"]
    kontra = next(seat for seat in range(4) if seat not in given["re"])
    points[kontra] = 240 - given["re_points"]
    tricks = (only(given["re"][0]) if given["re_tricks"] else 0) | (only(kontra) if given["re_tricks"] < 12 else 0)
    done = Achieved(re, tuple(points), tricks, said)
    if not done.alone:
        done.queens = True
        for side, seat, other in (("re", given["re"][0], kontra), ("kontra", kontra, given["re"][0])):
            special = given["specials"][side]
            done.foxes += (4 * other + seat,) * special["fox"]
            done.fat += (seat,) * special["doppelkopf"]
            if special["karlchen"]:
                done.charlie = seat
            if special.get("karlchen_caught"):
                done.charlies = (4 * other + seat,)
    return settle_club(done, True, False, ()), done


def value_of(result: DealResult, done: Achieved) -> dict[str, Any]:
    """Return what an example says of a settled deal."""
    words = result.headline.key.rpartition(".")[2]
    winner = {"re_won": "re", "alone_won": "re", "kontra_won": "kontra", "alone_lost": "kontra"}.get(words, "none")
    of = seats_of(done.re)[0] if winner != "kontra" else seats_of(ALL & ~done.re)[0]
    value = result.points[of] // (3 if done.alone and winner != "kontra" else 1)
    return {"winner": winner, "value": value, "net": list(result.points)}


@pytest.mark.parametrize("x", each("score"))
def test_value(x: dict[str, Any]) -> None:
    """7.1, 7.2."""
    result, done = result_of(x, x["state"])
    judged(x, value_of(result, done))
    for seat in range(4):
        assert sum(line.n for line in result.why if line.seat == seat) == result.points[seat]


@pytest.mark.parametrize("x", each("settlement"))
def test_settlement(x: dict[str, Any]) -> None:
    """7.2.4: a deal that is worth one point to the winners, as many times as it says."""
    given = x["state"]
    re = sum(only(seat) for seat in given["re"])
    points = [0] * 4
    points[given["re"][0]] = 121 if given["winner"] == "re" else 120
    points[seats_of(ALL & ~re)[0]] = 240 - sum(points)
    one = settle_club(Achieved(re, tuple(points), ALL), True, False, ())
    judged(x, {"net": [n * given["value"] for n in one.points]})


SPECIALS = {"fox": "foxes", "doppelkopf": "doppelkopf", "karlchen": "karlchen"}


def specials_of(result: DealResult, re: list[int]) -> dict[str, dict[str, int]]:
    out = {"re": dict.fromkeys(SPECIALS, 0), "kontra": dict.fromkeys(SPECIALS, 0)}
    for line in result.why:
        for name, key in SPECIALS.items():
            if line.key == f"doppelkopf.score.{key}" and line.seat == re[0]:
                out["re" if line.n > 0 else "kontra"][name] += abs(line.n)
    return out


@pytest.mark.parametrize("x", each("specials"))
def test_specials(x: dict[str, Any]) -> None:
    """7.2.3: each trick is played, with as many cards left as its number says."""
    given = x["state"]
    m, s = club(**options_of(x))
    game = given["game"]
    for trick in given["tricks"]:
        s.contract = contract_of(game)
        s.re = sum(only(seat) for seat in given["re"])
        s.kontra = ALL & ~s.re
        s.tricks = trick["no"] - 1
        leader = trick["leader"]
        for i, card in enumerate(trick["cards"]):
            rest = [] if trick["no"] == 12 else list(hand("HK"))
            s.zones[HAND + EACH * ((leader + i) % 4)] = bytes(sorted([PACK.faces[card], *rest]))
        s.zones[TRICK] = b""
        s.turn = leader
        s.phase = TRICKS
        for i, card in enumerate(trick["cards"]):
            TRICKS.apply(s, (leader + i) % 4, GAME.read(m.rules, f"play {card}"))
    s.re = sum(only(seat) for seat in given["re"])
    s.kontra = ALL & ~s.re
    judged(x, specials_of(s.result(), given["re"]))


# -- whole deals


@pytest.mark.parametrize("x", each("full_deal"))
def test_whole_deals(x: dict[str, Any]) -> None:
    given = x["state"]
    first = (given["dealer"] + 1) % 4
    deck = b"".join([PACK.read(" ".join(given["hands"][(first + i) % 4])) for i in range(4)])
    m = Match(GAME, GAME.rules(options_of(x)), Source(GIVEN, decks=[(given["dealer"], Deck(deck))]))
    s = cast(ClubDoppelkopf, m.deal)
    caller = given.get("bride", given.get("soloist"))
    for i in range(4):
        seat = (first + i) % 4
        do(m, f"{seat} {'reservation' if seat == caller else 'healthy'}")
    if caller is not None:
        do(m, f"{caller} {given['game'].replace('solo_', 'solo ') if 'soloist' in given else 'wedding'}")
    assert s.turn == given["leader"]
    takers = []
    for n, (seat, card) in enumerate(given["plays"]):
        for spoken in given["announcements"]:
            if spoken["before_play"] == n:
                do(m, f"{spoken['seat']} {spoken['say']}")
        do(m, f"{seat} play {card}")
        if n % 4 == 3:
            takers.append(s.taker)
    result = m.sheets[-1].result
    done = Achieved(s.re, s.points, 0, s.said)
    re = seats_of(s.re)
    found = value_of(result, done) | {
        "re": re,
        "re_points": sum(s.points[seat] for seat in re),
        "trick_winners": takers,
        "specials": specials_of(result, re),
    }
    judged(x, found)
    assert bearing(b"".join(s.zones[WON + EACH * seat] for seat in range(4)), WORTH) == 240
