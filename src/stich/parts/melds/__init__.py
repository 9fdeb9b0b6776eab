"""Melds of rummy games: sets of one rank, runs of one suit, and the arrangements that leave the fewest points.

arrange     hands in which every card is single and none is wild: any number of melds of three cards or more
singles     the same by faces, for packs of four suits
"""
