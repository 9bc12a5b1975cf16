"""Sign-in codes and counters of tries. Neither is part of the memory."""

from django.db import models

from clubs.models.people import User


class SignInCode(models.Model):
    """A sign-in code; its user is None if nobody has the address, so that both cases look the same.

    The code is not stored: it follows from ``salt`` and ``SECRET_KEY``.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+", null=True)
    salt = models.CharField(max_length=32)
    tries = models.PositiveSmallIntegerField(default=0)
    ends_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"code {self.pk}"


class Tries(models.Model):
    """The tries of a secret within a time, such as a password from one network address."""

    name = models.CharField(max_length=64, unique=True)
    spent = models.PositiveIntegerField(default=0)
    ends_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.spent} tries"
