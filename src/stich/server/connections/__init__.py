"""Sockets, frames, identities and rate limits."""
