"""The addresses of the API, below ``/api/v1/``."""

from django.urls import path

from tournaments.api import claims, links, me, views

urlpatterns = [
    path("clubs/", views.Clubs.as_view(), name="api_clubs"),
    path("tournaments/", views.Tournaments.as_view(), name="api_tournaments"),
    path("tournaments/<int:pk>/", views.Tournament.as_view(), name="api_tournament"),
    path("tournaments/<int:pk>/records/", views.Records.as_view(), name="api_records"),
    path("tournaments/<int:pk>/records/<int:number>/undo/", views.RecordUndo.as_view(), name="api_record_undo"),
    path("tournaments/<int:pk>/tables/", views.Tables.as_view(), name="api_tables"),
    path("events/", views.Events.as_view(), name="api_events"),
    path("events/<int:pk>/", views.Event.as_view(), name="api_event"),
    path("events/<int:pk>/forecast/", views.EventForecast.as_view(), name="api_event_forecast"),
    path("events/<int:pk>/entrants/", views.Entrants.as_view(), name="api_event_entrants"),
    path("events/<int:pk>/draw/", views.Draw.as_view(), name="api_event_draw"),
    path("events/<int:pk>/matches/", views.Matches.as_view(), name="api_event_matches"),
    path("events/<int:pk>/odds/", views.EventOdds.as_view(), name="api_event_odds"),
    path("events/<int:pk>/standings/", views.Standings.as_view(), name="api_event_standings"),
    path("events/<int:pk>/links/", links.EventLinks.as_view(), name="api_event_links"),
    path("events/<int:pk>/close/", links.EventClose.as_view(), name="api_event_close"),
    path("events/<int:pk>/reopen/", links.EventReopen.as_view(), name="api_event_reopen"),
    path("entrants/<int:pk>/link/", links.EntrantLink.as_view(), name="api_entrant_link"),
    path("tournaments/<int:pk>/links/rotate/", links.LinksRotate.as_view(), name="api_links_rotate"),
    path("events/<int:pk>/sheet.pdf", views.SheetPdf.as_view(), name="api_event_sheet"),
    path("entrants/<int:pk>/", views.Entrant.as_view(), name="api_entrant"),
    path("entrants/<int:pk>/replacement/", views.EntrantReplacement.as_view(), name="api_entrant_replacement"),
    path("entrants/<int:pk>/withdraw/", views.EntrantWithdraw.as_view(), name="api_entrant_withdraw"),
    path("entrants/<int:pk>/tick/", views.EntrantTick.as_view(), name="api_entrant_tick"),
    path("me/", me.Me.as_view(), name="api_me"),
    path("matches/<int:pk>/", views.Match.as_view(), name="api_match"),
    path("matches/<int:pk>/call/", views.MatchCall.as_view(), name="api_match_call"),
    path("matches/<int:pk>/penalty/", views.MatchPenalty.as_view(), name="api_match_penalty"),
    path("matches/<int:pk>/start/", views.MatchStart.as_view(), name="api_match_start"),
    path("matches/<int:pk>/result/", views.MatchResult.as_view(), name="api_match_result"),
    path("matches/<int:pk>/claim/", claims.MatchClaim.as_view(), name="api_match_claim"),
    path("matches/<int:pk>/contest/", claims.MatchContest.as_view(), name="api_match_contest"),
    path("matches/<int:pk>/confirm/", views.MatchConfirm.as_view(), name="api_match_confirm"),
    path("matches/<int:pk>/clear/", views.MatchClear.as_view(), name="api_match_clear"),
    path("matches/<int:pk>/correction/", views.MatchCorrection.as_view(), name="api_match_correction"),
]
