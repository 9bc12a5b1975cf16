"""Codes in words, for the pages of people and clubs."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as said
from django.utils.translation import pgettext_lazy

SENTENCES = {
    "link.unknown": said("This link is not known."),
    "link.used": said("This link was used. Sign in."),
    "link.ended": said("This link has ended. Start Barpoint again for a new one."),
    "link.over": said("This link has ended. Ask who sent it for a new one."),
    "code.wrong": said("That code is not right. {left} tries left."),
    "code.over": said("This code has ended. Ask for a new one."),
    "tries.spent": said("Too many tries. Again in {minutes} minutes, or ask an owner of your club for a link."),
    "password.wrong": said("That address and password do not belong together."),
    "invitation.unknown": said("There is no such invitation."),
    "role.unknown": said("There is no such role."),
    "role.kind": said("A role is owner, director, desk or member."),
    "role.held": said("This person has a role in this club already. Change it on the page of its people."),
    "role.over": said("This role has ended already."),
    "owner.last": said("A club keeps one owner at least. Make somebody else an owner first."),
    "owner.only": said("Barpoint keeps one owner who can sign in. Make somebody else an owner first."),
    "user.known": said("Somebody signs in with this address already. Sign in, then open the link again."),
    "mail.off": said("This installation sends no mail. Send the link yourself."),
    "email.unreadable": said("This is no e-mail address."),
    "user.unknown": said("Nobody signs in with this address."),
    "job.unknown": said("There is no such job."),
    "job.alive": said("This job was not given up: it waits, runs, or is done."),
    "club.unknown": said("There is no such club."),
    "name.empty": said("A name is missing."),
    "name.long": said("This name is too long: {longest} characters at most."),
    "name.hidden": said("This name holds a character that can't be seen."),
    "name.marks": said("This name has too many marks on one letter."),
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
    return _(sentence).format_map(_Facts(facts)) if sentence else code


def speak(code: str, facts: Mapping[str, Any]) -> str:
    """Return the sentence for a refusal about people and clubs."""
    return say(SENTENCES, code, facts)
