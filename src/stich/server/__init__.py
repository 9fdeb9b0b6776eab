"""The server: tables as plain objects (tables/), their logs (storage/), and a thin ASGI application (app.py)."""
