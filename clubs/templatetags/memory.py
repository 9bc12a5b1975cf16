"""A record's sentence and the name of its kind, for pages."""

from django import template
from django.utils.safestring import SafeString

from clubs.read.records import Sentence
from clubs.words.records import kind_of, sentence

register = template.Library()


@register.filter
def sentence_of(record: Sentence) -> SafeString:
    """Return what a record says."""
    return sentence(record.verb, record.words, record.variant)


@register.filter
def kind_name(family: str) -> str:
    """Return the name of a family of verbs."""
    return kind_of(family)
