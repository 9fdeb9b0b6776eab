"""Slow and plain second opinions, written from the rule sheets. Nothing here may import stich."""
