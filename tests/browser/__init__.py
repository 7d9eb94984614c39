"""Tests that look at the table as people do: with a browser, at a server that runs in a process of its own."""
