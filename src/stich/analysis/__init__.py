"""Analysis of played deals, with more time than the players had."""
