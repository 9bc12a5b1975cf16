"""``Authorization: Bearer LINK``: the phone on the table of a chouette, or a follower, with the secret of its link.

It may write, or look, at this one table. Everything else needs a role in the club, which it does not have.
"""

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.request import Request

from clubs.api.tokens import Guest
from clubs.read.chouettes.links import actor_of_link
from journal.actors import Actor


class TableLinkAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[Guest, Actor] | None:
        """Return who comes by a link; None if it is not a link of a table, because it may be a token."""
        words = get_authorization_header(request).split()
        if len(words) != 2 or words[0].lower() != b"bearer":
            return None
        bearer = actor_of_link(words[1].decode("latin1"), "link")
        return None if bearer is None else (Guest(bearer), bearer)

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"
