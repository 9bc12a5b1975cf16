"""Which matches count for a list, and who is listed."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from rules.ratings.eligibility import (
    BELGIAN_LISTING,
    GERMAN_LISTING,
    Circumstances,
    Eligibility,
    Exclusion,
    Listing,
    federation_policy,
)
from rules.ratings.fibs import FibsRating
from rules.ratings.glicko2 import GlickoRating

NOW = datetime(2026, 11, 23, tzinfo=UTC)
EVERYTHING = Eligibility(frozenset(Exclusion), least_length=3, least_entrants=4)


@pytest.mark.parametrize(
    ("changes", "exclusion"),
    [
        ({}, None),
        ({"kind": "walkover"}, "walkover"),
        ({"length": 1}, "one_pointer"),
        ({"length": 2}, "too_short"),
        ({"kind": "unfinished"}, "unfinished"),
        ({"kind": "settled"}, "settled"),
        ({"friendly": True}, "friendly"),
        ({"members": False}, "non_member"),
        ({"scheduled": False}, "unscheduled"),
        ({"by_lot": False}, "chosen_opponent"),
        ({"entrants": 3}, "too_few_entrants"),
        ({"entrants": 4}, None),
        ({"entrants": None}, None),
    ],
)
def test_a_list_excludes(changes: dict[str, Any], exclusion: str | None) -> None:
    circumstances: dict[str, Any] = {"length": 7, "entrants": 16}

    assert EVERYTHING.exclusion(Circumstances(**circumstances | changes)) == exclusion


def test_without_a_word_of_the_list_only_walkovers_are_excluded() -> None:
    assert Eligibility().exclusion(Circumstances(1, friendly=True, members=False)) is None
    assert Eligibility().exclusion(Circumstances(7, "walkover")) == "walkover"


def test_a_federations_policy_rates_guests_of_an_event_of_four() -> None:
    assert federation_policy().exclusion(Circumstances(5, entrants=4, members=False)) is None
    assert federation_policy().exclusion(Circumstances(5, entrants=3)) == "too_few_entrants"


def test_the_german_list_wants_200_points_and_a_match_within_a_year() -> None:
    values = {"Ann": FibsRating(1600, 200), "Bob": FibsRating(1900, 199), "Cid": FibsRating(1700, 900)}
    latest = {"Ann": NOW - timedelta(days=365), "Bob": NOW, "Cid": NOW - timedelta(days=366)}

    assert [(each.player, each.place) for each in GERMAN_LISTING.lines(values, latest, NOW)] == [("Ann", 1)]


def test_the_belgian_list_has_provisional_players_behind_by_name() -> None:
    values = {
        "Zoe": FibsRating(1600, 100),
        "Yan": FibsRating(1600, 500),
        "Bob": FibsRating(1900, 99),
        "Ann": FibsRating(1800, 0),
        "Cid": FibsRating(1500, 300),
    }

    assert [(each.player, each.place) for each in BELGIAN_LISTING.lines(values, {}, NOW)] == [
        ("Yan", 1), ("Zoe", 1), ("Cid", 3), ("Ann", None), ("Bob", None)
    ]  # fmt: skip


def test_a_wide_deviation_is_provisional() -> None:
    listing = Listing(deviation=110)

    assert listing.is_provisional(GlickoRating(1500, 110.1, 0.06))
    assert not listing.is_provisional(GlickoRating(1500, 110, 0.06))
