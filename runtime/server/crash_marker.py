"""Notices crashes of the server: a file exists while it runs, so a file left behind means a crash."""

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

RUNNING, CRASHED = "running.since", "fell.before"


@dataclass(frozen=True, slots=True)
class Crash:
    """A crash: when the server had started (None if unreadable), and when the next one started."""

    since: datetime | None
    until: datetime


def mark_start(folder: Path, now: datetime) -> Crash | None:
    """Mark that a server runs; return the crash of the previous server, None if it stopped cleanly."""
    running, crashed = folder / RUNNING, folder / CRASHED
    crash = None
    if running.exists():
        crash = Crash(_moment(running.read_text()), now)
        crashed.write_text(json.dumps([running.read_text(), now.isoformat()]))
    running.write_text(now.isoformat())
    return crash


def mark_stop(folder: Path) -> None:
    """Mark that the server stopped cleanly, and forget an earlier crash."""
    (folder / CRASHED).unlink(missing_ok=True)
    (folder / RUNNING).unlink(missing_ok=True)


def last_crash(folder: Path) -> Crash | None:
    """Return the crash of the previous server, None if there was none or it was dismissed."""
    try:
        since, until = json.loads((folder / CRASHED).read_text())
        return Crash(_moment(since), datetime.fromisoformat(until))
    except (OSError, ValueError, TypeError):
        return None


def dismiss(folder: Path) -> None:
    """Dismiss the crash: the desk has checked its slips and need not see it again."""
    (folder / CRASHED).unlink(missing_ok=True)


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
