"""Every address of the site."""

from django.urls import include, path

urlpatterns = [
    path("", include("clubs.urls")),
    path("", include("tournaments.urls")),
]

handler403 = "clubs.views.people.forbidden"
handler404 = "tournaments.views.draws.not_found"
