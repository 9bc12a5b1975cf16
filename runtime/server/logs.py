"""Keeps secrets in addresses out of the log: player links, invitations, password links."""

import logging
import re

_SECRET = re.compile(r"/(l|owner|invitations|new-password)/[^/\s\"']+")


class WithoutSecrets(logging.Filter):
    """Replaces the secret in an address: ``/l/…/``."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Mask secrets in the message; every message is let through."""
        message = record.getMessage()
        masked = _SECRET.sub(r"/\1/…", message)
        if masked != message:
            record.msg, record.args = masked, ()
        return True
