"""Bots: the protocol, the registry, and those that come with the package."""
