"""Files and papers about people: the club's list, its members to sign, their cards, everything about one person."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.actions.roles import club_of
from clubs.http.access import staff
from clubs.http.pdf import pdf_answer
from clubs.papers.listing import listing_pdf
from clubs.papers.members import member_cards_pdf, member_list_paper
from clubs.permissions import may_direct, must
from clubs.read.persons.card import own_data
from clubs.read.persons.listing import people_csv
from clubs.read.persons.own import is_own
from clubs.read.persons.rows import person_row, person_rows
from journal.actors import Actor
from journal.canon import canonical
from runtime.server.addresses import addresses_of


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


@never_cache
@require_safe
@staff
def members_paper(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Return the members of a club to print, with room to sign."""
    club = club_of(pk)
    must(may_direct(actor, pk))
    paper = request.GET.get("paper", "A4")
    listing = member_list_paper(club.name, person_rows(pk), timezone.localdate())
    return pdf_answer(lambda: listing_pdf(listing, paper), f"members-{pk}.pdf")


@never_cache
@require_safe
@staff
def cards_paper(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Return the membership cards of a club to print and cut; ``?person=`` only that of one person."""
    club = club_of(pk)
    must(may_direct(actor, pk))
    rows, paper, one = person_rows(pk), request.GET.get("paper", "A4"), request.GET.get("person")
    chosen = [row for row in rows if one is None or str(row.id) == one]
    address = addresses_of(request)[0]
    return pdf_answer(
        lambda: member_cards_pdf(club.name, chosen, timezone.localdate(), address, paper), f"cards-{pk}.pdf"
    )
