"""The meaning of the entry line: a sentence with the command that carries it out."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from clubs.read.records import NUMBER, Sentence, people_named, sentence_for
from journal.actors import Actor
from journal.models import Undo
from rules.match.terms import Side
from rules.typed import meaning as means
from rules.typed.hall import Hall, HallMatch, Sitter
from rules.typed.line import read_line
from tournaments.models import Tournament
from tournaments.read.draws.corrections import correction_preview
from tournaments.read.floor import Floor, hall_of, last_undoable, record_numbered, record_of_result
from tournaments.read.matches.head import saw_of
from tournaments.read.matches.view import Ruling
from tournaments.read.records import names_for
from tournaments.words.desk import words_of_the_desk

LOOKED_AT = 40


@dataclass(frozen=True, slots=True)
class LineSheet:
    """A sentence about what was typed. ``kind`` names it; ``deed`` is what Enter does, empty where nothing can be done.

    ``first`` is who it is about (the winner of a result), ``second`` the opponent; ``score`` is told from ``first``.
    ``seen`` is the version of the match that was looked at, ``saw`` what a form remembers of it. ``displaces`` names
    the begun matches that a correction would take a player from: then ``deed`` is empty and the correction's own page
    asks what becomes of them.
    """

    kind: str
    typed: str = ""
    code: str = ""
    event: str = ""
    first: str = ""
    second: str = ""
    score: str = ""
    was: str = ""
    table: str = ""
    number: int = 0
    length: int = 0
    state: str = ""
    ruling: Ruling | None = None
    deed: str = ""
    seen: int | None = None
    saw: str = ""
    match: int | None = None
    by: str = ""
    time: str = ""
    refusal: str = ""
    facts: Mapping[str, object] | None = None
    displaces: tuple[str, ...] = ()
    sentence: Sentence | None = None
    lines: tuple["LineSheet", ...] = ()
    more: int = 0


@dataclass(frozen=True, slots=True)
class Typist:
    """The person who types; ``undoable`` are the verbs that can be undone."""

    actor: Actor
    undoable: frozenset[str]


def line_sheet(floor: Floor, typed: str, typist: Typist) -> LineSheet:
    """Return what ``typed`` means."""
    hall = hall_of(floor)
    meant = read_line(typed, hall, words_of_the_desk())
    return replace(_Saying(floor, hall, typist).sheet(meant), typed=typed)


class _Saying:
    def __init__(self, floor: Floor, hall: Hall, typist: Typist) -> None:
        self.floor, self.hall, self.typist = floor, hall, typist
        self.matches = {match.id: match for match in floor.matches}

    def sheet(self, meant: means.Meaning) -> LineSheet:
        match meant:
            case means.Several():
                choices = tuple(self.sheet(each) for each in meant.choices)
                return LineSheet("several", lines=choices, more=meant.many - len(choices))
            case means.Corrects() | means.Already() | means.Wrote():
                return self.result(meant)
            case means.Calls() | means.Starts() | means.Late() | means.Forfeits():
                return self.deed_of_match(meant)
            case means.Leaves():
                event = self.event(meant.entrant.event)
                return LineSheet("leaves", first=meant.entrant.name, event=event, deed=f"withdraw {meant.entrant.id}")
            case means.Enters():
                deed = f"enter {meant.event} {meant.name}"
                return LineSheet("enters", first=meant.name, event=self.hall.event(meant.event).name, deed=deed)
            case means.TakesBack():
                return self.last_action()
        return self.sheet_of(meant)

    def sheet_of(self, meant: means.Meaning) -> LineSheet:
        """Return a sentence about what nothing is done for."""
        match meant:
            case means.AtTable():
                sheet = self.about(meant.match, "table") if meant.match else LineSheet("free")
                return replace(sheet, table=meant.table)
            case means.Shows():
                lines = tuple(self.about(each, "match") for each in meant.matches)
                return LineSheet("shows", first=meant.name, lines=lines)
            case means.Asks():
                sheet = self.about(meant.match, "asks", meant.side) if meant.match else LineSheet("asks")
                return replace(sheet, kind=f"asks_{meant.what}", number=meant.points or 0)
            case means.Cannot():
                sheet = self.about(meant.match, "cannot") if meant.match else LineSheet("cannot")
                return replace(sheet, refusal=meant.code, facts=dict(meant.facts))
            case means.Nobody():
                return LineSheet("nobody", first=meant.typed)
        return LineSheet("empty")

    def about(self, match: HallMatch, kind: str, side: Side | None = None) -> LineSheet:
        """Return the players and the state of a match, seen from ``side``."""
        side = side or match.winner or Side.TOP
        points = match.points
        return LineSheet(
            kind,
            code=match.code,
            event=self.event(match.event),
            first=_name(match.sitter(side)),
            second=_name(match.sitter(side.other)),
            score=_score(match, points, side) if points else "",
            table=match.table,
            length=match.length,
            state="contested" if match.contested else match.state.value,
            ruling=self.matches[match.id].ruling,
            match=match.id,
            seen=self.matches[match.id].version,
            saw=saw_of(self.matches[match.id]),
        )

    def event(self, pk: int) -> str:
        return self.hall.event(pk).name if len(self.hall.events) > 1 else ""

    def result(self, meant: means.Wrote) -> LineSheet:
        match, typed = meant.match, f"{meant.match.id} {meant.points[0]}-{meant.points[1]}"
        sheet = replace(self.about(match, "wrote", meant.winner), score=_score(match, meant.points, meant.winner))
        if isinstance(meant, means.Already):
            return self.already(meant, sheet)
        if not isinstance(meant, means.Corrects):
            return replace(sheet, deed=f"result {typed}")
        was = self.about(match, "was")
        shown = f"{was.first} {was.score}".strip() if match.winner else ""
        displaces = self.displaced(meant)
        deed = "" if displaces else f"correct {typed}"
        return replace(sheet, kind="corrects", was=shown, deed=deed, displaces=displaces, facts={"score": typed})

    def displaced(self, meant: means.Wrote) -> tuple[str, ...]:
        sitter = meant.match.sitter(meant.winner)
        if sitter is None or self.matches[meant.match.id].on == sitter.entrant:
            return ()
        return tuple(each["code"] for each in correction_preview(meant.match.id, meant.winner.value).displaced)

    def already(self, meant: means.Already, sheet: LineSheet) -> LineSheet:
        if meant.waits:
            return replace(sheet, kind="confirms", deed=f"confirm {meant.match.id}")
        result = record_of_result(self.matches[meant.match.id].result)
        if result is None:
            return replace(sheet, kind="already")
        zone = ZoneInfo(self.floor.tournament.timezone)
        people = {} if result.actor == self.typist.actor.name else people_named([result.actor], self.floor.names)
        by = people.get(result.actor, "")
        return replace(sheet, kind="already", by=by, time=f"{result.at.astimezone(zone):%H:%M}")

    def deed_of_match(self, meant: means.Calls | means.Starts | means.Late | means.Forfeits) -> LineSheet:
        match meant:
            case means.Calls():
                taken = meant.taken.code if meant.taken else ""
                sheet = self.about(meant.match, "taken" if taken else "calls")
                deed = "" if taken else f"call {meant.match.id} {meant.table}"
                return replace(sheet, table=meant.table, was=taken, deed=deed)
            case means.Starts():
                return replace(self.about(meant.match, "starts"), deed=f"start {meant.match.id}")
            case means.Late():
                typed = f"{meant.side.value} {meant.points}"
                sheet = self.about(meant.match, "late", meant.side)
                return replace(sheet, number=meant.points, deed=f"penalty {meant.match.id} {typed}")
            case means.Forfeits():
                sheet = self.about(meant.match, "forfeits_late" if meant.late else "forfeits", meant.side)
                why = "no_show" if not meant.match.begun else "retired"
                return replace(sheet, deed=f"forfeit {meant.match.id} {meant.side.value} {why}")

    def last_action(self) -> LineSheet:
        """Return the last action of the person who types, which ``undo`` undoes."""
        tournament = self.floor.tournament
        latest = last_undoable(tournament, self.typist.actor.name, self.typist.undoable)
        if latest is None:
            return LineSheet("nothing_to_undo")
        names = names_for(tournament, [latest], people=False)
        return LineSheet("undoes", sentence=sentence_for(latest, names), deed=f"undo {latest.number}")


def written_now(tournament: Tournament, number: int) -> LineSheet:
    """Return the sentence for record ``number``, just written; of an undo what it took back."""
    record = record_numbered(tournament, number)
    if record is None:
        return LineSheet("empty")
    undone = [fact["undone_id"] & NUMBER for kind, fact in record.facts if kind == Undo._meta.label_lower]
    shown = (record_numbered(tournament, undone[0]) if undone else None) or record
    names = names_for(tournament, [shown], people=False)
    kind = "taken_back" if undone else "written"
    return LineSheet(kind, sentence=sentence_for(shown, names), number=number, match=shown.match)


def written_already(floor: Floor, match: int | None, points: tuple[int, int], actor: Actor) -> LineSheet | None:
    """Return the sentence that this very result stands, by whom and since when; None where another one does.

    Where it waits, because one of the two told it, the sentence confirms it.
    """
    hall = hall_of(floor)
    shown = next((each for each in hall.matches if each.id == match), None)
    if shown is None or shown.points is None or shown.points != points:
        return None
    saying = _Saying(floor, hall, Typist(actor, frozenset()))
    return saying.result(means.Already(shown, shown.winner or Side.TOP, points, waits=shown.waits_for_the_desk))


def _name(sitter: Sitter | None) -> str:
    return sitter.name if sitter is not None else ""


def _score(match: HallMatch, points: tuple[int, int], side: Side) -> str:
    shown = [min(each, match.length) for each in points]
    return f"{shown[side.place]}–{shown[side.other.place]}"
