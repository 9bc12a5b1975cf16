"""Roles in a club, their ends, and the links that offer them."""

from django.db import models

from clubs.models.clubs import Club
from clubs.models.people import User
from journal.models import Fact
from journal.verbs import Verb


class RoleQuerySet(models.QuerySet["Role"]):
    def live(self) -> "RoleQuerySet":
        """Return the roles that count now: neither undone nor ended."""
        return self.exclude(self.ended()).filter(record__undo__isnull=True)

    @staticmethod
    def ended() -> models.Exists:
        """Return, for a query of roles, whether a role has ended and the end was not undone."""
        return models.Exists(RoleEnd.objects.filter(role=models.OuterRef("pk"), record__undo__isnull=True))


class Role(Fact):
    """The rights of a user in one club, or everywhere if ``club`` is None."""

    class Kind(models.TextChoices):
        OWNER = "owner"
        DIRECTOR = "director"
        DESK = "desk"
        MEMBER = "member"

    sealed_fields = ("user_id", "club_id", "kind")
    verbs = (Verb("role.given", Kind.OWNER), Verb("role.taken", Kind.OWNER))

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
    """The end of a role, by removal or by a change of role. It counts from the next request on."""

    sealed_fields = ("role_id",)
    verbs = (Verb("role.changed", Role.Kind.OWNER), Verb("role.ended", Role.Kind.OWNER))

    role = models.ForeignKey(Role, on_delete=models.PROTECT, related_name="ends")

    def __str__(self) -> str:
        return f"end of role {self.role_id}"


class Invitation(models.Model):
    """A link that gives a role in one club, once; stored as a hash."""

    hash = models.CharField(max_length=64, unique=True)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="invitations")
    kind = models.CharField(max_length=10, choices=Role.Kind)
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", null=True)
    ends_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    # The address to which the link was sent, or empty. Shown to directors of the club; can be erased.
    sent_to = models.EmailField(max_length=254, blank=True, default="")

    def __str__(self) -> str:
        return f"invitation {self.pk} to {self.club_id}"


class PasswordLink(models.Model):
    """A link by which a user sets a new password, once; stored as a hash."""

    hash = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="password_links")
    ends_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"password link {self.pk} of {self.user_id}"
