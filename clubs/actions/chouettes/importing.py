"""A session from a file, such as one that was kept on another computer."""

from typing import Any

from clubs.actions.chouettes.opening import Sitting, new_session
from clubs.actions.chouettes.steps import MOST_ENTRIES, OpenChouette, Written, club_and_stream, people_in, written
from clubs.models import ChouetteEntry
from clubs.permissions import may_open_chouettes, must
from clubs.read.chouettes.log import Kind, replayed
from clubs.read.chouettes.numbered import numbered
from clubs.read.chouettes.rules import house_rules_of
from journal import book
from journal.canon import canonical
from rules.chouette.session import Session
from rules.commands.cases import Field
from rules.commands.club.chouette import read_session
from rules.errors import RuleBroken

WORDS = ("options", "people", "order", "order_rolls", "games", "expect", "tolerance")
LONGEST_SHOWN = 80


def import_session(club: int, words: Any, caller: book.Caller) -> Written:
    """Open a session in a club with everything that happened in a file. For members of the club.

    ``words`` is the object of the file. What was undone in it never happened here. Raises RuleBroken ``json.…`` and
    ``chouette.…`` with the place in the file, ``chouette.differs`` where a game is not what the file expects of it,
    ``chouette.long``; and as ``open_session``.
    """
    club_row, stream = club_and_stream(club)
    must(may_open_chouettes(caller.actor, club))
    with book.page(stream, caller) as page:
        session = read_words(words)
        sitting = Sitting(session.order, options=session.options)
        opened = new_session(page, club, sitting, house_rules_of(club))
        opened.kept.row.club = club_row
        _add_all(opened, session)
        page.record("chouette.imported", opened.facts)
        return written(page, opened)


def read_words(words: Any) -> Session:
    """Return the session of a file. Raises as ``import_session``."""
    file = Field(words)
    file.words(*WORDS)
    _check_length(file)
    replay = read_session(file)
    if replay.differing:
        first = replay.differing[0]
        expected, got = str(first.expected)[:LONGEST_SHOWN], str(first.got)[:LONGEST_SHOWN]
        raise RuleBroken("chouette.differs", place=first.place[:LONGEST_SHOWN], expected=expected, got=got)
    if len(replay.session.actions) > MOST_ENTRIES:
        raise RuleBroken("chouette.long", most=MOST_ENTRIES)
    return replay.session


def _check_length(file: Field) -> None:
    """Refuse a file with more in it than a session can hold before it is replayed, which takes long by then."""
    games = file.get("games")
    if games is None:
        return
    rows = games.each()
    if len(rows) + sum(len(each["actions"].each()) for each in rows[:MOST_ENTRIES]) > MOST_ENTRIES:
        raise RuleBroken("chouette.long", most=MOST_ENTRIES)


def _add_all(opened: OpenChouette, session: Session) -> None:
    """Add every action as an entry; the rule book has replayed them already."""
    for action in session.actions:
        for who in people_in(action):
            if who not in opened.kept.numbers:
                opened.add_person(who)
    numbers = opened.kept.numbers
    entries = [
        ChouetteEntry(chouette_id=opened.pk, turn=turn, kind=Kind.ACTION, body=canonical(numbered(action, numbers)))
        for turn, action in enumerate(session.actions, start=1)
    ]
    opened.kept = replayed(opened.kept.row, opened.kept.people, entries)
    opened.facts += entries
