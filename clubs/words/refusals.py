"""Refusals in words, for the pages of people and clubs."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_noop as _

from clubs.read.figures import in_language
from clubs.words.chouettes import REFUSALS as CHOUETTE_REFUSALS
from clubs.words.embeds import REFUSALS as EMBED_REFUSALS
from clubs.words.ladders import SENTENCES as LADDER_REFUSALS
from clubs.words.news import REFUSALS as NEWS_REFUSALS
from clubs.words.nights import REFUSALS as NIGHT_REFUSALS
from clubs.words.persons import REFUSALS as PERSON_REFUSALS
from clubs.words.ratings.lists import SENTENCES as RATING_REFUSALS
from clubs.words.ratings.seasons import SENTENCES as SEASON_REFUSALS
from clubs.words.reports import REFUSALS as REPORT_REFUSALS
from clubs.words.sums import REFUSALS as SUM_REFUSALS
from clubs.words.webhook_words import REFUSALS as WEBHOOK_REFUSALS

# The facts of refusals that are sums, which refusals keep as files have them.
SUMS = ("amount", "most")

SENTENCES = PERSON_REFUSALS | {
    "stale": _("Someone changed this meanwhile. Check it again, then decide."),
    "seen.unreadable": _("If-Match must hold a version number."),
    "preview.unreadable": _("The preview must be 1, true, 0 or false."),
    "key.reused": _("This idempotency key was used for another request."),
    "key.unreadable": _("An idempotency key is 1 to 255 printable characters."),
    "link.unknown": _("This link is not known."),
    "link.used": _("This link has already been used. Sign in."),
    "link.ended": _("This link has expired. Restart Barpoint to get a new one."),
    "link.over": _("This link no longer works. Ask the sender for a new one."),
    "code.wrong": _("Wrong code. Tries left: {left}."),
    "code.over": _("This code no longer works. Request a new one."),
    "tries.spent": _("Too many tries. Try again in {minutes} min, or ask an owner of your club for a link."),
    "password.wrong": _("E-mail or password is wrong."),
    "invitation.unknown": _("Invitation not found."),
    "role.unknown": _("Role not found."),
    "role.kind": _("The role must be owner, director, desk or member."),
    "role.held": _("This person already has a role in this club. Change it on the club's People page."),
    "role.over": _("This role has already ended."),
    "owner.last": _("A club needs at least one owner. Make someone else an owner first."),
    "owner.only": _("Barpoint needs an owner who can sign in. Make someone else an owner first."),
    "user.known": _("This address already has an account. Sign in, then open the link again."),
    "mail.off": _("Mail is not set up here. Send the link yourself."),
    "email.unreadable": _("This is not an e-mail address."),
    "user.unknown": _("No account has this address."),
    "job.unknown": _("Job not found."),
    "job.alive": _("This job was not given up: it is waiting, running or done."),
    "club.unknown": _("Club not found."),
    "name.empty": _("Enter a name."),
    "name.long": _("This name is too long: {longest} characters at most."),
    "name.hidden": _("This contains an invisible character."),
    "name.marks": _("This name has too many marks on one letter."),
    "paper.unknown": _("This does not come on that paper. Use one of these: {known}."),
    "paper.missing": _("The library that prints sheets is missing."),
    "record.unknown": _("Record not found."),
    "undo.never": _("This can't be undone."),
    "undo.done": _("This was already undone."),
    "undo.apart": _("These records were not made together."),
    "undo.superseded": _("Record {by} depends on it. Undo that one first."),
}
SENTENCES |= NEWS_REFUSALS | REPORT_REFUSALS | WEBHOOK_REFUSALS | EMBED_REFUSALS
SENTENCES |= CHOUETTE_REFUSALS | LADDER_REFUSALS | RATING_REFUSALS | SEASON_REFUSALS | NIGHT_REFUSALS | SUM_REFUSALS

# The name of each role.
KINDS = {
    "owner": pgettext_lazy("role", "Owner"),
    "director": pgettext_lazy("role", "Director"),
    "desk": pgettext_lazy("role", "Desk helper"),
    "member": pgettext_lazy("role", "Member"),
}


class _Facts(dict[str, Any]):
    def __missing__(self, name: str) -> str:
        return "…"


def say(sentences: Mapping[str, str], code: str, facts: Mapping[str, Any]) -> str:
    """Return the sentence for a code in the reader's language, or the code itself if it is unknown."""
    if code not in sentences:
        return code
    words = _Facts({name: _plain(name, each) for name, each in facts.items()})
    return gettext(sentences[code]).format_map(words)


def _plain(name: str, fact: Any) -> Any:
    """Return a fact as a sentence has it: several names with commas, a sum as the language writes it."""
    if name in SUMS and isinstance(fact, str):
        return in_language(fact)
    return ", ".join(map(str, fact)) if isinstance(fact, list | tuple) else fact


def speak(code: str, facts: Mapping[str, Any]) -> str:
    """Return the sentence for a refusal about people and clubs."""
    return say(SENTENCES, code, facts)
