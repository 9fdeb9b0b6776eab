"""Lets bots play deals for `stich generate`: each follows from the settings and its number, wherever it is played."""

from __future__ import annotations

from typing import Any

import msgspec

from stich import __version__
from stich.bots import Bot, classes, contestant, levels
from stich.env.actions import NO_NUMBER, ActionNumbers
from stich.env.data import Decision, Played
from stich.env.deals import CardGame, Deal
from stich.env.observation import Observation
from stich.kernel.action import Action, Refused
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance, quick
from stich.kernel.game import Game
from stich.kernel.match import SIM, Source
from stich.kernel.record import dump


class Settings(msgspec.Struct, frozen=True):
    """What decides the contents of a file, but for the number of deals.

    game, version: its name and the version of its rules. options: those that are not as usual. players: the number of
    seats. bots: the level in each seat. seed: of deal 0; deal n has `seed` + n. observations: whether the rows of what
    the seats knew are there.
    """

    game: str
    version: int
    options: dict[str, str]
    players: int
    bots: list[str]
    seed: int
    observations: bool = False


def settings_of(
    game: Game,
    bots: list[str],
    seed: int = 0,
    players: int = 0,
    preset: str = "",
    options: dict[str, Any] | None = None,
    observations: bool = False,
) -> Settings:
    """Return settings as they are completed by what is usual for the game.

    bots: one level, or one for each seat. players: 0: the usual number. preset, options: as for `stich.game`. Raises
    Refused: `error.preset`, `error.option` and the like for what there is not, `error.data_bots` (n) for another number
    of bots.
    """
    rules = game.rules(game.with_preset(preset, options or {}, players), players)
    seats = rules.layout.seats
    if len(bots) not in (1, seats):
        raise Refused("error.data_bots", {"n": seats})
    usual = {option.name: option.default for option in game.options}
    chosen = {name: str(value) for name, value in rules.options.items() if value != usual[name]}
    filled = bots * seats if len(bots) == 1 else bots
    return Settings(game.name, game.version, chosen, seats, filled, seed, observations)


class SelfPlay:
    """The bots of one process at one table.

    Raises Refused: `error.level` (level, allowed), also for a bot that cannot play here, for another one must not play
    under its name.
    """

    def __init__(self, settings: Settings, game: Game) -> None:
        self.settings = settings
        self.table = CardGame(game, game.rules(dict(settings.options), settings.players))
        self.bots: list[Bot] = [player(game, level) for level in settings.bots]
        self.numbers = ActionNumbers(game, self.table.rules)
        self.layout = Observation(game, self.table.rules)

    def play(self, number: int) -> Played:
        """Play deal `number`, from 0: the first deal of the match whose seed is that of the settings + number.

        The same number gives the same deal. Raises Refused `error.seed`, and what a bot says that cannot play on.
        """
        settings = self.settings
        seed = settings.seed + number
        deal = self.table.deal(seed)
        luck = [quick(seed, -1 - seat) for seat in range(settings.players)]
        decisions: list[Decision] = []
        while not deal.over:
            decision, action = self.decide(deal, len(decisions), luck[deal.seat])
            decisions.append(decision)
            deal.act(action)
        points = [-n if self.table.rules.layout.fewest else n for n in deal.points]
        record = dump(deal.match, settings.bots, f"stich {__version__}")
        return Played(number, settings.bots, points, record, decisions)

    def decide(self, deal: Deal, step: int, luck: Chance) -> tuple[Decision, Action]:
        """Return what the bot of the seat whose turn it is does. A bot that has no choice is not asked."""
        seat, legal = deal.seat, deal.actions
        seen = deal.view(seat).view
        chosen = self.bots[seat].choose(seen, legal, luck) if len(legal) > 1 else legal[0]
        listed = self.listed(deal, seat, chosen)
        numbered = self.numbers.of(legal)
        number = next((n for n, action in numbered.items() if action == listed), NO_NUMBER)
        rows = (self.layout.row(seen), self.layout.numbers(seen)) if self.settings.observations else (b"", [])
        return Decision(step, seat, list(numbered), number, str(deal.move(seat, chosen)), *rows), chosen

    def listed(self, deal: Deal, seat: Seat, chosen: Action) -> Action:
        """Return the legal action that a bot means, which can have named its cards. Raises RuntimeError."""
        if chosen in deal.actions:
            return chosen
        s = deal.match.deal
        canon: Action = s.phase.canon(s, seat, chosen)
        if canon not in deal.actions:
            bot, game = self.settings.bots[seat], self.settings.game
            raise RuntimeError(f"the bot {bot} of {game} chose {chosen!r}, which is not legal here")
        return canon


def player(game: Game, level: str) -> Bot:
    """Return a new player of exactly this level. Raises Refused `error.level` (level, allowed)."""
    kind = classes(game).get(level.partition("@")[0])
    if kind is not None and kind.lacks():
        raise Refused("error.level", {"level": level, "allowed": " | ".join(levels(game))})
    return contestant(game, level)


def check_seeds(settings: Settings, deals: int) -> None:
    """Raise Refused `error.seed` (value, allowed) if a deal's seed would have too many digits."""
    Source(SIM, settings.seed)
    Source(SIM, settings.seed + deals - 1)
