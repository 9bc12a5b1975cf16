"""Who the players of a ladder are among the people of the club, and where their page is."""

from collections.abc import Sequence
from dataclasses import dataclass

from clubs.models import LadderPlayer, PersonClaim, RatedPlayer, Role
from clubs.permissions import is_at_least
from clubs.read.ladders.view import LadderView
from clubs.read.persons.rows import PersonRow, into_of, person_rows
from clubs.read.ratings.lists import lists_of
from journal.models import counts


@dataclass(frozen=True, slots=True)
class LadderPerson:
    """The person behind a player of a ladder; ``rating_list`` has a page of theirs, None where no list has."""

    person: int
    name: str
    rating_list: int | None
    desk: bool


def person_on(view: LadderView, number: int, role: Role.Kind | None) -> LadderPerson | None:
    """Return who a player of a ladder is, None where the club does not know: a fixed number of statements.

    A player is the person whom their account claimed, else the only person of the club with their name.
    """
    player = view.players.get(number)
    if player is None:
        return None
    row = _row(view, player, person_rows(view.ladder.club_id))
    if row is None or row.erased:
        return None
    desk = is_at_least(role, Role.Kind.DESK)
    lists = [each.pk for each in lists_of(view.ladder.club) if each.public or role is not None]
    rated = RatedPlayer.objects.filter(rating_list__in=lists, person__in=row.group).order_by("rating_list")
    return LadderPerson(row.id, view.name(number), rated.values_list("rating_list", flat=True).first(), desk)


def _row(view: LadderView, player: LadderPlayer, rows: Sequence[PersonRow]) -> PersonRow | None:
    if player.user_id is not None:
        club = view.ladder.club_id
        claims = PersonClaim.objects.filter(counts(), person__club=club, user=player.user_id).order_by("pk")
        claimed = claims.values_list("person", flat=True).first()
        now = into_of(club).get(claimed, claimed) if claimed is not None else None
        return next((row for row in rows if row.id == now), None)
    same = [row for row in rows if player.name and row.name == player.name]
    return same[0] if len(same) == 1 else None
