"""Settings from the environment: a wrong value is refused, and the message names the variable."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.env import (
    env_bool,
    env_broker,
    env_database,
    env_hosts,
    env_mail,
    env_passphrase,
    env_path,
    env_place,
    env_secret,
    env_zone,
    machine_zone,
)
from runtime.backups.places import Bucket

NAME = "BARPOINT_X"


def set_to(monkeypatch: pytest.MonkeyPatch, text: str | None) -> None:
    if text is None:
        monkeypatch.delenv(NAME, raising=False)
    else:
        monkeypatch.setenv(NAME, text)


def refusal(read: Any) -> str:
    with pytest.raises(ImproperlyConfigured) as refused:
        read()
    return str(refused.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [("1", True), ("TRUE", True), (" yes ", True), ("on", True), ("0", False), ("no", False), ("off", False)],
)
def test_a_yes_or_no(monkeypatch: pytest.MonkeyPatch, text: str, value: bool) -> None:
    set_to(monkeypatch, text)

    assert env_bool(NAME, default=not value) is value


@pytest.mark.parametrize("text", [None, "", "  "])
def test_an_unset_variable_has_its_default(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str | None) -> None:
    set_to(monkeypatch, text)

    assert env_bool(NAME, default=True) is True
    assert env_path(NAME, tmp_path) == tmp_path
    assert env_hosts(NAME) == []
    assert env_broker(NAME) == ""
    assert env_database(NAME, tmp_path / "x")["NAME"] == str(tmp_path / "x")


@pytest.mark.parametrize("text", ["maybe", "2", "truee", "nein"])
def test_neither_yes_nor_no_is_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    set_to(monkeypatch, text)

    assert NAME in refusal(lambda: env_bool(NAME))


def test_a_file_instead_of_a_folder_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    set_to(monkeypatch, str(tmp_path / "file"))

    assert NAME in refusal(lambda: env_path(NAME, tmp_path))


def test_a_folder_may_not_exist_yet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    set_to(monkeypatch, str(tmp_path / "new"))

    assert env_path(NAME, tmp_path) == tmp_path / "new"


def test_hosts_are_listed_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    set_to(monkeypatch, " hall.example , .club.example, 192.168.1.7,[fe80::1], ")

    assert env_hosts(NAME) == ["hall.example", ".club.example", "192.168.1.7", "[fe80::1]"]


@pytest.mark.parametrize("text", ["*", "http://hall.example", "hall example", "hall.example/x", "-", "a,,b c"])
def test_an_invalid_host_is_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    set_to(monkeypatch, text)

    assert NAME in refusal(lambda: env_hosts(NAME))


@pytest.mark.parametrize("text", ["short", "x" * 64, "abcd" * 7])
def test_a_guessable_secret_is_refused_and_not_repeated(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    set_to(monkeypatch, text)

    sentence = refusal(lambda: env_secret(NAME))
    assert NAME in sentence
    assert text not in sentence


def test_a_good_secret_is_accepted_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    set_to(monkeypatch, "correct horse battery staple 2026")
    assert env_secret(NAME) == "correct horse battery staple 2026"
    set_to(monkeypatch, None)
    assert env_secret(NAME) is None


@pytest.mark.parametrize("text", ["amqp://broker/", "amqps://b", "redis://b:6379/0", "rediss://b"])
def test_a_broker(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    set_to(monkeypatch, text)

    assert env_broker(NAME) == text


@pytest.mark.parametrize("text", ["broker", "http://broker", "sqs://x"])
def test_an_invalid_broker_is_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    set_to(monkeypatch, text)

    assert NAME in refusal(lambda: env_broker(NAME))


def test_a_postgresql_address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    set_to(monkeypatch, "postgresql://desk:p%40ss@db.example:5433/bar%20point?sslmode=require")

    rows = env_database(NAME, tmp_path)

    lines = [rows[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT")]
    assert lines == ["bar point", "desk", "p@ss", "db.example", "5433"]
    assert rows["OPTIONS"]["sslmode"] == "require"
    assert "lock_timeout=10000" in rows["OPTIONS"]["options"]
    assert "ATOMIC_REQUESTS" not in rows


def test_a_postgresql_socket(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    set_to(monkeypatch, "postgres:///barpoint?host=/var/run/postgresql")

    assert env_database(NAME, tmp_path)["HOST"] == "/var/run/postgresql"


def test_a_sqlite_file_by_its_address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    set_to(monkeypatch, f"sqlite://{tmp_path}/other.sqlite3")

    rows = env_database(NAME, tmp_path)

    assert rows["NAME"] == f"{tmp_path}/other.sqlite3"
    assert (rows["OPTIONS"]["transaction_mode"], rows["OPTIONS"]["timeout"]) == ("IMMEDIATE", 10)
    assert "synchronous=FULL" in rows["OPTIONS"]["init_command"]
    assert "journal_mode=TRUNCATE" in rows["OPTIONS"]["init_command"]


@pytest.mark.parametrize(
    "text",
    ["mysql://db/x", "postgresql://db", "postgresql:///", "barpoint", "sqlite:", "postgresql://db:port/x",
     "postgresql://db:99999/x"],
)  # fmt: skip
def test_an_invalid_database_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str) -> None:
    set_to(monkeypatch, text)

    assert NAME in refusal(lambda: env_database(NAME, tmp_path))


@pytest.mark.parametrize(
    ("text", "sender", "posted"),
    [
        (
            "smtps://desk%40club.example:pa%2Fss@mail.club.example",
            "desk@club.example",
            ("mail.club.example", 465, "desk@club.example", "pa/ss", True, False),
        ),
        (
            "smtp://desk:secret@mail.club.example:2525?from=barpoint@club.example",
            "barpoint@club.example",
            ("mail.club.example", 2525, "desk", "secret", False, True),
        ),
        ("smtp://localhost?from=a@b.example", "a@b.example", ("localhost", 25, "", "", False, False)),
    ],
)
def test_a_mail_server_by_its_address(
    monkeypatch: pytest.MonkeyPatch, text: str, sender: str, posted: tuple[object, ...]
) -> None:
    set_to(monkeypatch, text)

    mailer, rows = env_mail(NAME)

    assert mailer is not None
    options = mailer["OPTIONS"]
    assert rows == sender
    assert tuple(options[name] for name in ("host", "port", "username", "password", "use_ssl", "use_tls")) == posted


def test_without_a_mail_server_there_is_no_mailer(monkeypatch: pytest.MonkeyPatch) -> None:
    set_to(monkeypatch, None)

    assert env_mail(NAME)[0] is None


@pytest.mark.parametrize(
    "text",
    ["mail.club.example", "http://mail.club.example", "smtp://?from=a@b.example", "smtp://desk:x@mail.club.example",
     "smtp://mail.club.example:x?from=a@b.example", "smtp://mail.club.example?from=a@b.example&tls=no"],
)  # fmt: skip
def test_an_invalid_mail_server_is_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    set_to(monkeypatch, text)

    assert NAME in refusal(lambda: env_mail(NAME))


def test_a_time_zone_is_named_or_that_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    set_to(monkeypatch, "Europe/Madrid")
    assert env_zone(NAME) == "Europe/Madrid"

    set_to(monkeypatch, None)
    assert env_zone(NAME) == machine_zone()

    set_to(monkeypatch, "Europe/Bilbao")
    assert refusal(lambda: env_zone(NAME)) == f"{NAME} must be a time zone such as Europe/Madrid, not 'Europe/Bilbao'"


@pytest.mark.parametrize(
    ("target", "zone"),
    [
        ("/usr/share/zoneinfo/Europe/Oslo", "Europe/Oslo"),
        ("../usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"),
        ("/usr/share/zoneinfo/Etc/UTC", "UTC"),
        ("/usr/share/zoneinfo/Nowhere/Here", "UTC"),
        ("/somewhere/else", "UTC"),
    ],
)
def test_the_time_zone_is_the_one_that_the_machine_is_set_to(tmp_path: Path, target: str, zone: str) -> None:
    link = tmp_path / "localtime"
    link.symlink_to(target)

    assert machine_zone(link) == zone
    assert machine_zone(tmp_path / "nothing") == "UTC"


@pytest.mark.parametrize(
    ("variable", "text", "message"),
    [
        ("BARPOINT_DEBUG", "maybe", "manage.py: BARPOINT_DEBUG must be yes or no, not 'maybe'\n"),
        ("SECRET_KEY", "hunter2", "manage.py: SECRET_KEY is too easy to guess: use at least 32 random characters\n"),
        (
            "DATABASE_URL",
            "mysql://desk:hunter2@db/x",
            "manage.py: DATABASE_URL must be postgresql://USER:PASSWORD@HOST:PORT/DATABASE\n",
        ),
    ],
)
def test_a_command_ends_with_one_line_that_repeats_no_secret(
    tmp_path: Path, variable: str, text: str, message: str
) -> None:
    finished = subprocess.run(
        [sys.executable, "manage.py", "verify"],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"BARPOINT_DATA": str(tmp_path), variable: text},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (finished.returncode, finished.stdout, finished.stderr) == (1, "", message)


def test_a_passphrase_is_long_and_may_be_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    set_to(monkeypatch, "too short")
    assert "too short: use at least 12" in refusal(lambda: env_passphrase(NAME))

    set_to(monkeypatch, None)
    (tmp_path / "words").write_text("five old boards by the sea\nand more\n")
    monkeypatch.setenv(f"{NAME}_FILE", str(tmp_path / "words"))
    assert env_passphrase(NAME) == "five old boards by the sea"
    monkeypatch.setenv(f"{NAME}_FILE", str(tmp_path / "nothing"))
    assert f"{NAME}_FILE can't be read" in refusal(lambda: env_passphrase(NAME))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", None),
        ("/media/stick/barpoint", Path("/media/stick/barpoint")),
        (
            "s3://AK:a%2Fsecret@s3.example.org/desk?region=eu-1",
            Bucket("s3.example.org", "desk", "", "AK", "a/secret", "eu-1", is_https=True),
        ),
        (
            "s3://AK:secret@127.0.0.1:9000/desk/hall/one?http=yes",
            Bucket("127.0.0.1:9000", "desk", "hall/one/", "AK", "secret", "us-east-1", is_https=False),
        ),
    ],
)
def test_a_second_place(monkeypatch: pytest.MonkeyPatch, text: str, place: Path | Bucket | None) -> None:
    set_to(monkeypatch, text)

    assert env_place(NAME, "five old boards by the sea") == place


@pytest.mark.parametrize(
    "text", ["stick", "s3://host/desk", "s3://AK:secret@host", "ftp://AK:secret@host/desk", "s3://AK:se@h/b?zone=x"]
)
def test_an_impossible_second_place_is_refused_without_its_secret(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    set_to(monkeypatch, text)

    refused = refusal(lambda: env_place(NAME, "five old boards by the sea"))

    assert NAME in refused
    assert "AK:secret" not in refused


def test_a_bucket_of_others_needs_a_passphrase(monkeypatch: pytest.MonkeyPatch) -> None:
    set_to(monkeypatch, "s3://AK:secret@host/desk")

    assert "BARPOINT_BACKUP_PASSPHRASE" in refusal(lambda: env_place(NAME, ""))
