"""Rules as C: write it, compile it, find libraries that were compiled before."""
