"""URLs of the API about clubs, people and jobs, below ``/api/v1/``."""

from django.urls import path

from clubs.api import embeds, jobs, news, papers, ratings, reports, views, webhooks
from clubs.api.chouettes.urls import urlpatterns as chouettes
from clubs.api.persons import views as persons
from clubs.api.playing import casual, ladders, nights, seasons
from clubs.api.root import Root
from clubs.http.embeds import for_sites
from clubs.read.sites import club_of_ladder, club_of_list, club_of_season, itself

urlpatterns = [
    path("", Root.as_view(), name="api_root"),
    path("clubs/<int:pk>/", views.ClubName.as_view(), name="api_club"),
    path("clubs/<int:pk>/roles/", views.Roles.as_view(), name="api_club_roles"),
    path("clubs/<int:pk>/invitations/", views.Invitations.as_view(), name="api_club_invitations"),
    path("clubs/<int:pk>/people/", persons.ClubPeople.as_view(), name="api_club_people"),
    path("clubs/<int:pk>/people/import/", persons.PeopleImport.as_view(), name="api_people_import"),
    path("clubs/<int:pk>/nights/", for_sites(nights.Nights.as_view(), itself), name="api_club_nights"),
    path("clubs/<int:pk>/news/", for_sites(news.News.as_view(), itself), name="api_club_news"),
    path("clubs/<int:pk>/matches/", casual.CasualMatches.as_view(), name="api_club_matches"),
    path("clubs/<int:pk>/sights/", casual.Sights.as_view(), name="api_club_sights"),
    path("casual-matches/<int:pk>/claims/", casual.CasualClaims.as_view(), name="api_casual_claims"),
    path("casual-matches/<int:pk>/decision/", casual.CasualDecision.as_view(), name="api_casual_decision"),
    path("clubs/<int:pk>/report-templates/", reports.ReportTemplates.as_view(), name="api_report_templates"),
    path("report-templates/<int:pk>/remove/", reports.ReportTemplateOffs.as_view(), name="api_report_template_remove"),
    path("ratings/<int:pk>/report/", reports.RatingReport.as_view(), name="api_rating_report"),
    path("news/<int:pk>/withdraw/", news.NewsOff.as_view(), name="api_news_withdraw"),
    path("nights/<int:pk>/cancel/", nights.NightOff.as_view(), name="api_night_cancel"),
    path("nights/<int:pk>/present/", nights.Present.as_view(), name="api_night_present"),
    path("people/<int:pk>/", persons.ClubPerson.as_view(), name="api_person"),
    path("people/<int:pk>/check-in/", nights.CodeCheckIn.as_view(), name="api_person_check_in"),
    path("clubs/<int:pk>/members.pdf", papers.MembersPaper.as_view(), name="api_members_paper"),
    path("clubs/<int:pk>/cards.pdf", papers.CardsPaper.as_view(), name="api_cards_paper"),
    path("ladders/<int:pk>/ladder.pdf", papers.LadderPaper.as_view(), name="api_ladder_paper"),
    path("ratings/<int:pk>/list.pdf", papers.RatingPaper.as_view(), name="api_rating_paper"),
    path("seasons/<int:pk>/standings.pdf", papers.SeasonPaper.as_view(), name="api_season_paper"),
    path("people/<int:pk>/contact/", persons.ClubPersonContact.as_view(), name="api_person_contact"),
    path("people/<int:pk>/memberships/", persons.PersonMemberships.as_view(), name="api_person_memberships"),
    path("people/<int:pk>/merge/", persons.PersonMerge.as_view(), name="api_person_merge"),
    path("people/<int:pk>/erase/", persons.PersonErase.as_view(), name="api_person_erase"),
    path("people/<int:pk>/data/", persons.PersonData.as_view(), name="api_person_data"),
    path("memberships/<int:pk>/end/", persons.MembershipEnd.as_view(), name="api_membership_end"),
    path("clubs/<int:pk>/ladders/", ladders.Ladders.as_view(), name="api_club_ladders"),
    path("ladders/<int:pk>/", for_sites(ladders.LadderOne.as_view(), club_of_ladder), name="api_ladder"),
    path("ladders/<int:pk>/entries/", ladders.LadderEntries.as_view(), name="api_ladder_entries"),
    *chouettes,
    path("clubs/<int:pk>/ratings/", ratings.RatingLists.as_view(), name="api_club_ratings"),
    path("ratings/<int:pk>/", for_sites(ratings.RatingListOne.as_view(), club_of_list), name="api_rating_list"),
    path("ratings/<int:pk>/people/<int:person>/", ratings.RatingPlayerOne.as_view(), name="api_rating_player"),
    path("ratings/<int:pk>/end/", ratings.RatingListEnd.as_view(), name="api_rating_list_end"),
    path("ratings/<int:pk>/starts/", ratings.RatingStarts.as_view(), name="api_rating_starts"),
    path("clubs/<int:pk>/seasons/", seasons.Seasons.as_view(), name="api_club_seasons"),
    path("seasons/<int:pk>/", for_sites(seasons.SeasonOne.as_view(), club_of_season), name="api_season"),
    path("seasons/<int:pk>/prizes/", seasons.SeasonPrizes.as_view(), name="api_season_prizes"),
    path("seasons/<int:pk>/payments/", seasons.SeasonPayments.as_view(), name="api_season_payments"),
    path("roles/<int:pk>/", views.RoleOfPerson.as_view(), name="api_role"),
    path("roles/<int:pk>/end/", views.RoleEnd.as_view(), name="api_role_end"),
    path("users/<int:pk>/", views.Access.as_view(), name="api_user"),
    path("clubs/<int:pk>/embeds/", embeds.Embeds.as_view(), name="api_club_embeds"),
    path("clubs/<int:pk>/webhooks/", webhooks.Webhooks.as_view(), name="api_club_webhooks"),
    path("webhooks/<int:pk>/", webhooks.WebhookOne.as_view(), name="api_webhook"),
    path("webhooks/<int:pk>/turns/", webhooks.WebhookTurns.as_view(), name="api_webhook_turns"),
    path("webhooks/<int:pk>/test/", webhooks.WebhookTest.as_view(), name="api_webhook_test"),
    path("deliveries/<int:pk>/again/", webhooks.DeliveryAgain.as_view(), name="api_delivery_again"),
    path("jobs/", jobs.Jobs.as_view(), name="api_jobs"),
    path("jobs/<int:pk>/", jobs.JobOne.as_view(), name="api_job"),
    path("jobs/<int:pk>/retry/", jobs.JobRetry.as_view(), name="api_job_retry"),
    path("invitations/<int:pk>/end/", views.InvitationEnd.as_view(), name="api_invitation_end"),
]
