"""Where bots think: processes of their own, shared fairly between tables, people and addresses."""
