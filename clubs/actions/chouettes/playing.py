"""What happens at the table, one at a time, and taking back the last action or the last game."""

from collections.abc import Mapping
from typing import Any

from clubs.actions.chouettes.steps import Written, open_chouette, stream_of_chouette, written
from clubs.read.chouettes.log import Kind
from clubs.read.chouettes.numbered import read_happening, with_names
from journal import book
from rules.chouette.actions import Action


def record_happening(chouette: int, action: Action, caller: book.Caller, *, person: int | None = None) -> Written:
    """Record one thing that happened at the table. For the phone on it, the member who opened it, and the desk.

    ``person`` is who joins among the club's people, if that is known.

    Raises Unknown ``chouette.unknown`` or ``person.unknown``; Refused ``chouette.ended``, and ``stale`` with what was
    written since the version that the caller saw; RuleBroken ``chouette.…`` for what is not possible now.
    """
    with book.page(stream_of_chouette(chouette, caller), caller) as page:
        opened = open_chouette(page, chouette)
        opened.add_action(action, person)
        page.record("chouette.played", opened.facts)
        return written(page, opened)


def record_words(chouette: int, words: Mapping[str, Any], caller: book.Caller, person: int | None = None) -> Written:
    """Record one thing in the words of a file, with people by number or by name.

    ``person`` is who joins, among the people of the club. Raises as ``record_happening``, ``with_names`` and
    ``read_happening``; Unknown ``person.unknown``.
    """
    with book.page(stream_of_chouette(chouette, caller), caller) as page:
        opened = open_chouette(page, chouette)
        opened.add_action(read_happening(with_names(words, opened.kept.names)), person)
        page.record("chouette.played", opened.facts)
        return written(page, opened)


def undo_last(chouette: int, caller: book.Caller) -> Written:
    """Take back the last action of the running game, or the end of the game just finished.

    Raises as ``record_happening``, and RuleBroken ``chouette.nothing_to_undo``.
    """
    with book.page(stream_of_chouette(chouette, caller), caller) as page:
        return _undone(page, chouette, Kind.UNDO)


def undo_last_game(chouette: int, caller: book.Caller) -> Written:
    """Take back the running game, or the one just finished; people who came or left before it stay as they are.

    Raises as ``record_happening``, and RuleBroken ``chouette.nothing_to_undo``.
    """
    with book.page(stream_of_chouette(chouette, caller), caller) as page:
        return _undone(page, chouette, Kind.UNDO_GAME)


def _undone(page: book.OpenPage, chouette: int, kind: str) -> Written:
    opened = open_chouette(page, chouette)
    opened.add(kind, {})
    page.record("chouette.undone", opened.facts)
    return written(page, opened)
