"""Tables that last: seats, games, a log of all that happened, a store that keeps it, a host that runs it."""
