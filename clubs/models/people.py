"""Users, their tokens, and the owner link."""

import hashlib
import secrets
from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.hashers import check_password
from django.db import models
from django.db.models.functions import Lower
from django.utils.crypto import salted_hmac

from journal.canon import canonical


def hash_of(secret: str) -> str:
    """Return the stored hash of a secret of at least 128 random bits; nobody can guess it, so it needs no salt."""
    return hashlib.sha256(secret.encode()).hexdigest()


class UserManager(BaseUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email__iexact=username)


class User(AbstractBaseUser):
    """A person who signs in by e-mail. Changes are recorded on the site's stream."""

    email = models.EmailField(max_length=254, unique=True)
    name = models.CharField(max_length=80, blank=True)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField()
    # Increased to end all sessions of the user.
    sessions_round = models.PositiveIntegerField(default=0)
    # The language of their pages and letters, empty until they choose one. Like a cookie, it is not in the memory.
    language = models.CharField(max_length=8, blank=True)

    objects: ClassVar[UserManager] = UserManager()

    EMAIL_FIELD = "email"
    USERNAME_FIELD = "email"

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(email=Lower("email")), name="address_in_small_letters")
        ]

    def __str__(self) -> str:
        return self.email

    def check_password(self, raw_password: str | None) -> bool:
        """Whether the password is right. Nothing is written: ``renew_hash`` replaces a hash that has become weak."""
        return check_password(raw_password, self.password)

    def account_seal(self) -> str:
        """Return what a record seals of this account: a hash of its key, address and password hash.

        The password's own hash has a random salt, an unusable one random letters, so neither can be guessed from it.
        """
        return hashlib.sha256(canonical([self.pk, self.email, self.password]).encode()).hexdigest()

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Return the hash stored in each session of the user; it changes with password and ``sessions_round``."""
        salt = "clubs.User.session"
        return salted_hmac(
            salt, f"{self.password}/{self.sessions_round}", secret=secret, algorithm="sha256"
        ).hexdigest()


class Token(models.Model):
    """A bearer token, shown once and stored as a hash. Its last use is not recorded in the memory."""

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="tokens")
    hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"token {self.pk} of {self.user_id}"

    def seal(self) -> str:
        """Return what a record seals of this token; its secret has 256 random bits."""
        return hashlib.sha256(canonical([self.pk, self.user_id, self.hash]).encode()).hexdigest()

    @staticmethod
    def new() -> str:
        """Return a new secret of 256 random bits."""
        return secrets.token_urlsafe(32)


class OwnerLink(models.Model):
    """The link that makes one person the owner of an empty installation."""

    hash = models.CharField(max_length=64, unique=True)
    ends_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"owner link {self.pk}"
