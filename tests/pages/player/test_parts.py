"""The part of a player's page that is used again shows what a new one would: tournaments/pages/player/part.py."""

import random
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from journal.book import Caller
from runtime.pages.part_cache import clear_parts, parts_made
from tests.factories import a_drawn_event, play_code
from tests.tournaments.machine import Desk
from tournaments.pages.player.part import player_html
from tournaments.read.entrants.names import names_in
from tournaments.read.players.player import page_for

pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "de")


def shown(event: int, now: datetime) -> list[str]:
    """Return the part of every player's page, in two languages. Its forecast moves every five minutes."""
    parts: list[str] = []
    for language in LANGUAGES:
        with override(language):
            parts += [player_html(page_for(each, now)) for each in names_in(event)]
    return parts


class ShownDesk(Desk):
    """A desk after each step of which all players' pages are read: with the parts that are there, and with none."""

    def _do(self, what: str, act: Callable[[Caller], Any], **more: Any) -> bool:
        done = super()._do(what, act, **more)
        if done:
            now = timezone.now()
            used_again = shown(self.event, now)
            clear_parts()
            assert shown(self.event, now) == used_again, f"after {what}"
        return done


@settings(max_examples=6)
@given(
    seed=st.integers(0, 2**32),
    n=st.sampled_from([8, 5, 3, 6]),
    consolation=st.sampled_from(["none", "first_match", "progressive"]),
)
def test_parts_used_again_show_what_new_ones_show_after_anything_that_a_desk_does(
    seed: int, n: int, consolation: str
) -> None:
    desk = ShownDesk()
    desk.open(n, consolation, 0, False)

    desk.be_busy(random.Random(seed), 12)

    desk.teardown()


def test_a_result_makes_anew_only_the_pages_of_those_whom_it_concerns() -> None:
    event, now = a_drawn_event(32), timezone.now()
    # From the first result on every page says about when its player's match begins.
    play_code(event, "A1")
    shown(event.pk, now)
    before = parts_made()["players"]

    play_code(event, "A2")
    shown(event.pk, now)

    # The two who played and the two of A1, whom the winner and the loser meet next.
    assert parts_made()["players"] - before == len(LANGUAGES) * 4
