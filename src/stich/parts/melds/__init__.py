"""Melds of rummy games: sets of one rank, runs of one suit, and the arrangements that leave the fewest points.

arrange     hands in which every card is single and none is wild: any number of melds of three cards or more
singles     the same by faces, for packs of four suits
shape       one meld on the table, with wild cards in it: whether it stands, and what may be added to it
contract    melds of given kinds and sizes, out of a pack with equal cards and wild ones
laying      the melds of many ways to lay such a contract out of one hand, all at once
near        how many cards a hand lacks of such a contract, and which ones bring it nearer
plan        the melds of such a contract as a table shows them, with gaps
"""
