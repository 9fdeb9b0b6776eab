"""What each viewer is shown, and what has been sent to them."""
