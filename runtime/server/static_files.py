"""Collects static files only when they changed: hashing and compressing them takes most of a server's start."""

import json
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.contrib.staticfiles.finders import get_finders

MANIFEST = "staticfiles.json"


def are_collected() -> bool:
    """Whether ``STATIC_ROOT`` is complete and was made from the current files."""
    try:
        manifest = (settings.STATIC_ROOT / MANIFEST).read_bytes()
        served = json.loads(manifest)["paths"].values()
        return _note().read_text() == _digest(manifest) and all(
            (settings.STATIC_ROOT / name).exists() for name in served
        )
    except (OSError, ValueError, KeyError):
        return False


def note_collected() -> None:
    """Store from which files ``STATIC_ROOT`` was just made; does nothing for a storage without a manifest."""
    manifest = settings.STATIC_ROOT / MANIFEST
    if manifest.exists():
        _note().write_text(_digest(manifest.read_bytes()))


def _note() -> Path:
    # Beside the folder, because everything inside is served.
    root: Path = settings.STATIC_ROOT
    return root.with_name(f"{root.name}.collected")


def _digest(manifest: bytes) -> str:
    """Return a hash of the manifest, the source files and the versions that made it."""
    made_by = repr([settings.STORAGES["staticfiles"], version("django"), version("whitenoise")]).encode()
    sources = (f"{name} {sha256(content).hexdigest()}".encode() for name, content in _sources())
    return sha256(b"\n".join([made_by, manifest, *sources])).hexdigest()


def _sources() -> Iterator[tuple[str, bytes]]:
    for finder in get_finders():
        for name, storage in sorted(finder.list(StaticFilesConfig.ignore_patterns), key=lambda each: each[0]):
            with storage.open(name) as file:
                yield name, file.read()
