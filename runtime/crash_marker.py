"""Was the server stopped in order? A file beside the data says that it runs; one left behind says that it fell."""

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

RUNNING, FELL = "running.since", "fell.before"


@dataclass(frozen=True, slots=True)
class Fall:
    """A server that was not stopped in order: when it had begun (None: unreadable), and when the next one began."""

    since: datetime | None
    until: datetime


def begin(folder: Path, now: datetime) -> Fall | None:
    """Note that a server runs; return how the one before fell, None when it was stopped in order."""
    running, fell = folder / RUNNING, folder / FELL
    fall = None
    if running.exists():
        fall = Fall(_moment(running.read_text()), now)
        fell.write_text(json.dumps([running.read_text(), now.isoformat()]))
    running.write_text(now.isoformat())
    return fall


def end(folder: Path) -> None:
    """Note that the server stopped in order: what fell before it is past."""
    (folder / FELL).unlink(missing_ok=True)
    (folder / RUNNING).unlink(missing_ok=True)


def fallen(folder: Path) -> Fall | None:
    """Return how the server before this one fell, None when it was stopped in order or somebody has seen to it."""
    try:
        since, until = json.loads((folder / FELL).read_text())
        return Fall(_moment(since), datetime.fromisoformat(until))
    except (OSError, ValueError, TypeError):
        return None


def seen_to(folder: Path) -> None:
    """Somebody has seen to it: it need not be told any more."""
    (folder / FELL).unlink(missing_ok=True)


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
