"""The part that all card games share. It knows no game, bot, clock, socket or language.

A deal is a list of zones, and a zone is a `bytes` of card faces. Cards only move from zone to zone, and each zone
declares who sees it. Copying, hiding, sampling, events, records and the laws follow from that; games do not write them.
"""
