"""Rights at every address: the site answers as the reviewed table says."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.addresses import addresses
from tests.permissions.world import FOREIGN, METHODS, OF_THE_CLUB, World, a_world, in_a_word

pytestmark = pytest.mark.django_db

TABLE = Path(__file__).with_name("matrix.csv")
COLUMNS = ["method", "address", *OF_THE_CLUB, "foreign", "site"]
WORDS = {"page", "moved", "sign-in", "done", "refused", "401", "403", "404"}


def rows() -> Iterator[dict[str, str]]:
    lines = [line for line in TABLE.read_text().splitlines() if line.strip() and not line.startswith("#")]
    for row in csv.DictReader(lines, skipinitialspace=True):
        yield {(name or "").strip(): (cell or "").strip() for name, cell in row.items()}


def answers(world: World, method: str, address: str) -> dict[str, str]:
    """Return the answers to everyone; one word for the people of another club, or all of theirs if they differ."""
    posted = {who: in_a_word(method, world.ask(who, method, address)) for who in world.cookies}
    foreign = sorted({posted.pop(who) for who in FOREIGN})
    return posted | {"foreign": " ".join(foreign)}


def as_a_row(method: str, address: str, posted: dict[str, str]) -> str:
    return ", ".join([method, address, *(posted[name] for name in COLUMNS[2:])])


def test_the_table_can_be_read() -> None:
    hits = list(rows())

    assert list(hits[0]) == COLUMNS
    assert {word for row in hits for word in list(row.values())[2:]} <= WORDS
    assert len({(row["method"], row["address"]) for row in hits}) == len(hits)


def test_every_address_has_a_row_and_every_row_an_address() -> None:
    posted, answered = {row["address"] for row in rows()}, set(addresses(before="/"))
    new = sorted(answered - posted)
    world = a_world() if new else None

    proposed = [
        as_a_row(method, address, answers(world, method, address))
        for address in new
        for method in METHODS
        if world and world.ask("site", method, address).status_code != 405
    ]

    assert (proposed, sorted(posted - answered)) == ([], []), "\nreview and add:\n" + "\n".join(proposed)


def test_everyone_is_answered_as_the_table_says() -> None:
    world, wrong = a_world(), []

    for row in rows():
        method, address = row.pop("method"), row.pop("address")
        hits = answers(world, method, address) if address in set(addresses(before="/")) else row
        if hits != row:
            wrong.append(as_a_row(method, address, hits))

    assert wrong == [], "\nanswered now:\n" + "\n".join(wrong)


def test_methods_without_a_row_in_the_table_are_refused() -> None:
    world, posted = a_world(), {(row["method"], row["address"]) for row in rows()}

    done = [
        (method, address)
        for address in addresses(before="/")
        for method in METHODS
        if (method, address) not in posted and world.ask("site", method, address).status_code != 405
    ]

    assert done == []
