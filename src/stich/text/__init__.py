"""The texts that people read, in four languages. All other code uses text keys and parameters."""
