"""The units of systemd: their syntax, their order, and that the commands they run exist."""

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class
from django.db import connection

from .made import ROOT

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="files are the same for both databases")
UNITS = sorted((ROOT / "deploy" / "systemd").iterdir())
SERVICES = [path for path in UNITS if path.suffix == ".service"]
COMMAND = re.compile(r"/opt/barpoint/current/bin/barpoint ([^'\n]+)")
SECTIONS = {
    ".service": {"Unit", "Service", "Install"}, ".timer": {"Unit", "Timer", "Install"}, ".target": {"Unit", "Install"},
}  # fmt: skip


def parsed(path: Path) -> configparser.RawConfigParser:
    unit = configparser.RawConfigParser(strict=True, delimiters="=", comment_prefixes=("#", ";"))
    unit.optionxform = str  # type: ignore[assignment,method-assign] # names of systemd have capital letters
    unit.read_string(path.read_text())
    return unit


def test_there_is_a_unit_for_each_kind_of_process() -> None:
    assert [path.name for path in UNITS] == [
        "barpoint-backup.service", "barpoint-backup.timer", "barpoint-web@.service", "barpoint-worker@.service",
        "barpoint.target",
    ]  # fmt: skip


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_a_unit_has_the_sections_of_its_kind_and_no_setting_twice(path: Path) -> None:
    assert set(parsed(path).sections()) <= SECTIONS[path.suffix]
    assert parsed(path)["Unit"]["Description"].startswith("Barpoint")


@pytest.mark.parametrize("path", SERVICES, ids=lambda path: path.name)
def test_a_service_runs_a_command_that_exists_with_options_that_it_has(path: Path) -> None:
    service = parsed(path)["Service"]
    match = COMMAND.search(service["ExecStart"])
    assert match is not None
    name, *words = match[1].replace("%i", "8001").split()

    parser = load_command_class(get_commands()[name], name).create_parser("barpoint", name)
    parser.parse_args([word.strip('"') for word in words if "$(" not in word and "%u" not in word])

    assert (service["User"], service["EnvironmentFile"]) == ("barpoint", "/etc/barpoint.env")
    assert service["ReadWritePaths"] == "/var/lib/barpoint /var/backups/barpoint"


@pytest.mark.parametrize("name", ["barpoint-web@.service", "barpoint-worker@.service"])
def test_stopping_the_target_stops_a_process_and_waits_for_it(name: str) -> None:
    unit = parsed(ROOT / "deploy" / "systemd" / name)

    # PartOf stops it with the target; because it starts after the target, the target stops after it.
    assert unit["Unit"]["PartOf"] == "barpoint.target"
    assert {"barpoint.target", "postgresql.service", "rabbitmq-server.service"} <= set(unit["Unit"]["After"].split())
    assert unit["Install"]["WantedBy"] == "barpoint.target"
    assert int(unit["Service"]["TimeoutStopSec"]) > 12  # what a clean stop may take


def test_a_nightly_backup_is_made_also_after_a_night_without_power() -> None:
    timer = parsed(ROOT / "deploy" / "systemd" / "barpoint-backup.timer")["Timer"]

    assert (timer["OnCalendar"], timer["Persistent"]) == ("*-*-* 04:30", "true")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed (Debian's package: systemd)")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    program = tmp_path / "barpoint"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    for path in UNITS:
        name = path.name.replace("@.", "@1.")  # verify wants instances
        (tmp_path / name).write_text(path.read_text().replace("/opt/barpoint/current/bin/barpoint", str(program)))
    names = [str(path) for path in sorted(tmp_path.glob("*.*"))]

    verified = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *names],
        env={"SYSTEMD_UNIT_PATH": f"{tmp_path}:", "PATH": "/usr/bin"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip

    # What other units of this machine have wrong is not ours.
    ours = [line for line in verified.stderr.splitlines() if "barpoint" in line]
    assert (ours, verified.returncode) == ([], 0), verified.stderr
