"""Codes in words, for the pages of people and clubs."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_noop as _

SENTENCES = {
    "link.unknown": _("This link is not known."),
    "link.used": _("This link was used. Sign in."),
    "link.ended": _("This link has ended. Start Barpoint again for a new one."),
    "link.over": _("This link has ended. Ask who sent it for a new one."),
    "code.wrong": _("That code is not right. {left} tries left."),
    "code.over": _("This code has ended. Ask for a new one."),
    "tries.spent": _("Too many tries. Again in {minutes} minutes, or ask an owner of your club for a link."),
    "password.wrong": _("That address and password do not belong together."),
    "invitation.unknown": _("There is no such invitation."),
    "role.unknown": _("There is no such role."),
    "role.kind": _("A role is owner, director, desk or member."),
    "role.held": _("This person has a role in this club already. Change it on the page of its people."),
    "role.over": _("This role has ended already."),
    "owner.last": _("A club keeps one owner at least. Make somebody else an owner first."),
    "owner.only": _("Barpoint keeps one owner who can sign in. Make somebody else an owner first."),
    "user.known": _("Somebody signs in with this address already. Sign in, then open the link again."),
    "mail.off": _("This installation sends no mail. Send the link yourself."),
    "email.unreadable": _("This is no e-mail address."),
    "user.unknown": _("Nobody signs in with this address."),
    "job.unknown": _("There is no such job."),
    "job.alive": _("This job was not given up: it waits, runs, or is done."),
    "club.unknown": _("There is no such club."),
    "name.empty": _("A name is missing."),
    "name.long": _("This name is too long: {longest} characters at most."),
    "name.hidden": _("This name holds a character that can't be seen."),
    "name.marks": _("This name has too many marks on one letter."),
}

# What each role is called.
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
    """Return the sentence for a code in the reader's language; an unknown code speaks for itself."""
    sentence = sentences.get(code)
    return gettext(sentence).format_map(_Facts(facts)) if sentence else code


def speak(code: str, facts: Mapping[str, Any]) -> str:
    """Return the sentence for a refusal about people and clubs."""
    return say(SENTENCES, code, facts)
