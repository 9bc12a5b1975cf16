"""The addresses of people and clubs."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from clubs.views import people

urlpatterns = [
    path("sign-in/", people.SignIn.as_view(), name="sign_in"),
    path("sign-out/", LogoutView.as_view(), name="sign_out"),
    path("owner/<str:secret>/", people.owner, name="owner"),
]
