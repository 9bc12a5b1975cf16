"""Barpoint's version, and where its program and its data lie.

The program is the folder around this one in a checkout, and a private folder inside this one once it is installed.

Source: docs/decisions/0117-releases.md.
"""

import os
from pathlib import Path

__version__ = "0.1.0"

_HERE = Path(__file__).resolve().parent
INSTALLED = (_HERE / "program").is_dir()
PROGRAM = _HERE / "program" if INSTALLED else _HERE.parent


def data_folder() -> Path:
    """Return where data lies unless ``BARPOINT_DATA`` says: in a checkout, else in the user's own folder of data."""
    if not INSTALLED:
        return PROGRAM / "data"
    named = Path(os.environ.get("XDG_DATA_HOME", "").strip())
    # The standard says that a relative path counts as none.
    return (named if named.is_absolute() else Path.home() / ".local" / "share") / "barpoint"
