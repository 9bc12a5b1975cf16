"""Open a chouette: the options, the people, and who is the box."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from clubs.actions.chouettes.limits import limited
from clubs.actions.chouettes.steps import OpenChouette, Written, a_person, check_persons, club_and_stream, written
from clubs.models import Chouette
from clubs.permissions import may_open_chouettes, must
from clubs.read.chouettes.log import replayed
from clubs.read.chouettes.rules import HouseRules, house_options, house_rules_of
from journal import book
from journal.canon import canonical
from rules.chouette.options import Options
from rules.chouette.people import order_by_dice, read_people
from rules.commands.club.chouette_words import write_options

type Rounds = Sequence[Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits down, and how.

    ``options`` None stands for the club's house rules, without their stake while money is not allowed.
    ``rolls`` are rounds of one die each by name, as in a file; without them ``people`` is the order, the box first.
    ``persons`` are keys of the club's people by name, where they are known. ``opened_by`` may write, where no user
    opens it.
    """

    people: tuple[str, ...]
    rolls: Rounds = ()
    options: Options | None = None
    persons: Mapping[str, int] = field(default_factory=dict)
    opened_by: int | None = None

    def order(self) -> tuple[str, ...]:
        """Return the first order, the box first. Raises RuleBroken as ``read_people`` and ``order_by_dice`` do."""
        people = read_people(self.people)
        return order_by_dice(people, self.rolls) if self.rolls else people


def open_session(club: int, sitting: Sitting, caller: book.Caller) -> Written:
    """Open a chouette in a club. For members of the club.

    Raises Unknown ``club.unknown`` or ``person.unknown``; RuleBroken for people, dice and options that do not fit
    (``chouette.…``), and for a stake that the club does not allow (``chouette.money_off``, ``chouette.stake_limit``).
    """
    club_row, stream = club_and_stream(club)
    must(may_open_chouettes(caller.actor, club))
    with book.page(stream, caller) as page:
        house = house_rules_of(club)
        opened = new_session(page, club_row.pk, sitting, house)
        opened.kept.row.club = club_row
        page.record("chouette.opened", opened.facts)
        return written(page, opened)


def new_session(page: book.OpenPage, club: int, sitting: Sitting, house: HouseRules) -> OpenChouette:
    """Step: return a new session, kept on the page, with its people; its facts are for the page's next record."""
    options = limited(club, sitting.options or house_options(club), house)
    check_persons(club, sitting.persons.values())
    order = sitting.order()
    people = read_people(sitting.people)
    actor = page.caller.actor
    row = Chouette(
        club_id=club,
        options=canonical(write_options(options)),
        start=canonical(_start(people, order, sitting.rolls)),
        in_books=house.in_books and bool(options.stake_minor),
        opened_by_id=actor.number if actor.kind == "user" else sitting.opened_by,
    )
    page.keep([row])
    seated = [a_person(row.pk, at, name, sitting.persons.get(name)) for at, name in enumerate(people, start=1)]
    return OpenChouette(replayed(row, seated, ()), [row, *seated])


def _start(people: tuple[str, ...], order: tuple[str, ...], rolls: Rounds) -> dict[str, Any]:
    """Return what a session keeps of its first order, people by number."""
    numbers = {name: at for at, name in enumerate(people, start=1)}
    rounds = [[[numbers[who], die] for who, die in each.items()] for each in rolls]
    return {"order": [numbers[who] for who in order], "rolls": rounds}
