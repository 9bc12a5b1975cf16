"""A person's private data are erased; results stay under a code.

Other apps erase what they keep about the person after this record (``tournaments.reactions.erasures``).
"""

import re

from django.db.models import Q

from clubs.actions.people import SITE
from clubs.actions.persons.steps import PersonSheet, about, group_of, must_count, new_details, next_turn, open_person
from clubs.models import (
    Article,
    ChouetteEntry,
    ChouettePerson,
    Invitation,
    LadderPlayer,
    PasswordLink,
    Person,
    PersonClaim,
    PersonContact,
    PersonDetails,
    PersonErasure,
    PersonLink,
    Role,
    SignInCode,
    Token,
    User,
)
from clubs.permissions import may_direct, must
from journal import book
from journal.actors import SYSTEM
from journal.models import Words, counts
from runtime.jobs.queue import enqueue_after

ACCOUNT_ERASURE = "clubs.tasks.account_erasure"


def erase_person(person: int, caller: book.Caller) -> Person:
    """Erase names, contacts, ids and typed reasons of a person and of every row that was merged into theirs.

    Raises Unknown ``person.unknown``, Superseded ``person.merged``, Refused ``person.erased``.
    """
    row, stream = open_person(person)
    with book.page(stream, caller) as page:
        must(may_direct(caller.actor, row.club_id))
        must_count(row)
        group = group_of(person)
        _erase_typed_names(row.club_id, group)
        blank = dict.fromkeys(PersonDetails.erasable_fields, "")
        PersonDetails.objects.filter(person__in=group).update(**blank)
        PersonContact.objects.filter(person__in=group).delete()
        PersonLink.objects.filter(person__in=group).delete()
        ChouettePerson.objects.filter(person__in=group).update(**dict.fromkeys(ChouettePerson.erasable_fields, ""))
        turn = next_turn(person)
        left = new_details(row, PersonSheet(erased_name(row)), turn)
        facts = [PersonErasure(person=row), left]
        needs = [f"{what}:{each}" for each in group for what in ("details", "merge", "claim")]
        page.record("person.erased", facts, group=group, **about(person, f"details:{person}", needs=needs))
        _erase_reasons(page, group)
        for user in _accounts_of(row.club_id, group):
            enqueue_after(page, ACCOUNT_ERASURE, f"account:{page.records[-1].pk}:{user}", user=user)
        return page.done(row)


def erased_name(person: Person) -> str:
    """Return the name under which results stay."""
    return f"Player {person.code}"


def _erase_typed_names(club: int, group: list[int]) -> None:
    """Erase the person's names on ladders, and news that name them; a name that somebody else has too stays."""
    known = PersonDetails.objects.filter(person__club=club).values_list("person", "name", "latin")
    own = {name for person, *names in known if person in group for name in names if name}
    own -= {name for person, *names in known if person not in group for name in names}
    users = PersonClaim.objects.filter(counts(), person__in=group).values("user")
    players = LadderPlayer.objects.filter(Q(user__in=users) | Q(name__in=own), ladder__club=club)
    players.update(**dict.fromkeys(LadderPlayer.erasable_fields, ""))
    named = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(own)))})(?!\w)", re.IGNORECASE) if own else None
    for article in Article.objects.filter(club=club).exclude(title=""):
        if named is not None and named.search(f"{article.title}\n{article.text}"):
            Article.objects.filter(pk=article.pk).update(**dict.fromkeys(Article.erasable_fields, ""))


def _erase_reasons(page: book.OpenPage, group: list[int]) -> None:
    """Erase what was typed as a reason in records about these people, and about chouettes at which they sat."""
    about_them = Words.objects.filter(record__stream=page.stream, record__body__contains='"person":')
    for each in about_them.select_related("record"):
        if book.read_body(each.record).get("person") in group:
            Words.objects.filter(pk=each.pk).update(salt="", text="")
    at_their_tables = ChouetteEntry.objects.filter(chouette__people__person__in=group).values("record")
    Words.objects.filter(record__in=at_their_tables).update(salt="", text="")


def _accounts_of(club: int, group: list[int]) -> list[int]:
    """Return the users who claimed these people and are nothing but members of this club."""
    users = set(PersonClaim.objects.filter(counts(), person__in=group).values_list("user", flat=True))
    others = Role.objects.live().filter(user__in=users).exclude(club=club, kind=Role.Kind.MEMBER)
    elsewhere = PersonClaim.objects.filter(counts(), user__in=users).exclude(person__in=group)
    busy = {*others.values_list("user", flat=True), *elsewhere.values_list("user", flat=True)}
    return sorted(users - busy)


def erase_account(user: int) -> None:
    """Erase the account with which an erased person signed in: name, address, password, tokens, links."""
    with book.page(SITE, book.Caller(SYSTEM)) as page:
        row = User.objects.get(pk=user)
        Invitation.objects.filter(sent_to=row.email).update(sent_to="")
        PasswordLink.objects.filter(user=row).update(ends_at=page.at)
        SignInCode.objects.filter(user=row).delete()
        Token.objects.filter(user=row, revoked_at=None).update(revoked_at=page.at)
        row.name, row.email, row.is_active = "", f"erased-{user}@erased.invalid", False
        row.sessions_round += 1
        row.set_unusable_password()
        row.save()
        page.record("user.erased", user=user, account=row.account_seal())
