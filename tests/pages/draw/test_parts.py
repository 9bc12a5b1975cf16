"""Parts that are used again show what they would show if they were made anew: tournaments/pages/draw/sections.py."""

import random
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from django.db import transaction
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from journal.book import Caller
from rules.match.terms import TOP
from runtime.pages.part_cache import clear_parts, parts_made
from tests.factories import a_caller, a_drawn_event, cards, entrant_named, match_of, play_code
from tests.tournaments.machine import Desk
from tournaments.actions.entrants.entering import rename
from tournaments.actions.matches.calls import call_match
from tournaments.models import Event
from tournaments.pages.draw.sheet import PublicDraw, Query, draw_page, public_draw
from tournaments.read.entrants.names import names_in
from tournaments.read.events import event_of

pytestmark = pytest.mark.django_db
# Language, and which entrant is followed in the order of entry; Arabic is drawn from the right.
READERS = [("en", 0), ("en", 1), ("ar", 0), ("ar", 2)]


def shown(event: int, language: str = "en", followed: int = 0) -> PublicDraw | None:
    """Return what the page of a draw shows to somebody."""
    public_draw.cache_clear()
    # Nobody is followed where the entering was undone.
    entrant = next(islice(names_in(event), followed - 1, None), 0) if followed else 0
    with override(language):
        return draw_page(event_of(event), Query(player=entrant)).public


def shown_to_all(event: int) -> list[PublicDraw | None]:
    return [shown(event, *reader) for reader in READERS]


def made_by(act: Callable[[], object]) -> dict[str, int]:
    """Return how many parts of each kind were made while something was done."""
    before = parts_made()
    act()
    return {name: count - before[name] for name, count in parts_made().items() if count != before[name]}


class ShownDesk(Desk):
    """A desk whose draw page is read after every step: with the parts that are there, and with none."""

    def _do(self, what: str, act: Callable[[Caller], Any], **more: Any) -> bool:
        done = super()._do(what, act, **more)
        if done:
            used_again = shown_to_all(self.event)
            clear_parts()
            assert shown_to_all(self.event) == used_again, f"after {what}"
        return done


@settings(max_examples=10)
@given(
    seed=st.integers(0, 2**32),
    n=st.sampled_from([8, 5, 13, 3, 6, 11]),
    consolation=st.sampled_from(["none", "first_match", "progressive"]),
    last_chance=st.booleans(),
)
def test_parts_used_again_show_what_new_ones_show_after_anything_that_a_desk_does(
    seed: int, n: int, consolation: str, last_chance: bool
) -> None:
    desk = ShownDesk()
    desk.open(n, consolation, 0, last_chance)

    desk.be_busy(random.Random(seed), 15)

    desk.teardown()


def test_parts_of_a_later_state_are_not_shown_when_it_is_rolled_back() -> None:
    event = a_drawn_event(8)
    point, first = transaction.savepoint_create(), shown_to_all(event.pk)
    play_code(event, "A1")
    play_code(event, "A2", TOP, 3)
    rename(entrant_named(event, cards(event)["A3"].names[0]).pk, {"name": "Ana <b>"}, a_caller())
    call_match(match_of(event, "B1").pk, "7", a_caller())
    later = shown_to_all(event.pk)

    transaction.savepoint_rollback(point)

    assert shown_to_all(event.pk) == first != later


@pytest.fixture
def event() -> Event:
    """A draw of 128 that somebody has read before, with a match played, so that its byes are folded."""
    event = a_drawn_event(128)
    play_code(event, "A64")
    clear_parts()
    shown(event.pk)
    return event


def test_a_second_reader_makes_no_part(event: Event) -> None:
    assert made_by(lambda: shown(event.pk)) == {}


def test_a_result_makes_the_sections_and_rows_that_show_it(event: Event) -> None:
    play_code(event, "A1")

    # Quarter 1 of main with A1 and B1, and the quarter of the consolation in which the loser sits.
    assert made_by(lambda: shown(event.pk)) == {
        "rows of matches": 3, "views": 3, "marks": 3, "sections": 2, "rows": 3, "pieces": 3
    }  # fmt: skip


def test_a_name_makes_the_section_and_the_row_of_its_player(event: Event) -> None:
    rename(entrant_named(event, cards(event)["A1"].names[0]).pk, {"name": "Ana Beltrán"}, a_caller())

    assert made_by(lambda: shown(event.pk)) == {
        "names": 1, "views": 1, "marks": 1, "sections": 1, "rows": 1, "pieces": 1
    }  # fmt: skip


def test_a_table_makes_the_section_and_the_row_of_its_match(event: Event) -> None:
    call_match(match_of(event, "A1").pk, "7", a_caller())

    assert made_by(lambda: shown(event.pk)) == {
        "rows of matches": 1, "views": 1, "marks": 1, "sections": 1, "rows": 1, "pieces": 1
    }  # fmt: skip


def test_sections_without_the_followed_player_are_the_same_whoever_is_followed(event: Event) -> None:
    players = list(names_in(event.pk).values())
    quarters = [
        next(at for at, card in enumerate(cards(event).values()) if players[who] in card.names) // 16 for who in (0, 1)
    ]
    first = made_by(lambda: shown(event.pk, followed=1))

    second = made_by(lambda: shown(event.pk, followed=2))

    assert (first["sections"], second["sections"]) == (10, 1 if quarters[0] == quarters[1] else 2)
