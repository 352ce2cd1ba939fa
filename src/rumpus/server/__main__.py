"""`python -m rumpus.server` opens the room."""

from .commands import serve

if __name__ == "__main__":
    serve()
