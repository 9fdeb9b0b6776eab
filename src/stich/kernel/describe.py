"""The description of a game that a table needs to show it: zones, facts, verbs and options, all taken from the
declarations.
"""

from __future__ import annotations

from typing import Any

from stich.kernel.cards import seats_of
from stich.kernel.game import Game
from stich.kernel.verbs import Verb
from stich.kernel.zones import Rules

SEE = ("secret", "owner", "public")


def describe_game(game: Game) -> dict[str, Any]:
    """Return the game's entry for the start page, as plain data: numbers of players, duration, options."""
    return {
        "game": game.name,
        "version": game.version,
        "seats": game.seats,
        "minutes": game.minutes,
        "deck": game.pack.art,
        "decks": game.pack.decks,
        "showcase": game.showcase,
        "pose": game.pose,
        "kind": game.kind,
        "options": [
            {
                "name": o.name,
                "kind": o.kind,
                "values": o.values,
                "default": o.default,
                "least": o.least,
                "most": o.most,
                "order": o.order,
                "needs": [need.ways() for need in o.needs],
            }
            for o in game.options
        ],
        "presets": [(one.name, one.options, one.seats or game.seats, one.recommended) for one in game.presets],
    }


def describe_table(game: Game, rules: Rules) -> dict[str, Any]:
    """Return a table's constants, as plain data. Every name in them is also a text key or the end of one."""
    layout = rules.layout
    return {
        "game": game.name,
        "version": game.version,
        "seats": layout.seats,
        "deck": layout.pack.art,
        "decks": layout.pack.decks,
        "faces": layout.pack.names,
        "keys": layout.pack.keys,
        "copies": [layout.deck.count(face) for face in range(len(layout.pack.names))],
        "zones": [
            {
                "id": layout.ids[at],
                "name": zone.name,
                "owner": layout.owner[at],
                "role": zone.role,
                "ordered": zone.ordered,
                "see": SEE[zone.see],
                "shown": zone.shown,
                "counted": zone.counted,
                "most": zone.most,
            }
            for at, zone in enumerate(layout.zones)
        ],
        "facts": [{"name": f.name, "kind": f.kind, "staged": f.staged} for f in layout.facts],
        "phases": [phase.name for phase in game.phases],
        "verbs": [describe_verb(verb) for verb in game.verbs.values()],
        "tables": game.tables,
        "unlisted": [(a.verb, list(a.cards), a.to, words) for a, words in game.unlisted(rules).items()],
        "options": rules.options,
        "preset": game.preset_of(rules),
        "premoves": game.premoves,
        "asides": game.asides,
        "fewest": layout.fewest,
        "wild": list(layout.wild),
        "sides": [seats_of(seats) for seats in layout.sides],
    }


def describe_verb(verb: Verb) -> dict[str, Any]:
    """Return a verb as plain data, under the names of its declaration."""
    return {
        "name": verb.name,
        "cards": verb.cards,
        "bare": verb.bare,
        "free": verb.free,
        "to": verb.to,
        "at": verb.at,
        "least": verb.least,
        "most": verb.most,
        "within": verb.within,
        "among": verb.among,
        "above": verb.above,
        "optional": verb.optional,
        "away": verb.away,
    }
