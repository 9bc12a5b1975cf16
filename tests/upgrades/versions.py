"""Versions side by side, as on a server: this one, a next one with a migration more, and next ones that fail."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.depth import STUCK_SECONDS
from tests.served.servers import ROOT, Site, a_site, free_port

PROGRAM = (
    "barpoint", "clubs", "config", "journal", "paper", "rules", "runtime", "static", "templates", "tournaments",
    "manage.py",
)  # fmt: skip
NEXT = "0.2.0"
FIELD = "\n    wish = models.CharField(default='none', max_length=9)\n"
MIGRATION = """
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [("runtime", "{last}")]
    operations = [
        migrations.AddField("job", "wish", models.CharField(default="none", max_length=9)),{more}
    ]
"""
FAILING = "\n        migrations.RunSQL('UPDATE runtime_job SET wish = no_such_column'),"
START = """#!/bin/sh
setsid {link}/bin/barpoint run --host 127.0.0.1 --port {port} >>{folder}/server-1.log 2>&1 </dev/null &
echo $! >{folder}/process
"""
# A process that ended and that nobody waited for has no program any more.
STOP = """#!/bin/sh
echo stopped >>{folder}/stops
read process <{folder}/process || exit 0
kill -TERM $process 2>/dev/null
while readlink /proc/$process/exe >/dev/null; do sleep 0.05; done
"""


def a_version(folder: Path) -> Path:
    """Make a folder with the program of this checkout and the command of an installed version; return it."""
    for name in PROGRAM:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        copy(ROOT / name, folder / "program" / name)
        (folder / "bin").mkdir(exist_ok=True)
    command = folder / "bin" / "barpoint"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{folder}/program/manage.py" "$@"\n')
    command.chmod(0o755)
    return folder


def a_next_version(folder: Path, more: str = "") -> Path:
    """Make a version that is newer than this one: a column more, and ``more`` operations of its migration."""
    become_next(a_version(folder) / "program", more)
    return folder


def become_next(program: Path, more: str = "") -> None:
    """Turn a copy of the program into its next version."""
    edit(program / "barpoint" / "__init__.py", r'__version__ = ".*"', f'__version__ = "{NEXT}"')
    edit(program / "runtime" / "models.py", r"(?s)(class Job\(.*?\n    \"\"\"\n)", rf"\1{FIELD}")
    migrations = program / "runtime" / "migrations"
    last = max(path.stem for path in migrations.glob("0*.py"))
    (migrations / "0990_next.py").write_text(MIGRATION.format(last=last, more=more))


def edit(path: Path, pattern: str, text: str) -> None:
    """Replace what a pattern matches once in a file."""
    changed, times = re.subn(pattern, text, path.read_text(), count=1)
    assert times == 1, f"{path} has no {pattern}"
    path.write_text(changed)


@dataclass(frozen=True, slots=True)
class Machine:
    """A server: its data, the link to the version that runs, and scripts in the place of systemctl."""

    site: Site
    folder: Path
    port: int

    @property
    def link(self) -> Path:
        return self.folder / "current"

    def command(self, version: Path, *words: str) -> list[str]:
        options = {
            "new": version, "link": self.link, "settings": self.folder / "barpoint.env", "user": "",
            "start": self.folder / "start", "stop": self.folder / "stop", "seconds": 60,
            "ready": f"http://127.0.0.1:{self.port}/readyz",
        }  # fmt: skip
        chosen = [word for name, value in options.items() for word in (f"--{name}", str(value))]
        return [str(version / "bin" / "barpoint"), "upgrade", "--services", *chosen, *words]

    def upgrade(self, version: Path, *words: str) -> subprocess.CompletedProcess[str]:
        """Run the command of a version; its exit code and output are for the test to judge."""
        return subprocess.run(
            self.command(version, *words), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
            timeout=STUCK_SECONDS, env=self._environment(),
        )  # fmt: skip

    def upgrade_killed_at(self, version: Path, line: str) -> list[str]:
        """Run the command of a version and kill it, with all it started, at a line of its output; return the output."""
        lines: list[str] = []
        with subprocess.Popen(
            self.command(version), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, start_new_session=True, env=self._environment(),
        ) as process:  # fmt: skip
            for each in process.stdout or ():
                lines.append(each.rstrip())
                if each.startswith(line):
                    break
            os.killpg(process.pid, signal.SIGKILL)
        return lines

    def tried(self, version: Path, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command of a version on the data of this machine."""
        return subprocess.run(
            [str(version / "bin" / "barpoint"), *words], env=self.site.environment, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, check=False, timeout=STUCK_SECONDS,
        )  # fmt: skip

    def run(self, version: Path, *words: str) -> str:
        """Return what a command of a version prints about the data of this machine; it must succeed."""
        ended = self.tried(version, *words)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout

    @staticmethod
    def _environment() -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "BROKER_URL")}
        return kept | {"BARPOINT_DATA": ""}

    def start(self) -> None:
        subprocess.run([self.folder / "start"], env=self.site.environment, check=True)

    def stop(self) -> None:
        subprocess.run([self.folder / "stop"], check=False, stderr=subprocess.DEVNULL)


@contextmanager
def a_machine(folder: Path, old: Path) -> Iterator[Machine]:
    """Yield a machine whose services run the version ``old``, with an event that was drawn."""
    with a_site(folder / "site", processes=0) as site:
        drawn = site.manage("shell", "-c", "from tests.factories import a_drawn_event; a_drawn_event(8)")
        assert drawn.returncode == 0, drawn.stderr
        machine = Machine(site, folder, free_port())
        names = ("BARPOINT_DATA", "BARPOINT_SHEETS_AHEAD", *(("DATABASE_URL",) if site.database else ()))
        rows = [f"{name}={site.environment[name]}\n" for name in names]
        (folder / "barpoint.env").write_text("# settings\n" + "".join(rows))
        for name, text in (("start", START), ("stop", STOP)):
            (folder / name).write_text(text.format(link=machine.link, port=machine.port, folder=folder))
            (folder / name).chmod(0o755)
        machine.link.symlink_to(old)
        try:
            yield machine
        finally:
            machine.stop()


def main(folder: Path) -> None:
    """Write the files of this checkout that git tracks into a folder, as those of the next version."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    become_next(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
