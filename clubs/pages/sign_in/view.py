"""Sign in with a password or, where mail is set up, with a code sent to the address."""

from allauth.account.utils import perform_login
from django.contrib.auth import authenticate, logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from clubs.actions.people import renew_hash
from clubs.actions.sign_in import Origin, make_code, password_tries, use_code
from clubs.actions.tries import give_back, spend
from clubs.http.devices import device_of, remember_device
from clubs.http.visitor import only_from_here
from clubs.models import User
from clubs.pages.sign_in.form import CodeForm, SignInForm
from journal.refusals import status_of
from rules.errors import RuleBroken
from runtime.jobs.mail import mail_is_set_up

SENT_CODE = "sent_code"


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Ask for the address, and send a code or take a password."""
    only_from_here(request)
    if isinstance(request.user, User):
        return redirect(_next(request))
    form = SignInForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                return _signed_in(request, form) or _code_sent(request, form)
            except RuleBroken as broken:
                form.refuse(broken)
                status = status_of(broken)
    context = {"form": form, "next": _safe_next(request), "mail": mail_is_set_up()}
    return render(request, "clubs/sign_in/sign_in.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code."""
    only_from_here(request)
    sent_code = request.session.get(SENT_CODE)
    if not isinstance(sent_code, dict) or isinstance(request.user, User):
        return redirect("sign_in")
    form = CodeForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                user = use_code(sent_code["code"], form.cleaned_data["code"], timezone.now())
                return _enter(request, user, sent_code["next"])
            except RuleBroken as broken:
                form.refuse(broken, "code")
                status = status_of(broken)
    return render(
        request, "clubs/sign_in/sign_in_code.html", {"form": form, "email": sent_code["email"]}, status=status
    )


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session."""
    logout(request)
    return redirect("home")


def _signed_in(request: HttpRequest, form: SignInForm) -> HttpResponse | None:
    """Sign in with the password, None if there is none. Raises RuleBroken ``password.wrong`` or ``tries.spent``."""
    email, password = form.cleaned_data["username"], form.cleaned_data["password"]
    if not password and (mail_is_set_up() and request.POST.get("how") != "password"):
        return None
    tries = password_tries(email, _origin(request, email))
    for limit, who in tries:
        spend(limit, who, timezone.now())
    user = authenticate(request, email=email, password=password)
    if user is None:
        raise RuleBroken("password.wrong")
    renew_hash(user, password)
    for limit, who in tries:
        give_back(limit, who)
    return _enter(request, user, _next(request))


def _code_sent(request: HttpRequest, form: SignInForm) -> HttpResponse:
    """Send a code and redirect to its page; an unknown address gets the same answer, but no letter."""
    email = form.cleaned_data["username"]
    made = make_code(email, _origin(request, email), timezone.now())
    request.session[SENT_CODE] = {"code": made.pk, "email": email, "next": _next(request)}
    return HttpResponseRedirect(reverse("sign_in_code"), status=303)


def _enter(request: HttpRequest, user: User, where: str) -> HttpResponse:
    """Sign in through allauth, with an empty session and a new key."""
    logout(request)
    answer: HttpResponse = perform_login(request, user, redirect_url=where)
    if request.user == user:
        remember_device(request, answer, user.email)
    return answer


def _origin(request: HttpRequest, email: str) -> Origin:
    return Origin(request.META.get("REMOTE_ADDR", ""), device_of(request, email))


def _safe_next(request: HttpRequest) -> str:
    """Return the page from which the visitor was sent to sign in, empty unless it is on this site."""
    where = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(where, {request.get_host()}, require_https=request.is_secure())
    return where if safe else ""


def _next(request: HttpRequest) -> str:
    return _safe_next(request) or reverse("home")
