"""Tables that run: turns, clocks, bots, and all tables of a process."""
