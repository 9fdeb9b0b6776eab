"""What people read, in four languages. Everything else speaks in text keys and parameters."""
