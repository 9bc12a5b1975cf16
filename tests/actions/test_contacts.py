"""Mail addresses of entrants: set by the desk or the entrant, shown to both, in no record and on no other page."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from journal.book import Caller, read_body
from journal.canon import digest_of
from journal.models import Record
from journal.refusals import Unreadable
from tests.factories import a_caller, a_desk_helper, a_drawn_event, a_member, by
from tests.pages.reading import page_of
from tournaments.actions.phones.contacts import set_contact
from tournaments.actions.phones.links import make_slips, player, take_link
from tournaments.models import Contact, Entrant

pytestmark = pytest.mark.django_db


def test_the_record_holds_a_digest_that_only_the_row_can_explain() -> None:
    entrant = Entrant.objects.filter(event=a_drawn_event(4))[0]

    posted = set_contact(entrant.pk, " Petra@Example.org ", a_caller())

    record = Record.objects.get(verb="contact.changed")
    assert posted.email == "petra@example.org"
    assert "petra" not in record.body
    assert read_body(record)["digest"] == digest_of(posted.salt, "petra@example.org")


def test_an_empty_address_erases_it() -> None:
    entrant = Entrant.objects.filter(event=a_drawn_event(4))[0]
    set_contact(entrant.pk, "petra@example.org", a_caller())

    set_contact(entrant.pk, "", a_caller())

    assert list(Contact.objects.values_list("email", "salt")) == [("", "")]


def test_only_the_desk_and_the_entrant_set_the_address() -> None:
    event = a_drawn_event(4)
    one, other = Entrant.objects.filter(event=event).order_by("number")[:2]

    set_contact(one.pk, "falk@example.org", Caller(actor=player(one.pk)))
    set_contact(other.pk, "petra@example.org", by(a_desk_helper(event.tournament.club)))
    with pytest.raises(PermissionDenied):
        set_contact(one.pk, "x@example.org", Caller(actor=player(other.pk)))
    with pytest.raises(PermissionDenied):
        set_contact(one.pk, "x@example.org", by(a_member(event.tournament.club)))
    with pytest.raises(Unreadable):
        set_contact(one.pk, "x", a_caller())

    assert set(Contact.objects.values_list("email", flat=True)) == {"falk@example.org", "petra@example.org"}


def test_a_player_sets_the_address_on_their_own_page_and_the_desk_sees_it(client: Client) -> None:
    event = a_drawn_event(4)
    slip = make_slips(event.pk, a_caller(), "http://10.0.0.1")[0]
    client.cookies[f"player-{slip.entrant}"] = take_link(slip.secret).secret
    page, card = f"/my/{slip.entrant}/mail/", f"/entrants/{slip.entrant}/"
    desk = Client()
    desk.force_login(a_desk_helper(event.tournament.club))

    wrong = client.post(page, {"email": "falk at example"})
    kept = client.post(page, {"email": "falk@example.org"})

    assert (wrong.status_code, kept.status_code) == (422, 303)
    assert "falk at example" in wrong.content.decode()
    assert 'value="falk@example.org"' in page_of(client, page)
    assert 'value="falk@example.org"' in page_of(desk, card)
    assert "falk@example.org" not in page_of(Client(), card)
    desk.post(card, {"do": "contact", "email": ""})
    assert Contact.objects.get().email == ""
