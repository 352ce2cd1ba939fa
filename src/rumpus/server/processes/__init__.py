"""Server processes: one, or several behind a dispatcher."""
