"""``python -m tests.release.bare build|run ROOT -- ENTER…``: the Containerfile and the compose file on a bare Debian.

``build`` carries out every step of the Containerfile in ROOT, where ``srv/release`` is the folder that they copy from.
``run`` starts the services of the compose file as processes in ROOT, in a network of their own, and uses the site.
Programs of Debian stand in for the images of others, which are set up by their environment as the images do.
ENTER are the words by which a command begins its environment in ROOT.
"""

import json
import os
import re
import shlex
import shutil
import ssl
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from .containers import compose, starting_order, steps, waits_for

SECONDS = 180.0
GIVEN = {
    "DATABASE_PASSWORD": "of-the-database", "BROKER_PASSWORD": "of-the-broker", "BARPOINT_HOST": "localhost",
    "SECRET_KEY": "a secret key with enough different letters",
}  # fmt: skip


@dataclass
class Image:
    """The image under construction, or done: its root, and what its instructions have set."""

    root: Path
    enter: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    folder: str = "/"
    user: str = "root"
    entrypoint: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)

    def words(self, *words: str, user: str | None = None, **more: str) -> list[str]:
        """Return the command that runs ``words`` inside, in the image's environment and folder, as its user."""
        folder, given = self.folder, self.environment | {"HOME": self._home(user or self.user)} | more
        if user is not None:  # a stand-in, which is another image
            folder, given = "/", given | {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
        pairs = [f"{name}={value}" for name, value in given.items()]
        script = f"cd {shlex.quote(folder)} && exec {shlex.join(words)}"
        return ["chroot", f"--userspec={user or self.user}", str(self.root), *self.enter, *pairs, "sh", "-c", script]

    def _home(self, user: str) -> str:
        rows = (line.split(":") for line in (self.root / "etc" / "passwd").read_text().splitlines())
        return next(row[5] for row in rows if row[0] == user)

    def run(self, *words: str, user: str | None = None, **more: str) -> None:
        subprocess.run(self.words(*words, user=user, **more), stdin=subprocess.DEVNULL, check=True)

    def carry_out(self, name: str, text: str, words: list[str], source: Path) -> None:
        """Carry out one instruction; files are copied from ``source``."""
        if name == "RUN":
            self.run("sh", "-c", text)
        elif name == "COPY":
            *patterns, into = words
            for pattern in patterns:
                paths = sorted(source.glob(pattern))
                assert paths, f"COPY {pattern}: there is no such file"
                for path in paths:
                    shutil.copy(path, self.root / self.folder.lstrip("/") / into)
        elif name == "WORKDIR":
            self.folder = text
            (self.root / text.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif name == "ENV":
            variable, _, value = text.partition("=")
            self.environment[variable] = value
        elif name == "USER":
            self.user = text
        elif name == "ENTRYPOINT":
            self.entrypoint = words
        elif name == "CMD":
            self.command = words


def image(root: Path, enter: list[str], *, build: bool) -> Image:
    """Return the image of the Containerfile; only if it is to be built, steps change the root."""
    made = Image(root, enter)
    for step in steps():
        words = [] if step.name == "RUN" else step.words
        if build or step.name not in ("RUN", "COPY"):
            sys.stderr.write(f"{step.name} {step.text[:90]}\n")
            made.carry_out(step.name, step.text, words, root / "srv" / "release")
    return made


class Services:
    """The services of the compose file as processes."""

    def __init__(self, made: Image) -> None:
        self.image = made
        self.services: dict[str, Any] = compose(GIVEN)["services"]
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def start_all(self) -> None:
        for name in starting_order(self.services):
            for other, condition in waits_for(self.services[name]).items():
                self._wait(other, condition)
            sys.stderr.write(f"start {name}\n")
            getattr(self, f"_{name}", self._ours)(name)

    def stop_all(self) -> None:
        """Stop our services as their tool does, by SIGTERM in the opposite order; each must end with 0 in time."""
        for name in reversed(starting_order(self.services)):
            process = self.processes[name]
            process.terminate()
            limit = self.services[name].get("stop_grace_period", "60s")
            status = process.wait(float(limit.removesuffix("s")))
            sys.stderr.write(f"stop {name}: {status}\n")
            assert status == 0 or name in ("database", "broker", "proxy"), f"{name} ended with {status}"

    def _launch(self, name: str, words: list[str]) -> None:
        log = (self.image.root / "srv" / f"{name}.log").open("wb")
        self.processes[name] = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def _ours(self, name: str) -> None:
        service = self.services[name]
        words = [*self.image.entrypoint, *service["command"]]
        self._launch(name, self.image.words(*words, **service["environment"]))

    def _wait(self, name: str, condition: str) -> None:
        """Wait until a service has ended well, or its health check passes."""
        process, deadline = self.processes[name], time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            if condition == "service_completed_successfully":
                if process.poll() is not None:
                    assert process.returncode == 0, f"{name} ended with {process.returncode}\n{self.log(name)}"
                    return
            elif self._is_healthy(name):
                return
            else:
                assert process.poll() is None, f"{name} ended\n{self.log(name)}"
            time.sleep(0.2)
        raise AssertionError(f"{name}: not {condition} within {SECONDS} s\n{self.log(name)}")

    def _is_healthy(self, name: str) -> bool:
        kind, *words = self.services[name]["healthcheck"]["test"]
        words = ["sh", "-c", words[0]] if kind == "CMD-SHELL" else words
        user = {"database": "postgres", "broker": "rabbitmq"}.get(name)
        answer = subprocess.run(
            self.image.words(*words, user=user), stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
        return answer.returncode == 0

    def log(self, name: str) -> str:
        return (self.image.root / "srv" / f"{name}.log").read_text(errors="replace")[-3000:]

    def _database(self, name: str) -> None:
        """PostgreSQL as its image: a new cluster with the user, the password and the database of the environment."""
        given = self.services[name]["environment"]
        (program,) = (self.image.root / "usr/lib/postgresql").glob("*/bin/postgres")
        folder, password = "/var/lib/postgresql/data", self.image.root / "tmp" / "password"
        password.write_text(given["POSTGRES_PASSWORD"])
        password.chmod(0o644)
        bin_inside = f"/{program.parent.relative_to(self.image.root)}"
        options = ["-U", given["POSTGRES_USER"], "--pwfile=/tmp/password", "-A", "scram-sha-256"]
        self.image.run(f"{bin_inside}/initdb", "-D", folder, *options, user="postgres")
        # One user mode needs no server, and so no password.
        create = f"echo 'CREATE DATABASE {given['POSTGRES_DB']}' | {bin_inside}/postgres --single -D {folder} postgres"
        self.image.run("sh", "-c", create, user="postgres")
        with (self.image.root / folder.lstrip("/") / "pg_hba.conf").open("a") as rights:
            rights.write("host all all all scram-sha-256\n")
        settings = ["-c", "listen_addresses=*", "-c", "unix_socket_directories="]
        words = [f"{bin_inside}/postgres", "-D", folder, *settings]
        self._launch(name, self.image.words(*words, user="postgres"))

    def _broker(self, name: str) -> None:
        """RabbitMQ as its image: the user and the virtual host of the environment, made when it starts first."""
        given = self.services[name]["environment"]
        settings = {
            "default_user": given["RABBITMQ_DEFAULT_USER"], "default_pass": given["RABBITMQ_DEFAULT_PASS"],
            "default_vhost": given["RABBITMQ_DEFAULT_VHOST"],
        }  # fmt: skip
        folder = self.image.root / "etc" / "rabbitmq"
        (folder / "rabbitmq.conf").write_text("".join(f"{key} = {value}\n" for key, value in settings.items()))
        self._launch(name, self.image.words("/usr/lib/rabbitmq/bin/rabbitmq-server", user="rabbitmq"))

    def _proxy(self, name: str) -> None:
        """Caddy as its image: it reads the file that the compose file mounts."""
        source, inside, *_ = self.services[name]["volumes"][0].split(":")
        target = self.image.root / inside.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(self.image.root / "srv" / "release" / source, target)
        words = ["caddy", "run", "--config", inside, "--adapter", "caddyfile"]
        self._launch(name, self.image.words(*words, user="root", **self.services[name]["environment"]))


def use(services: Services) -> None:
    """Use the site through the proxy: pages, static files, the owner's link, live updates, workers, the upgrade."""
    trusting = ssl._create_unverified_context()  # noqa: S323 -- the proxy's own authority, for localhost only

    def get(path: str) -> str:
        with urlopen(
            Request(f"https://localhost{path}", headers={"Accept": "*/*"}), timeout=30, context=trusting
        ) as it:
            return str(it.read(200_000).decode())

    deadline, page = time.monotonic() + SECONDS, ""
    while not page:
        assert time.monotonic() < deadline, services.log("proxy")
        with suppress(OSError):  # the proxy's certificate takes a moment
            page = get("/sign-in/")
        time.sleep(0.2)
    styles = re.findall(r'href="(/static/css/[^"]+)"', page)
    assert styles
    assert all(get(path) for path in styles)
    root = json.loads(get("/api/v1/"))
    assert root["program"] == "Barpoint", root
    (link,) = set(re.findall(r"/owner/[\w-]+/", services.log("web")))
    assert "<form" in get(link)
    answer = subprocess.run(
        services.image.words(
            *services.image.entrypoint, "shell", "--no-imports", "-c",
            "from runtime.server.presence import count_present; print(count_present())",
            **services.services["web"]["environment"],
        ), capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(re.sub(r"(\d+):", r'"\1":', answer.stdout)) == {"1": 1, "2": 1}, answer.stdout
    upgrade = services.log("upgrade")
    assert f"Barpoint {root['release']}" in upgrade, upgrade
    sys.stderr.write(
        f"https://localhost/ serves Barpoint {root['release']}; one web process and one worker are there\n"
    )


def join_network(root: Path) -> None:
    """Give each service an address of the network of the compose file, under its name."""
    written = compose(GIVEN)
    network = ip_network(written["networks"]["hall"]["ipam"]["config"][0]["subnet"])
    assert str(network) == written["services"]["web"]["environment"]["FORWARDED_ALLOW_IPS"]
    inside = ["chroot", str(root), "/usr/sbin/ip"]
    subprocess.run([*inside, "link", "set", "lo", "up"], check=True)
    with (root / "etc" / "hosts").open("a") as hosts:
        for name, address in zip(written["services"], network.hosts(), strict=False):
            hosts.write(f"{address} {name}\n")
            subprocess.run([*inside, "addr", "add", f"{address}/{network.prefixlen}", "dev", "lo"], check=True)


def main(what: str, root: Path, enter: list[str]) -> None:
    if what == "build":
        image(root, enter, build=True)
        return
    join_network(root)
    made = image(root, enter, build=False)
    made.environment["RABBITMQ_NODENAME"] = "rabbit@localhost"  # the name of this machine has no address inside
    services = Services(made)
    try:
        services.start_all()
        use(services)
        services.stop_all()
    finally:
        for process in services.processes.values():
            process.kill()


if __name__ == "__main__":
    os.umask(0o022)
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[4:])
