"""What the slips of an event say besides the links: the day, the Wi-Fi, the next match of each player."""

from tournaments.models import Event
from tournaments.papers.draw_sheet_rows import day_of
from tournaments.papers.slips.link_slips import SlipDetails
from tournaments.read.draws.view import match_list
from tournaments.words.papers.sheets import next_match_words


def slip_details(event: Event) -> SlipDetails:
    """Return the details of an event's slips; no next matches before the draw."""
    tournament = event.tournament
    return SlipDetails(day_of(tournament), tournament.wifi_name, tournament.wifi_password, _next_matches(event))


def _next_matches(event: Event) -> dict[int, str]:
    """Return entrant → the first match in the order of the plan that they have not ended, with opponent and table."""
    matches: dict[int, str] = {}
    for match in match_list(event.pk):
        if match.state.has_ended or match.state.is_empty:
            continue
        for player, opponent in ((match.top, match.bottom), (match.bottom, match.top)):
            if player is not None:
                words = next_match_words(match.code, opponent.name if opponent else "", match.table)
                matches.setdefault(player.entrant, words)
    return matches
