"""The room's door: HTTP, WebSockets and the page itself."""
