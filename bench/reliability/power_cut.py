"""Power cuts: the system calls of a process that records results are replayed up to a random moment.

At a cut the disk holds what was synced; what was written since may be there whole, in some sectors of 512 bytes, or not
at all. The database is then opened as after a power cut: it must be intact, and hold every result that was acknowledged
before the cut, and no half one.

Source: docs/decisions/0042-figures-of-reliability.md.
"""

import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench.reliability.proofs import report
from bench.reliability.writer import ACKNOWLEDGED
from tests.served.playing import an_event
from tests.served.servers import ROOT, a_site

CUTS, SHORT_CUTS = 120, 40
SECTOR = 512
CALLS = "openat,pwrite64,write,fdatasync,fsync,ftruncate,unlink,close"
_LINE = re.compile(r"^(?:\d+ +)?(\w+)\((.*)\) += (-?\d+)")
_FILE = re.compile(r"^(\d+|AT_FDCWD)<((?:\\x[0-9a-f]{2})*)>")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass(slots=True)
class File:
    """A file on the disk: what is synced, and the changes since, in order: (offset, bytes), or (length, None)."""

    synced: bytearray = field(default_factory=bytearray)
    since: list[tuple[int, bytes | None]] = field(default_factory=list)

    def sync(self) -> None:
        """Bring every change to the disk."""
        for change in self.since:
            _apply(self.synced, change)
        self.since.clear()

    def after_a_cut(self, chance: Random) -> bytes:
        """Return what the file may hold after a cut."""
        content, luck = bytearray(self.synced), chance.choice(("nothing", "sectors", "everything"))
        for offset, data in self.since if luck != "nothing" else ():
            if luck == "everything" or data is None:
                if luck == "everything" or chance.random() < 0.5:
                    _apply(content, (offset, data))
                continue
            for start in range(0, len(data), SECTOR):
                if chance.random() < 0.5:
                    _apply(content, (offset + start, data[start : start + SECTOR]))
        return bytes(content)


@dataclass(frozen=True, slots=True)
class Call:
    """A call that matters: ``what`` was done to the file ``name``, with its offset or length, and the bytes."""

    what: str
    name: str
    at: int = 0
    data: bytes = b""


def _apply(content: bytearray, change: tuple[int, bytes | None]) -> None:
    offset, data = change
    if data is None:
        del content[offset:]
        content.extend(bytes(max(0, offset - len(content))))
        return
    content.extend(bytes(max(0, offset - len(content))))
    content[offset : offset + len(data)] = data


def _calls(trace: Path) -> Iterator[Call]:
    """Yield the calls of a trace that change the database, and the acknowledgements (writes to the output)."""
    with trace.open() as lines:
        for line in lines:
            match = _LINE.match(line)
            if match is None or int(match[3]) < 0:
                continue
            what, words = match[1], match[2]
            named = _FILE.match(words)
            path = _bytes(named[2]).decode() if named else ""
            if what == "unlink":
                yield Call("unlink", Path(_bytes(_text(words)).decode()).name)
            elif what == "write" and named and named[1] == "1":
                data = _bytes(_text(words))
                if data.startswith(ACKNOWLEDGED):
                    yield Call("acknowledge", "", 0, data.removeprefix(ACKNOWLEDGED))
            elif "barpoint.sqlite3" in path:
                yield from _on_database(what, Path(path).name, words)


def _on_database(what: str, name: str, words: str) -> Iterator[Call]:
    if what == "pwrite64":
        yield Call("write", name, int(words.rpartition(", ")[2]), _bytes(_text(words)))
    elif what in ("fsync", "fdatasync"):
        yield Call("sync", name)
    elif what == "ftruncate":
        yield Call("cut", name, int(words.rpartition(", ")[2]))


def _text(words: str) -> str:
    match = _TEXT.search(words)
    return match[1] if match else ""


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def replay(calls: list[Call], start: dict[str, bytes], cut: int, chance: Random) -> tuple[dict[str, bytes], set[str]]:
    """Return the files after a cut before call number ``cut``, and the keys acknowledged by then."""
    files = {name: File(bytearray(content)) for name, content in start.items()}
    acknowledged: set[str] = set()
    for call in calls[:cut]:
        file = files.setdefault(call.name, File())
        if call.what == "write":
            file.since.append((call.at, call.data))
        elif call.what == "cut":
            file.since.append((call.at, None))
        elif call.what == "sync":
            file.sync()
        elif call.what == "acknowledge":
            acknowledged |= set(call.data.decode().split())
        # An unlinked journal may reappear until its folder is synced: it stays.
    return {name: file.after_a_cut(chance) for name, file in files.items() if name}, acknowledged


def losses(files: dict[str, bytes], acknowledged: set[str], folder: Path) -> tuple[int, bool, bool]:
    """Return how many acknowledged results a disk lost, whether it is corrupt, and whether it holds half a change."""
    for name, content in files.items():
        (folder / name).write_bytes(content)
    database = sqlite3.connect(folder / "barpoint.sqlite3")
    try:
        intact = database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        keys = {row[0] for row in database.execute("SELECT key FROM journal_page WHERE key IS NOT NULL")}
        half = database.execute(
            "SELECT count(*) FROM journal_stream s WHERE s.number <> "
            "(SELECT count(*) FROM journal_record r WHERE r.stream_id = s.id)"
        ).fetchone()[0]
    except sqlite3.DatabaseError:
        return len(acknowledged), True, False
    finally:
        database.close()
    return len(acknowledged - keys), not intact, bool(half)


def main() -> None:
    """Record results under strace, cut the power again and again, and report."""
    if shutil.which("strace") is None:
        report("strace is not installed", None)
        return
    cuts = SHORT_CUTS if "--short" in sys.argv else CUTS
    with TemporaryDirectory(prefix="barpoint-power-") as name:
        folder = Path(name)
        with a_site(folder / "site") as site:
            event = an_event(site, 64)
            environment, token = site.environment, site.token()
        before = {path.name: path.read_bytes() for path in (folder / "site" / "data").glob("barpoint.sqlite3*")}
        words = ["strace", "-f", "-y", "-xx", "-s", "100000", "-e", f"trace={CALLS}", "-o", str(folder / "trace")]
        writer = [sys.executable, "-m", "bench.reliability.writer", str(event.id), token]
        subprocess.run([*words, *writer], cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True)  # noqa: S603 -- our own
        calls = list(_calls(folder / "trace"))
        _report(calls, before, cuts, folder)


def _report(calls: list[Call], before: dict[str, bytes], cuts: int, folder: Path) -> None:
    first = next(place for place, call in enumerate(calls) if call.what == "acknowledge")
    lost = corrupt = half = 0
    for seed in range(cuts):
        chance = Random(f"cut {seed}")  # noqa: S311 -- no secret
        disk = folder / f"disk-{seed}"
        disk.mkdir()
        missing, broken, torn = losses(*replay(calls, before, chance.randint(first, len(calls)), chance), disk)
        lost, corrupt, half = lost + missing, corrupt + broken, half + torn
        shutil.rmtree(disk)
    results = sum(call.what == "acknowledge" for call in calls)
    report(f"{cuts} cuts in {results} results: {lost} lost, {corrupt} corrupt, {half} half", not lost + corrupt + half)


if __name__ == "__main__":
    main()
