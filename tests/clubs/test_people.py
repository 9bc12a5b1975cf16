"""Owners, tokens, links and passwords: the rights to make them, and what is never stored."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

from clubs.actions.clubs import open_club
from clubs.actions.people import (
    claim_owner_link,
    give_token,
    make_owner,
    make_owner_link,
    revoke_tokens,
    set_password,
)
from clubs.models import Club, OwnerLink, Role, Token, User, hash_of
from clubs.permissions import may_direct, may_own_site
from journal.actors import SYSTEM, Actor
from journal.book import Caller
from journal.models import Record
from journal.refusals import Refused, Unknown, Unreadable
from journal.verify import verify
from tests.contents import refusal
from tests.factories import a_caller, a_club, a_director, a_stranger, a_tournament, an_event, an_owner, by
from tournaments.actions.events import TournamentSheet, open_event, open_tournament

pytestmark = pytest.mark.django_db


def test_an_owner_is_made_once_and_keeps_the_password() -> None:
    user = make_owner("Petra@Barpoint.Example", "Petra", "correct horse", a_caller())
    again = make_owner("petra@barpoint.example", "Somebody", None, a_caller())

    assert (again.pk, again.email, again.name) == (user.pk, "petra@barpoint.example", "Petra")
    assert User.objects.get().check_password("correct horse")
    assert may_own_site(Actor("user", user.pk))
    assert {record.verb for record in Record.objects.all()} == {"owner.made"}
    assert "petra" not in Record.objects.all()[0].body
    assert verify() == []


@pytest.mark.parametrize("email", ["", "petra", "petra@", "@x", "a b@x\n", "x" * 255 + "@x"])
def test_an_invalid_address_makes_no_owner(email: str) -> None:
    assert refusal(lambda: make_owner(email, "", None, a_caller()), Unreadable).code == "email.unreadable"


def test_a_token_is_shown_once_and_stored_as_its_hash() -> None:
    owner = an_owner()

    token, secret = give_token(" ITZIAR@barpoint.example", by(owner))

    assert token.hash == hash_of(secret)
    assert len(secret) >= 43
    assert secret not in str(list(Token.objects.values())) + str(list(Record.objects.values()))


def test_only_the_owner_makes_and_revokes_tokens() -> None:
    owner, stranger = an_owner(), a_stranger()
    acts: list[Callable[[Caller], object]] = [
        partial(make_owner, "new@barpoint.example", "", None),
        partial(give_token, owner.email),
        partial(revoke_tokens, owner.email),
        partial(set_password, owner.email, "correct horse"),
        partial(open_club, "Wien"),
    ]

    for act in acts:
        refusal(partial(act, by(stranger)), PermissionDenied)
        act(by(owner))


def test_an_unknown_address_gets_nothing() -> None:
    for act in (give_token, revoke_tokens):
        assert refusal(partial(act, "nobody@barpoint.example", a_caller()), Unknown).code == "user.unknown"
    assert refusal(lambda: set_password("nobody@x.example", "x", a_caller()), Unknown).code == "user.unknown"


def test_a_person_who_was_switched_off_gets_no_token() -> None:
    owner = an_owner()
    User.objects.update(is_active=False)

    assert refusal(lambda: give_token(owner.email, a_caller()), Unknown).code == "user.unknown"


def test_the_owners_link_works_once() -> None:
    secret = make_owner_link(timezone.now())
    assert secret is not None
    owner = claim_owner_link(secret, "petra@barpoint.example", "Petra", "correct horse")

    refused = refusal(lambda: claim_owner_link(secret, "sten@barpoint.example", "Sten", "correct horse"), Refused)

    assert (may_own_site(Actor("user", owner.pk)), refused.code) == (True, "link.used")
    assert secret not in str(list(OwnerLink.objects.values()))


def test_a_link_ends_and_a_newer_one_ends_it() -> None:
    now = timezone.now()
    old = make_owner_link(now - timedelta(hours=25))
    older, newest = make_owner_link(now), make_owner_link(now)
    claim = partial(claim_owner_link, email="petra@barpoint.example", name="", password="correct horse")

    for secret in (old, older):
        assert refusal(partial(claim, secret or ""), Refused).code == "link.ended"
    assert refusal(partial(claim, "nonsense"), Unknown).code == "link.unknown"
    claim(newest or "")
    assert make_owner_link(now) is None


def test_roles_count_in_their_club_only() -> None:
    club, other = a_club(), a_club("Wien")
    owner, director, stranger = an_owner(), a_director(club), a_stranger()

    posted = {
        user.email: (may_own_site(actor), may_direct(actor, club.pk), may_direct(actor, other.pk))
        for user in (owner, director, stranger)
        for actor in [Actor("user", user.pk)]
    }

    assert list(posted.values()) == [(True, True, True), (False, True, False), (False, False, False)]
    assert may_own_site(SYSTEM)
    assert not may_direct(Actor("device", owner.pk), club.pk)


def test_the_person_who_creates_a_club_owns_it() -> None:
    owner = an_owner()

    club = open_club("  Club  de   Bilbao ", by(owner))

    assert club.name == "Club de Bilbao"
    assert Role.objects.get(club=club).user_id == owner.pk
    assert refusal(lambda: open_club(" ", a_caller())).code == "name.empty"
    assert Club.objects.count() == 1


def test_directors_of_the_club_create_tournaments_and_events() -> None:
    club = a_club()
    director, stranger = a_director(club), a_stranger()
    tournament = open_tournament(club.pk, TournamentSheet("Open", "Europe/Madrid"), by(director))

    event = open_event(tournament.pk, "Main", {"length": 5}, by(director))

    assert (tournament.timezone, event.rules.lengths("main").default) == ("Europe/Madrid", 5)
    for act in (
        lambda: open_tournament(club.pk, TournamentSheet("Open"), by(stranger)),
        lambda: open_event(tournament.pk, "Main", {}, by(stranger)),
    ):
        refusal(act, PermissionDenied)


@pytest.mark.parametrize(
    ("posted", "code"),
    [
        (TournamentSheet("Open", "Mars/Olympus"), "timezone"),
        (TournamentSheet(""), "name.empty"),
        (TournamentSheet("x" * 121), "name.long"),
    ],
)
def test_an_invalid_tournament_is_refused(posted: TournamentSheet, code: str) -> None:
    club = a_club()

    assert refusal(lambda: open_tournament(club.pk, posted, a_caller())).code == code


def test_an_invalid_event_is_refused() -> None:
    tournament = a_tournament()

    assert refusal(lambda: open_event(tournament.pk, "", {}, a_caller())).code == "name.empty"
    assert refusal(lambda: open_event(tournament.pk, "Main", {"main": "danish"}, a_caller())).code == "format.main"
    assert refusal(lambda: open_event(999, "Main", {}, a_caller()), Unknown).code == "tournament.unknown"
    assert refusal(lambda: open_tournament(999, TournamentSheet("x"), a_caller()), Unknown).code == "club.unknown"
    assert an_event(tournament).rules.crawford


def test_the_database_accepts_only_lower_case_addresses() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(email="Petra@barpoint.example", created_at=timezone.now())
