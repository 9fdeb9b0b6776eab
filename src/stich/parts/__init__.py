"""Rules that several games share: functions on ints and bytes, independent of any game's state."""
