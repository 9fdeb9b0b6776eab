"""The page of the operator as HTML. It has no script: everything is a form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from html import escape
from typing import Final, NamedTuple

from stich.server.state.sanctions import ALL, FOR_EVER, Sanction
from stich.server.storage.reports import Report
from stich.text.catalogue import LANGUAGES, Text, catalogue

HOURS: Final = (1, 24, 24 * 7, 24 * 30, 0)  # for which a decision holds; 0: for ever
STYLE: Final = """
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif }
body { margin: 0 auto; padding: 1rem; max-width: 70rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: start; padding: .35rem .5rem; vertical-align: top }
tr { border-block-end: 1px solid #8886 } .wide { overflow-x: auto } form { display: inline }
button, input, select, textarea { font: inherit; min-height: 2.75rem; padding: .25rem .75rem; max-width: 100% }
@media (max-width: 45rem) { table, tbody, tr, td { display: block } thead { display: none } td:empty { display: none } }
textarea { width: 100%; box-sizing: border-box } .said { border: 1px solid; padding: .5rem 1rem }
"""


class Guest(NamedTuple):
    """A person at a table. about: stands for them."""

    name: str
    about: str
    address: str


class Room(NamedTuple):
    """A table in memory."""

    name: str
    game: str
    status: str
    guests: list[Guest]
    watching: int


class View:
    """The page for one request: its language, and the token that its forms send back."""

    def __init__(self, accepted: str, token: str) -> None:
        wanted = [one.strip()[:2].lower() for one in accepted.split(",")]
        self.lang = next((one for one in wanted if one in LANGUAGES), LANGUAGES[0])
        self.texts: Mapping[str, Text] = catalogue(self.lang)
        self.token = token

    def say(self, key: str) -> str:
        """Return a text of this page, ready for HTML."""
        return self.said(f"admin.{key}")

    def said(self, key: str) -> str:
        """Return a text by its whole key, ready for HTML."""
        return escape(str(self.texts.get(key, key)))

    def page(self, *parts: str) -> str:
        """Return the whole page."""
        title = self.say("title")
        return (
            f'<!doctype html><html lang="{self.lang}"><head><meta charset="utf-8"><title>{title}</title>'
            f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>'
            f"<body><h1>{title}</h1><main>{''.join(parts)}</main></body></html>"
        )

    def login(self, wrong: bool) -> str:
        """Return the page that asks for the token."""
        told = f'<p role="alert" class="said">{self.say("wrong")}</p>' if wrong else ""
        return self.page(
            told,
            f'<form method="post" action="/admin/login"><p><label>{self.say("token")}<br>'
            f'<input name="token" type="password" required autocomplete="current-password" size="50"></label></p>'
            f"<p><button>{self.say('enter')}</button></p></form>",
        )

    def form(self, buttons: Mapping[str, str], fields: Mapping[str, str], more: str = "") -> str:
        """Return a form. buttons: what they do, and their texts; fields: sent as well; more: what can be filled in."""
        hidden = {"csrf": self.token, **fields}
        inputs = "".join(f'<input type="hidden" name="{n}" value="{escape(v)}">' for n, v in hidden.items())
        does = " ".join(f'<button name="what" value="{what}">{self.say(key)}</button>' for what, key in buttons.items())
        return f'<form method="post" action="/admin/act">{inputs}{more}{does}</form>'

    def hours(self, label: str) -> str:
        """Return a choice of how long something holds. label: whom it is about, for screen readers."""
        options = "".join(f'<option value="{n}">{self.said(f"admin.hours.{n}")}</option>' for n in HOURS)
        return f'<select name="hours" aria-label="{self.say("until")}: {escape(label)}">{options}</select> '

    def sanctions_of(self, name: str, about: str, *, person: bool = True) -> str:
        """Return the forms that mute and ban somebody."""
        kinds = {"mute": "mute", "ban": "ban"} if person else {"ban": "ban"}
        return self.form(kinds, {"about": about, "note": name}, self.hours(name))

    def table(self, heading: str, columns: Iterable[str], rows: list[list[str]]) -> str:
        """Return a section with a table. rows: HTML."""
        if not rows:
            return f"<h2>{self.say(heading)}</h2><p>{self.say('none')}</p>"
        head = "".join(f'<th scope="col">{self.say(column)}</th>' for column in columns)
        body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
        title = self.say(heading)
        return (
            f'<h2>{title}</h2><div class="wide" tabindex="0" role="region" aria-label="{title}">'
            f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        )

    def home(self, rooms: list[Room], reports: list[Report], abouts: list[str], sanctions: list[Sanction],
             notice: str, done: str) -> str:  # fmt: skip
        """Return the page of somebody who has entered. abouts: who stands for the reported persons."""
        told = f'<p role="status" class="said">{self.said(f"admin.done.{done}")}</p>' if done else ""
        text = (
            f'<p><label>{self.say("notice_text")}<br><textarea name="note" maxlength="500" rows="3">'
            f"{escape(notice)}</textarea></label></p>"
        )
        return self.page(
            told,
            f"<h2>{self.say('notice')}</h2>",
            self.form({"notice": "show"}, {}, text + self.hours(str(self.texts.get("admin.notice", "")))),
            self.table("tables", ("table", "game", "people", "watching", "act"), [self.room(one) for one in rooms]),
            self.table(
                "reports",
                ("when", "name", "lines", "act"),
                [self.report(one, about) for one, about in zip(reports, abouts, strict=True)],
            ),
            self.table("in_force", ("kind", "about", "until", "act"), [self.sanction(one) for one in sanctions]),
            f"<p>{self.form({'leave': 'leave'}, {})}</p>",
        )

    def room(self, one: Room) -> list[str]:
        """Return the cells of a table."""
        people = "<br>".join(
            f"<b>{escape(guest.name) or '?'}</b> {self.sanctions_of(guest.name, guest.about)} "
            + (
                f"<code>{escape(guest.address)}</code> {self.sanctions_of(guest.address, guest.address, person=False)}"
                if guest.address
                else ""
            )
            for guest in one.guests
        )
        link = f'<a href="/t/{escape(one.name)}">{escape(one.name)}</a>'
        close = self.form({"close": "close"}, {"about": one.name, "note": one.game})
        return [link, escape(f"{one.game}, {one.status}"), people, str(one.watching), close]

    def report(self, one: Report, about: str) -> list[str]:
        """Return the cells of a report."""
        lines = "<br>".join(escape(line.text or line.phrase) for line in one.lines)
        return [when(one.at), escape(one.name), lines, self.sanctions_of(one.name, about)]

    def sanction(self, one: Sanction) -> list[str]:
        """Return the cells of a decision."""
        until = self.said("admin.hours.0") if one.until == FOR_EVER else when(one.until)
        about = escape(one.note if one.about.startswith("p-") or one.about == ALL else f"{one.about} {one.note}")
        return [self.say(one.kind), about, until, self.form({"lift": "lift"}, {"kind": one.kind, "about": one.about})]


def when(at: int) -> str:
    """Return a time for people, in UTC."""
    moment = datetime.fromtimestamp(at / 1000, UTC)
    return f'<time datetime="{moment.isoformat()}">{moment:%Y-%m-%d %H:%M} UTC</time>'
