"""Colours and signs of the terminal table."""

from __future__ import annotations

from typing import Final, NamedTuple

CARD_INK: Final = {
    "green": "#00693e",
    "blue": "#1b4bb0",
    "red": "#b3202a",
    "yellow": "#7d5200",
    "gold": "#7a2f8f",
    "plain": "#20241f",
}
"""Inks on a light card; each has a contrast of at least 4.5 to it, dimmed cards included."""


class Look(NamedTuple):
    """The colours and signs to use. plain: ASCII only and no colours."""

    plain: bool = False

    @property
    def rule(self) -> str:
        """A piece of a horizontal line."""
        return "-" if self.plain else "─"

    @property
    def edge(self) -> str:
        """A card's left edge."""
        return "|" if self.plain else "▏"

    @property
    def turn(self) -> str:
        """Stands before the player on turn."""
        return ">" if self.plain else "▶"

    @property
    def cursor(self) -> str:
        """Stands below the card at the cursor."""
        return "^" if self.plain else "▲"

    @property
    def dot(self) -> str:
        """Stands below cards that can be played."""
        return "." if self.plain else "·"

    @property
    def back(self) -> str:
        """The back of a card."""
        return "##" if self.plain else "░░"

    @property
    def dash(self) -> str:
        """Stands between parts of a line."""
        return "-" if self.plain else "·"

    def style(self, name: str) -> str:
        """Return a style by its name; "" without colours."""
        return "" if self.plain else STYLES[name]

    def card(self, ink: str, *, lit: bool = True, selected: bool = False) -> str:
        """Return the style of a card. ink: the colour of its suit; lit: it can be played."""
        if self.plain:
            return ""
        ground = "#fff3c4" if selected else "#f2eee1" if lit else "#c4c0b0"
        return f"bold {CARD_INK[ink]} on {ground}"


STYLES: Final = {
    "head": "bold #f0ead6 on #1f4d3c",
    "head_note": "#cfe3d8 on #1f4d3c",
    "rule": "#6f9a86",
    "title": "bold #a9d6c0",
    "text": "#e9e6da",
    "soft": "#a9bbb1",
    "me": "bold #ffffff",
    "turn": "bold #ffd75e",
    "good": "bold #8fe0a8",
    "bad": "bold #ffb0a0",
    "key": "bold #10231b on #d9b64a",
    "key_off": "#8fa79b on #24382f",
    "button": "bold #f6f1df on #2c5c49",
    "button_off": "#8fa79b on #1c2e26",
    "notice": "#ffe08a",
    "tip": "#b9e0ff",
    "back": "#9fb5ff on #263a63",
    "edge": "#8a8776 on #f2eee1",
    "foot": "#a9bbb1 on #16271f",
    "foot_key": "bold #ffd75e on #16271f",
}
GROUND: Final = "#10201a"
