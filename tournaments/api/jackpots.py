"""The API of jackpots: queues, who joins and leaves them, starts, splits of a final and vouchers."""

from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.api.described import described
from clubs.api.inputs import Strict, TextField
from rules.jackpots import LONGEST_NAME, MOST_STAKE, SIZES, Terms
from rules.naming import LONGEST
from tournaments.actions.jackpots.joining import (
    Joined,
    Left,
    join_as_player,
    join_queue,
    leave_as_player,
    leave_queue,
)
from tournaments.actions.jackpots.queues import QueueChanged, close_queue, open_queue, reopen_queue
from tournaments.actions.jackpots.splitting import Agreed, agree_to_split, split_final
from tournaments.actions.jackpots.starting import JackpotStarted, start_jackpot
from tournaments.actions.jackpots.vouchers import Booked, book_voucher
from tournaments.actions.steps import Outcome
from tournaments.api.changes import actor_of, answer_if_new, change, made, read
from tournaments.api.outputs import as_data
from tournaments.api.views import DOOR, NOT_FOUND, REFUSED, SEEING, SEEN
from tournaments.read.events import tournament_of
from tournaments.read.jackpots.queues import Queue, Started, Waiting, queue_of, queues_of, tournament_of_queue


class QueueIn(Strict):
    name = TextField(max_length=LONGEST_NAME)
    size = serializers.ChoiceField(choices=list(SIZES), default=4)
    length = serializers.IntegerField(min_value=1, max_value=99, default=3)
    stake = serializers.IntegerField(min_value=0, max_value=MOST_STAKE, default=0, help_text="Minor units; 0: none.")
    house = serializers.IntegerField(min_value=0, max_value=100, default=0, help_text="Percent of the stakes.")
    voucher_for = serializers.IntegerField(
        allow_null=True, default=None, help_text="The event into which the prize pays an entry."
    )


class JoinIn(Strict):
    name = TextField(max_length=LONGEST, required=False, help_text="Whose entry it is; a player's link joins itself.")
    club = TextField(max_length=LONGEST, required=False, allow_blank=True)


class LeaveIn(Strict):
    number = serializers.IntegerField(
        min_value=1, required=False, help_text="The entry; a player's link leaves itself."
    )


class BusyOut(serializers.Serializer[Any]):
    event = serializers.CharField()
    code = serializers.CharField()
    table = serializers.CharField()


class QueuedOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    since = serializers.DateTimeField()
    busy = BusyOut(allow_null=True, help_text="Where they play now.")


class JackpotOut(serializers.Serializer[Any]):
    event = serializers.IntegerField()
    name = serializers.CharField()
    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    played = serializers.IntegerField()
    matches = serializers.IntegerField()
    winners = serializers.ListField(child=serializers.CharField())
    voucher = serializers.BooleanField(help_text="Its voucher was booked.")


class QueueOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    tournament = serializers.IntegerField()
    name = serializers.CharField()
    size = serializers.IntegerField()
    length = serializers.IntegerField()
    stake = serializers.IntegerField()
    house = serializers.IntegerField()
    prize = serializers.IntegerField(help_text="What the winner gets, in minor units.")
    voucher_for = serializers.IntegerField(allow_null=True)
    closed = serializers.BooleanField()
    waiting = QueuedOut(many=True)
    missing = serializers.IntegerField()
    jackpots = JackpotOut(many=True)


class StartedOut(serializers.Serializer[Any]):
    event = serializers.IntegerField()
    name = serializers.CharField()
    number = serializers.IntegerField()
    key = serializers.CharField()
    calls = serializers.ListField(child=serializers.ListField(child=serializers.CharField()), help_text="Match, table.")
    first = serializers.IntegerField()
    last = serializers.IntegerField()


class JoinedOut(serializers.Serializer[Any]):
    jackpot = serializers.IntegerField()
    number = serializers.IntegerField()
    record = serializers.IntegerField()
    waiting = serializers.IntegerField()
    started = StartedOut(allow_null=True)


class LeftOut(serializers.Serializer[Any]):
    jackpot = serializers.IntegerField()
    number = serializers.IntegerField()
    record = serializers.IntegerField()
    waiting = serializers.IntegerField()


class QueueChangedOut(serializers.Serializer[Any]):
    jackpot = serializers.IntegerField()
    record = serializers.IntegerField()
    refunded = serializers.IntegerField()


class BookedOut(serializers.Serializer[Any]):
    event = serializers.IntegerField()
    entrant = serializers.IntegerField()
    amount = serializers.IntegerField()
    left = serializers.IntegerField()
    record = serializers.IntegerField()


class SplitOut(serializers.Serializer[Any]):
    split = serializers.BooleanField(help_text="False while the opponent must still agree.")
    record = serializers.IntegerField()


class Queues(APIView):
    @described(responses={200: QueueOut(many=True)} | NOT_FOUND, operation_id="jackpots_list")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The queues of a tournament, the smallest stake first."""
        tournament = tournament_of(pk)
        return answer_if_new(request, tournament.stream, lambda: [queue_data(each) for each in queues_of(tournament)])

    @described(request=QueueIn, responses=made(QueueChangedOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Open a queue."""
        values = dict(read(QueueIn, request).validated_data)
        voucher_for = values.pop("voucher_for")
        return change(request, lambda caller: open_queue(pk, Terms(**values), caller, voucher_for), changed_data, 201)


class OneQueue(APIView):
    @described(responses={200: QueueOut} | NOT_FOUND)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """One queue: who waits, and its jackpots."""
        stream = tournament_of(tournament_of_queue(pk)).stream
        return answer_if_new(request, stream, lambda: queue_data(queue_of(pk)))


class QueueEntries(APIView):
    @described(request=JoinIn, responses=made(JoinedOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Join a queue: the desk by a name, a player by their link; the last place starts a jackpot."""
        values = read(JoinIn, request).validated_data
        actor = actor_of(request)
        if actor.kind == "entrant":
            return change(request, lambda caller: join_as_player(pk, actor.number, caller), joined_data, 201)
        name, club = values.get("name", ""), values.get("club", "")
        return change(request, lambda caller: join_queue(pk, name, club, caller), joined_data, 201)


class QueueLeave(APIView):
    @described(request=LeaveIn, responses={200: LeftOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Leave a queue before its jackpot starts; the stake goes back to the account."""
        number = read(LeaveIn, request).validated_data.get("number", 0)
        actor = actor_of(request)
        if actor.kind == "entrant":
            return change(request, lambda caller: leave_as_player(pk, actor.number, caller), left_data)
        return change(request, lambda caller: leave_queue(pk, number, caller), left_data)


class QueueStart(APIView):
    @described(request=None, responses=made(StartedOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Start a jackpot of a queue that is full, because its start was undone."""
        return change(request, lambda caller: start_jackpot(pk, caller), started_data, 201)


class QueueClose(APIView):
    @described(request=None, responses={200: QueueChangedOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Close a queue: everybody who waits leaves with their stake."""
        return change(request, lambda caller: close_queue(pk, caller), changed_data)


class QueueReopen(APIView):
    @described(request=None, responses={200: QueueChangedOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Open a closed queue again."""
        return change(request, lambda caller: reopen_queue(pk, caller), changed_data)


class EventVoucher(APIView):
    @described(request=None, responses=made(BookedOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Let the prize of a jackpot pay its winner's entry into the event of the voucher."""
        return change(request, lambda caller: book_voucher(pk, caller), booked_data, 201)


class MatchSplit(APIView):
    @described(request=None, responses={200: SplitOut} | SEEN, parameters=SEEING)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Split the final of a jackpot without play: the desk, or both finalists by their links."""
        split = agree_to_split if actor_of(request).kind == "entrant" else split_final
        return change(request, lambda caller: split(pk, caller), split_data)


def queue_data(queue: Queue) -> dict[str, Any]:
    """Return a queue as programs read it."""
    row, terms = queue.jackpot, queue.jackpot.terms
    return {
        "id": row.pk, "tournament": row.tournament_id, "name": row.name, "size": row.size, "length": row.length,
        "stake": row.stake, "house": row.house, "prize": terms.prize, "voucher_for": row.voucher_for_id,
        "closed": queue.closed, "waiting": [_waiting(each) for each in queue.waiting], "missing": queue.missing,
        "jackpots": [_jackpot(each) for each in queue.started],
    }  # fmt: skip


def joined_data(joined: Joined) -> dict[str, Any]:
    """Return an entry in a queue, with the jackpot that it started."""
    started = started_data(joined.started) if joined.started else None
    return {
        "jackpot": joined.jackpot, "number": joined.number, "record": joined.record, "waiting": joined.waiting,
        "started": started,
    }  # fmt: skip


def left_data(left: Left) -> dict[str, Any]:
    return {"jackpot": left.jackpot, "number": left.number, "record": left.record, "waiting": left.waiting}


def started_data(started: JackpotStarted) -> dict[str, Any]:
    return {
        "event": started.event, "name": started.name, "number": started.number, "key": started.key,
        "calls": [list(each) for each in started.calls], "first": started.first, "last": started.last,
    }  # fmt: skip


def changed_data(changed: QueueChanged) -> dict[str, Any]:
    return {"jackpot": changed.jackpot, "record": changed.record, "refunded": changed.refunded}


def booked_data(booked: Booked) -> dict[str, Any]:
    return {
        "event": booked.event, "entrant": booked.entrant, "amount": booked.amount, "left": booked.left,
        "record": booked.record,
    }  # fmt: skip


def split_data(done: Agreed | Outcome) -> dict[str, Any]:
    return {"split": done.split if isinstance(done, Agreed) else True, "record": done.record}


def _waiting(each: Waiting) -> dict[str, Any]:
    return {"number": each.number, "name": each.name, "since": each.since, "busy": each.busy and as_data(each.busy)}


def _jackpot(each: Started) -> dict[str, Any]:
    return {
        "event": each.event, "name": each.name, "number": each.number, "at": each.at, "played": each.played,
        "matches": each.matches, "winners": list(each.winners), "voucher": each.voucher,
    }  # fmt: skip
