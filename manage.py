#!/usr/bin/env python
"""Django's own door."""

import gc
import os
import platform
import sys
from pathlib import Path

from barpoint import __version__, services
from config.env import SettingError


def main() -> None:
    # Whatever a command writes is for its own user alone: data, backups, sheets.
    os.umask(0o077)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    # Django answers these two with its own version. No settings are read: they may be what is wrong.
    if sys.argv[1:] in (["version"], ["--version"]):
        sys.stdout.write(f"Barpoint {__version__}, Python {platform.python_version()}\n")
        return
    if sys.argv[1:2] == ["upgrade"] and "--services" in sys.argv:
        sys.exit(services.main(sys.argv[2:]))
    # What is loaded stays: searching it for garbage would take a sixth of a start. A server that has loaded everything
    # searches as often as Python does elsewhere (runtime/server/process.py).
    gc.set_threshold(50_000)
    from django.core.management import execute_from_command_line  # noqa: PLC0415 -- Django's own form

    try:
        execute_from_command_line(sys.argv)
    except SettingError as error:
        sys.exit(f"{Path(sys.argv[0]).name}: {error}")


if __name__ == "__main__":
    main()
