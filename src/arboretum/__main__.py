"""`python -m arboretum` is the command `arboretum`."""

from arboretum.cli import main

if __name__ == "__main__":
    main()
