"""The documentation site: `python -m generator` builds it, with the folders `docs` and `src` in PYTHONPATH.

Decision 0046 says why it is made so.
"""
