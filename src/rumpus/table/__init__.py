"""One table: who sits where, what was done, what each may see. No files, sockets or clocks."""
