"""URLs of people, clubs and jobs."""

from django.urls import path

from clubs.http.memory import of_club
from clubs.pages.casual import view as casual
from clubs.pages.chouettes.urls import urlpatterns as chouettes
from clubs.pages.club import view as clubs
from clubs.pages.jobs import view as jobs
from clubs.pages.ladder import view as ladders
from clubs.pages.languages import view as languages
from clubs.pages.memory import view as memory
from clubs.pages.news import view as news
from clubs.pages.nights import check_in
from clubs.pages.nights import view as nights
from clubs.pages.people import view as people
from clubs.pages.persons import files as person_files
from clubs.pages.persons import importing as people_import
from clubs.pages.persons import view as persons
from clubs.pages.ratings import player as rating_players
from clubs.pages.ratings import view as ratings
from clubs.pages.reports import view as reports
from clubs.pages.seasons import view as seasons
from clubs.pages.sign_in import view as signing_in
from clubs.pages.webhooks import view as webhooks

urlpatterns = [
    path("sign-in/", signing_in.sign_in, name="sign_in"),
    path("sign-in/code/", signing_in.sign_in_code, name="sign_in_code"),
    path("language/", languages.language, name="language"),
    path("sign-out/", signing_in.sign_out, name="sign_out"),
    path("owner/<str:secret>/", people.owner, name="owner"),
    path("invitations/<str:secret>/", people.invitation, name="invitation"),
    path("claim/<str:secret>/", people.person_claim, name="person_claim"),
    path("people/<int:pk>/link/", persons.person_link, name="person_link"),
    path("new-password/<str:secret>/", people.new_password, name="new_password"),
    path("clubs/new/", clubs.new, name="club_new"),
    path("clubs/<int:pk>/members/", clubs.members, name="club_members"),
    path("members/<int:pk>/", clubs.member, name="member"),
    path("members/<int:pk>/again/", clubs.member_again, name="member_again"),
    path("members/<int:pk>/access/", clubs.member_access, name="member_access"),
    path("members/<int:pk>/password/", clubs.member_password, name="member_password"),
    path("members/invitations/<int:pk>/end/", clubs.invitation_end, name="invitation_end"),
    path("clubs/<int:pk>/nights/", nights.nights, name="club_nights"),
    path("clubs/<int:pk>/nights.ics", nights.feed, name="club_nights_ics"),
    path("clubs/<int:pk>/news/", news.news, name="club_news"),
    path("clubs/<int:pk>/news.atom", news.feed, name="club_news_atom"),
    path("nights/<int:pk>/", nights.night, name="night"),
    path("clubs/<int:pk>/matches/", casual.casual, name="club_matches"),
    path("clubs/<int:pk>/people/", persons.people, name="club_people"),
    path("clubs/<int:pk>/people.csv", person_files.people_file, name="club_people_csv"),
    path("clubs/<int:pk>/members.pdf", person_files.members_paper, name="members_paper"),
    path("clubs/<int:pk>/cards.pdf", person_files.cards_paper, name="cards_paper"),
    path("people/<int:pk>/check-in/", check_in.person_check_in, name="person_check_in"),
    path("clubs/<int:pk>/people/import/", people_import.people_import, name="club_people_import"),
    path("people/<int:pk>/", persons.person, name="person"),
    path("people/<int:pk>/merge/", persons.person_merge, name="person_merge"),
    path("people/<int:pk>/erase/", persons.person_erase, name="person_erase"),
    path("people/<int:pk>/person.json", person_files.person_data, name="person_data"),
    path("memberships/<int:pk>/end/", persons.membership_end, name="membership_end"),
    path("clubs/<int:pk>/reports/", reports.reports, name="club_reports"),
    path("clubs/<int:pk>/settings/", clubs.settings, name="club_settings"),
    path("clubs/<int:pk>/webhooks/", webhooks.webhooks, name="club_webhooks"),
    path("webhooks/<int:pk>/", webhooks.webhook, name="webhook"),
    path("clubs/<int:pk>/memory/", of_club(memory.ledger), name="club_memory"),
    path("clubs/<int:pk>/memory/<int:number>/", of_club(memory.record), name="club_record"),
    path("clubs/<int:pk>/memory/<int:number>/undo/", of_club(memory.record_undo), name="club_record_undo"),
    path("clubs/<int:pk>/ladders/", ladders.ladders, name="club_ladders"),
    path("ladders/<int:pk>/", ladders.ladder, name="ladder"),
    path("embed/ladders/<int:pk>/", ladders.ladder_embed, name="ladder_embed"),
    path("ladders/<int:pk>/ladder.pdf", ladders.ladder_pdf, name="ladder_paper"),
    path("clubs/<int:pk>/ratings/", ratings.ratings, name="club_ratings"),
    path("ratings/<int:pk>/", ratings.rating_list, name="rating_list"),
    path("ratings/<int:pk>/list.csv", ratings.rating_file, name="rating_file"),
    path("ratings/<int:pk>/report.csv", reports.rating_report, {"form": "csv"}, "rating_report_csv"),
    path("ratings/<int:pk>/report.json", reports.rating_report, {"form": "json"}, "rating_report_json"),
    path("ratings/<int:pk>/list.pdf", ratings.rating_paper_pdf, name="rating_paper"),
    path("embed/ratings/<int:pk>/", ratings.rating_embed, name="rating_embed"),
    path("ratings/<int:pk>/people/<int:person>/", rating_players.rating_player, name="rating_player"),
    path("ratings/<int:pk>/setup/", ratings.rating_setup, name="rating_setup"),
    path("clubs/<int:pk>/seasons/", seasons.seasons, name="club_seasons"),
    path("seasons/<int:pk>/", seasons.season, name="season"),
    path("embed/seasons/<int:pk>/", seasons.season_embed, name="season_embed"),
    path("seasons/<int:pk>/race.csv", seasons.season_file, name="season_file"),
    path("seasons/<int:pk>/standings.pdf", seasons.season_pdf, name="season_pdf"),
    *chouettes,
    path("jobs/", jobs.jobs, name="jobs"),
    path("jobs/<int:pk>/retry/", jobs.job_retry, name="job_retry"),
]
