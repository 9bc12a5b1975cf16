"""Who is due what of an event's pots, why, what was awarded of it, what was paid, and what is still open."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from django.db.models import Q, Sum

from journal.models import counts
from rules.errors import RuleBroken
from rules.members import Member, split_amount
from rules.money.payout import Bounds, Span, settled_payouts
from rules.money.prizes import Prize, Split
from rules.money.standing import Standing, is_open
from tournaments.models import Event, Unclaimed
from tournaments.models.money.cash import Postings
from tournaments.models.money.prizes import FUND
from tournaments.read.entrants.names import distinct_names, entered_names
from tournaments.read.entrants.payer_names import payer_names
from tournaments.read.money.payers import latest_payers, line_sums, open_lines
from tournaments.read.money.pots import PotOfEvent, awarded_in, by_payer, due_in, pots_of, prize_line, standing_of
from tournaments.read.money.till import waiting_payouts


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """One prize: ``name`` is empty while nobody holds the place for good. Sums in minor units.

    ``place`` is in strict order; ``tied`` people share the places from ``first`` on. ``sure`` is what may be paid
    while other places are open: ``amount``, or less where the way they end can move it. ``members`` are the people of
    an entrant of several.
    """

    entrant: int | None
    payer: int | None
    name: str
    bracket: str
    place: int
    first: int
    tied: int
    share: Fraction
    exact: Fraction
    amount: int
    before_ties: int
    sure: int
    members: tuple[Member, ...] = ()

    @property
    def parts(self) -> tuple[tuple[str, int], ...]:
        """Each member with an equal part of the prize: how they divide it is theirs to say."""
        return tuple(
            (each.name, part) for each, part in zip(self.members, split_amount(self.amount, self.members), strict=True)
        )


@dataclass(frozen=True, slots=True)
class PotPayouts:
    """A pot with what it pays; ``split`` is None where it has no division, or nothing can be divided yet."""

    pot: PotOfEvent
    lines: tuple[PrizeLine, ...]
    split: Split | None

    @property
    def open_places(self) -> int:
        return sum(line.entrant is None for line in self.lines)


@dataclass(frozen=True, slots=True)
class PersonSums:
    """A payer in the prizes of an event, in minor units.

    ``due`` follows from the places, ``awarded`` was posted, ``paid`` is what they have of it. ``to_pay`` and
    ``to_collect`` are what is open of all their prizes, chops and fees together; ``moved`` is what they left to others
    (negative) or got from them. ``kept`` is what the club keeps for them, ``waiting`` what a second person must
    release.
    """

    payer: int
    name: str
    due: int
    awarded: int
    moved: int
    paid: int
    kept: int
    waiting: int
    balance: int

    @property
    def difference(self) -> int:
        """What an award would post now."""
        return self.due - self.awarded

    @property
    def to_pay(self) -> int:
        return max(-self.balance, 0)

    @property
    def to_collect(self) -> int:
        return max(self.balance, 0)


@dataclass(frozen=True, slots=True)
class EventPayouts:
    """The payouts of an event. ``is_complete``: every place is settled. ``everybody``: all payers by name."""

    event: int
    currency: str
    pots: tuple[PotPayouts, ...]
    people: tuple[PersonSums, ...]
    everybody: tuple[tuple[int, str], ...]
    is_drawn: bool
    is_complete: bool
    is_closed: bool

    @property
    def due(self) -> int:
        return sum(each.due for each in self.people)

    @property
    def awarded(self) -> int:
        return sum(each.awarded for each in self.people)

    @property
    def changed(self) -> tuple[PersonSums, ...]:
        """Those for whom an award would post something."""
        return tuple(each for each in self.people if each.difference)

    @property
    def funds(self) -> int:
        """What all pots with a division pay in the end."""
        return sum(each.pot.pot.total for each in self.pots if each.pot.pot is not None)


def payouts_of(event: Event) -> EventPayouts:
    """Return the payouts of an event, in a constant number of statements."""
    tournament = event.tournament
    stream = tournament.stream_id
    pots, places = pots_of(event, tournament, stream), standing_of(event, stream)
    due, awarded = by_payer(due_in(pots, event.pk, places)), awarded_in(stream, event.pk)
    entered = entered_names(Q(entrant__event__tournament=tournament.pk))
    names, people = distinct_names(entered), {each.entrant: each.people for each in entered}
    payers = {entrant: payer for entrant, _, payer, _ in latest_payers(Q(entrant__event=event))}
    payer_name, waiting = payer_names(tournament.pk, names), defaultdict[int, int](int)
    for request in waiting_payouts(tournament.pk):
        waiting[request.payer] += request.amount
    sums = _Sums(_sums(due), _sums(awarded), waiting)
    return EventPayouts(
        event=event.pk,
        currency=tournament.currency,
        pots=tuple(_with_members(_pot(pot, places, names, payers), people) for pot in pots),
        people=_people(stream, sums, payer_name, _lines_of(event.pk, pots)),
        everybody=tuple(sorted(payer_name.items(), key=lambda each: each[1].casefold())),
        is_drawn=event.current_draw_id is not None,
        is_complete=places.is_complete and bool(places.brackets),
        is_closed=tournament.books_closed,
    )


def _pot(pot: PotOfEvent, places: Standing, names: Mapping[int, str], payers: Mapping[int, int]) -> PotPayouts:
    split = pot.split(places)
    if split is None:
        return PotPayouts(pot, (), None)
    bounds = _bounds(pot, places)
    lines = []
    for prize in split.prizes:
        entrant = None if is_open(prize.who) else int(prize.who)
        sure = bounds.get(prize.who)
        lines.append(_line(prize, entrant, names, payers, sure))
    return PotPayouts(pot, tuple(lines), split)


def _with_members(pot: PotPayouts, people: Mapping[int, tuple[Member, ...]]) -> PotPayouts:
    lines = tuple(replace(line, members=people.get(line.entrant or 0, ())) for line in pot.lines)
    return replace(pot, lines=lines)


def _line(
    prize: Prize, entrant: int | None, names: Mapping[int, str], payers: Mapping[int, int], sure: Bounds | None
) -> PrizeLine:
    return PrizeLine(
        entrant=entrant,
        payer=payers.get(entrant) if entrant is not None else None,
        name=names.get(entrant, "…") if entrant is not None else "",
        bracket=prize.bracket,
        place=prize.place,
        first=prize.first,
        tied=prize.tied,
        share=prize.share,
        exact=prize.exact,
        amount=prize.amount,
        before_ties=prize.before_ties,
        sure=prize.amount if sure is None else min(prize.amount, sure.least),
    )


# The place of a winner or a finalist while their match is to be played.
_OPEN = (None,)


def _bounds(pot: PotOfEvent, places: Standing) -> dict[str, Bounds]:
    """Return what everybody gets at least and at most, for a fund with open places.

    Nothing for a side pool, of which nobody is due anything before its ranking is settled. Where too many places are
    open nobody is sure of anything yet.
    """
    if pot.pot is None or pot.code != FUND or places.is_complete:
        return {}
    spans = {bracket: tuple(_spans(places.results().groups(bracket), groups)) for bracket, groups in places.brackets}
    try:
        return settled_payouts(pot.pot.total, pot.pot.table, spans, pot.pot.division.unit)
    except RuleBroken:
        everybody = (who for each in spans.values() for span in each for who in span.people)
        return {who: Bounds(0, pot.pot.total) for who in everybody}


def _spans(named: Iterable[tuple[str, ...]], groups: Iterable[tuple[int | None, ...]]) -> Iterable[Span]:
    """Yield groups of places. A match still to be played may end with no loser (a bye) or two (neither player came)."""
    places = list(zip(named, groups, strict=True))
    if [group for _, group in places[:2]] == [_OPEN, _OPEN]:
        people = tuple(who for named, _ in places[:2] for who in named)
        yield Span(people, (1, 1), is_open=True, others=((1,), (2,), ()))
        del places[:2]
    for people, group in places:
        undecided = sum(who is None for who in group)
        usual, known = len(group), len(group) - undecided
        sizes = (size for size in range(known, usual + undecided + 1) if size != usual)
        others = tuple((size,) if size else () for size in sizes)
        yield Span(people, (usual,), is_open=undecided > 0, others=others, sure=known)


def _lines_of(event: int, pots: Iterable[PotOfEvent]) -> tuple[str, ...]:
    return tuple(prize_line(event, pot.code) for pot in pots)


def _sums(by_line: Mapping[str, Mapping[int, int]]) -> dict[int, int]:
    sums: dict[int, int] = defaultdict(int)
    for by_person in by_line.values():
        for payer, amount in by_person.items():
            sums[payer] += amount
    return sums


@dataclass(frozen=True, slots=True)
class _Sums:
    """Payer → minor units."""

    due: Mapping[int, int]
    awarded: Mapping[int, int]
    waiting: Mapping[int, int]


def _people(stream: int, sums: _Sums, names: Mapping[int, str], lines: tuple[str, ...]) -> tuple[PersonSums, ...]:
    """Return everybody who is due or awarded something or has to pay a prize back, who is due most first."""
    due, awarded = sums.due, sums.awarded
    # Among those to whom something was awarded are they to whom nothing is any more.
    payers = {payer for payer, amount in due.items() if amount} | set(awarded)
    moved = line_sums(stream, payers, Postings.TRANSFERRED)
    everything, kept = line_sums(stream, payers), _kept(payers)
    without = {payer for payer in payers if not (due.get(payer) or awarded[payer])}
    payers -= {payer for payer in without if not any(everything.get(payer, {}).get(line) for line in lines)}
    people = [
        PersonSums(
            payer=payer,
            name=names.get(payer, "…"),
            due=due.get(payer, 0),
            awarded=awarded.get(payer, 0),
            moved=-sum(moved.get(payer, {}).values()),
            paid=max(_settled(awarded.get(payer, 0), everything.get(payer, {}), lines) - kept.get(payer, 0), 0),
            kept=kept.get(payer, 0),
            waiting=sums.waiting.get(payer, 0),
            balance=sum(open_lines(everything.get(payer, {})).values()),
        )
        for payer in payers
    ]
    return tuple(sorted(people, key=lambda each: (-each.due, -each.awarded, each.name)))


def _settled(awarded: int, lines: Mapping[str, int], own: tuple[str, ...]) -> int:
    """Return what of an award no longer stands on its lines."""
    return awarded + sum(lines.get(line, 0) for line in own)


def _kept(payers: Iterable[int]) -> dict[int, int]:
    """Return payer → what the club keeps for them: one statement."""
    rows = Unclaimed.objects.filter(counts(), payer__in=payers).values_list("payer")
    return dict(rows.annotate(total=Sum("amount")))
