"""Match files that were sent in for a match, and what the referee says of them."""

import zlib
from base64 import b85decode, b85encode
from hashlib import sha256

from django.db import models

from clubs.models import Role
from journal.models import Fact
from journal.verbs import Verb
from tournaments.models.entrants import Entrant
from tournaments.models.facts import MATCH_TOPICS
from tournaments.models.matches import Match

LONGEST_CODE = 60


class MatchFile(Fact):
    """A match file was sent in by a player or (``sent_by`` None) the desk; ``digest`` is the SHA-256 of its bytes.

    ``swapped``: somebody says whether the file names the lower player of the match first; None where the names in it
    tell. Of several facts with one digest the latest is right.
    """

    sealed_fields = ("match_id", "sent_by_id", "digest", "size", "swapped")
    verbs = (Verb("match.file_kept", Role.Kind.DESK, MATCH_TOPICS),)

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="files")
    sent_by = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+", null=True)
    digest = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    swapped = models.BooleanField(null=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(size__gte=1), name="match_file_has_content")]

    def __str__(self) -> str:
        return f"file of {self.match_id}, {self.size} bytes"


class FileContent(models.Model):
    """The bytes of a match file, packed, and what the referee says of them.

    ``content`` is empty once it is erased, with the names of the players that stand in it. Neither ``data`` (JSON,
    ``tournaments.read.matches.files``) nor the ``code`` of a refusal: it is still to be judged.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="+")
    digest = models.CharField(max_length=64)
    content = models.TextField(blank=True)
    code = models.CharField(max_length=LONGEST_CODE, blank=True)
    data = models.TextField(blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "digest"], name="one_content_per_match_and_digest")]

    def __str__(self) -> str:
        return f"content {self.digest[:12]} of {self.match_id}"

    @property
    def is_whole(self) -> bool:
        """Whether the content is what was recorded, or erased."""
        return not self.content or sha256(unpacked(self.content)).hexdigest() == self.digest


class FileGame(models.Model):
    """One game of a judged file, packed, so that a page of a long file reads no more than it shows."""

    of = models.ForeignKey(FileContent, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveIntegerField()
    content = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["of", "number"], name="one_file_game_per_number")]

    def __str__(self) -> str:
        return f"game {self.number} of {self.of_id}"


def packed(content: bytes) -> str:
    """Return bytes compressed, as text that both databases take."""
    return b85encode(zlib.compress(content)).decode()


def unpacked(text: str) -> bytes:
    """Return what ``packed`` was given; nothing for an empty text."""
    return zlib.decompress(b85decode(text)) if text else b""
