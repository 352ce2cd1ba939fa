"""The log as JSON: one object a line, with nothing in it that anybody may not know.

An error is told by its kind and the places in the code that it came through, never by its text:
that may name a card, a token or a person.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from uvicorn.config import LOGGING_CONFIG

PLAIN, JSON = "plain", "json"
OURS = "rumpus"
USUAL = {*vars(logging.makeLogRecord({})), "message", "asctime", "color_message", "taskName"}
"""What every record has; the rest are fields of ours."""
log = logging.getLogger(OURS)


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """A line: time, level, message and fields."""
        fields = {name: value for name, value in vars(record).items() if name not in USUAL}
        if record.exc_info and (error := record.exc_info[1]):
            fields |= {"error": type(error).__name__, "where": places(error)}
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": message_of(record),
            "fields": fields,
        }
        return msgspec.json.encode(line, enc_hook=str).decode()


def message_of(record: logging.LogRecord) -> str:
    """What is said; of other packages' messages the first line, since details may follow."""
    if record.name == OURS:
        return record.getMessage()
    first = record.getMessage().partition("\n")[0]
    return f"{record.name}: {first}"


def places(error: BaseException) -> list[str]:
    """Where an error came through, the innermost place last."""
    steps = traceback.extract_tb(error.__traceback__)
    return [f"{'/'.join(Path(s.filename).parts[-3:])}:{s.lineno} {s.name}" for s in steps]


def log_as(kind: str) -> None:
    """Write this process's log as plain text, as Python does, or as JSON."""
    if kind != JSON:
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    log.setLevel(logging.INFO)
    logging.captureWarnings(capture=True)
    sys.excepthook = _failed


def is_json() -> bool:
    """Whether this process's log is JSON."""
    return any(isinstance(h.formatter, JsonLines) for h in logging.getLogger().handlers)


def uvicorn_settings() -> dict[str, Any] | None:
    """How uvicorn sets its own log up: not at all where it goes with ours."""
    return None if is_json() else LOGGING_CONFIG


@contextmanager
def failures_logged() -> Iterator[None]:
    """Where the log is JSON, what ends this process stands in it too."""
    try:
        yield
    except Exception as error:
        if not is_json():
            raise
        _failed(type(error), error, error.__traceback__)
        sys.exit(1)


def _failed(kind: type[BaseException], error: BaseException, where: Any) -> None:
    log.critical("the process failed", exc_info=(kind, error, where))
