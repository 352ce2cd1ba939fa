"""HTTP: the API, its responses, and the web client's files."""
