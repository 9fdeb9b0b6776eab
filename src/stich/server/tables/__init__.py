"""Running tables: turns, clocks, bots, and all tables of a process."""
