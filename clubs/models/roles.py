"""What a person may do in a club, when that ended, and the links by which it is offered."""

from django.db import models

from clubs.models.clubs import Club
from clubs.models.people import User
from journal.models import Fact


class RoleQuerySet(models.QuerySet["Role"]):
    def live(self) -> "RoleQuerySet":
        """Return the roles that count now: neither taken back nor ended."""
        return self.filter(record__undo__isnull=True, end__isnull=True)


class Role(Fact):
    """What a person may do, in one club or (without a club) everywhere."""

    class Kind(models.TextChoices):
        OWNER = "owner"
        DIRECTOR = "director"
        DESK = "desk"
        MEMBER = "member"

    sealed_fields = ("user_id", "club_id", "kind")

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="roles")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="roles", null=True)
    kind = models.CharField(max_length=10, choices=Kind)

    objects = RoleQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=["owner", "director", "desk", "member"]),
                name="role_of_a_kind",
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind}"


class RoleEnd(Fact):
    """A role that was taken away or changed into another. It counts at the next request."""

    sealed_fields = ("role_id",)

    role = models.OneToOneField(Role, on_delete=models.PROTECT, related_name="end")

    def __str__(self) -> str:
        return f"end of role {self.role_id}"


class Invitation(models.Model):
    """A link that gives a role in one club, once; kept as its hash."""

    hash = models.CharField(max_length=64, unique=True)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="invitations")
    kind = models.CharField(max_length=10, choices=Role.Kind)
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", null=True)
    ends_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    # Where the link was sent by mail, empty where it was not. Shown to who directs the club, erasable.
    sent_to = models.EmailField(max_length=254, blank=True, default="")

    def __str__(self) -> str:
        return f"invitation {self.pk} to {self.club_id}"


class PasswordLink(models.Model):
    """A link by which a person sets a new password, once; kept as its hash."""

    hash = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="password_links")
    ends_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"password link {self.pk} of {self.user_id}"
