"""The sentence of the table as its readers have it: names of players and cards in it, its parts joined."""

from __future__ import annotations

from stich.kernel.cards import HOST, Seat, has
from stich.kernel.match import Match
from stich.kernel.view import view
from stich.terminal.cards import name
from stich.text.say import Speaker

PLAYERS = ("Anna", "Ben", "Cleo", "Dan")


def sentence(m: Match, viewer: Seat, language: str = "en", deck: str = "") -> str:
    """Return what the table says to a viewer now. deck: the drawings they have chosen; "": the game's own."""
    game = m.game
    shown = deck or game.pack.art

    def card(face: int) -> str:
        return speaker.say(*name(game.pack.names[face], shown))

    def seat(number: int) -> str:
        return speaker.say("table.you") if number == viewer else PLAYERS[number]

    speaker = Speaker(language, game.name, seat=seat, card=card, me=viewer, deck=shown)
    asked = viewer < HOST and has(m.deal.must() | m.deal.may(), viewer)
    seen = view(m.deal, viewer)
    prompt = game.prompt(seen.seen, viewer, seen.must, m.deal.legal(viewer) if asked else [])
    parts = (prompt.scene, prompt.task, prompt.note)
    return " · ".join([speaker.say(part.key, part.args) for part in parts if part is not None])
