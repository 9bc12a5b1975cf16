"""Words for roles and jobs in templates."""

from django import template

from clubs.words.jobs import task_words
from clubs.words.persons import MEMBERSHIPS
from clubs.words.refusals import KINDS

register = template.Library()


@register.filter
def role_word(kind: str) -> str:
    """Return the word for the kind of a role."""
    return str(KINDS.get(kind, kind))


@register.filter
def task_word(task: str) -> str:
    """Return the words for what a task does."""
    return task_words(task)


@register.filter
def membership_word(kind: str) -> str:
    """Return the word for a kind of membership."""
    return str(MEMBERSHIPS.get(kind, kind))
