"""Settings from the environment. A wrong value stops the start with one line that names the variable.

Source: docs/decisions/0024-settings-from-the-environment.md.
"""

import os
import re
from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from journal.zones import zone_names
from runtime.backups.places import Bucket

SHORTEST_SECRET = 32
SHORTEST_PASSPHRASE = 12
LONGEST_MINUTES = 7 * 24 * 60
_HOST = re.compile(r"\.?[A-Za-z0-9](?:[A-Za-z0-9.:-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:]+\]")


class SettingError(ImproperlyConfigured):
    """A variable has an impossible value; the message names the variable without repeating a secret."""


def env_bool(name: str, default: bool = False) -> bool:
    """Return whether a variable is on: 1, true, yes, on or 0, false, no, off."""
    text = os.environ.get(name, "").strip().lower()
    if not text:
        return default
    if text not in ("1", "true", "yes", "on", "0", "false", "no", "off"):
        raise SettingError(f"{name} must be yes or no, not {text!r}")
    return text in ("1", "true", "yes", "on")


def env_path(name: str, default: Path) -> Path:
    """Return a folder, which may not exist yet."""
    text = os.environ.get(name, "").strip()
    path = Path(text).expanduser().resolve() if text else default
    if path.exists() and not path.is_dir():
        raise SettingError(f"{name} must be a folder, and {path} is a file")
    return path


def env_hosts(name: str) -> list[str]:
    """Return the host names in a list separated by commas; ``*`` is not a host name."""
    hosts = [host.strip() for host in os.environ.get(name, "").split(",") if host.strip()]
    for host in hosts:
        if not _HOST.fullmatch(host):
            raise SettingError(f"{name} must list host names divided by commas, and {host!r} is no host name")
    return hosts


def env_networks(name: str) -> list[IPv4Network | IPv6Network]:
    """Return the addresses and networks in a list separated by commas, such as ``192.0.2.7, 10.8.0.0/16``."""
    texts = [text.strip() for text in os.environ.get(name, "").split(",") if text.strip()]
    try:
        return [ip_network(text) for text in texts]
    except ValueError as wrong:
        raise SettingError(f"{name} must list addresses or networks divided by commas: {wrong}") from None


def env_choice(name: str, choices: Sequence[str]) -> str:
    """Return one of ``choices``, the first by default."""
    text = os.environ.get(name, "").strip().lower() or choices[0]
    if text not in choices:
        raise SettingError(f"{name} must be {' or '.join(choices)}, not {text!r}")
    return text


def env_minutes(name: str, default: float) -> float:
    """Return a number of minutes, 0 for never."""
    text = os.environ.get(name, "").strip()
    if not text:
        return default
    try:
        minutes = float(text)
    except ValueError:
        minutes = -1
    if not 0 <= minutes <= LONGEST_MINUTES:
        raise SettingError(f"{name} must be a number of minutes from 0 to {LONGEST_MINUTES}, not {text!r}")
    return minutes


def env_secret(name: str) -> str | None:
    """Return a secret, None if the variable is not set."""
    text = os.environ.get(name)
    if text is None or text == "":
        return None
    if len(text) < SHORTEST_SECRET or len(set(text)) < 5:
        raise SettingError(f"{name} is too easy to guess: use at least {SHORTEST_SECRET} random characters")
    return text


def env_passphrase(name: str) -> str:
    """Return a passphrase, or the first line of the file that ``NAME_FILE`` names; empty for none."""
    text, file = os.environ.get(name, ""), os.environ.get(f"{name}_FILE", "").strip()
    if file:
        try:
            text = Path(file).read_text().partition("\n")[0]
        except OSError as wrong:
            raise SettingError(f"{name}_FILE can't be read: {wrong.strerror}") from None
        if not text:
            raise SettingError(f"{name}_FILE is empty")
    if text and len(text) < SHORTEST_PASSPHRASE:
        raise SettingError(f"{name} is too short: use at least {SHORTEST_PASSPHRASE} characters, such as five words")
    return text


def env_place(name: str, passphrase: str) -> Path | Bucket | None:
    """Return a folder, a bucket (``s3://KEY:SECRET@HOST/BUCKET/PREFIX?region=REGION``), or None for neither."""
    text = os.environ.get(name, "").strip()
    if not text:
        return None
    parts = urlsplit(text)
    if not parts.scheme:
        path = Path(text).expanduser()
        if not path.is_absolute():
            raise SettingError(f"{name} must be a whole path, such as /media/stick/barpoint")
        return path
    query = dict(parse_qsl(parts.query))
    region, http = query.pop("region", "us-east-1"), query.pop("http", "")
    bucket, _, prefix = unquote(parts.path.strip("/")).partition("/")
    if parts.scheme != "s3" or not (parts.hostname and parts.username and parts.password and bucket) or query:
        raise SettingError(f"{name} must be a folder, or s3://KEY:SECRET@HOST/BUCKET/PREFIX?region=REGION")
    if not passphrase:
        raise SettingError(f"{name} is a bucket of others: set BARPOINT_BACKUP_PASSPHRASE, so that they can't read it")
    host = parts.netloc.rpartition("@")[2]
    secret = unquote(parts.password)
    return Bucket(host, bucket, f"{prefix}/" if prefix else "", unquote(parts.username), secret, region, not http)


def env_broker(name: str) -> str:
    """Return the address of the message broker, empty for none."""
    text = os.environ.get(name, "").strip()
    if text and urlsplit(text).scheme not in ("amqp", "amqps", "redis", "rediss"):
        raise SettingError(f"{name} must begin with amqp:// or redis://")
    return text


def env_mail(name: str) -> tuple[dict[str, Any] | None, str]:
    """Return Django's settings for a mailer and the sender's address; None if mail is not set up.

    ``smtps://USER:PASSWORD@HOST:PORT?from=ADDRESS``; ``smtp://`` switches to TLS at once, except on this machine.
    """
    text = os.environ.get(name, "").strip()
    if not text:
        return None, "barpoint@localhost"
    parts = urlsplit(text)
    query = dict(parse_qsl(parts.query))
    sender = query.pop("from", "") or unquote(parts.username or "")
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or query or "@" not in sender:
        raise SettingError(f"{name} must be smtps://USER:PASSWORD@HOST:PORT?from=ADDRESS")
    try:
        port = parts.port
    except ValueError:
        raise SettingError(f"{name} has no valid port") from None
    is_local, is_encrypted = parts.hostname in ("localhost", "127.0.0.1", "::1"), parts.scheme == "smtps"
    options = {
        "host": parts.hostname,
        "port": port or (465 if is_encrypted else 25 if is_local else 587),
        "username": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "use_ssl": is_encrypted,
        "use_tls": not is_encrypted and not is_local,
        "timeout": 20,
    }
    return {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": options}, sender


def env_database(name: str, embedded: Path) -> dict[str, Any]:
    """Return Django's settings for the PostgreSQL database at an address, or for the embedded SQLite file."""
    text = os.environ.get(name, "").strip()
    if not text:
        return _sqlite(embedded)
    parts = urlsplit(text)
    if parts.scheme == "sqlite" and parts.path:
        return _sqlite(Path(parts.path))
    if parts.scheme not in ("postgres", "postgresql") or not parts.path.strip("/"):
        raise SettingError(f"{name} must be postgresql://USER:PASSWORD@HOST:PORT/DATABASE")
    try:
        port = parts.port or ""
    except ValueError:
        raise SettingError(f"{name} has no valid port") from None
    query = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "runtime.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": query.pop("host", None) or parts.hostname or "",
        "PORT": str(port),
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "options": "-c lock_timeout=10000 -c statement_timeout=30000 -c idle_in_transaction_session_timeout=30000"
            " -c plan_cache_mode=force_generic_plan",
            "server_side_binding": True,
            **query,
        },
    }


def _sqlite(path: Path) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        # One connection for each thread of the two pools, never closed: to open one costs more than a page.
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 10,
            # A hall sends more different statements than the default of 128: each would be compiled again and again.
            "cached_statements": 512,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=FULL; PRAGMA cache_size=-20000;",
        },
        # Races need a file: an in-memory database is one connection.
        "TEST": {"NAME": None},
    }


def env_zone(name: str) -> str:
    """Return the name of a time zone, that of this machine if the variable is not set."""
    text = os.environ.get(name, "").strip() or machine_zone()
    if text not in zone_names():
        raise SettingError(f"{name} must be a time zone such as Europe/Madrid, not {text!r}")
    return text


def machine_zone(link: Path = Path("/etc/localtime")) -> str:
    """Return the time zone of this machine, UTC if it cannot be read."""
    try:
        name = str(link.readlink()).partition("/zoneinfo/")[2].removeprefix("Etc/")
    except OSError:
        name = ""
    return name if name in zone_names() else "UTC"
