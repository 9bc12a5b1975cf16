"""Eight processes change one match a hundred times each: no change is lost, and nobody starves beside six readers.

Each change is a correction of the score, as when eight desks disagree. Every acknowledged one must be a record. On
PostgreSQL two processes serve, as docs/operators/README.md sets up. Everybody was there once before it begins.
"""

import json
import multiprocessing
import sys
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Event as Flag
from threading import Thread

from bench.reliability.proofs import report
from tests.depth import ON_POSTGRESQL
from tests.served.clients import Answer, Client, Request
from tests.served.playing import an_event
from tests.served.servers import a_site

PROCESSES, CHANGES, SHORT_CHANGES, READERS = 8, 100, 25, 6
SERVERS = 2 if ON_POSTGRESQL else 1
LONGEST_P99 = 0.15 if ON_POSTGRESQL else 0.25
# Starved is who waits for longer; how long it takes is another figure (latency).
STARVED_SECONDS = 5.0


@dataclass(slots=True)
class Tally:
    """What one process saw: seconds of each change, and answers that were neither a success nor a refusal."""

    seconds: list[float] = field(default_factory=list)
    done: int = 0
    errors: list[str] = field(default_factory=list)


def change(pipe: Connection, port: int, token: str, match: int, length: int, place: int, changes: int) -> None:
    """Correct the score of a match again and again; send back a Tally."""
    tally = Tally()
    with Client(port, token) as client:

        def correct(turn: int) -> Answer:
            loser = (turn * PROCESSES + place) % length
            words = {"score": [length, loser], "reason": "desk"}
            return client.send(Request(f"matches/{match}/correction/", words, key=f"c-{place}-{turn}"))

        correct(-1)
        pipe.send("ready")
        pipe.recv()
        for turn in range(changes):
            began = time.perf_counter()
            answer = correct(turn)
            tally.seconds.append(time.perf_counter() - began)
            if answer.status == 200:
                tally.done += 1
            elif answer.status != 409 and answer.status != 422:
                tally.errors.append(f"{answer.status} {answer.body[:200]!r}")
    pipe.send(tally)


def read(port: int, path: str, over: Flag) -> None:
    """Fetch a page that is never cached, without a pause."""
    with Client(port) as client:
        turn = 0
        while not over.is_set():
            client.get(f"{path}?turn={turn}")
            turn += 1


def main(*, by_time: bool = False) -> None:
    """Let them all change at once, and report what was lost and how long it took."""
    changes = SHORT_CHANGES if "--short" in sys.argv else CHANGES
    with (
        TemporaryDirectory(prefix="barpoint-contention-") as name,
        a_site(Path(name) / "site", processes=SERVERS) as site,
        site.client() as desk,
    ):
        event = an_event(site, 8)
        match = event.match(desk, "main", 1, 1)
        desk.made(f"matches/{match['id']}/result/", {"score": [match["length"], 0]}, 200)
        over, tallies = Flag(), list[Tally]()
        ports = [site.ports[place % len(site.ports)] for place in range(PROCESSES)]
        for port in site.ports:
            with Client(port) as visitor:
                visitor.get(f"/events/{event.id}/")
        readers = [Thread(target=read, args=(port, f"/events/{event.id}/", over)) for port in ports[:READERS]]
        pipes = []
        for place, port in enumerate(ports):
            ours, theirs = multiprocessing.Pipe()
            words = (theirs, port, site.token(), match["id"], match["length"], place, changes)
            multiprocessing.get_context("spawn").Process(target=change, args=words, daemon=True).start()
            pipes.append(ours)
        for pipe in pipes:
            pipe.recv()
        first = desk.read(f"events/{event.id}/")["number"]
        for reader in readers:
            reader.start()
        for pipe in pipes:
            pipe.send("go")
        tallies = [pipe.recv() for pipe in pipes]
        over.set()
        for reader in readers:
            reader.join()
        recorded = desk.read(f"events/{event.id}/")["number"] - first
        # Before the site ends: it refuses to end well with an error in its log.
        _report(tallies, recorded, site.log(), by_time=by_time)


def _report(tallies: list[Tally], recorded: int, log: str, *, by_time: bool) -> None:
    seconds = sorted(took for tally in tallies for took in tally.seconds)
    done, errors = sum(tally.done for tally in tallies), [each for tally in tallies for each in tally.errors]
    locked = log.count("database is locked") + log.count("deadlock")
    p99 = quantiles(seconds, n=100)[98]
    whole = done == recorded and done > len(seconds) // 2 and not errors and not locked
    in_time = p99 <= LONGEST_P99 if by_time else seconds[-1] < STARVED_SECONDS
    for error in errors[:3]:
        sys.stderr.write(json.dumps(error) + "\n")
    where = "PostgreSQL" if ON_POSTGRESQL else "SQLite"
    report(
        f"{where}: {done - recorded} of {done} lost, {len(errors)} errors, {locked} locked, "
        f"p50 {1000 * median(seconds):.0f} ms, p99 {1000 * p99:.0f} ms, longest {1000 * seconds[-1]:.0f} ms",
        whole and in_time,
    )


if __name__ == "__main__":
    main()
