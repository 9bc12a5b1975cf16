"""The Containerfile and the compose file, as far as they can be judged without running them.

``bin/fresh-release containers`` carries out every step in a bare Debian.
"""

import re
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.core.management import get_commands, load_command_class
from django.db import connection

from .containers import DEPLOY, INSTRUCTIONS, compose, starting_order, steps, variables, waits_for
from .made import ROOT

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="files are the same for both databases")
GIVEN = dict.fromkeys(variables(), "hall.example.org")
SERVICES = compose(GIVEN)["services"]
OURS = ("upgrade", "web", "worker")


def takes(words: list[str]) -> None:
    """Fail unless the program has this command with these options."""
    load_command_class(get_commands()[words[0]], words[0]).create_parser("barpoint", words[0]).parse_args(words[1:])


def test_the_containerfile_has_only_instructions_that_the_test_in_a_bare_debian_carries_out() -> None:
    assert {step.name for step in steps()} <= INSTRUCTIONS
    assert [step.text for step in steps() if step.name == "FROM"] == ["debian:trixie-slim"]


def test_the_image_has_the_libraries_and_fonts_that_a_checkout_installs() -> None:
    setup = (ROOT / "bin" / "setup.sh").read_text()
    libraries = {line.split()[0] for line in re.findall(r"(?m)^libpango.*|^libharfbuzz.*", setup)}
    fonts = set(re.findall(r"fonts-[\w-]+", setup))

    (installed,) = [step.text for step in steps() if "apt-get install" in step.text]

    assert libraries | fonts | {"python3", "python3-venv", "postgresql-client"} <= set(installed.split())


def test_the_image_runs_as_its_own_user_and_its_command_exists() -> None:
    last = {step.name: step for step in steps()}

    assert (last["USER"].text, last["ENTRYPOINT"].words) == ("barpoint", ["barpoint"])
    takes(last["CMD"].words)


def test_the_services_start_in_an_order_in_which_each_finds_what_it_needs() -> None:
    assert starting_order(SERVICES) == ["database", "broker", "upgrade", "web", "worker", "proxy"]
    assert waits_for(SERVICES["web"]) == {"upgrade": "service_completed_successfully", "broker": "service_healthy"}
    for service in SERVICES.values():
        for name, condition in waits_for(service).items():
            assert condition == "service_completed_successfully" or "healthcheck" in SERVICES[name]


@pytest.mark.parametrize("name", OURS)
def test_our_services_run_commands_that_exist_on_services_that_exist(name: str) -> None:
    takes(SERVICES[name]["command"])
    settings = (ROOT / "docs" / "settings.md").read_text()
    environment = SERVICES[name]["environment"]

    assert {urlsplit(environment[each]).hostname for each in ("DATABASE_URL", "BROKER_URL")} == {"database", "broker"}
    assert [each for each in environment if f"`{each}`" not in settings and each != "FORWARDED_ALLOW_IPS"] == []


def test_nobody_but_the_proxy_is_reached_from_outside_and_no_password_has_a_default() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert {name for name, demanded in variables().items() if demanded} == {
        "DATABASE_PASSWORD", "BROKER_PASSWORD", "SECRET_KEY", "BARPOINT_HOST",
    }  # fmt: skip


def test_every_variable_of_the_compose_file_is_documented() -> None:
    page = (ROOT / "docs" / "operators" / "install.md").read_text()

    assert [name for name in variables() if f"{name}" not in page] == []


@pytest.mark.skipif(not shutil.which("caddy"), reason="Caddy is not installed (Debian's package: caddy)")
def test_caddy_accepts_its_configuration(tmp_path: Path) -> None:
    environment = {"BARPOINT_HOST": "hall.example.org", "HOME": str(tmp_path), "PATH": "/usr/bin"}

    validated = subprocess.run(
        ["caddy", "validate", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert validated.returncode == 0, validated.stderr
    assert "not formatted" not in validated.stderr
