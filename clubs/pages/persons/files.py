"""Files about people: the club's list as CSV, and everything about one person."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.actions.roles import club_of
from clubs.http.access import staff
from clubs.permissions import may_direct, must
from clubs.read.persons.card import own_data
from clubs.read.persons.listing import people_csv
from clubs.read.persons.own import is_own
from clubs.read.persons.rows import person_row
from journal.actors import Actor
from journal.canon import canonical


@never_cache
@require_safe
@staff
def people_file(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Return the people of a club as a file that can be imported again."""
    club = club_of(pk)
    must(may_direct(actor, pk))
    answer = HttpResponse(people_csv(club.pk, timezone.localdate()), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="people-{pk}.csv"'
    return answer


@never_cache
@require_safe
@staff
def person_data(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Return everything that is kept about a person, as JSON, for directors and the person."""
    row = person_row(pk)
    must(may_direct(actor, row.club) or is_own(actor, row))
    answer = HttpResponse(canonical(own_data(pk)), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="person-{pk}.json"'
    return answer
