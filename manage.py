#!/usr/bin/env python
"""Django's own door."""

import os
import sys

from config.env import SettingError


def main() -> None:
    # Whatever a command writes is for its own user alone: data, backups, sheets.
    os.umask(0o077)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415 -- Django's own form

    try:
        execute_from_command_line(sys.argv)
    except SettingError as error:
        sys.exit(f"manage.py: {error}")


if __name__ == "__main__":
    main()
