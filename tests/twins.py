"""The page and the terminal do the same work, each in its own language. What both do is written down once, as cases in
`tests/corpus`, and both test suites run them: `terminal/test_corpus.py` and `web/tests/corpus.svelte.test.ts`.

`corpus/<game>.json` has positions of a real table, as a player is sent them, and cases: from this position, what is
tapped and pressed, then what is selected, of use, offered, sent and said. `corpus/said.json` has phrases in four
languages, `corpus/frames.json` what a client is sent, and what it shows and answers then. `corpus/rules.json` has small
cases of what both derive (`tests/twin_rules.py`).

The cases are drawn by a fixed chance and answered by the terminal; a case on which the page does something else fails
there. After an intended change:

    PYTHONPATH=src:tests python -m twins --write [GAME …]
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from server.desk import Desk, Json, Window
from stich.client import Happened, Session
from stich.client.frames import merged
from stich.games import find, games
from stich.kernel.cards import SPECTATOR
from stich.kernel.chance import Quick, quick
from stich.server.messages.frame import PROTO
from stich.server.messages.from_client import Act
from stich.server.messages.from_server import Problem, Sat
from stich.server.messages.view import Phrase
from stich.terminal.buttons import aside_buttons, buttons_ahead, game_buttons, offers_ahead, verb_of, words_of
from stich.terminal.choose import Slot, offers_for, primary, toggled
from stich.terminal.table import Table
from stich.terminal.words import Words
from stich.text.catalogue import LANGUAGES, catalogue
from twin_rules import rules

FOLDER = Path(__file__).with_name("corpus")
GAMES = tuple(games())
POSITIONS = 8  # of a game
CASES = 9  # of a position
SHORT = 30  # actions in a legal list that somebody reads
RARE = 4  # positions of a game at most that are chosen because they are rare
SPECIAL = ("bare", "aside", "completes", "after")
SEEDS = (5, 6, 7)  # of the tables
SEARCHED = 300  # decisions of each
PHRASES = 12  # of a game

OPTIONS = {"doppelkopf": {"announcements": "true"}}  # more to choose from

Frames = list[Json]


# Positions of real tables


def desk_of(game: str, seed: int) -> Desk:
    return Desk(find(game), pace="instant", seed=seed, deals=seed, options=OPTIONS.get(game, {}))


def positions(game: str, seed: int) -> Iterator[tuple[Desk, Window]]:
    """Yield a table and its player's window, whenever there is something to decide or to lay ready."""
    desk = desk_of(game, seed)
    window = desk.window("ann", sit=0)
    chance = quick(seed, 2)
    for _ in range(SEARCHED):
        window.read()
        status = window.view["status"]
        if status == "match_over":
            return
        if status == "deal_over":
            window.send("ready", deal=window.view["deal"])
        elif window.view["legal"]:
            yield desk, window
            window.act(chosen(window, chance))
        else:
            yield desk, window
            desk.wait(200)


def chosen(window: Window, chance: Quick) -> int:
    """Choose at random, but often what takes the most cards, or else a card that goes with no other: melds arise."""
    legal = window.view["legal"]
    keys = window.frames[0]["spec"]["keys"]
    mine = Counter(keys[face] for id, cards in window.view["zones"].items() if id == "hand.0" for face in cards)
    lengths = [len(cards) for _, cards, *_ in legal]
    best = max(lengths)
    if best == 0 or chance.below(3) == 0:
        return int(chance.below(len(legal)))
    fitting = [n for n, length in enumerate(lengths) if length == best]
    return min(fitting, key=lambda n: mine[keys[legal[n][1][0]]])


def kind_of(spec: Json, view: Json, before: Json | None = None) -> str:
    """Tell positions apart that ask different things of a client. before: what it was shown before."""
    aside = any(verb in spec["asides"] for verb, *_ in view["legal"])
    verbs = sorted({verb for verb, *_ in view["legal"]})
    several = any(len(cards) > 1 for _, cards, *_ in view["legal"])
    bare = not any(cards for id, cards in view["zones"].items() if id == "hand.0")
    if not view["legal"]:
        trick = any(cards for id, cards in view["zones"].items() if id.startswith("trick"))
        return f"waits {trick}{' after' if before else ''}{' bare' if bare else ''}"
    special = (
        ("bare" if bare else "")
        + ("aside" if aside else "")
        + ("completes" if several and completing(spec, view) else "")
    )
    return f"{view['phase']} {verbs} {several} {len(view['legal']) == 1} {special}"


def completing(spec: Json, view: Json) -> list[str]:
    """Return the cards that bring others with them when they are tapped."""
    table = Client(spec, view, "en").table
    hand = table.hand
    return [name_of(slot) for slot in hand if len(toggled(table.menu, hand, [], slot)) > 1]


# One table of a client


class Client:
    """The terminal's table on frames from a file. `sent`: what it asked the server, without pings."""

    def __init__(self, spec: Json, view: Json, language: str, before: Json | None = None) -> None:
        self.session = Session("table", ping=0)
        self.words = Words(language, catalogue(language, spec["game"]))
        self.table = Table(self.session, self.words, lambda msg: self.session.request(msg, 1), sits=False)
        self.session.opened(0)
        self.session.take()
        welcome = {"t": "welcome", "proto": PROTO, "epoch": "e", "v": 1, "now": 0, "spec": spec}
        self.hear(welcome)
        if before:
            self.hear({"t": "view", "v": 1, "view": {"window": None, **before}})
        self.hear({"t": "view", "v": 1, "view": {"window": None, **view}})

    def hear(self, frame: Json) -> None:
        self.table.receive(self.session.receive(msgspec.json.encode(frame), 1))

    def sent(self) -> Frames:
        return [msgspec.json.decode(frame) for frame in self.session.take()]

    def do(self, step: str) -> None:
        """`tap <slot>` a card, `press <n>` an offer by its number, `enter` the offer with this key, or `aside <n>`."""
        what, _, which = step.partition(" ")
        table = self.table
        if what == "tap":
            names = [name_of(slot) for slot in table.hand]
            if which in names:
                table.toggle(names.index(which))
            return
        if what == "aside":
            aside_buttons(table)[int(which)].press(busy=table.session.busy)
            return
        buttons = game_buttons(table) if table.turn else buttons_ahead(table)
        number = int(which) if which else primary(offers_for(table.menu, table.hand, table.selected))
        if 0 <= number < len(buttons):
            buttons[number].press(busy=table.session.busy)

    def shown(self) -> Json:
        """Return what a user sees of it."""
        table = self.table
        lit = table.lit(table.hand)
        offers = offers_for(table.menu, table.hand, table.selected) if table.turn else []
        told = [words_of(table, offer) for offer in offers]
        return {
            "selected": sorted(name_of(slot) for slot in table.selected),
            "dark": sorted(name_of(slot) for slot in table.hand if slot not in lit),
            "offers": [[label, say, len(offer.actions)] for offer, (label, say) in zip(offers, told, strict=True)],
            "ahead": [verb_of(table, offer.verb) for offer in offers_ahead(table)],
            "asides": [button.label for button in aside_buttons(table)],
            "waits": verb_of(table, table.queued.verb) if table.queued else "",
            "asked": [self.words.say(action.say) for action in table.question.actions] if table.question else [],
            "said": self.words.say(table.notice) if table.notice else "",
        }


def name_of(slot: Slot) -> str:
    return f"{slot.zone}/{slot.face}/{slot.copy}"


def request_of(frames: Frames) -> Json | None:
    """Return what was asked last, without its number."""
    for frame in reversed(frames):
        if frame["t"] == "act":
            return {"verb": frame["verb"], "cards": sorted(frame["cards"]), "to": frame["to"], "ask": frame["ask"]}
    return None


def run(spec: Json, shown: Json, case: Json, answers: Any = None) -> Json:
    """Do a case and return what came of it. shown: the view, and the one before it if there is one. answers: those of
    the server to the question why; default: that of the case."""
    client = Client(spec, shown["view"], case["in"], shown.get("before"))
    frames: Frames = []
    for step in case["do"]:
        client.do(step)
        frames += client.sent()
    found: Json = {}
    request = request_of(frames)
    if request:
        found["sent"] = request
    if request and request["ask"]:
        given = answers(frames[-1]) if answers else case.get("answer")
        if given:
            found["answer"] = given
            client.hear({**given, "id": frames[-1]["id"]})
            again = request_of(client.sent())
            if again:
                found["sent"] = again
    return {name: part for name, part in (found | client.shown()).items() if part}


# Writing


def taps(chance: Quick, client: Client, n: int) -> list[str]:
    """Return n cards of the hand to tap: first of use, then any."""
    table = client.table
    done: list[str] = []
    for i in range(n):
        hand = table.hand
        useful = [slot for slot in hand if slot in table.lit(hand)]
        among = useful if useful and (i == 0 or chance.below(3)) else hand
        if not among:
            break
        done.append(f"tap {name_of(among[int(chance.below(len(among)))])}")
        client.do(done[-1])
    return done


def plans(spec: Json, shown: Json, chance: Quick) -> Iterator[list[str]]:
    """Yield what somebody might do in a position, with no end."""
    view = shown["view"]
    first = Client(spec, view, "en").shown()
    offers = len(first["offers"]) or len(first["ahead"])
    yield []
    for n in range(len(first["asides"])):
        yield [f"aside {n}"]
    for name in completing(spec, view)[:1]:
        yield [f"tap {name}"]
        yield [f"tap {name}", f"tap {name}"]
        yield [f"tap {name}", "enter"]
    yield from tried(spec, view)
    yield from slips(spec, view)
    yield from drafts(spec, view)
    legal = sorted(view["legal"], key=lambda action: -len(action[1]))
    for _, cards, *_ in legal[:1]:
        hand = {slot.face: f"tap {name_of(slot)}" for slot in reversed(Client(spec, view, "en").table.hand)}
        whole = [hand[face] for face in dict.fromkeys(cards) if face in hand]
        if whole:
            yield [*whole, "enter"]
    dark = [f"tap {name}" for name in first["dark"]]
    if dark:
        yield dark[:1]
        if offers:
            yield [dark[-1], "press 0"]
    if offers:
        yield [f"press {int(chance.below(offers))}"]
    while True:
        done = taps(chance, Client(spec, view, "en", shown.get("before")), 1 + int(chance.below(4)))
        if done and chance.below(3) == 0:
            done.append(done[0])
        elif done and offers and chance.below(2):
            done.append("enter" if chance.below(2) else f"press {int(chance.below(offers))}")
        yield done


def tried(spec: Json, view: Json) -> Iterator[list[str]]:
    """Yield as many cards as a meld has, but others, and the button of the meld."""
    free = [verb["name"] for verb in spec["verbs"] if verb["free"]]
    sizes = [len(cards) for verb, cards, *_ in view["legal"] if verb in free]
    table = Client(spec, view, "en").table
    verbs = [offer.verb for offer in offers_for(table.menu, table.hand, [])]
    for size in sizes[:1]:
        menu, hand = table.menu, table.hand
        pairs = [[a, b] for a in hand for b in hand if toggled(menu, hand, toggled(menu, hand, [], a), b) == [a, b]]
        two = next((pair for pair in pairs if menu.grows(pair)), [])
        others = [slot for slot in hand if slot not in two and slot.key not in menu.open(two)][: size - len(two)]
        press = next(n for n, verb in enumerate(verbs) if verb in free)
        yield [*[f"tap {name_of(slot)}" for slot in [*two, *others]], f"press {press}"]
        yield [f"tap {name_of(slot)}" for slot in [*two, *others]]


def slips(spec: Json, view: Json) -> Iterator[list[str]]:
    """Yield two cards that need more of them, and then one that does not go with them."""
    for _, cards, *_ in view["legal"]:
        client = Client(spec, view, "en")
        table = client.table
        two = [slot for slot in table.hand if slot.face in cards][:2]
        other = [slot for slot in table.hand if slot.key not in table.menu.open(two) and slot not in two]
        if len(cards) < 3 or not other:
            continue
        steps = [f"tap {name_of(slot)}" for slot in two]
        for step in steps:
            client.do(step)
        if table.selected == two and table.menu.unfinished(two):
            yield [*steps, f"tap {name_of(other[0])}"]
            return


def drafts(spec: Json, view: Json) -> Iterator[list[str]]:
    """Yield a button that selects cards itself, pressed once, and then with one card less or laid."""
    table = Client(spec, view, "en").table
    for n, offer in enumerate(offers_for(table.menu, table.hand, [])):
        draft = table.draft(offer.verb) if offer.cards else None
        if draft is not None:
            first = next(slot for slot in table.hand if slot.face == draft.cards[0])
            yield [f"press {n}"]
            yield [f"press {n}", f"tap {name_of(first)}"]
            yield [f"press {n}", f"press {n}"]


def answers_of(desk: Desk, window: Window) -> Any:
    def ask(frame: Json) -> Json:
        fields = {name: part for name, part in frame.items() if name not in {"t", "id", "v"}}
        answer = window.send("act", **fields)
        return {name: part for name, part in answer.items() if name != "id"}

    return ask


def cases(game: str) -> Json:
    """Return the positions of a game with their cases."""
    chance = quick(7, 1)
    wanted: dict[str, None] = {}  # the kinds of positions, as they are met
    spec: Json = {}
    for _, window, before in tables(game):
        spec = spec or next(frame["spec"] for frame in window.frames if frame["t"] == "welcome")
        if len(window.view["legal"]) <= SHORT:
            kind = kind_of(spec, window.view, before)
            wanted[kind] = None
    rare = [kind for kind in wanted if any(word in kind for word in SPECIAL)][:RARE]
    kinds = {*rare, *[kind for kind in wanted if kind not in rare][: POSITIONS - len(rare)]}
    chosen: list[Json] = []
    for desk, window, before in tables(game):
        view = window.view
        kind = kind_of(spec, view, before) if len(view["legal"]) <= SHORT else ""
        if kind in kinds:
            kinds.remove(kind)
            shown = {"before": before, "view": view} if "after" in kind else {"view": view}
            cases = cases_of(spec, shown, chance, len(chosen), answers_of(desk, window))
            chosen.append(shown | {"cases": cases})
        if not kinds:
            break
    return {"spec": spec, "positions": chosen}


def tables(game: str) -> Iterator[tuple[Desk, Window, Json | None]]:
    """Yield positions of several tables, while a player waits with the last position of the phase in which they could
    act and cards were of use, if its list is short."""
    for seed in SEEDS:
        last: Json | None = None
        for desk, window in positions(game, seed):
            view = window.view
            if last is not None and (last["phase"], last["deal"]) != (view["phase"], view["deal"]):
                last = None
            if view["legal"]:
                last = view if len(view["legal"]) <= SHORT and any(cards for _, cards, *_ in view["legal"]) else None
            yield desk, window, None if view["legal"] else last


def cases_of(spec: Json, shown: Json, chance: Quick, first: int, answers: Any) -> list[Json]:
    """Return the cases of a position. first: the number of the language of its first case."""
    found: list[Json] = []
    met: set[str] = set()
    for n, plan in enumerate(plans(spec, shown, chance)):
        if str(plan) not in met and (plan or n == 0):
            met.add(str(plan))
            case = {"in": LANGUAGES[(first + len(met)) % len(LANGUAGES)], "do": plan}
            found.append(case | run(spec, shown, case, answers))
        if len(met) == CASES or n > 5 * CASES:
            break
    return found


# Phrases


class TerminalWords:
    """The words of the terminal at a table. me: the reader's seat; deck: the preferred drawings. The last player at the
    table has no name."""

    def __init__(self, language: str, position: Json, me: int, deck: str = "") -> None:
        view = position["positions"][0]["view"]
        occupants = [*view["occupants"][:-1], {**view["occupants"][-1], "name": ""}]
        client = Client(position["spec"], {**view, "you": me, "occupants": occupants}, language)
        self.words = Words(language, catalogue(language, position["spec"]["game"]), drawings=deck)
        self.words.speak_of(client.table.spec, client.table.view)

    def say(self, phrase: list[Any]) -> str:
        return self.words.say(msgspec.convert(phrase, Phrase))


def phrases(game: str) -> Iterator[list[Any]]:
    """Yield what is said at tables of a game: events, choices, refusals and lines of the score sheet."""
    for seed in SEEDS:
        for _, window in positions(game, seed):
            for frame in window.frames:
                yield from (said[5] for said in frame.get("events", []) if said[5])
                if frame["t"] == "error" and frame["code"] != "stale":
                    yield [f"error.{frame['code']}", frame["args"]]
            del window.frames[1:]  # the first one is the welcome
            yield from (legal[3] for legal in window.view["legal"])
            for sheet in window.view["sheets"]:
                yield from [sheet["headline"], *(item[2] for item in sheet["items"])]


def weight(key: str, game: str) -> int:
    """Count the forms that the texts of a phrase ask for in all languages: those with the most come first."""
    texts = [catalogue(language, game).get(key, "") for language in LANGUAGES]
    return sum(len(re.findall(r"\{\w+ \w+\}", str(text))) for text in texts)


def shape(phrase: list[Any]) -> str:
    """Tell phrases apart that a translator has to treat differently."""
    key, args = phrase
    sizes = [(name, min(len(value), 3)) for name, value in args.items() if isinstance(value, list)]
    return f"{key} {sorted(sizes)}"


NUMBERS = (0, 1, 2, 21, 999, 1000, 12345, 1234567, -1, -20, -12345)
TABLE_PHRASES: tuple[list[Any], ...] = (
    *(["table.cards_left", {"n": n}] for n in NUMBERS),
    *(["table.waiting_for", {"seats": [*range(n)]}] for n in range(4)),
    ["table.drop.which", {"cards": [255]}],
    ["table.tip", {"what": "@table.no_cards", "why": "@table.alone.help"}],
    ["table.told.takes", {"seat": 1, "from": "@durak.zone.talon", "cards": [0, 5, 9]}],
    ["table.told.gives", {"seat": 0, "from": "@table.you", "cards": [3]}],
    ["table.no_such_text", {"n": 1}],
)


PROBLEMS: tuple[Json, ...] = (
    {"code": "verb", "args": {"verb": "beat", "allowed": "attack pass"}},
    {"code": "verb", "args": {"verb": "nonsense", "allowed": ""}},
    {"code": "durak.not_open", "args": {"card": 5}},
    {"code": "no.such.code", "args": {"n": 3}},
)
THEN: tuple[Json, ...] = ({"you": 1, "names": ["Bea", "Cem", "", "Ida"]}, {"you": -1, "names": ["", "Cem"]})
THEN_SAID: tuple[list[Any], ...] = (
    ["durak.said.attack", {"cards": [5], "seat": 0}],
    ["durak.said.attack", {"cards": [5, 9], "seat": 1}],
    ["table.waiting_for", {"seats": [0, 1, 2]}],
)


def said() -> Json:
    """Return the phrases of all games with their words in every language."""
    found: list[Json] = []
    refused: list[Json] = []
    for game in GAMES:
        position = json.loads((FOLDER / f"{game}.json").read_text("utf-8"))
        kinds: dict[str, list[Any]] = {}
        for phrase in phrases(game):
            kinds.setdefault(shape(phrase), phrase)
        ordered = sorted(kinds.values(), key=lambda phrase: -weight(phrase[0], game))
        once = {phrase[0]: phrase for phrase in reversed(ordered)}
        chosen = [phrase for phrase in ordered if once[phrase[0]] is phrase][:PHRASES]
        chosen += [phrase for phrase in ordered if phrase not in chosen and weight(phrase[0], game)][:2]
        readers = [(0, ""), (1, ""), (SPECTATOR, "")]
        cases = [(phrase, *readers[n % 3]) for n, phrase in enumerate(chosen)]
        named = [phrase for phrase in chosen if "cards" in phrase[1] or "card" in phrase[1]]
        cases += [(phrase, 0, deck) for deck in position["spec"]["decks"][1:] for phrase in named[:2]]
        if game == "durak":
            cases += [(phrase, n % 2, "") for n, phrase in enumerate(TABLE_PHRASES)]
            cases += [(["table.won", {"seats": seats}], me, "") for seats in ([1, 0], [0, 1, 2]) for me in (0, 1)]
        for phrase, me, deck in cases:
            told = {language: TerminalWords(language, position, me, deck).say(phrase) for language in LANGUAGES}
            found.append({"game": game, "me": me, "deck": deck, "say": phrase, **told})
    position = json.loads((FOLDER / "durak.json").read_text("utf-8"))
    for problem in PROBLEMS:
        clients = {
            language: Client(position["spec"], position["positions"][0]["view"], language) for language in LANGUAGES
        }
        told = {
            language: client.words.say(client.words.refusal("durak", msgspec.convert(problem | {"id": 1}, Problem)))
            for language, client in clients.items()
        }
        refused.append(problem | told)
    numbers = [
        {"n": n, **{language: teller.words.number(n, signed=True) for language, teller in tellers(GAMES[0]).items()}}
        for n in NUMBERS
    ]
    earlier = [
        {"say": phrase, "then": then}
        | {
            language: teller.words.say(msgspec.convert(phrase, Phrase), Sat(0, then["you"], then["names"]))
            for language, teller in tellers("durak").items()
        }
        for phrase in THEN_SAID
        for then in THEN
    ]
    return {"phrases": found, "earlier": earlier, "refused": refused, "numbers": numbers}


def tellers(game: str) -> dict[str, TerminalWords]:
    position = json.loads((FOLDER / f"{game}.json").read_text("utf-8"))
    return {language: TerminalWords(language, position, 0) for language in LANGUAGES}


# Frames

CHAIN = 4  # updates of a table


def chain(game: str) -> Json:
    """Return what a player is sent: the whole view, then updates, each with the server's own hash of the view."""
    desk = desk_of(game, SEEDS[0])
    window = desk.window("ann", sit=0)
    chance = quick(3, 1)
    updates: list[Json] = []

    def shown() -> str:
        return desk.table.subscribers.stream(0, desk.now).h

    window.read()
    first: Json = {"v": window.have, "view": window.view, "hash": shown()}
    while len(updates) < CHAIN:
        legal = window.view["legal"]
        frames = len(window.frames)
        if window.view["status"] == "deal_over":
            window.send("ready", deal=window.view["deal"])
        elif legal:
            window.act(int(chance.below(len(legal))))
        else:
            desk.wait(100)
        window.read()
        fresh = [
            {name: part for name, part in frame.items() if name != "id"}
            for frame in window.frames[frames:]
            if frame["t"] in {"update", "skip"}
        ]
        updates += fresh
        if fresh:
            updates[-1] = {**fresh[-1], "hash": shown()}
    return {"game": game, **first, "updates": updates}


SCENARIOS: dict[str, list[str]] = {
    "each twice": ["welcome", "view", "0", "0", "1", "0", "1", "2", "2", "3", "3"],
    "an old view changes nothing": ["welcome", "view", "0", "1", "view"],
    "one is missing": ["welcome", "view", "0", "2", "wait 900"],
    "one is missing, and asked for": ["welcome", "view", "0", "2", "wait 1300"],
    "one is missing, asked for, and comes": ["welcome", "view", "0", "2", "wait 1300", "welcome 3", "1", "2", "3"],
    "the first one is missing, and a whole view comes": ["welcome", "view", "1", "wait 1300", "welcome 2", "view+3"],
    "updates before any view": ["welcome", "0", "1"],
    "a lost socket, and what was missed": ["welcome", "view", "0", "lose", "welcome 3", "1", "2", "3"],
    "a lost socket, and another seat's numbers": ["welcome", "view", "0", "lose", "welcome other", "1", "view", "0"],
    "a lost socket before any view": ["welcome", "lose", "welcome", "view"],
    "asked, done and shown": ["welcome", "view", "act", "ack 0", "0"],
    "asked and done, not shown yet": ["welcome", "view", "act", "ack 1", "0"],
    "asked, and the update is the answer": ["welcome", "view", "act", "done 0", "1"],
    "asked, and the answer comes twice": ["welcome", "view", "act", "done 0", "done 0", "wait 2600"],
    "asked, and the answer comes too early": ["welcome", "view", "act", "done 1"],
    "asked, and the answer comes before any view": ["welcome", "act", "done 0", "view"],
    "asked and refused": ["welcome", "view", "act", "error"],
    "asked and not answered": ["welcome", "view", "act", "wait 2600"],
    "asked before the welcome": ["act", "welcome", "view", "0"],
    "asked, and the socket is lost": ["welcome", "view", "act", "lose", "welcome", "ack 0", "0"],
    "asked, and the numbers begin again": ["welcome", "view", "act", "ack 3", "lose", "welcome other", "view"],
    "asked why": ["welcome", "view", "why"],
    "no hello was heard": ["welcome", "view", "act", "hello_first", "welcome", "wait 100"],
    "no such table": ["unknown_table"],
    "another version": ["welcome outdated"],
}


class Wire:
    """The terminal's session on a wire of scenarios."""

    def __init__(self, chain: Json, spec: Json) -> None:
        self.chain = chain
        self.spec = spec
        self.session = Session("table")
        self.now = 1_000
        self.said: Frames = []
        self.heard: list[int] = []
        self.id = 0
        self.session.opened(self.now)
        self.collect()

    def collect(self) -> None:
        self.said += [msgspec.json.decode(frame) for frame in self.session.take()]

    def hear(self, frame: Json) -> None:
        news = self.session.receive(msgspec.json.encode(frame), self.now)
        self.heard += [one.v for one in news if isinstance(one, Happened)]

    def do(self, step: str) -> None:
        what, _, which = step.partition(" ")
        session, updates = self.session, self.chain["updates"]
        problem = {"t": "error", "id": self.id, "args": {}}
        if what == "welcome":
            self.hear(welcome_of(self.chain, self.spec, which))
        elif what == "view":
            view = {"window": None, **self.chain["view"]}
            self.hear({"t": "view", "v": self.chain["v"], "view": view})
        elif what == "view+3":
            view = self.chain["view"]
            for update in updates[:3]:
                view = merged(view, update.get("patch", {}))
            self.hear({"t": "view", "v": updates[2]["v"], "view": {"window": None, **view}})
        elif what == "wait":
            end = self.now + int(which)
            while (due := session.next_tick) is not None and due <= end:
                self.now = max(due, self.now)
                session.tick(self.now)
                self.collect()
            self.now = end
        elif what == "lose":
            session.closed()
            self.now += 500
            session.opened(self.now)
        elif what in {"act", "why"}:
            self.id = session.request(Act(0, session.v, "play", [], -1, ask=what == "why"), self.now)
        elif what == "ack":
            self.hear({"t": "ack", "id": self.id, "v": updates[int(which)]["v"]})
        elif what == "done":
            frame = {name: part for name, part in updates[int(which)].items() if name != "hash"}
            self.hear({**frame, "id": self.id})
        elif what in {"error", "hello_first", "unknown_table"}:
            self.hear({**problem, "code": "verb" if what == "error" else what})
        else:
            self.hear({name: part for name, part in updates[int(what)].items() if name != "hash"})
        self.collect()

    def shown(self) -> Json:
        session = self.session
        sent = [f"{frame['t']} {frame.get('have', '')}".strip() for frame in self.said if frame["t"] != "ping"]
        return {
            "v": session.v,
            "hash": session.hash,
            "busy": session.busy,
            "ended": session.ended.code if session.ended else "",
            "heard": self.heard,
            "sent": sent,
        }


def welcome_of(chain: Json, spec: Json, which: str) -> Json:
    v = chain["v"] if which in {"", "other", "outdated"} else chain["updates"][int(which)]["v"]
    epoch = "other" if which == "other" else "epoch"
    proto = 99 if which == "outdated" else PROTO
    return {"t": "welcome", "proto": proto, "epoch": epoch, "v": v, "now": 0, "spec": spec}


def frames() -> Json:
    """Return chains of frames, and what a client makes of them in good and bad order."""
    chains = [chain(game) for game in GAMES]
    told = []
    for number, one in enumerate(chains):
        spec = spec_of(one["game"])
        whole = {"in order": ["welcome", "view", *map(str, range(len(one["updates"])))]}
        for name, steps in (whole | SCENARIOS if one["game"] == "durak" else whole).items():
            wire = Wire(one, spec)
            for step in steps:
                wire.do(step)
            told.append({"chain": number, "name": name, "do": steps, **wire.shown()})
            if name == "in order":
                assert told[-1]["hash"] == one["updates"][-1]["hash"], "the session shows what the server does not"
    return {"chains": chains, "scenarios": told}


def spec_of(game: str) -> Json:
    spec: Json = json.loads((FOLDER / f"{game}.json").read_text("utf-8"))["spec"]
    return spec


def line(part: object) -> str:
    return json.dumps(part, ensure_ascii=False, separators=(",", ":"))


def written_parts(corpus: Json) -> str:
    """Return lists of cases as text: a line for each case."""
    parts = [f'"{name}":[\n' + ",\n".join(map(line, cases)) + "\n]" for name, cases in corpus.items()]
    return "{" + ",\n".join(parts) + "}\n"


def written(corpus: Json) -> str:
    """Return positions as text: a line for each case."""
    out = [f'{{"spec":{line(corpus["spec"])},"positions":[']
    for i, position in enumerate(corpus["positions"]):
        before = f'"before":{line(position["before"])},\n' if "before" in position else ""
        out.append(("," if i else "") + f'{{{before}"view":{line(position["view"])},"cases":[')
        out.append(",\n".join(line(case) for case in position["cases"]))
        out.append("]}")
    return "\n".join([*out, "]}\n"])


def text_of(name: str) -> str:
    """Return what file `name` of the corpus has to contain."""
    parts = {"said": said, "frames": frames, "rules": rules}
    return written_parts(parts[name]()) if name in parts else written(cases(name))


FILES = (*GAMES, "said", "frames", "rules")


def main() -> int:
    names = [name for name in sys.argv[1:] if name != "--write"] or [*FILES]
    wrong = 0
    for name in names:
        file = FOLDER / f"{name}.json"
        text = text_of(name)
        if "--write" in sys.argv:
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, "utf-8")
        elif text != file.read_text("utf-8"):
            wrong += 1
            print(f"{file.name} is not what the terminal does now")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
