"""Why two play each other, in a line; heads of groups in the standings of a Swiss; why a redraw cannot be undone."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.pairing.changes import Flaw
from rules.pairing.pairing import Reason


def record_words(record: str) -> str:
    """Return a record, wins first, as it is printed: "2–1"."""
    return record.replace("-", "–")


def records_words(records: tuple[str, ...]) -> str:
    """Return the records of a table before its round, the upper player's first."""
    shown = [record_words(each) for each in records]
    if len(shown) < 2:
        return "".join(shown)
    if shown[0] == shown[1]:
        return _("both {record}").format(record=shown[0])
    return _("{one} meets {other}").format(one=shown[0], other=shown[1])


def reason_words(reason: Reason, *, is_worst: bool = True) -> str:
    """Return why two play each other; their records stand before it. ``is_worst``: nobody in the round has a worse one.

    So a bye that was given by hand, or that passed over those who had one, claims nothing wrong.
    """
    if reason is Reason.BYE and not is_worst:
        return _("the first bye")
    return {
        Reason.EQUAL_RECORDS: _("first meeting"),
        Reason.UNEQUAL_RECORDS: _("nearest records, first meeting"),
        Reason.REMATCH: _("they have met before, no other pairing was better"),
        Reason.BYE: _("the bye goes to the worst record"),
        Reason.SECOND_BYE: _("a second bye, everybody has had one"),
    }[reason]


def begun_words() -> str:
    """Return why two players cannot change places any more."""
    return _("One of the two matches has begun. Its players stay.")


def effect_words(flaw: Flaw, names: tuple[str, ...]) -> str:
    """Return what speaks against a round, with the names it concerns."""
    first, second = (*names, "", "")[:2]
    return {
        Flaw.UNKNOWN: _("{first} does not play in this round"),
        Flaw.TWICE: _("{first} would play twice"),
        Flaw.MISSING: _("{first} would not play"),
        Flaw.PROHIBITED: _("{first} and {second} must not meet"),
        Flaw.REMATCH: _("{first} and {second} have met before"),
        Flaw.SECOND_BYE: _("{first} had a bye before, and others have not"),
        Flaw.BYE_TO_BETTER: _("{first} gets the bye, and others have a worse record"),
        Flaw.UNEQUAL_RECORDS: _("{first} and {second} have different records"),
    }[flaw].format(first=first, second=second)


def losses_words(losses: int) -> str:
    """Return the head of those who have lost so often."""
    if not losses:
        return _("No loss")
    return ngettext("{n} loss", "{n} losses", losses).format(n=losses)


def places_words(first: int, last: int) -> str:
    """Return the place or the places that a group shares."""
    if first == last:
        return _("place {place}").format(place=first)
    return _("places {first}–{last}").format(first=first, last=last)


def one_more_words() -> str:
    """Return what stands over those who may not lose again."""
    return _("one more and out")


def out_so_far_words() -> str:
    """Return the head over those who have lost as often as they may while others still decide their places."""
    return _("Out")


def open_place_words() -> str:
    """Return what stands beside those whose place is not decided yet."""
    return _("place still open")


def winner_words() -> str:
    """Return the head over the winner."""
    return _("Winner")


def withdrawn_words() -> str:
    """Return the head over those who withdrew."""
    return _("Withdrew")


def out_words(letter: str) -> str:
    """Return the head over those who went out in a round."""
    return _("Out in round {round}").format(round=letter)


def kept_sentence(begun: tuple[str, ...]) -> str:
    """Return why a redraw cannot be undone: these matches have begun; without any, the round was drawn once more."""
    if not begun:
        return _("The round was drawn anew once more since: undo that redraw first.")
    sentence = ngettext(
        "This redraw can no longer be undone: {matches} has begun.",
        "This redraw can no longer be undone: {matches} have begun.",
        len(begun),
    )
    return sentence.format(matches=", ".join(begun))
