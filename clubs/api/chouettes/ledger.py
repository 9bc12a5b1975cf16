"""The API of what surrounds the games of a chouette: payments, closing, splitting and merging tables, links."""

import json
from typing import Any

from django.http import HttpResponse
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.actions.chouettes.links import make_links
from clubs.actions.chouettes.paying import Payment, close_chouette, record_payment, reopen_chouette, undo_payment
from clubs.actions.chouettes.splitting import SplitSheet, merge_tables, split_table
from clubs.api.changes import actor_of, answer_with, change, read
from clubs.api.chouettes import inputs, outputs, values
from clubs.api.chouettes.table import CHANGED, SEEING
from clubs.api.described import described
from clubs.api.views import DOOR, HIDDEN, REFUSED
from clubs.permissions import may_follow_chouette, may_write_chouette, must
from clubs.read.chouettes.links import links_of
from clubs.read.chouettes.sight import chouette_row
from journal.canon import canonical


class AtTheTable(APIView):
    """Views for people who write at a table, or follow it."""

    permission_classes = [IsAuthenticated]


class TablePayments(AtTheTable):
    @described(request=inputs.TablePaymentIn, responses=CHANGED, parameters=SEEING)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Record that somebody paid somebody; also after closing."""
        data = read(inputs.TablePaymentIn, request).validated_data
        payment = Payment(data["payer"], data["payee"], data["amount"])
        return change(request, lambda caller: record_payment(pk, payment, caller), values.written_data)


class TablePaymentUndo(AtTheTable):
    @described(request=None, responses=CHANGED, parameters=SEEING)
    def post(self, request: Request, pk: int, number: int) -> HttpResponse:
        """Take back the payment that was written as this turn."""
        return change(request, lambda caller: undo_payment(pk, number, caller), values.written_data)


class TableClose(AtTheTable):
    @described(request=inputs.TableClosingIn, responses=CHANGED, parameters=SEEING)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Close a session; its sums are rounded, and posted where the club keeps them in its books."""
        unit = read(inputs.TableClosingIn, request).validated_data.get("unit")
        return change(request, lambda caller: close_chouette(pk, unit, caller), values.written_data)


class TableReopen(AtTheTable):
    @described(request=None, responses=CHANGED, parameters=SEEING)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Reopen a closed session; its postings are taken back."""
        return change(request, lambda caller: reopen_chouette(pk, caller), values.written_data)


class TableSplit(AtTheTable):
    @described(request=inputs.TableSplitIn, responses={200: outputs.ChouetteSplitOut} | REFUSED, parameters=SEEING)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Split a table: the bottom of the line opens a new session with the newcomers."""
        data = read(inputs.TableSplitIn, request).validated_data
        newcomers, order = tuple(data.get("newcomers", ())), tuple(data.get("order", ()))
        sheet = SplitSheet(newcomers, order, data.get("rolls", ()))
        return change(request, lambda caller: split_table(pk, sheet, caller), values.split_data)


class TableMerge(AtTheTable):
    @described(request=inputs.TableMergeIn, responses=CHANGED, parameters=SEEING)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Let everybody of another table join this one; the other session is closed."""
        source = read(inputs.TableMergeIn, request).validated_data["chouette"]
        return change(request, lambda caller: merge_tables(pk, source, caller), values.written_data)


class TableLinks(AtTheTable):
    @described(responses={200: outputs.TableLinksOut} | HIDDEN)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The secrets of the links that work now: to follow, and for people who may write, to write."""
        actor, row = actor_of(request), chouette_row(pk)
        must(may_follow_chouette(actor, row))
        answer = answer_with(_links_data(pk, writes=may_write_chouette(actor, row)))
        answer["Cache-Control"] = "no-store"
        return answer

    @described(request=None, responses={200: outputs.TableLinksOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Make new links; those made before end."""
        answer = change(request, lambda caller: make_links(pk, caller), lambda links: {"chouette": links.chouette})
        # The stored answer never holds the secrets, so they are added here, for a repeated request too.
        if "Preview" not in answer.headers:
            answer.content = canonical(json.loads(answer.content) | _links_data(pk, writes=True)).encode()
        answer["Cache-Control"] = "no-store"
        return answer


def _links_data(pk: int, *, writes: bool) -> dict[str, Any]:
    links = links_of(pk)
    return {"chouette": pk, "follow": links.follow} | ({"write": links.write} if writes else {})
