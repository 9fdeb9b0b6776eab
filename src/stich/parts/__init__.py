"""Rules that several games share: functions on ints and bytes, without a word of any one game's state."""
