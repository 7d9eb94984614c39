"""How records are written, read and verified; `arboretum.record` and `arboretum.notation` are the faces."""
