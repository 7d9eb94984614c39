"""
The rules of the game: plain functions over one position.

`position` holds the data, `turn` the verbs of a turn (clauses S1-E4), `scoring` rights, paths and points
(clauses R1-W3) on the sheet of `sheet`; `jit` compiles the same functions. Nothing here knows chance, time,
files or screens, and nothing here raises: the faces above turn a reason into a sentence.
"""
