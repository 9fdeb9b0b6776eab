"""Several workers behind one port: the door, the supervisor and a worker."""
