"""The sentence of the table as a player reads it, for tests of any game."""

from __future__ import annotations

from stich.kernel.cards import Seat, has
from stich.kernel.match import Match
from stich.kernel.view import view
from stich.text.say import Speaker

NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fay"]


def says(m: Match, viewer: Seat, language: str = "en") -> str:
    """Return what a viewer reads now, with cards in the notation."""
    v = view(m.deal, viewer)
    acts = m.deal.legal(viewer) if has(v.must | v.may, viewer) else []
    prompt = m.game.prompt(v.seen, viewer, v.must, acts)
    cards = m.rules.layout.pack.names
    speaker = Speaker(language, m.game.name, seat=NAMES.__getitem__, card=cards.__getitem__, me=viewer)
    return " · ".join([speaker.say(part.key, part.args) for part in (prompt.scene, prompt.task, prompt.note) if part])
