"""What every card game shares. Knows no game, bot, clock, socket or language.

A deal is a list of zones, a zone is a `bytes` of card faces, cards only ever move, and what a seat may know is declared
on the zone. Copying, hiding, sampling, events, records and the laws follow from that; no game writes them.
"""
