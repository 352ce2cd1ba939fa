"""What only some games have: a race, a series, a tutorial, data files that a host can replace."""
