"""Network input: WebSockets, connection limits, rate limits, proxies and origin checks."""
