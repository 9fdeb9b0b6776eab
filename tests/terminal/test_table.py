"""The terminal's table without a screen: any game is played to its end with keys alone, drawn after every one."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console
from rich.text import Text

from client.wired import Wired, settle
from repository import ROOT
from server.desk import Desk
from server.snap import GAME as SNAP
from stich.client import Answered
from stich.games import find, folder, load_folder
from stich.kernel.cards import SPECTATOR
from stich.kernel.game import Game
from stich.server.messages.from_client import Start
from stich.server.messages.from_server import Ack, Problem
from stich.server.messages.view import Legal, Phrase
from stich.terminal.buttons import buttons_of, press
from stich.terminal.choose import Menu, slots_of
from stich.terminal.draw import board, names_of, sides_of
from stich.terminal.look import Look
from stich.terminal.out import faces_of, out_text, still_out
from stich.terminal.pieces import text_of
from stich.terminal.premove import Queued, fate
from stich.terminal.table import Table
from stich.terminal.texts import help_text, log_text, sheet_text
from stich.terminal.words import Words
from stich.text.cards import drawn, name, typed
from stich.text.catalogue import LANGUAGES, catalogue

pytestmark = pytest.mark.once

WORDS = "table|terminal|sheet|start|lobby|link|error|card|cli|settings|chimera|rummy|schnapsen"
KEY = re.compile(rf"\b(?:{WORDS})\.[a-z_]+")
FOOT = Text("F1")


def game(name: str) -> Game:
    if name == "snap":
        return SNAP
    try:
        return find(name)
    except Exception:
        load_folder(ROOT / "tests/games" / name)
        return find(name)


class Player:
    """Somebody at a terminal: presses keys and looks at the screen."""

    def __init__(self, desk: Desk, language: str = "en", name: str = "Ann", *, sits: bool = True) -> None:
        self.desk = desk
        self.wired = Wired(desk, name.lower())
        places = [] if desk.game is SNAP else [folder(desk.game.name)]
        self.words = Words(language, catalogue(language, *places))
        session = self.wired.session
        self.table = Table(session, self.words, lambda msg: session.request(msg, desk.now), name=name, sits=sits)
        self.wired.hear = self.table.receive
        self.wired.open().read()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.desk.now += 1
            press(self.table, key, self.desk.now / 1000)
            self.wired.read()

    def wait(self, ms: int = 400) -> None:
        settle(self.desk, [self.wired], ms)

    def screen(self, width: int = 80, height: int = 24, *, plain: bool = False) -> str:
        lines = board(self.table, Look(plain), width, height, FOOT)
        assert len(lines) == height
        assert all(line.cell_len <= width for line in lines)
        told = text_of(lines)
        if self.desk.game is not SNAP:  # it has no texts
            assert not KEY.findall(told), told
        return told

    @property
    def refused(self) -> list[Problem]:
        return [one.answer for one in self.wired.of(Answered) if isinstance(one.answer, Problem)]


def play_on(player: Player) -> None:
    """Do something that may be done, as somebody would who reads the screen."""
    table = player.table
    buttons = buttons_of(table)
    ready = [button for button in buttons if button.do is not None and button.hot]
    if table.notice is not None:  # in a window one does not see that one has acted already
        player.press("escape")
        player.wait()
    elif table.view.status == "playing" and not table.view.legal:
        player.wait()
    elif table.question is not None:
        table.do(table.question.actions[0])
        player.wired.read()
    elif ready:
        player.press(ready[len(table.said) % len(ready)].hot)
    elif buttons:
        player.press("down", "enter")
    else:
        player.wait()


@pytest.mark.parametrize(("which", "deals"), [("chimera", 99), ("schnapsen", 99), ("rummy", 1), ("snap", 99)])
def test_any_game_is_played_with_keys_alone(which: str, deals: int) -> None:
    options = {"chimera": {"limit": "60"}}.get(which, {})
    desk = Desk(game(which), pace="instant", seed=3, deals=8, options=options)
    player = Player(desk, LANGUAGES[deals % len(LANGUAGES)])
    sizes = [(80, 24), (60, 20), (120, 40), (200, 60)]
    player.wait(4000)
    assert player.table.me == 0
    for step in range(2500):
        view = player.table.view
        if view.status == "match_over" or (view.status == "deal_over" and view.deal >= deals):
            break
        player.screen(*sizes[step % len(sizes)], plain=step % 5 == 0)
        play_on(player)
    view = player.table.view
    assert view.status == ("match_over" if deals == 99 else "deal_over") or view.status == "match_over"
    assert {problem.code for problem in player.refused} <= ({"stale"} if which == "snap" else set())
    assert player.screen()
    assert sheet_text(player.table, Look()).plain
    assert log_text(player.table, Look()).plain
    if view.status == "match_over":
        player.press("enter")
        player.wait(100)
        assert player.table.view.status == "playing"


def test_a_game_that_knows_losers_crowns_nobody() -> None:
    player = Player(Desk(find("durak"), pace="instant", seed=3, deals=1), "en")
    player.wait(4000)
    for _ in range(2500):
        if player.table.view.status == "match_over":
            break
        play_on(player)
    assert player.table.view.status == "match_over"
    for told in (player.screen(), sheet_text(player.table, Look()).plain):
        assert "Durak: " in told or "Nobody is the Durak" in told
        assert " win" not in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_all_its_words(language: str) -> None:
    player = Player(Desk(find("chimera"), pace="instant", seed=1, deals=5), language)
    player.wait(4000)
    assert player.words.game("phase.bid") in player.screen().splitlines()[0]
    title, text = help_text(player.table, Look())
    with Console(width=80, record=True, file=io.StringIO()) as console:
        console.print(text)
    told = console.export_text()
    assert not KEY.findall(title + told)
    assert not re.search(r"\{#|`|\*\*|\]\(", told)
    assert "7◆ 7† 7▲ 7★" in told
    for plain in (False, True):
        assert not KEY.findall(sheet_text(player.table, Look(plain)).plain)


def test_the_screen_at_80_by_24() -> None:
    player = Player(Desk(find("chimera"), pace="instant", seed=1, deals=5), "en")
    player.wait(4000)
    lines = player.screen().splitlines()
    assert re.fullmatch(r" Chimera · Round 1 · Bidding · Practice table +Score, up to 400", lines[0])
    assert re.fullmatch(r" ▶ You +0", lines[1])
    assert re.fullmatch(r"   Mira   17 cards +0", lines[2])
    assert lines[5].startswith(" The den ░░")
    assert lines[7].startswith(" Face-up card: ")
    assert "── Your hand, 17 cards ──" in player.screen()
    assert re.search(r"^  A  Pass .*  4  Bid 40$", "\n".join(lines), re.M)
    assert lines[23] == "F1"


def test_plain_is_ascii_and_has_no_colour() -> None:
    player = Player(Desk(find("chimera"), pace="instant", seed=1, deals=5), "en")
    player.wait(4000)
    assert player.screen(plain=True).isascii()
    lines = board(player.table, Look(True), 80, 24, FOOT)
    assert not {str(span.style) for line in lines for span in line.spans if "#" in str(span.style)}


@pytest.mark.parametrize("game", ["doppelkopf", "farbe_und_wert", "herzblatt"])
def test_plain_is_so_throughout_a_deal(game: str) -> None:
    """Facts that are cards, points below nothing, and what is cut off."""
    player = Player(Desk(find(game), pace="instant", seed=1, deals=5), "en")
    shown = ""
    for _ in range(40):
        player.wait(1500)
        shown += player.screen(plain=True)
        play_on(player)
    assert shown.isascii(), {c for c in shown if not c.isascii()}
    assert re.search(r"\b(10|[2-9JQKA])[SHCD]\b", shown), "cards are told by letters"


def as_chimera(player: Player) -> None:
    """Bid all one can, and be the Chimera."""
    player.wait(4000)
    player.press("4")
    player.wait(1000)
    assert player.table.view.phase == "play"


def test_a_rank_takes_a_card_and_two_figures_one_rank() -> None:
    player = Player(Desk(find("chimera"), pace="instant", seed=1, deals=5), "en")
    as_chimera(player)
    table = player.table
    ranks = [typed(table.spec.faces[slot.face], "chimera") for slot in table.hand]
    two = next(rank for rank in ("12", "11", "10") if rank in ranks and "1" in ranks)
    player.press(*two)
    assert [typed(table.spec.faces[slot.face], "chimera") for slot in table.selected] == [two]
    player.press("escape")
    assert table.selected == []
    player.desk.now += 2000
    player.press(*two[:1])
    player.desk.now += 2000
    assert [typed(table.spec.faces[slot.face], "chimera") for slot in table.selected] == ["1"]


def test_the_button_for_melds_selects_what_the_rules_see_in_the_hand() -> None:
    lay = [Legal("lay", cards, -1, Phrase("x")) for cards in ([0, 4], [1, 5, 5])]
    menu = Menu([*lay, Legal("discard", [0], -1, Phrase("x"))], [0, 1, 2, 3, 0, 1, 2, 3])
    assert menu.draft("lay", [[0], [5, 1, 5]]) == lay[1]
    assert menu.draft("lay", [[0, 4]]) == menu.draft("lay", []) == lay[0]
    assert menu.draft("discard", []) is None


def test_what_is_selected_can_become_something_and_arrows_go_through_it() -> None:
    player = Player(Desk(find("chimera"), pace="instant", seed=1, deals=5), "en")
    as_chimera(player)
    table = player.table
    player.press("space")
    could = table.becoming()
    assert len(could) > 1
    assert len(could[0][1].cards) >= len(could[1][1].cards)
    player.press("down")
    assert sorted(slot.key for slot in table.selected) == sorted(table.spec.keys[face] for face in could[0][1].cards)
    player.press("down", "up")
    assert table.nth == 0
    assert could[0][0] in player.screen().replace("\n", " ").replace("\u00a0", " ")
    held = len(table.hand)
    player.press("enter")
    assert len(table.hand) == held - len(could[0][1].cards)


def test_a_refusal_is_explained_and_a_lost_server_is_shown() -> None:
    player = Player(Desk(find("chimera"), pace="instant", seed=1, deals=5), "en")
    player.wait(4000)
    player.table.receive([Answered(None, Problem(0, "chimera.must_lead"))])
    assert "The player who leads may not pass." in player.screen()
    player.table.receive([Answered(None, Problem(0, "no_such_code"))])
    assert "That did not work (no_such_code)." in player.screen()
    player.table.receive([Answered(None, Problem(0, "verb", {"verb": "give", "allowed": "bid pass"}))])
    assert "There is no action “Give” here. Allowed: Bid and Pass" in player.screen()
    player.table.receive([Answered(None, Problem(0, "no_such_code"))])
    player.press("escape")
    assert "That did not work" not in player.screen()
    player.wired.close()
    assert "Connection lost. Trying again" in player.screen()
    player.wired.open().read()
    assert "Connection lost" not in player.screen()


def test_a_hint_selects_cards_and_a_decision_is_taken_back() -> None:
    desk = Desk(find("chimera"), pace="instant", seed=1, deals=5)
    player = Player(desk, "en")
    as_chimera(player)
    table = player.table
    player.press("space", "down", "enter")
    player.wait(200)
    if table.view.undo:
        held = len(table.hand)
        table.undo()
        player.wired.read()
        assert len(table.hand) > held or table.view.legal
    assert isinstance(player.wired.of(Answered)[-1].answer, Ack)


@pytest.mark.parametrize("seed", [1, 3])
def test_what_was_chosen_ahead_is_not_done_in_place_of_what_is_taken_back(seed: int) -> None:
    player = Player(Desk(find("chimera"), pace="normal", seed=seed, deals=5), "en")
    table, state = player.table, player.desk.table.state
    while table.view.legal or not (table.trick and table.hand and table.view.undo):
        if table.view.legal:
            play_on(player)
        else:
            player.wait(200)
    match = state.match
    assert match is not None
    own = [move for move in match.moves if move.seat == 0]
    table.select([table.hand[0]])
    ahead = next(button for button in buttons_of(table) if button.do is not None)
    player.press(ahead.hot)
    assert table.queued is not None
    table.undo()
    table.undo()  # the key was held
    player.wired.read()
    assert [move for move in match.moves if move.seat == 0] == own[:-1]
    assert table.queued is None
    assert table.view.legal


def test_a_spectator_sees_no_hand_and_may_sit_down() -> None:
    desk = Desk(find("chimera"), pace="instant", seed=1, deals=5)
    player = Player(desk, "en", sits=False)
    player.wait(4000)
    assert player.table.me == SPECTATOR
    assert player.table.hand == []
    assert "you are watching" in player.screen()
    assert "2  Take this seat: Mira" in player.screen()
    player.press("2")
    assert player.table.me == 1
    player.table.stand()
    player.wired.read()
    assert player.table.me == SPECTATOR, "whoever stood up is not put back"


def test_friends_are_waited_for() -> None:
    player = Player(Desk(find("chimera"), gather=True), "en")
    assert "Waiting for friends" in player.screen()
    player.press("enter")
    player.wait(100)
    assert player.table.view.status == "playing"


@pytest.mark.parametrize(
    ("deck", "notation", "rank", "sign", "key"),
    [
        ("chimera", "J7", "7", "◆J", "card.chimera.jade.number"),
        ("chimera", "T11", "11", "★T", "card.chimera.star.number"),
        ("chimera", "PI", "Pi", "☯", "card.chimera.piya"),
        ("french", "HT", "10", "♥H", "card.french.heart"),
        ("german", "EU", "U", "♣E", "card.german.acorn"),
        ("german", "SQ", "O", "♠L", "card.german.leaf"),
        ("german", "DT", "10", "●B", "card.german.bell"),
        ("spanish", "O12", "12", "●O", "card.spanish.coin"),
        ("", "C5", "C5", "", "card.unknown"),
    ],
)
def test_a_card_has_its_sign_and_its_name(deck: str, notation: str, rank: str, sign: str, key: str) -> None:
    assert drawn(notation, deck)[:2] == (rank, sign)
    assert name(notation, deck)[0] == key
    assert "".join(drawn(notation, deck, plain=True)[:2]).isascii()
    assert key in catalogue("en", "chimera")


@pytest.mark.parametrize(
    ("deck", "language", "letters", "keys"),
    [
        ("french", "de", "B D K A", "b d k a"),
        ("french", "fr", "V D R A", "v d r a"),
        ("french", "hu", "B D K Á", "b d k a"),
        ("french", "en", "J Q K A", "j q k a"),
        ("german", "de", "U O K A", "u o k a"),
        ("german", "hu", "A F K Á", "a f k a"),
    ],
)
def test_a_card_has_the_letters_of_its_language(deck: str, language: str, letters: str, keys: str) -> None:
    faces = [f"S{rank}" for rank in "JQKA"]
    assert " ".join(drawn(face, deck, language=language).rank for face in faces) == letters
    assert " ".join(typed(face, deck, language=language) for face in faces) == keys
    plain = [drawn(face, deck, language=language, plain=True).rank for face in faces]
    assert "".join(plain).isascii()
    assert len(set(plain)) == 4  # without its accent the Hungarian ace would be an alsó


def test_a_hand_is_held_as_the_rules_order_it_and_its_cards_are_called_as_they_are_drawn() -> None:
    player = Player(Desk(game("doppelkopf"), seed=3), "de")
    table, words = player.table, player.words
    places = [face for group in table.view.order for face in group]
    held = [slot.face for slot in table.hand]
    assert held == sorted(held, key=places.index)
    assert held != sorted(held)
    queen = table.spec.faces.index("CQ")
    assert (words.card(queen), words.t("doppelkopf.suit.c")) == ("Kreuz-Dame", "Kreuz")
    words.drawings = "german"
    words.speak_of(table.spec, table.view)
    assert (words.card(queen), words.t("doppelkopf.suit.c")) == ("Eichel-Ober", "Eichel")
    assert words.drawn("CQ")[:2] == ("O", "♣E")
    words.drawings = "spanish"  # which this pack is not to be seen in
    assert words.deck == "french"


def test_announcements_beside_the_turn_keep_their_keys() -> None:
    keys = set()
    for deals in range(4):
        player = Player(Desk(game("doppelkopf"), pace="normal", deals=deals, options={"rules": "tournament"}), "en")
        table = player.table
        for _ in range(60):
            words = [button for button in buttons_of(table) if button.label in ("Re", "Kontra")]
            keys |= {(button.hot, bool(table.turn)) for button in words}
            healthy = [button for button in buttons_of(table) if button.label == "Healthy"]
            if words and len(keys) > 1:
                player.press(words[0].hot)
                assert f"{words[0].label}!" in player.screen()
                assert any(button.label == "No 90" for button in buttons_of(table))
                break
            if healthy:
                player.press(healthy[0].hot)
            elif table.turn and words:
                break
            else:
                player.wait()
    assert {on_turn for _, on_turn in keys} == {True, False}
    assert all("a" <= key <= "z" for key, _ in keys)


def test_a_pass_chosen_ahead_is_done_when_the_turn_comes() -> None:
    done = []
    for seed in range(12):
        player = Player(Desk(find("chimera"), pace="normal", seed=seed, deals=5), "en")
        table = player.table
        for _ in range(200):
            if table.view.status != "playing" or table.queued is not None:
                break
            ahead = [button for button in buttons_of(table) if not table.view.legal and button.do is not None]
            if ahead:
                player.press(ahead[0].hot)
                assert ": queued" in player.screen()
            elif table.view.legal:
                play_on(player)
            else:
                player.wait(200)
        player.wait(6000)
        assert table.queued is None
        assert not player.refused
        done += [said for said in table.said if said.say.key == "chimera.said.pass"]
    assert [said for said in done if said.seat == 0]


@pytest.mark.parametrize(
    ("verb", "slots", "when", "trick", "expected"),
    [
        ("play", (0,), "1 play", (), "play"),
        ("play", (0, 1), "1 play", (), "unfit"),
        ("pass", (), "1 play", (5,), "pass"),
        ("pass", (), "1 play", (6,), "over"),
        ("play", (0,), "1 bid", (), "over"),
    ],
)
def test_what_becomes_of_a_choice_ahead(
    verb: str, slots: tuple[int, ...], when: str, trick: tuple[int, ...], expected: str
) -> None:
    hand = slots_of("hand", [3, 3, 4], [0, 1, 2, 3, 4])
    menu = Menu([Legal("pass", [], -1, Phrase("p")), Legal("play", [3], -1, Phrase("s"))], [0, 1, 2, 3, 4])
    queued = Queued(verb, tuple(hand[i] for i in slots), when, trick)
    done = fate(queued, menu, "1 play", (5, 7))
    assert (done.verb if isinstance(done, Legal) else done) == expected
    still = fate(queued, Menu([], menu.keys), "1 play", (5, 7))
    assert still == ("over" if expected == "over" else "wait")


def test_the_cards_that_are_out_are_counted_from_the_view() -> None:
    player = Player(Desk(find("chimera"), pace="instant", seed=1, deals=5), "en")
    player.wait(4000)
    out = still_out(player.table).out
    assert sum(out) == 54 - 17
    as_chimera(player)
    assert sum(still_out(player.table).out) == 54 - 20
    player.press("space", "down", "enter")
    player.wait(100)
    view = player.table.view
    hidden = sum(cards.count(255) for id, cards in view.zones.items() if id.startswith("hand"))
    known = len(still_out(player.table).held)
    assert sum(still_out(player.table).out) == hidden + known
    assert "out" in out_text(player.table, Look()).plain
    assert faces_of("5,1") == [0, 2, 0]


def of_durak(language: str, deals: int) -> list[Player]:
    """Return three friends at a table of Durak, all of whom may throw in at any time."""
    options = {"throw_mode": "free"}
    desk = Desk(find("durak"), seed=1, deals=deals, seats=3, pace="instant", options=options, gather=True)
    players = [Player(desk, language, name) for name in ("Ann", "Ben", "Cleo")]
    settle(desk, [player.wired for player in players], 4000)
    players[0].table.request(Start(0))
    settle(desk, [player.wired for player in players], 4000)
    return players


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_may_act_out_of_turn_does_not_read_what_another_one_is_asked(language: str) -> None:
    for deals in range(100):
        players = of_durak(language, deals)
        attacker = next(player for player in players if player.table.view.legal)
        pairs = [legal.cards for legal in attacker.table.view.legal if len(legal.cards) == 2]
        if pairs:
            break
    t = attacker.words.t
    assert t("durak.task.attack") in " ".join(attacker.screen().split())
    one = next(legal for legal in attacker.table.view.legal if legal.cards == pairs[0][:1])
    attacker.table.do(one)  # the second one of its rank may be thrown in at once
    attacker.wired.read()
    settle(attacker.desk, [player.wired for player in players], 100)
    view = attacker.table.view
    plays = view.must | (view.window.plays if view.window is not None else 0)
    defender = next(player for player in players if plays >> player.table.me & 1)
    prompt = defender.table.view.prompt
    assert prompt is not None
    assert prompt.task is not None
    asked = defender.words.say(prompt.task)
    assert asked in " ".join(defender.screen().split())
    assert attacker.table.view.legal
    said = " ".join(attacker.screen().split())
    assert t("durak.task.throw_rank") in said
    assert asked not in said


@pytest.mark.parametrize(("which", "language", "columns"), [("gaigel", "fr", 2), ("doppelkopf", "de", 4)])
def test_a_result_shows_what_both_sides_have(which: str, language: str, columns: int) -> None:
    desk = Desk(game(which), pace="instant", seed=3, deals=1, seats=4)
    player = Player(desk, language)
    player.wait(4000)
    for _ in range(600):
        if player.table.view.status != "playing":
            break
        play_on(player)
    sheet = player.table.view.sheets[-1]
    reached = " : ".join(player.words.number(one.n) for one in sheet.tallies)
    assert len(sheet.tallies) == 2
    for told in (player.screen(), sheet_text(player.table, Look()).plain):
        line = next(line for line in told.splitlines() if " : " in line)
        assert [re.findall(r"\d+", part)[-1] for part in line.split(" : ")] == reached.split(" : "), told
    assert len(sides_of(player.table)) == columns  # partners in every deal share a column
    heads = next(
        line for line in player.screen().splitlines() if names_of(player.table, sides_of(player.table)[0]) in line
    )
    assert heads.strip()
