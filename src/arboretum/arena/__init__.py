"""Bots against bots: matches over mirrored deals, and what they say about strength."""
