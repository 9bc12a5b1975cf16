"""Requests that a sale become void."""

from tournaments.models import VoidRequest


def requested_by(request: int) -> str:
    """Return the actor who requested that a sale become void, empty for no such request: one statement."""
    rows = VoidRequest.objects.filter(pk=request)
    return rows.values_list("record__page__actor", flat=True).first() or ""
