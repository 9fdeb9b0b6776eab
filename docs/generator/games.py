"""A page for each game, from what the package says of it."""

from __future__ import annotations

from generator.figures import figures_of, section_of
from generator.markdown import code, table
from generator.numbers import actions_of, observation_of
from generator.rules import rules_of
from generator.staging import Staging
from generator.texts import Texts
from stich.bots import levels
from stich.env.deals import CardGame, Deal, game
from stich.games import games
from stich.kernel.game import Game
from stich.kernel.options import Option, Preset
from stich.text.catalogue import LANGUAGES

SPOKEN = {"en": "English", "de": "German", "fr": "French", "hu": "Hungarian"}
CODES = (
    "In facts a card is the number of its face in the pack, from 0; of a set of seats bit i is seat i, of a set of "
    "faces bit i is face i."
)
SHOWN = (7, 0.4)
"""The seed of the deal on the page of a game, and how much of it has been played."""


def write_games(staging: Staging) -> None:
    """Write the page of each game, its picture, and the list of all."""
    every = games()
    for one in every.values():
        staging.write(f"games/{one.name}.md", page(one))
        deal = shown(game(one.name))
        staging.write(f"games/{one.name}.svg", deal.view(deal.seat).svg())
    named = sorted(every.values(), key=lambda each: Texts(each)["name"].replace("É", "E"))
    staging.write("games/index.md", index(named))


def index(named: list[Game]) -> str:
    """Return the list of all games."""
    rows = []
    for one in named:
        texts = Texts(one)
        rows.append([f"[{texts['name']}]({one.name}.md)", players(one), texts["about"]])
    names = "\n".join(one.name for one in named)
    tree = f"```{{toctree}}\n:hidden:\n\n{names}\n```"
    head = "What stands here comes from the package when the site is built: the same rules and texts as at the table."
    return "\n\n".join(["# Games", head, table(["game", "players", ""], rows), tree, ""])


def page(of: Game) -> str:
    """Return the page of a game."""
    texts = Texts(of)
    one = game(of.name)
    names = [Texts(of, language)["name"] for language in LANGUAGES]
    measured = figures_of([*dict.fromkeys([*names, of.name])])
    parts = [
        f"# {texts['name']}",
        texts["about"],
        f"![A deal of {texts['name']}, as the seat knows it whose turn it is]({of.name}.svg){{.position}}",
        table(["", ""], facts(of, names)),
        "## Rules",
        rules_of(of),
        "## Options",
        options(of, texts),
        "## Presets",
        presets(of, texts),
        "## Bots",
        bots(of, names),
        "## Figures",
        measured or "None of the measurements names this game alone.",
        "## Observation",
        f"With the default options and {one.players} players. [env.md](../env.md) explains the two rows.",
        CODES,
        observation_of(one, texts),
        "## Actions",
        f"With the default options and {one.players} players. [env.md](../env.md) explains the numbers.",
        actions_of(one, texts),
    ]
    return "\n\n".join([*parts, ""])


def facts(of: Game, names: list[str]) -> list[list[str]]:
    """Return what is known of a game at a glance. names: one in each language."""
    called = ", ".join(f"{name} ({SPOKEN[language]})" for language, name in zip(LANGUAGES, names, strict=True))
    return [
        ["names", called],
        ["in Python", code(f'stich.game("{of.name}")')],
        ["players", players(of)],
        ["a usual match", f"{of.minutes} minutes"],
        ["cards", f"{len(game(of.name).rules.layout.deck)}, {of.pack.art}"],
        ["version of the rules", str(of.version)],
    ]


def players(of: Game) -> str:
    """Return the possible numbers of players, and the usual one."""
    return seats_in_words(of.seats) + (f", usually {of.seats[0]}" if len(of.seats) > 1 else "")


def seats_in_words(seats: list[int]) -> str:
    """Return numbers of players; of a row of them the first and the last."""
    few, many = min(seats), max(seats)
    return f"{few}–{many}" if few < many == few + len(seats) - 1 else ", ".join(map(str, sorted(seats)))


def options(of: Game, texts: Texts) -> str:
    """Return a table of the options. What each does stands in the rules, to which its name leads."""
    rows = [option(one, of, texts) for one in of.options]
    head = ["option", "at the table", "values, the default first", "has an effect if"]
    wide = len(head) if any(row[-1] for row in rows) else -1
    return table(head[:wide], [row[:wide] for row in rows])


def option(one: Option, of: Game, texts: Texts) -> list[str]:
    """Return the row of an option."""
    named = [(code(value), texts.value(one, value)) for value in one.values]
    values = "; ".join(value if value == code(words) else f"{value} {words}" for value, words in named)
    if one.kind == "number":
        values += f"; any number from {one.least} to {one.most}"
    if one.order:
        values += "; or the seats in any order, `2,0,1`"
    return [code(one.name), f"[{texts[f'option.{one.name}']}](#{of.name}-option.{one.name})", values, texts.needs(one)]


def presets(of: Game, texts: Texts) -> str:
    """Return a table of the presets."""
    if not of.presets:
        return "The game has none: its defaults are the usual table."
    return table(["preset", "at the table", "players", "what it sets"], [preset(one, of, texts) for one in of.presets])


def preset(one: Preset, of: Game, texts: Texts) -> list[str]:
    """Return the row of a preset."""
    sets = ", ".join(code(f"{name}={value}") for name, value in one.options.items()) or "the defaults"
    about = f"{texts[f'preset.{one.name}']}: {texts[f'preset.{one.name}.about']}"
    chosen = " *Chosen for those who choose nothing.*" if one.recommended else ""
    return [code(one.name), about + chosen, seats_in_words(one.seats or of.seats), sets]


def bots(of: Game, names: list[str]) -> str:
    """Return the levels of the bots, and where their strength is measured. names: of the game."""
    section = section_of("strength.md", names)
    more = f" Of this game: {section}." if section else ""
    said = "How strong they are: [strength.md](../strength.md)."
    return f"{', '.join(map(code, levels(of)))}, from the weakest to the strongest. {said}{more}"


def shown(of: CardGame) -> Deal:
    """Return the deal that the page of a game shows."""
    seed, share = SHOWN
    whole, deal = of.deal(seed), of.deal(seed)
    moves = []
    while not whole.over:
        moves.append(whole.choice("beginner"))
        whole.play(moves[-1])
    for move in moves[: int(len(moves) * share)]:
        deal.play(move)
    return deal
