"""Slips with links: the entrants with a slip or a signed-in phone, and the printed address."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from rules.draws.plan import ENTRY
from tournaments.models import Event
from tournaments.read.entrants.listed import in_order_of_names, withdrawn_from
from tournaments.read.players.links import links_made, locked_out, phones_in


@dataclass(frozen=True, slots=True)
class SlipLine:
    """An entrant with the newest slip: when it was ``printed``, empty without one, and how many phones are signed in.

    ``locked``: the PIN was tried too often and needs a new slip (the link still works). ``out``: has withdrawn.
    """

    id: int
    number: int
    name: str
    printed: str
    phones: int
    locked: bool
    out: bool


@dataclass(frozen=True, slots=True)
class SlipsSheet:
    """The page of an event's slips, by name. ``without`` who plays has none, ``inside`` have a phone that came in."""

    event: int
    name: str
    tournament: int
    closed: bool
    lines: tuple[SlipLine, ...]
    playing: int
    printed: int
    without: int
    inside: int
    locked: int


def slips_sheet(event: Event) -> SlipsSheet:
    """Return the slips of an event read with its tournament: five statements."""
    names = in_order_of_names(event.pk)
    printed, phones, locked = links_made(event), phones_in(event), locked_out(event)
    out = withdrawn_from(event, ENTRY)
    zone = ZoneInfo(event.tournament.timezone)
    lines = tuple(
        SlipLine(
            each, number, name, f"{printed[each].astimezone(zone):%H:%M}" if each in printed else "", phones[each],
            each in locked, each in out,
        )
        for each, number, name in names
    )  # fmt: skip
    playing = [line for line in lines if not line.out]
    return SlipsSheet(
        event=event.pk,
        name=event.name,
        tournament=event.tournament_id,
        closed=event.closed,
        lines=lines,
        playing=len(playing),
        printed=sum(bool(line.printed) for line in playing),
        without=sum(not line.printed for line in playing),
        inside=sum(line.phones > 0 for line in playing),
        locked=sum(line.locked for line in lines),
    )


def without_slip(sheet: SlipsSheet) -> list[int]:
    """Return who plays and has no slip yet: latecomers."""
    return [line.id for line in sheet.lines if not line.printed and not line.out]
