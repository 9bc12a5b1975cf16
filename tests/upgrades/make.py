"""``python -m tests.upgrades.make VERSION``: write the backup of this version, for later versions to upgrade in tests.

It holds the demo and, beside it, at least one fact of every class, made by the same actions as any other.
"""

import lzma
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import django

FOLDER = Path(__file__).parent


def main(version: str) -> None:
    """Write ``VERSION.sqlite3.xz`` beside this file."""
    with TemporaryDirectory() as folder:
        os.environ |= {"BARPOINT_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        os.environ.pop("DATABASE_URL", None)
        django.setup()
        from django.core.management import call_command  # noqa: PLC0415 -- the settings are known only now

        from tests.upgrades.content import fill  # noqa: PLC0415 -- Django is set up only now

        call_command("migrate", verbosity=0)
        call_command("demo", verbosity=0)
        fill()
        copy = Path(folder) / "copy.sqlite3"
        call_command("backup", str(copy))
        (FOLDER / f"{version}.sqlite3.xz").write_bytes(lzma.compress(copy.read_bytes(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    main(sys.argv[1])
