"""The verbs that facts declare: what a record says happened, who may undo it, and which topics it changes.

Source: docs/decisions/0038-facts-declare-themselves.md.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from string import Formatter
from typing import Any

from django.apps import apps
from django.core.exceptions import ImproperlyConfigured


@dataclass(frozen=True, slots=True)
class Verb:
    """The name of what happened, declared by the class of the fact that records it.

    ``undo`` is the least role in a club that may undo it, None: nobody may. ``topics`` are the live topics that such a
    record changes, with blanks that its body and its facts fill: ``match:{match}``, ``entrant:{entrant_id}``,
    ``desk:{tournament}`` (the number of the record's stream). A topic with a blank that nothing fills is left out. Of
    ``running`` records of one match the memory's page shows the last, unless every one is asked for.
    """

    name: str
    undo: str | None = None
    topics: tuple[str, ...] = ()
    running: bool = False


@dataclass(frozen=True, slots=True)
class Declared:
    """A verb, and the class of facts that declares it."""

    verb: Verb
    fact: type


@cache
def declared() -> Mapping[str, Declared]:
    """Return every declared verb by its name. Raises ImproperlyConfigured where two classes declare one name."""
    verbs: dict[str, Declared] = {}
    for model in apps.get_models():
        for verb in getattr(model, "verbs", ()):
            if verb.name in verbs:
                raise ImproperlyConfigured(f"{verb.name}: declared by {verbs[verb.name].fact} and {model}")
            verbs[verb.name] = Declared(verb, model)
    return verbs


def undoable() -> frozenset[str]:
    """Return the names of all verbs that somebody may undo."""
    return frozenset(name for name, each in declared().items() if each.verb.undo is not None)


def topics_of(verb: str, stream: str, body: Mapping[str, Any]) -> set[str]:
    """Return the topics that a record with this ``verb`` and ``body`` changes on the stream with this name."""
    if verb not in declared():
        return set()
    kind, _, number = stream.partition(":")
    common = {**body, kind: number}
    facts = [{**sealed, **common} for _, sealed in body["facts"]] or [common]
    return {topic for template in declared()[verb].verb.topics for topic in _filled(template, facts)}


def _filled(template: str, facts: Iterable[Mapping[str, Any]]) -> set[str]:
    blanks = _blanks(template)
    return {template.format_map(fact) for fact in facts if all(fact.get(blank) not in (None, "") for blank in blanks)}


@cache
def _blanks(template: str) -> tuple[str, ...]:
    return tuple(name for _, name, _, _ in Formatter().parse(template) if name)
