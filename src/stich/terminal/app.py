"""The terminal table as a Textual application: keys, clicks and sizes go in, the drawn board comes out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widget import Widget

from stich.client import Ended, News, Overheard
from stich.client.address import Refusal, TableAddress, fetch_code, fetch_texts
from stich.client.connection import Connection
from stich.client.shuffling import Shuffling
from stich.server.messages.from_client import Rename
from stich.terminal.buttons import buttons_of, press
from stich.terminal.by_itself import ByItself
from stich.terminal.company import leave, ruling, table_settings
from stich.terminal.draw import board
from stich.terminal.look import GROUND, Look
from stich.terminal.out import out_text
from stich.terminal.pieces import cut
from stich.terminal.preferences import Preferences
from stich.terminal.screens import Answers, Choices, Reading
from stich.terminal.table import Table
from stich.terminal.talk import LONGEST, Talk
from stich.terminal.texts import help_text, log_text, sheet_text
from stich.terminal.times import runs
from stich.terminal.words import LANGUAGE_NAMES, Words

SMALLEST: Final = (60, 20)
FOOT: Final = (  # key, text, what it does
    ("F1", "terminal.help", "help"),
    ("F2", "terminal.sheet", "sheet"),
    ("F3", "terminal.log", "log"),
    ("F4", "terminal.settings", "settings"),
    ("F5", "terminal.hint", "hint"),
    ("F6", "terminal.undo", "undo"),
    ("F7", "terminal.out", "out"),
    ("F8", "terminal.talk", "talk"),
    ("F10", "terminal.quit", "quit"),
)


class Board(Widget):
    """The table itself: all of the screen."""

    DEFAULT_CSS = "Board { width: 100%; height: 100%; }"
    can_focus = True

    def render(self) -> Text:
        """Draw the table in the size of the screen."""
        app = self.app
        assert isinstance(app, TerminalTable)
        return Text("\n", no_wrap=True, overflow="crop").join(app.lines(self.size.width, self.size.height))

    def on_click(self, event: events.Click) -> None:
        """Select the card or press the button under the mouse."""
        app = self.app
        assert isinstance(app, TerminalTable)
        meta = event.style.meta
        if "slot" in meta:
            app.by_itself.hold()
            app.table.toggle(meta["slot"])
        elif "button" in meta:
            found = buttons_of(app.table)
            if meta["button"] < len(found):
                app.by_itself.hold()
                found[meta["button"]].press(busy=app.table.session.busy)
        app.show()


class TerminalTable(App[bool]):
    """One table in a terminal.

    table_address: of the table; name: the user's name; cookie: the user's identity there, and `keep` is called with the
    new one;
    sits: take a free seat automatically; drawings: the preferred deck, if several can show the cards; preferences: what
    the user likes at every table. The app's result is True if a lesson is over and the user wants a real match.
    """

    TITLE = "stich"
    ENABLE_COMMAND_PALETTE = False
    CSS = f"""
    Screen {{ background: {GROUND}; }}
    Screen.-plain {{ background: ansi_default; }}
    .-plain > Vertical {{ background: ansi_default; border: ascii ansi_default; }}
    .-plain VerticalScroll, .-plain OptionList, .-plain .title {{ background: ansi_default; color: ansi_default; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key.lower(), action, show=False, priority=True) for key, _, action in FOOT),
        Binding("ctrl+c,ctrl+q", "quit", show=False, priority=True),
        # terminals use some of these keys themselves, so each has an alternative
        Binding("question_mark", "help", show=False),
        Binding("equals_sign", "sheet", show=False),
        Binding("number_sign", "log", show=False),
        Binding("dollar_sign", "settings", show=False),
        Binding("exclamation_mark", "hint", show=False),
        Binding("backspace,ctrl+z", "undo", show=False),
        Binding("asterisk", "out", show=False),
        Binding("quotation_mark", "talk", show=False),
    ]

    def __init__(
        self,
        table_address: TableAddress,
        *,
        language: str,
        name: str = "",
        cookie: str = "",
        keep: Callable[[str], None] | None = None,
        sits: bool = True,
        plain: bool = False,
        drawings: str = "",
        preferences: Preferences | None = None,
    ) -> None:
        super().__init__(ansi_color=plain)
        self.look = Look(plain)
        self.table_address = table_address
        self.keep = keep
        self.connection = Connection(table_address, self.receive, cookie)
        words = Words(language, drawings=drawings)
        self.table = Table(self.connection.session, words, self.connection.request, name=name, sits=sits)
        self.shuffling = Shuffling(self.connection.session, self.connection.request, self.set_timer)
        self.table.leave_lesson = lambda: self.exit(True)
        self.preferences = preferences or Preferences()
        self.table.points = self.preferences.liked.points
        self.talk = Talk(self.table, self.preferences)
        self.by_itself = ByItself(self.table, on=self.preferences.liked.forced)
        self.timer: Timer | None = None  # of what will be done by itself
        self.second: Timer | None = None  # until the next figure of a time that runs
        self.texts_of = ("", "")  # the language and the game of the requested texts
        self.ended = ""

    def compose(self) -> ComposeResult:
        """Yield the widgets of the screen."""
        yield Board()

    def on_mount(self) -> None:
        """Connect."""
        self.screen.set_class(self.look.plain, "-plain")
        self.run_worker(self.connection.run(), exclusive=False, exit_on_error=True)

    # -- messages -----------------------------------------------------------------------------------------------------

    def receive(self, news: list[News]) -> None:
        """Handle the table's news; an empty list: the socket came or went."""
        self.table.receive(news)
        self.shuffling.follow()
        self.by_itself.receive(news)
        for one in news:
            if isinstance(one, Overheard) and self.table.shown:
                self.talk.hear(one.lines)
            elif isinstance(one, Ended):
                self.ended = f"error.{one.problem.code}"
        if self.keep is not None and self.connection.cookie:
            self.keep(self.connection.cookie)
        spec = self.connection.session.spec
        if spec is not None and self.texts_of != (self.table.words.language, spec.game):
            self.say_in(self.table.words.language)
        self.show()

    def say_in(self, language: str) -> None:
        """Change the language, once the server has sent its texts."""
        spec = self.connection.session.spec
        if spec is not None:
            self.texts_of = (language, spec.game)
            self.run_worker(self._fetch(language, spec.game), exclusive=True, group="texts", exit_on_error=False)

    async def _fetch(self, language: str, game: str) -> None:
        try:
            texts = await asyncio.to_thread(fetch_texts, self.table_address, language, game)
        except Refusal:
            self.texts_of = ("", "")  # requested again with the next news
            return
        words = Words(language, texts, drawings=self.table.words.drawings)
        session = self.connection.session
        words.speak_of(session.spec, session.view if session.shown else None)
        self.table.words = words
        self.show()

    def show(self) -> None:
        """Draw the table again, and show the open question."""
        if not self.is_running or not self.screen_stack:
            return
        self._play_forced()
        if self.second is not None:
            self.second.stop()
        self.second = self.set_timer(1, self.show) if runs(self.table) else None
        for drawn in self.screen_stack[0].query(Board):
            drawn.refresh()
        if self.table.question is not None and len(self.screen_stack) == 1:
            question = self.table.question
            wordings = [self.table.words.say(action.say) for action in question.actions]
            title = self.table.words.t("table.which", what=question.label)
            self.push_screen(Choices(title, wordings), self._answered)

    def _play_forced(self) -> None:
        """Let what is forced be done after a pause; not while a screen covers the table."""
        now = time.monotonic()
        if self.timer is not None:
            self.timer.stop()
            self.timer = None
        if not self.by_itself.look(now):
            return
        if now < self.by_itself.due or len(self.screen_stack) > 1:
            self.timer = self.set_timer(max(0.1, self.by_itself.due - now), self.show)
        else:
            self.by_itself.act()

    def _answered(self, chosen: int | None) -> None:
        question, self.table.question = self.table.question, None
        if question is not None and chosen is not None:
            self.table.do(question.actions[chosen])
        self.show()

    # -- drawing ------------------------------------------------------------------------------------------------------

    def lines(self, width: int, height: int) -> list[Text]:
        """Return the current screen."""
        words, table = self.table.words, self.table
        known = table.shown and words.has(f"{table.spec.game}.name")
        if not known or self.ended:
            return self._message(words.t(self.ended or self._state()), width, height)
        if width < SMALLEST[0] or height < SMALLEST[1]:
            wording = words.t("terminal.small", n=SMALLEST[0], lines=SMALLEST[1])
            return self._message(wording, width, height)
        return board(table, self.look, width, height, self.foot(width))

    def _state(self) -> str:
        return "link.retrying" if self.connection.tries > 1 else "link.connecting"

    def _message(self, wording: str, width: int, height: int) -> list[Text]:
        lines = [cut(line, width) for line in Text(wording, justify="center").wrap(self.console, max(8, width - 2))]
        above = max(0, (height - len(lines)) // 2)
        out = [Text()] * above + lines
        return [*out, *[Text()] * max(0, height - 1 - len(out)), self.foot(width)][:height]

    def foot(self, width: int) -> Text:
        """Return the last line: the keys that always work."""
        keys = [(key, self.table.words.t(text)) for key, text, action in FOOT if self.check_action(action, ())]
        for dropped in ("F3", "F4"):  # the screen shows the history anyway, and the help names all keys
            if sum(cell_len(f" {key} {text}") for key, text in keys) > width:
                keys = [(key, text) for key, text in keys if key != dropped]
        gap = " " if sum(cell_len(f" {key} {text} ") for key, text in keys) <= width else ""
        line = Text("", self.look.style("foot"))
        for key, text in keys:
            line.append(f" {key}", self.look.style("foot_key"))
            line.append(f" {text}{gap}", self.look.style("foot"))
        line = cut(line, width)
        line.pad_right(max(0, width - line.cell_len))
        return line

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Show hint and takeback only if the table offers them."""
        table = self.table
        if action in ("hint", "undo", "out", "sheet", "log", "settings") and not table.shown:
            return False
        if action == "hint":
            lesson = table.spec.lesson is not None  # the lesson says what to play; a bot could differ
            return table.spec.aids and not lesson and not table.watching and bool(table.turn)
        if action == "out":
            return table.spec.aids and table.view.deal > 0
        if action == "talk":
            return table.shown and self.talk.possible
        if action == "undo":
            return table.view.undo
        return True

    # -- actions ------------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Handle a key of the table; before the table is shown, Enter tries to connect at once."""
        if len(self.screen_stack) > 1 or not self.table.shown:
            if event.key == "enter":
                self.connection.hurry()
            return
        letter = event.character.lower() if event.character is not None and event.is_printable else ""
        self.by_itself.hold()
        if press(self.table, event.key if not letter or letter == " " else letter, time.monotonic()):
            event.stop()
        self.show()

    def action_help(self) -> None:
        """Open the list of keys."""
        self._open(Reading(*help_text(self.table, self.look)))

    def action_sheet(self) -> None:
        """Open the score sheet."""
        self._open(Reading(self.table.words.t("sheet.title"), sheet_text(self.table, self.look)))

    def action_log(self) -> None:
        """Open all that was said."""
        self._open(Reading(self.table.words.t("table.log"), log_text(self.table, self.look), end=True))

    def action_out(self) -> None:
        """Open the list of cards that are still out."""
        self._open(Reading(self.table.words.t("table.out"), out_text(self.table, self.look)))

    def action_talk(self) -> None:
        """Open what can be said."""
        answers = self.talk.answers(self._write)
        title = self.table.words.t("talk.title")
        self._open(Choices(title, [wording for wording, _ in answers]), lambda n: self._set(answers, n))

    def _write(self) -> None:
        title = self.table.words.t("talk.text")
        self.push_screen(Answers(title, "", LONGEST), self.talk.write)

    def action_hint(self) -> None:
        """Ask for advice."""
        self.table.hint()
        self.show()

    def action_undo(self) -> None:
        """Take back the last decision."""
        self.table.undo()
        self.show()

    def action_settings(self) -> None:
        """Open the settings."""
        t, pair = self.table.words.t, self.table.words.pair
        answers: list[tuple[str, Callable[[], object]]] = []
        for language, name in LANGUAGE_NAMES.items():
            now = " *" if language == self.table.words.language else ""
            answers.append((pair(t("settings.language"), name + now), lambda language=language: self.say_in(language)))  # type: ignore[misc]
        answers += ruling(self.table, self._ask)
        answers += table_settings(self.table)
        if not self.table.watching:
            answers.append((self._switch("settings.forced", self.by_itself.on), self._like_forced))
            answers.append((t("settings.name"), self.ask_name))
            answers.append((t("recover.title"), self._show_code))
            answers.append((t("table.stand"), lambda: leave(self.table, self._ask)))
        if any(spec.kind in ("points", "tally") for spec in self.table.spec.facts):
            answers.insert(len(LANGUAGE_NAMES), (self._switch("settings.points", self.table.points), self._like_points))
        self._open(Choices(t("settings.title"), [wording for wording, _ in answers]), lambda n: self._set(answers, n))

    def _ask(self, question: str, answers: list[tuple[str, Callable[[], object]]]) -> None:
        """Ask a question with several answers."""
        self._open(Choices(question, [wording for wording, _ in answers]), lambda n: self._set(answers, n))

    def _show_code(self) -> None:
        """Show the code with which the user can go on on another device."""
        self.run_worker(self._fetch_code(), group="code", exit_on_error=False)

    async def _fetch_code(self) -> None:
        words = self.table.words
        try:
            code = await asyncio.to_thread(fetch_code, self.table_address, self.connection.cookie)
        except Refusal as refusal:
            self.table.notice = words.refusal(self.table.spec.game, refusal.problem)
            self.show()
        else:
            self._open(Reading(words.t("recover.title"), f"{words.t('recover.about')}\n\n    {code}"))

    def _set(self, answers: list[tuple[str, Callable[[], object]]], chosen: int | None) -> None:
        if chosen is not None:
            answers[chosen][1]()
        self.show()

    def _switch(self, key: str, on: bool) -> str:
        """Return a setting with its state."""
        words = self.table.words
        return words.pair(words.t(key), words.t("table.yes" if on else "table.no"))

    def _like_forced(self) -> None:
        self.by_itself.hold()
        self.by_itself.on = self.preferences.liked.forced = not self.by_itself.on
        self.by_itself.held = False
        self.preferences.keep()

    def _like_points(self) -> None:
        self.table.points = self.preferences.liked.points = not self.table.points
        self.preferences.keep()

    def ask_name(self) -> None:
        """Ask for the user's name."""
        words = self.table.words
        self.push_screen(Answers(words.t("settings.name"), words.occupant(self.table.me)), self._named)

    def _named(self, name: str | None) -> None:
        if name and name.strip():
            self.connection.request(Rename(0, name.strip()))

    def _open(self, screen: Reading | Choices, done: Callable[[int | None], None] | None = None) -> None:
        """Open a screen over the table, or close the open one."""
        if len(self.screen_stack) > 1:
            self.pop_screen()
        else:
            screen.set_class(self.look.plain, "-plain")
            self.push_screen(screen, done)
