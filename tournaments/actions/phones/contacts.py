"""The mail address of an entrant, for calls and results. The memory records a change, never the address."""

import secrets
from collections.abc import Sequence
from dataclasses import replace

from clubs.actions.people import read_address
from journal import book
from journal.book import OpenPage
from journal.canon import digest_of
from tournaments.actions.phones.links import player
from tournaments.actions.steps import stream_of_entrant
from tournaments.actions.topics import announce_desk
from tournaments.models import Contact, Entrant
from tournaments.permissions import may_run_desk


def set_contact(entrant: int, email: str, caller: book.Caller) -> Contact:
    """Set the mail address of an entrant, by the desk or the player; an empty one erases it.

    Raises Unreadable ``email.unreadable``.
    """
    may = replace(may_run_desk, also=player(entrant).name)
    with book.page(stream_of_entrant(entrant, caller, may), caller) as page:
        address = read_address(email) if email.strip() else ""
        salt = secrets.token_hex(16) if address else ""
        event = Entrant.objects.values_list("event", flat=True).get(pk=entrant)
        contacts, _ = Contact.objects.update_or_create(entrant_id=entrant, defaults={"email": address, "salt": salt})
        announce_desk(page)
        digest = digest_of(salt, address) if address else ""
        page.record("contact.changed", event=event, entrant=entrant, digest=digest)
        return page.done(contacts)


def keep_contacts(page: OpenPage, event: int, addresses: Sequence[tuple[Entrant, str]]) -> None:
    """Step: keep the mail addresses that came with entrants just kept, in one record.

    Raises Unreadable ``email.unreadable``.
    """
    if not addresses:
        return
    contacts = [
        Contact(entrant=entrant, email=read_address(email), salt=secrets.token_hex(16)) for entrant, email in addresses
    ]
    Contact.objects.bulk_create(contacts)
    digests = [digest_of(each.salt, each.email) for each in contacts]
    page.record("contact.kept", event=event, entrants=[each.entrant_id for each in contacts], digests=digests)
