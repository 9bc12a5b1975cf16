"""A phone is told that its player is called, if the player wants it."""

from django.conf import settings

from clubs.permissions import must
from journal import book
from journal.actors import SYSTEM
from journal.refusals import Refused
from runtime.outward.addresses import read_target
from runtime.outward.pushing import Browser, public_key, site_key
from tournaments.actions.phones.links import player
from tournaments.models import Phone, PushAddress


def tell_of_calls(phone: int, browser: Browser, words: tuple[str, str], caller: book.Caller) -> PushAddress:
    """Have a phone told when its player is called; ``words`` are the address of this site and the language.

    A phone has one address: a newer one replaces it. Raises Unreadable ``push.keys``, RuleBroken ``address.…``, Refused
    ``push.off`` where this site speaks plain http.
    """
    row = _phone(phone)
    with book.page(row.entrant.event.tournament.stream.name, caller) as page:
        must(caller.actor.name == player(row.entrant_id).name)
        if not settings.HTTPS:
            raise Refused("push.off")
        read_target(browser.address, private=False)
        browser = browser.checked()
        site, language = words
        columns = {
            "address": browser.address, "key": browser.key, "secret": browser.secret, "site": site,
            "site_key": public_key(site_key()), "language": language,
        }  # fmt: skip
        kept, _ = PushAddress.objects.update_or_create(phone=row, defaults=columns)
        page.record("phone.calls_on", event=row.entrant.event_id, entrant=row.entrant_id, phone=phone)
        return page.done(kept)


def stop_calls(phone: int, caller: book.Caller) -> None:
    """Tell a phone of no more calls: its player wants it, or its push service does not know it any more."""
    row = _phone(phone)
    with book.page(row.entrant.event.tournament.stream.name, caller) as page:
        must(caller.actor.name in (player(row.entrant_id).name, SYSTEM.name))
        gone, _ = PushAddress.objects.filter(phone=row).delete()
        if gone:
            page.record("phone.calls_off", event=row.entrant.event_id, entrant=row.entrant_id, phone=phone)
        return page.done(None)


def forget_ended() -> int:
    """Delete the addresses of phones that reach nothing any more: that is in the memory already. Return how many."""
    gone, _ = PushAddress.objects.exclude(phone__in=Phone.objects.live()).delete()
    return gone


def _phone(phone: int) -> Phone:
    return Phone.objects.select_related("entrant__event__tournament__stream").get(pk=phone)
