"""The storage of logs and finished matches."""
