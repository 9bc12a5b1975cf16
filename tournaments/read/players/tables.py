"""What a player without a match ahead waits for where tables give the places, and their place once it is known."""

from rules.draws.plan import ENTRY
from tournaments.read.draws.expected import ExpectedDraw
from tournaments.read.draws.places import ranked
from tournaments.read.draws.pools import pools_view
from tournaments.read.draws.rounds import swiss_view
from tournaments.read.draws.tables import is_paired
from tournaments.read.events import draw_of


def place_by_table(draw: ExpectedDraw, entrant: int) -> int | None:
    """Return the place of an entrant of an event by rounds, None while it is open."""
    known = ranked(draw.event, draw_of(draw.event), draw.names)
    return next((each.place for each in known if each.entrant == entrant), None)


def waits_for(draw: ExpectedDraw, entrant: int, out: frozenset[str]) -> str:
    """Return what somebody without a place or a match ahead waits for.

    pairing: the next round is paired; table: the last match of all; cut: who comes through the pools. Empty for
    somebody who is out, also while others still decide which place that is. ``out`` are the brackets they left.
    """
    plan = draw.plan
    if ENTRY in out:
        return ""
    if plan.is_cut:
        return "" if pools_view(draw.view).drawn else "cut"
    if not plan.by_rounds:
        return ""
    if not is_paired(plan):
        return "table"
    shown = swiss_view(draw.view)
    if any(line.entrant == entrant and line.out for line in shown.lines):
        return ""
    return "table" if shown.round == int(plan.named_options.get("rounds", "0")) else "pairing"
