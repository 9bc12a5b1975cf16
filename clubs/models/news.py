"""News of a club: short articles in Markdown on its front page."""

import secrets
from typing import Self

from django.db import models
from django.db.models import Q

from clubs.models.clubs import Club
from clubs.models.roles import Role
from journal.canon import digest_of
from journal.models import Fact
from journal.verbs import Verb

LONGEST_TITLE, LONGEST_TEXT = 120, 4000


class Article(Fact):
    """An article; its words can be erased, their digest stays. ``public``: everybody may read it, not members only."""

    sealed_fields = ("club_id", "public", "digest")
    erasable_fields = ("salt", "title", "text")
    verbs = (Verb("news.posted", Role.Kind.DIRECTOR),)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="news")
    public = models.BooleanField()
    title = models.CharField(max_length=LONGEST_TITLE)
    text = models.TextField()
    salt = models.CharField(max_length=32)
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(digest=""), name="article_has_a_digest")]

    def __str__(self) -> str:
        return self.title

    def sealing(self) -> Self:
        """Bind the words to the record by a salted digest, and return the fact."""
        self.salt = secrets.token_hex(16)
        self.digest = self.words_digest()
        return self

    def words_digest(self) -> str:
        """Return the digest of the words as they are now."""
        return digest_of(self.salt, [self.title, self.text])


class ArticleOff(Fact):
    """An article was taken off the page."""

    sealed_fields = ("article_id",)
    verbs = (Verb("news.withdrawn", Role.Kind.DIRECTOR),)

    article = models.ForeignKey(Article, on_delete=models.PROTECT, related_name="offs")

    def __str__(self) -> str:
        return f"{self.article_id} is off"
