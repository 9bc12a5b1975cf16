"""Pages of a club's news: every article, the form of a new one, and the feed."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.actions.news import post_news, withdraw_news
from clubs.actions.roles import club_of
from clubs.http.access import public
from clubs.http.members import NOBODY
from clubs.http.posting import Refusal, do, whole
from clubs.http.visitor import visitor
from clubs.pages.news.form import ArticleForm
from clubs.permissions import may_direct, must, role_in
from clubs.read.news import club_of_article, news_feed, news_of
from clubs.words.news import feed_title
from journal.book import Caller

AT = {"news.empty": "text", "news.long": "text", "name.empty": "title", "name.long": "title"}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@public
def news(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the news of a club; directors post an article, or take one off (``do`` withdraw)."""
    club, actor = club_of(pk), visitor(request) or NOBODY
    form, status, refused = ArticleForm(), 200, ""
    if request.method == "POST":
        must(may_direct(actor, pk))
        withdrawing = request.POST.get("do") == "withdraw"
        form = form if withdrawing else ArticleForm(request.POST)
        if withdrawing or form.is_valid():
            done = do(request, _change(request, pk, None if withdrawing else form))
            if not isinstance(done, Refusal):
                return HttpResponseRedirect(reverse("club_news", args=[pk]), status=303)
            status, refused = done.status, done.text
            if not withdrawing:
                form.refuse(done.broken, AT.get(done.broken.code))
        else:
            status = 422
    context = {
        "club": club, "news": news_of(pk, members=role_in(actor, pk) is not None), "form": form,
        "directs": may_direct(actor, pk), "refused": refused if not form.is_bound else "",
    }  # fmt: skip
    return render(request, "clubs/news/news.html", context, status=status)


@require_safe
@public
def feed(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the public news as Atom, for feed readers."""
    club = club_of(pk)
    text = news_feed(club, feed_title(club.name), f"{request.scheme}://{request.get_host()}")
    return HttpResponse(text, content_type="application/atom+xml; charset=utf-8")


def _change(request: HttpRequest, club: int, form: ArticleForm | None) -> Callable[[Caller], object]:
    """Return what a posted form does: post an article, or without a form take one off."""
    if form is None:
        return lambda caller: _withdraw(request, club, caller)
    entered = form.cleaned_data
    return lambda caller: post_news(club, entered["title"], entered["text"], caller, public=entered["public"])


def _withdraw(request: HttpRequest, club: int, caller: Caller) -> object:
    article = whole(request.POST.get("article", ""))
    must(club_of_article(article) == club)
    return withdraw_news(article, caller)
