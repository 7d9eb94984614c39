"""A table that a server keeps, from outside: how to sit down at it, follow it and act at it. Nothing is drawn."""
