"""`import stich.openspiel` registers every game with OpenSpiel: see `stich.env.openspiel`."""

from stich.env.openspiel import SpielGame, SpielState

__all__ = ["SpielGame", "SpielState"]
