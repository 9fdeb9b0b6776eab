"""Reading records: each line is checked by playing it, and the first faulty one is refused with the reason."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import Final

from stich.kernel.action import CLOSE, Action, Arg, Refused
from stich.kernel.cards import HOST, Cards, Seat, seats_of
from stich.kernel.deal import Deck
from stich.kernel.fair import Agreed, Fair, Part, about, commitment, pledge
from stich.kernel.game import Game
from stich.kernel.match import GIVEN, HKDF, SEED_DIGITS, SIM, STREAM, Match, Move, Source
from stich.kernel.options import is_number
from stich.kernel.record import FORMAT, HEADER, Record, plain, write_score
from stich.kernel.record_lines import damaged, readable, split
from stich.kernel.zones import Rules


def load(text: str | bytes, find: Callable[[str], Game]) -> Record:
    """Read a record and check every line by playing it. find: returns a game by its name, or raises Refused.

    Raises Refused `error.record` (line, from 1; text, the line; reason, "@" and the key of the fault, whose own
    parameters are added to these).
    """
    record, fault = load_part(text, find)
    if fault is not None:
        raise fault
    return record


def load_part(text: str | bytes, find: Callable[[str], Game]) -> tuple[Record, Refused | None]:
    """Read a record up to its first faulty line. Return what can be played until then, and the refusal of that line;
    None: the record is whole. find: as in `load`.

    Raises Refused as `load` does if no deal begins before that line.
    """
    reader = Reader(find)
    text, undecodable = readable(text)
    try:
        for number, line in enumerate(split(text), 1):
            reader.number, reader.line = number, line
            reader.read(line)
        if undecodable:
            raise damaged(undecodable, "", "error.record.utf8", {})
        return reader.finish(), None
    except Refused as refused:
        fault, args = refused, refused.phrase.args
        if refused.phrase.key != "error.record":
            fault = damaged(reader.number, reader.line, refused.phrase.key, reader.in_notation(args))
    if reader.record is None or reader.match is None:
        raise fault
    return reader.record, fault


TABLE: Final = re.compile(r"[0-9A-Za-z_-]{1,40}")
FIRST: Final = re.compile(r"[1-9][0-9]{0,8}")


class Reader:
    """Reads the lines one after the other; each can depend on those before it."""

    def __init__(self, find: Callable[[str], Game]) -> None:
        self.find = find
        self.number = 0
        self.line = ""
        self.above = hashlib.sha256()  # of all lines so far, each ended by one \n
        self.header: dict[str, list[str]] = {}
        self.where: dict[str, tuple[int, str]] = {}
        self.record: Record | None = None
        self.match: Match | None = None
        self.summed = False

    def read(self, line: str) -> None:
        """Read the next line. Raises Refused with the reason if the record is damaged there."""
        words = line.split()
        if not self.header and words[:2] != ["stich", "record"]:
            raise Refused("error.record.foreign")
        if self.summed and words:
            raise Refused("error.record.after_sum")
        if words and not words[0].startswith("#"):
            if words[0] == "sum":
                self.read_sum(words)
            elif words[0] in ("secret", "nonce"):
                self.read_agreed(words)
            elif self.record is None and words[0] != "deal":
                self.read_header(words)
            else:
                self.read_play(words)
        self.above.update((line + "\n").encode("utf-8", "replace"))

    def finish(self) -> Record:
        """Return the record after its last line. Raises Refused if something is missing."""
        if not self.header:
            raise Refused("error.record.foreign")
        if self.record is None or self.match is None:
            raise Refused("error.record.no_deal")
        if self.record.by and not self.summed:
            raise Refused("error.record.cut_off")
        return self.record

    def in_notation(self, args: dict[str, Arg]) -> dict[str, Arg]:
        """Return parameters with cards in the notation of the file, because readers of the reason see no table."""
        if self.record is None:
            return args
        write = self.record.rules.layout.pack.write
        return {k: write(v) if isinstance(v, bytes) and k.startswith("card") else v for k, v in args.items()}

    # -- the head ------------------------------------------------------------------------------------------------

    def read_header(self, words: list[str]) -> None:
        """Read a line before the first deal. Raises Refused if the word is unknown, repeated or malformed."""
        name = words[0]
        if name not in HEADER:
            raise Refused("error.record.word", {"word": name[:40], "allowed": " ".join((*HEADER[1:], "deal"))})
        if name in self.header:
            raise Refused("error.record.twice", {"word": name})
        if name == "stich" and words != ["stich", "record", str(FORMAT)]:
            raise Refused("error.record.format", {"value": " ".join(words[2:])[:40], "allowed": str(FORMAT)})
        self.header[name] = words[1:]
        self.where[name] = (self.number, self.line)

    def begin(self) -> Record:
        """Create the record from the head once the first deal shows that the head is complete; faults keep their
        line.
        """
        here = self.number, self.line
        for name in ("game", "seats", "source"):
            if name not in self.header:
                raise Refused("error.record.missing", {"word": name})
        self.number, self.line = self.where["game"]
        game = self.game_of(self.header["game"])
        self.number, self.line = self.where["seats"]
        seats = self.whole(self.header["seats"][0] if len(self.header["seats"]) == 1 else "")
        game.rules({}, seats)
        self.number, self.line = self.where.get("options", here)
        rules = game.rules(self.options_of(self.header.get("options", [])), seats)
        if "preset" in self.header:
            self.number, self.line = self.where["preset"]
            self.check_preset(game, rules, self.header["preset"])
        self.number, self.line = self.where["source"]
        record = Record(game, rules, self.source_of(self.header["source"], game, rules))
        record.by = " ".join(self.header.get("by", []))
        if "names" in self.header:
            self.number, self.line = self.where["names"]
            record.names = [plain(name) for name in " ".join(self.header["names"]).split("|")]
            if len(record.names) != seats:
                raise Refused("error.record.names", {"n": len(record.names), "allowed": seats})
        if "takebacks" in self.header:
            self.number, self.line = self.where["takebacks"]
            record.takebacks = self.whole(" ".join(self.header["takebacks"]), "takebacks N")
        self.number, self.line = here
        return record

    def game_of(self, words: list[str]) -> Game:
        """Return the game of "game NAME VERSION". Raises Refused if it does not exist here in this version."""
        if len(words) != 2:
            raise Refused("error.record.form", {"form": "game NAME VERSION"})
        game = self.find(words[0])
        if words[1] != str(game.version):
            raise Refused(
                "error.record.version", {"game": game.name, "version": words[1][:40], "allowed": str(game.version)}
            )
        return game

    def check_preset(self, game: Game, rules: Rules, words: list[str]) -> None:
        """Check that the preset fits the options. The options decide what is played; the preset is only a name for
        them.
        """
        if len(words) != 1:
            raise Refused("error.record.form", {"form": "preset NAME"})
        preset = game.preset(words[0], rules.layout.seats)
        if game.complete(preset.options) != rules.options:
            missing = " ".join(f"{name}={value}" for name, value in preset.options.items())
            raise Refused("error.record.preset", {"preset": preset.name, "allowed": missing or "–"})

    def options_of(self, words: list[str]) -> dict[str, object]:
        """Return the options of "options NAME=VALUE …". Raises Refused."""
        options: dict[str, object] = {}
        for word in words:
            name, equals, value = word.partition("=")
            if not equals:
                raise Refused("error.record.form", {"form": "options NAME=VALUE …"})
            if name in options:
                raise Refused("error.record.twice", {"word": name})
            options[name] = value
        return options

    def source_of(self, words: list[str], game: Game, rules: Rules) -> Source:
        """Return where the cards come from. Raises Refused."""
        if len(words) == 2 and words[0] == SIM and re.fullmatch(f"-?[0-9]{{1,{SEED_DIGITS}}}", words[1]):
            return Source(SIM, int(words[1]))
        if len(words) == 2 and words[0] == STREAM and re.fullmatch("[0-9a-f]{64}", words[1]):
            return Source(STREAM, secret=bytes.fromhex(words[1]))
        if words == [GIVEN]:
            return Source(GIVEN)
        if len(words) == 3 and words[0] == HKDF and TABLE.fullmatch(words[1]) and FIRST.fullmatch(words[2]):
            seats = rules.layout.seats
            known = about(game.name, game.version, seats, rules.options)
            return Source(HKDF, fair=Fair(words[1], int(words[2]), seats, known))
        form = f"source {SIM} N | {STREAM} 64×0-9a-f | {GIVEN} | {HKDF} TABLE N"
        raise Refused("error.record.form", {"form": form})

    # -- how the cards were agreed on ------------------------------------------------------------------------------

    def read_agreed(self, words: list[str]) -> None:
        """Read a line about the shuffle of the next deal. Raises Refused, also if the figures do not fit together."""
        if self.record is None:
            self.record = self.begin()
        fair = self.record.source.fair
        begun = 0 if self.match is None else self.match.setup.number
        if fair is None or len(fair.deals) not in (begun, begun + 1):
            raise Refused("error.record.word", {"word": words[0], "allowed": "0 … host score deal won ended sum"})
        if words[0] == "secret":
            self.read_secret(fair, begun)
        else:
            self.read_nonce(fair, begun)

    def read_secret(self, fair: Fair, begun: int) -> None:
        """Read the secret of the server and its commitment. Raises Refused."""
        form = re.fullmatch(r"\s*secret ([0-9a-f]{64}) of ([0-9a-f]{64})\s*", self.line)
        if form is None or len(fair.deals) != begun:
            raise Refused("error.record.form", {"form": "secret 64×0-9a-f of 64×0-9a-f"})
        number, secret = fair.first + begun, bytes.fromhex(form[1])
        right = commitment(fair.table, number, secret).hex()
        if form[2] != right:
            raise Refused("error.record.commitment", {"n": begun + 1, "allowed": right})
        fair.deals.append(Agreed(number, secret, []))

    def read_nonce(self, fair: Fair, begun: int) -> None:
        """Read the nonce of a seat and its pledge. Raises Refused."""
        form = re.fullmatch(r"\s*nonce (\d{1,3}) ([0-9a-f]{32}|-) of ([0-9a-f]{64})\s*", self.line, re.ASCII)
        if form is None or len(fair.deals) != begun + 1:
            raise Refused("error.record.form", {"form": "nonce SEAT 32×0-9a-f|- of 64×0-9a-f"})
        seat, deal = int(form[1]), fair.deals[-1]
        if seat >= fair.seats:
            raise Refused("error.record.seat", {"n": seat, "most": fair.seats - 1})
        if deal.parts and deal.parts[-1].seat >= seat:
            raise Refused("error.record.twice", {"word": f"nonce {seat}"})
        nonce = b"" if form[2] == "-" else bytes.fromhex(form[2])
        if nonce and pledge(fair.table, deal.number, seat, nonce).hex() != form[3]:
            raise Refused("error.record.pledge", {"n": begun + 1, "word": f"nonce {seat}"})
        deal.parts.append(Part(seat, bytes.fromhex(form[3]), nonce))

    # -- the play ------------------------------------------------------------------------------------------------

    def read_play(self, words: list[str]) -> None:
        """Read a line from the first deal on: a deal, an action, a score, the winners. Raises Refused."""
        if words[0] == "deal":
            self.read_deal(words)
            return
        record, match = self.playing()
        if words[0] == "score":
            self.check_score(match, words[1:])
        elif words[0] == "won":
            if not match.over or words[1:] != [str(seat) for seat in seats_of(match.winners)]:
                raise Refused("error.record.won", {"seats": bytes(seats_of(match.winners))})
        elif words == ["ended"]:
            match.call_off()
            record.called_off = True
        elif words[0] == "host" or is_number(words[0]):
            seat = HOST if words[0] == "host" else self.seat(words[0], match)
            done = match.act(seat, self.action(match, seat, words[1:]))
            record.moves.append(Move(match.setup.number, seat, done))
        else:
            raise Refused("error.record.word", {"word": words[0][:40], "allowed": "0 … host score deal won sum"})

    def playing(self) -> tuple[Record, Match]:
        """Return the record and its match. Raises Refused before the first deal."""
        if self.record is None or self.match is None:
            raise Refused("error.record.no_deal")
        return self.record, self.match

    def seat(self, word: str, match: Match) -> Seat:
        """Return a seat by its number. Raises Refused if the table has no such seat."""
        seats = match.rules.layout.seats
        if int(word) >= seats:
            raise Refused("error.record.seat", {"n": int(word), "most": seats - 1})
        return int(word)

    def action(self, match: Match, seat: Seat, words: list[str]) -> Action:
        """Return the action of a line, by the game's notation; the HOST's by its verb. Raises Refused."""
        if seat != HOST:
            return match.game.read(match.rules, " ".join(words))
        if words == [CLOSE.verb]:
            return CLOSE
        offered = match.deal.legal(HOST) if (match.deal.must() | match.deal.may()) >> HOST & 1 else []
        if words and words[0] in [a.verb for a in offered]:
            return match.game.read(match.rules, " ".join(words))
        allowed = " ".join([CLOSE.verb, *sorted({a.verb for a in offered} - {CLOSE.verb})])
        raise Refused("error.notation", {"text": " ".join(words)[:80], "allowed": allowed})

    def read_deal(self, words: list[str]) -> None:
        """Read the first line of a deal, which must be the next one of the match. Raises Refused."""
        head, colon, cards = self.line.partition(":")
        form = re.fullmatch(r"\s*deal\s+(\d{1,9})\s+dealer\s+(\d{1,3})(?:\s+cut\s+(\d{1,3}))?\s*", head, re.ASCII)
        if form is None:
            raise Refused("error.record.form", {"form": "deal N dealer SEAT [cut N: CARDS]"})
        number, dealer, cut = int(form[1]), int(form[2]), int(form[3]) if form[3] else -1
        if self.record is None:
            self.record = self.begin()
        record = self.record
        given = record.source.kind == GIVEN
        if given != bool(colon) or (cut >= 0 and not given):
            raise Refused("error.record.deck_given" if given else "error.record.deck_not_given")
        begun = 0 if self.match is None else self.match.setup.number
        if number != begun + 1:
            raise Refused("error.record.number", {"n": number, "allowed": begun + 1})
        if record.source.fair is not None and len(record.source.fair.deals) != number:
            raise Refused("error.record.missing", {"word": "secret"})
        if given:
            if dealer >= record.rules.layout.seats:
                raise Refused("error.record.seat", {"n": dealer, "most": record.rules.layout.seats - 1})
            record.source.decks.append((dealer, Deck(self.deck(record, cards), cut)))
        if self.match is None:
            self.match = Match(record.game, record.rules, record.source)
        else:
            self.match.next_deal()
        record.deals = number
        if self.match.setup.dealer != dealer:
            raise Refused("error.record.dealer", {"n": dealer, "seat": self.match.setup.dealer})

    def deck(self, record: Record, text: str) -> Cards:
        """Return the deck in the order of the line: the whole pack, with each card as often as it exists."""
        pack = record.rules.layout.pack
        record.game.read_cards(record.rules, text.split())
        cards = pack.read(text)
        if bytes(sorted(cards)) != record.rules.layout.deck:
            whole = record.rules.layout.deck
            short = bytes(sorted({c for c in whole if whole.count(c) > cards.count(c)}))
            over = bytes(sorted({c for c in cards if cards.count(c) > whole.count(c)}))
            raise Refused("error.record.deck", {"missing": pack.write(short)[:80], "over": pack.write(over)[:80]})
        return cards

    def check_score(self, match: Match, words: list[str]) -> None:
        """Check a written score against the match. Raises Refused if it differs."""
        if not match.sheets or match.deal.must() != 0:
            raise Refused("error.record.score_early")
        right = write_score(match, -1).split()[1:]
        if words != right:
            raise Refused("error.record.score", {"allowed": " ".join(right)})

    def read_sum(self, words: list[str]) -> None:
        """Check the sum over all lines above. Raises Refused if it differs."""
        right = self.above.hexdigest()[:16]
        if words[1:] != [right]:
            raise Refused("error.record.sum", {"allowed": right})
        self.summed = True

    def whole(self, word: str, form: str = "seats N") -> int:
        """Return a whole number. form: the line as it should be, for the refusal. Raises Refused."""
        if not is_number(word):
            raise Refused("error.record.form", {"form": form})
        return int(word)
