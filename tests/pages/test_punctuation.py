"""No page shows a space before a comma or a full stop, however its template is laid out."""

import html
import re

import pytest
from django.test import Client

from tests.factories import an_owner
from tournaments.management.demo import load_demo
from tournaments.models import Entrant, Event, Match

pytestmark = pytest.mark.django_db

INLINE = "a|abbr|b|bdi|i|kbd|q|s|small|span|strong"
SPACE_BEFORE_A_STOP = re.compile(r"[^\n]{0,30}\S +[,.;](?!\d)[^\n]{0,30}")


def text_of(page: str) -> str:
    """Return the text of a page; every tag but those inside a sentence begins a line."""
    shown = re.sub(r"<(script|style|svg)\b.*?</\1>", "", page, flags=re.DOTALL)
    sentences = re.sub(rf"</?(?:{INLINE})(?:\s[^<>]*)?>", "", shown)
    return html.unescape(re.sub(r"<[^>]+>", "\n", sentences))


@pytest.mark.parametrize("is_staff", [True, False])
def test_no_space_stands_before_a_comma_or_full_stop(is_staff: bool, client: Client) -> None:
    load_demo()
    event = Event.objects.get(tournament__name="Bilbao Sunday Cup")
    match, entrant = Match.objects.filter(result__isnull=False)[0], Entrant.objects.filter(event=event)[0]
    tournament, club = event.tournament_id, event.tournament.club_id
    pages = [
        "/", f"/clubs/{club}/", f"/tournaments/{tournament}/", f"/tournaments/{tournament}/wall/",
        f"/events/{event.pk}/", f"/events/{event.pk}/matches/", f"/events/{event.pk}/places/",
        f"/events/{event.pk}/entrants/", f"/events/{event.pk}/draw-key/", f"/matches/{match.pk}/",
        f"/players/{entrant.pk}/",
    ]  # fmt: skip
    if is_staff:
        client.force_login(an_owner())
        pages += [
            f"/tournaments/{tournament}/desk/", f"/tournaments/{tournament}/memory/",
            f"/tournaments/{tournament}/papers/", f"/entrants/{entrant.pk}/", f"/events/{event.pk}/slips/",
        ]  # fmt: skip

    answers = {page: client.get(page) for page in pages}

    assert {page: answer.status_code for page, answer in answers.items() if answer.status_code != 200} == {}
    stops = {page: SPACE_BEFORE_A_STOP.findall(text_of(answer.content.decode())) for page, answer in answers.items()}
    assert {page: parts for page, parts in stops.items() if parts} == {}
