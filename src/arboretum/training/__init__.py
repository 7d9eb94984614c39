"""Learning by playing: games against itself, and a network that learns what positions are worth."""
