"""What was played, judged afterwards by whoever has more time than the players had."""
