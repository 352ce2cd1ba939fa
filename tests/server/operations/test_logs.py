"""The JSON log: every line is an object, and none has a secret."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import pytest

from rumpus.server.operations.logs import JsonFormatter
from tests.patience import PATIENCE
from tests.server.client import api, is_cut, make, seated, until
from tests.server.programs import address, children_of, needs_proc


@contextmanager
def logging_room(folder: Path, *options: str) -> Iterator[tuple[Popen[str], str]]:
    """A room that logs to a file, and its address."""
    command = [sys.executable, "-m", "rumpus.server", "--no-browser", "--log", "json"]
    with (
        (folder / "log").open("w", encoding="utf-8") as log,
        Popen(
            [*command, "--data", str(folder / "data"), "--port", "0", *options],
            stdout=PIPE, stderr=log, text=True,
        ) as process,
    ):  # fmt: skip
        assert process.stdout
        try:
            yield process, process.stdout.readline().strip()
        finally:
            if process.poll() is None:
                process.kill()


def lines_in(folder: Path) -> list[dict[str, Any]]:
    text = (folder / "log").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    assert all(list(line) == ["time", "level", "message", "fields"] for line in lines)
    return lines


@pytest.mark.parametrize("options", [(), ("--processes", "2")], ids=["one", "two"])
async def test_every_log_line_is_an_object_without_secrets(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    with logging_room(tmp_path, *options) as (process, line):
        base = address(line)
        made = await make(base, "yb", game="mantis", name="Hildegard")
        async with seated(base, made["table"], made["token"]) as ann:
            await ann.ask("chat", text="a whisper", seat=0)
            await ann.ask("act", seat=0, action=99)
            await ann.send(type="nonsense", tokens=[made["token"]])
            await ann.until(lambda m: m["type"] == "error")
        host, port = base.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), PATIENCE) as raw:
            raw.sendall(b"no request at all\r\n\r\n")
            await asyncio.to_thread(is_cut, raw)
        async with api(base) as http:
            await http.get(f"/api/tables/{made['table']}x")
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    said = [line["message"] for line in lines_in(tmp_path)]
    assert said.count("the room is open") == said.count("the room is being closed")
    assert said.count("the room is open") == (2 if options else 1)
    text = (tmp_path / "log").read_text(encoding="utf-8")
    for hidden in (made["token"], made["table"], "Hildegard", "whisper"):
        assert hidden not in text


@needs_proc
async def test_errors_are_logged_as_objects(tmp_path: Path) -> None:
    with logging_room(tmp_path, "--processes", "2") as (process, _):
        children = await until(lambda: children_of(process.pid))
        os.kill(children[0], signal.SIGKILL)
        await until(lambda: "a process of the room ended" in (tmp_path / "log").read_text())
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    ended = next(
        line for line in lines_in(tmp_path) if line["message"] == "a process of the room ended (-9)"
    )
    assert ended["level"] == "error"


def test_a_failed_start_is_logged(tmp_path: Path) -> None:
    with logging_room(tmp_path, "--host", "192.0.2.1") as (process, _):
        assert process.wait(PATIENCE) == 1
    (line,) = lines_in(tmp_path)
    assert line["level"] == "critical"
    assert line["message"].startswith("The room cannot be opened: ")


def test_an_exception_is_logged_without_its_text() -> None:
    try:
        raise KeyError("the seven of hearts")
    except KeyError as error:
        record = logging.getLogger("rumpus").makeRecord(
            "rumpus", logging.ERROR, __file__, 1, "fault %s", ("1a2b",),
            (type(error), error, error.__traceback__), extra={"fault": "1a2b"},
        )  # fmt: skip
    line = json.loads(JsonFormatter().format(record))
    assert (line["level"], line["message"]) == ("error", "fault 1a2b")
    assert line["fields"]["fault"] == "1a2b"
    assert line["fields"]["error"] == "KeyError"
    assert "test_an_exception_is_logged" in line["fields"]["where"][0]
    assert "hearts" not in JsonFormatter().format(record)


def test_only_the_first_line_of_other_packages_messages_is_logged() -> None:
    said = "Task exception was never retrieved\nfuture: <Task exception=KeyError('hearts')>"
    record = logging.LogRecord("asyncio", logging.ERROR, __file__, 1, said, (), None)
    line = json.loads(JsonFormatter().format(record))
    assert line["message"] == "asyncio: Task exception was never retrieved"
