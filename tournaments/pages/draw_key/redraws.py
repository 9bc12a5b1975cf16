"""The round of the last 16 or 8 drawn anew: what can be, every time it was, and the files that repeat it."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from clubs.read.dates import shown_date
from journal.refusals import Unknown
from tournaments.models import Event
from tournaments.read.draws.changes.redraws import drawn_anew, kept_redraws, redraws_of, rounds_to_redraw
from tournaments.words.events.rounds import kept_sentence
from tournaments.words.refusals import speak


@dataclass(frozen=True, slots=True)
class Redrawable:
    """A round of the last ``left``; ``reason`` says why it cannot be drawn anew, empty if it can."""

    left: int
    reason: str


@dataclass(frozen=True, slots=True)
class RedrawnRound:
    """A round that was drawn anew; ``command`` repeats it from the file of its players.

    ``kept`` says why a redraw that counts cannot be undone, empty where it can.
    """

    left: int
    key: str
    at: str
    record: int
    counts: bool
    command: str
    kept: str = ""


def redrawable(event: Event) -> list[Redrawable]:
    """Return the rounds of the current draw that can be drawn anew, now or later; none without a draw."""
    return [
        Redrawable(left, speak(broken.code, broken.facts) if broken else "") for left, broken in rounds_to_redraw(event)
    ]


def redraws_made(event: Event, *, directs: bool = False) -> list[RedrawnRound]:
    """Return every round of the current draw that was drawn anew, the latest first: one statement.

    ``directs``: with what forbids to undo it, in one statement more.
    """
    redraws = redraws_of(event)
    kept = kept_redraws(event, redraws) if directs else {}
    zone, apart = ZoneInfo(event.tournament.timezone), event.rules.kept_apart
    groups = f" --groups draw-{event.pk}-groups.txt" if apart else ""
    return [
        RedrawnRound(
            left=row.left,
            key=row.key,
            at=shown_date(row.record.at.astimezone(zone), "j F Y, H:i"),
            record=row.record.number,
            counts=not hasattr(row.record, "undo"),
            command=f'python -m rules draw {file_name(event.pk, row.record.number)} --key "{row.key}"'
            f" --event {event.pk} --redraw{groups}",
            kept=kept_sentence(kept[row.record_id]) if row.record_id in kept else "",
        )
        for row in redraws
    ]


def file_name(event: int, record: int) -> str:
    """Return the name of the file that repeats a redraw."""
    return f"draw-{event}-redraw-{record}.txt"


def redraw_text(event: Event, number: int) -> str:
    """Return the file of who was in a round when it was drawn anew: ``NUMBER;NAME`` a line. ``number`` is the record's.

    Raises Unknown ``draw.unknown``.
    """
    players = drawn_anew(event, number)
    if players is None:
        raise Unknown("draw.unknown", number=number)
    return "".join(f"{its};{name.replace(';', ',') or '–'}\n" for its, name in players.items())
