"""``Authorization: Bearer LINK``: the program of a player or a bidder, with the secret of their private link.

A player may act in their own matches, a bidder may bid on their own account. Everything else needs a role in the club,
which neither has.
"""

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.request import Request

from clubs.api.tokens import Guest
from journal.actors import Actor
from runtime.server.fair_use import READING, count_player_change, recognise_player
from tournaments.actions.auctions.bidders import BIDDER
from tournaments.actions.phones.links import player
from tournaments.models import Link
from tournaments.models.links import LINK_LETTERS
from tournaments.read.money.auctions.bidders import payer_of_secret
from tournaments.read.players.links import link_of_secret


class LinkAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[Guest, Link | str] | None:
        """Return the player or the bidder of a link; None if it is not a link, because it may be a token.

        Raises TooOften ``requests.many``.
        """
        words = get_authorization_header(request).split()
        if len(words) != 2 or words[0].lower() != b"bearer" or len(words[1]) != LINK_LETTERS:
            return None
        link = link_of_secret(words[1].decode("latin1"))
        if link is None:
            return _bidder(request, words[1].decode("latin1"))
        recognise_player(request.META, link.entrant_id)
        if request.method not in READING:
            count_player_change(request.META, link.entrant_id)
        return Guest(player(link.entrant_id, "link")), link

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


def _bidder(request: Request, secret: str) -> tuple[Guest, str] | None:
    """Return the bidder of a link. Bidders are counted beside the players, below 0."""
    payer = payer_of_secret(secret)
    if payer is None:
        return None
    recognise_player(request.META, -payer)
    if request.method not in READING:
        count_player_change(request.META, -payer)
    return Guest(Actor(BIDDER, payer, "link")), BIDDER
