"""The HTTP endpoints, and their headers and limits."""
