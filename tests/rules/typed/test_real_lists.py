"""Entry lists as directors got them (the people are invented): nobody is read wrongly, and few are asked about."""

from pathlib import Path

import pytest

from rules.typed.pasted import ReadEntry, read_paste

LISTS = sorted((Path(__file__).parent / "lists").glob("*.txt"))


def expected(people: str) -> list[tuple[str, ...]]:
    """Return (may be asked about, name, club, country, rating) of each line ``? Name / Club / Country / Rating``."""
    rows = []
    for line in people.strip().splitlines():
        cells = [cell.strip() for cell in line.removeprefix("? ").split("/")]
        rows.append(("?" if line.startswith("? ") else "", *cells, *[""] * (4 - len(cells))))
    return rows


def as_read(entry: ReadEntry) -> tuple[str, ...]:
    return ("?" if entry.doubt else "", entry.name, entry.club, entry.country, entry.rating)


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_everybody_on_a_real_list_is_read_right_or_asked_about(path: Path) -> None:
    text, _, people = path.read_text(encoding="utf-8").partition("=== people ===\n")

    read = read_paste(text)

    assert sorted(map(as_read, read.entries)) == sorted(expected(people))
    assert (read.problems, read.unsure) == ((), False)


def test_of_all_people_on_the_real_lists_nine_in_ten_are_read_without_a_question() -> None:
    everybody = [row for path in LISTS for row in expected(path.read_text().partition("=== people ===\n")[2])]

    assert (len(LISTS) >= 40, len(everybody) > 200) == (True, True)
    assert sum(row[0] == "" for row in everybody) * 10 >= len(everybody) * 9
