"""What only some games bring: a race, a series, a tutorial, data files of the host's own."""
