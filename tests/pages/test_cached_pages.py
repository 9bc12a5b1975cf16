"""What everybody sees is made once, however many ask for it; what is somebody's own never is."""

import gzip
from collections import Counter
from collections.abc import Iterator
from threading import Barrier, Thread
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django.test.signals import template_rendered

from runtime.pages.etags import public_page, with_etag
from tests.factories import a_director, a_drawn_event
from tournaments.pages.draw.sheet import public_draw

PHONES = 8


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    public_page.cache_clear()
    public_draw.cache_clear()


@pytest.fixture
def made() -> Iterator[Counter[str]]:
    """Count how often each template was rendered."""
    counted: Counter[str] = Counter()

    def count(template: Any, **more: Any) -> None:
        counted[template.name] += 1

    template_rendered.connect(count)
    yield counted
    template_rendered.disconnect(count)


def test_of_a_hall_that_asks_at_once_one_makes_the_page() -> None:
    ready, makes, answers = Barrier(PHONES), list[str](), list[bytes]()

    def make() -> HttpResponse:
        makes.append("page")
        return HttpResponse(f"page {len(makes)}")

    def ask() -> None:
        request: HttpRequest = RequestFactory().get("/somewhere/")
        request.user = AnonymousUser()
        ready.wait()
        answers.append(with_etag(request, [], make, public=True).content)

    hands = [Thread(target=ask) for _ in range(PHONES)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()

    assert makes == ["page"]
    assert answers == [b"page 1"] * PHONES


@pytest.mark.django_db
def test_a_kept_page_is_packed_on_its_way_and_known_again() -> None:
    path = f"/events/{a_drawn_event(8).pk}/"

    plain = Client().get(path)
    packed = Client().get(path, headers={"Accept-Encoding": "gzip, br"})
    again = Client().get(path, headers={"Accept-Encoding": "gzip", "If-None-Match": packed["ETag"]})

    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert packed["ETag"] == f"W/{plain['ETag']}"
    assert "Accept-Encoding" in packed["Vary"]
    assert again.status_code == 304


@pytest.mark.django_db
def test_staff_have_pages_of_their_own(made: Counter[str]) -> None:
    event = a_drawn_event(8)
    path = f"/events/{event.pk}/"
    passer_by, staff = Client(), Client()
    staff.force_login(a_director(event.tournament.club))
    passer_by.get(path)
    made.clear()

    shown = staff.get(path).content.decode()

    assert made["base.html"] == 1
    assert "csrfmiddlewaretoken" in shown
    assert "csrfmiddlewaretoken" not in passer_by.get(path).content.decode()


@pytest.mark.django_db
def test_what_carries_a_forms_secret_is_made_for_each() -> None:
    def ask() -> bytes:
        request: HttpRequest = RequestFactory().get("/somewhere/")
        request.user = AnonymousUser()
        return with_etag(request, [], lambda: HttpResponse(get_token(request)), public=True).content

    assert ask() != ask()


@pytest.mark.django_db
def test_a_page_is_kept_for_each_name_of_the_site(made: Counter[str]) -> None:
    path = f"/events/{a_drawn_event(8).pk}/"

    Client().get(path, headers={"Host": "localhost"})
    Client().get(path, headers={"Host": "127.0.0.1"})

    assert made["base.html"] == 2
