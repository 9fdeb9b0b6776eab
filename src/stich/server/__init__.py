"""The table as people reach it: a plain object (table.py), its log (store.py) and a thin ASGI shell (app.py)."""
