"""The log: secrets in addresses are masked (player links, invitations); if set, one JSON object a line."""

import json
import logging
import re
from datetime import UTC, datetime

_SECRET = re.compile(r"/(l|b|owner|invitations|new-password|claim)/[^/\s\"']+")


def holds_secret(address: str) -> bool:
    """Whether an address is a secret, such as a player's link, an invitation or the link of a chouette."""
    return bool(_SECRET.search(address))


class WithoutSecrets(logging.Filter):
    """Replaces the secret in an address: ``/l/…/``."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Mask secrets in the message; every message is let through."""
        message = record.getMessage()
        masked = _SECRET.sub(r"/\1/…", message)
        if masked != message:
            record.msg, record.args = masked, ()
        return True


class Json(logging.Formatter):
    """Writes a record as one line of JSON: ``at`` (UTC), ``level``, ``logger``, ``message``, and a ``traceback``."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; whatever the message holds, it is one."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "process": record.process,
            "thread": record.threadName,
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
