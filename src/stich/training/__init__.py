"""How the networks of bots are trained: `stich train`. Needs PyTorch and NumPy, the extra `stich[train]`.

Nothing else imports this package: players need the finished weights only.
"""
