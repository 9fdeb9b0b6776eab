"""Faults put into kernel and games on purpose, one at a time: which law notices? And which fault does none notice?

The second list is as important as the first: for what it names there are other tests, said beside it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from repository import ROOT

pytestmark = pytest.mark.once

STATE, VIEW, SAMPLE = "stich/kernel/state.py", "stich/kernel/view.py", "stich/kernel/sample.py"
PLACEMENT = "stich/kernel/placement.py"
MATCH, CARDS, CHANCE = "stich/kernel/match.py", "stich/kernel/cards.py", "stich/kernel/chance.py"
GAME, RECORD = "stich/kernel/game.py", "stich/kernel/record.py"
SCHNAPSEN, RUMMY, CHIMERA = "games/schnapsen/rules.py", "games/rummy/rules.py", "stich/games/chimera/rules.py"
CLIMB_PHASE = "stich/parts/climb/phase.py"
HEARTS = "games/hearts/rules.py"

CAUGHT = [  # what is wrong, the game that is checked, file, old text, new text, the laws that may say so
    # the kernel
    ("a card is lost on its way", "schnapsen", PLACEMENT, "= add(there, c)", "= there", "L2"),
    ("cards are put anywhere into a hand", "schnapsen", CARDS, "while i < n and h[i] < face:", "while i < n:", "L2 L1"),
    ("a copy shares its zones", "schnapsen", STATE, "n.zones = self.zones[:]", "n.zones = self.zones", "L3"),
    ("a copy forgets what is known", "schnapsen", STATE, "n.marks = self.marks[:]", "pass", "L3"),
    ("a copy shares what is known", "schnapsen", STATE, "n.marks = self.marks[:]", "n.marks = self.marks", "L3"),
    ("a copy forgets whose turn it is", "schnapsen", STATE, "n.turn = self.turn", "pass", "L3"),
    ("who did not see a card go still knows it", "chimera", PLACEMENT, "left = knew & saw", "left = knew", "L2 L4"),
    ("a card that went is still known", "schnapsen", PLACEMENT, "left, due = left & ~due", "left, due = left", "L2 L4"),
    ("a card that went openly is unknown", "schnapsen", PLACEMENT, "new = saw & ~eyes[dst]\n", "new = 0\n", "L9"),
    (
        "of equal cards one that went openly is unknown",
        "rummy",
        PLACEMENT,
        "new = saw & ~eyes[dst]\n",
        "new = 0\n",
        "L9",
    ),
    (
        "of equal cards the lowest is drawn",
        "rummy",
        PLACEMENT,
        "self.zones[src] = z[:top]",
        "self.zones[src] = drop(z, c)",
        "L9",
    ),
    (
        "sealed answers are read at once",
        "chimera",
        VIEW,
        "is SILENT else SEALED for",
        "is SILENT else a for",
        "L4 L6 L7",
    ),
    (
        "all know what one knows",
        "chimera",
        VIEW,
        "            if eyes_of(m) & eye:\n",
        "            if True:\n",
        "L4 L7",
    ),
    ("a view knows the turn wrongly", "schnapsen", VIEW, "n.turn = s.turn", "n.turn = 0", "L4 L5"),
    ("a view shows every hand", "schnapsen", VIEW, "if not eyes[i] & eye:", "if not eyes[i]:", "L4 L7 L9"),
    (
        "nobody keeps account of known cards",
        "schnapsen",
        PLACEMENT,
        "if self.marks or eyes[src] & ~eyes[dst]:",
        "if False:",
        "L2 L9",
    ),
    ("a view has no facts", "schnapsen", VIEW, "n = s.public_copy()", "n = type(s)(s.rules)", "L4 L5 L8"),
    (
        "drawn deals ignore voids",
        "schnapsen",
        SAMPLE,
        "if (have >= judged or n.can_hold(c, at)) and (single",
        "if (single",
        "L8",
    ),
    ("drawn deals forget known cards", "schnapsen", SAMPLE, "seen[z[i]] += 1", "seen[z[i]] += 0", "L4 L6"),
    ("anybody may play", "schnapsen", MATCH, "not has(must | s.may(), seat)", "False", "L1"),
    ("anything may be played", "schnapsen", MATCH, "if listed in self.legal(seat):", "if True:", "L1"),
    ("a record has no options", "schnapsen", RECORD, "if value != defaults[name]]", "if False]", "L10"),
    ("a record has the wrong dealer", "schnapsen", RECORD, "dealer {setup.dealer}", "dealer 0", "L10"),
    (
        "the shuffle differs each time",
        "schnapsen",
        CHANCE,
        "    a = vec[u8](cards)\n",
        "    import random\n    a = vec[u8](random.sample(cards, len(cards)))\n",
        "L10",
    ),
    ("a notation is read wrongly", "rummy", GAME, "to = int(rest[-1])", "to = 0", "L1 L10"),
    ("the order of a hand tells of hidden cards", "rummy", STATE, "return NO_ORDER", "return self.zones[:1]", "L5"),
    ("a hand is planned with other cards", "schnapsen", STATE, "return NO_PLAN", "return [self.layout.deck]", "L5"),
    # games: what is declared
    (
        "a fact is not declared",
        "schnapsen",
        SCHNAPSEN,
        '    Fact("closer", "seat"),  # who has closed the stock\n',
        "",
        "L0",
    ),
    ("a fact is not copied", "schnapsen", SCHNAPSEN, " if of is None else of.closer", "", "L0"),
    ("a phase is not declared", "schnapsen", SCHNAPSEN, "phases=[LEAD, ANSWER, FOLLOW]", "phases=[LEAD, ANSWER]", "L1"),
    ("a verb is not declared", "schnapsen", SCHNAPSEN, 'Verb("close", at="stock"),', "", "L1"),
    (
        "a seat is thought to have no choice",
        "chimera",
        CLIMB_PHASE,
        "        short = n < size_of(s.last) and",
        "        short = n < 2 * size_of(s.last) and",
        "L12",
    ),
    ("a verb has cards it does not declare", "schnapsen", SCHNAPSEN, 'Verb("marry", "hand")', 'Verb("marry")', "L11"),
    (
        "a verb lacks the cards it declares",
        "schnapsen",
        SCHNAPSEN,
        'Verb("close", at="stock")',
        'Verb("close", "hand", at="stock")',
        "L11",
    ),
    ("its cards lie elsewhere", "schnapsen", SCHNAPSEN, 'Verb("play", "hand")', 'Verb("play", "trick")', "L11"),
    ("a verb hides its target", "rummy", RUMMY, '"hand", to="place", at="meld")', '"hand")', "L11"),
    ("a target is of another kind", "rummy", RUMMY, 'to="place", at="meld"', 'to="zone", at="meld"', "L11"),
    ("a verb declares a target that it has not", "rummy", RUMMY, 'Verb("buy")', 'Verb("buy", to="seat")', "L11"),
    ("a number is too high", "chimera", CHIMERA, "most=BIDS[-1].to", "most=BIDS[-1].to - 1", "L11"),
    ("a way is beyond the last", "chimera", CHIMERA, "most=climb.MOST_MOVE", "most=9", "L11"),
    ("a verb names zones that there are not", "rummy", RUMMY, 'to="place", at="meld"', 'to="place", at="melds"', "L0"),
    (
        "a fact can be changed in place",
        "schnapsen",
        SCHNAPSEN,
        "self.behind: tuple[int, int] = (0, 0)",
        "self.behind: list[int] = []",
        "L0",
    ),
    (
        "an attribute comes up in play",
        "schnapsen",
        SCHNAPSEN,
        "            s.closer = seat\n",
        "            s.closer = seat\n            s.penalti = seat\n",
        "L0",
    ),
    (
        "an attribute comes up in what is asked",
        "schnapsen",
        SCHNAPSEN,
        "        h = s.hand(seat)\n        out = [PLAY[c] for c in h]\n",
        "        h = s.hand(seat)\n        s.listed = h\n        out = [PLAY[c] for c in h]\n",
        "L0",
    ),
    # games: who knows what
    (
        "legality peeks at the other hand",
        "schnapsen",
        SCHNAPSEN,
        "        return [PLAY[c] for c in s.hand(seat)]\n",
        "        h = s.hand(seat)\n        return [PLAY[c] for c in h if c > min(h) or s.hand(1 - seat)[0] > 4]\n",
        "L1 L5",
    ),
    (
        "legality peeks at the stock",
        "schnapsen",
        SCHNAPSEN,
        "            if s.rules.close:\n",
        "            if s.rules.close and s.zones[STOCK][0] % 2:\n",
        "L5",
    ),
    (
        "a fact tells of the stock",
        "schnapsen",
        SCHNAPSEN,
        "WORTH[lead % 5] + WORTH[answer % 5])",
        "WORTH[lead % 5] + sum(s.zones[STOCK][:1]))",
        "L7",
    ),
    (
        "words tell of a hand",
        "schnapsen",
        SCHNAPSEN,
        'Phrase("schnapsen.event.trick", {"seat": seat}, n=worth)',
        'Phrase("schnapsen.event.trick", {"seat": seat, "cards": s.hand(seat)}, n=worth)',
        "L7",
    ),
    (
        "a hand is secret from its owner",
        "schnapsen",
        SCHNAPSEN,
        'Zone(HAND, "hand", OWNER',
        'Zone(HAND, "hand", SECRET',
        "L5",
    ),
    ("nobody remembers voids", "schnapsen", SCHNAPSEN, "lacks = s.void[seat] | duty", "lacks = 0", "L9"),
    ("half of the voids are remembered", "schnapsen", SCHNAPSEN, "lacks = s.void[seat] | duty", "lacks = duty", "L9"),
    (
        "a void is seen that is none",
        "schnapsen",
        SCHNAPSEN,
        "            if duty >> c & 1:\n                break\n",
        "",
        "L8",
    ),
    (
        "a declared marriage is not shown",
        "schnapsen",
        SCHNAPSEN,
        "            s.show(partner(c), HAND + EACH * seat)\n",
        "",
        "L9",
    ),
    (
        "only who could use it is asked",
        "rummy",
        RUMMY,
        "if other != seat and s.buys[other] < MOST_BUYS:",
        "if other != seat and s.zones[DISCARD][-1] % 13 in [c % 13 for c in s.hand(other)]:",
        "L7 L9",
    ),
    (
        "who may interrupt depends on hands",
        "rummy",
        RUMMY,
        "    def waiting(self, s: Rummy) -> Seats:\n        return s.waiting\n",
        "    def waiting(self, s: Rummy) -> Seats:\n        return s.waiting & (7 if s.hand(0)[0] > 3 else 6)\n",
        "L4",
    ),
    # games: choices and results
    ("nobody has to act after the passing", "hearts", HEARTS, "        start(s)\n\n\n", "        pass\n\n\n", "L1"),
    ("nobody has to act from the start", "hearts", HEARTS, "PASS.begin(s)", "s.phase = PASS", "L1"),
    (
        "equal cards are offered twice",
        "rummy",
        RUMMY,
        "        faces = sorted(set(h))\n        out: list",
        "        faces = list(h)\n        out: list",
        "L1 L6",
    ),
    (
        "what was taken can never go back",
        "rummy",
        RUMMY,
        "if c != s.taken or len(faces) == 1]",
        "if c != s.taken and len(faces) > 1]",
        "L1 L6",
    ),
    (
        "a deal never ends",
        "rummy",
        RUMMY,
        "MOST_SHUFFLES: Final = 2\nMOST_ROUNDS: Final = 40",
        "MOST_SHUFFLES: Final = 10**9\nMOST_ROUNDS: Final = 10**9",
        "L6",
    ),
    (
        "score lines do not make the points",
        "schnapsen",
        SCHNAPSEN,
        "DealResult((n, 0) if w == 0",
        "DealResult((n + 1, 0) if w == 0",
        "L10",
    ),
    (
        "a card is thrown away",
        "rummy",
        RUMMY,
        "            s.move(a.cards[0], HAND + seat, DISCARD)\n",
        "            s.zones[HAND + seat] = bytes(sorted(set(s.hand(seat)) - set(a.cards)))\n",
        "L2 L6",
    ),
    (
        "rules keep a state of their own",
        "schnapsen",
        SCHNAPSEN,
        "    s.points = added(s.points, seat,",
        "    WORTH[0] += 1\n    s.points = added(s.points, seat,",
        "L3 L10 L7",
    ),
]
NOT_CAUGHT = [  # the same, but for the test that finds it instead
    (
        "a trump does not win",
        "schnapsen",
        SCHNAPSEN,
        "else suit(answer) == suit(s.trump)",
        "else False",
        "schnapsen: example 2",
    ),
    (
        "a score is wrong",
        "schnapsen",
        SCHNAPSEN,
        "n = 3 if tricks == 0 else 2 if",
        "n = 2 if tricks == 0 else 2 if",
        "schnapsen: example 5",
    ),
    (
        "suit need not be followed",
        "schnapsen",
        SCHNAPSEN,
        "s.phase = FOLLOW if s.strict() else ANSWER",
        "s.phase = ANSWER",
        "schnapsen: example 3",
    ),
    (
        "a zone is public that should not be",
        "schnapsen",
        SCHNAPSEN,
        'Zone(STOCK, "stock", SECRET',
        'Zone(STOCK, "stock", PUBLIC',
        "schnapsen: who sees what",
    ),
    (
        "a zone is secret that should not be",
        "schnapsen",
        SCHNAPSEN,
        'Zone(WON, "won", PUBLIC',
        'Zone(WON, "won", SECRET',
        "schnapsen: who sees what",
    ),
    (
        "a new stock lies in order",
        "rummy",
        PLACEMENT,
        "shuffle(bytes(sorted(cards)), chance)",
        "bytes(sorted(cards))",
        "test_state: shuffle_up",
    ),
    ("drawn deals keep the next shuffle", "rummy", SAMPLE, "n.entropy = bytes([chance", "bytes([chance", "test_sample"),
    ("who has seen a card twice knows two", "chimera", PLACEMENT, "new &= ~eyes_of(m)", "pass", "test_state: show"),
    (
        "a shuffle prefers some orders",
        "schnapsen",
        CHANCE,
        "j = chance.below(i + 1)",
        "j = chance.below(i)",
        "test_chance",
    ),
    (
        "drawn deals prefer some cards",
        "schnapsen",
        SAMPLE,
        "fill(n, slots, shuffle(pool, chance)) if tries",
        "fill(n, slots, pool) if tries",
        "test_sample",
    ),
]


def check(tmp_path: Path, game: str, file: str, old: str, new: str, deals: int) -> dict[str, str]:
    """Return the laws that are broken, with what they say, when `old` in a copy of the engine is replaced by `new`."""
    for source, to in ((ROOT / "src/stich", tmp_path / "stich"), (ROOT / "tests/games", tmp_path / "games")):
        for each in source.rglob("*.py"):
            target = to / each.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(each.read_text("utf-8"), "utf-8")
    text = (tmp_path / file).read_text("utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
    (tmp_path / file).write_text(text.replace(old, new), "utf-8")
    module = f"stich.games.{game}.rules" if game == "chimera" else f"games.{game}.rules"
    code = f"""
import json
from {module} import GAME
from stich.kernel.laws import check, run
check.ENOUGH, run.LONGEST = 3, 2500
options = {{"target": "3"}} if GAME.name == "schnapsen" else {{}}
report = check.check(GAME, options, deals={deals})
print(json.dumps({{law: f.what for law, f in report.failures.items()}}))
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, str] = json.loads(done.stdout)
    return found


DEALS = {"hearts": 4, "schnapsen": 120, "rummy": 8, "chimera": 25}
OFTEN = {  # tried at every change; the others before a release
    "a card is lost on its way",
    "a copy forgets what is known",
    "all know what one knows",
    "anything may be played",
    "a record has no options",
    "a fact is not copied",
    "nobody remembers voids",
    "a verb has cards it does not declare",
    "a target is of another kind",
}
FAULTS = [pytest.param(*case, id=case[0], marks=[] if case[0] in OFTEN else pytest.mark.long) for case in CAUGHT]


def test_the_faults_that_are_tried_often_exist() -> None:
    assert {case[0] for case in CAUGHT} >= OFTEN


def test_every_fault_can_still_be_put_in() -> None:
    """Also those that only `--long` tries: a change of the sources must not go unnoticed until a release."""
    for what, _, file, old, *_ in [*CAUGHT, *NOT_CAUGHT]:
        found = ROOT / ("src" if file.startswith("stich/") else "tests") / file
        assert found.read_text("utf-8").count(old) == 1, f"{what}: {old!r} in {file}"


@pytest.mark.parametrize(("what", "game", "file", "old", "new", "laws"), FAULTS)
def test_a_law_finds_it(tmp_path: Path, what: str, game: str, file: str, old: str, new: str, laws: str) -> None:
    found = check(tmp_path, game, file, old, new, DEALS[game])
    print(found)
    assert found
    assert set(found) <= set(laws.split()), found


@pytest.mark.parametrize(
    ("old", "new", "law", "told"),
    [
        (
            *("        start(s)\n\n\n", "        pass\n\n\n", "L1"),
            "nobody has to act in phase pass, but the deal is not over: set the next phase",
        ),
        (
            *("        start(s)\n\n\n", "        s.penalti = 1\n        start(s)\n\n\n", "L0"),
            "penalti is set during play but is neither a fact nor a secret",
        ),
    ],
)
def test_what_was_forgotten_is_called_by_its_name(tmp_path: Path, old: str, new: str, law: str, told: str) -> None:
    assert check(tmp_path, "hearts", HEARTS, old, new, 2) == {law: told}


@pytest.mark.long
@pytest.mark.parametrize(("what", "game", "file", "old", "new", "instead"), NOT_CAUGHT, ids=[c[0] for c in NOT_CAUGHT])
def test_no_law_finds_it(tmp_path: Path, what: str, game: str, file: str, old: str, new: str, instead: str) -> None:
    """Should a law notice one day, the better: then the case goes into the other list."""
    assert check(tmp_path, game, file, old, new, DEALS[game]) == {}, f"found now; so far by {instead}"
