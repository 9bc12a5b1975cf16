"""``Authorization: Bearer LINK``: a player's program, with the secret of the link on the slip.

It may act in the player's own matches. Everything else needs a role in the club, which a player does not have.
"""

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.request import Request

from clubs.api.tokens import Guest
from runtime.server.fair_use import READING, count_player_change, recognise_player
from tournaments.actions.phones.links import player
from tournaments.models import Link
from tournaments.models.links import LINK_LETTERS
from tournaments.read.players.links import link_of_secret


class LinkAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[Guest, Link] | None:
        """Return the player of a link; None if it is not a link, because it may be a token.

        Raises TooOften ``requests.many``.
        """
        words = get_authorization_header(request).split()
        if len(words) != 2 or words[0].lower() != b"bearer" or len(words[1]) != LINK_LETTERS:
            return None
        link = link_of_secret(words[1].decode("latin1"))
        if link is None:
            return None
        recognise_player(request.META, link.entrant_id)
        if request.method not in READING:
            count_player_change(request.META, link.entrant_id)
        return Guest(player(link.entrant_id, "link")), link

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class LinkScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call] # drf-spectacular has no types here
    target_class = "tournaments.api.links_as_tokens.LinkAuthentication"
    name = "link"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "The secret of a player's private link."}
