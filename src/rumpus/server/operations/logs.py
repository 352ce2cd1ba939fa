"""The JSON log: one object per line, with nothing secret in it.

An exception is logged by its type and its place in the code, never by its text, which may name a
card, a token or a person.
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
LOGGER = "rumpus"
STANDARD_FIELDS = {
    *vars(logging.makeLogRecord({})),
    "message",
    "asctime",
    "color_message",
    "taskName",
}
"""Attributes of every log record; all others are our own fields."""
log = logging.getLogger(LOGGER)


class JsonFormatter(logging.Formatter):
    """Formats a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, message and fields as a JSON object."""
        fields = {
            name: value for name, value in vars(record).items() if name not in STANDARD_FIELDS
        }
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
    """The message; for other packages only its first line, since details may follow."""
    if record.name == LOGGER:
        return record.getMessage()
    first = record.getMessage().partition("\n")[0]
    return f"{record.name}: {first}"


def places(error: BaseException) -> list[str]:
    """The traceback as file, line and function, the innermost last."""
    steps = traceback.extract_tb(error.__traceback__)
    return [f"{'/'.join(Path(s.filename).parts[-3:])}:{s.lineno} {s.name}" for s in steps]


def configure_logging(kind: str) -> None:
    """Log as JSON, or leave Python's plain text."""
    if kind != JSON:
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    log.setLevel(logging.INFO)
    logging.captureWarnings(capture=True)
    sys.excepthook = _failed


def is_json() -> bool:
    """Whether this process logs JSON."""
    return any(isinstance(h.formatter, JsonFormatter) for h in logging.getLogger().handlers)


def uvicorn_settings() -> dict[str, Any] | None:
    """uvicorn's logging configuration; none if its messages join ours."""
    return None if is_json() else LOGGING_CONFIG


@contextmanager
def failures_logged() -> Iterator[None]:
    """Log the exception that ends this process, if the log is JSON."""
    try:
        yield
    except Exception as error:
        if not is_json():
            raise
        _failed(type(error), error, error.__traceback__)
        sys.exit(1)


def _failed(kind: type[BaseException], error: BaseException, where: Any) -> None:
    log.critical("the process failed", exc_info=(kind, error, where))
