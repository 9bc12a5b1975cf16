"""Pieces of a page's frame are rendered once for what they show: clubs/templatetags/kept.py."""

import pytest
from django.template import Context, Template
from django.test import RequestFactory
from django.urls import get_script_prefix, set_script_prefix
from django.utils.safestring import SafeString
from django.utils.translation import override

from runtime.pages.part_cache import clear_parts, parts_made
from tests.factories import a_tournament
from tournaments.http.navigation import nav_of_tournament

AS_OF = Template('{% load kept %}{% kept "parts/as_of.html" as_of=as_of zone=zone %}')
LEGEND = Template('{% load kept %}{% kept "tournaments/draw/_legend.html" %}')
FOUND = Template('{% load kept %}{% kept "parts/foot_places.html" nav=nav %}')


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    clear_parts()


def as_of(time: object, zone: str = "Europe/Paris") -> str:
    return AS_OF.render(Context({"as_of": time, "zone": zone}))


def pieces_made() -> int:
    return parts_made()["pieces"]


def test_a_piece_is_rendered_once_while_it_would_show_the_same() -> None:
    before = pieces_made()

    first, again, later = as_of("12:05"), as_of("12:05"), as_of("12:06")

    assert first == again != later
    assert ("Last change 12:05." in first, "Last change 12:06." in later) == (True, True)
    assert pieces_made() - before == 2


def test_each_language_has_a_piece_of_its_own() -> None:
    with override("de"):
        german = LEGEND.render(Context())
    with override("en"):
        english = LEGEND.render(Context())

    assert ("being played" in english, "being played" in german) == (True, False)


@pytest.mark.django_db
def test_addresses_begin_with_the_path_under_which_barpoint_is_served() -> None:
    context = Context({"nav": nav_of_tournament(a_tournament(), None, "home")})
    prefix, plain = get_script_prefix(), FOUND.render(context)
    set_script_prefix("/backgammon/")
    try:
        below = FOUND.render(context)
    finally:
        set_script_prefix(prefix)

    assert ('href="/clubs/' in plain, 'href="/backgammon/clubs/' in below) == (True, True)


def test_text_is_escaped_although_the_same_markup_was_shown_before() -> None:
    as_of(SafeString("<b>12:05</b>"))

    assert "&lt;b&gt;12:05&lt;/b&gt;" in as_of("<b>12:05</b>")


def test_a_piece_with_a_value_that_could_be_changed_is_rendered_each_time() -> None:
    times, before = ["12:05"], pieces_made()
    first = as_of(times)
    times[0] = "12:06"

    assert ("12:05" in first, "12:06" in as_of(times)) == (True, True)
    assert pieces_made() == before


def test_a_piece_sees_neither_the_request_nor_the_page_around_it() -> None:
    shown = Template('{% load kept %}{% kept "parts/as_of.html" %}').render(
        Context({"as_of": "12:05", "zone": "Europe/Paris", "request": RequestFactory().get("/")})
    )

    assert "12:05" not in shown
    assert "Paris" not in shown
