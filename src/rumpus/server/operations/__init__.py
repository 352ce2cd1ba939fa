"""Operating a room: metrics, logs, pruning, and the host's console."""
