"""Records of games: export, step through and check them."""
