"""The meaning of the entry line: a sentence with the command that carries it out."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.http import urlencode

from clubs.read.records import NUMBER, Sentence, people_named, sentence_for
from journal.actors import Actor
from journal.models import Undo
from journal.now import now
from rules.match.terms import Side
from rules.typed import meaning as means
from rules.typed.hall import Hall, HallEntrant, HallMatch
from rules.typed.line import read_line
from tournaments.models import Tournament
from tournaments.pages.desk.follows import Follow, expected_next, where_they_come, where_they_leave
from tournaments.read.draws.changes.corrections import correction_preview
from tournaments.read.floor import Floor, hall_of, last_undoable, record_numbered, record_of_result
from tournaments.read.matches.head import saw_of
from tournaments.read.matches.view import MatchView, Points, capped
from tournaments.read.players.again import again_of
from tournaments.read.records import names_for
from tournaments.words.desk import words_of_the_desk
from tournaments.words.re_entry import again_sentence
from tournaments.words.refusals import speak


@dataclass(frozen=True, slots=True)
class LineSheet:
    """A sentence about what was typed. ``kind`` names it; ``command`` is what Enter does, empty where it does nothing.

    It is about ``match``, seen from ``side``, or about a ``name`` (an entrant, or what nobody is called). ``points``
    (top, bottom) are those typed, or those that the match has. ``taken_by`` is the code of the match at ``table``.
    ``affects`` has the codes of begun matches that a correction would take a player from: then there is no command,
    and the page of the correction asks what becomes of them. ``recorded`` is the match of a record just written;
    ``by`` and ``time`` tell who entered a result before, and when. ``follows`` are the matches that change with an
    entrant who leaves or comes; ``expected`` is the code of the match in which a player who forfeits is expected next.
    ``asks``: a line of the queue that a person must answer; ``address`` is the page where a refused one can be decided.
    ``more_words`` say what a re-entry brings and costs.
    """

    kind: str
    typed: str = ""
    match: MatchView | None = None
    side: Side = Side.TOP
    name: str = ""
    event: str = ""
    points: Points | None = None
    table: str = ""
    taken_by: str = ""
    number: int = 0
    command: str = ""
    affects: tuple[str, ...] = ()
    recorded: int | None = None
    follows: tuple[Follow, ...] = ()
    expected: str = ""
    by: str = ""
    time: str = ""
    refusal: str = ""
    facts: Mapping[str, object] | None = None
    sentence: Sentence | None = None
    lines: tuple["LineSheet", ...] = ()
    more: int = 0
    asks: bool = False
    address: str = ""
    more_words: str = ""

    @property
    def first(self) -> str:
        """The name of the player it is about, who is the winner of a result."""
        return _name(self.match, self.side) if self.match else self.name

    @property
    def second(self) -> str:
        """The opponent's name."""
        return _name(self.match, self.side.other) if self.match else ""

    @property
    def score(self) -> str:
        """The points as they count, those of ``first`` first; empty without any."""
        return _score(self.match, self.points, self.side) if self.match and self.points else ""

    @property
    def row_score(self) -> str:
        """The same points, those of the upper player first."""
        return _score(self.match, self.points, Side.TOP) if self.match and self.points else ""

    @property
    def is_from_top(self) -> bool:
        """Whether ``first`` is the upper player."""
        return self.side is Side.TOP

    @property
    def state(self) -> str:
        """The state of the match for ``state_words``: contested, or the match's own."""
        return "" if self.match is None else "contested" if self.match.contested else self.match.state

    @property
    def corrected(self) -> str:
        """The result that a correction replaces: its winner and its score, empty for one without a winner."""
        if self.match is None or self.match.winner is None or not self.match.result:
            return ""
        score = _score(self.match, self.match.score, self.match.winner) if self.match.score else ""
        return f"{_name(self.match, self.match.winner)} {score}".strip()

    @property
    def seen(self) -> int | None:
        """The version of the match that was looked at."""
        return self.match.version if self.match else None

    @property
    def saw(self) -> str:
        """What a form remembers of the match."""
        return saw_of(self.match) if self.match else ""

    @property
    def leads_to_undo(self) -> bool:
        """Whether ``address`` is the preview of an undo."""
        return self.address.endswith("/undo/")

    @property
    def row(self) -> int | None:
        """The match whose row the sentence is about."""
        return self.match.id if self.match else self.recorded

    @property
    def problem(self) -> str:
        """Why what was typed can't be done."""
        return speak(self.refusal, self.facts or {})

    @property
    def correction_address(self) -> str:
        """Where a correction that affects other matches is made, with what was typed."""
        top, bottom = self.points or ("", "")
        query = urlencode({"way": "score", "top": top, "bottom": bottom})
        return f"{reverse('match_correction', args=[self.row])}?{query}"


@dataclass(frozen=True, slots=True)
class Typist:
    """The person who types; ``undoable`` are the verbs that can be undone."""

    actor: Actor
    undoable: frozenset[str]


def line_sheet(floor: Floor, typed: str, typist: Typist) -> LineSheet:
    """Return what ``typed`` means."""
    hall = hall_of(floor)
    meant = read_line(typed, hall, words_of_the_desk())
    return replace(_Sheets(floor, hall, typist).of(meant), typed=typed)


class _Sheets:
    """Makes the sentence for a meaning."""

    def __init__(self, floor: Floor, hall: Hall, typist: Typist) -> None:
        self.floor, self.hall, self.typist = floor, hall, typist
        self.matches = {match.id: match for match in floor.matches}

    def of(self, meant: means.Meaning) -> LineSheet:
        match meant:
            case means.Several():
                choices = tuple(self.of(each) for each in meant.choices)
                return LineSheet("several", lines=choices, more=meant.many - len(choices))
            case means.Corrects() | means.Repeats() | means.Reports():
                return self.result(meant)
            case means.Calls() | means.Starts() | means.Late() | means.Forfeits():
                return self.change(meant)
            case means.Leaves():
                return self.leaves(meant)
            case means.Enters():
                return self.enters(meant)
            case means.EntersAgain():
                return self.enters_again(meant.entrant)
            case means.Undoes():
                return self.last_action()
        return self.answer(meant)

    def leaves(self, meant: means.Leaves) -> LineSheet:
        who = meant.entrant
        follows = where_they_leave(self.floor, who.event, who.id)
        event, command = self.event(who.event), f"withdraw {who.id}"
        return LineSheet("leaves", name=who.name, event=event, command=command, follows=follows)

    def enters(self, meant: means.Enters) -> LineSheet:
        event, command = self.floor.event(meant.event), f"enter {meant.event} {meant.name}"
        first = where_they_come(self.floor, event)
        follows = (first,) if first else ()
        return LineSheet("enters", name=meant.name, event=event.name, command=command, follows=follows)

    def enters_again(self, who: HallEntrant) -> LineSheet:
        event, tournament = self.floor.event(who.event), self.floor.tournament
        event.tournament = tournament
        again = again_of(event, who.id, now())
        if again.broken is not None:
            return LineSheet("cannot", name=who.name, refusal=again.broken.code, facts=dict(again.broken.facts))
        words = again_sentence(again.lines, again.fee, tournament.currency)
        return LineSheet("again", name=who.name, event=event.name, command=f"reenter {who.id}", more_words=words)

    def answer(self, meant: means.Meaning) -> LineSheet:
        """Return a sentence that has no command."""
        match meant:
            case means.AtTable():
                sheet = self.about(meant.match, "table") if meant.match else LineSheet("free")
                return replace(sheet, table=meant.table)
            case means.Shows():
                lines = tuple(self.about(each, "match") for each in meant.matches)
                return LineSheet("shows", name=meant.name, lines=lines)
            case means.Asks():
                kind = f"asks_{meant.what}"
                sheet = self.about(meant.match, kind, meant.side) if meant.match else LineSheet(kind)
                return replace(sheet, number=meant.points or 0)
            case means.Cannot():
                sheet = self.about(meant.match, "cannot") if meant.match else LineSheet("cannot")
                return replace(sheet, refusal=meant.code, facts=dict(meant.facts))
            case means.Nobody():
                return LineSheet("nobody", name=meant.typed)
        return LineSheet("empty")

    def about(self, named: HallMatch, kind: str, side: Side | None = None) -> LineSheet:
        """Return a sentence about a match, seen from ``side``, else from the winner of its result."""
        match = self.matches[named.id]
        winner = match.winner if match.result else None
        return LineSheet(
            kind, match=match, side=side or winner or Side.TOP, event=self.event(named.event), points=match.raw
        )

    def event(self, pk: int) -> str:
        return self.hall.event(pk).name if len(self.hall.events) > 1 else ""

    def result(self, meant: means.Reports) -> LineSheet:
        sheet = replace(self.about(meant.match, "reports", meant.winner), points=meant.points)
        typed = f"{meant.match.id} {meant.points[0]}-{meant.points[1]}"
        if isinstance(meant, means.Repeats):
            return self.repeated(meant, sheet)
        if not isinstance(meant, means.Corrects):
            return replace(sheet, command=f"result {typed}")
        affects = self.affected(meant)
        return replace(sheet, kind="corrects", command="" if affects else f"correct {typed}", affects=affects)

    def affected(self, meant: means.Corrects) -> tuple[str, ...]:
        """Return the codes of the begun matches that a correction would take a player from."""
        match = self.matches[meant.match.id]
        if match.entrant(meant.winner) in (match.on, None):
            return ()
        return tuple(each["code"] for each in correction_preview(match.id, meant.winner.value).affected)

    def repeated(self, meant: means.Repeats, sheet: LineSheet) -> LineSheet:
        if meant.waits:
            return replace(sheet, kind="confirms", command=f"confirm {meant.match.id}")
        result = record_of_result(self.matches[meant.match.id].result)
        if result is None:
            return replace(sheet, kind="already")
        zone = ZoneInfo(self.floor.tournament.timezone)
        people = {} if result.actor == self.typist.actor.name else people_named([result.actor], self.floor.names)
        by = people.get(result.actor, "")
        return replace(sheet, kind="already", by=by, time=f"{result.at.astimezone(zone):%H:%M}")

    def change(self, meant: means.Calls | means.Starts | means.Late | means.Forfeits) -> LineSheet:
        """Return the sentence for a call, a start, penalty points or a forfeit."""
        pk = meant.match.id
        match meant:
            case means.Calls():
                if meant.taken:
                    return replace(self.about(meant.match, "taken"), table=meant.table, taken_by=meant.taken.code)
                command = f"call {pk} {meant.table}"
                return replace(self.about(meant.match, "calls"), table=meant.table, command=command)
            case means.Starts():
                return replace(self.about(meant.match, "starts"), command=f"start {pk}")
            case means.Late():
                command = f"penalty {pk} {meant.side.value} {meant.points}"
                return replace(self.about(meant.match, "late", meant.side), number=meant.points, command=command)
            case means.Forfeits():
                sheet = self.about(meant.match, "forfeits_late" if meant.late else "forfeits", meant.side)
                why = "retired" if meant.match.begun else "no_show"
                # Who has begun is in the hall, and comes to the next match.
                expected = "" if meant.match.begun else expected_next(self.matches[pk], meant.side)
                return replace(sheet, command=f"forfeit {pk} {meant.side.value} {why}", expected=expected)

    def last_action(self) -> LineSheet:
        """Return the last action of the person who types, which ``undo`` undoes."""
        tournament = self.floor.tournament
        latest = last_undoable(tournament, self.typist.actor.name, self.typist.undoable)
        if latest is None:
            return LineSheet("nothing_to_undo")
        names = names_for(tournament, [latest], people=False)
        return LineSheet("undoes", sentence=sentence_for(latest, names), command=f"undo {latest.number}")


def just_recorded(tournament: Tournament, number: int) -> LineSheet:
    """Return the sentence for record ``number``, just written; for an undo, of the record that it undid."""
    record = record_numbered(tournament, number)
    if record is None:
        return LineSheet("empty")
    undone = [fact["undone_id"] & NUMBER for kind, fact in record.facts if kind == Undo._meta.label_lower]
    shown = (record_numbered(tournament, undone[0]) if undone else None) or record
    names = names_for(tournament, [shown], people=False)
    kind = "undone" if undone else "recorded"
    return LineSheet(kind, sentence=sentence_for(shown, names), number=number, recorded=shown.match)


def already_recorded(floor: Floor, match: int, points: Points, actor: Actor) -> LineSheet | None:
    """Return the sentence that a match has this very result, with who entered it and when; else None.

    Where a player reported it and nobody has confirmed it, the sentence confirms it.
    """
    hall = hall_of(floor)
    named = next((each for each in hall.matches if each.id == match), None)
    if named is None or named.points != points:
        return None
    sheets = _Sheets(floor, hall, Typist(actor, frozenset()))
    winner = sheets.matches[match].winner or Side.TOP
    return sheets.result(means.Repeats(named, winner, points, waits=named.waits_for_the_desk))


def held_sheet(floor: Floor, match: int, table: str, refused: str) -> LineSheet | None:
    """Return the sentence that asks whether a match that is held is called to a table anyway; None without it."""
    hall = hall_of(floor)
    named = next((each for each in hall.matches if each.id == match), None)
    if named is None:
        return None
    # Nobody undoes anything here.
    sheet = _Sheets(floor, hall, Typist(Actor("desk", 0), frozenset())).about(named, "held")
    return replace(sheet, table=table, command=f"callanyway {match} {table}", refusal=refused)


def _name(match: MatchView, side: Side) -> str:
    player = match.player(side)
    return player.name if player else ""


def _score(match: MatchView, points: Points, side: Side) -> str:
    counted = capped(points, match.length) or points
    return f"{counted[side.place]}–{counted[side.other.place]}"
