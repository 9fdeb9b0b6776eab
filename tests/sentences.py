"""The sentence of the table as a viewer reads it, in whole: with cards in the notation, or by their names."""

from __future__ import annotations

from pathlib import Path

from stich.kernel.cards import Seat, has
from stich.kernel.match import Match
from stich.kernel.view import view
from stich.text.cards import name
from stich.text.say import Speaker

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Emil", "Fay"]


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


def sentence_in_words(m: Match, viewer: Seat, language: str = "en", deck: str = "") -> str:
    """Return the same with the names of cards, and "You" for the viewer. deck: the drawings they have chosen; "": the
    game's own.
    """
    game = m.game
    shown = deck or game.pack.art

    def card(face: int) -> str:
        return speaker.say(*name(game.pack.names[face], shown))

    def seat(number: int) -> str:
        return speaker.say("table.you") if number == viewer else NAMES[number]

    speaker = Speaker(language, game.name, seat=seat, card=card, me=viewer, deck=shown)
    seen = view(m.deal, viewer)
    acts = m.deal.legal(viewer) if has(m.deal.must() | m.deal.may(), viewer) else []
    prompt = game.prompt(seen.seen, viewer, seen.must, acts)
    parts = (prompt.scene, prompt.task, prompt.note)
    return " · ".join([speaker.say(part.key, part.args) for part in parts if part is not None])
