"""Copies of parts of the program, to plant a fault in.

Their files are links to the same data: dozens of copies would write gigabytes, and a slow disk makes all others wait.
"""

import os
import shutil
from pathlib import Path


def copy_tree(source: Path, target: Path) -> None:
    """Copy a folder; change its files by ``write_anew`` only, because the data may be the source's own."""
    shutil.copytree(source, target, copy_function=_link)


def write_anew(path: Path, text: str) -> None:
    """Put a new file in the place of one in a copy."""
    path.unlink()
    path.write_text(text, encoding="utf-8")


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # another file system, or one without links
        shutil.copy2(source, target)
