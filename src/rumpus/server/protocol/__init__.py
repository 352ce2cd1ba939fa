"""The protocol: WebSocket messages, HTTP bodies, the data of a game, and the OpenAPI document."""
