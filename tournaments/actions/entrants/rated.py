"""Entrants get the ratings that a list of the club has for the people they are, and perhaps seeds by them."""

from django.db.models import Max

from clubs.read.persons.rows import into_of
from clubs.read.ratings.listing import ratings_in
from clubs.read.ratings.lists import list_of
from journal import book
from journal.refusals import Refused, Unknown
from rules.draws.seeding import MOST
from rules.errors import RuleBroken
from tournaments.actions.steps import concerning, stream_of_event
from tournaments.models import Event, Particulars
from tournaments.permissions import may_run_desk
from tournaments.read.entrants.listed import latest_particulars
from tournaments.read.players.people import linked_in


def take_ratings(event: int, rating_list: int, caller: book.Caller, seeds: int = 0) -> int:
    """Give every linked entrant the rating of a list, to one decimal; return how many entrants changed.

    With ``seeds`` the best of them are seeded in this order, and nobody else is. Seeding and odds use the rating as if
    it had been entered; later changes of the list do not change it. Raises Unknown ``ratings.unknown``, RuleBroken
    ``ratings.no_rating`` for a list of points, ``seed.range``, Refused ``draw.made`` for seeds after the draw.
    """
    with book.page(stream_of_event(event, caller, may_run_desk), caller) as page:
        event_row = Event.objects.select_related("tournament").get(pk=event)
        view = list_of(rating_list)
        if view.club.pk != event_row.tournament.club_id:
            raise Unknown("ratings.unknown", ratings=rating_list)
        if view.rules.rule is None:
            raise RuleBroken("ratings.no_rating", ratings=rating_list)
        if not 0 <= seeds <= MOST:
            raise RuleBroken("seed.range", got=seeds, most=MOST)
        if seeds and event_row.current_draw_id is not None:
            raise Refused("draw.made", draw=event_row.current_draw_id)
        facts = _rated(event_row, ratings_in(view.pk), into_of(view.club.pk), seeds)
        if facts:
            names = [f"name:{fact.entrant_id}" for fact in facts]
            makes = [*names, *([f"field:{event}"] if seeds else [])]
            needs = [*names, *(f"entrant:{fact.entrant_id}" for fact in facts)]
            page.record("entrant.rated", facts, **concerning(event, makes=makes, needs=needs))
        return page.done(len(facts))


def _rated(event: Event, ratings: dict[int, float], into: dict[int, int], seeds: int) -> list[Particulars]:
    """Return the particulars of those whose rating or seed differs."""
    linked = {entrant: into.get(person, person) for entrant, person in linked_in(event.pk).items()}
    known = {entrant: ratings[person] for entrant, person in linked.items() if person in ratings}
    best = sorted(known, key=lambda entrant: (-known[entrant], entrant))[:seeds]
    last = dict(
        Particulars.objects.filter(entrant__event=event).order_by().values_list("entrant").annotate(Max("turn"))
    )
    rated = []
    for row in latest_particulars(event):
        rating = f"{known[row.entrant_id]:.1f}" if row.entrant_id in known else row.rating
        seed = (best.index(row.entrant_id) + 1 if row.entrant_id in best else None) if seeds else row.seed
        if (rating, seed) != (row.rating, row.seed):
            fresh = Particulars(
                entrant_id=row.entrant_id, turn=last[row.entrant_id] + 1, name=row.name, club=row.club,
                country=row.country, rating=rating, seed=seed, group=row.group, members=row.members,
            )  # fmt: skip
            rated.append(fresh.sealing())
    return rated
