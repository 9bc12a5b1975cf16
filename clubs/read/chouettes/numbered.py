"""What happened at a table, with people by number as entries keep it and by name as the rule book has it."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from rules.chouette.actions import Action, Start
from rules.commands.cases import Field
from rules.commands.club.chouette_words import read_action, write_action
from rules.errors import RuleBroken

START = "start"
_NUMBER = re.compile(r"[0-9]{1,6}")
_ONE = ("who", "proxy", "pays", "holder", "against")
_MANY = ("by", "to", "between")


def read_happening(words: Any) -> Action:
    """Return what happened, in the words of a file; ``start`` begins a game.

    Raises RuleBroken as a file does (``json.…``), with the place.
    """
    field = Field(words)
    if isinstance(words, dict) and words.get("do") == START:
        field.words("do")
        return Start()
    action = read_action(field)
    if isinstance(action, str):
        raise RuleBroken("json.unknown", place="do", word=action)
    return action


def write_happening(action: Action) -> dict[str, Any]:
    """Return an action in the words of a file."""
    return {"do": START} if isinstance(action, Start) else write_action(action)


def numbered(action: Action, numbers: Mapping[str, int]) -> dict[str, Any]:
    """Return an action in the words of a file, with people by number. Everybody in it has one."""
    return _with_people(write_happening(action), lambda who: numbers[who])


def named(words: Mapping[str, Any], names: Mapping[int, str]) -> Action:
    """Return the action that an entry keeps."""
    return read_happening(_with_people(words, lambda number: names[int(number)]))


def with_names(words: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    """Return words in which a program named people by number, or by name as in a file, with names alone.

    A key of ``answers`` that is nobody's name is a number. Raises RuleBroken ``chouette.absent``.
    """

    def name_of(who: Any) -> Any:
        if isinstance(who, int) and who not in names:
            raise RuleBroken("chouette.absent", who=str(who)[:20])
        return names[who] if isinstance(who, int) else who

    known = set(names.values())
    changed = _with_people({name: each for name, each in words.items() if name != "answers"}, name_of)
    if "answers" in words:
        changed["answers"] = {
            who if who in known or not _NUMBER.fullmatch(who) else name_of(int(who)): each
            for who, each in words["answers"].items()
        }
    return changed


def _with_people(words: Mapping[str, Any], change: Callable[[Any], Any]) -> dict[str, Any]:
    changed = dict(words)
    for word in _ONE:
        if changed.get(word) is not None:
            changed[word] = change(changed[word])
    for word in _MANY:
        if word in changed:
            changed[word] = [change(each) for each in changed[word]]
    if "answers" in changed:
        changed["answers"] = {str(change(who)): each for who, each in changed["answers"].items()}
    return changed
