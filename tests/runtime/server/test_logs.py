"""The log as JSON: one object a line, whatever was logged, and no secret in it."""

import json
import logging
import sys

from runtime.server.logs import Json, WithoutSecrets


def a_record(message: str, error: BaseException | None = None) -> logging.LogRecord:
    about = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord("barpoint", logging.ERROR, "x.py", 1, message, (), about)


def test_a_record_is_one_line_of_json() -> None:
    line = Json().format(a_record('two\nlines and "quotes" and é'))

    assert "\n" not in line
    parsed = json.loads(line)
    assert (parsed["level"], parsed["logger"], parsed["message"]) == (
        "ERROR", "barpoint", 'two\nlines and "quotes" and é',
    )  # fmt: skip
    assert parsed["at"].endswith("+00:00")


def test_a_traceback_is_a_field() -> None:
    try:
        raise KeyError("match")
    except KeyError:
        line = Json().format(a_record("failed", sys.exc_info()[1]))

    assert "KeyError: 'match'" in json.loads(line)["traceback"]


def test_secrets_are_masked_before() -> None:
    record = a_record("GET /l/4kq9-secret/ failed")

    WithoutSecrets().filter(record)

    assert json.loads(Json().format(record))["message"] == "GET /l/…/ failed"
