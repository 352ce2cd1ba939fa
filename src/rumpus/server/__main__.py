"""`python -m rumpus.server` opens the room."""

from .cli.serve import serve

if __name__ == "__main__":
    serve()
