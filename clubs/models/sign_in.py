"""What signing in counts: codes sent by mail, and tries. None of it is part of the memory."""

from django.db import models

from clubs.models.people import User


class SignInCode(models.Model):
    """A code that was asked for; without a user where nobody has the address, so that both look the same.

    The code is kept nowhere: it follows from ``salt`` and the key of this installation.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+", null=True)
    salt = models.CharField(max_length=32)
    tries = models.PositiveSmallIntegerField(default=0)
    ends_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"code {self.pk}"


class Tries(models.Model):
    """How often something was tried within a time, such as a password from one address."""

    name = models.CharField(max_length=64, unique=True)
    spent = models.PositiveIntegerField(default=0)
    ends_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.spent} tries"
