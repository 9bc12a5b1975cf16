"""The sessions of one person, for the file of everything that is kept about them."""

from typing import Any

from clubs.models import ChouettePerson
from clubs.read.chouettes.log import kept_chouette
from clubs.read.chouettes.view import balances_of


def own_sessions(group: tuple[int, ...]) -> dict[str, Any]:
    """Return the sessions in which a person is named, oldest first, with their points game by game.

    ``balance`` is what they are still up or down after payments: minor units, or points where there is no stake.
    """
    seats = ChouettePerson.objects.filter(person__in=group).order_by("chouette", "number")
    return {"chouettes": [_session(seat) for seat in seats]}


def _session(seat: ChouettePerson) -> dict[str, Any]:
    kept = kept_chouette(seat.chouette_id)
    who, results = kept.names[seat.number], kept.table.results
    points = [(each.game.number, each.game.points()) for each in results]
    return {
        "id": seat.chouette_id,
        "opened_at": kept.row.record.at,
        "number": seat.number,
        "name": who,
        "games": [{"number": number, "points": each[who]} for number, each in points if who in each],
        "total": kept.table.totals().get(who, 0),
        "balance": balances_of(kept).get(who, 0),
        "currency": kept.table.options.currency,
        "payments": [
            {"paid": each.payer == seat.number, "amount": each.amount}
            for each in kept.log.live_payments
            if seat.number in (each.payer, each.payee)
        ],
    }
