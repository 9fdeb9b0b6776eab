"""The card of a file of data: what is in it, how it was made, and what it may be used for."""

from __future__ import annotations

from typing import Final

from stich import __version__, build_info
from stich.env.data import PARQUET
from stich.env.data_files import Size
from stich.env.self_play import Settings

COLUMNS: Final = {
    "deal": "number of the deal, from 0",
    "step": "number of the decision in the deal, from 0",
    "seat": "the seat that decides, from 0",
    "bot": "level of the bot in this seat",
    "legal": "numbers of the actions that were legal, as `stich.env.actions.ActionNumbers` gives them",
    "action": "number of the chosen one; -1 if it has none (of more than 1,024 without a number of their own)",
    "move": "the chosen one in the notation of records; `window_closed`: the seat declines to interrupt",
    "points": "what the deal was worth for this seat; more is better, so penalties are negative",
    "all_points": "the same for every seat",
    "record": "the deal as a record, in the row of step 0; empty in the others",
    "observation": "what the seat knew: the row of cards, a byte for each number (`stich.env.observation`)",
    "facts": "what the seat knew: the row of facts, whole numbers",
}
OF_DEALS: Final = {
    "deal": COLUMNS["deal"],
    "bots": "level of the bot in each seat",
    "points": "what the deal was worth for each seat; more is better, so penalties are negative",
    "record": "the deal as a record: options, source of the cards, every action, the score",
    "decisions": "a list of objects, one for each decision, with what follows",
}
OF_DECISIONS: Final = ("step", "seat", "legal", "action", "move", "observation", "facts")


def card(name: str, form: str, settings: Settings, size: Size, wanted: int, command: str, date: str) -> str:
    """Return the text of a card, in Markdown.

    name: of the file. form: its format, as `format_of` gives it. size: what is in it. wanted: deals that were asked
    for. command: that made it. date: of today, as 2026-11-29.
    """
    s = settings
    options = ", ".join(f"{name}={value}" for name, value in s.options.items()) or "the usual ones"
    unfinished = f" of {wanted:,} that were asked for; the same command goes on" if size.deals < wanted else ""
    about = {
        "game": f"{s.game}, rules of version {s.version}, {s.players} seats",
        "options": options,
        "bots, from seat 0 on": ", ".join(s.bots),
        "seeds": f"{s.seed} to {s.seed + max(size.deals, 1) - 1}: deal n has the seed {s.seed} + n",
        "deals": f"{size.deals:,}{unfinished}",
        "decisions": f"{size.decisions:,}",
        "date": date,
        "made by": f"stich {__version__}, {build_info()}",
        "command": f"`{command}`",
        "licence": "MIT, like stich",
    }
    return "\n".join(
        [
            f"# {name}",
            "",
            f"Deals of {s.game} that bots have played with each other, with every decision. A seed decides the cards",
            "and what the bots do: the same command makes the same data.",
            "",
            *table("", "", about),
            "",
            *(parquet_rows(s) if form == PARQUET else json_lines(s)),
            "",
            "## What a seat knew, and what it did not",
            "",
            "`legal`, `action` and `move`, and `observation` and `facts` if they are there, follow from what the",
            "deciding seat knew. `record` has the hands of all seats, and the points are those at the end: neither was",
            "known when the decision was made, so a player must not decide by them.",
            "",
            "Each deal is the first of a match, so nobody has points before it. Decisions with one legal action are",
            "there, too; the bot was not asked. The choices are those of the bots, which make mistakes.",
            "",
        ]
    )


def table(left: str, right: str, rows: dict[str, str]) -> list[str]:
    """Return the lines of a table with two columns."""
    return [f"| {left} | {right} |", "|---|---|", *[f"| {name} | {cell(text)} |" for name, text in rows.items()]]


def cell(text: str) -> str:
    """Return a text that stays in its cell: the command of a program may have bars."""
    return text.replace("|", "\\|")


def parquet_rows(settings: Settings) -> list[str]:
    """Return the description of the columns of Parquet."""
    there = {f"`{name}`": text for name, text in COLUMNS.items() if shown(name, settings)}
    return ["## A row for each decision", "", *table("column", "meaning", there)]


def json_lines(settings: Settings) -> list[str]:
    """Return the description of the lines."""
    deals = {f"`{name}`": text for name, text in OF_DEALS.items()}
    decisions = {f"`{name}`": COLUMNS[name] for name in OF_DECISIONS if shown(name, settings)}
    if settings.observations:
        decisions["`observation`"] += ", in Base64"
    return [
        *["## A line for each deal, in JSON", "", *table("key", "meaning", deals), ""],
        *["Each decision:", "", *table("key", "meaning", decisions)],
    ]


def shown(name: str, settings: Settings) -> bool:
    """Tell whether a column is in the file."""
    return settings.observations or name not in ("observation", "facts")
