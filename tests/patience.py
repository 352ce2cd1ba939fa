"""How long a test waits for something that must happen."""

from __future__ import annotations

PATIENCE = 300.0
"""Seconds. Only a test that fails waits this long; a loaded machine can take a minute for what
usually takes a second."""
