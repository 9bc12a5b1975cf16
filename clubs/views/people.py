"""Signing in, and taking over an empty installation."""

from django.contrib.auth import login
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.actions.people import claim_owner_link
from clubs.forms.people import OwnerForm, SignInForm
from clubs.visitor import from_the_hall, only_from_here
from journal.refusals import status_of
from rules.errors import RuleBroken


class SignIn(LoginView):
    http_method_names = ["get", "head", "post"]
    template_name = "clubs/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        only_from_here(request)
        return super().dispatch(request, *args, **kwargs)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def owner(request: HttpRequest, secret: str) -> HttpResponse:
    """The one-time link: who opens it first owns the installation."""
    only_from_here(request)
    form = OwnerForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            told = form.cleaned_data
            try:
                user = claim_owner_link(secret, told["email"], told["name"], told["password"])
            except RuleBroken as broken:
                form.refuse(broken)
                status = status_of(broken)
            else:
                login(request, user, backend="django.contrib.auth.backends.ModelBackend")
                return redirect("front")
    return render(request, "clubs/owner.html", {"form": form}, status=status)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What may not be done, and what to do instead."""
    return render(request, "403.html", {"from_the_hall": from_the_hall(request)}, status=403)
