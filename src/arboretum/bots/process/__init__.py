"""Bots in any language: a program that is told events and answers with actions, a line of JSON each."""
