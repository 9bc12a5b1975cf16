"""The lot: the published vectors of docs/rules/lot.md, and a key that brings another order in every event."""

import json
import re
from pathlib import Path

import pytest

from rules.__main__ import main
from rules.draws.seeding import draw_lines, lot_text

LOT = Path(__file__).resolve().parents[3] / "docs/rules/lot.md"
# | event | key | entrants | seeds | lines |
ROW = re.compile(r"\| (–|\d+) \| `(.+?)` \| (\d+) \| (.*?) \| (.*?) \|")


def vectors() -> list[tuple[int | None, str, int, dict[int, int], list[int | None]]]:
    """Return event, key, entrants (numbered from 1), seeds and the numbers on the lines of each published vector."""
    rows = []
    for event, key, entrants, seeds, lines in ROW.findall(LOT.read_text(encoding="utf-8")):
        placed = {int(number): int(seed) for number, seed in re.findall(r"(\d+) as (\d+)", seeds)}
        numbers = [None if each == "–" else int(each) for each in lines.split()]
        rows.append((None if event == "–" else int(event), key, int(entrants), placed, numbers))
    return rows


def test_there_are_vectors_with_and_without_seeds_byes_and_an_event() -> None:
    published = vectors()

    assert len(published) >= 6
    assert {event is None for event, *_ in published} == {True, False}
    assert any(seeds for *_, seeds, _ in published)
    assert any(None in lines for *_, lines in published)


@pytest.mark.parametrize(("event", "key", "entrants", "seeds", "lines"), vectors())
def test_a_published_vector_is_what_the_rule_book_draws(
    event: int | None, key: str, entrants: int, seeds: dict[int, int], lines: list[int | None]
) -> None:
    drawn = draw_lines(range(1, entrants + 1), seeds, key, event)

    assert [drawn.get(line) for line in range(1, len(lines) + 1)] == lines


@pytest.mark.parametrize(("event", "key", "entrants", "seeds", "lines"), vectors())
def test_the_command_repeats_a_published_vector(
    event: int | None, key: str, entrants: int, seeds: dict[int, int], lines: list[int | None],
    tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    names = "\n".join(f"{number};Player {number};{seeds.get(number, '')}" for number in range(1, entrants + 1))
    (tmp_path / "names.txt").write_text(names)
    bound = [] if event is None else ["--event", str(event)]

    assert main(["draw", str(tmp_path / "names.txt"), "--key", key, "--json", *bound]) == 0

    assert [line["number"] for line in json.loads(capsys.readouterr().out)["lines"]] == lines


def test_the_same_key_gives_every_event_another_order() -> None:
    draws = {tuple(draw_lines(range(1, 33), {}, "63 55 21", event).values()) for event in [None, *range(1, 200)]}

    assert len(draws) == 200


def test_no_key_of_one_event_is_that_of_another() -> None:
    """A key that begins like the binding of an event still stands behind the number of its own."""
    assert lot_text("event:2/1", 1) == "event:1/event:2/1/lines"
    assert lot_text("1", 2) == "event:2/1/lines"
