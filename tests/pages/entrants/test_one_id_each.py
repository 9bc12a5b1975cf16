"""Every field of an entrant's card has an id of its own: a label leads to its own field."""

import re
from collections import Counter

import pytest
from django.test import Client

from tests.factories import a_director, a_drawn_event, entrant_named

pytestmark = pytest.mark.django_db


def test_every_field_of_the_card_of_an_entrant_has_an_id_of_its_own(client: Client) -> None:
    event = a_drawn_event(4)
    client.force_login(a_director(event.tournament.club))

    page = client.get(f"/entrants/{entrant_named(event, 'Falk Brenner').pk}/").content.decode()

    ids = Counter(re.findall(r'\bid="([^"]+)"', page))
    assert {each: count for each, count in ids.items() if count > 1} == {}
    assert set(re.findall(r'<label[^>]* for="([^"]+)"', page)) <= set(ids)
