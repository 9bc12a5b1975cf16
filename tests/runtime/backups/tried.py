"""``python -m tests.runtime.backups.tried FOLDER``: try to restore every file in a folder, in one process.

Prints JSON: for each name the code of the refusal (empty if it was restored), and whether the data folder is as before.
"""

import json
import os
import sys
from hashlib import sha256
from pathlib import Path

import django


def main(folder: Path) -> None:
    """Try them in the order of their names."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    from django.conf import settings  # noqa: PLC0415 -- the settings are known only now

    from rules.errors import RuleBroken  # noqa: PLC0415 -- Django is set up only now
    from runtime.backups.restore import restore  # noqa: PLC0415 -- Django is set up only now

    outcomes = {}
    for path in sorted(folder.iterdir()):
        if path.name.endswith(("-wal", "-journal")):
            continue
        before, code = fingerprint(settings.DATA_DIR), ""
        try:
            restore(path)
        except RuleBroken as broken:
            code = broken.code
        outcomes[path.name] = [code, fingerprint(settings.DATA_DIR) == before]
    sys.stdout.write(json.dumps(outcomes))


def fingerprint(folder: Path) -> str:
    """Return a hash of every file's name, rights and contents, except the lock's."""
    rows = []
    for path in sorted(folder.rglob("*")):
        if path.name != "running.lock":
            contents = sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
            rows.append((str(path), path.stat().st_mode, contents))
    return sha256(repr(rows).encode()).hexdigest()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
