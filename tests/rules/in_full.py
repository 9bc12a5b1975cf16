"""What the rule book says of many cases, in full: ``python -m tests.rules.in_full`` writes the files of tests anew.

Each case is a line of ``tests/rules/data``. They are the same in every run; after a change of a rule, read which lines
became different.
"""

from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path

from tests.rules.game.attempts import attempts
from tests.rules.game.cubes_in_full import cube_events
from tests.rules.games.plays_in_full import plays
from tests.rules.match.matches import matches
from tests.rules.referee.wrong_records import verdicts

CASES: dict[str, Callable[[], Iterator[str]]] = {
    "attempts": attempts,
    "cubes": cube_events,
    "matches": matches,
    "plays": plays,
    "verdicts": verdicts,
}


def file_of(name: str) -> Path:
    """Return where the lines of these cases are."""
    return Path(__file__).parent / "data" / f"{name}.jsonl"


def differences(name: str) -> list[tuple[str, str]]:
    """Return the lines as they are now and as they are written, where the two differ."""
    both = zip_longest(CASES[name](), file_of(name).read_text().splitlines(), fillvalue="")
    return [(now, written) for now, written in both if now != written]


def main() -> None:
    """Write the files anew."""
    for name, lines in CASES.items():
        file_of(name).write_text("".join(line + "\n" for line in lines()))


if __name__ == "__main__":
    main()
