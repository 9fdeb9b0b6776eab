"""The words about judged decisions, in one language."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from babel.numbers import format_decimal

from stich.analysis.evaluation import Choice, Judged, Words
from stich.analysis.judge import CHANCE, Unit, unit_of
from stich.analysis.summary import is_luck
from stich.bots.arena import Estimate
from stich.kernel.cards import BACK, Cards
from stich.kernel.record import Record
from stich.text.cards import drawn, name
from stich.text.say import Speaker


class ReportWords:
    """Puts judged decisions of one record into words.

    texts: the game's name, or the folder of a game from outside. names: of the seats; "": it has none.
    """

    def __init__(self, record: Record, language: str, texts: str | Path, names: Sequence[str] = ()) -> None:
        self.record = record
        self.game = record.game.name
        self.language = language
        self.unit: Unit = unit_of(record.game)
        self.faces = record.rules.layout.pack.names
        self.deck = record.rules.layout.pack.decks[0]
        self.speaker = Speaker(language, texts, seat=self.seat, card=self.card, deck=self.deck)
        given = list(names) or record.names or [""] * record.rules.layout.seats
        self.names = [one if one not in ("", "?") else self.say("table.seat_n", n=i + 1) for i, one in enumerate(given)]

    # -- names --------------------------------------------------------------------------------------------------------

    def say(self, key: str, **args: object) -> str:
        """Return a text."""
        return self.speaker.say(key, args)

    def phrase(self, words: Words) -> str:
        """Return a phrase in words."""
        return self.speaker.say(words.key, words.args)

    def seat(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.names[seat] if 0 <= seat < len(self.names) else str(seat)

    def card(self, face: int) -> str:
        """Return the name of a card in a sentence."""
        return self.speaker.say(*name(self.faces[face], self.deck)) if face != BACK else "?"

    def cards(self, cards: Cards) -> str:
        """Return cards in signs, "7♠ 8♠"."""
        forms = [drawn(self.faces[c], self.deck, language=self.language) for c in cards]
        return " ".join(f"{one.rank}{one.sign[:1]}" for one in forms)

    def phase(self, phase: str) -> str:
        """Return the name of a phase."""
        return self.say(f"{self.game}.phase.{phase}")

    # -- numbers ------------------------------------------------------------------------------------------------------

    def number(self, x: float) -> str:
        """Return a number of the unit: a chance without decimals, others with one."""
        form = "#,##0" if self.unit.kind == CHANCE else "#,##0.#"
        shown = format_decimal(abs(x), form, locale=self.language)
        none = not any(digit in shown for digit in "123456789")
        return f"−{shown}" if x < 0 and not none else shown

    def loss(self, x: float) -> str:
        """Return a loss with its unit: "4.3 points"."""
        texts = {"points": "evaluation.points", "chance": "evaluation.chance", "places": "evaluation.places"}
        return self.say(texts[self.unit.kind], x=self.number(self.unit.loss(x)))

    def interval(self, e: Estimate) -> dict[str, str]:
        """Return a loss with its interval, as parameters of a text."""
        low, high = (self.number(self.unit.loss(x)) for x in (e.low, e.high))
        return {"x": self.loss(e.mean), "low": low, "high": high}

    # -- decisions ----------------------------------------------------------------------------------------------------

    def title(self) -> str:
        """Return what the report is about."""
        return f"{self.say('evaluation.title')}: {self.say(f'{self.game}.name')}"

    def place(self, one: Judged) -> str:
        """Return where a decision was made."""
        parts = [self.say("sheet.deal_n", n=one.deal), self.say("evaluation.step", n=one.step + 1)]
        return " · ".join([*parts, self.phase(one.phase)])

    def choice(self, choice: Choice) -> str:
        """Return an action, with its cards."""
        label = self.phrase(choice.label)
        return f"{label}: {self.cards(choice.cards)}" if choice.cards else label

    def kind(self, one: Judged) -> str:
        """Return what it was in a word: a mistake, bad luck, or neither."""
        if one.mistake:
            return self.say("evaluation.mistake")
        return self.say("evaluation.luck" if is_luck(one) else "evaluation.right")

    def reasons(self, one: Judged) -> list[str]:
        """Return what there is to say about a decision, sentence by sentence."""
        said: list[str] = []
        if one.mistake:
            said.append(self.say("evaluation.cost", seat=one.seat, **self.interval(one.loss)))
            better, worse = (f"{100 * x:.0f}" for x in (one.better, one.worse))
            said.append(self.say("evaluation.share", n=better, less=worse))
            said.append(self.say("evaluation.advice", seat=one.seat, reason=self.phrase(one.why)))
        else:
            said.append(self.say("evaluation.no_better"))
        said.append(self.open_cards(one))
        return said

    def open_cards(self, one: Judged) -> str:
        """Return what a decision cost with open cards."""
        if one.open_loss.low <= 0:
            return self.say("evaluation.harmless")
        key = "evaluation.open_cost" if one.mistake else "evaluation.unlucky"
        return self.say(key, x=self.loss(one.open_loss.mean))
