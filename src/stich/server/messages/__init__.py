"""All messages between browsers and the server.

These structs are decoder, validator and JSON Schema. `web/src/wire/protocol.ts` is generated from them
(`stich.server.typescript`), and `docs/protocol.md` explains the order of messages. Messages contain no text, only keys
and parameters.

| module | contents |
|---|---|
| `frame` | the version of the protocol, and what all messages are made of |
| `from_client` | what a browser sends |
| `specs` | games and tables as they are described once: zones, facts, verbs, options |
| `view` | what one viewer knows at one moment, and its hash |
| `from_server` | what the server sends to a browser |
| `over_http` | what is fetched and posted without a socket: tables, players, matches, ratings, accounts |
| `reviews` | the same, of a match to step through and of its analysis |
| `puzzles` | the same, of puzzles |

A card is its face (an int, `TableSpec.faces` has its notation); 255 is a card whose face the viewer does not know. A
zone is named "den" or, if it belongs to a seat, "hand.0". Seats are 0 … n−1 clockwise; 15 is a spectator.
"""
