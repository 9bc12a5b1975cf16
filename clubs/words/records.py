"""Records in words: one sentence for every verb of the memory. Each app registers those of its own facts.

A sentence names its words in braces (``clubs.read.records`` reads them out of a record's facts) and puts names and
scores in <bdi>, so that a name written from right to left does not turn the sentence around. A verb may have variants:
``match.finished:no_show`` is said before ``match.finished``.
"""

from collections.abc import Mapping
from string import Formatter

from django.utils.html import format_html, format_html_join, strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from clubs.read.figures import in_language
from clubs.words import chouettes, news, nights, persons, reports

SENTENCES = persons.SENTENCES | {
    "owner.made": _("{user} became owner of this installation"),
    "user.password": _("A password was set"),
    "user.erased": _("The account of an erased person was erased"),
    "user.renewed": _("A password was hashed anew, with today's strength"),
    "password.offered": _("A link to set a new password was made"),
    "role.invited": _("Someone was invited to a role"),
    "role.taken": _("<bdi>{user}</bdi> used an invitation"),
    "role.taken:owner": _("<bdi>{user}</bdi> used an invitation and became an owner"),
    "role.taken:director": _("<bdi>{user}</bdi> used an invitation and became a director"),
    "role.taken:desk": _("<bdi>{user}</bdi> used an invitation and became a desk helper"),
    "role.taken:member": _("<bdi>{user}</bdi> used an invitation and became a member"),
    "role.given": _("<bdi>{user}</bdi> got a role"),
    "role.given:owner": _("<bdi>{user}</bdi> became an owner"),
    "role.given:director": _("<bdi>{user}</bdi> became a director"),
    "role.given:desk": _("<bdi>{user}</bdi> became a desk helper"),
    "role.given:member": _("<bdi>{user}</bdi> became a member"),
    "role.changed": _("<bdi>{user}</bdi> got another role"),
    "role.changed:owner": _("<bdi>{user}</bdi> is now an owner"),
    "role.changed:director": _("<bdi>{user}</bdi> is now a director"),
    "role.changed:desk": _("<bdi>{user}</bdi> is now a desk helper"),
    "role.changed:member": _("<bdi>{user}</bdi> is now a member"),
    "role.ended": _("<bdi>{user}</bdi> no longer has a role"),
    "invitation.ended": _("An invitation was ended unused"),
    "person.switched_off": _("{user} was switched off"),
    "person.switched_on": _("{user} was switched on again"),
    "token.given": _("A program got a token"),
    "token.revoked": _("All tokens of a person ended"),
    "job.retried": _("A job that was given up is tried again"),
    "club.opened": _("The club was made"),
    "club.renamed": _("Club renamed"),
    "record.undone": _("Undone: record {undone}"),
}
# What follows a sentence where its record says more, by the word that it names.
ENDINGS: dict[str, str] = {}
# The words of records that are sums, which records keep as files have them.
SUMS = ("amount", "expected")
# The name of a family of verbs, where one is chosen from a list.
KINDS = persons.FAMILIES | {
    "record": _("Undo"),
    "club": _("Club"),
    "role": _("Roles"),
    "invitation": _("Invitations"),
    "tournament": _("Tournament"),
}
SENTENCES |= chouettes.RECORDS | nights.SENTENCES | news.RECORDS | reports.RECORDS
KINDS |= chouettes.KINDS | nights.FAMILIES | news.KINDS | reports.KINDS
NONE: Mapping[str, str] = {}


def register(sentences: Mapping[str, str], kinds: Mapping[str, str], endings: Mapping[str, str] = NONE) -> None:
    """Add the sentences of an app, by verb, the names of its families of verbs, and what may end any sentence."""
    for verb, text in sentences.items():
        SENTENCES[verb] = text
    for word, text in endings.items():
        ENDINGS[word] = text
    for family, name in kinds.items():
        KINDS[family] = name


def sentence(verb: str, words: Mapping[str, str], variant: str = "") -> SafeString:
    """Return what a record says, in the reader's language; an unknown verb speaks for itself.

    A word that is missing is printed as …
    """
    template = SENTENCES.get(f"{verb}:{variant}") or SENTENCES.get(verb)
    if template is None:
        return format_html("{}", verb)
    template = gettext(template)
    fields = [name for _text, name, _spec, _conversion in Formatter().parse(template) if name]
    if not fields:
        return format_html("{}", template)
    first = format_html(template, **{name: _shown(name, words.get(name) or "…") for name in fields})
    endings = (format_html(gettext(text), **{name: words[name]}) for name, text in ENDINGS.items() if words.get(name))
    return format_html_join("; ", "{}", ((part,) for part in (first, *endings)))


def _shown(name: str, word: str) -> str:
    """Return a word of a record as it stands in a sentence: a sum is written as the language writes it."""
    return in_language(word) if name in SUMS else word


def plain_sentence(verb: str, words: Mapping[str, str], variant: str = "") -> str:
    """Return the sentence as text without marks, still escaped as in a page."""
    return strip_tags(sentence(verb, words, variant))


def kind_of(family: str) -> str:
    """Return the name of a family of verbs (``match`` of ``match.finished``); an unknown one speaks for itself."""
    return gettext(KINDS[family]) if family in KINDS else family
