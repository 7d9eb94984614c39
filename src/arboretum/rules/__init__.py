"""
The rules of the game: plain functions over one position.

Read beside the rule text: `turn` has the set-up, a turn and the end (S, T, E), `legal` what is allowed,
`rights` who may score (R), `paths` what a path is worth (P), `scoring` points and winners (W). `position` and
`sheet` say what the data is, `layout` how it lies in memory, `jit` compiles the same functions. Nothing here
knows chance, time, files or screens, and nothing here raises: the faces above turn a reason into a sentence.
"""
