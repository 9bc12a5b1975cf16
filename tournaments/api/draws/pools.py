"""The API of pools and of the knockout behind them."""

from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.api.described import described
from journal.refusals import Unknown
from tournaments.actions.draws.cutting import DrawnKnockout, draw_knockout
from tournaments.api.changes import answer_if_new, change, made, read
from tournaments.api.views import BAD_QUERY, CONFLICTS, DOOR, REFUSED
from tournaments.models import Event
from tournaments.read.draws.pools import NextLine, PoolTable, cut_view, pools_of_event
from tournaments.read.draws.view import draw_view
from tournaments.read.entrants.names import names_in
from tournaments.read.events import draw_of, event_of


class PoolLineOut(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    entrant = serializers.IntegerField()
    name = serializers.CharField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    difference = serializers.IntegerField(help_text="Points won less points lost.")
    through = serializers.BooleanField(help_text="They play in the knockout.")


class PoolOut(serializers.Serializer[Any]):
    pool = serializers.IntegerField()
    over = serializers.BooleanField()
    table = PoolLineOut(many=True)


class FollowingOut(serializers.Serializer[Any]):
    place = serializers.IntegerField(help_text="Among the next of all pools.")
    pool = serializers.IntegerField()
    entrants = serializers.ListField(child=serializers.IntegerField(), help_text="Several where they are equal.")
    names = serializers.ListField(child=serializers.CharField())
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    rates = serializers.ListField(
        child=serializers.CharField(), help_text="What ranks them, each divided by the matches, without head_to_head."
    )
    through = serializers.BooleanField(help_text="One of them plays in the knockout.")


class PoolsOut(serializers.Serializer[Any]):
    through = serializers.IntegerField(help_text="How many of each pool come through.")
    best = serializers.IntegerField(help_text="How many more, as the best of the next place over all pools.")
    following = FollowingOut(many=True, help_text="Who comes next in each pool, the best first; none where best is 0.")
    ranking = serializers.ListField(child=serializers.CharField())
    ties = serializers.CharField(help_text="lot or match.")
    open = serializers.ListField(child=serializers.CharField(), help_text="Matches to decide before the knockout.")
    drawn = serializers.BooleanField()
    missed = serializers.ListField(
        child=serializers.CharField(), help_text="Would come through by corrections since the knockout was drawn."
    )
    lucky = serializers.ListField(child=serializers.CharField(), help_text="Came through, and would not.")
    pools = PoolOut(many=True)


class CutIn(serializers.Serializer[Any]):
    chosen = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        required=False,
        max_length=256,
        help_text="Who comes through of those who are equal at the cut, by the matches between them.",
    )


class TieOut(serializers.Serializer[Any]):
    pool = serializers.IntegerField(help_text="0 for players of several pools.")
    entrants = serializers.ListField(child=serializers.IntegerField())
    seats = serializers.IntegerField()


class CutKnockoutOut(serializers.Serializer[Any]):
    event = serializers.IntegerField()
    lines = serializers.DictField(child=serializers.IntegerField(), help_text="Line of the plan to entrant.")
    coming = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()), help_text="Who comes through each pool."
    )
    best = serializers.ListField(
        child=serializers.IntegerField(), help_text="Those of them who are the best of the next place over all pools."
    )
    tied = TieOut(many=True)
    record = serializers.IntegerField(allow_null=True)
    moved = serializers.ListField(child=serializers.CharField())


class EventKnockout(APIView):
    @described(responses={200: PoolsOut} | BAD_QUERY | CONFLICTS)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The pools as they stand, and who of them plays in the knockout."""
        event = event_of(pk)
        return answer_if_new(request, event.tournament.stream, lambda: pools_data(event))

    @described(request=CutIn, responses=made(CutKnockoutOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Draw the knockout of those who come through, by the draw key."""
        chosen = read(CutIn, request).validated_data.get("chosen", [])
        return change(request, lambda caller: draw_knockout(pk, caller, chosen), knockout_data, 201)


def pools_data(event: Event) -> dict[str, Any]:
    """Return the pools of an event. Raises Refused ``draw.none``, Unknown ``pools.none``."""
    if not event.rules.is_cut:
        raise Unknown("pools.none", event=event.pk)
    names = names_in(event.pk)
    shown = pools_of_event(event, draw_view(draw_of(event), names))
    cut = cut_view(event, names)
    return {
        "through": shown.through,
        "best": shown.best,
        "following": [_next(each) for each in shown.following],
        "ranking": list(shown.ranking),
        "ties": "match" if shown.by_match else "lot",
        "open": list(shown.open),
        "drawn": shown.drawn,
        "missed": list(cut.missed),
        "lucky": list(cut.lucky),
        "pools": [_pool(each) for each in shown.pools],
    }


def _pool(pool: PoolTable) -> dict[str, Any]:
    names = ("place", "entrant", "name", "won", "lost", "difference", "through")
    table = [{name: getattr(line, name) for name in names} for line in pool.table.lines]
    return {"pool": pool.number, "over": pool.table.over, "table": table}


def _next(line: NextLine) -> dict[str, Any]:
    return {
        "place": line.place,
        "pool": line.pool,
        "entrants": [who for who, _ in line.players],
        "names": [name for _, name in line.players],
        "won": line.won,
        "lost": line.lost,
        "rates": [f"{rate:.6f}" for rate in line.rates],
        "through": line.through,
    }


def knockout_data(drawn: DrawnKnockout) -> dict[str, Any]:
    tied = [{"pool": each.number, "entrants": list(each.entrants), "seats": each.seats} for each in drawn.cut.tied]
    return {
        "event": drawn.event,
        "lines": {str(line): who for line, who in drawn.cut.lines.items()},
        "coming": [list(pool) for pool in drawn.cut.coming],
        "best": list(drawn.cut.best),
        "tied": tied,
        "record": drawn.record,
        "moved": list(drawn.moved),
    }
