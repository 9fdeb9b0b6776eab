"""A bot from elsewhere: python examples/bot.py LINK SEAT TOKEN [NAME]

LINK is that of a table, TOKEN what its host has made for a bot's seat. It plays at random: see docs/bots.md.
"""

import asyncio
import random
import sys

from stich.client import News, Welcomed
from stich.client.address import place_of
from stich.client.connection import Connection
from stich.server.messages.from_client import Act, Sit


def play(link: str, seat: int, token: str, name: str = "Lucky") -> Connection:
    def hear(news: list[News]) -> None:
        session = line.session
        for one in news:  # a bot that was too slow has to sit down again
            if isinstance(one, Welcomed) or getattr(getattr(one, "answer", None), "code", "") == "not_seated":
                line.request(Sit(0, seat, name))
        if not session.live or session.busy or session.view.you != seat or not session.view.legal:
            return
        if session.view.must & 1 << seat or random.random() < 0.2:  # otherwise it could interrupt, and need not
            choice = random.choice(session.view.legal)
            line.request(Act(0, session.v, choice.verb, choice.cards, choice.to))

    line = Connection(place_of(link), hear, token=token)
    return line


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], int(sys.argv[2]), *sys.argv[3:]).run())
