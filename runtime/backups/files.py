"""The files of backups: private, complete before they appear, and refused in words when the disk is full."""

import errno
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from journal.refusals import Refused

FOLDER_MODE, FILE_MODE = 0o700, 0o600
# What must stay free on a disk after a copy.
RESERVE = 20 * 1024 * 1024
# How an encrypted backup begins, and how its name ends.
SEALED, SEALED_ENDING = b"barpoint encrypted backup 1\n", ".enc"


def private_folder(path: Path) -> Path:
    """Make a folder that only its owner may enter; one that exists is left as it is."""
    path.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)
    return path


@contextmanager
def draft_of(path: Path) -> Iterator[Path]:
    """Yield the path of a draft that replaces ``path`` at the end of the block, complete, on the disk and private.

    Raises Refused ``disk.full``. Whatever goes wrong, no draft remains.
    """
    private_folder(path.parent)
    # Two backups may be written in the same second.
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        with full_disk_refused(path.parent):
            os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE))
            yield draft
            sync(draft)
            draft.replace(path)
            sync(path.parent)
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def full_disk_refused(folder: Path) -> Iterator[None]:
    """Turn the error of a full disk into Refused ``disk.full``."""
    try:
        yield
    except OSError as wrong:
        if wrong.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise Refused("disk.full", folder=str(folder)) from None


def must_fit(size: int, folder: Path) -> None:
    """Refuse what would fill the disk, before anything is written. Raises Refused ``disk.full``."""
    if shutil.disk_usage(folder).free < size + RESERVE:
        raise Refused("disk.full", folder=str(folder))


def is_sealed(path: Path) -> bool:
    """Whether the file at ``path`` is an encrypted backup."""
    with path.open("rb") as file:
        return file.read(len(SEALED)) == SEALED


def sync(path: Path) -> None:
    """Have a file or a folder written to the disk, as far as its file system can."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as wrong:
        if wrong.errno not in (errno.EINVAL, errno.ENOTSUP):  # some file systems can't sync a folder
            raise
    finally:
        os.close(handle)
