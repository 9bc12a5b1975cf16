"""A player reaches their own pages and matches, and otherwise what an anonymous visitor does."""

import csv
from pathlib import Path

import pytest

from tests.permissions.test_matrix import rows
from tests.permissions.world import World, a_world, in_a_word

pytestmark = pytest.mark.django_db

TABLE = Path(__file__).with_name("players.csv")
WHO = {
    "player": "player",
    "opponent": "opponent",
    "link": "player's link",
    "other link": "opponent's link",
    "third link": "third link",
}


def own() -> list[dict[str, str]]:
    lines = [line for line in TABLE.read_text().splitlines() if line.strip() and not line.startswith("#")]
    return [{name: cell.strip() for name, cell in row.items()} for row in csv.DictReader(lines, skipinitialspace=True)]


def answers(world: World, method: str, address: str) -> dict[str, str]:
    return {column: in_a_word(method, world.ask(who, method, address)) for column, who in WHO.items()}


def test_a_player_is_answered_as_the_table_says() -> None:
    world = a_world()
    posted = {(row["method"], row["address"]): row for row in own()}
    expected = {
        query: {column: row[column] for column in WHO} for query, row in posted.items()
    }  # fmt: skip

    rows = {(method, address): answers(world, method, address) for method, address in posted}

    assert rows == expected


def test_elsewhere_a_players_cookie_is_anonymous_and_a_link_has_no_role() -> None:
    world = a_world()
    of_players = {(row["method"], row["address"]) for row in own()}
    wrong = []

    for row in rows():
        method, address = row["method"], row["address"]
        if (method, address) in of_players:
            continue
        token = row["stranger"] if address.startswith("/api/") else row["anonymous"]
        expected = {"player": row["anonymous"], "opponent": row["anonymous"], "link": token, "other link": token}
        expected["third link"] = token
        hits = answers(world, method, address)
        if hits != expected:
            wrong.append((method, address, hits))

    assert wrong == []


def test_every_page_of_a_player_is_in_the_table() -> None:
    addresses = {row["address"] for row in rows() if row["address"].startswith("/my/")}

    assert addresses - {row["address"] for row in own()} == set()
