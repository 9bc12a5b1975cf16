"""The API of a club's news, with the same actions as the pages."""

from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.actions.news import post_news, withdraw_news
from clubs.actions.roles import club_of
from clubs.api.changes import actor_of, answer_with, change, made, read
from clubs.api.described import described
from clubs.api.inputs import Strict, TextField
from clubs.api.outputs import RefusalOut
from clubs.api.views import DOOR, REFUSED
from clubs.http.members import may_look
from clubs.models import Article
from clubs.read.news import news_of

MISSING: dict[Any, Any] = {404: RefusalOut}


class ArticleIn(Strict):
    title = TextField(max_length=400)
    text = TextField(max_length=20_000, help_text="Markdown; HTML in it is shown as it was typed.")
    public = serializers.BooleanField(required=False, help_text="Everybody may read it, not members only.")


class ArticleMadeOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()


class ArticleOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.CharField()
    html = serializers.CharField(help_text="The text as safe HTML.")
    at = serializers.DateTimeField()
    public = serializers.BooleanField()


class News(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @described(responses={200: ArticleOut(many=True)} | MISSING, operation_id="clubs_news_list")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The news of a club that the caller may read, the newest first."""
        club = club_of(pk)
        actor = actor_of(request) if request.user and request.user.is_authenticated else None
        lines = news_of(club.pk, members=may_look(actor, pk, public=False))
        return answer_with(
            [
                {"id": each.id, "title": each.title, "html": str(each.html), "at": each.at, "public": each.public}
                for each in lines
            ]
        )

    @described(request=ArticleIn, responses=made(ArticleMadeOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Post an article."""
        sheet = read(ArticleIn, request).validated_data
        title, text, public = sheet["title"], sheet["text"], sheet.get("public", True)
        return change(request, lambda caller: post_news(pk, title, text, caller, public=public), _made, 201)


class NewsOff(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=None, responses={200: ArticleMadeOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Take an article off the page."""
        return change(request, lambda caller: withdraw_news(pk, caller), _made)


def _made(article: Article) -> dict[str, Any]:
    return {"id": article.pk}
