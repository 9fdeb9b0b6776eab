"""The screens that open over the table: a text to read, a list to choose from, a line to write."""

from __future__ import annotations

from typing import ClassVar

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, OptionList, Static

FRAME = """
{name} {{ align: center middle; background: #000000 45%; }}
{name} > Vertical {{
    width: {width}; max-width: 100%; height: auto; max-height: 100%;
    background: #16291f; border: round #6f9a86; padding: 0 1;
}}
{name} .title {{ text-style: bold; color: #ffd75e; }}
{name} .rest {{ color: #a9bbb1; }}
{name} VerticalScroll, {name} OptionList {{ height: auto; max-height: 90vh; background: #16291f; border: none;
    scrollbar-background: #16291f; scrollbar-color: #6f9a86; scrollbar-color-hover: #d9b64a;
    scrollbar-color-active: #d9b64a; scrollbar-background-hover: #16291f; scrollbar-background-active: #16291f; }}
{name} OptionList > .option-list--option-highlighted {{ background: #d9b64a; color: #10231b; text-style: bold; }}
{name} OptionList:focus > .option-list--option-highlighted {{ background: #d9b64a; color: #10231b; text-style: bold; }}
"""


class Over(ModalScreen[int | None]):
    """A screen over the table; Escape closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "close", show=False)]

    def action_close(self) -> None:
        """Close the screen without an answer."""
        self.dismiss(None)


class Reading(Over):
    """A text that can be longer than the screen. end: begin at its end."""

    CSS = FRAME.format(name="Reading", width="86") + "Reading VerticalScroll { max-height: 90vh; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "close", show=False)]

    def __init__(self, title: str, text: RenderableType, *, end: bool = False) -> None:
        super().__init__()
        self.heading = title
        self.text = text
        self.end = end

    def compose(self) -> ComposeResult:
        """Yield the widgets of the screen."""
        with Vertical():
            yield Label(self.heading, classes="title", markup=False)
            with VerticalScroll() as scroll:
                yield Static(self.text)
        scroll.focus()

    def on_mount(self) -> None:
        """Scroll to the end, if that is wanted."""
        if self.end:
            self.query_one(VerticalScroll).scroll_end(animate=False)


class Choices(Over):
    """A choice from a list."""

    CSS = FRAME.format(name="Choices", width="60")

    def __init__(self, title: str, answers: list[str]) -> None:
        super().__init__()
        self.heading = title
        self.answers = answers

    def compose(self) -> ComposeResult:
        """Yield the widgets of the screen."""
        with Vertical():
            yield Label(self.heading, classes="title", markup=False)
            yield OptionList(*self.answers, markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Close the screen with the number of the answer."""
        self.dismiss(event.option_index)


class Answers(ModalScreen[str | None]):
    """A line of input."""

    CSS = FRAME.format(name="Answers", width="50")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False)]

    def __init__(self, title: str, given: str, most: int = 24) -> None:
        super().__init__()
        self.heading = title
        self.given = given
        self.most = most

    def compose(self) -> ComposeResult:
        """Yield the widgets of the screen."""
        with Vertical():
            yield Label(self.heading, classes="title", markup=False)
            yield Input(self.given, max_length=self.most)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close the screen with the text."""
        self.dismiss(event.value)

    def action_close(self) -> None:
        """Close the screen without an answer."""
        self.dismiss(None)
