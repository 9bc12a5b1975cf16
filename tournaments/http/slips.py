"""Slips whose address the laptop no longer has."""

from django.http import HttpRequest

from runtime.server.addresses import addresses_of, is_reached
from tournaments.models import Tournament
from tournaments.read.players.slips import Printed, printed_with


def moved_slips(request: HttpRequest, tournament: Tournament) -> list[Printed]:
    """Return the slips printed with an address at which this laptop can no longer be reached."""
    return [each for each in printed_with(tournament) if not is_reached(each.address, request)]


def _address(request: HttpRequest) -> str:
    """Return the address for the slips: the chosen one if it is this machine's, else the likeliest."""
    addresses = addresses_of(request)
    chosen = request.POST.get("address", "")
    return chosen if chosen in addresses else addresses[0]
