"""The sentence of the table as a viewer reads it, in whole."""

from __future__ import annotations

from pathlib import Path

from stich.kernel.cards import Seat, has
from stich.kernel.match import Match
from stich.kernel.view import view
from stich.text.say import Speaker

NAMES = ["Ada", "Ben", "Cleo", "Dan"]


def sentence(m: Match, viewer: Seat, language: str = "en", folder: Path | None = None) -> str:
    """Return scene, task and note, and behind them in brackets the card that is pointed at as the best one.

    folder: of a game that is not stich's own.
    """
    game = m.game
    pack = m.rules.layout.pack
    seen = view(m.deal, viewer)
    acts = m.deal.legal(viewer) if has(m.deal.must() | m.deal.may(), viewer) else []
    prompt = game.prompt(seen.seen, viewer, seen.must, acts)
    speaker = Speaker(
        language, folder or game.name, seat=NAMES.__getitem__, card=lambda card: pack.names[card], me=viewer
    )
    parts = [speaker.say(one.key, one.args) for one in (prompt.scene, prompt.task, prompt.note) if one is not None]
    trick = next((seen.seen.zones[zone.at] for zone in m.rules.layout.common if zone.role == "trick"), b"")
    best = f" [{pack.names[trick[prompt.best]]}]" if prompt.best >= 0 else ""
    return " · ".join(parts) + best
