"""URLs of all pages."""

from django.urls import include, path

urlpatterns = [
    path("", include("clubs.urls")),
    path("", include("tournaments.urls")),
]

handler403 = "clubs.pages.people.view.forbidden"
handler404 = "tournaments.http.answers.not_found"
handler500 = "tournaments.http.troubles.failed"
