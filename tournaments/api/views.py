"""The API: forms and views for programs, over the same actions as everything else."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.actions.clubs import open_club
from clubs.actions.undo import undo
from clubs.api.described import described
from journal.refusals import Unreadable
from rules.drawing.paper import Paper
from rules.draws.plan import ENTRY
from tournaments.actions import events
from tournaments.actions.draws import making as draws
from tournaments.actions.entrants import entering as entrants
from tournaments.actions.entrants import members, re_entering
from tournaments.actions.matches import calls, claims, corrections, tables
from tournaments.actions.matches import results as matches
from tournaments.api import inputs, outputs
from tournaments.api.changes import AsItIs, actor_of, answer_if_new, answer_with, change, made, read
from tournaments.papers.draw_sheet import Rows
from tournaments.papers.sheet_file import POOLS, sheet_file
from tournaments.read import events as opened
from tournaments.read.draws.changes.corrections import correction_preview
from tournaments.read.draws.places import standings
from tournaments.read.draws.view import current_match, match_list, one_match
from tournaments.read.entrants.listed import entrant_list
from tournaments.read.matches.head import memory_of_match
from tournaments.read.odds import odds_file, odds_lines

REFUSED: dict[Any, Any] = dict.fromkeys((400, 401, 403, 404, 409, 422), outputs.RefusalOut)
SEEN: dict[Any, Any] = REFUSED | dict.fromkeys((410, 428), outputs.RefusalOut)
NOT_FOUND: dict[Any, Any] = {404: outputs.RefusalOut}
CONFLICTS: dict[Any, Any] = {409: outputs.RefusalOut}
BAD_QUERY: dict[Any, Any] = dict.fromkeys((400, 404), outputs.RefusalOut)
DOOR = [
    OpenApiParameter("Idempotency-Key", str, OpenApiParameter.HEADER, description="The same key is done once."),
    OpenApiParameter("preview", bool, OpenApiParameter.QUERY, description="Try it and take it back."),
]
SEEING = [*DOOR, OpenApiParameter("If-Match", str, OpenApiParameter.HEADER, description="The version you saw.")]

PAPERS = [each.value for each in Paper]


class Clubs(APIView):
    @described(responses={200: outputs.ClubOut(many=True)}, operation_id="clubs_list")
    def get(self, request: Request) -> HttpResponse:
        """All clubs."""
        return answer_with([outputs.club_data(club) for club in opened.club_list()])

    @described(request=inputs.ClubIn, responses=made(outputs.ClubOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request) -> HttpResponse:
        """Make a club."""
        name = read(inputs.ClubIn, request).validated_data["name"]
        return change(request, lambda caller: open_club(name, caller), outputs.club_data, 201)


class Tournaments(APIView):
    @described(responses={200: outputs.TournamentOut(many=True)}, operation_id="tournaments_list")
    def get(self, request: Request) -> HttpResponse:
        """All tournaments, the newest first."""
        return answer_with(opened.tournament_list())

    @described(request=inputs.TournamentIn, responses=made(outputs.TournamentOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request) -> HttpResponse:
        """Make a tournament of a club."""
        data = dict(read(inputs.TournamentIn, request).validated_data)
        club, source = data.pop("club"), data.pop("copy_of", None)
        sheet = events.TournamentSheet(**data)
        if source is not None:
            return change(
                request, lambda caller: events.copy_tournament(source, sheet, caller), outputs.tournament_data, 201
            )
        return change(request, lambda caller: events.open_tournament(club, sheet, caller), outputs.tournament_data, 201)


class Tournament(APIView):
    @described(responses={200: outputs.TournamentOut} | NOT_FOUND)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """One tournament with its events."""
        return answer_with(opened.tournament_card(pk))

    @described(request=inputs.TournamentChangeIn, responses={200: outputs.TournamentOut} | SEEN, parameters=SEEING)
    def patch(self, request: Request, pk: int) -> HttpResponse:
        """Change the details of a tournament."""
        changes = dict(read(inputs.TournamentChangeIn, request).validated_data)
        return change(request, lambda caller: events.change_tournament(pk, changes, caller), outputs.tournament_data)


class Tables(APIView):
    @described(responses={200: outputs.TablesOut} | NOT_FOUND)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The tables of the room, and which are closed."""
        return answer_with(outputs.tables_data(opened.tables(pk)))

    @described(request=inputs.TablesIn, responses={200: outputs.TablesOut} | REFUSED, parameters=DOOR)
    def put(self, request: Request, pk: int) -> HttpResponse:
        """Set the tables of the room."""
        wanted = read(inputs.TablesIn, request).entered()
        return change(request, lambda caller: tables.furnish(pk, wanted, caller), outputs.tables_data)


class Records(APIView):
    @described(
        responses={200: outputs.MemoryLineOut(many=True)} | BAD_QUERY,
        parameters=[OpenApiParameter("before", int, description="Records before this number.")],
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """A tournament's memory, newest first, 50 at a time."""
        return answer_with(opened.memory(pk, before=number_in(request, "before")))


class RecordUndo(APIView):
    @described(request=None, responses={200: outputs.UndoneOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int, number: int) -> HttpResponse:
        """Undo a record while nothing after it has begun."""
        return change(request, lambda caller: undo("tournament", pk, number, caller), outputs.as_data)


class Events(APIView):
    @described(request=inputs.EventIn, responses=made(outputs.EventMadeOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request) -> HttpResponse:
        """Make an event of a tournament."""
        data = read(inputs.EventIn, request).validated_data
        return change(
            request,
            lambda caller: events.open_event(
                data["tournament"], data["name"], inputs.format_of(data, {}), caller, data.get("conditions")
            ),
            outputs.event_data,
            201,
        )


class Event(APIView):
    @described(responses={200: outputs.EventOut} | NOT_FOUND)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """One event: format, entrants, draws made, number and head of its memory."""
        return answer_if_new(request, opened.memory_of_event(pk), lambda: opened.event_board(pk))

    @described(request=inputs.EventChangeIn, responses={200: outputs.EventMadeOut} | SEEN, parameters=SEEING)
    def patch(self, request: Request, pk: int) -> HttpResponse:
        """Change the name and set-up of an event; omitted fields stay."""
        data = read(inputs.EventChangeIn, request).validated_data
        games = {name: data[name] for name in inputs.GAMES if name in data}
        sheet = events.EventSheet(data.get("name"), data.get("format"), data.get("conditions"), games or None)
        return change(request, lambda caller: events.set_up_event(pk, sheet, caller), outputs.event_data)


class EventForecast(APIView):
    @described(
        responses={200: outputs.ForecastOut} | BAD_QUERY | {422: outputs.RefusalOut},
        parameters=[OpenApiParameter("entrants", int, description="Without it those who are entered.")],
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The forecast of an event: matches, rounds, byes, minutes, rematches, the longest wait."""
        return answer_with(outputs.forecast_data(opened.event_forecast(pk, number_in(request, "entrants"))))


class Entrants(APIView):
    @described(responses={200: outputs.EntrantOut(many=True)} | NOT_FOUND, operation_id="entrants_list")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The entrants, in order of entry."""
        return answer_if_new(request, opened.memory_of_event(pk), lambda: entrant_list(pk))

    @described(request=inputs.EntrantsIn, responses=made(outputs.EnteredOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Enter players; after the draw each takes the line of a bye."""
        shaped = read(inputs.EntrantsIn, request)
        entries, line = shaped.entries(), shaped.validated_data.get("line")
        return change(request, lambda caller: entrants.enter(pk, entries, caller, line), outputs.entered_data, 201)


class Entrant(APIView):
    @described(request=inputs.EntrantIn, responses={200: outputs.EntrantChangedOut} | SEEN, parameters=SEEING)
    def patch(self, request: Request, pk: int) -> HttpResponse:
        """Change the details of an entrant."""
        shaped = inputs.EntrantIn(data=request.data, partial=True)
        request._request.body  # noqa: B018 -- kept for the idempotency key
        shaped.is_valid(raise_exception=True)
        changes = inputs.EntrantIn.particulars(shaped.validated_data)
        return change(request, lambda caller: entrants.rename(pk, changes, caller), outputs.one_data)


class EntrantReplacement(APIView):
    @described(request=inputs.EntrantIn, responses=made(outputs.EntrantChangedOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Replace an entrant before any of the entrant's matches has begun."""
        entry = entrants.Entry(**inputs.EntrantIn.particulars(read(inputs.EntrantIn, request).validated_data))
        return change(request, lambda caller: entrants.replace_entrant(pk, entry, caller), outputs.one_data, 201)


class EntrantWithdraw(APIView):
    @described(request=inputs.WithdrawIn, responses={200: outputs.EntrantChangedOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Withdraw an entrant from one bracket, or from all."""
        scope = read(inputs.WithdrawIn, request).validated_data["from"]
        return change(request, lambda caller: entrants.withdraw(pk, scope, caller), outputs.one_data)


class EntrantAgain(APIView):
    @described(request=None, responses=made(outputs.EntrantChangedOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Enter a player who is out once more: the desk, or they themselves by their link; answers the new entrant."""
        return change(request, lambda caller: re_entering.enter_again(pk, caller), outputs.one_data, 201)


class EntrantTick(APIView):
    @described(request=inputs.TickIn, responses={200: outputs.EntrantChangedOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Tick an entrant as paid or here, or a member of theirs as here, or remove the tick."""
        shaped = read(inputs.TickIn, request)
        kind, on = shaped.one()
        seat = shaped.member_here
        if seat is not None:
            return change(request, lambda caller: members.check_in(pk, seat, on, caller), outputs.one_data)
        return change(request, lambda caller: entrants.tick(pk, kind, on, caller), outputs.one_data)


class Draw(APIView):
    @described(responses={200: outputs.DrawMadeOut(many=True)} | NOT_FOUND, operation_id="draws_list")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Every draw made of an event, with its key and its lines."""
        return answer_if_new(request, opened.memory_of_event(pk), lambda: opened.draws_made(opened.event_of(pk)))

    @described(request=inputs.DrawIn, responses=made(outputs.DrawOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Draw the event by a key, or draw it again by another."""
        data = read(inputs.DrawIn, request).validated_data
        return change(request, lambda caller: draws.make_draw(pk, caller=caller, **data), outputs.draw_data, 201)


class Matches(APIView):
    @described(
        responses={200: outputs.MatchOut(many=True)} | BAD_QUERY,
        operation_id="matches_list",
        parameters=[
            OpenApiParameter("status", str, enum=outputs.STATUSES),
            OpenApiParameter("bracket", str, enum=outputs.BRACKET_CODES),
            OpenApiParameter("draw", int, description="Number of an earlier draw."),
        ],
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The matches of an event in the order of the plan, byes among them."""
        params = request.query_params
        wanted = (params.get("status"), params.get("bracket"), number_in(request, "draw"))
        return answer_if_new(request, opened.memory_of_event(pk), lambda: match_list(pk, *wanted))


class Standings(APIView):
    @described(responses={200: outputs.StandingOut(many=True)} | NOT_FOUND, operation_id="standings_list")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Everyone drawn in strict order, champion first; place is null while one is in the main bracket."""
        return answer_if_new(request, opened.memory_of_event(pk), lambda: standings(pk))


class EventOdds(APIView):
    @described(responses={200: outputs.OddsOut(many=True)} | NOT_FOUND | CONFLICTS, operation_id="odds_list")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Where each entrant ends, with which chance, the most likely winner first; 404 unless the event shows it."""
        return answer_if_new(request, opened.memory_of_event(pk), lambda: odds_lines(pk))


class EventOddsFile(APIView):
    @described(responses={200: dict} | NOT_FOUND | CONFLICTS)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The file of ``python -m rules odds``, with the odds as they are shown as its expectation."""
        return answer_if_new(request, opened.memory_of_event(pk), lambda: odds_file(opened.event_of(pk)))


class SheetPdf(APIView):
    content_negotiation_class = AsItIs

    @described(
        responses={(200, "application/pdf"): OpenApiTypes.BINARY}
        | BAD_QUERY
        | dict.fromkeys((409, 422), outputs.RefusalOut),
        parameters=[
            OpenApiParameter("bracket", str, enum=outputs.BRACKET_CODES, default=ENTRY),
            OpenApiParameter("paper", str, enum=PAPERS, default="A4"),
            OpenApiParameter("rows", str, enum=[each.value for each in Rows], default="fit", description="Least rows."),
            OpenApiParameter("tiles", str, enum=["", *PAPERS], description="Cut to tiles of this paper, to be glued."),
            OpenApiParameter("blank", bool, default=False, description="As drawn, to be played by hand."),
            OpenApiParameter("part", str, enum=[POOLS], description="The tables of pools, not the knockout."),
        ],
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The draw sheet of one bracket."""
        file = sheet_file(opened.event_of(pk), request.GET)
        answer = HttpResponse(file.pdf, content_type="application/pdf")
        answer["Content-Disposition"] = f'inline; filename="{file.name}"'
        return answer


class Match(APIView):
    @described(responses={200: outputs.MatchOut, 410: outputs.RefusalOut} | NOT_FOUND)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """One match."""
        return answer_if_new(request, memory_of_match(pk), lambda: one_match(pk))


class MatchCall(APIView):
    @described(request=inputs.CallIn, responses={200: outputs.OutcomeOut} | SEEN, parameters=SEEING)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Call the players to a table, or move them; an empty table takes the call back."""
        given = read(inputs.CallIn, request).validated_data
        table, anyway = given["table"], given["anyway"]
        return change(request, lambda caller: calls.call_match(pk, table, caller, anyway=anyway), outputs.outcome_data)


class MatchPenalty(APIView):
    @described(request=inputs.PenaltyIn, responses={200: outputs.OutcomeOut} | SEEN, parameters=SEEING)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Enter penalty points for a late side, with which the opponent starts; 0 lifts them."""
        shaped = read(inputs.PenaltyIn, request)
        side, points, reason = shaped.side(), shaped.validated_data["points"], shaped.validated_data["reason"]
        return change(request, lambda caller: calls.penalise(pk, side, points, reason, caller), outputs.outcome_data)


class MatchStart(APIView):
    @described(request=inputs.StartIn, responses={200: outputs.OutcomeOut} | SEEN, parameters=SEEING)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Start a match."""
        between = read(inputs.StartIn, request).pair()
        return change(request, lambda caller: matches.start_match(pk, caller, between), outputs.outcome_data)


class MatchResult(APIView):
    @described(request=inputs.ResultIn, responses={200: outputs.OutcomeOut} | SEEN, parameters=SEEING)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Enter a result: a score, games, or a forfeit."""
        report = read(inputs.ResultIn, request).report()
        return change(request, lambda caller: matches.report_result(pk, report, caller), outputs.outcome_data)


class MatchConfirm(APIView):
    @described(request=None, responses={200: outputs.OutcomeOut} | SEEN, parameters=SEEING)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Settle a provisional result: the desk, or the loser with the secret of their link."""
        confirm = claims.confirm_claim if actor_of(request).kind == "entrant" else matches.confirm_result
        return change(request, lambda caller: confirm(pk, caller), outputs.outcome_data)


class MatchClear(APIView):
    @described(request=inputs.ClearIn, responses={200: outputs.OutcomeOut} | SEEN, parameters=SEEING)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Reset a match: discard everything entered for it."""
        shaped = read(inputs.ClearIn, request)
        reason, choices = shaped.validated_data["reason"], shaped.choices()
        return change(
            request, lambda caller: corrections.clear_result(pk, reason, caller, choices), outputs.outcome_data
        )


class MatchCorrection(APIView):
    @described(
        responses={200: outputs.PreviewOut} | BAD_QUERY | dict.fromkeys((409, 410), outputs.RefusalOut),
        parameters=[
            OpenApiParameter("winner", str, enum=["top", "bottom", "none"], description="The real winner."),
            OpenApiParameter("score", str, description="Or the right score, top and bottom: 3-7."),
            OpenApiParameter("forfeit", str, enum=["top", "bottom", "both"], description="Or who forfeits."),
        ],
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Preview a correction; without a winner, as if the opponent had won."""
        current_match(pk)
        return answer_with(correction_preview(pk, inputs.winner_asked(request.query_params)))

    @described(request=inputs.CorrectionIn, responses={200: outputs.OutcomeOut} | SEEN, parameters=SEEING)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Enter the right result; choose what happens to affected matches that have begun."""
        shaped = read(inputs.CorrectionIn, request)
        report, reason, choices = shaped.report(), shaped.validated_data["reason"], shaped.choices()
        return change(
            request,
            lambda caller: corrections.correct_result(pk, report, reason, caller, choices),
            outputs.outcome_data,
        )


def number_in(request: Request, name: str) -> int | None:
    text = request.query_params.get(name)
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 12:
        raise Unreadable("unreadable", fields={name: ["a whole number"]})
    return int(text)
