"""URLs of the API about clubs, people and jobs, below ``/api/v1/``."""

from django.urls import path

from clubs.api import jobs, ladders, news, nights, ratings, seasons, views
from clubs.api.chouettes.urls import urlpatterns as chouettes
from clubs.api.persons import views as persons

urlpatterns = [
    path("clubs/<int:pk>/", views.ClubName.as_view(), name="api_club"),
    path("clubs/<int:pk>/roles/", views.Roles.as_view(), name="api_club_roles"),
    path("clubs/<int:pk>/invitations/", views.Invitations.as_view(), name="api_club_invitations"),
    path("clubs/<int:pk>/people/", persons.ClubPeople.as_view(), name="api_club_people"),
    path("clubs/<int:pk>/people/import/", persons.PeopleImport.as_view(), name="api_people_import"),
    path("clubs/<int:pk>/nights/", nights.Nights.as_view(), name="api_club_nights"),
    path("clubs/<int:pk>/news/", news.News.as_view(), name="api_club_news"),
    path("news/<int:pk>/withdraw/", news.NewsOff.as_view(), name="api_news_withdraw"),
    path("nights/<int:pk>/cancel/", nights.NightOff.as_view(), name="api_night_cancel"),
    path("nights/<int:pk>/present/", nights.Present.as_view(), name="api_night_present"),
    path("people/<int:pk>/", persons.ClubPerson.as_view(), name="api_person"),
    path("people/<int:pk>/contact/", persons.ClubPersonContact.as_view(), name="api_person_contact"),
    path("people/<int:pk>/memberships/", persons.PersonMemberships.as_view(), name="api_person_memberships"),
    path("people/<int:pk>/merge/", persons.PersonMerge.as_view(), name="api_person_merge"),
    path("people/<int:pk>/erase/", persons.PersonErase.as_view(), name="api_person_erase"),
    path("people/<int:pk>/data/", persons.PersonData.as_view(), name="api_person_data"),
    path("memberships/<int:pk>/end/", persons.MembershipEnd.as_view(), name="api_membership_end"),
    path("clubs/<int:pk>/ladders/", ladders.Ladders.as_view(), name="api_club_ladders"),
    path("ladders/<int:pk>/", ladders.LadderOne.as_view(), name="api_ladder"),
    path("ladders/<int:pk>/entries/", ladders.LadderEntries.as_view(), name="api_ladder_entries"),
    *chouettes,
    path("clubs/<int:pk>/ratings/", ratings.RatingLists.as_view(), name="api_club_ratings"),
    path("ratings/<int:pk>/", ratings.RatingListOne.as_view(), name="api_rating_list"),
    path("ratings/<int:pk>/people/<int:person>/", ratings.RatingPlayerOne.as_view(), name="api_rating_player"),
    path("ratings/<int:pk>/end/", ratings.RatingListEnd.as_view(), name="api_rating_list_end"),
    path("ratings/<int:pk>/starts/", ratings.RatingStarts.as_view(), name="api_rating_starts"),
    path("clubs/<int:pk>/seasons/", seasons.Seasons.as_view(), name="api_club_seasons"),
    path("seasons/<int:pk>/", seasons.SeasonOne.as_view(), name="api_season"),
    path("roles/<int:pk>/", views.RoleOfPerson.as_view(), name="api_role"),
    path("roles/<int:pk>/end/", views.RoleEnd.as_view(), name="api_role_end"),
    path("users/<int:pk>/", views.Access.as_view(), name="api_user"),
    path("jobs/", jobs.Jobs.as_view(), name="api_jobs"),
    path("jobs/<int:pk>/", jobs.JobOne.as_view(), name="api_job"),
    path("jobs/<int:pk>/retry/", jobs.JobRetry.as_view(), name="api_job_retry"),
    path("invitations/<int:pk>/end/", views.InvitationEnd.as_view(), name="api_invitation_end"),
]
