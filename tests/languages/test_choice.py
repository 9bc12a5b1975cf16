"""Which language an answer speaks: the account, the switch in the foot, the browser, the tournament, English."""

import asyncio
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from clubs.actions.people import choose_language
from clubs.models import User
from clubs.read.dates import shown_date
from clubs.read.languages import accepted_language
from rules.errors import RuleBroken
from tests.factories import Program, a_caller, a_director, a_drawn_event, an_owner
from tests.runtime.pages.test_public_pages import Hall
from tournaments.actions.events import TournamentSheet, change_tournament, copy_tournament
from tournaments.models import Event

pytestmark = pytest.mark.django_db
GERMAN, ENGLISH, BASQUE, BULGARIAN = '<html lang="de"', '<html lang="en"', '<html lang="eu"', '<html lang="bg"'


def lang_of(answer: Any) -> str:
    """Return the language that a page says it is in."""
    return str(answer.content.decode().partition('<html lang="')[2][:2])


@pytest.fixture
def event() -> Event:
    return a_drawn_event(8)


def speaks(event: Event, language: str, second: str = "") -> None:
    change_tournament(event.tournament_id, {"language": language, "second_language": second}, a_caller())


def test_a_browser_gets_the_first_of_its_languages_that_barpoint_speaks(event: Event) -> None:
    answers = {
        header: lang_of(Client(headers={"accept-language": header}).get(f"/events/{event.pk}/"))
        for header in ("de-AT,de;q=0.9", "fr,eu;q=0.8,en;q=0.5", "fr", "", "sq-XK", "bg;q=0.1,en;q=0.2", "*", "%%%")
    }

    assert answers == {
        "de-AT,de;q=0.9": "de", "fr,eu;q=0.8,en;q=0.5": "eu", "fr": "en", "": "en", "sq-XK": "sq",
        "bg;q=0.1,en;q=0.2": "en", "*": "en", "%%%": "en",
    }  # fmt: skip


def test_a_tournament_speaks_to_those_whose_browser_names_no_language_of_ours(event: Event) -> None:
    speaks(event, "eu")

    pages = {
        header: [
            lang_of(Client(headers={"accept-language": header}).get(path))
            for path in (f"/events/{event.pk}/", f"/tournaments/{event.tournament_id}/", f"/events/{event.pk}/matches/")
        ]
        for header in ("fr", "de", "en")
    }

    assert pages == {"fr": ["eu"] * 3, "de": ["de"] * 3, "en": ["en"] * 3}


def test_a_wall_speaks_the_language_of_its_tournament_to_everybody(event: Event) -> None:
    path = f"/tournaments/{event.tournament_id}/wall/"
    before = lang_of(Client(headers={"accept-language": "de"}).get(path))
    speaks(event, "bg")

    assert (before, lang_of(Client(headers={"accept-language": "de"}).get(path))) == ("de", "bg")


def test_the_foot_of_a_page_leads_to_the_choice_and_back(event: Event) -> None:
    browser = Client(headers={"accept-language": "en"})
    page = f"/events/{event.pk}/?view=list"

    foot = browser.get(page).content.decode()
    offered = browser.get("/language/", {"next": page}).content.decode()
    chosen = browser.post("/language/", {"language": "de", "next": page})

    assert '<a href="/language/?next=/events/' in foot
    assert all(name in offered for name in ("Deutsch", "English", "Euskara", "Shqip", "Български"))
    assert (chosen.status_code, chosen["Location"]) == (303, page)
    assert lang_of(browser.get(page)) == "de"
    assert browser.cookies["language"].value == "de"
    assert browser.cookies["language"]["httponly"]


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "events/1/", "\\\\evil"]
)
def test_the_choice_never_leads_to_another_site(elsewhere: str) -> None:
    assert Client().post("/language/", {"language": "de", "next": elsewhere})["Location"] == "/"


@pytest.mark.parametrize("posted", [{}, {"language": "xx"}, {"language": ""}, {"language": "de-DE"}])
def test_a_language_that_is_not_ours_is_not_kept(posted: dict[str, str]) -> None:
    browser = Client()

    assert browser.post("/language/", posted).status_code == 422
    assert "language" not in browser.cookies


def test_a_cookie_that_names_no_language_of_ours_counts_for_nothing(event: Event) -> None:
    browser = Client(headers={"accept-language": "de"})
    browser.cookies["language"] = "../../etc"

    assert lang_of(browser.get(f"/events/{event.pk}/")) == "de"


def test_the_account_goes_before_the_cookie_and_the_browser(event: Event) -> None:
    director = a_director(event.tournament.club)
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(director)

    browser.post("/language/", {"language": "de"})
    browser.cookies["language"] = "bg"

    assert User.objects.get(pk=director.pk).language == "de"
    assert lang_of(browser.get(f"/events/{event.pk}/")) == "de"
    assert lang_of(browser.get(f"/tournaments/{event.tournament_id}/desk/")) == "de"


def test_a_person_speaks_their_language_in_every_browser(event: Event) -> None:
    director = a_director(event.tournament.club)
    choose_language(director, "eu")

    browser = Client(headers={"accept-language": "de"})
    browser.force_login(director)

    assert lang_of(browser.get(f"/tournaments/{event.tournament_id}/desk/")) == "eu"


def test_errors_of_the_api_follow_the_header_and_keep_their_code() -> None:
    an_owner()
    answers = [Client(headers={"accept-language": each}).get("/api/v1/events/99/").json() for each in ("en", "de")]

    assert [each["code"] for each in answers] == ["event.unknown", "event.unknown"]
    assert answers[0] != answers[1]


def test_a_page_names_what_its_language_depends_on(event: Event) -> None:
    answer = Client(headers={"accept-language": "de"}).get(f"/events/{event.pk}/")

    assert answer["Content-Language"] == "de"
    assert {"Accept-Language", "Cookie"} <= {each.strip() for each in answer["Vary"].split(",")}


def test_pages_are_kept_for_each_language_and_none_is_answered_304_for_another(event: Event) -> None:
    path = f"/events/{event.pk}/"
    german, english = (Client(headers={"accept-language": each}).get(path) for each in ("de", "en"))

    same = Client(headers={"accept-language": "de", "if-none-match": german["ETag"]}).get(path)
    other = Client(headers={"accept-language": "en", "if-none-match": german["ETag"]}).get(path)
    again = Client(headers={"accept-language": "de-CH"}).get(path)

    assert german["ETag"] != english["ETag"]
    assert (same.status_code, other.status_code) == (304, 200)
    assert (lang_of(german), lang_of(english), lang_of(other), lang_of(again)) == ("de", "en", "en", "de")
    assert "hit" in again["Cache-Status"]


def test_the_cache_in_front_keeps_a_page_for_each_language_that_was_chosen() -> None:
    async def statuses() -> list[str]:
        hall = Hall()
        cookies = (b"language=de", b"a=1; language=de", b"language=bg", b"x=language=de", b"language=de; session=1")
        await hall.get()
        return [(await hall.get((b"cookie", each)))[2] for each in cookies]

    # The second has a cookie more that says nothing of languages; the last may be a person.
    assert asyncio.run(statuses()) == ["", "barpoint-public; hit", "", "barpoint-public; hit", ""]


def test_a_tournament_speaks_only_languages_that_barpoint_speaks(event: Event) -> None:
    with pytest.raises(RuleBroken) as refused:
        speaks(event, "fr")

    event.tournament.refresh_from_db()
    assert (refused.value.code, refused.value.facts["known"]) == ("language", "bg, de, en, eu, sq")
    assert event.tournament.language == ""


def test_a_second_language_that_is_the_first_is_none(event: Event) -> None:
    speaks(event, "de", "de")

    event.tournament.refresh_from_db()
    assert (event.tournament.language, event.tournament.second_language) == ("de", "")


def test_a_copy_speaks_as_the_tournament_before(event: Event) -> None:
    speaks(event, "eu", "en")

    copied = copy_tournament(event.tournament_id, TournamentSheet("Next"), a_caller())

    assert (copied.language, copied.second_language) == ("eu", "en")


def test_programs_set_both_languages(event: Event) -> None:
    program, path = Program(a_director(event.tournament.club)), f"tournaments/{event.tournament_id}/"
    before = program.ask("GET", path)

    changed = program.ask("PATCH", path, {"language": "sq", "second_language": "en"})
    refused = program.ask("PATCH", path, {"language": "xx"})

    assert (before.data["language"], before.data["second_language"]) == ("", "")
    assert (changed.data["language"], changed.data["second_language"]) == ("sq", "en")
    assert (refused.status, refused.data["code"]) == (422, "language")


@pytest.mark.parametrize(
    ("header", "language"), [("de-AT-1996", "de"), ("x" * 3000, ""), ("en-GB;q=0", ""), ("bg,de", "bg")]
)
def test_any_header_is_read(header: str, language: str) -> None:
    assert accepted_language(header) == language


def test_dates_are_written_as_the_language_writes_them() -> None:
    written = {}
    for language in ("en", "de", "eu", "sq", "bg"):
        with translation.override(language):
            written[language] = shown_date(date(2026, 11, 27), "l j F Y")

    assert written == {
        "en": "Friday 27 November 2026", "de": "Freitag, 27. November 2026", "eu": "2026ko azaroaren 27a, ostirala",
        "sq": "e premte, 27 nëntor 2026", "bg": "петък, 27 ноември 2026 г.",
    }  # fmt: skip


def test_short_months_are_small_where_the_language_writes_them_so() -> None:
    written = {}
    for language in ("en", "de", "eu", "sq", "bg"):
        with translation.override(language):
            written[language] = shown_date(date(2026, 11, 27), "j M Y")

    assert written == {
        "en": "27 Nov 2026", "de": "27. Nov 2026", "eu": "2026 aza 27", "sq": "27 nën 2026", "bg": "27 ноем 2026 г.",
    }  # fmt: skip


def test_a_page_with_a_secret_in_its_address_does_not_hand_it_on() -> None:
    page = Client().get("/invitations/a-secret-of-many-letters/").content.decode()

    assert '<a href="/language/" lang="en">' in page
