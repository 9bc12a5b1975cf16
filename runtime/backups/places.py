"""A second place for backups: a folder, such as a USB stick's, or a bucket of an S3-compatible service."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from journal.refusals import Refused
from runtime.backups.files import draft_of, must_fit

CONNECT_SECONDS, READ_SECONDS = 5, 60
BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Bucket:
    """A bucket of an S3-compatible service; ``prefix`` is empty or ends with a slash."""

    host: str
    bucket: str
    prefix: str
    key: str
    secret: str
    region: str
    is_https: bool


class Place(Protocol):
    """Somewhere else. Every method raises Refused ``second.missing`` or ``second.refused`` with the reason."""

    def send(self, path: Path) -> None:
        """Store the file under its name, and check that it arrived whole."""

    def names(self) -> list[str]:
        """Return the names of what is stored."""

    def fetch(self, name: str, path: Path) -> None:
        """Write what is stored under a name to ``path``."""

    def remove(self, name: str) -> None:
        """Remove what is stored under a name."""


def place_of(setting: Path | Bucket) -> Place:
    """Return the place that a setting names."""
    return S3(setting) if isinstance(setting, Bucket) else Folder(setting)


class Folder:
    """A folder. It must exist: the folder of a stick that is not plugged in is not made on the laptop's disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def send(self, path: Path) -> None:
        """Store the file, and compare what arrived."""
        with self._errors():
            must_fit(path.stat().st_size, self._folder)
            target = self._folder / path.name
            with draft_of(target) as draft, path.open("rb") as file, draft.open("wb") as copy:
                while block := file.read(BLOCK):
                    copy.write(block)
            if _digest(target) != _digest(path):
                raise Refused("second.refused", why="it arrived damaged")

    def names(self) -> list[str]:
        """Return the names of what is stored."""
        with self._errors():
            return [path.name for path in self._folder.iterdir() if path.is_file()]

    def fetch(self, name: str, path: Path) -> None:
        """Copy what is stored under a name to ``path``."""
        with self._errors():
            shutil.copyfile(self._folder / name, path)

    def remove(self, name: str) -> None:
        """Remove what is stored under a name."""
        with self._errors():
            (self._folder / name).unlink(missing_ok=True)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        if not self._folder.is_dir():
            raise Refused("second.missing", folder=str(self._folder))
        try:
            yield
        except OSError as wrong:
            raise Refused("second.refused", why=wrong.strerror or type(wrong).__name__) from None


class S3:
    """A bucket. Neither its key nor its address is in any message."""

    def __init__(self, bucket: Bucket) -> None:
        # Only an installation with a bucket needs it: it takes 150 ms and 14 MB.
        import urllib3  # noqa: PLC0415 -- see above
        from minio import Minio  # noqa: PLC0415 -- see above

        self._bucket = bucket
        self._client = Minio(
            bucket.host,
            access_key=bucket.key,
            secret_key=bucket.secret,
            secure=bucket.is_https,
            region=bucket.region,
            http_client=urllib3.PoolManager(
                timeout=urllib3.Timeout(connect=CONNECT_SECONDS, read=READ_SECONDS), retries=urllib3.Retry(1)
            ),
        )

    def send(self, path: Path) -> None:
        """Store the file in parts of 5 MiB, and compare its size."""
        name = self._bucket.prefix + path.name
        with self._errors():
            self._client.fput_object(self._bucket.bucket, name, str(path))
            if self._client.stat_object(self._bucket.bucket, name).size != path.stat().st_size:
                raise Refused("second.refused", why="it arrived damaged")

    def names(self) -> list[str]:
        """Return the names of what is stored."""
        with self._errors():
            rows = self._client.list_objects(self._bucket.bucket, prefix=self._bucket.prefix)
            return [str(row.object_name).removeprefix(self._bucket.prefix) for row in rows]

    def fetch(self, name: str, path: Path) -> None:
        """Copy what is stored under a name to ``path``."""
        with self._errors():
            self._client.fget_object(self._bucket.bucket, self._bucket.prefix + name, str(path))

    def remove(self, name: str) -> None:
        """Remove what is stored under a name."""
        with self._errors():
            self._client.remove_object(self._bucket.bucket, self._bucket.prefix + name)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        from minio.error import MinioException, S3Error  # noqa: PLC0415 -- loaded with the client
        from urllib3.exceptions import HTTPError  # noqa: PLC0415 -- loaded with the client

        try:
            yield
        except S3Error as wrong:
            raise Refused("second.refused", why=wrong.code or "S3Error") from None
        except (MinioException, HTTPError, OSError, ValueError) as wrong:
            raise Refused("second.refused", why=type(wrong).__name__) from None


def _digest(path: Path) -> str:
    digest = sha256()
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            digest.update(block)
    return digest.hexdigest()
