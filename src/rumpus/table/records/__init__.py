"""Records: games that can be read, replayed and verified without a server."""
