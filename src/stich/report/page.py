"""A judged match as one HTML file: no script, no picture and no font from anywhere else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from stich import __version__
from stich.analysis.evaluation import Ending, Judged
from stich.analysis.judge import CHANCE
from stich.analysis.summary import curve, is_luck, tallies, turning_points
from stich.report.graph import Graph
from stich.report.words import ReportWords

STYLE: Final = """
:root{color-scheme:light dark;--ink:#1c2024;--dim:#5d666e;--page:#fbfaf7;--line:#d9d5cc;
--bad:#b3261e;--luck:#8a6d00;--blue:#1d5fa8}
@media(prefers-color-scheme:dark){:root{--ink:#ece9e2;--dim:#a8afb5;--page:#16191c;--line:#3a4046;
--bad:#ff8a80;--luck:#e0bd55;--blue:#82b7f0}}
*{box-sizing:border-box}
body{max-width:860px;margin:0 auto;padding:24px 16px 48px;
background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.6rem;margin:0 0 8px}h2{font-size:1.2rem;margin:36px 0 8px}h3{font-size:1rem;margin:16px 0 4px}
.dim,small{color:var(--dim)}
svg{display:block;width:100%;height:auto;overflow:visible}
svg text{fill:var(--dim);font-size:12px;text-anchor:end}
.axis{stroke:var(--line);fill:none}.deal{stroke:var(--line);stroke-dasharray:2 3;fill:none}
.line{stroke:var(--blue);stroke-width:2;fill:none;stroke-linejoin:round}
.known{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:1 4;stroke-linecap:round;fill:none}
.mistake{fill:var(--bad);stroke:var(--page);stroke-width:1.5}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:4px 10px 4px 0;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}
td.n,th.n{text-align:right;white-space:nowrap}
tr.part td{color:var(--dim)}tr.part td:first-child{padding-left:16px}
article{margin:0 0 14px;padding:10px 14px;border-left:4px solid var(--line);break-inside:avoid}
article.bad{border-color:var(--bad)}article.luck{border-color:var(--luck)}
article p{margin:2px 0}article b.kind{color:var(--bad)}article.luck b.kind{color:var(--luck)}
dl{display:grid;grid-template-columns:auto 1fr;gap:0 12px;margin:4px 0}dt{color:var(--dim)}dd{margin:0}
summary{cursor:pointer;color:var(--dim)}
"""


class ReportPage:
    """The file. whole: the match has come to its end, and every decision is judged. worlds: for a decision, about."""

    def __init__(
        self, words: ReportWords, judged: Sequence[Judged], ends: Sequence[Ending], whole: bool, worlds: int
    ) -> None:
        self.words = words
        self.judged = judged
        self.ends = ends
        self.whole = whole
        self.worlds = worlds

    def html(self) -> str:
        """Return the text of the file."""
        w = self.words
        body = "\n".join(self.parts())
        return (
            f'<!doctype html>\n<html lang="{w.language}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(w.title())}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
        )

    def parts(self) -> Iterator[str]:
        """Yield the parts of the page."""
        w = self.words
        yield f"<h1>{escape(w.title())}</h1>"
        yield f'<p class="dim">{escape(" · ".join(w.names))}</p>'
        yield f"<p>{escape(w.say('evaluation.about'))}</p>"
        if not self.whole:
            yield f"<p><b>{escape(w.say('evaluation.breaks_off'))}</b></p>"
        yield f"<h2>{escape(w.say('evaluation.short'))}</h2>"
        label = escape(w.say("evaluation.accuracy"))
        yield f'<div class="scroll" tabindex="0" role="region" aria-label="{label}">{self.accuracy()}</div>'
        yield from self.turning()
        yield from self.graphs()
        yield from self.mistakes()
        yield f"<p><small>{escape(w.say('evaluation.method', n=self.worlds))} stich {__version__}</small></p>"

    def turning(self) -> Iterator[str]:
        """Yield the turning points."""
        w = self.words
        found = turning_points(self.judged)
        yield f"<h2>{escape(w.say('evaluation.turning'))}</h2>"
        if not any(one.mistake for one in self.judged):
            yield f"<p>{escape(w.say('evaluation.clean'))}</p>"
        yield from (self.decision(self.judged[i]) for i in found)

    def mistakes(self) -> Iterator[str]:
        """Yield the mistakes that are no turning points."""
        w = self.words
        turning = set(turning_points(self.judged))
        rest = [one for i, one in enumerate(self.judged) if one.mistake and i not in turning]
        if rest:
            yield f"<h2>{escape(w.say('evaluation.mistakes'))}</h2>"
            yield from (self.decision(one) for one in rest)

    def decision(self, one: Judged) -> str:
        """Return one decision."""
        w = self.words
        rows = [("evaluation.played", one.chosen)]
        if one.mistake:
            rows.append(("evaluation.better", one.best))
        if is_luck(one):
            rows.append(("evaluation.with_open", one.open_best))
        choices = "".join(f"<dt>{escape(w.say(key))}</dt><dd>{escape(w.choice(what))}</dd>" for key, what in rows)
        said = "".join(f"<p>{escape(text)}</p>" for text in w.reasons(one))
        head = f'<b class="kind">{escape(w.kind(one))}</b> · <b>{escape(w.seat(one.seat))}</b>'
        kind = "bad" if one.mistake else "luck"
        return (
            f'<article class="{kind}"><p>{head} <span class="dim">{escape(w.place(one))}</span></p>'
            f"<dl>{choices}</dl>{said}</article>"
        )

    def graphs(self) -> Iterator[str]:
        """Yield a graph for each player, each with its numbers as a table."""
        w = self.words
        axis = {"points": "evaluation.axis.points", "chance": "evaluation.axis.chance"}
        shown = w.say(axis.get(w.unit.kind, "evaluation.axis.places"))
        yield f"<h2>{escape(shown)}</h2>"
        for seat in range(len(w.names)):
            points = curve(self.judged, self.ends, seat, w.unit.kind != CHANCE)
            if len(points) < 2:
                continue
            label = w.say("evaluation.graph", seat=seat)
            graph = Graph(points, self.judged, seat, w.unit)
            dotted = escape(w.say("evaluation.dotted", seat=seat))
            yield f"<h3>{escape(w.seat(seat))}</h3>{graph.svg(label)}<small>{dotted}</small>"
            rows = "".join(
                f'<tr><td class="n">{p.deal}</td><td class="n">{p.step}</td>'
                f'<td class="n">{w.number(w.unit.value(p.value))}</td></tr>'
                for p in points
            )
            yield f"<details><summary>{escape(w.say('evaluation.as_table'))}</summary><table>{rows}</table></details>"

    def accuracy(self) -> str:
        """Return the table of the players, with a line for each phase."""
        w = self.words
        heads = ("decisions", "mistakes", "without", "lost", "hindsight")
        titles = [w.say(f"evaluation.{head}") for head in heads]
        head = "".join(f'<th class="n">{escape(title)}</th>' for title in titles)
        lines = [f"<tr><td></td>{head}</tr>"]
        for one in tallies(self.judged, len(w.names)):
            cells = [str(one.decisions), str(one.mistakes), f"{100 * one.accuracy:.0f} %"]
            cells += [w.loss(one.lost), w.loss(one.luck)]
            name = f"<b>{escape(w.seat(one.seat))}</b>" if not one.phase else escape(w.phase(one.phase))
            row = "".join(f'<td class="n">{escape(cell)}</td>' for cell in cells)
            kind = ' class="part"' if one.phase else ""
            lines.append(f"<tr{kind}><td>{name}</td>{row}</tr>")
        return f"<table>{''.join(lines)}</table>"
