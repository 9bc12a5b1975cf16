"""``barpoint upgrade --services``: upgrade a server whose versions lie side by side, or go back to the one before.

Each version has a folder of its own; a link names the one that the services run. The new version's command stops the
services, has the data upgraded after a backup, moves the link, starts the services and waits until one is ready. If
that fails, the old version gets its backup and the link back. Where it was killed it is run again: what it does next is
in a file beside the link. Standard library only: it must run whatever state the data and the settings are in.

Source: docs/decisions/0117-releases.md.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

NOTE, LAST = "upgrading.json", "upgraded.json"
# How long a version may take to start on a slow machine.
PATIENCE_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Upgrade:
    """An upgrade from one folder of a version to another, with the backup in between; ``back`` once it goes back."""

    old: str
    new: str
    backup: str
    back: bool = False


class Stopped(Exception):  # noqa: N818 -- the reason why it stopped, for the person at the terminal
    """A step failed; the message says which one and what to do."""


class Server:
    """The services of this machine, the link to the version they run, and the notes beside it."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.link: Path = options.link
        self.settings = os.environ | _settings(options.settings)

    def upgrade(self, new: Path) -> str:
        """Upgrade to the version in the folder ``new``; return what to say. Raises Stopped."""
        note = self._noted()
        if note is not None and note.back:
            return self._go_back(note)
        if note is not None and Path(note.new) != new:
            raise Stopped(
                f"upgrade.unfinished: the upgrade to {note.new} was interrupted. Run its command again first."
            )
        version = self._barpoint(new, "version").split(",")[0]
        # Refused before anything is stopped: data that is newer than this program.
        self._barpoint(new, "upgrade", "--look")
        if note is None:
            note = Upgrade(self._linked(), str(new), str(self._name_of_backup(version)))
            self._write(note)
        self._say(f"stop: {self.options.stop}")
        self._run(shlex.split(self.options.stop))
        self._upgrade_data(note)
        self._move_link(note.new)
        try:
            self._start(version, self.options.seconds)
        except Stopped as wrong:
            if not note.old:
                raise
            self._say(str(wrong))
            raise Stopped(self._go_back(note)) from None
        self._finish(note)
        return f"{version} serves. To go back: {new}/bin/barpoint upgrade --services --back"

    def go_back(self) -> str:
        """Go back to the version before with its backup; return what to say. Raises Stopped."""
        note = self._noted()
        if note is None and (self.link.parent / LAST).exists():
            note = Upgrade(**json.loads((self.link.parent / LAST).read_text()))
        if note is None or not note.old:
            raise Stopped("upgrade.none: there is no upgrade to go back from")
        return self._go_back(note)

    def _upgrade_data(self, note: Upgrade) -> None:
        self._say(f"data: its backup is {note.backup}")
        try:
            self._barpoint(Path(note.new), "upgrade", "--backup", note.backup, show=True)
        except Stopped as wrong:
            if note.old and self._linked() == note.old:
                self._run(shlex.split(self.options.start))
                (self.link.parent / NOTE).unlink(missing_ok=True)
            raise Stopped(f"{wrong}\nNothing was changed. The old version serves.") from None

    def _go_back(self, note: Upgrade) -> str:
        """Give the old version its data and the services back."""
        note = replace(note, back=True)
        self._write(note)
        self._say(f"back to {note.old}")
        self._run(shlex.split(self.options.stop))
        data = "The data is as it was."
        if self._is_newer_than(Path(note.old)):
            self._barpoint(Path(note.old), "restore", note.backup, show=True)
            data = f"The data is that of {note.backup}; what came after it is in replaced/ of the data folder."
        self._move_link(note.old)
        # Few seconds for the new version are no reason to give up the old one: a slow machine takes longer to start.
        patience = max(self.options.seconds, PATIENCE_SECONDS)
        self._start(self._barpoint(Path(note.old), "version").split(",")[0], patience)
        (self.link.parent / LAST).unlink(missing_ok=True)
        (self.link.parent / NOTE).unlink()
        return f"{note.old} serves again. {data}"

    def _is_newer_than(self, old: Path) -> bool:
        """Whether the data is newer than the version in the folder ``old``; its own word for that is data.newer."""
        try:
            self._barpoint(old, "upgrade", "--look")
        except Stopped as wrong:
            if "data.newer" not in str(wrong):
                raise
            return True
        return False

    def _start(self, version: str, seconds: float) -> None:
        """Start the services, and wait until one is ready with this version. Raises Stopped."""
        self._say(f"start: {self.options.start}")
        self._run(shlex.split(self.options.start))
        release = version.removeprefix("Barpoint ")
        deadline, answer = time.monotonic() + seconds, "no answer"
        while time.monotonic() < deadline:
            answer = _answer(self.options.ready)
            if answer == release:
                return
            time.sleep(0.5)
        raise Stopped(f"upgrade.silent: {self.options.ready} is not ready with {release} ({answer})")

    def _finish(self, note: Upgrade) -> None:
        self._store(LAST, note)
        (self.link.parent / NOTE).unlink()

    def _noted(self) -> Upgrade | None:
        path = self.link.parent / NOTE
        return Upgrade(**json.loads(path.read_text())) if path.exists() else None

    def _write(self, note: Upgrade) -> None:
        self._store(NOTE, note)

    def _store(self, name: str, note: Upgrade) -> None:
        """Write a note so that it is either the old one or the new one, whenever the power fails."""
        path = self.link.parent / name
        draft = path.with_suffix(".part")
        with draft.open("w") as file:
            json.dump(asdict(note), file)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)

    def _linked(self) -> str:
        """Return the folder that the services run, empty on a new server."""
        return str(self.link.resolve()) if self.link.is_symlink() else ""

    def _move_link(self, folder: str) -> None:
        self._say(f"link: {self.link} names {folder}")
        draft = self.link.with_name(f"{self.link.name}.part")
        draft.unlink(missing_ok=True)
        draft.symlink_to(folder)
        draft.replace(self.link)

    def _name_of_backup(self, version: str) -> Path:
        folder = self.settings.get("BARPOINT_BACKUPS") or f"{self.settings.get('BARPOINT_DATA', '')}/backups"
        if folder == "/backups":
            raise Stopped(f"upgrade.settings: {self.options.settings} must set BARPOINT_DATA or BARPOINT_BACKUPS")
        release = version.removeprefix("Barpoint ")
        return Path(folder) / f"before-{release}-{datetime.now(UTC):%Y%m%d-%H%M%S}.backup"

    def _barpoint(self, version: Path, *words: str, show: bool = False) -> str:
        """Run a version's command as the services' user, and return what it prints. Raises Stopped."""
        user: dict[str, Any] = {}
        if self.options.user:
            user = {"user": self.options.user, "group": self.options.user, "extra_groups": []}
        return self._run([str(version / "bin" / "barpoint"), *words], show=show, **user)

    def _run(self, words: list[str], show: bool = False, **how: Any) -> str:
        lines = []
        with subprocess.Popen(  # noqa: S603 -- our own command, or the administrator's
            words, env=self.settings, cwd="/", text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, **how,
        ) as process:  # fmt: skip
            for line in process.stdout or ():
                lines.append(line)
                if show:
                    self._say(f"  {line.rstrip()}")
        if process.returncode:
            raise Stopped(f"{shlex.join(words)}: {''.join(lines[-10:]).strip()}")
        return "".join(lines)

    def _say(self, line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def _answer(address: str) -> str:
    """Return the version that is ready at an address, else what is wrong."""
    try:
        with urlopen(address, timeout=5) as answer:  # noqa: S310 -- the administrator's own address
            return str(json.load(answer).get("release"))
    except HTTPError as wrong:
        return wrong.read().decode(errors="replace").strip()
    except (OSError, ValueError) as wrong:
        return str(wrong)


def _settings(path: Path) -> dict[str, str]:
    """Return the variables of a systemd environment file; none if there is no such file."""
    if not path.exists():
        return {}
    rows = (line.strip().partition("=") for line in path.read_text().splitlines())
    return {
        name: value.strip().strip("\"'") for name, equals, value in rows if equals and not name.startswith(("#", ";"))
    }


def main(words: list[str]) -> int:
    """Carry out ``barpoint upgrade --services`` and return its exit code."""
    here = Path(sys.prefix)
    parser = argparse.ArgumentParser(
        prog="barpoint upgrade --services",
        description="Stop the services, upgrade the data after a backup, and start this version; back if that fails.",
    )
    parser.add_argument("--services", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--back", action="store_true", help="go back to the version before, with its backup")
    parser.add_argument("--new", type=Path, default=here, help="the folder of the new version (%(default)s)")
    parser.add_argument("--link", type=Path, default=here.parent / "current", help="the link that the services run")
    parser.add_argument("--settings", type=Path, default=Path("/etc/barpoint.env"), help="their settings (%(default)s)")
    parser.add_argument("--user", default="barpoint", help="their user, empty for the present one (%(default)s)")
    parser.add_argument("--stop", default="systemctl stop barpoint.target", help="how they stop (%(default)s)")
    parser.add_argument("--start", default="systemctl start barpoint.target", help="how they start (%(default)s)")
    parser.add_argument("--ready", default="http://127.0.0.1:8001/readyz", help="where one answers (%(default)s)")
    parser.add_argument(
        "--seconds", type=float, default=PATIENCE_SECONDS, help="how long the new one may take to start (%(default)g)"
    )
    options = parser.parse_args(words)
    server = Server(options)
    try:
        sys.stdout.write((server.go_back() if options.back else server.upgrade(options.new.resolve())) + "\n")
    except Stopped as wrong:
        sys.stderr.write(f"{wrong}\n")
        return 1
    return 0
