"""The words of a tournament's records: names of entrants, codes of matches, texts of each class of facts."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Model
from django.utils.translation import gettext as _

from clubs.read import records
from clubs.read.records import NUMBER, RawRecord, people_named
from tournaments.models import (
    BreakBegun,
    Call,
    Card,
    Clearing,
    Confirmation,
    Contest,
    Draw,
    Entrant,
    Event,
    Jackpot,
    JackpotEntry,
    Length,
    Line,
    Lot,
    Match,
    Particulars,
    Passage,
    Payer,
    Penalty,
    PositionQuestion,
    PositionRuling,
    Redraw,
    Result,
    Sale,
    Start,
    Tick,
    Tournament,
    Withdrawal,
    stored_json,
)
from tournaments.read.entrants.names import EntrantName, distinct_names, names_by_turn
from tournaments.read.entrants.payer_names import payer_names

MOST_NAMED = 6
RESULT = Result._meta.label_lower
PASSAGE = Passage._meta.label_lower
CLEARING = Clearing._meta.label_lower


@dataclass(slots=True)
class Names(records.Names):
    """The names behind the numbers in records; ``turns`` holds every name of an entrant, ``last`` the current one.

    ``queues`` are those of jackpots, ``queued`` the payers of their entries.
    ``expected`` is for readers who may know what a drawer should hold; without it counts do not say it.
    """

    turns: dict[tuple[int, int], str] = field(default_factory=dict)
    last: Mapping[int, str] = field(default_factory=dict)
    matches: dict[int, tuple[str, int]] = field(default_factory=dict)
    events: dict[int, str] = field(default_factory=dict)
    payers: dict[int, str] = field(default_factory=dict)
    currency: str = ""
    lots: dict[int, str] = field(default_factory=dict)
    sales: dict[int, str] = field(default_factory=dict)
    sealed_sales: frozenset[int] = frozenset()
    expected: bool = False
    prices: dict[int, tuple[int, tuple[int, ...]]] = field(default_factory=dict)
    fees: dict[str, str] = field(default_factory=dict)
    queues: dict[int, str] = field(default_factory=dict)
    queued: dict[int, int] = field(default_factory=dict)

    def entrant(self, pk: int, turn: int | None = None) -> str:
        """Return an entrant's current name, or the one at a turn; ``(erased)`` if it was erased."""
        name = self.last.get(pk) if turn is None else self.turns.get((pk, turn))
        return "…" if name is None else name or _("(erased)")

    def event(self, pk: object) -> str:
        return self.events.get(pk, "") if isinstance(pk, int) else ""

    def code(self, match: object) -> str:
        return self.matches[match][0] if isinstance(match, int) and match in self.matches else "…"

    def length(self, match: object) -> int:
        return self.matches[match][1] if isinstance(match, int) and match in self.matches else 0

    def name(self, model: type[Model], pk: int) -> str:
        """Return the name of an entrant, the code of a match, the name of an event."""
        if model is Entrant:
            return self.entrant(pk)
        if model is Payer:
            return self.payers.get(pk, "…")
        return self.code(pk) if model is Match else self.event(pk) if model is Event else "…"

    def words_of(self, record: RawRecord) -> dict[str, str]:
        """Return the match and the event that a record is about."""
        words = {"code": self.code(record.match), "event": self.event(record.body.get("event"))}
        queue = self.queues.get(record.body.get("jackpot", 0))
        return words | {"queue": queue} if queue else words

    def variant_of(self, record: RawRecord, words: dict[str, str]) -> str:
        """Name the entrants of a record that has no fact about them, or the result that it contests another with."""
        self._rulings(record, words)
        return self._entrants(record.body, words) or self._contested_with(record, words)

    def _rulings(self, record: RawRecord, words: dict[str, str]) -> None:
        """Name who goes on although the record's result names another winner, and what is played again."""
        result = next((fact for kind, fact in record.facts if kind == RESULT), None)
        if result is None:
            return
        on = {fact["match_id"]: fact["on_id"] for kind, fact in record.facts if kind == PASSAGE}.get(record.match)
        if on and on != result["winner_id"]:
            words["kept_on"] = self.entrant(on)
        cleared = [fact["match_id"] for kind, fact in record.facts if kind == CLEARING]
        if cleared:
            words["again"] = ", ".join(sorted(self.code(match) for match in cleared if match != record.match))

    def _entrants(self, body: dict[str, Any], words: dict[str, str]) -> str:
        entrants = body.get("entrants") or ([body["entrant"]] if "entrant" in body else [])
        if entrants:
            words["names"], words["count"] = self.entrant(entrants[0]), str(len(entrants))
        if "held" in body:
            words["held"] = str(len(body["held"]))
            return "" if body["held"] else "none"
        return "one" if len(entrants) == 1 else ""

    def _contested_with(self, record: RawRecord, words: dict[str, str]) -> str:
        says = record.body.get("says")
        if not says or record.match is None:
            return ""
        (winner, most), (loser, least) = sorted(says, key=lambda each: -each[1])
        length = self.length(record.match) or most
        words |= {"winner": self.entrant(winner), "loser": self.entrant(loser)}
        words["score"] = f"{min(most, length)}–{least}"
        return "says"


def names_for(
    tournament: Tournament, records: Iterable[RawRecord], *, people: bool = True, draw: Draw | None = None,
    expected: bool = False,
) -> Names:  # fmt: skip
    """Return all names that ``records`` need, and those of every match of ``draw``, which is read with its event.

    ``expected``: the reader may know what drawers should hold.

    Four statements, one less for who may not see ``people``, one less with a ``draw``, two more with fees, two more for
    records of auctions, and for those of queues.
    """
    names, shown = Names(zone=ZoneInfo(tournament.timezone), expected=expected), list(records)
    names.turns, names.last = _names_of_entrants(tournament)
    matches = (
        Match.objects.filter(draw=draw)
        if draw
        else Match.objects.filter(pk__in={each for record in shown for each in matches_of(record)})
    )
    names.matches = {pk: (code, length) for pk, code, length in matches.values_list("pk", "code", "length")}
    events = Event.objects.filter(tournament=tournament.pk)
    names.events = {draw.event_id: draw.event.name} if draw else dict(events.values_list("pk", "name"))
    name_what_is_paid(names, tournament, shown)
    if people:
        bidders = {f"payer:{pk}": name for pk, name in names.payers.items()}
        names.people = bidders | people_named((record.actor for record in shown), names.last)
    return names


def name_what_is_paid(names: Names, tournament: Tournament, shown: Sequence[RawRecord]) -> None:
    """Add the names of payers, fees, lots and queues that these records need; ``names`` has those of entrants.

    Two statements with fees, two more for records of auctions, and for those of queues.
    """
    in_queues = any(record.verb.startswith("jackpot.") for record in shown)
    if tournament.currency or in_queues:
        names.currency, names.payers = tournament.currency, payer_names(tournament.pk, names.last)
        names.fees = {fee["code"]: fee["name"] for fee in stored_json(tournament.fees)}
    if in_queues:
        names.queues = dict(Jackpot.objects.filter(tournament=tournament.pk).values_list("pk", "name"))
        entries = JackpotEntry.objects.filter(jackpot__tournament=tournament.pk)
        names.queued = dict(entries.values_list("pk", "payer"))
    if any("auction" in record.body for record in shown):
        _name_lots(names, tournament.pk)


def _names_of_entrants(tournament: Tournament) -> tuple[dict[tuple[int, int], str], dict[int, str]]:
    """Return all names of every entrant, by turn, and the current ones, with what tells namesakes apart."""
    particulars = Particulars.objects.filter(entrant__event__tournament=tournament.pk).order_by("turn")
    columns = ("entrant_id", "entrant__event_id", "entrant__number", "name", "club", "country")
    rows = list(particulars.values_list(*columns, "turn", "record__undo", "entrant__record__undo"))
    # Undone records are read first, so that later ones replace them.
    last = {row[0]: row[3] for row in sorted(rows, key=lambda row: row[7] is None)}
    names = distinct_names({row[0]: EntrantName(*row[:6]) for row in rows if row[7:] == (None, None)}.values())
    return names_by_turn({(row[0], row[6]): row[3] for row in rows}, last, names), last | names


def _name_lots(names: Names, tournament: int) -> None:
    """Add the codes of lots, also by sale, and which sales have sealed bids that nobody may see yet."""
    lots = Lot.objects.filter(auction__event__tournament=tournament)
    names.lots = dict(lots.values_list("pk", "code"))
    sales = Sale.objects.filter(lot__auction__event__tournament=tournament)
    won = ("hammer__bid__amount", "hammer__bid__payer_id", "hammer__bid__joint")
    rows = list(sales.values_list("pk", "lot__code", "is_sealed", "hammer__record_id", *won))
    names.sales = {row[0]: row[1] for row in rows}
    names.sealed_sales = frozenset(pk for pk, _, sealed, hammer, *_ in rows if sealed and hammer is None)
    names.prices = {
        pk: (amount, (payer, *json.loads(joint))) for pk, _, _, _, amount, payer, joint in rows if amount is not None
    }


def matches_of(record: RawRecord) -> set[int]:
    """Return the matches that a record's facts name, and the one it is about."""
    named = {fact["match_id"] for _, fact in record.facts if isinstance(fact.get("match_id"), int)}
    return named | ({record.match} if record.match else set())


def matches_with_result(record: RawRecord) -> list[int]:
    """Return the matches for which a record holds a result: one at most."""
    return [fact["match_id"] for kind, fact in record.facts if kind == RESULT]


def replaced_results(records: Iterable[RawRecord]) -> dict[int, tuple[int, ...]]:
    """Return of each record with a result the numbers of the results for the same match that counted before it.

    ``records`` in the order in which they were written.
    """
    live: dict[int, dict[int, int]] = {}
    replaced: dict[int, tuple[int, ...]] = {}
    for record in records:
        match = record.match
        if match is None or not matches_with_result(record):
            continue
        results = live.setdefault(match, {})
        # A player's report replaces that player's earlier one; an entry of the desk replaces all.
        by = next((fact.get("claimed_by_id") or 0 for kind, fact in record.facts if kind == RESULT), 0)
        before = tuple(number for who, number in results.items() if by in (0, who))
        if before:
            replaced[record.number] = before
        if record.undone_by is None:
            live[match] = results | {by: record.number} if by else {0: record.number}
    return replaced


@records.reads(Clearing, Start)
def _pair(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words.setdefault("first", names.entrant(fact["first_id"]))
    words.setdefault("second", names.entrant(fact["second_id"]))
    return ""


@records.reads(Call)
def _call(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["table"] = fact["table"]
    _pair(fact, words, names)
    return "" if fact["table"] else "back"


@records.reads(Penalty)
def _penalty(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    _pair(fact, words, names)
    words["score"] = f"{fact['first_points']}–{fact['second_points']}"
    return ""


@records.reads(Result)
def _result(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    _pair(fact, words, names)
    winner, length = fact["winner_id"], names.length(fact["match_id"])
    if winner is None:
        return "both"
    loser = fact["second_id"] if winner == fact["first_id"] else fact["first_id"]
    words["winner"], words["loser"] = names.entrant(winner), names.entrant(loser)
    points = (fact["first_points"], fact["second_points"])
    if points[0] is not None and points[1] is not None:
        of_winner, of_loser = points if winner == fact["first_id"] else points[::-1]
        words["score"] = f"{min(of_winner, length or of_winner)}–{min(of_loser, length or of_loser)}"
    if fact.get("claimed_by_id"):
        return "winner" if fact["claimed_by_id"] == winner else "loser"
    return "" if fact["how"] == "played" else str(fact["how"])


@records.reads(Passage)
def _passage(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    if fact["on_id"]:
        words["on"] = names.entrant(fact["on_id"])
    return ""


@records.reads(Confirmation)
def _confirmation(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["result"] = str(fact["result_id"] & NUMBER)
    return str(fact.get("how", ""))


@records.reads(Card)
def _card(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    _pair(fact, words, names)
    words["score"] = f"{fact['first_points']}–{fact['second_points']}"
    return ""


@records.reads(Contest)
def _contest(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    _pair(fact, words, names)
    words["by"] = names.entrant(fact["by_id"])
    return ""


@records.reads(Particulars)
def _particulars(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    name, turn = names.entrant(fact["entrant_id"], fact["turn"]), fact["turn"]
    words["names"] = f"{words['names']}, {name}" if "names" in words else name
    count = int(words.get("count", "0")) + 1
    words["count"] = str(count)
    if turn == 1:
        return "one" if count == 1 else "some" if count <= MOST_NAMED else "many"
    words["was"] = names.entrant(fact["entrant_id"], turn - 1)
    return "same" if words["was"] == name else ""


@records.reads(Withdrawal)
def _withdrawal(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    both = "gone" in words
    words["gone"] = names.entrant(fact["entrant_id"])
    return "both" if both else str(fact["bracket"])


@records.reads(Line)
def _line(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["line"] = str(fact["line"])
    if fact["entrant_id"]:
        words["second" if "first" in words else "first"] = names.entrant(fact["entrant_id"])
    return ""


@records.reads(Length)
def _length(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["length"] = str(fact["length"])
    return ""


@records.reads(PositionQuestion, PositionRuling)
def _question(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    return "match" if words.get("code", "…") != "…" else ""


@records.reads(BreakBegun)
def _break(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    if not fact["until"]:
        return ""
    words["time"] = f"{datetime.fromisoformat(fact['until']).astimezone(names.zone):%H:%M}"
    return "until"


@records.reads(Draw)
def _draw(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["key"], words["draw"] = fact["key"], str(fact["number"])
    return ""


@records.reads(Redraw)
def _redraw(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["key"], words["left"] = fact["key"], str(fact["left"])
    return ""


@records.reads(Tick)
def _tick(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    if "was" in words:  # ticks that follow the members of an entrant
        return ""
    on, entrants = "on" if fact["on"] else "off", {*words.get("ticked", "").split(), str(fact["entrant_id"])}
    words["ticked"], words["count"], words["names"] = (
        " ".join(entrants),
        str(len(entrants)),
        names.entrant(fact["entrant_id"]),
    )
    if not fact.get("seat"):
        words["whole"] = on
    if len(entrants) > 1:
        return f"many_{fact['kind']}"
    return f"{fact['kind']}_{words['whole']}" if "whole" in words else f"member_{on}"


@records.reads(Event)
def _event(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["event"] = names.event(fact["id"])
    return ""
