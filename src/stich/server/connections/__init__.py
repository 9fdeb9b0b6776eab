"""Sockets and frames, and who is at the other end."""
