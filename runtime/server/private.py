"""The data folder is private: files 0600, folders 0700, also those that an older version or another program left open.

The database holds sessions in plain text and the hashes of passwords and PINs, and so does every backup.
"""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

FOLDER_MODE, FILE_MODE = 0o700, 0o600
MASK = 0o077
# In a folder that holds more than Barpoint's data, only these are closed.
OWN_NAMES = ("*.sqlite3", "*.sqlite3-*", "*.dump", "*.age", "secret.key", "running.*", "fell.before")
OWN_FOLDERS = ("backups", "replaced", "sheets", "static")


def make_private() -> list[Path]:
    """Close everything in the data folder and the folder of backups to other users; return what was open."""
    folders = dict.fromkeys([settings.DATA_DIR, settings.BACKUP_DIR])
    return [path for folder in folders if folder.is_dir() for path in _owned(folder) if _close(path)]


def _owned(folder: Path) -> Iterator[Path]:
    """Yield Barpoint's files and folders in a folder, and the folder itself."""
    if folder == settings.BACKUP_DIR and settings.DATA_DIR not in folder.parents:
        yield folder
        yield from (path for name in OWN_NAMES for path in folder.glob(name))
    elif _is_shared(folder):
        yield from (path for name in OWN_NAMES for path in folder.glob(name))
        for name in OWN_FOLDERS:
            yield from (path for path in (folder / name, *(folder / name).rglob("*")))
    else:
        yield folder
        yield from folder.rglob("*")


def _is_shared(folder: Path) -> bool:
    """Whether the folder is a home folder, or one in which the program itself lies."""
    return folder == Path.home() or folder == settings.BASE_DIR or folder in settings.BASE_DIR.parents


def _close(path: Path) -> bool:
    """Take the rights of others away; return whether they had any. What belongs to others is left alone."""
    try:
        now = path.lstat()
        if not now.st_mode & MASK or now.st_uid != os.geteuid():
            return False
        if stat.S_ISDIR(now.st_mode):
            path.chmod(FOLDER_MODE)
        elif stat.S_ISREG(now.st_mode):
            path.chmod(FILE_MODE)
        else:
            return False
    except OSError:  # gone meanwhile, or on a file system without rights, such as a USB stick's
        return False
    return True
