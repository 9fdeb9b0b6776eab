"""Where logs and finished matches are kept."""
