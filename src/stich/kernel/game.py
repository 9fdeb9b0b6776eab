"""What a game declares about itself, and the rules of a match that it inherits unless it overrides them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Generic

from mypy_extensions import mypyc_attr
from typing_extensions import TypeVar

from stich.kernel.action import Action, Arg, Phrase, Prompt, Refused
from stich.kernel.cards import Cards, Pack, Seat, Seats, has, seats_of
from stich.kernel.chance import Chance, shuffle
from stich.kernel.deal import DealResult, Deck, Setup
from stich.kernel.options import SHOWN, Option, Preset, is_number
from stich.kernel.state import OVER, Phase, S
from stich.kernel.verbs import Verb
from stich.kernel.zones import Rules

R = TypeVar("R", bound=Rules, default=Any)

YOUR_TURN: Final = Phrase("table.task.turn")
YOU_MAY: Final = Phrase("table.task.may")
WAIT: Final = Phrase("table.task.wait_all")
TRIUMPH: Final = "triumph"
BLOW: Final = "blow"
TWIST: Final = "twist"
NOTICE: Final = "notice"
QUIET: Final = "quiet"
MOMENTS: Final = (TRIUMPH, BLOW, TWIST, NOTICE, QUIET)
LABELS: Final = 4096  # choices whose names a game keeps: making them each time doubles what a list of choices costs
GAME_KINDS: Final = ["", "tricks", "shedding", "melds", "guessing"]
POSES: Final = ["fan", "trick", "pairs", "row", "pile", "turned", "guess"]


def check_tile(name: str, kind: str, pose: str) -> None:
    """Raise ValueError for a kind or a pose that there is not."""
    if kind not in GAME_KINDS or pose not in POSES:
        raise ValueError(f"{name}: kind {kind} is not one of {GAME_KINDS}, or pose {pose} is not one of {POSES}")


def by_name(verbs: Iterable[Verb | str]) -> dict[str, Verb]:
    """Return what is declared of each verb."""
    declared = [Verb.of(verb) for verb in verbs]
    return {verb.name: verb for verb in declared}


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[S, R]):
    """A game: its constants, and the few methods that declarations cannot replace.

    name: of the folder and in the text keys. version: of the rules; from the first release on a change of behaviour
    raises it, and records of older versions are refused.
    seats: the possible numbers of players, the usual one first. minutes: length of a usual match. options, phases,
    verbs: all there are; verbs by their names. A name alone stands for a verb without a declaration.
    tables: lists of names for numbers in facts or phrases, by the name of the list; the names are ends of text keys.
    secrets: attributes of the state that no seat sees. showcase: two to five faces for the start page, which lie there
    as `pose` says: one of POSES. kind: one of GAME_KINDS, by which the start page finds games; "": none of them.
    premoves: verbs that players can choose while others play to a trick; the action follows when their turn comes.
    table_events: verbs of the HOST that no player chooses.
    presets: its usual tables, including the one with the defaults; a game without presets has one table only.
    asides: verbs for announcements that are allowed at any time and take no turn; a table shows them apart from the
    rest.
    reference: the section of the rules to read that players look up while they play, as a list of combinations; a table
    has a button for it beside the hand, with the text `<game>.reference`. "": none.
    dealt: it matters who deals; else a table does not mark the dealer.
    moments: events that a table stages for a moment, with a sound: the sort of each by the end of its phrase's key
    ("event.out", "said.close") or by `Phrase.moment`. docs/moments.md says what the sorts mean:
        TRIUMPH  somebody has achieved something
        BLOW     something hits somebody
        TWIST    the deal takes another course: who plays with whom, for what, in which direction
        NOTICE   somebody announces or shows something
        QUIET    somebody lets a chance go by, as most do each time: nothing is staged, and a table says nothing of it
    """

    def __init__(
        self,
        name: str,
        version: int,
        seats: list[int],
        minutes: int,
        options: list[Option],
        phases: list[Phase],
        verbs: Iterable[Verb | str],
        secrets: list[str],
        pack: Pack,
        showcase: list[str],
        premoves: list[str] | None = None,
        table_events: list[str] | None = None,
        presets: list[Preset] | None = None,
        asides: list[str] | None = None,
        tables: dict[str, list[str]] | None = None,
        moments: dict[str, str] | None = None,
        kind: str = "",
        pose: str = "fan",
        reference: str = "",
        dealt: bool = True,
    ) -> None:
        """Raises ValueError for a kind or a pose that there is not."""
        check_tile(name, kind, pose)
        self.name = name
        self.version = version
        self.seats = seats
        self.minutes = minutes
        self.options = options
        self.phases = phases
        self.verbs = by_name(verbs)
        self.secrets = secrets
        self.pack = pack
        self.showcase = showcase
        self.labels: dict[Action, Phrase] = {}  # of recently named choices
        self.premoves = premoves or []
        self.table_events = table_events or []
        self.presets = presets or []
        self.asides = asides or []
        self.tables = tables or {}
        self.moments = moments or {}
        self.kind = kind
        self.pose = pose
        self.reference = reference
        self.dealt = dealt

    # -- every game implements these --------------------------------------------------------------------------------

    def make_rules(self, options: dict[str, str], seats: int) -> R:
        """Return the rules for complete, valid options."""
        raise NotImplementedError

    def deal(self, rules: R, setup: Setup, deck: Deck) -> S:
        """Return a deal at its first decision. The order of the deck decides everything; no randomness is used."""
        raise NotImplementedError

    # -- override these where the default does not fit --------------------------------------------------------------

    def prepare(self, rules: R, chance: Chance) -> Deck:
        """Return a shuffled pack, cut if the game has a cut."""
        return Deck(shuffle(rules.layout.deck, chance))

    def first(self, rules: R, chance: Chance) -> Setup:
        """Return the setup of a match's first deal: the dealer is drawn by lot."""
        seats = rules.layout.seats
        return Setup(1, chance.below(seats), (0,) * seats)

    def following(self, rules: R, setup: Setup, result: DealResult, scores: tuple[int, ...], chance: Chance) -> Setup:
        """Return the setup of the deal after this one: the left neighbour deals, or the same dealer if the deal did not
        count.
        """
        dealer = setup.dealer if result.again else (setup.dealer + 1) % rules.layout.seats
        return Setup(setup.number + 1, dealer, scores, result.carry, setup.out)

    def winners(self, rules: R, setup: Setup, scores: tuple[int, ...]) -> Seats:
        """Return who has won the match after a deal that counted, as a set of seats; 0 while the match goes on.

        Default: after one deal the highest score wins, or the lowest if points are penalties.
        """
        best = min(scores) if rules.layout.fewest else max(scores)
        return sum([1 << seat for seat, n in enumerate(scores) if n == best])

    def tiebreak(self, rules: R, setup: Setup, result: DealResult, scores: tuple[int, ...]) -> tuple[int, ...]:
        """Return the numbers that rank the seats behind the winners when the match is over, one for each seat; higher
        is better.

        setup, result: of the last deal. Default: the totals.
        """
        return tuple([-n for n in scores]) if rules.layout.fewest else scores

    def unlisted(self, rules: R) -> dict[Action, Phrase]:
        """Return the acts that the rules accept although they are never listed as legal (`Phase.breach`).

        Their words must fit any position. A table offers them apart from legal actions, where `Phase.dares` allows it.
        An action with BACK as its cards is done with cards that the player chooses.
        """
        return {}

    def lookback(self, rules: R) -> int | None:
        """Return how many of the last tricks, bouts or piles players may look at again while a deal is played: 0 for
        none, −1 for all.

        Default, None: the rule sheet does not say. A table then shows all if it allows aids, otherwise the last one.
        """
        return None

    def stakes(self, rules: R, scores: tuple[int, ...], winners: Seats) -> tuple[int, ...]:
        """Return what each seat wins or pays, in stakes, when the match is over; () if the scores already say it."""
        return ()

    def conflict(self, options: dict[str, str], seats: int) -> Refused | None:
        """Return why options that are valid one by one cannot be combined; None if they can."""
        return None

    def opening(self, s: S, setup: Setup) -> Phrase:
        """Return a phrase about the fresh deal that everybody receives."""
        return Phrase("table.said.deal", {"seat": setup.dealer, "n": setup.number}, n=setup.number)

    def label(self, s: S, seat: Seat, a: Action) -> Phrase:
        """Return the name of a listed or resolved action as a choice, before it is applied: "Bid 30", "Straight 5–9".

        Callers must not change the phrase: the same object is returned again for the same action.
        """
        known = self.labels.get(a)
        if known is None:
            if len(self.labels) >= LABELS:
                self.labels.clear()
            known = self.labels[a] = Phrase(f"{self.name}.verb.{a.verb}", self.parameters(a))
        return known

    def choices(self, s: S, seat: Seat, acts: list[Action]) -> list[tuple[Cards, Phrase]]:
        """Return the cards that each listed action would move, and its name, as `Phase.cards` and `label` do.

        A game overrides this if it can find them faster for all actions together than one after the other.
        """
        out: list[tuple[Cards, Phrase]] = []
        for a in acts:
            cards = s.phase.cards(s, seat, a)
            out.append((cards, self.label(s, seat, Action(a.verb, cards, a.to))))
        return out

    def prompt(self, s: S, viewer: Seat, must: Seats, acts: list[Action]) -> Prompt:
        """Return what the table says to a viewer now: `Phase.prompt`, with what it leaves open filled in.

        s: what the viewer sees. must: the seats that the table waits for. acts: what the viewer can do. The task is
        otherwise that it is the viewer's turn, or whom the table waits for; the scene stays out, and says after the
        last action that the deal is over.
        """
        own = s.phase.prompt(s, viewer, acts)
        scene = own.scene
        if scene is None and s.phase is OVER:
            scene = Phrase(f"{self.name}.phase.over")
        task = own.task
        if task is None and acts:
            task = YOUR_TURN if has(must, viewer) else YOU_MAY
        elif task is None:
            seats = seats_of(must & s.layout.everyone)  # and not the HOST, who ends windows
            if len(seats) == 1:
                task = Phrase("table.task.wait", {"seat": seats[0]})
            elif seats or scene is None:
                task = WAIT
        return Prompt(scene, task, own.note, own.best)

    def phrase(self, s: S, seat: Seat, a: Action) -> Phrase:
        """Return a phrase about what a seat does, before it is applied: "Mira bids 30". `Phase.audience` says who
        receives it. It names what everybody in the audience may see: a game overrides it for cards that stay hidden.
        """
        args = self.parameters(a)
        args["seat"] = seat
        return Phrase(f"{self.name}.said.{a.verb}", args, a.cards, max(a.to, 0))

    def parameters(self, a: Action) -> dict[str, Arg]:
        """Return what `label` and `phrase` give their texts: `cards`, and `n` for what the action is done to."""
        args: dict[str, Arg] = {}
        if a.cards:
            args["cards"] = a.cards
        if a.to >= 0:
            args["n"] = a.to
        return args

    def write(self, rules: R, a: Action) -> str:
        """Return the notation of a resolved action: "pass", "bid 30", "give J3 T9", "lay C7 D7 to 2"."""
        if not a.cards:
            return a.verb if a.to < 0 else f"{a.verb} {a.to}"
        text = f"{a.verb} {rules.layout.pack.write(a.cards)}"
        return text if a.to < 0 else f"{text} to {a.to}"

    def read(self, rules: R, text: str) -> Action:
        """Return the action that a notation names. Raises Refused: `error.notation`, `error.card`."""
        words = text.split()
        if not words or words[0] not in self.verbs:
            raise Refused("error.notation", {"text": text, "allowed": " ".join(self.verbs)})
        verb = words[0]
        rest = words[1:]
        to = -1
        if len(rest) >= 2 and rest[-2] == "to" and is_number(rest[-1]):
            to = int(rest[-1])
            rest = rest[:-2]
        elif len(rest) == 1 and is_number(rest[0]) and rest[0] not in rules.layout.pack.faces:
            to = int(rest[0])
            rest = []
        return Action(verb, self.read_cards(rules, rest), to)

    # -- not to be overridden -----------------------------------------------------------------------------------------

    def moment(self, words: Phrase) -> str:
        """Return the sort of the moment that an event's words tell of, one of MOMENTS; "": it is none."""
        if not self.moments:
            return ""
        return self.moments.get(words.moment or words.key.removeprefix(f"{self.name}."), "")

    def read_cards(self, rules: R, words: list[str]) -> Cards:
        """Return the sorted faces of the cards in a text. Raises Refused: `error.card` (card, game)."""
        faces = rules.layout.pack.faces
        for word in words:
            if word not in faces:
                raise Refused("error.card", {"card": word, "game": self.name})
        return bytes(sorted([faces[word] for word in words]))

    def rules(self, given: dict[str, object] | None = None, seats: int = 0) -> R:
        """Return the rules for the given options; the others have their defaults. seats 0: the usual number.

        Raises Refused: `error.option` (option, allowed), `error.option_value`, `error.seats` (n, allowed), or the
        game's own conflict.
        """
        if seats == 0:
            seats = self.seats[0]
        if seats not in self.seats:
            raise Refused("error.seats", {"n": seats, "allowed": " ".join([str(n) for n in sorted(self.seats)])})
        chosen: dict[str, object] = given if given is not None else {}
        names = [o.name for o in self.options]
        for name in chosen:
            if name not in names:
                raise Refused("error.option", {"option": str(name)[:SHOWN], "allowed": " ".join(names)})
        options = {o.name: o.read(chosen[o.name]) if o.name in chosen else o.default for o in self.options}
        wrong = self.conflict(options, seats)
        if wrong is not None:
            raise wrong
        return self.make_rules(options, seats)

    # -- presets ---------------------------------------------------------------------------------------------------

    def preset(self, name: str, seats: int = 0) -> Preset:
        """Return the preset of this name. seats 0: the usual number.

        Raises Refused `error.preset` (preset, game, allowed) if there is none for this number of players.
        """
        here = [one for one in self.presets if one.fits(seats or self.seats[0])]
        for one in here:
            if one.name == name:
                return one
        allowed = " | ".join([one.name for one in here])
        raise Refused("error.preset", {"preset": name[:SHOWN], "game": self.name, "allowed": allowed or "–"})

    def recommended(self, seats: int = 0) -> str:
        """Return the name of the preset for players who choose nothing, "" for the defaults. seats 0: the usual
        number.
        """
        for one in self.presets:
            if one.recommended and one.fits(seats or self.seats[0]):
                return one.name
        return ""

    def with_preset(self, name: str, given: dict[str, object], seats: int = 0) -> dict[str, object]:
        """Return the options of a preset, overridden by the given options. name "": no preset.

        Raises Refused `error.preset`.
        """
        out: dict[str, object] = {}
        if name:
            for option, value in self.preset(name, seats).options.items():
                out[option] = value
        out.update(given)
        return out

    def preset_of(self, rules: R) -> str:
        """Return the name of the preset that these rules match, "" if there is none."""
        for one in self.presets:
            if one.fits(rules.layout.seats) and self.complete(one.options) == rules.options:
                return one.name
        return ""

    def complete(self, chosen: dict[str, str]) -> dict[str, str]:
        """Return all options: the given ones, and the others at their defaults."""
        return {o.name: chosen.get(o.name, o.default) for o in self.options}

    def check_presets(self) -> None:
        """Check that every preset can be played and differs from the others.

        Raises Refused `error.preset_wrong` (preset, game, reason: "@" and the key of the fault, whose parameters are
        added to these).
        """
        seen: list[tuple[str, dict[str, str], int]] = []
        recommended: list[int] = []
        for one in self.presets:
            for seats in one.seats or self.seats:
                try:
                    given: dict[str, object] = {}
                    given.update(one.options)
                    options = self.rules(given, seats).options
                    if any(name == one.name and n == seats for name, _, n in seen):
                        raise Refused("error.preset_twice")
                    if any(others == options and n == seats for _, others, n in seen):
                        raise Refused("error.preset_same")
                    if one.recommended and seats in recommended:
                        raise Refused("error.preset_recommended")
                except Refused as refused:
                    args: dict[str, Arg] = {"preset": one.name, "game": self.name, "reason": f"@{refused.phrase.key}"}
                    args.update(refused.phrase.args)
                    raise Refused("error.preset_wrong", args) from refused
                seen.append((one.name, options, seats))
                if one.recommended:
                    recommended.append(seats)
