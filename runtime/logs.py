"""What is written to the log holds no secret of an address: a link, an invitation, a new password."""

import logging
import re

_SECRET = re.compile(r"/(l|owner|invitations|new-password)/[^/\s\"']+")


class WithoutSecrets(logging.Filter):
    """Writes ``/l/…/`` where an address with a secret would stand."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Mask secrets in the message; every message is let through."""
        message = record.getMessage()
        masked = _SECRET.sub(r"/\1/…", message)
        if masked != message:
            record.msg, record.args = masked, ()
        return True
