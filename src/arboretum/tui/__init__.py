"""The game in a terminal, line by line: views as text, typed commands, one conversation for each person."""
